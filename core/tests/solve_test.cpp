#include "solve.hpp"

#include <cmath>

#include "check.hpp"

using namespace indigo;

namespace {

// A position between two who hold a tile each, after careless play, with so many *empty* cells and the totals nearly level.
// The last cells around the centre are left for the end, so that its gems still count.
Position late(int empty, Random& random) {
    Position position = undealt(0);
    position.draw(0, UNKNOWN);
    position.draw(1, UNKNOWN);
    while (position.empty_cells() > empty) {
        Move moves[ALL_TILES * TILES];
        const int count = position.legal_moves(moves);
        if (count == 0) return late(empty, random);
        const Move move = moves[random.below(static_cast<unsigned>(count))];
        const bool centre = (bit(move.cell) & RING_MASK) && std::popcount(position.empty & RING_MASK) < 3;
        if (!centre || position.empty_cells() <= empty + 3) position.play(move, UNKNOWN);
    }
    for (unsigned who = 0; who < 2; ++who) position.won[who] = WORTH[1 + random.below(3)];
    return position.over() ? late(empty, random) : position;
}

// The chance of the player to move before it looks at its tile, by trying everything.
double plainly(Position& position) {
    if (position.over() || position.empty == 0) {
        const unsigned winners = position.winners();
        return winners >> position.player & 1 ? 1.0 / std::popcount(winners) : 0.0;
    }
    const std::uint8_t* hand = position.hands[position.player];
    const std::uint8_t* held = hand[UNKNOWN] ? position.unseen : hand;
    std::array<double, KINDS> best{};
    Move moves[ALL_TILES * TILES];
    for (int i = position.legal_moves(moves) - 1; i >= 0; --i) {
        const TakenBack back = position.play(moves[i], UNKNOWN);
        const double here = 1 - plainly(position);
        position.take_back(back);
        double& of_kind = best[KIND_OF[moves[i].tile]];
        of_kind = std::max(of_kind, here);
    }
    double sum = 0, all = 0;
    for (unsigned kind = 0; kind < KINDS; ++kind) sum += held[kind] * best[kind], all += held[kind];
    return sum / all;
}

bool near(double one, double other) { return std::fabs(one - other) < 1e-6; }

}  // namespace

TEST(the_solver_finds_what_trying_everything_finds) {
    Random random(7);
    int open = 0, with_centre = 0;
    for (int i = 0; i < 800; ++i) {
        Position position = late(i % 100 ? 3 : 4, random);
        Spending spending({}, nullptr);
        Solver solver(spending);
        const double truth = plainly(position);
        CHECK(near(solver.expect(position)[position.player], truth));
        open += truth > 0 && truth < 1;
        with_centre += (position.empty & RING_MASK) != 0;
    }
    CHECK(open > 30 && with_centre > 30);
}

TEST(the_last_gem_of_the_centre_counts_as_the_sapphire) {
    Random random(3);
    int changed = 0;
    for (int i = 0; i < 20'000 && changed < 5; ++i) {
        Position position = late(2, random);
        if (std::popcount(position.empty & RING_MASK) != 1 || position.gems != 1) continue;
        position.won[0] = 2 * WORTH[AMBER];  // two points and two gems: only the sapphire is more
        position.won[1] = 0;
        Spending spending({}, nullptr);
        Solver solver(spending);
        const double truth = plainly(position);
        CHECK(near(solver.expect(position)[position.player], truth));
        changed += truth > 0 && truth < 1;
    }
    CHECK(changed == 5);
}

TEST(without_all_moves_the_best_is_as_good_as_with_them) {
    Random random(11);
    for (int i = 0; i < 40; ++i) {
        Position position = late(5, random);
        for (int kind = 0; kind < KINDS && position.hands[position.player][UNKNOWN]; ++kind)
            if (position.unseen[kind]) position.reveal(position.player, kind);
        const unsigned who = position.player;
        Spending spending({}, nullptr);
        const Solution every = Solver(spending).solve(position), best = Solver(spending).solve(position, false);
        CHECK(near(every.chances[who], best.chances[who]) && every.moves.size() == best.moves.size());
        for (const auto& one : best.moves)
            for (const auto& other : every.moves) CHECK(one.move != other.move || one.chances[who] > other.chances[who] - 1e-6f);
        for (const auto& answer : every.moves)
            if (answer.move == best.moves[0].move) CHECK(near(answer.chances[who], every.chances[who]));
    }
}

TEST(two_who_know_each_others_tiles_are_solved_too) {
    Random random(5);
    for (int i = 0; i < 20; ++i) {
        Position position = late(3, random);
        for (unsigned who = 0; who < 2; ++who)
            for (int kind = 0; kind < KINDS && position.hands[who][UNKNOWN]; ++kind)
                if (position.unseen[kind]) position.reveal(who, kind);
        Spending spending({}, nullptr);
        Solver solver(spending);
        CHECK(near(solver.expect(position)[position.player], plainly(position)));
    }
}

TEST(a_memory_keeps_what_was_most_work_when_it_is_full) {
    Memory<std::uint64_t, 1 << 20> memory;
    CHECK(memory.find(key_of_work(1, 1)) == nullptr);
    for (std::uint64_t i = 0; i < 1'000'000; ++i) memory.keep(key_of_work(scramble(i), i % 100 == 0 ? 9 : 1), i);
    std::uint64_t kept = 0, little = 0;
    for (std::uint64_t i = 0; i < 1'000'000; ++i) {
        const std::uint64_t* found = memory.find(key_of_work(scramble(i), i % 100 == 0 ? 9 : 1));
        CHECK(found == nullptr || *found == i);
        if (found) ++(i % 100 == 0 ? kept : little);
    }
    CHECK(kept > 9'900 && little > 10'000 && kept + little <= (1 << 20) / 16);
}
