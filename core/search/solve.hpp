// The end of the game, exactly: everybody plays for the best chance to win, and unseen tiles are chance.
//
// With one tile in hand this is the truth: a hidden tile is as likely as a draw from all that are unseen. With two it is
// nearly so: what a player keeps from one turn to the next is taken as drawn anew.
#pragma once

#include <span>
#include <vector>

#include "search/duel.hpp"
#include "search/thought.hpp"

namespace indigo {

// The chances to win with best play after each legal move, best for the player to move first.
struct Solution {
    struct Answer {
        Move move;
        Values chances;
    };
    Values chances{};
    std::vector<Answer> moves;
    std::uint64_t nodes = 0;
    bool complete = true;  // false when it was stopped or ran out of its budget: then only some moves were looked at
};

class Solver {
  public:
    explicit Solver(Spending& spending) : spending(spending), duel(spending, gave_up) {}
    Solver(const Solver&) = delete;  // the duel knows where to give up

    // With *all*, every move's chances are exact; without, only the best move's, and the others are at most what is said. That
    // is much quicker between two players with a tile each. Moves in *first* are looked at first. What was found out stays
    // known: whoever asks again, with more to spend, comes further.
    Solution solve(const Position& position, bool all = true, std::span<const Move> first = {});
    // What is to be expected before the player to move looks at an unknown hand. Incomplete if `gave_up`.
    Values expect(Position& position);
    bool gave_up = false;

  private:
    static constexpr std::size_t MOST_BYTES = 96 << 20;

    Spending& spending;
    Duel duel;
    Memory<Values, MOST_BYTES> known;
};

}  // namespace indigo
