#include "eval/playout.hpp"

#include <cmath>
#include <map>

#include "check.hpp"
#include "game/perft.hpp"

using namespace indigo;

namespace {

// A board in the middle of a random game, with *cells* empty cells or as few as the game left.
Board late_board(unsigned layout, unsigned cells, std::uint64_t seed) {
    Random random(scramble(seed));
    RandomPlay::Game game;
    RandomPlay(opening(layout)).play(random, game);
    Board board = opening(layout);
    for (unsigned i = 0; i < game.placed && board.empty_cells() > static_cast<int>(cells); ++i)
        board.lay_for_good(game.moves[i].cell, game.moves[i].tile);
    return board;
}

bool about(double counted, double expected, double total) {
    const double share = expected / total;
    return std::abs(counted - expected) <= 5 * std::sqrt(total * share * (1 - share)) + 1e-9;
}

}  // namespace

TEST(random_play_is_a_game_by_the_rules) {
    for (unsigned layout = 0; layout < LAYOUTS; ++layout)
        for (std::uint64_t seed = 0; seed < 300; ++seed) {
            const Board root = late_board(layout, static_cast<unsigned>(54 - seed % 54), seed);
            Random random(seed);
            RandomPlay::Game game;
            RandomPlay(root).play(random, game);
            Board board = root;
            for (unsigned i = 0; i < game.placed; ++i) {
                const Move move = game.moves[i];
                CHECK(!board.over() && board.empty & bit(move.cell) && LEGAL[move.cell] >> move.tile & 1);
                board.lay_for_good(move.cell, move.tile);
            }
            CHECK(board.over());
            for (int who = 0; who < board.players(); ++who) CHECK(board.won[who] == game.won[static_cast<unsigned>(who)]);
            for (const std::uint8_t left : tiles_left(board)) CHECK(left <= 14);
        }
}

TEST(every_legal_placement_of_the_tile_in_hand_is_equally_likely) {
    const RandomPlay play(opening(0));
    Random random(5);
    RandomPlay::Game game;
    std::map<std::pair<int, int>, double> first;
    std::map<int, double> kinds;
    const int games = 60000;
    for (int i = 0; i < games; ++i) {
        play.play(random, game);
        ++first[{game.moves[0].cell, game.moves[0].tile}];
        ++kinds[KIND_OF[game.moves[0].tile]];
    }
    for (int kind = 0; kind < KINDS; ++kind) CHECK(about(kinds[kind], games * COPIES[kind] / 54.0, games));
    for (const unsigned cell : OPEN_CELLS)
        for (unsigned tile = 0; tile < TILES; ++tile) {
            const double counted = first[{static_cast<int>(cell), static_cast<int>(tile)}];
            if (!(LEGAL[cell] >> tile & 1)) {
                CHECK(counted == 0);
                continue;
            }
            int placements = 0;
            for (const unsigned other : OPEN_CELLS) placements += std::popcount(static_cast<unsigned>(LEGAL[other] & TILES_OF[KIND_OF[tile]]));
            CHECK(about(counted, kinds[KIND_OF[tile]] / placements, kinds[KIND_OF[tile]]));
        }
}

// The true chances of a filling, by trying every one of them.
TEST(fillings_have_the_chances_that_counting_gives) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const unsigned layout = static_cast<unsigned>(seed % LAYOUTS);
        const Board board = late_board(layout, 3, seed);
        if (board.over()) continue;
        std::map<std::vector<Won>, double> chances;
        // Cells are filled in every order, since the order decides which gem of the centre is the sapphire.
        auto fill = [&](auto& self, const Board& now, Bag bag, double chance) -> void {
            if (now.empty == 0) {
                chances[{now.won, now.won + now.players()}] += chance;
                return;
            }
            const double cells = now.empty_cells();
            for (std::uint64_t empty = now.empty; empty; empty &= empty - 1) {
                const unsigned cell = static_cast<unsigned>(std::countr_zero(empty));
                for (unsigned kind = 0; kind < KINDS; ++kind) {
                    if (!bag[kind]) continue;
                    const unsigned legal = LEGAL[cell] & TILES_OF[kind];
                    Bag rest = bag;
                    --rest[kind];
                    for (unsigned tiles = legal; tiles; tiles &= tiles - 1) {
                        Board next = now;
                        next.lay_for_good(cell, static_cast<unsigned>(std::countr_zero(tiles)));
                        self(self, next, rest, chance * bag[kind] / (cells * cells * std::popcount(legal)));
                    }
                }
            }
        };
        fill(fill, board, tiles_left(board), 1.0);
        std::map<std::vector<Won>, double> counted;
        Filling filling(board);
        Random random(seed);
        const int games = 20000;
        for (int i = 0; i < games; ++i) {
            const Outcome outcome = filling.fill(random);
            ++counted[{outcome.won, outcome.won + board.players()}];
        }
        for (const auto& [won, count] : counted) CHECK(chances.contains(won));
        for (const auto& [won, chance] : chances) CHECK(about(counted[won], games * chance, games));
    }
}

TEST(sums_do_not_depend_on_the_number_of_threads) {
    const Board board = opening(3);
    const RandomGames alone = random_games(board, 5000, 7, 1, nullptr), together = random_games(board, 5000, 7, 3, nullptr);
    CHECK(alone.games == 5000 && together.games == 5000);
    CHECK(alone.placements == together.placements && alone.points == together.points && alone.wins == together.wins);
    const Fillings one = fillings(board, 5000, 7, 1, nullptr), three = fillings(board, 5000, 7, 3, nullptr);
    CHECK(one.games == 5000 && one.points == three.points && one.ends == three.ends && one.shares == three.shares);
    CHECK(random_games(board, 5000, 8, 1, nullptr).placements != alone.placements);
}

TEST(a_raised_flag_ends_the_work_before_it_begins) {
    StopToken stop;
    stop.stop();
    CHECK(random_games(opening(0), 1000000, 1, 2, &stop).games == 0);
    CHECK(fillings(opening(0), 1000000, 1, 2, &stop).games == 0);
    Position position = undealt(0);
    position.draw(0, 4);
    CHECK(perft(position, {}, 1, 2, &stop).sequences == 0);
    stop.clear();
    CHECK(perft(position, {}, 1, 2, &stop).sequences == 306);
}
