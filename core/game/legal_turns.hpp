// The turns in which a tile may lie on a cell, laid out so that one random number picks any of them fairly.
#pragma once

#include <array>
#include <cstdint>

#include "game/position.hpp"

namespace indigo {

// Cells whose tiles may lie in the same turns: those of one gateway, and all inner ones.
inline constexpr int INNER_EDGE = GATEWAYS, EDGES = GATEWAYS + 1;
inline constexpr int TURN_SLOTS = 30;  // divisible by every possible number of legal turns: 1, 2, 3, 5, 6

namespace detail {

constexpr auto make_edges() {
    std::array<std::uint8_t, CELL_SLOTS> edges{};
    edges.fill(INNER_EDGE);
    for (unsigned cell = 0; cell < CELLS; ++cell)
        for (unsigned side = 0; side < SIDES; ++side)
            if (BORDER_MASK & bit(cell) && GATEWAY_AT[PORT_AT[cell][side]] != NO_GATEWAY)
                edges[cell] = GATEWAY_AT[PORT_AT[cell][side]];
    return edges;
}

constexpr auto make_turned(const std::array<std::uint8_t, CELL_SLOTS>& edges) {
    std::array<std::array<std::array<std::uint8_t, 32>, KINDS>, EDGES> turned{};
    for (unsigned cell = 0; cell < CELLS; ++cell) {
        if (LEGAL[cell] == 0) continue;
        for (unsigned kind = 0; kind < KINDS; ++kind) {
            std::array<std::uint8_t, 6> legal{};
            unsigned count = 0;
            for (unsigned tile = 0; tile < TILES; ++tile)
                if (KIND_OF[tile] == kind && LEGAL[cell] >> tile & 1) legal[count++] = static_cast<std::uint8_t>(tile);
            for (unsigned slot = 0; slot < TURN_SLOTS; ++slot) turned[edges[cell]][kind][slot] = legal[slot % count];
        }
    }
    return turned;
}

}  // namespace detail

inline constexpr auto EDGE_OF = detail::make_edges();

// TURNED[edge][kind][slot]: a tile of this kind; a random slot below TURN_SLOTS makes every legal turn equally likely.
inline constexpr auto TURNED = detail::make_turned(EDGE_OF);

}  // namespace indigo
