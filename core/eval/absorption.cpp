#include "eval/absorption.hpp"

#include <cmath>

#include "game/legal_turns.hpp"
#include "support/simd.hpp"

namespace indigo {

namespace {

// CROSSES[edge][kind][in][out]: the chance that a tile of this kind in a random legal turn leads from side to side.
constexpr auto make_crosses() {
    std::array<std::array<std::array<std::array<float, 8>, SIDES>, KINDS>, EDGES> crosses{};
    for (unsigned edge = 0; edge < EDGES; ++edge)
        for (unsigned kind = 0; kind < KINDS; ++kind)
            for (unsigned slot = 0; slot < TURN_SLOTS; ++slot)
                for (unsigned side = 0; side < SIDES; ++side)
                    crosses[edge][kind][side][ACROSS[TURNED[edge][kind][slot]][side]] += 1.0f / TURN_SLOTS;
    return crosses;
}
constexpr auto CROSSES = make_crosses();

template <class See>
void for_each_gem(const Board& board, See see) {
    for (unsigned port = 0; port < PORTS; ++port) {
        if (board.gem(port) == NO_GEM) continue;
        const unsigned front = board.front_cell(port);
        if (front != NO_CELL) see(port, front, Board::side_of(port, front));
    }
}

}  // namespace

Absorption::Absorption() {
    for (Ends& ends : table) ends.fill(1.0f / 7);
    for (unsigned gateway = 0; gateway < GATEWAYS; ++gateway) {
        table[GATEWAY_END + gateway].fill(0);
        table[GATEWAY_END + gateway][gateway] = 1;
    }
    table[NOWHERE].fill(0);
}

void Absorption::find_way(const Board& board, unsigned cell, unsigned side) {
    const unsigned out = PORT_AT[cell][side], port = board.far(out);
    unsigned next;
    if (board.gem(out) != NO_GEM) {
        next = NOWHERE;  // they meet
    } else if (GATEWAY_AT[port] != NO_GATEWAY) {
        next = GATEWAY_END + GATEWAY_AT[port];
    } else {
        const unsigned ahead = board.cell_beyond(cell, out);
        next = 8 * ahead + Board::side_of(port, ahead);
    }
    onward[8 * cell + side] = static_cast<std::uint16_t>(next);
}

void Absorption::solve(const Board& board, int sweeps) {
    for (std::uint64_t empty = board.empty; empty; empty &= empty - 1) {
        const unsigned cell = static_cast<unsigned>(std::countr_zero(empty));
        for (unsigned side = 0; side < SIDES; ++side) find_way(board, cell, side);
    }
    sweep(board, sweeps);
}

void Absorption::solve_after(const Board& board, unsigned cell, int sweeps) {
    // Only what led to the cell leads elsewhere now, and ways are the same there and back.
    for (unsigned side = 0; side < SIDES; ++side) {
        const unsigned before = onward[8 * cell + side];
        if (before < GATEWAY_END && before >> 3 != cell) find_way(board, before >> 3, before & 7u);
    }
    sweep(board, sweeps);
}

INDIGO_WIDE void Absorption::sweep(const Board& board, int sweeps) {
    const Bag bag = tiles_left(board);
    const float count = static_cast<float>(board.empty_cells());
    alignas(32) std::array<std::array<std::array<float, 8>, SIDES>, EDGES> crosses{};
    for (unsigned kind = 0; kind < KINDS; ++kind) {
        const float share = static_cast<float>(bag[kind]) / count;
        for (unsigned edge = 0; edge < EDGES; ++edge)
            for (unsigned in = 0; in < SIDES; ++in) eight(crosses[edge][in].data()).lanes += share * eight(CROSSES[edge][kind][in].data()).lanes;
    }
    std::array<std::uint8_t, ALL_TILES> cells;
    unsigned cell_count = 0;
    for (std::uint64_t empty = board.empty; empty; empty &= empty - 1) cells[cell_count++] = static_cast<std::uint8_t>(std::countr_zero(empty));
    for (int sweep = 0; sweep < sweeps; ++sweep)
        for (unsigned i = 0; i < cell_count; ++i) {
            const unsigned cell = cells[sweep & 1 ? cell_count - 1 - i : i];  // there and back carries news across the board
            const std::uint16_t* next = &onward[8 * cell];
            const auto& here = crosses[EDGE_OF[cell]];
            const Eight a = eight(table[next[0]].data()).lanes, b = eight(table[next[1]].data()).lanes, c = eight(table[next[2]].data()).lanes,
                        d = eight(table[next[3]].data()).lanes, e = eight(table[next[4]].data()).lanes, f = eight(table[next[5]].data()).lanes;
            for (unsigned in = 0; in < SIDES; ++in) {
                const float* chance = here[in].data();
                eight(table[8 * cell + in].data()).lanes = (chance[0] * a + chance[1] * b) + (chance[2] * c + chance[3] * d) + (chance[4] * e + chance[5] * f);
            }
        }
}

Values Absorption::points(const Board& board) const {
    Values values{};
    for (unsigned who = 0; who < PLAYERS[board.layout]; ++who) values[who] = static_cast<float>(indigo::points(board.won[who]));
    const int centre = std::popcount(board.empty & RING_MASK);
    for_each_gem(board, [&](unsigned port, unsigned cell, unsigned side) {
        const bool on_centre = RING_MASK & bit(cell) && ARROW_PORT_OF_FRONT[cell] == port;
        const float worth = on_centre ? 2.0f + 1.0f / static_cast<float>(centre) : static_cast<float>(POINTS[board.gem(port)]);
        for (unsigned gateway = 0; gateway < GATEWAYS; ++gateway)
            for (const unsigned owner : OWNERS[board.layout][gateway])
                if (owner != NOBODY) values[owner] += worth * ends(cell, side)[gateway];
    });
    return values;
}

Values Absorption::chances(const Board& board) const {
    const unsigned players = PLAYERS[board.layout];
    const Values mean = points(board);
    // The spread of each lead, gem by gem; then each player's chance to be ahead of each other, as if normally spread.
    std::array<std::array<float, MAX_PLAYERS>, MAX_PLAYERS> spread{};
    for_each_gem(board, [&](unsigned port, unsigned cell, unsigned side) {
        const float worth = static_cast<float>(POINTS[board.gem(port)]);
        for (unsigned one = 0; one < players; ++one)
            for (unsigned other = 0; other < players; ++other) {
                float lead = 0, square = 0;
                for (unsigned gateway = 0; gateway < GATEWAYS; ++gateway) {
                    const std::uint8_t* owners = OWNERS[board.layout][gateway];
                    const bool for_one = owners[0] == one || owners[1] == one, for_other = owners[0] == other || owners[1] == other;
                    if (for_one == for_other) continue;
                    const float chance = ends(cell, side)[gateway];
                    lead += (for_one ? worth : -worth) * chance;
                    square += worth * worth * chance;
                }
                spread[one][other] += square - lead * lead;
            }
    });
    Values chances{};
    float sum = 0;
    for (unsigned one = 0; one < players; ++one) {
        chances[one] = 1;
        for (unsigned other = 0; other < players; ++other)
            if (other != one)
                chances[one] *= 0.5f * std::erfc(-(mean[one] - mean[other]) / std::sqrt(2.0f * spread[one][other] + 0.02f));
        sum += chances[one];
    }
    for (unsigned who = 0; who < players && sum > 0; ++who) chances[who] /= sum;
    return chances;
}

}  // namespace indigo
