// Somebody who is still learning the game: sees some of the gems, thinks well about those, and overlooks the rest.
#pragma once

#include "bots/bot.hpp"

namespace indigo {

// What a learner is able to.
struct Habits {
    float notice;  // the chance to notice a gem, for each gem and turn anew
    float care;    // how much it minds what others get, from 0 (not at all) to 1
};

class LearnerBot : public Bot {
  public:
    explicit LearnerBot(const Habits& habits) : habits(habits) {}
    Thought think(const Position& view, const Budget& budget, std::uint64_t seed, const StopToken* stop) const override;

  private:
    Habits habits;
};

}  // namespace indigo
