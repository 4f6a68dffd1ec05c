// Work that is cut into numbered pieces, done by several threads. Each piece is the same whoever does it, so results do
// not depend on the number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "support/stop.hpp"

namespace indigo {

// Call `work()` in so many threads, this one among them, or in as many as there can be. What goes wrong in any of them goes wrong
// here, when all have ended.
template <class Work>
void together(std::uint64_t threads, Work work) {
    std::exception_ptr wrong;
    std::mutex telling;
    auto run = [&] {
        try {
            work();
        } catch (...) {
            const std::lock_guard lock(telling);
            wrong = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        try {
            for (std::uint64_t i = 1; i < threads; ++i) others.emplace_back(run);
        } catch (const std::system_error&) {  // the system gives no more: then these do it all
        }
        run();
    }
    if (wrong) std::rethrow_exception(wrong);
}

// Call `work(sum, piece)` for every piece, where each thread has a *Sum* of its own, and add the sums up with +=.
// Stops between pieces when *stop* is raised.
template <class Sum, class Work>
Sum sum_over_pieces(std::uint64_t pieces, unsigned threads, const StopToken* stop, Work work) {
    std::atomic<std::uint64_t> next{0};
    std::mutex adding;
    Sum total{};
    together(std::min<std::uint64_t>(threads, pieces), [&] {
        Sum sum{};
        while (!stopped(stop)) {
            const std::uint64_t piece = next.fetch_add(1, std::memory_order_relaxed);
            if (piece >= pieces) break;
            work(sum, piece);
        }
        const std::lock_guard lock(adding);
        total += sum;
    });
    return total;
}

}  // namespace indigo
