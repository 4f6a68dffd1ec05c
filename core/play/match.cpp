#include "play/match.hpp"

#include "game/deal.hpp"
#include "game/hands.hpp"

namespace indigo {

GameResult play_game(unsigned layout, unsigned hand_size, std::span<const Entrant> seats, std::uint64_t seed, const StopToken* stop) {
    Random random(scramble(seed));
    DealtGame game(layout, hand_size, random);
    const Position& position = game.position;
    GameResult result;
    for (unsigned turn = 0; !position.over() && !stopped(stop); ++turn) {
        const unsigned who = position.player;
        const Entrant& entrant = seats[who];
        const Thought thought = entrant.bot->think(seen_by(position, who), entrant.budget, scramble(seed + turn), stop);
        result.seconds[who] += thought.seconds;
        ++result.moves[who];
        game.play(thought.move);
    }
    if (position.over()) result.winners = position.winners();
    std::copy(position.won, position.won + MAX_PLAYERS, result.won.begin());
    return result;
}

}  // namespace indigo
