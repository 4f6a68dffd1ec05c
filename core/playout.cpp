#include "playout.hpp"

#include <utility>

namespace indigo {

namespace {

// Cells whose tiles may lie in the same turns: those of one gateway, and all inner ones.
constexpr int INNER = GATEWAYS, EDGES = GATEWAYS + 1;
constexpr int TURN_SLOTS = 30;  // divisible by every possible number of legal turns: 1, 2, 3, 5, 6

constexpr auto make_edges() {
    std::array<std::uint8_t, CELL_SLOTS> edges{};
    edges.fill(INNER);
    for (unsigned cell = 0; cell < CELLS; ++cell)
        for (unsigned side = 0; side < SIDES; ++side)
            if (BORDER_MASK & bit(cell) && GATEWAY_AT[PORT_AT[cell][side]] != NO_GATEWAY)
                edges[cell] = GATEWAY_AT[PORT_AT[cell][side]];
    return edges;
}
constexpr auto EDGE = make_edges();

// TURNED[edge][kind][slot]: a tile of this kind; a random slot makes every legal turn equally likely.
constexpr auto make_turned() {
    std::array<std::array<std::array<std::uint8_t, 32>, KINDS>, EDGES> turned{};
    for (unsigned cell = 0; cell < CELLS; ++cell) {
        if (LEGAL[cell] == 0) continue;
        for (unsigned kind = 0; kind < KINDS; ++kind) {
            std::array<std::uint8_t, 6> legal{};
            unsigned count = 0;
            for (unsigned tile = 0; tile < TILES; ++tile)
                if (KIND_OF[tile] == kind && LEGAL[cell] >> tile & 1) legal[count++] = static_cast<std::uint8_t>(tile);
            for (unsigned slot = 0; slot < TURN_SLOTS; ++slot) turned[EDGE[cell]][kind][slot] = legal[slot % count];
        }
    }
    return turned;
}
constexpr auto TURNED = make_turned();

}  // namespace

Bag tiles_left(const Board& board) {
    Bag bag{};
    for (unsigned kind = 0; kind < KINDS; ++kind) bag[kind] = COPIES[kind];
    for (std::uint64_t laid = OPEN_MASK & ~board.empty; laid; laid &= laid - 1)
        --bag[KIND_OF[board.tile[std::countr_zero(laid)]]];
    return bag;
}

int random_game(Board& board, Random& random) {
    std::uint8_t tiles[64];
    unsigned count = 0;
    const Bag bag = tiles_left(board);
    for (unsigned kind = 0; kind < KINDS; ++kind)
        for (unsigned copy = 0; copy < bag[kind]; ++copy) tiles[count++] = static_cast<std::uint8_t>(kind);
    std::uint8_t cells[64];
    unsigned empties = 0;
    for (std::uint64_t empty = board.empty; empty; empty &= empty - 1)
        cells[empties++] = static_cast<std::uint8_t>(std::countr_zero(empty));
    int placed = 0;
    while (!board.over()) {
        const unsigned chosen = random.below(count);
        const unsigned kind = tiles[chosen];
        tiles[chosen] = tiles[--count];
        // Any cell and any turn, again if that is not legal: so every legal placement is equally likely.
        unsigned where, cell, tile;
        do {
            const std::uint64_t bits = random.next();
            where = Random::scale(static_cast<std::uint32_t>(bits >> 32), empties);
            cell = cells[where];
            tile = FIRST_TILE[kind] + Random::scale(static_cast<std::uint32_t>(bits), TURNS[kind]);
        } while (!(LEGAL[cell] >> tile & 1));
        cells[where] = cells[--empties];
        board.lay_for_good(cell, tile);
        ++placed;
    }
    return placed;
}

Filling::Filling(const Board& board, const Bag& bag) {
    layout = board.layout;
    for (unsigned who = 0; who < MAX_PLAYERS; ++who) won[who] = board.won[who];
    for (unsigned kind = 0; kind < KINDS; ++kind)
        for (unsigned copy = 0; copy < bag[kind]; ++copy) tiles[tile_count++] = static_cast<std::uint8_t>(kind);
    std::array<std::uint8_t, PORT_SLOTS> gem_at{};
    auto enter = [&](unsigned port, unsigned cell) {
        return static_cast<std::uint16_t>(8 * cell + Board::side_of(port, cell));
    };
    for (unsigned port = 0; port < PORTS; ++port) {
        const unsigned front = board.front_cell(port);
        if (board.gem(port) == NO_GEM || front == NO_CELL) continue;
        const bool on_centre = board.far(port) == port && RING_MASK & bit(front) && ARROW_PORT_OF_FRONT[front] == port;
        if (on_centre) in_centre[centre_count++] = static_cast<std::uint8_t>(gem_count);
        entry[gem_count] = enter(port, front);
        gem_ends[gem_count] = {static_cast<std::uint8_t>(port), board.gem(port), OUT};
        gem_at[port] = static_cast<std::uint8_t>(++gem_count);
    }
    for (std::uint64_t empty = board.empty; empty; empty &= empty - 1) {
        const unsigned cell = static_cast<unsigned>(std::countr_zero(empty));
        for (unsigned side = 0; side < SIDES; ++side) {
            const unsigned out = PORT_AT[cell][side], port = board.far(out);
            std::uint16_t& next = onward[8 * cell + side];
            if (gem_at[out]) {
                next = static_cast<std::uint16_t>(GEM_END + gem_at[out] - 1u);
            } else if (GATEWAY_AT[port] != NO_GATEWAY) {
                next = static_cast<std::uint16_t>(GATEWAY_END + GATEWAY_AT[port]);
            } else {
                // A run of no length ends where it began, but on the other side of the port.
                const unsigned first = PORT_CELLS[port][0], second = PORT_CELLS[port][1];
                const unsigned ahead = port == out ? (first == cell ? second : first) : board.front_cell(port);
                next = enter(port, ahead);
            }
        }
    }
}

Outcome Filling::fill(Random& random) {
    std::array<std::uint8_t, CELL_SLOTS> tile;
    tile.fill(NO_TILE);
    unsigned left = tile_count;
    unsigned walked = 0;
    Outcome outcome;
    std::memcpy(outcome.won, won.data(), sizeof outcome.won);
    if (centre_count) {
        for (unsigned i = 0; i < centre_count; ++i) gem_ends[in_centre[i]].gem = EMERALD;
        gem_ends[in_centre[random.below(centre_count)]].gem = SAPPHIRE;
    }
    for (unsigned gem = 0; gem < gem_count; ++gem) {
        if (walked >> gem & 1) continue;
        unsigned at = entry[gem];
        while (at < GATEWAY_END) {
            const unsigned cell = at >> 3;
            if (tile[cell] == NO_TILE) {
                const std::uint64_t bits = random.next();
                const unsigned chosen = Random::scale(static_cast<std::uint32_t>(bits >> 32), left);
                const std::uint8_t kind = tiles[chosen];
                std::swap(tiles[chosen], tiles[--left]);
                const unsigned slot = Random::scale(static_cast<std::uint32_t>(bits), TURN_SLOTS);
                tile[cell] = TURNED[EDGE[cell]][kind][slot];
            }
            at = onward[(at & ~7u) + ACROSS[tile[cell]][at & 7u]];
        }
        if (at < GEM_END) {
            const unsigned gateway = at - GATEWAY_END;
            gem_ends[gem].end = static_cast<std::uint8_t>(gateway);
            const std::uint8_t* owners = OWNERS[layout][gateway];
            outcome.won[owners[0]] += WORTH[gem_ends[gem].gem];
            if (owners[1] != NOBODY) outcome.won[owners[1]] += WORTH[gem_ends[gem].gem];
        } else {  // two that meet are both out
            walked |= 1u << (at - GEM_END);
            gem_ends[gem].end = gem_ends[at - GEM_END].end = OUT;
        }
    }
    Won best = 0;
    for (unsigned who = 0; who < PLAYERS[layout]; ++who) best = standing(outcome.won[who]) > best ? standing(outcome.won[who]) : best;
    outcome.winners = 0;
    for (unsigned who = 0; who < PLAYERS[layout]; ++who)
        if (standing(outcome.won[who]) == best) outcome.winners |= 1u << who;
    return outcome;
}

}  // namespace indigo
