// Who gets what at the end of a game: one number a player.
#pragma once

#include <algorithm>
#include <array>

#include "game/position.hpp"

namespace indigo {

// One number a player.
using Values = std::array<float, MAX_PLAYERS>;

// The same chance to win for everybody.
inline Values even_chances(unsigned players) {
    Values chances{};
    std::fill_n(chances.begin(), players, 1.0f / static_cast<float>(players));
    return chances;
}

}  // namespace indigo
