#include "match.hpp"

#include <numeric>

namespace indigo {

GameResult play_game(unsigned layout, unsigned hand_size, std::span<const Entrant> seats, std::uint64_t seed, const StopToken* stop) {
    Random random(scramble(seed));
    std::array<std::uint8_t, ALL_TILES> stacks;
    unsigned count = 0;
    for (unsigned kind = 0; kind < KINDS; ++kind)
        for (unsigned copy = 0; copy < COPIES[kind]; ++copy) stacks[count++] = static_cast<std::uint8_t>(kind);
    for (unsigned i = count; i > 1; --i) std::swap(stacks[i - 1], stacks[random.below(i)]);

    Position position = undealt(layout);
    unsigned drawn = 0;
    for (unsigned who = 0; who < PLAYERS[layout]; ++who)
        for (unsigned tile = 0; tile < hand_size; ++tile) position.draw(who, stacks[drawn++]);
    GameResult result;
    for (unsigned turn = 0; !position.over() && !stopped(stop); ++turn) {
        const unsigned who = position.player;
        const Entrant& entrant = seats[who];
        const Thought thought = entrant.bot->think(seen_by(position, who), entrant.budget, scramble(seed + turn), stop);
        result.seconds[who] += thought.seconds;
        ++result.moves[who];
        const bool draws = position.stack > 0;
        position.play(thought.move, draws ? stacks[drawn] : NO_DRAW);
        drawn += draws;
    }
    result.winners = position.winners();
    std::copy(position.won, position.won + MAX_PLAYERS, result.won.begin());
    return result;
}

}  // namespace indigo
