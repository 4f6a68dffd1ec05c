// Tests in their smallest form: TEST names one, CHECK says what must hold.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <vector>

struct Test {
    const char* name;
    void (*run)();
};

inline std::vector<Test>& all_tests() {
    static std::vector<Test> tests;
    return tests;
}

struct Registered {
    Registered(const char* name, void (*run)()) { all_tests().push_back({name, run}); }
};

#define TEST(name)                                  \
    static void name();                             \
    static const Registered name##_test{#name, name}; \
    static void name()

#define CHECK(condition)                                                                  \
    do {                                                                                  \
        if (!(condition)) {                                                               \
            std::fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
            std::exit(1);                                                                 \
        }                                                                                 \
    } while (false)
