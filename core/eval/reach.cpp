#include "eval/reach.hpp"

#include "support/simd.hpp"

namespace indigo {

namespace {

constexpr float PER_TILE = 0.6f;

// TURNS_BY[kind][turn]: whether some turn of a tile of this kind leads from a side to the side so many further on. It is the
// same for all sides; that a border cell forbids a turn here and there is left out of account.
constexpr auto make_turns_by() {
    std::array<std::array<bool, SIDES>, KINDS> turns{};
    for (unsigned tile = 0; tile < TILES; ++tile)
        for (unsigned side = 0; side < SIDES; ++side) turns[KIND_OF[tile]][(ACROSS[tile][side] + SIDES - side) % SIDES] = true;
    return turns;
}
constexpr auto TURNS_BY = make_turns_by();

// The best that a tile of *KIND* can do from each side, where `beyond + i` holds what lies i sides further on.
template <unsigned KIND, unsigned TURN = 1>
INDIGO_INLINE void best_of_kind(const float* beyond, Eight& best) {
    if constexpr (TURN < SIDES) {
        if constexpr (TURNS_BY[KIND][TURN]) best = eight(beyond + TURN).lanes > best ? eight(beyond + TURN).lanes : best;
        best_of_kind<KIND, TURN + 1>(beyond, best);
    }
}

template <unsigned KIND = 0>
INDIGO_INLINE void add_kinds(const float* beyond, const float* share, Eight& sum) {
    if constexpr (KIND < KINDS) {
        Eight best{};
        best_of_kind<KIND>(beyond, best);
        sum += share[KIND] * best;
        add_kinds<KIND + 1>(beyond, share, sum);
    }
}

}  // namespace

INDIGO_WIDE void Reach::solve(const Board& board, const Absorption& absorption, int sweeps) {
    const unsigned players = PLAYERS[board.layout];
    for (unsigned who = 0; who < players; ++who)
        for (unsigned gateway = 0; gateway < GATEWAYS; ++gateway) {
            const std::uint8_t* owners = OWNERS[board.layout][gateway];
            table[who][Absorption::GATEWAY_END + gateway] = owners[0] == who || owners[1] == who ? 1.0f : 0.0f;
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
            for (unsigned who = 0; who < players; ++who) {
                std::array<float, 16> beyond;  // round the cell twice and some, so that eight in a row can be read from any side
                for (unsigned side = 0; side < SIDES; ++side) {
                    const float worth = table[who][absorption.leads_to(cell, side)];
                    beyond[side] = beyond[side + SIDES] = worth;
                }
                beyond[12] = beyond[13] = beyond[14] = beyond[15] = 0;
                Eight sum{};
                add_kinds(beyond.data(), share.data(), sum);
                eight(&table[who][8 * cell]).lanes = sum;
            }
        }
}

}  // namespace indigo
