// Loops over many numbers, built twice: for any machine, and for one with AVX2, chosen at run time. Both add in the same
// order and round the same way (no fused multiplication and addition), so that a bot plays the same everywhere.
#pragma once

#include <cstring>

#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__SANITIZE_ADDRESS__)
#define INDIGO_WIDE [[gnu::target_clones("default", "avx2")]]
#else
#define INDIGO_WIDE
#endif
#define INDIGO_INLINE inline __attribute__((always_inline))

namespace indigo {

// Eight numbers that are worked on together.
using Eight = float __attribute__((vector_size(32), aligned(4), may_alias));

INDIGO_INLINE Eight& eight(float* numbers) { return *reinterpret_cast<Eight*>(numbers); }
INDIGO_INLINE const Eight& eight(const float* numbers) { return *reinterpret_cast<const Eight*>(numbers); }

}  // namespace indigo
