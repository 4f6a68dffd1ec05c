#include "search/solve.hpp"

#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "check.hpp"
#include "support/random.hpp"

using namespace indigo;

namespace {

// A position after careless play, with so many *empty* cells and the totals nearly level; between two who hold a tile each if
// nothing else is said. The last cells around the centre are left for the end, so that its gems still count.
Position late(int empty, Random& random, unsigned layout = 0, unsigned hand_size = 1) {
    Position position = undealt(layout);
    for (unsigned tile = 0; tile < hand_size * PLAYERS[layout]; ++tile) position.draw(tile % PLAYERS[layout], UNKNOWN);
    while (position.empty_cells() > empty) {
        Move moves[ALL_TILES * TILES];
        const int count = position.legal_moves(moves);
        if (count == 0) return late(empty, random, layout, hand_size);
        const Move move = moves[random.below(static_cast<unsigned>(count))];
        const bool centre = (bit(move.cell) & RING_MASK) && std::popcount(position.empty & RING_MASK) < 3;
        if (!centre || position.empty_cells() <= empty + 3) position.play(move, UNKNOWN);
    }
    for (unsigned who = 0; who < PLAYERS[layout]; ++who) position.won[who] = WORTH[1 + random.below(3)];
    return position.over() ? late(empty, random, layout, hand_size) : position;
}

// What player *who* has won in a game that is over.
double share_of(const Board& board, unsigned who) {
    const unsigned winners = board.winners();
    return winners >> who & 1 ? 1.0 / std::popcount(winners) : 0.0;
}

// Chances that were found, by the whole position.
using Found = std::unordered_map<std::uint64_t, double>;

// The chance of the player to move before it looks at its tile, by trying everything; nothing that is in *found* twice.
double plainly(Position& position, Found* found = nullptr) {
    if (position.over() || position.empty == 0) return share_of(position, position.player);
    const std::uint64_t key = position.key();
    if (found && found->contains(key)) return found->at(key);
    const std::uint8_t* hand = position.hands[position.player];
    const std::uint8_t* held = hand[UNKNOWN] ? position.unseen : hand;
    std::array<double, KINDS> best{};
    Move moves[ALL_TILES * TILES];
    for (int i = position.legal_moves(moves) - 1; i >= 0; --i) {
        const TakenBack back = position.play(moves[i], UNKNOWN);
        const double here = 1 - plainly(position, found);
        position.take_back(back);
        double& of_kind = best[KIND_OF[moves[i].tile]];
        of_kind = std::max(of_kind, here);
    }
    double sum = 0, all = 0;
    for (unsigned kind = 0; kind < KINDS; ++kind) sum += held[kind] * best[kind], all += held[kind];
    if (found) found->emplace(key, sum / all);
    return sum / all;
}

bool near(double one, double other) { return std::fabs(one - other) < 1e-6; }

// Call `see(tiles, chance)` with the tiles of every hand that the player to move may hold, drawn one after another.
template <class See> void each_hand(const Position& position, double chance, See& see) {
    const unsigned who = position.player;
    if (!position.hands[who][UNKNOWN]) return see(position.tiles_in_hand(), chance);
    for (int kind = 0; kind < KINDS; ++kind) {
        if (!position.unseen[kind]) continue;
        Position told = position;
        told.reveal(who, kind);
        each_hand(told, chance * position.unseen[kind] / position.unseen_tiles(), see);
    }
}

// One of player *who*'s tiles is seen by all.
void show_one(Position& position, unsigned who) {
    int kind = 0;
    while (!position.unseen[kind]) ++kind;
    position.reveal(who, kind);
}

// Holds what a solver expects against the rule, at a position and at all that can follow: it is what the best of all moves
// there leads to, and at the end what was won. So, from the end backwards, nothing is taken from the solver but its word. What a
// player keeps is taken as drawn anew, as the solver does.
class Referee {
  public:
    // What the solver expects there, which is right.
    Values operator()(Position& position) {
        const Values expected = solver.expect(position);
        if (!seen.insert(position.key()).second) return expected;
        const unsigned players = PLAYERS[position.layout];
        if (position.over()) {
            for (unsigned who = 0; who < players; ++who) CHECK(near(expected[who], share_of(position, who)));
            return expected;
        }
        Move moves[ALL_TILES * TILES];
        std::vector<Answer> answers;
        for (int i = 0, count = position.legal_moves(moves); i < count; ++i) {
            const TakenBack back = position.play(moves[i], UNKNOWN);
            answers.push_back({moves[i], (*this)(position)});
            position.take_back(back);
        }
        for (unsigned who = 0; who < players; ++who) {
            const auto [low, high] = bounds(position, answers, who);
            CHECK(expected[who] > low - 1e-5 && expected[who] < high + 1e-5);
        }
        return expected;
    }

  private:
    using Answer = Solution::Answer;

    // The chance of player *who* if the player to move makes the move that is best for itself, at least and at most: moves that
    // are equally good for who makes them need not be so for others.
    static std::pair<double, double> bounds(const Position& position, const std::vector<Answer>& answers, unsigned who) {
        const unsigned mover = position.player;
        double low = 0, high = 0;
        auto see = [&](unsigned tiles, double chance) {
            float best = -1, least = 1, most = 0;
            for (const Answer& answer : answers)
                if (tiles >> answer.move.tile & 1) best = std::max(best, answer.chances[mover]);
            for (const Answer& answer : answers) {
                if (!(tiles >> answer.move.tile & 1) || !near(answer.chances[mover], best)) continue;
                least = std::min(least, answer.chances[who]);
                most = std::max(most, answer.chances[who]);
            }
            low += chance * least;
            high += chance * most;
        };
        each_hand(position, 1, see);
        return {low, high};
    }

    Spending spending{{}, nullptr};
    Solver solver{spending};
    std::unordered_set<std::uint64_t> seen;
};

// The six cells around the centre and seven of those around them.
std::uint64_t cells_in_the_middle() {
    std::uint64_t middle = RING_MASK;
    for (unsigned cell = 0; cell < CELLS; ++cell)
        for (unsigned side = 0; RING_MASK & bit(cell) && side < SIDES; ++side)
            for (const unsigned beside : PORT_CELLS[PORT_AT[cell][side]])
                if (OPEN_MASK & bit(beside) && std::popcount(middle) < 13) middle |= bit(beside);
    return middle;
}

// A position between two with only the middle of the board empty, where most can be done, and every kind still to come. The
// tile of who waits is known, so there is one more cell than there are unseen tiles.
Position widest(Random& random) {
    const std::uint64_t middle = cells_in_the_middle();
    Position position = undealt(0);
    for (unsigned who = 0; who < 2; ++who) position.draw(who, UNKNOWN);
    while (position.empty != middle) {
        Move moves[ALL_TILES * TILES];
        const Move move = moves[random.below(static_cast<unsigned>(position.legal_moves(moves)))];
        if (!(bit(move.cell) & middle) && position.unseen[KIND_OF[move.tile]] > 1) position.play(move, UNKNOWN);
    }
    int kind = 0;
    while (position.unseen[kind] < 2) ++kind;
    position.reveal(1 - position.player, kind);
    return position;
}

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

TEST(with_more_players_or_tiles_everybody_plays_the_best_of_all_moves) {
    struct Table {
        unsigned layout, hand_size;
        int empty, positions;  // so many cells that somebody still holds two tiles, if there were two
    };
    Random random(13);
    const Table tables[] = {{0, 2, 4, 200}, {1, 1, 4, 200}, {1, 2, 5, 60}, {2, 1, 4, 200}, {3, 1, 4, 200}, {3, 2, 5, 60}};
    for (const Table& table : tables) {
        int open = 0;
        for (int i = 0; i < table.positions; ++i) {
            Position position = late(table.empty, random, table.layout, table.hand_size);
            if (i % 2) show_one(position, position.player);
            const float chance = Referee()(position)[position.player];
            open += chance > 0 && chance < 1;
        }
        CHECK(5 * open > table.positions);
    }
}

TEST(a_duel_of_five_cells_is_what_trying_everything_finds) {
    Random random(17);
    for (int open = 0; open < 40;) {
        Position position = late(5, random);
        Spending spending({}, nullptr);
        Solver solver(spending);
        Found found;
        const double truth = plainly(position, &found);
        CHECK(near(solver.expect(position)[position.player], truth));
        open += truth > 0 && truth < 1;
    }
}

TEST(the_largest_duel_has_room_for_all_its_moves) {
    Random random(19);
    for (int i = 0; i < 5; ++i) {
        Position position = widest(random);
        CHECK(position.empty_cells() == 13 && position.unseen_tiles() == 12 && Duel::fits(position));
        Spending spending({.nodes = 1024}, nullptr);
        Solver solver(spending);
        solver.expect(position);
        CHECK(solver.gave_up && spending.nodes() >= 1024);
    }
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

TEST(whoever_runs_out_says_only_what_is_known_and_comes_further_when_there_is_more) {
    Random random(12);
    int parts = 0;
    for (int i = 0; i < 40; ++i) {
        Position position = late(7, random);
        for (int kind = 0; kind < KINDS && position.hands[position.player][UNKNOWN]; ++kind)
            if (position.unseen[kind]) position.reveal(position.player, kind);
        const unsigned who = position.player;
        Spending plenty({}, nullptr), spending({.nodes = 4096}, nullptr);
        const Solution truth = Solver(plenty).solve(position);
        Solver solver(spending);
        spending.allow(0.125);
        const Solution part = solver.solve(position, false);
        if (part.complete || part.moves.size() < 2) continue;
        ++parts;
        CHECK(part.moves.size() < truth.moves.size());
        for (const auto& one : part.moves)
            for (const auto& other : truth.moves) {
                if (one.move != other.move) continue;
                const bool best = one.move == part.moves[0].move;
                CHECK(best ? near(one.chances[who], other.chances[who]) : one.chances[who] > other.chances[who] - 1e-6f);
            }
        spending.allow(1e9);
        const Solution whole = solver.solve(position, false);
        CHECK(whole.complete && near(whole.chances[who], truth.chances[who]));
    }
    CHECK(parts >= 3);
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
