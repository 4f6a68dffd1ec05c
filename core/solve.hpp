// The end of the game, exactly: everybody plays for the best chance to win, and unseen tiles are chance.
//
// With one tile in hand this is the truth: a hidden tile is as likely as a draw from all that are unseen. With two it is
// nearly so: what a player keeps from one turn to the next is taken as drawn anew.
#pragma once

#include <span>
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

    // With *all*, every move's chances are exact; without, only the best move's, and the others are at most what is said. That
    // is much quicker between two players with a tile each. Moves in *first* are looked at first.
    Solution solve(const Position& position, bool all = true, std::span<const Move> first = {});
    // What is to be expected before the player to move looks at an unknown hand. Incomplete if `gave_up`.
    Values expect(Position& position);
    bool gave_up = false;

  private:
    static constexpr std::size_t MOST_REMEMBERED = 4'000'000;  // positions, some 200 MB

    // Between two players who hold a tile each, what one wins the other does not, and most replies need not be looked at to the
    // end: it is enough to know that a move is not better than another (alpha-beta, with chance nodes as Ballard's Star1).
    struct Bounds {
        float low = 0, high = 1;
    };
    // The chance of the player to move. Only between *low* and *high* it is exact: below, at most; above, at least.
    float chance(Position& position, float low, float high);
    float best_of_kind(Position& position, unsigned kind, float low, float high);
    Bounds bounds_of(const Position& position, std::uint64_t& key) const;
    bool spend_one();
    bool has_room() const { return known.size() + bounded.size() < MOST_REMEMBERED; }

    Spending& spending;
    std::unordered_map<std::uint64_t, Values> known;
    std::unordered_map<std::uint64_t, Bounds> bounded;
};

}  // namespace indigo
