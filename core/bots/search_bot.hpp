// The strongest bot: sweeps in a tree of moves and chances, deeper for fewer and fewer moves, exact at the end.
#pragma once

#include "bots/bot.hpp"
#include "eval/model.hpp"
#include "search/plan.hpp"

namespace indigo {

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
