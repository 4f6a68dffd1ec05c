// Many games at once, stepped together, for callers that learn from them. Arrays belong to the caller.
#pragma once

#include <cstdint>
#include <vector>

#include "game/deal.hpp"

namespace indigo {

// A move as one number: TILES * cell + tile.
inline constexpr int ACTIONS = CELLS * TILES;

// Where to write what is to be seen of all games, game after game; null for what is not wanted. Tiles and gems are coded
// as position.py does: tiles 0 for none, 1 to 15, 16 for a treasure tile; gems 1 to 3 and 4 for one still in the centre.
struct Observation {
    std::uint8_t* tiles = nullptr;   // [games][CELLS]
    std::uint8_t* gems = nullptr;    // [games][PORTS]
    std::uint8_t* hands = nullptr;   // [games][MAX_PLAYERS][KINDS]
    std::uint8_t* won = nullptr;     // [games][MAX_PLAYERS][3]
    std::uint8_t* player = nullptr;  // [games], from 0
    std::uint8_t* over = nullptr;    // [games]
    std::uint8_t* winners = nullptr; // [games], one bit a player, 0 before the end
    std::uint8_t* legal = nullptr;   // [games][ACTIONS]
};

void write_tiles(const Board& board, std::uint8_t* tiles);
void write_gems(const Board& board, std::uint8_t* gems);

class Batch {
  public:
    Batch(std::size_t size, unsigned layout, unsigned hand_size, std::uint64_t seed);

    std::size_t size() const { return games.size(); }
    const Position& position(std::size_t game) const { return games[game].position; }

    // Shuffle and deal again: all games, or those that are over.
    void reset();
    std::size_t reset_over();

    // The first game whose action is not legal, or size(). Actions of games that are over are not looked at.
    std::size_t first_illegal(const std::int32_t* actions) const;
    // Take one turn in every game that is not over. Actions must be legal.
    void step(const std::int32_t* actions);
    // Draw a legal action for every game, each equally likely; -1 where the game is over.
    void random_actions(std::int32_t* actions);
    void observe(const Observation& observation) const;

  private:
    std::vector<DealtGame> games;
    Random random;
    std::uint8_t layout, hand_size;
};

}  // namespace indigo
