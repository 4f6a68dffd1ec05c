// What a bot is given to think with, and what it answers: a budget, and a move with its lines.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <vector>

#include "game/outcome.hpp"
#include "game/position.hpp"
#include "support/stop.hpp"

namespace indigo {

// How long to think. Zero means no limit of that sort; a bot that knows how long it needs may ignore all of them.
struct Budget {
    double seconds = 0;
    std::uint64_t nodes = 0;
    int depth = 0;
    unsigned threads = 1;
};

// The time and nodes spent of a budget.
class Spending {
  public:
    Spending(const Budget& budget, const StopToken* stop) : budget(budget), stop(stop), began(Clock::now()) {}

    void spend(std::uint64_t nodes) { spent.fetch_add(nodes, std::memory_order_relaxed); }
    std::uint64_t nodes() const { return spent.load(std::memory_order_relaxed); }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - began).count(); }
    bool must_stop() const { return stopped(stop); }
    // How much of the budget is used up, 1 when it is over.
    double share() const {
        double share = must_stop() ? 1.0 : 0.0;
        if (budget.nodes) share = std::max(share, static_cast<double>(nodes()) / static_cast<double>(budget.nodes));
        if (budget.seconds > 0) share = std::max(share, seconds() / budget.seconds);
        return share;
    }
    bool over() const { return must_stop() || share() >= allowed; }
    // From here on it is over when so much of the budget is used up.
    void allow(double share) { allowed = share; }

  private:
    using Clock = std::chrono::steady_clock;
    Budget budget;
    const StopToken* stop;
    Clock::time_point began;
    std::atomic<std::uint64_t> spent{0};
    double allowed = 1.0;
};

// A move with what is expected of it, and how play may go on.
struct Line {
    std::vector<Move> moves;
    Values chances{};  // to win; a shared win counts in parts
    Values points{};   // at the end
};

struct Thought {
    Move move;
    std::vector<Line> lines;  // best first; the first one's first move is `move`
    std::uint64_t nodes = 0;
    double seconds = 0;
    int depth = 0;
    int players = 0;
};

}  // namespace indigo
