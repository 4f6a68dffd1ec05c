// Counting every way to play on, to prove that two engines know the same rules.
#pragma once

#include <cstdint>
#include <span>

#include "game/position.hpp"
#include "support/stop.hpp"

namespace indigo {

struct Perft {
    std::uint64_t sequences = 0;  // of legal moves, exactly as long as the depth
    std::uint64_t won = 0;        // gems that left the board with the last move of a sequence
    std::uint64_t out = 0;        // gems that met with it
    std::uint64_t ended = 0;      // sequences whose last move ended the game
    Perft& operator+=(const Perft& other);
};

// *draws* are the coming tiles, by kind; where they end, nothing is drawn.
Perft perft(const Position& position, std::span<const std::uint8_t> draws, int depth, unsigned threads, const StopToken* stop);

}  // namespace indigo
