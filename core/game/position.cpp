#include "game/position.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>

namespace indigo {

Board opening(unsigned layout) {
    Board board{};
    for (unsigned port = 0; port < PORT_SLOTS; ++port) board.run[port] = FAR_AT_START[port];
    for (unsigned arrow = 0; arrow < ARROWS; ++arrow) {
        const unsigned gem = arrow < 6 ? AMBER : EMERALD;
        board.run[ARROW_PORTS[arrow]] = static_cast<std::uint16_t>(ARROW_PORTS[arrow] | gem << 8);
    }
    std::memset(board.tile, NO_TILE, sizeof board.tile);
    board.empty = OPEN_MASK;
    board.gems = ARROWS;
    board.layout = static_cast<std::uint8_t>(layout);
    return board;
}

Position undealt(unsigned layout) {
    Position position{};
    static_cast<Board&>(position) = opening(layout);
    for (int kind = 0; kind < KINDS; ++kind) position.unseen[kind] = COPIES[kind];
    position.stack = ALL_TILES;
    return position;
}

namespace {

void require(bool holds, const std::string& complaint) {
    if (!holds) throw std::invalid_argument(complaint);
}

// Lay the tiles of a board from outside, whose gems are already where they belong.
void lay_tiles(Position& position, const Description& description) {
    for (unsigned port = 0; port < PORT_SLOTS; ++port) position.run[port] = FAR_AT_START[port];
    position.gems = 0;
    for (unsigned cell = 0; cell < CELLS; ++cell) {
        const unsigned tile = description.tiles[cell];
        if (tile == NO_TILE) continue;
        require(tile < TILES, "tiles: no tile " + std::to_string(tile));
        require(LEGAL[cell] >> tile & 1, "tiles: tile " + std::to_string(tile) + " may not lie on cell " + std::to_string(cell));
        position.tile[cell] = static_cast<std::uint8_t>(tile);
        position.empty &= ~bit(cell);
        position.board_key ^= detail::TILE_KEYS[16 * cell + tile];
        const std::uint8_t* ports = ROUTE_PORTS[16 * cell + tile];
        for (int route = 0; route < 6; route += 2) {
            const unsigned far_a = position.run[ports[route]], far_b = position.run[ports[route + 1]];
            position.run[far_a] = static_cast<std::uint16_t>(far_b);
            position.run[far_b] = static_cast<std::uint16_t>(far_a);
        }
        require(position.unseen[KIND_OF[tile]] > 0, "tiles: more of kind " + std::to_string(KIND_OF[tile]) + " than there are");
        --position.unseen[KIND_OF[tile]];
    }
}

void put_gems(Position& position, const Description& description) {
    auto put = [&](unsigned port, unsigned gem) {
        position.run[port] = static_cast<std::uint16_t>(position.far(port) | gem << 8);
        ++position.gems;
    };
    for (unsigned arrow = 0; arrow < ARROWS; ++arrow)
        if (position.empty & bit(ARROW_FRONTS[arrow])) put(ARROW_PORTS[arrow], arrow < 6 ? AMBER : EMERALD);
    bool sapphire = false;
    for (unsigned port = 0; port < PORTS; ++port) {
        const unsigned gem = description.gems[port];
        if (gem == NO_GEM) continue;
        const std::string where = "gems: at port " + std::to_string(port);
        require(gem <= SAPPHIRE, where + " there is no such gem");
        require(position.front_cell(port) != NO_CELL && GATEWAY_AT[port] == NO_GATEWAY && position.gem(port) == NO_GEM,
                where + " no gem can rest");
        bool from_arrow = false;
        for (unsigned arrow = 0; arrow < ARROWS; ++arrow)
            if (ARROW_PORTS[arrow] == position.far(port) && !(position.empty & bit(ARROW_FRONTS[arrow])))
                from_arrow = (gem == AMBER) == (arrow < 6);
        require(from_arrow, where + " the route comes from no treasure of this gem");
        if (gem == SAPPHIRE) {
            require(!sapphire && (position.empty & RING_MASK) == 0, where + " the sapphire cannot be: it is one, and the last to set out");
            sapphire = true;
        }
        put(port, gem);
    }
    // Every gem that has set out is at rest where its run ends, or has left there, or has met another.
    for (unsigned arrow = 0; arrow < ARROWS; ++arrow) {
        if (position.empty & bit(ARROW_FRONTS[arrow])) continue;
        const unsigned end = position.far(ARROW_PORTS[arrow]);
        const bool met = std::find(std::begin(ARROW_PORTS), std::end(ARROW_PORTS), end) != std::end(ARROW_PORTS);
        require(met || GATEWAY_AT[end] != NO_GATEWAY || position.gem(end) != NO_GEM, "gems: one is missing at port " + std::to_string(end));
    }
}

}  // namespace

Position set_up(const Description& description) {
    require(description.layout < LAYOUTS, "layout: there is none of this number");
    Position position = undealt(description.layout);
    lay_tiles(position, description);
    put_gems(position, description);
    require(description.player < position.players(), "player: there is none of this number");
    position.player = description.player;
    position.stack = 0;
    for (int kind = 0; kind < KINDS; ++kind) position.stack = static_cast<std::uint8_t>(position.stack + position.unseen[kind]);
    for (int who = 0; who < position.players(); ++who) {
        for (int kind = 0; kind <= KINDS; ++kind) {
            const std::uint8_t held = description.hands[static_cast<unsigned>(who)][static_cast<unsigned>(kind)];
            require(held <= position.stack && (kind == KINDS || held <= position.unseen[kind]), "hands: more tiles than there are");
            position.hands[who][kind] = held;
            position.stack = static_cast<std::uint8_t>(position.stack - held);
            if (kind < KINDS) position.unseen[kind] = static_cast<std::uint8_t>(position.unseen[kind] - held);
        }
        for (Gem gem = AMBER; gem <= SAPPHIRE; ++gem) {
            const unsigned count = description.won[static_cast<unsigned>(who)][gem - 1u];
            require(count <= static_cast<unsigned>(GEMS_OF[gem]), "won: more gems than there are");
            position.won[who] += count * WORTH[gem];
        }
    }
    return position;
}

Description describe(const Position& position) {
    Description description;
    description.layout = position.layout;
    description.player = position.player;
    std::memcpy(description.tiles.data(), position.tile, CELLS);
    for (unsigned port = 0; port < PORTS; ++port) description.gems[port] = position.gem(port);
    for (unsigned arrow = 0; arrow < ARROWS; ++arrow)  // these have not left their treasure tile
        if (position.empty & bit(ARROW_FRONTS[arrow])) description.gems[ARROW_PORTS[arrow]] = NO_GEM;
    for (unsigned who = 0; who < static_cast<unsigned>(position.players()); ++who) {
        std::memcpy(description.hands[who].data(), position.hands[who], 6);
        for (Gem gem = AMBER; gem <= SAPPHIRE; ++gem)
            description.won[who][gem - 1u] = static_cast<std::uint8_t>(gems_won(position.won[who], gem));
    }
    return description;
}

}  // namespace indigo
