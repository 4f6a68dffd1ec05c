// The strongest bot: sweeps in a tree of moves and chances, deeper for fewer and fewer moves, exact at the end.
#pragma once

#include "bot.hpp"
#include "model.hpp"

namespace indigo {

// How the search spends its fillings. A ply is a turn after one of the root's moves.
struct SearchPlan {
    unsigned root_fillings = 4000;
    std::array<unsigned, 8> fillings{600, 250, 120, 80, 60, 60, 60, 60};  // in a sweep, by ply
    std::array<unsigned, 8> replies{2, 1, 1, 1, 1, 1, 1, 1};              // looked into for each kind of tile, by ply
    std::array<unsigned, 9> moves{24, 24, 8, 5, 3, 3, 2, 2, 2};           // of the root looked at, by depth
    int deepest = 8;
    float clear = 0.12f;       // a lead over the second best so large that thinking on is not worth it
    int solve_root = 8;        // empty cells with which the end is solved from the root, if there is time,
    int solve_node = 5;        // and anywhere in the tree
    int late_cells = 0;        // empty cells with which few moves are left, so that more of them are looked into
    unsigned root_judged = 32;                                 // moves of the root that a model judges, if there is one,
    std::array<unsigned, 8> judged{6, 4, 4, 4, 4, 4, 4, 4};    // and for each kind of tile, by ply
};

class SearchBot : public Bot {
  public:
    // With a *model*, which must outlive the bot, it judges the moves that fillings find best.
    explicit SearchBot(const SearchPlan& plan = {}, const Model* model = nullptr) : plan(plan), model(model) {}
    Thought think(const Position& view, const Budget& budget, std::uint64_t seed, const StopToken* stop) const override;

  private:
    SearchPlan plan;
    const Model* model;
};

}  // namespace indigo
