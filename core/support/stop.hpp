// A flag that another thread raises to end a long calculation at once.
#pragma once

#include <atomic>

namespace indigo {

class StopToken {
  public:
    void stop() { raised.store(true, std::memory_order_relaxed); }
    void clear() { raised.store(false, std::memory_order_relaxed); }
    bool stopped() const { return raised.load(std::memory_order_relaxed); }

  private:
    std::atomic<bool> raised{false};
};

inline bool stopped(const StopToken* stop) { return stop != nullptr && stop->stopped(); }

}  // namespace indigo
