// Opponents whose thinking fits in a sentence. They stay, so that every better bot has something to be measured against.
#pragma once

#include "bots/bot.hpp"

namespace indigo {

// Any legal move.
class RandomBot : public Bot {
  public:
    Thought think(const Position& view, const Budget& budget, std::uint64_t seed, const StopToken* stop) const override;
};

// The most points at once (one ply), or after the next player's best reply for each tile it may hold (two plies).
class PointsBot : public Bot {
  public:
    explicit PointsBot(int plies) : plies(plies) {}
    Thought think(const Position& view, const Budget& budget, std::uint64_t seed, const StopToken* stop) const override;

  private:
    float reply_value(Position& position, unsigned me, Spending& spending) const;
    int plies;
};

// Flat Monte Carlo: a fixed number of random fillings, spread over all moves by sequential halving.
class FlatBot : public Bot {
  public:
    explicit FlatBot(std::uint64_t playouts) : playouts(playouts) {}
    Thought think(const Position& view, const Budget& budget, std::uint64_t seed, const StopToken* stop) const override;

  private:
    std::uint64_t playouts;
};

// The best chance to win by absorption after each move.
class AbsorptionBot : public Bot {
  public:
    Thought think(const Position& view, const Budget& budget, std::uint64_t seed, const StopToken* stop) const override;
};

}  // namespace indigo
