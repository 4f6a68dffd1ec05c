// The strongest bot: sweeps in a tree of moves and chances.
#pragma once

#include "bot.hpp"

namespace indigo {

struct SearchPlan {
    // Fillings in a sweep, and replies looked into for each kind of tile, by plies below the root.
    std::array<unsigned, 8> fillings{2000, 300, 100, 100, 300, 200, 100, 100};
    std::array<unsigned, 8> width{24, 2, 1, 1, 1, 1, 1, 1};
    int depth = 2;
    unsigned second_width = 8;  // moves that get the full depth
};

class SearchBot : public Bot {
  public:
    explicit SearchBot(const SearchPlan& plan = {}) : plan(plan) {}
    Thought think(const Position& view, const Budget& budget, std::uint64_t seed, const StopToken* stop) const override;

  private:
    SearchPlan plan;
};

}  // namespace indigo
