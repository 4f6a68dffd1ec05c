// Random numbers for playouts: small state, one multiplication a number, seeded from one word.
#pragma once

#include <cstdint>

namespace indigo {

class Random {
  public:
    explicit Random(std::uint64_t seed) : state(seed) {}

    // wyrand (Wang Yi): passes BigCrush and PractRand.
    std::uint64_t next() {
        state += 0xa0761d6478bd642f;
        __extension__ using Wide = unsigned __int128;
        const Wide product = static_cast<Wide>(state) * (state ^ 0xe7037ed1a0b428db);
        return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
    }

    // 0 to *bound* - 1, by Lemire's multiplication. No value is favoured by more than bound / 2^32.
    unsigned below(unsigned bound) { return scale(static_cast<std::uint32_t>(next() >> 32), bound); }

    // From 0 up to 1, without 1 itself.
    float unit() { return static_cast<float>(next() >> 40) * 0x1p-24f; }

    // Spread 32 random bits over 0 to *bound* - 1.
    static unsigned scale(std::uint32_t bits, unsigned bound) {
        return static_cast<unsigned>(static_cast<std::uint64_t>(bits) * bound >> 32);
    }

  private:
    std::uint64_t state;
};

// Several random choices from one random word: each takes what it needs and leaves the rest. The product of all bounds
// must be small beside 2^64.
class RandomWord {
  public:
    explicit RandomWord(std::uint64_t word) : rest(word) {}

    unsigned below(unsigned bound) {
        __extension__ using Wide = unsigned __int128;
        const Wide product = static_cast<Wide>(rest) * bound;
        rest = static_cast<std::uint64_t>(product);
        return static_cast<unsigned>(product >> 64);
    }

  private:
    std::uint64_t rest;
};

}  // namespace indigo
