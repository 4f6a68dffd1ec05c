// The end of a game of two who hold a tile each. What one wins the other does not, so most replies need not be looked at to
// the end: it is enough to know that a move is not better than another. This is alpha-beta, with chance nodes as Ballard's
// Star2, on bounds: of every position it is known at least how good and at most how good it is.
#pragma once

#include "search/thought.hpp"
#include "search/transposition.hpp"

namespace indigo {

class Duel {
  public:
    // A chance to win, counted in whole parts: of a position with so many unseen tiles, `whole` is all. Every chance is a
    // whole number of such parts, so nothing is ever rounded.
    using Share = std::int64_t;
    struct Bounds {
        Share low, high;
    };

    // *gave_up* becomes true when all is spent; what is said then does not count.
    Duel(Spending& spending, bool& gave_up) : spending(spending), gave_up(gave_up) {}

    // Count a position that is looked into; false when all is spent.
    bool spend_one();

    // Whether this is such a game, and near enough to its end.
    static bool fits(const Position& position);
    static Share whole(const Position& position);

    // The chance of the player to move, exact if it is between *low* and *high*; if not, as much as it takes to know that.
    Bounds chance(Position& position, Share low, Share high);

    static constexpr int MOST_UNSEEN = 12;  // so that a share takes no more than 32 bits

  private:
    static constexpr std::size_t MOST_BYTES = 64 << 20;

    struct Remembered {
        std::uint32_t low, high;
    };
    struct Sight;
    struct Prospect;
    struct Child;
    struct Kind;
    class Node;

    Bounds recall(std::uint64_t key, Bounds bounds) const;
    Bounds search(Position& position, std::uint64_t key, Bounds bounds, Share low, Share high);
    std::size_t list(Node& node, Kind& kind, std::size_t first);
    void look_into(Node& node, Kind& kind, std::size_t most, Share low, Share high);

    // How often a move of player *who* was the best so far: what is good in one position often is in others.
    std::uint64_t& merit(unsigned who, Move move) { return merits[(CELL_SLOTS * who + move.cell) * 16 + move.tile]; }

    Spending& spending;
    bool& gave_up;
    std::array<std::uint64_t, 2 * CELL_SLOTS * 16> merits{};
    Memory<Remembered, MOST_BYTES> memory;
};

}  // namespace indigo
