// What has been found out about positions, by key: a table that grows with what it is given, up to a limit, and then forgets
// the positions that were least work to find out about.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace indigo {

// *key* with its last four bits for how much work the position is, at least 1: no key is 0.
constexpr std::uint64_t key_of_work(std::uint64_t key, unsigned work) { return (key & ~std::uint64_t{15}) | std::min(work, 15u); }

// Keys are from `key_of_work`. *MOST_BYTES* is a limit of the table's size; while
// it grows, half as much again is in use.
template <class Value, std::size_t MOST_BYTES> class Memory {
  public:
    const Value* find(std::uint64_t key) const {
        if (slots.empty()) return nullptr;
        const Slot* bucket = &slots[place(key)];
        for (unsigned i = 0; i < WIDTH; ++i)
            if (bucket[i].key == key) return &bucket[i].value;
        return nullptr;
    }

    // Have what `find` will look at brought near.
    void prepare(std::uint64_t key) const {
        if (!slots.empty()) __builtin_prefetch(&slots[place(key)]);
    }

    void keep(std::uint64_t key, const Value& value) {
        if (2 * used >= slots.size() && slots.size() < MOST) grow();
        Slot* bucket = &slots[place(key)];
        Slot* chosen = bucket;
        for (unsigned i = 0; i < WIDTH; ++i) {
            if (bucket[i].key == key || bucket[i].key == 0) {
                chosen = &bucket[i];
                break;
            }
            if ((bucket[i].key & 15) < (chosen->key & 15)) chosen = &bucket[i];
        }
        used += chosen->key == 0;
        *chosen = {key, value};
    }

  private:
    struct Slot {
        std::uint64_t key = 0;
        Value value{};
    };
    static constexpr std::size_t WIDTH = 4, LEAST = 1024, MOST = std::bit_floor(MOST_BYTES / sizeof(Slot));

    std::size_t place(std::uint64_t key) const { return key >> 8 & (slots.size() - WIDTH); }

    void grow() {
        std::vector<Slot> before(std::max(LEAST, 2 * slots.size()));
        before.swap(slots);
        used = 0;
        for (const Slot& slot : before)
            if (slot.key) keep(slot.key, slot.value);
    }

    std::vector<Slot> slots;
    std::size_t used = 0;
};

}  // namespace indigo
