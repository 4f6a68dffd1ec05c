#include "support/threads.hpp"

#include <new>

#include "check.hpp"

using namespace indigo;

TEST(work_is_done_by_so_many) {
    std::atomic<int> calls{0};
    together(4, [&] { ++calls; });
    CHECK(calls == 4);
    together(0, [&] { ++calls; });
    CHECK(calls == 5);
}

TEST(what_goes_wrong_in_any_thread_goes_wrong_for_who_asked) {
    const std::thread::id me = std::this_thread::get_id();
    bool told = false;
    try {
        together(3, [&] {
            if (std::this_thread::get_id() != me) throw std::bad_alloc();
        });
    } catch (const std::bad_alloc&) {
        told = true;
    }
    CHECK(told);
}
