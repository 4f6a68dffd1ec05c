// How near each player is to bringing a gem home, if that player alone laid every tile before it.
//
// A gem about to enter an empty cell by a side is worth 1 to a player at a gateway of that player's, nothing at any other end,
// and before a tile the mean over the kinds it may be of the best turn's worth, less a part for every tile it still takes.
#pragma once

#include <array>

#include "absorption.hpp"
#include "position.hpp"

namespace indigo {

class Reach {
  public:
    using Worths = std::array<float, MAX_PLAYERS>;

    Reach() { table.fill({}); }

    // Solve for *board*, for which *absorption* must have been solved. Starts from the last solution.
    void solve(const Board& board, const Absorption& absorption, int sweeps);

    // Of a gem that enters the empty *cell* by *side*, to each player.
    const Worths& worths(unsigned cell, unsigned side) const { return table[8 * cell + side]; }
    // Of a gem that leaves the empty *cell* by *side*.
    const Worths& beyond(const Absorption& absorption, unsigned cell, unsigned side) const {
        return table[absorption.leads_to(cell, side)];
    }

  private:
    alignas(64) std::array<Worths, Absorption::PLACES> table;
};

}  // namespace indigo
