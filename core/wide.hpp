// Loops over many numbers, built twice: for any machine, and for one with AVX2, chosen at run time. Both add in the same
// order and round the same way, so that a bot plays the same everywhere.
#pragma once

#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__SANITIZE_ADDRESS__)
#define INDIGO_WIDE [[gnu::target_clones("default", "avx2")]]
#else
#define INDIGO_WIDE
#endif
