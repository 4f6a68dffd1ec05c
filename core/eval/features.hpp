// What the model sees of a position: for each player each gem's ways on, and each player's standing.
//
// Everything is said from the view of one player after another ("mine", "somebody else's"), and every gem's ways from the
// gem's own direction, so nothing depends on seats, colours or where on the board something happens. See docs/learning.md.
#pragma once

#include <array>
#include <cstdint>

#include "eval/absorption.hpp"
#include "eval/reach.hpp"
#include "game/outcome.hpp"
#include "game/position.hpp"

namespace indigo {

// What is expected of a position: by random fillings, and how many there were, or by those who know better.
struct Guess {
    Values chances{}, points{};
    unsigned fillings = 0;
};

inline constexpr unsigned WAYS = SIDES - 1;              // a gem leaves its next tile by one of these sides
inline constexpr unsigned WAY_FEATURES = 8;              // see features.cpp
inline constexpr unsigned GEM_FEATURES = WAYS * WAY_FEATURES + 16;
inline constexpr unsigned PLAYER_FEATURES = 39;

struct Features {
    // By player and gem, in units of 1/255; rows of gems that are gone are left out.
    alignas(64) std::array<std::array<std::array<std::uint8_t, GEM_FEATURES>, ARROWS>, MAX_PLAYERS> gems;
    std::array<std::array<float, PLAYER_FEATURES>, MAX_PLAYERS> players;
    unsigned gem_count;
    unsigned player_count;
};

// What is known of where gems may end; solved anew after every tile, starting from what was known before it.
struct Outlook {
    Absorption absorption;
    Reach reach;

    void solve(const Board& board, int sweeps) {
        absorption.solve(board, sweeps);
        reach.solve(board, absorption, sweeps);
    }
    // The same after a tile was laid on *cell* of the board that was solved last.
    void solve_after(const Board& board, unsigned cell, int sweeps) {
        absorption.solve_after(board, cell, sweeps);
        reach.solve(board, absorption, sweeps);
    }
};

// Write what is to be seen of *position*, for which *outlook* must have been solved.
void look(const Position& position, const Outlook& outlook, const Guess& guess, Features& features);

}  // namespace indigo
