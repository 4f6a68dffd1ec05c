// Work that is cut into numbered pieces, done by several threads. Each piece is the same whoever does it, so results do
// not depend on the number of threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "stop.hpp"

namespace indigo {

// Call `work(sum, piece)` for every piece, where each thread has a *Sum* of its own, and add the sums up with +=.
// Stops between pieces when *stop* is raised.
template <class Sum, class Work>
Sum sum_over_pieces(std::uint64_t pieces, unsigned threads, const StopToken* stop, Work work) {
    std::atomic<std::uint64_t> next{0};
    std::mutex adding;
    Sum total{};
    auto run = [&] {
        Sum sum{};
        while (!stopped(stop)) {
            const std::uint64_t piece = next.fetch_add(1, std::memory_order_relaxed);
            if (piece >= pieces) break;
            work(sum, piece);
        }
        const std::lock_guard lock(adding);
        total += sum;
    };
    {
        std::vector<std::jthread> others;
        for (unsigned i = 1; i < threads && i < pieces; ++i) others.emplace_back(run);
        run();
    }
    return total;
}

}  // namespace indigo
