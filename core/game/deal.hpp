// A whole game: a position, and the tiles that are going to be drawn, which no player sees.
#pragma once

#include <array>
#include <utility>

#include "game/position.hpp"
#include "support/random.hpp"

namespace indigo {

struct DealtGame {
    Position position;
    std::array<std::uint8_t, ALL_TILES> stacks;  // the tiles in the order in which they are drawn, kinds from 0
    std::uint8_t drawn = 0;

    DealtGame() = default;
    // Shuffle the tiles and deal *hand_size* to everybody.
    DealtGame(unsigned layout, unsigned hand_size, Random& random) : position(undealt(layout)) {
        unsigned count = 0;
        for (unsigned kind = 0; kind < KINDS; ++kind)
            for (unsigned copy = 0; copy < COPIES[kind]; ++copy) stacks[count++] = static_cast<std::uint8_t>(kind);
        for (unsigned left = count; left > 1; --left) std::swap(stacks[left - 1], stacks[random.below(left)]);
        for (unsigned who = 0; who < PLAYERS[layout]; ++who)
            for (unsigned tile = 0; tile < hand_size; ++tile) position.draw(who, stacks[drawn++]);
    }

    // Take a turn, and draw if there is anything to draw. *move* must be legal.
    void play(Move move) {
        const bool draws = position.stack > 0;
        position.play(move, draws ? stacks[drawn] : NO_DRAW);
        drawn = static_cast<std::uint8_t>(drawn + draws);
    }
};

}  // namespace indigo
