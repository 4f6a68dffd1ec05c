// Loops over many numbers, built twice: for any machine, and for one with AVX2, chosen at run time. Both add in the same
// order and round the same way (no fused multiplication and addition), so that a bot plays the same everywhere.
#pragma once

#include <cstring>

// Only GCC: clang accepts target_clones only where the first declaration has it, and then it does not link across files.
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define INDIGO_WIDE [[gnu::target_clones("default", "avx2")]]
#else
#define INDIGO_WIDE
#endif
#define INDIGO_INLINE inline __attribute__((always_inline))

namespace indigo {

// Eight numbers that are worked on together.
using Eight = float __attribute__((vector_size(32)));

// Eight numbers in memory, at any address: a packed struct, since clang forgets a typedef's alignment behind a reference.
struct __attribute__((packed, may_alias)) EightInMemory {
    Eight lanes;
};

INDIGO_INLINE EightInMemory& eight(float* numbers) { return *reinterpret_cast<EightInMemory*>(numbers); }
INDIGO_INLINE const EightInMemory& eight(const float* numbers) { return *reinterpret_cast<const EightInMemory*>(numbers); }

}  // namespace indigo
