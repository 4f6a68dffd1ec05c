// Runs every test, or those whose name contains the first argument.
#include <cstring>

#include "check.hpp"

int main(int count, char** arguments) {
    int run = 0;
    for (const Test& test : all_tests()) {
        if (count > 1 && std::strstr(test.name, arguments[1]) == nullptr) continue;
        std::printf("%s\n", test.name);
        std::fflush(stdout);
        test.run();
        ++run;
    }
    std::printf("%d tests passed\n", run);
    return run ? 0 : 1;
}
