#include "search/endgame.hpp"

#include <algorithm>
#include <cmath>

#include "eval/evaluate.hpp"

namespace indigo {

namespace {

constexpr float FINEST = 1e5f;  // chances that differ less than a part of so many are the same

// *some* of the first moves were solved before the time was up, the best of them exactly: hold them against what is said of the
// first *compared*.
void take_in(const Position& position, std::vector<Branch>& moves, const Solution& some, std::size_t compared) {
    const unsigned who = position.player, players = PLAYERS[position.layout];
    const std::size_t known = std::min(moves.size(), some.moves.size());
    for (Branch& branch : std::span(moves).first(known)) {
        const auto answer = std::find_if(some.moves.begin(), some.moves.end(), [&](const Solution::Answer& one) { return one.move == branch.move; });
        const bool is_best = answer == some.moves.begin();
        if (is_best || answer->chances[who] < branch.judged.chances[who]) branch.judged.chances = answer->chances;
        branch.value = worth(branch.judged, who, players);
    }
    sort(std::span(moves).first(std::max(known, std::min(compared, moves.size()))));
}

}  // namespace

bool solve(const Position& position, std::vector<Branch>& moves, Solver& solver, std::size_t compared) {
    std::vector<Move> first;
    for (const Branch& branch : moves) first.push_back(branch.move);
    const Solution best = solver.solve(position, false, first);
    if (!best.complete) {
        if (compared > 0) take_in(position, moves, best, compared);
        return false;
    }
    const Solution every = solver.solve(position, true, first);
    const unsigned who = position.player, players = PLAYERS[position.layout];
    std::vector<Branch> solved;
    for (const Solution::Answer& answer : (every.complete ? every : best).moves) {
        const auto known = std::find_if(moves.begin(), moves.end(), [&](const Branch& branch) { return branch.move == answer.move; });
        const bool thought_of = known != moves.end(), is_best = answer.move == best.moves[0].move;
        if (!thought_of && !is_best && !every.complete) continue;  // nothing is known of it
        Branch branch{answer.move, 0, {}, nullptr};
        branch.judged.chances = answer.chances;
        if (thought_of) {
            branch.judged.points = known->judged.points;
            if (!every.complete && !is_best && known->judged.chances[who] < answer.chances[who])
                branch.judged.chances = known->judged.chances;
        }
        branch.value = worth(branch.judged, who, players);
        solved.push_back(std::move(branch));
    }
    // What is known comes first, chances before points; points only decide between moves that win alike.
    sort(solved);
    std::stable_sort(solved.begin(), solved.end(), [&](const Branch& one, const Branch& other) {
        return std::lround(one.judged.chances[who] * FINEST) > std::lround(other.judged.chances[who] * FINEST);
    });
    const auto winner = std::find_if(solved.begin(), solved.end(), [&](const Branch& branch) { return branch.move == best.moves[0].move; });
    if (!every.complete) std::rotate(solved.begin(), winner, winner + 1);  // others may be worth less than is said of them
    moves = std::move(solved);
    return true;
}

}  // namespace indigo
