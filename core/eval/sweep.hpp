// Every placement priced at once, on the same random fillings.
//
// A filling lays a random tile on every empty cell. Follow its routes and they fall into strands: from exit to exit, from
// gem to exit, from gem to gem, and loops. Take one cell out again, and each of its six sides leads to a gem, to an exit, or
// back to another of its sides. That alone decides what each of the 15 tiles would do there. So one filling tells who
// wins after every placement on every cell, for little more than the price of following the routes once: hundreds of
// playouts for one, and since all placements are judged on the same fillings, most of the luck falls out of the comparison.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "eval/playout.hpp"
#include "game/position.hpp"
#include "support/random.hpp"

namespace indigo {

class Sweep {
  public:
    // Boards that differ in a few cells and have the same *seed* are filled much alike, so that they compare well.
    // Without *wide* loops, which not every machine has, it comes to the same.
    Sweep(const Board& board, std::uint64_t seed, bool wide = true);

    // Fill the board *count* more times.
    void run(unsigned count);

    std::uint32_t fillings() const { return done; }
    // Player *who*'s chance to win, and points at the end, if *laid* were on *cell* and the rest filled at random.
    // The rest is filled from all tiles that are left, *laid* still among them: near the end of a game, where few are left of
    // several kinds, a chance is off by some hundredths. The choice between moves suffers little.
    float chance(unsigned cell, unsigned laid, unsigned who) const;
    float points(unsigned cell, unsigned laid, unsigned who) const;

  private:
    // Ways to go on: 8 * cell + side where the next tile is entered, or an end: a gateway, or the gem that stands there.
    static constexpr std::uint16_t GATEWAY_END = 512, NO_END = GATEWAY_END + 7, GEM_END = 520;
    // What the players have won, 16 bits each, as `standing`: points above gems.
    using Lanes = std::uint64_t;

    struct Strand {
        std::uint16_t head, tail;  // its ends; NO_END for a loop
    };
    // What a cell's six sides lead to, the cell itself taken out.
    struct Around {
        alignas(32) std::array<std::uint32_t, 8> gateways;  // beyond each side; NO_GATEWAY where there is none
        std::array<std::uint8_t, SIDES> gem_sides, gems;    // the sides where gems come in
        unsigned gem_count;
        unsigned links;  // which sides lead to each other
    };
    struct Sums {
        alignas(32) std::array<std::uint32_t, 16> shares[MAX_PLAYERS];  // of wins, by tile
        std::array<std::uint32_t, 16> points[MAX_PLAYERS];
    };
    struct StillSums {
        std::uint32_t shares[MAX_PLAYERS], points[MAX_PLAYERS];
    };

    void fill();
    void trace();
    unsigned follow(unsigned at, unsigned strand);
    bool look_around(unsigned cell, Around& around) const;
    void price_cells();
    void price(unsigned cell, Lanes rest, const Around& around);
    void price_two(Sums& sum, Lanes rest, const Around& around) const;
    void price_two_avx2(Sums& sum, Lanes rest, const Around& around) const;
    template <unsigned PLAYERS_HERE> void price_many(Sums& sum, Lanes rest, const Around& around) const;
    unsigned whole_win() const { return players == 2 ? 2 : 12; }  // shares are whole numbers whoever shares
    Lanes worth(unsigned gem, unsigned end) const {
        return end < GEM_END ? gateway_worth[gem_kind[gem]][end - GATEWAY_END] : 0;
    }

    alignas(64) std::array<std::uint16_t, 8 * CELL_SLOTS> onward{};
    std::array<std::uint8_t, 64> cells{}, kinds{};
    std::array<std::uint16_t, 64> exits{};  // where strands enter from a gateway
    unsigned cell_count = 0, gem_count = 0, centre_count = 0, exit_count = 0;
    std::array<std::uint16_t, ARROWS> entry{};
    std::array<Gem, ARROWS> gem_kind{};
    std::array<std::uint8_t, 6> in_centre{};
    std::array<std::uint8_t, CELL_SLOTS> centre_gem_before{};  // the gem that a tile here frees from the centre, from 1
    std::array<std::array<Lanes, 8>, 4> gateway_worth{};
    alignas(32) std::array<std::array<std::uint32_t, 8>, 4> gateway_worth_two{};  // the same for two players
    Lanes won = 0;
    unsigned players;
    bool fast;  // this machine has AVX2, and may use it
    std::uint64_t seed;

    // The filling at hand. A mark is a strand's number above a place on it, two a tile: even where it enters.
    std::array<std::uint8_t, CELL_SLOTS> tile{};
    alignas(64) std::array<std::uint32_t, 8 * CELL_SLOTS> marks{};
    std::array<Strand, 256> strands{};
    std::array<std::uint16_t, ARROWS> gem_end{};
    unsigned strand_count = 0, gem_strands = 0, sapphire = 0, other_sapphire = 0;

    // Sums over all fillings.
    std::uint32_t done = 0;
    std::vector<Sums> sums;                     // by cell, of fillings in which a gem comes by
    std::array<StillSums, CELL_SLOTS> still{};  // of all others: there the tile does not matter
};

}  // namespace indigo
