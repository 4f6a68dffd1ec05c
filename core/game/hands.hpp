// What players hold, as one of them knows it: the tiles that are known, and draws from all that are unseen.
#pragma once

#include <algorithm>
#include <array>

#include "game/position.hpp"

namespace indigo {

// What player *who* sees of *position*: the tiles of all others are unknown.
Position seen_by(const Position& position, unsigned who);

// The kinds that player *who* may hold, one bit a kind.
inline unsigned possible_kinds(const Position& position, unsigned who) {
    unsigned kinds = 0;
    for (unsigned kind = 0; kind < KINDS; ++kind)
        if (position.hands[who][kind] || (position.hands[who][UNKNOWN] && position.unseen[kind])) kinds |= 1u << kind;
    return kinds;
}

// A player who holds several kinds plays the one worth most. Call `see(kind, chance)` with the chance that this is *kind*,
// for every kind with a chance; `value[kind]` is what each is worth to player *who*.
template <class See>
void for_each_choice(const Position& position, unsigned who, const float* value, See see) {
    const std::uint8_t* hand = position.hands[who];
    std::array<unsigned, KINDS> order{};
    const unsigned possible = possible_kinds(position, who);
    unsigned kinds = 0;
    int unseen = 0;
    for (unsigned kind = 0; kind < KINDS; ++kind) {
        unseen += position.unseen[kind];
        if (!(possible >> kind & 1)) continue;
        unsigned place = kinds++;
        for (; place > 0 && value[order[place - 1]] < value[kind]; --place) order[place] = order[place - 1];
        order[place] = kind;
    }
    float none_better = 1;  // the chance that none of the kinds above is held
    int left = unseen;
    for (unsigned i = 0; i < kinds; ++i) {
        const unsigned kind = order[i];
        if (hand[kind]) {
            see(kind, none_better);
            return;
        }
        left -= position.unseen[kind];
        float none = 1;  // all unknown tiles are among those left
        for (int tile = 0; tile < hand[UNKNOWN]; ++tile)
            none *= static_cast<float>(std::max(0, left - tile)) / static_cast<float>(unseen - tile);
        if (none_better > none) see(kind, none_better - none);
        none_better = none;
    }
}

}  // namespace indigo
