// Random ends of a game, of two sorts.
//
// RandomPlay    plays move by move: the tile in hand is a random one of those left, and its placement is drawn uniformly
//               from all its legal ones (cell and turn). This is what "random play" means in this project.
// Filling       for search: fills the empty cells at random and asks only where each gem ends. Every way to hand the tiles
//               left to the cells left is equally likely, then every legal turn. Order does not matter to a gem's way,
//               so nothing is joined: the gems walk over the finished board. It differs from random play in one small
//               thing: there a border cell, having fewer legal turns, is a little more likely to stay empty until late.
//               From the opening, 5.85 of the 19 points are lost in meetings instead of 5.82.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "game/position.hpp"
#include "support/random.hpp"
#include "support/stop.hpp"

namespace indigo {

// How many tiles of each kind are not on the board yet: in hands, known or not, and in the stacks.
using Bag = std::array<std::uint8_t, KINDS>;
Bag tiles_left(const Board& board);

class RandomPlay {
  public:
    explicit RandomPlay(const Board& board);

    struct Game {
        unsigned placed;  // tiles, until no gem was left
        std::array<Move, ALL_TILES> moves;
        std::array<Won, MAX_PLAYERS> won;
    };

    // Play to the end once.
    void play(Random& random, Game& game) const;

  private:
    Board root;
    std::array<std::uint8_t, 64> kinds{};  // of the tiles left
    std::array<std::uint8_t, 64> cells{};  // empty
    unsigned count = 0;                    // of both
};

// The end of one filling: what each player has then won, all told.
struct Outcome {
    Won won[MAX_PLAYERS];
    unsigned winners;  // one bit a player
};

class Filling {
  public:
    explicit Filling(const Board& board) : Filling(board, tiles_left(board)) {}
    // As many tiles in *bag* as empty cells on *board*.
    Filling(const Board& board, const Bag& bag);

    // Fill once and see who wins what.
    Outcome fill(Random& random);

    // Where a gem stands now and where it ended in the last filling: a gateway (0 to 5) or OUT.
    static constexpr std::uint8_t OUT = 6;
    struct GemEnd {
        std::uint8_t port;
        Gem gem;
        std::uint8_t end;
    };
    std::span<const GemEnd> gems() const { return {gem_ends.data(), gem_count}; }

  private:
    // A way to stand before a tile: 8 * cell + side. Beyond these lie the ends: the gateways, and OUT.
    static constexpr std::uint16_t END = 8 * CELL_SLOTS;
    static constexpr unsigned ABREAST = 6;  // gems that walk at the same time; measured, 2, 3, 4 and 12 are slower
    static_assert(2 * ABREAST >= ARROWS);

    alignas(64) std::array<std::uint16_t, END + 8> onward{};  // leaving (cell, side): where the next tile is entered
    std::array<std::uint8_t, 64> kinds{};                     // of the tiles left
    std::array<std::uint8_t, 64> cells{};                     // empty
    std::array<std::uint16_t, 2 * ABREAST> entry{};           // where each gem enters; END + OUT beyond the last
    std::array<GemEnd, 2 * ABREAST> gem_ends{};
    std::array<std::uint8_t, 6> in_centre{};  // gems still on the centre tile, as indices: one of them is the sapphire
    std::array<Won, MAX_PLAYERS> won{};
    unsigned gem_count = 0, centre_count = 0, cell_count = 0;
    std::uint8_t layout = 0;
};

// Many random games from one board, summed up. The same *seed* gives the same sums on any number of threads.
struct RandomGames {
    std::uint64_t games = 0, placements = 0;
    std::array<std::uint64_t, MAX_PLAYERS> points{};
    std::array<std::uint64_t, MAX_PLAYERS> wins{};  // a shared win counts for each
    RandomGames& operator+=(const RandomGames& other);
};
RandomGames random_games(const Board& board, std::uint64_t games, std::uint64_t seed, unsigned threads, const StopToken* stop);

// Many fillings of one board, summed up: who wins, and where each gem ends.
struct Fillings {
    std::uint64_t games = 0;
    static constexpr unsigned WHOLE_WIN = 12;  // a shared win counts in parts, as whole numbers whoever shares
    std::array<std::uint64_t, MAX_PLAYERS> shares{};
    double wins(unsigned who) const { return static_cast<double>(shares[who]) / WHOLE_WIN; }
    std::array<std::uint64_t, MAX_PLAYERS> points{};
    std::array<std::array<std::uint64_t, Filling::OUT + 1>, PORTS> ends{};  // by the port where the gem stands now
    Fillings& operator+=(const Fillings& other);
};
Fillings fillings(const Board& board, std::uint64_t games, std::uint64_t seed, unsigned threads, const StopToken* stop);

}  // namespace indigo
