#include "play/batch.hpp"

#include <cstring>

namespace indigo {

namespace {

constexpr std::uint8_t TREASURE_TILE = TILES + 1;
constexpr std::uint8_t CENTRE_GEM = SAPPHIRE + 1;

unsigned cell_of(std::int32_t action) { return static_cast<unsigned>(action) / TILES; }
unsigned tile_of(std::int32_t action) { return static_cast<unsigned>(action) % TILES; }

// SPREAD[bits]: eight bytes, each 1 where the bit is set.
constexpr auto make_spread() {
    std::array<std::array<std::uint8_t, 8>, 256> spread{};
    for (unsigned bits = 0; bits < 256; ++bits)
        for (unsigned i = 0; i < 8; ++i) spread[bits][i] = bits >> i & 1;
    return spread;
}
constexpr auto SPREAD = make_spread();

void write_legal(const Position& position, std::uint8_t* legal) {
    const unsigned held = position.over() ? 0 : position.tiles_in_hand();
    for (unsigned cell = 0; cell < CELLS; ++cell, legal += TILES) {
        const unsigned tiles = position.empty & bit(cell) ? LEGAL[cell] & held : 0;
        std::memcpy(legal, SPREAD[tiles & 255].data(), 8);
        std::memcpy(legal + 8, SPREAD[tiles >> 8].data(), TILES - 8);
    }
}

}  // namespace

void write_tiles(const Board& board, std::uint8_t* tiles) {
    for (unsigned cell = 0; cell < CELLS; ++cell)
        tiles[cell] = static_cast<std::uint8_t>(LEGAL[cell] == 0 ? TREASURE_TILE : (board.tile[cell] + 1) & 15);
}

void write_gems(const Board& board, std::uint8_t* gems) {
    for (unsigned port = 0; port < PORTS; ++port) gems[port] = board.gem(port);
    for (unsigned arrow = 6; arrow < ARROWS; ++arrow)
        if (board.empty & bit(ARROW_FRONTS[arrow])) gems[ARROW_PORTS[arrow]] = CENTRE_GEM;
}

Batch::Batch(std::size_t size, unsigned layout_number, unsigned hand, std::uint64_t seed)
    : games(size),
      random(scramble(seed)),
      layout(static_cast<std::uint8_t>(layout_number)),
      hand_size(static_cast<std::uint8_t>(hand)) {
    reset();
}

void Batch::reset() {
    for (DealtGame& game : games) game = DealtGame(layout, hand_size, random);
}

std::size_t Batch::reset_over() {
    std::size_t count = 0;
    for (DealtGame& game : games)
        if (game.position.over()) {
            game = DealtGame(layout, hand_size, random);
            ++count;
        }
    return count;
}

std::size_t Batch::first_illegal(const std::int32_t* actions) const {
    for (std::size_t i = 0; i < games.size(); ++i) {
        if (games[i].position.over()) continue;
        if (actions[i] < 0 || actions[i] >= ACTIONS) return i;
        if (!(games[i].position.legal_tiles(cell_of(actions[i])) >> tile_of(actions[i]) & 1)) return i;
    }
    return games.size();
}

void Batch::step(const std::int32_t* actions) {
    for (std::size_t i = 0; i < games.size(); ++i) {
        if (games[i].position.over()) continue;
        const Move move{static_cast<std::uint8_t>(cell_of(actions[i])), static_cast<std::uint8_t>(tile_of(actions[i]))};
        games[i].play(move);
    }
}

void Batch::random_actions(std::int32_t* actions) {
    for (std::size_t i = 0; i < games.size(); ++i) {
        const Position& position = games[i].position;
        if (position.over()) {
            actions[i] = -1;
            continue;
        }
        std::uint8_t held[TILES], cells[ALL_TILES];
        unsigned tiles = 0, empties = 0;
        for (unsigned left = position.tiles_in_hand(); left; left &= left - 1)
            held[tiles++] = static_cast<std::uint8_t>(std::countr_zero(left));
        for (std::uint64_t left = position.empty; left; left &= left - 1)
            cells[empties++] = static_cast<std::uint8_t>(std::countr_zero(left));
        unsigned cell, tile;
        do {
            RandomWord word(random.next());
            cell = cells[word.below(empties)];
            tile = held[word.below(tiles)];
        } while (!(LEGAL[cell] >> tile & 1));
        actions[i] = static_cast<std::int32_t>(TILES * cell + tile);
    }
}

void Batch::observe(const Observation& observation) const {
    for (std::size_t i = 0; i < games.size(); ++i) {
        const Position& position = games[i].position;
        if (observation.tiles) write_tiles(position, observation.tiles + i * CELLS);
        if (observation.gems) write_gems(position, observation.gems + i * PORTS);
        if (observation.player) observation.player[i] = position.player;
        if (observation.over) observation.over[i] = position.over();
        if (observation.winners) observation.winners[i] = static_cast<std::uint8_t>(position.over() ? position.winners() : 0);
        for (unsigned who = 0; who < MAX_PLAYERS; ++who) {
            if (observation.hands)
                std::memcpy(observation.hands + (i * MAX_PLAYERS + who) * KINDS, position.hands[who], KINDS);
            if (observation.won)
                for (Gem gem = AMBER; gem <= SAPPHIRE; ++gem)
                    observation.won[(i * MAX_PLAYERS + who) * 3 + gem - 1u] =
                        static_cast<std::uint8_t>(gems_won(position.won[who], gem));
        }
        if (observation.legal) write_legal(position, observation.legal + i * ACTIONS);
    }
}

}  // namespace indigo
