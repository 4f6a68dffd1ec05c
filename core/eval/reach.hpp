// How near each player is to bringing a gem home, if that player alone laid every tile before it.
//
// A gem about to enter an empty cell by a side is worth 1 to a player at a gateway of that player's, nothing at any other end,
// and before a tile the mean over the kinds it may be of the best turn's worth, less a part for every tile it still takes.
#pragma once

#include <array>

#include "eval/absorption.hpp"
#include "game/position.hpp"

namespace indigo {

class Reach {
  public:
    using Worths = std::array<float, MAX_PLAYERS>;

    Reach() {
        for (auto& of_player : table) of_player.fill(0);
    }

    // Solve for *board*, for which *absorption* must have been solved. Starts from the last solution.
    void solve(const Board& board, const Absorption& absorption, int sweeps);

    // To player *who*, of a gem at a place that `Absorption::leads_to` gives: 8 * cell + side before a tile, or an end.
    float worth(unsigned who, unsigned place) const { return table[who][place]; }

  private:
    // By player and place. A cell's last two places are never stood on.
    alignas(32) std::array<std::array<float, Absorption::PLACES + 1>, MAX_PLAYERS> table;
};

}  // namespace indigo
