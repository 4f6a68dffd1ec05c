// Where gems end if the rest of the board were filled at random, without a single playout.
//
// A gem about to enter an empty cell by a side is a walker: the tile that will lie there takes it to another side with
// known chances, finished runs are shortcuts, and gateways and other gems end the walk. The chances of each end solve a
// system of linear equations, one for each (empty cell, side), here by sweeps over it.
// It takes gems as independent of each other, and a walker that comes back to a cell as finding a new tile there.
#pragma once

#include <array>

#include "eval/playout.hpp"
#include "game/outcome.hpp"
#include "game/position.hpp"

namespace indigo {

class Absorption {
  public:
    // The chances of each gateway.
    using Ends = std::array<float, 8>;

    Absorption();

    // Solve for *board*. Starts from the last solution, so that after one more tile few sweeps are enough.
    void solve(const Board& board, int sweeps);
    // The same where the last solution was for the board before a tile was laid on *cell*.
    void solve_after(const Board& board, unsigned cell, int sweeps);

    // The chances of a gem that enters the empty *cell* by *side*.
    const Ends& ends(unsigned cell, unsigned side) const { return table[8 * cell + side]; }
    // The chances of a gem that leaves the empty *cell* by *side*, on the board that was solved last.
    const Ends& beyond(unsigned cell, unsigned side) const { return table[leads_to(cell, side)]; }
    // Where it stands then: before another tile as 8 * cell + side, or at an end: GATEWAY_END and above, or NOWHERE if it
    // meets another gem.
    unsigned leads_to(unsigned cell, unsigned side) const { return onward[8 * cell + side]; }
    static constexpr std::uint16_t GATEWAY_END = 8 * CELL_SLOTS, NOWHERE = GATEWAY_END + GATEWAYS, PLACES = NOWHERE + 1;

    // Each player's chance to win and expected points, gems taken as independent.
    Values points(const Board& board) const;
    Values chances(const Board& board) const;

  private:
    void find_way(const Board& board, unsigned cell, unsigned side);
    void sweep(const Board& board, int sweeps);

    alignas(64) std::array<Ends, PLACES> table;
    std::array<std::uint16_t, 8 * CELL_SLOTS> onward{};  // leaving (cell, side)
};

}  // namespace indigo
