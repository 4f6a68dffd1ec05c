#include "game/perft.hpp"

#include "support/threads.hpp"

namespace indigo {

Perft& Perft::operator+=(const Perft& other) {
    sequences += other.sequences;
    won += other.won;
    out += other.out;
    ended += other.ended;
    return *this;
}

namespace {

// How many gems met on the tile laid last. A meeting is a route that had a gem at either end when it was joined.
unsigned gems_met(const Lifted& lifted) {
    unsigned met = 0;
    for (int route = 0; route < 6; route += 2) met += lifted.before[route] > 255 && lifted.before[route + 1] > 255 ? 2 : 0;
    return met;
}

void count(Position& position, std::span<const std::uint8_t> draws, int depth, const StopToken* stop, Perft& sum);

void follow(Position& position, Move move, std::span<const std::uint8_t> draws, int depth, const StopToken* stop, Perft& sum) {
    const TakenBack back = position.play(move, draws.empty() ? NO_DRAW : draws.front());
    if (depth == 1) {
        const unsigned met = gems_met(back.lifted);
        ++sum.sequences;
        sum.out += met;
        sum.won += static_cast<unsigned>(back.lifted.gems - position.gems) - met;
        sum.ended += position.over();
    } else {
        count(position, draws.empty() ? draws : draws.subspan(1), depth - 1, stop, sum);
    }
    position.take_back(back);
}

void count(Position& position, std::span<const std::uint8_t> draws, int depth, const StopToken* stop, Perft& sum) {
    Move moves[ALL_TILES * TILES];
    const int legal = position.legal_moves(moves);
    for (int i = 0; i < legal && !stopped(stop); ++i) follow(position, moves[i], draws, depth, stop, sum);
}

}  // namespace

Perft perft(const Position& position, std::span<const std::uint8_t> draws, int depth, unsigned threads, const StopToken* stop) {
    if (depth <= 0) return Perft{1, 0, 0, 0};
    Move moves[ALL_TILES * TILES];
    const auto legal = static_cast<std::uint64_t>(position.legal_moves(moves));
    return sum_over_pieces<Perft>(legal, threads, stop, [&](Perft& sum, std::uint64_t piece) {
        Position own = position;
        follow(own, moves[piece], draws, depth, stop, sum);
    });
}

}  // namespace indigo
