#include "game/hands.hpp"

namespace indigo {

Position seen_by(const Position& position, unsigned who) {
    Position view = position;
    for (unsigned other = 0; other < PLAYERS[position.layout]; ++other) {
        if (other == who) continue;
        for (unsigned kind = 0; kind < KINDS; ++kind) {
            view.unseen[kind] = static_cast<std::uint8_t>(view.unseen[kind] + view.hands[other][kind]);
            view.hands[other][UNKNOWN] = static_cast<std::uint8_t>(view.hands[other][UNKNOWN] + view.hands[other][kind]);
            view.hands[other][kind] = 0;
        }
    }
    return view;
}

}  // namespace indigo
