// A position of the game, kept so that placing a tile and taking it back are a constant amount of work.
//
// Between two neighbouring cells, and between a border cell and the outside, lies a port. For every port that ends a run
// of joined routes, `run[port]` holds the port at the run's other end and the gem, if any, that stands here. A tile joins
// three pairs of ports; that is the whole of gem movement. See docs/architecture.md.
//
// Board     tiles, runs, gems, what is won: everything that placing a tile touches
// Position  a board with hands, unseen tiles and the player to move
//
// The functions here check nothing: moves come from `legal_tiles` or from a caller that has checked them. `set_up` in
// position.cpp checks what comes from outside.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "tables.hpp"

namespace indigo {

using Gem = std::uint8_t;
inline constexpr Gem NO_GEM = 0, AMBER = 1, EMERALD = 2, SAPPHIRE = 3;
inline constexpr int ARROWS = 12;

// What a player has won, in one word: points, number of gems, then sapphires, emeralds and ambers in four bits each. The
// upper half orders players as the rules do, so `standing` can be compared.
using Won = std::uint32_t;
inline constexpr Won WORTH[4] = {0, 0x01010001, 0x02010010, 0x03010100};
inline constexpr int GEMS_OF[4] = {0, 6, 5, 1};  // how many there are of each kind
constexpr int points(Won won) { return static_cast<int>(won >> 24); }
constexpr int gems_won(Won won, Gem gem) { return static_cast<int>(won >> (4 * (gem - 1)) & 15); }
constexpr Won standing(Won won) { return won >> 16; }

// Who has the most points, and among those the most gems: one bit a player.
constexpr unsigned best_standings(const Won* won, int players) {
    Won best = 0;
    for (int player = 0; player < players; ++player)
        if (standing(won[player]) > best) best = standing(won[player]);
    unsigned winners = 0;
    for (int player = 0; player < players; ++player)
        if (standing(won[player]) == best) winners |= 1u << player;
    return winners;
}

constexpr std::uint64_t bit(unsigned cell) { return std::uint64_t{1} << cell; }

// A random 64-bit word for each (cell, tile) and the like, by the finaliser of splitmix64.
constexpr std::uint64_t scramble(std::uint64_t value) {
    value += 0x9e3779b97f4a7c15;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
    value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
    return value ^ (value >> 31);
}

namespace detail {
constexpr auto make_pairs() {
    std::array<std::array<std::uint8_t, 8>, 16> pairs{};
    for (unsigned tile = 0; tile < TILES; ++tile) {
        unsigned count = 0;
        for (unsigned side = 0; side < SIDES; ++side)
            if (ACROSS[tile][side] > side) {
                pairs[tile][count++] = static_cast<std::uint8_t>(side);
                pairs[tile][count++] = ACROSS[tile][side];
            }
    }
    return pairs;
}

constexpr auto make_tile_keys() {
    std::array<std::uint64_t, CELL_SLOTS * 16> keys{};
    for (unsigned i = 0; i < keys.size(); ++i) keys[i] = scramble(i);
    return keys;
}
inline constexpr auto TILE_KEYS = make_tile_keys();
}  // namespace detail

// The sides that a tile joins, in pairs: its three routes.
inline constexpr auto PAIRS = detail::make_pairs();

struct Move {
    std::uint8_t cell = NO_CELL;
    std::uint8_t tile = NO_TILE;
    friend bool operator==(const Move&, const Move&) = default;
};

// What `lift` needs to take a tile back.
struct Lifted {
    std::uint16_t before[6];
    std::uint8_t cell;
    std::uint8_t gems;
    Won won[MAX_PLAYERS];
};

struct Board {
    std::uint16_t run[PORT_SLOTS];  // low byte: the port at the run's other end; high byte: the gem standing here
    std::uint8_t tile[CELL_SLOTS];  // by cell, NO_TILE where empty or a treasure
    std::uint64_t empty;            // the cells that can take a tile, one bit a cell
    std::uint64_t board_key;        // of the tiles laid, for hashing
    Won won[MAX_PLAYERS];
    std::uint8_t gems;    // on the board, treasure tiles included
    std::uint8_t layout;  // 0 to 3, as LAYOUT_NAMES

    unsigned far(unsigned port) const { return run[port] & 255u; }
    Gem gem(unsigned port) const { return static_cast<Gem>(run[port] >> 8); }
    int players() const { return PLAYERS[layout]; }
    int empty_cells() const { return std::popcount(empty); }
    bool over() const { return gems == 0; }

    // The empty cell that the gem at *port* is about to enter, or NO_CELL.
    unsigned front_cell(unsigned port) const {
        for (unsigned cell : {PORT_CELLS[port][0], PORT_CELLS[port][1]})
            if (cell != NO_CELL && (empty & bit(cell))) return cell;
        return NO_CELL;
    }
    // The empty cell to which a run leads that leaves the empty *cell* by port *out*, and not through a gateway. A run of no
    // length ends where it began, but on the other side of the port.
    unsigned cell_beyond(unsigned cell, unsigned out) const {
        const unsigned port = far(out), first = PORT_CELLS[port][0], second = PORT_CELLS[port][1];
        return port == out ? (first == cell ? second : first) : front_cell(port);
    }
    static unsigned side_of(unsigned port, unsigned cell) {
        return PORT_CELLS[port][0] == cell ? PORT_SIDE[port] : (PORT_SIDE[port] + 3u) % 6u;
    }

    // Lay *tile* on the empty *cell*, move the gems and award what leaves the board.
    Lifted lay(unsigned cell, unsigned tile_number) {
        Lifted lifted;
        lifted.cell = static_cast<std::uint8_t>(cell);
        lifted.gems = gems;
        std::memcpy(lifted.won, won, sizeof won);
        lay_for_good(cell, tile_number, lifted.before);
        return lifted;
    }

    // The same without a way back.
    void lay_for_good(unsigned cell, unsigned tile_number) {
        std::uint16_t before[6];
        lay_for_good(cell, tile_number, before);
    }

    // Take back the tile that was laid last.
    void lift(const Lifted& lifted) {
        const unsigned cell = lifted.cell, tile_number = tile[cell];
        const std::uint8_t* ports = ROUTE_PORTS[16 * cell + tile_number];
        for (int route = 4; route >= 0; route -= 2) {
            const unsigned a = ports[route], b = ports[route + 1];
            const std::uint16_t at_a = lifted.before[route], at_b = lifted.before[route + 1];
            // No gem can have stood at the far end of a run that was open at this one.
            run[at_a & 255u] = static_cast<std::uint16_t>(a);
            run[at_b & 255u] = static_cast<std::uint16_t>(b);
            run[a] = at_a;
            run[b] = at_b;
        }
        board_key ^= detail::TILE_KEYS[16 * cell + tile_number];
        tile[cell] = NO_TILE;
        empty |= bit(cell);
        if ((empty & RING_MASK) == bit(cell)) set_arrow_gem(cell, EMERALD);
        gems = lifted.gems;
        std::memcpy(won, lifted.won, sizeof won);
    }

    // The players with the most points, among those the most gems: one bit a player.
    unsigned winners() const { return best_standings(won, players()); }

  private:
    void set_arrow_gem(unsigned front, Gem gem_there) {
        const unsigned port = ARROW_PORT_OF_FRONT[front];
        run[port] = static_cast<std::uint16_t>(port | static_cast<unsigned>(gem_there) << 8);
    }

    void award(unsigned gateway, Gem gem_won) {
        const std::uint8_t* owners = OWNERS[layout][gateway];
        won[owners[0]] += WORTH[gem_won];
        if (owners[1] != NOBODY) won[owners[1]] += WORTH[gem_won];
        --gems;
    }

    void lay_for_good(unsigned cell, unsigned tile_number, std::uint16_t* before) {
        // All six centre gems stand as emeralds; the sapphire is the last to leave.
        if ((empty & RING_MASK) == bit(cell)) set_arrow_gem(cell, SAPPHIRE);
        tile[cell] = static_cast<std::uint8_t>(tile_number);
        empty &= ~bit(cell);
        board_key ^= detail::TILE_KEYS[16 * cell + tile_number];
        const std::uint8_t* ports = ROUTE_PORTS[16 * cell + tile_number];
        for (int route = 0; route < 6; route += 2) {
            const unsigned a = ports[route], b = ports[route + 1];
            const unsigned at_a = run[a], at_b = run[b];
            const unsigned far_a = at_a & 255u, far_b = at_b & 255u;
            before[route] = static_cast<std::uint16_t>(at_a);
            before[route + 1] = static_cast<std::uint16_t>(at_b);
            run[far_a] = static_cast<std::uint16_t>(far_b);
            run[far_b] = static_cast<std::uint16_t>(far_a);
            const unsigned gem_a = at_a >> 8, gem_b = at_b >> 8;
            if ((gem_a | gem_b) == 0) continue;
            if (far_a != a) run[a] = static_cast<std::uint16_t>(far_a);
            if (far_b != b) run[b] = static_cast<std::uint16_t>(far_b);
            if (gem_a != 0 && gem_b != 0) {
                gems = static_cast<std::uint8_t>(gems - 2);
                continue;
            }
            const unsigned moved = gem_a | gem_b, end = gem_a != 0 ? far_b : far_a;
            if (GATEWAY_AT[end] != NO_GATEWAY)
                award(GATEWAY_AT[end], static_cast<Gem>(moved));
            else
                run[end] = static_cast<std::uint16_t>(run[end] | moved << 8);
        }
    }
};

inline constexpr int UNKNOWN = KINDS;      // a tile whose kind the writer may not know, as an index into a hand
inline constexpr int NO_DRAW = KINDS + 1;  // nothing is drawn

// What `take_back` needs.
struct TakenBack {
    Lifted lifted;
    std::uint8_t hand[8];
    std::uint8_t unseen[8];
    std::uint8_t stack;
    std::uint8_t player;
};

struct Position : Board {
    std::uint8_t hands[MAX_PLAYERS][8];  // tiles held, by kind and then UNKNOWN
    std::uint8_t unseen[8];              // tiles in the stacks or unknown in a hand, by kind
    std::uint8_t stack;                  // tiles in the stacks
    std::uint8_t player;                 // to move, from 0

    // The tiles that the player to move may lay on *cell*, one bit a tile; a tile unknown to the writer may be any unseen.
    unsigned legal_tiles(unsigned cell) const { return empty & bit(cell) ? LEGAL[cell] & tiles_in_hand() : 0u; }

    unsigned tiles_in_hand() const {
        const std::uint8_t* hand = hands[player];
        unsigned tiles = 0;
        for (int kind = 0; kind < KINDS; ++kind)
            if (hand[kind] || (hand[UNKNOWN] && unseen[kind])) tiles |= TILES_OF[kind];
        return tiles;
    }

    // Write every legal move of the player to move to *moves*, by cell and then tile; return how many. At most 54 * 15.
    int legal_moves(Move* moves) const {
        if (over()) return 0;
        const unsigned held = tiles_in_hand();
        int count = 0;
        for (std::uint64_t cells = empty; cells; cells &= cells - 1) {
            const unsigned cell = static_cast<unsigned>(std::countr_zero(cells));
            for (unsigned tiles = LEGAL[cell] & held; tiles; tiles &= tiles - 1)
                moves[count++] = {static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(std::countr_zero(tiles))};
        }
        return count;
    }

    // A whole turn: place a tile of the hand, draw *drawn* (a kind, UNKNOWN or NO_DRAW), and pass the turn on.
    // Nothing is drawn when the stacks are empty or the game is over.
    TakenBack play(Move move, int drawn) {
        TakenBack back;
        std::memcpy(back.hand, hands[player], sizeof back.hand);
        std::memcpy(back.unseen, unseen, sizeof unseen);
        back.stack = stack;
        back.player = player;
        std::uint8_t* hand = hands[player];
        const int kind = KIND_OF[move.tile];
        if (hand[kind]) {
            --hand[kind];
        } else {  // an unknown tile shows itself
            --hand[UNKNOWN];
            --unseen[kind];
        }
        back.lifted = lay(move.cell, move.tile);
        if (drawn != NO_DRAW && stack && !over()) draw(player, drawn);
        player = next(player);
        return back;
    }

    void take_back(const TakenBack& back) {
        lift(back.lifted);
        player = back.player;
        std::memcpy(hands[player], back.hand, sizeof back.hand);
        std::memcpy(unseen, back.unseen, sizeof unseen);
        stack = back.stack;
    }

    // Player *who* takes a tile of *kind* (or UNKNOWN) from the stacks.
    void draw(unsigned who, int kind) {
        ++hands[who][kind];
        if (kind != UNKNOWN) --unseen[kind];
        --stack;
    }

    // One of player *who*'s unknown tiles turns out, or is taken for the sake of argument, to be of *kind*.
    void reveal(unsigned who, int kind) {
        --hands[who][UNKNOWN];
        ++hands[who][kind];
        --unseen[kind];
    }

    std::uint8_t next(unsigned who) const {
        const unsigned following = who + 1;
        return static_cast<std::uint8_t>(following == PLAYERS[layout] ? 0 : following);
    }

    int unseen_tiles() const {
        int count = 0;
        for (int kind = 0; kind < KINDS; ++kind) count += unseen[kind];
        return count;
    }

    // Equal positions have equal keys: tiles, the sapphire, what is won, hands and the player to move.
    std::uint64_t key() const {
        std::uint64_t key = board_key ^ scramble(0x10000u + player + 8u * layout);
        if ((empty & RING_MASK) == 0)  // all other gems follow from the tiles
            for (unsigned arrow = 6; arrow < ARROWS; ++arrow)
                if (gem(far(ARROW_PORTS[arrow])) == SAPPHIRE) key ^= scramble(0x20000u + arrow);
        for (unsigned who = 0; who < PLAYERS[layout]; ++who) {
            std::uint64_t hand = 0;
            for (unsigned kind = 0; kind <= KINDS; ++kind) hand |= std::uint64_t{hands[who][kind]} << 8 * kind;
            key ^= scramble(scramble(won[who]) + (hand << 3) + who);
        }
        return key;
    }
};

// Everything about a position in plain numbers, as it comes from outside.
struct Description {
    std::uint8_t layout = 0;
    std::uint8_t player = 0;
    std::array<std::uint8_t, CELLS> tiles{};                        // by cell, NO_TILE where there is none
    std::array<std::uint8_t, PORTS> gems{};                         // resting on route tiles, by port
    std::array<std::array<std::uint8_t, 3>, MAX_PLAYERS> won{};     // ambers, emeralds, sapphires
    std::array<std::array<std::uint8_t, 6>, MAX_PLAYERS> hands{};   // by kind, then unknown
};

// The board at the start: no tile laid, every gem on its treasure tile.
Board opening(unsigned layout);

// The position before the deal: hands are empty, all tiles are in the stacks.
Position undealt(unsigned layout);

// The position that *description* describes. Throws std::invalid_argument, saying what is wrong, if there is none.
Position set_up(const Description& description);
Description describe(const Position& position);

}  // namespace indigo
