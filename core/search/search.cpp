#include "search/search.hpp"

#include <optional>

#include "eval/sweep.hpp"
#include "game/hands.hpp"
#include "support/threads.hpp"

namespace indigo {

namespace {

constexpr unsigned PIECE = 250;  // fillings between two looks at the clock
constexpr unsigned JUDGING = 4;  // a model's judgement takes as long as so many fillings

}  // namespace

std::vector<Branch> Search::look(const Position& position) {
    depth = 0;
    me = position.player;
    Node root;
    sweep(position, root, plan.root_fillings, std::max(plan.moves[0], plan.lines), std::max(plan.root_judged, plan.moves[0]), scramble(seed));
    std::vector<Branch> moves;
    for (auto& of_kind : root.by_kind) std::move(of_kind.begin(), of_kind.end(), std::back_inserter(moves));
    sort(moves);
    depth = 1;
    return moves;
}

void Search::think(const Position& position, std::vector<Branch>& moves, int deepest, unsigned threads) {
    for (; depth < deepest && !gave_up; ++depth) {
        const std::size_t count = std::min<std::size_t>(moves.size(), plan.moves[static_cast<unsigned>(depth)]);
        if (count < 2 || (depth > 2 && moves[0].value - moves[1].value > plan.clear)) return;
        if (!deepen(position, moves, count, threads)) return;
    }
}

// Judge the first *count* moves one ply deeper, and sort them. Those not judged for want of time fall behind.
bool Search::deepen(const Position& position, std::vector<Branch>& moves, std::size_t count, unsigned threads) {
    std::vector<std::optional<Judged>> judged(count);
    std::atomic<std::size_t> next{0};
    together(std::min<std::size_t>(threads, count), [&] {
        Solver solver(spending);
        for (std::size_t i = next++; i < count && !gave_up; i = next++) {
            Position after = position;
            after.play(moves[i].move, UNKNOWN);
            if (!moves[i].after) moves[i].after = std::make_unique<Node>();
            const Judged here = judge(after, *moves[i].after, depth, 0, scramble(seed + 1), solver);
            if (!gave_up) judged[i] = here;
        }
    });
    std::vector<Branch> deeper, rest;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (i < count && judged[i]) {
            moves[i].judged = *judged[i];
            moves[i].value = worth(*judged[i], position.player, PLAYERS[position.layout]);
            deeper.push_back(std::move(moves[i]));
        } else {
            rest.push_back(std::move(moves[i]));
        }
    }
    const bool any = !deeper.empty();
    if (any) compared = deeper.size();
    sort(deeper);
    std::move(rest.begin(), rest.end(), std::back_inserter(deeper));
    moves = std::move(deeper);
    return any;
}

// What is to be expected with *turns* more turns looked at.
Judged Search::judge(Position& position, Node& node, int turns, unsigned ply, std::uint64_t node_seed, Solver& solver) {
    if (position.over()) return Judged(judge_end(position));
    const bool solved = position.empty_cells() <= (Duel::fits(position) ? plan.duel_node : plan.solve_node);
    if (!node.swept) {
        if (give_up()) return {};
        sweep(position, node, plan.fillings[ply], plan.replies[ply], plan.judged[ply], node_seed);
        if (solved) node.leaf.chances = solver.expect(position);
        if (solver.gave_up) gave_up = true;
    }
    if (turns <= 1 || solved) return node.leaf;
    const unsigned who = position.player, players = PLAYERS[position.layout];
    float values[KINDS] = {};
    std::array<Judged, KINDS> chosen{};
    std::array<const Branch*, KINDS> best{};
    for (unsigned kind = 0; kind < KINDS; ++kind) {
        Choice choice(doubt(position));
        for (Branch& branch : node.by_kind[kind]) {
            const TakenBack back = position.play(branch.move, UNKNOWN);
            if (!branch.after) branch.after = std::make_unique<Node>();
            const Judged judged = judge(position, *branch.after, turns - 1, ply + 1, scramble(node_seed + kind), solver);
            position.take_back(back);
            if (gave_up) return {};
            choice.offer(branch, judged, worth(judged, who, players));
        }
        chosen[kind] = choice.judged(), best[kind] = choice.best;
        values[kind] = worth(chosen[kind], who, players);
    }
    Judged sum;
    float likeliest = 0;
    for_each_choice(position, who, values, [&](unsigned kind, float chance) {
        sum.add(chosen[kind], chance);
        if (chance > likeliest) likeliest = chance, node.likely = best[kind];
    });
    return sum;
}

// Fill in the best *width* moves of each kind that the player to move may hold. If there is a model, it chooses them from
// the best *looked_at* by fillings.
void Search::sweep(const Position& position, Node& node, unsigned fillings, unsigned width, unsigned looked_at, std::uint64_t node_seed) {
    Sweep sweep(position, node_seed);
    // With little time, at most a third of it goes into the first look.
    const auto enough = [&] { return spending.must_stop() || spending.share() > (depth == 0 ? 0.33 : 1.0); };
    for (unsigned left = fillings; left > 0 && !(sweep.fillings() && enough());) {
        const unsigned piece = std::min(left, PIECE);
        sweep.run(piece);
        spending.spend(piece);
        left -= piece;
    }
    // What a sweep says that was stopped is not compared. One that ended because the budget did is: it has a piece at least.
    if (depth > 0 && spending.must_stop()) gave_up = true;
    const unsigned who = position.player, players = PLAYERS[position.layout];
    const unsigned kinds = possible_kinds(position, who);
    const unsigned kept = model ? std::max(width, looked_at) : width;
    std::optional<Judge> judge;
    if (model) judge.emplace(position, model);
    float values[KINDS] = {};
    std::array<Judged, KINDS> chosen{};
    for (unsigned kind = 0; kind < KINDS; ++kind) {
        if (!(kinds >> kind & 1)) continue;
        std::vector<Branch>& best = node.by_kind[kind];
        for (std::uint64_t cells = position.empty; cells; cells &= cells - 1) {
            const unsigned cell = static_cast<unsigned>(std::countr_zero(cells));
            for (unsigned tiles = LEGAL[cell] & TILES_OF[kind]; tiles; tiles &= tiles - 1) {
                const unsigned tile = static_cast<unsigned>(std::countr_zero(tiles));
                Judged judged;
                judged.fillings = sweep.fillings();
                for (unsigned player = 0; player < players; ++player) {
                    judged.chances[player] = sweep.chance(cell, tile, player);
                    judged.points[player] = sweep.points(cell, tile, player);
                }
                const float value = worth(judged, who, players);
                if (best.size() == kept && value <= best.back().value) continue;
                if (best.size() == kept) best.pop_back();
                std::size_t place = best.size();
                while (place > 0 && best[place - 1].value < value) --place;
                const Move move{static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(tile)};
                best.insert(best.begin() + static_cast<std::ptrdiff_t>(place), Branch{move, value, judged, nullptr});
            }
        }
        if (judge) ask(*judge, who, players, best);
        Choice choice(doubt(position));
        for (const Branch& branch : best) choice.offer(branch, branch.judged, branch.value);
        chosen[kind] = choice.judged();
        values[kind] = worth(chosen[kind], who, players);
        if (best.size() > width) {
            best.resize(width);
            best.shrink_to_fit();  // a tree has many nodes
        }
    }
    float likeliest = 0;
    for_each_choice(position, who, values, [&](unsigned kind, float chance) {
        const Branch& best = node.by_kind[kind][0];
        node.leaf.add(chosen[kind], chance);
        if (chance > likeliest) likeliest = chance, node.likely = &best;
    });
    node.swept = true;
}

// Let the model judge *moves* of player *who*, and sort them.
void Search::ask(Judge& judge, unsigned who, unsigned players, std::vector<Branch>& moves) {
    for (Branch& branch : moves) {
        branch.judged = Judged(judge.after(branch.move, branch.judged));
        branch.value = worth(branch.judged, who, players);
    }
    spending.spend(JUDGING * moves.size());
    sort(moves);
}

// How sure it is that the player to move chooses what is best to our knowledge: one is sure of oneself.
float Search::doubt(const Position& position) const { return position.player == me ? 0 : plan.doubt_among(PLAYERS[position.layout]); }

bool Search::give_up() {
    if (!gave_up && spending.over()) gave_up = true;
    return gave_up;
}

}  // namespace indigo
