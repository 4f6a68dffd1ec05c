// The end of the game, exactly: everybody plays for the best chance to win, and unseen tiles are chance.
//
// With one tile in hand this is the truth: a hidden tile is as likely as a draw from all that are unseen. With two it is
// nearly so: what a player keeps from one turn to the next is taken as drawn anew.
#pragma once

#include <unordered_map>
#include <vector>

#include "bot.hpp"

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
    bool complete = true;  // false when it was stopped or ran out of its budget: then nothing else counts
};

class Solver {
  public:
    explicit Solver(Spending& spending) : spending(spending) {}

    Solution solve(const Position& position);
    // What is to be expected before the player to move looks at an unknown hand. Incomplete if `gave_up`.
    Values expect(Position& position);
    bool gave_up = false;

  private:
    static constexpr std::size_t MOST_REMEMBERED = 4'000'000;  // positions, some 200 MB

    Spending& spending;
    std::unordered_map<std::uint64_t, Values> known;
};

}  // namespace indigo
