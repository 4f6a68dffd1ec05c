#include "reach.hpp"

#include "legal_turns.hpp"
#include "wide.hpp"

namespace indigo {

namespace {

constexpr float PER_TILE = 0.6f;

// WAYS_OUT[edge][kind][in]: how many sides, and which, a tile of this kind can lead to in a legal turn.
struct WaysOut {
    std::uint8_t count, sides[SIDES];
};
constexpr auto make_ways_out() {
    std::array<std::array<std::array<WaysOut, SIDES>, KINDS>, EDGES> ways{};
    for (unsigned edge = 0; edge < EDGES; ++edge)
        for (unsigned kind = 0; kind < KINDS; ++kind)
            for (unsigned in = 0; in < SIDES; ++in) {
                unsigned seen = 0;
                WaysOut& here = ways[edge][kind][in];
                for (unsigned slot = 0; slot < TURN_SLOTS; ++slot) {
                    const unsigned out = ACROSS[TURNED[edge][kind][slot]][in];
                    if (!(seen >> out & 1)) here.sides[here.count++] = static_cast<std::uint8_t>(out);
                    seen |= 1u << out;
                }
            }
    return ways;
}
constexpr auto WAYS_OUT = make_ways_out();

}  // namespace

INDIGO_WIDE void Reach::solve(const Board& board, const Absorption& absorption, int sweeps) {
    for (unsigned gateway = 0; gateway < GATEWAYS; ++gateway) {
        Worths& end = table[Absorption::GATEWAY_END + gateway];
        end.fill(0);
        for (const unsigned owner : OWNERS[board.layout][gateway])
            if (owner != NOBODY) end[owner] = 1;
    }
    const Bag bag = tiles_left(board);
    std::array<float, KINDS> share;
    for (unsigned kind = 0; kind < KINDS; ++kind)
        share[kind] = PER_TILE * static_cast<float>(bag[kind]) / static_cast<float>(board.empty_cells());
    std::array<std::uint8_t, ALL_TILES> cells;
    unsigned cell_count = 0;
    for (std::uint64_t empty = board.empty; empty; empty &= empty - 1) cells[cell_count++] = static_cast<std::uint8_t>(std::countr_zero(empty));
    for (int sweep = 0; sweep < sweeps; ++sweep)
        for (unsigned i = 0; i < cell_count; ++i) {
            const unsigned cell = cells[sweep & 1 ? cell_count - 1 - i : i];
            std::array<Worths, SIDES> beyond;
            for (unsigned side = 0; side < SIDES; ++side) beyond[side] = table[absorption.leads_to(cell, side)];
            for (unsigned in = 0; in < SIDES; ++in) {
                Worths sum{};
                for (unsigned kind = 0; kind < KINDS; ++kind) {
                    const WaysOut& ways = WAYS_OUT[EDGE_OF[cell]][kind][in];
                    Worths best = beyond[ways.sides[0]];
                    for (unsigned way = 1; way < ways.count; ++way)
                        for (unsigned who = 0; who < MAX_PLAYERS; ++who)
                            best[who] = beyond[ways.sides[way]][who] > best[who] ? beyond[ways.sides[way]][who] : best[who];
                    for (unsigned who = 0; who < MAX_PLAYERS; ++who) sum[who] += share[kind] * best[who];
                }
                table[8 * cell + in] = sum;
            }
        }
}

}  // namespace indigo
