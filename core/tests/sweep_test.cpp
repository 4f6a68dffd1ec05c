#include "eval/sweep.hpp"

#include <cmath>

#include "check.hpp"
#include "eval/playout.hpp"

using namespace indigo;

namespace {

Board after_random_tiles(unsigned layout, unsigned tiles, std::uint64_t seed) {
    Random random(scramble(seed));
    RandomPlay::Game game;
    RandomPlay(opening(layout)).play(random, game);
    Board board = opening(layout);
    for (unsigned i = 0; i < tiles; ++i) board.lay_for_good(game.moves[i].cell, game.moves[i].tile);
    return board;
}

}  // namespace

TEST(a_sweep_prices_a_placement_as_fillings_after_it_do) {
    constexpr unsigned FILLINGS = 3000;
    for (unsigned layout = 0; layout < LAYOUTS; ++layout)
        for (const unsigned tiles : {0u, 8u, 20u}) {
            const Board board = after_random_tiles(layout, tiles, 10 * layout + tiles);
            Sweep sweep(board, 1);
            sweep.run(FILLINGS);
            Random random(7);
            for (unsigned tried = 0; tried < 6; ++tried) {
                const unsigned cell = OPEN_CELLS[random.below(ALL_TILES)], tile = random.below(TILES);
                if (!(board.empty & bit(cell)) || !(LEGAL[cell] >> tile & 1) || !tiles_left(board)[KIND_OF[tile]]) continue;
                Board after = board;
                after.lay_for_good(cell, tile);
                const Fillings counted = fillings(after, FILLINGS, tried, 1, nullptr);
                for (unsigned who = 0; who < PLAYERS[layout]; ++who) {
                    CHECK(std::abs(counted.wins(who) / FILLINGS - sweep.chance(cell, tile, who)) < 0.06);
                    CHECK(std::abs(static_cast<double>(counted.points[who]) / FILLINGS - sweep.points(cell, tile, who)) < 0.5);
                }
            }
        }
}

TEST(wide_loops_price_as_plain_ones_do) {
    for (const unsigned tiles : {0u, 8u, 20u, 40u}) {
        const Board board = after_random_tiles(0, tiles, tiles);
        Sweep wide(board, 5), plain(board, 5, false);
        wide.run(300);
        plain.run(300);
        for (std::uint64_t cells = board.empty; cells; cells &= cells - 1)
            for (unsigned tile = 0; tile < TILES; ++tile)
                for (unsigned who = 0; who < 2; ++who) {
                    const unsigned cell = static_cast<unsigned>(std::countr_zero(cells));
                    CHECK(wide.chance(cell, tile, who) == plain.chance(cell, tile, who));
                    CHECK(wide.points(cell, tile, who) == plain.points(cell, tile, who));
                }
    }
}

TEST(somebody_wins_every_filling) {
    for (unsigned layout = 1; layout < LAYOUTS; ++layout) {  // between two it is reckoned so
        const Board board = after_random_tiles(layout, 12, layout);
        Sweep sweep(board, 3);
        sweep.run(300);
        for (std::uint64_t cells = board.empty; cells; cells &= cells - 1)
            for (unsigned tile = 0; tile < TILES; ++tile) {
                float sum = 0;
                const unsigned cell = static_cast<unsigned>(std::countr_zero(cells));
                for (unsigned who = 0; who < PLAYERS[layout]; ++who) sum += sweep.chance(cell, tile, who);
                CHECK(std::abs(sum - 1) < 1e-4);
            }
    }
}
