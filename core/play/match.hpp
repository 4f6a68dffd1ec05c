// Bots against bots: one game. Whoever compares them plays the same deal from every seat, to cut luck.
#pragma once

#include <span>

#include "bots/bot.hpp"

namespace indigo {

struct Entrant {
    const Bot* bot;
    Budget budget;
};

struct GameResult {
    unsigned winners = 0;  // one bit a player; none of a game that was stopped
    std::array<Won, MAX_PLAYERS> won{};
    std::array<double, MAX_PLAYERS> seconds{};  // thought in all
    std::array<unsigned, MAX_PLAYERS> moves{};
};

// One game, dealt from *seed*; entrants by seat.
GameResult play_game(unsigned layout, unsigned hand_size, std::span<const Entrant> seats, std::uint64_t seed, const StopToken* stop);

}  // namespace indigo
