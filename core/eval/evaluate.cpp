#include "eval/evaluate.hpp"

#include <algorithm>

#include "eval/sweep.hpp"

namespace indigo {

namespace {

constexpr float PER_POINT = 2e-3f;  // what a point is worth beside winning
constexpr unsigned PIECE = 250;     // fillings between two looks at the stop

}  // namespace

Guess judge_end(const Board& board) {
    Guess guess;
    const unsigned winners = board.winners();
    for (unsigned who = 0; who < PLAYERS[board.layout]; ++who) {
        if (winners >> who & 1) guess.chances[who] = 1.0f / static_cast<float>(std::popcount(winners));
        guess.points[who] = static_cast<float>(points(board.won[who]));
    }
    return guess;
}

float worth(const Guess& guess, unsigned who, unsigned players) {
    float others = 0;
    for (unsigned other = 0; other < players; ++other)
        if (other != who) others += guess.points[other];
    return guess.chances[who] + PER_POINT * (guess.points[who] - others / static_cast<float>(players - 1));
}

Guess Judge::after(Move move, const Guess& guess) {
    Position next = position;
    next.play(move, UNKNOWN);
    over = next.over();
    if (over) return judge_end(next);
    there = outlook;
    there.solve_after(next, move.cell, SWEEPS_AFTER);
    look(next, there, guess, features);
    return model ? model->judge(features) : guess;
}

std::vector<JudgedMove> judge_moves(const Position& position, Judge& judge, unsigned fillings, std::uint64_t seed, std::size_t width,
                                    const StopToken* stop) {
    const unsigned who = position.player, players = PLAYERS[position.layout];
    Sweep sweep(position, seed);
    for (unsigned left = fillings; left > 0 && !(sweep.fillings() && stopped(stop));) {
        const unsigned piece = std::min(left, PIECE);
        sweep.run(piece);
        left -= piece;
    }
    Move legal[ALL_TILES * TILES];
    const int count = position.legal_moves(legal);
    std::vector<JudgedMove> moves;
    moves.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        JudgedMove& move = moves.emplace_back(JudgedMove{legal[i], {}, {}});
        for (unsigned player = 0; player < players; ++player) {
            move.filled.chances[player] = sweep.chance(legal[i].cell, legal[i].tile, player);
            move.filled.points[player] = sweep.points(legal[i].cell, legal[i].tile, player);
        }
        move.filled.fillings = sweep.fillings();
        move.judged = move.filled;
    }
    std::stable_sort(moves.begin(), moves.end(), [&](const JudgedMove& one, const JudgedMove& other) {
        return worth(one.filled, who, players) > worth(other.filled, who, players);
    });
    for (std::size_t i = 0; i < std::min(width, moves.size()); ++i) moves[i].judged = judge.after(moves[i].move, moves[i].filled);
    return moves;
}

}  // namespace indigo
