// What every bot is: somebody who looks at a position as one seat sees it and answers with a move and its reasons.
#pragma once

#include <cstdint>

#include "search/thought.hpp"

namespace indigo {

class Bot {
  public:
    virtual ~Bot() = default;
    // *view* is a position as the player to move sees it. On one thread the same view,
    // budget of nodes and seed give the same thought.
    virtual Thought think(const Position& view, const Budget& budget, std::uint64_t seed, const StopToken* stop) const = 0;
};

}  // namespace indigo
