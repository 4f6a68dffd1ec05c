#include "bots/baselines.hpp"

#include <cmath>

#include "eval/absorption.hpp"
#include "eval/playout.hpp"
#include "game/hands.hpp"

namespace indigo {

namespace {

constexpr int MOST_MOVES = ALL_TILES * TILES;

// A player's points against the mean of the others'.
float lead(const Board& board, unsigned who) {
    float own = 0, others = 0;
    const unsigned players = PLAYERS[board.layout];
    for (unsigned player = 0; player < players; ++player)
        (player == who ? own : others) += static_cast<float>(points(board.won[player]));
    return own - others / static_cast<float>(players - 1);
}

// For bots that have no idea of the chances: as far as they know, everybody has the same.
Line line_of(Move move, const Board& board) {
    const unsigned players = PLAYERS[board.layout];
    Line line{{move}, even_chances(players), {}};
    for (unsigned who = 0; who < players; ++who) line.points[who] = static_cast<float>(points(board.won[who]));
    return line;
}

// The moves with the highest value, one of them at random.
class Best {
  public:
    void offer(Move move, float value, Random& random) {
        if (ties && value < best - 1e-6f) return;
        if (!ties || value > best + 1e-6f) ties = 0, best = value;
        if (random.below(++ties) == 0) chosen = move;
    }
    Move move() const { return chosen; }

  private:
    Move chosen;
    float best = 0;
    unsigned ties = 0;
};

}  // namespace

Thought RandomBot::think(const Position& view, const Budget&, std::uint64_t seed, const StopToken*) const {
    Random random(scramble(seed));
    Move moves[MOST_MOVES];
    const int count = view.legal_moves(moves);
    Thought thought;
    thought.move = moves[random.below(static_cast<unsigned>(count))];
    thought.lines = {line_of(thought.move, view)};
    thought.nodes = 1;
    return thought;
}

Thought PointsBot::think(const Position& view, const Budget& budget, std::uint64_t seed, const StopToken* stop) const {
    Random random(scramble(seed));
    Spending spending(budget, stop);
    Position position = view;
    const unsigned me = view.player;
    Move moves[MOST_MOVES];
    const int count = position.legal_moves(moves);
    Best best;
    for (int i = 0; i < count && !(i && spending.must_stop()); ++i) {
        const TakenBack back = position.play(moves[i], UNKNOWN);
        spending.spend(1);
        const float value = plies == 1 || position.over() ? lead(position, me) : reply_value(position, me, spending);
        position.take_back(back);
        best.offer(moves[i], value, random);
    }
    Thought thought;
    thought.move = best.move();
    const Lifted lifted = position.lay(thought.move.cell, thought.move.tile);
    thought.lines = {line_of(thought.move, position)};
    position.lift(lifted);
    thought.nodes = spending.nodes();
    thought.seconds = spending.seconds();
    thought.depth = plies;
    return thought;
}

// My lead after the next player's best reply, averaged over the tile that this player may hold.
float PointsBot::reply_value(Position& position, unsigned me, Spending& spending) const {
    const unsigned other = position.player;
    float theirs[KINDS], mine[KINDS];
    const unsigned kinds = possible_kinds(position, other);
    for (unsigned kind = 0; kind < KINDS; ++kind) {
        if (!(kinds >> kind & 1)) continue;
        bool first = true;
        theirs[kind] = mine[kind] = 0;
        for (std::uint64_t cells = position.empty; cells; cells &= cells - 1) {
            const unsigned cell = static_cast<unsigned>(std::countr_zero(cells));
            for (unsigned tiles = LEGAL[cell] & TILES_OF[kind]; tiles; tiles &= tiles - 1) {
                const Lifted lifted = position.lay(cell, static_cast<unsigned>(std::countr_zero(tiles)));
                const float value = lead(position, other);
                if (first || value > theirs[kind]) theirs[kind] = value, mine[kind] = lead(position, me), first = false;
                position.lift(lifted);
                spending.spend(1);
            }
        }
    }
    float sum = 0;
    for_each_choice(position, other, theirs, [&](unsigned kind, float chance) { sum += chance * mine[kind]; });
    return sum;
}

Thought FlatBot::think(const Position& view, const Budget& budget, std::uint64_t seed, const StopToken* stop) const {
    Random random(scramble(seed));
    Spending spending(budget, stop);
    struct Arm {
        Move move;
        Filling filling;
        std::array<double, MAX_PLAYERS> wins{}, points{};
        std::uint64_t count = 0;
        double mean(unsigned who) const { return count ? (wins[who] + 1e-6 * points[who]) / static_cast<double>(count) : -1.0; }
    };
    std::vector<Arm> arms;
    Move moves[MOST_MOVES];
    const int count = view.legal_moves(moves);
    const unsigned me = view.player, players = PLAYERS[view.layout];
    for (int i = 0; i < count; ++i) {
        Board board = view;
        board.lay_for_good(moves[i].cell, moves[i].tile);
        arms.push_back({moves[i], Filling(board)});
    }
    // Sequential halving: as many rounds as halvings, each with its share of the playouts, spread evenly.
    const int rounds = std::max(1, static_cast<int>(std::ceil(std::log2(count))));
    std::vector<std::size_t> order(arms.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::size_t alive = order.size();
    const std::uint64_t all = budget.nodes ? std::min(playouts, budget.nodes) : playouts;
    bool stopping = false;
    for (int round = 0; round < rounds && !stopping; ++round) {
        const std::uint64_t each = std::max<std::uint64_t>(1, all / static_cast<std::uint64_t>(rounds) / alive);
        for (std::size_t i = 0; i < alive && !stopping; ++i) {
            Arm& arm = arms[order[i]];
            std::uint64_t n = 0;
            for (; n < each && !stopping; ++n) {
                const Outcome outcome = arm.filling.fill(random);
                const double share = 1.0 / std::popcount(outcome.winners);
                for (unsigned who = 0; who < players; ++who) {
                    if (outcome.winners >> who & 1) arm.wins[who] += share;
                    arm.points[who] += points(outcome.won[who]);
                }
                ++arm.count;
                if ((n & 255) == 255) stopping = spending.over();
            }
            spending.spend(n);
            stopping = stopping || spending.over();  // early rounds give an arm fewer playouts than that
        }
        std::stable_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(alive),
                         [&](std::size_t a, std::size_t b) { return arms[a].mean(me) > arms[b].mean(me); });
        alive = std::max<std::size_t>(1, (alive + 1) / 2);
    }
    Thought thought;
    thought.move = arms[order[0]].move;
    for (std::size_t i = 0; i < std::min<std::size_t>(order.size(), 4); ++i) {
        const Arm& arm = arms[order[i]];
        if (!arm.count) break;  // stopped before anything was known of it
        Line line{{arm.move}, {}, {}};
        for (unsigned who = 0; who < players; ++who) {
            line.chances[who] = static_cast<float>(arm.wins[who] / static_cast<double>(arm.count));
            line.points[who] = static_cast<float>(arm.points[who] / static_cast<double>(arm.count));
        }
        thought.lines.push_back(line);
    }
    thought.nodes = spending.nodes();
    thought.seconds = spending.seconds();
    thought.depth = 1;
    return thought;
}

Thought AbsorptionBot::think(const Position& view, const Budget& budget, std::uint64_t seed, const StopToken* stop) const {
    Random random(scramble(seed));
    Spending spending(budget, stop);
    Board board = view;
    Absorption before;
    before.solve(board, 12);
    Move moves[MOST_MOVES];
    const int count = view.legal_moves(moves);
    Best best;
    Line line;
    for (int i = 0; i < count && !(i && spending.must_stop()); ++i) {
        const Lifted lifted = board.lay(moves[i].cell, moves[i].tile);
        Absorption after = before;
        if (!board.over()) after.solve(board, 3);
        const Values chances = after.chances(board), points = after.points(board);
        best.offer(moves[i], chances[view.player] + 1e-3f * points[view.player], random);
        if (best.move() == moves[i]) line = {{moves[i]}, chances, points};
        board.lift(lifted);
        spending.spend(1);
    }
    Thought thought;
    thought.move = best.move();
    thought.lines = {line};
    thought.nodes = spending.nodes();
    thought.seconds = spending.seconds();
    thought.depth = 1;
    return thought;
}

}  // namespace indigo
