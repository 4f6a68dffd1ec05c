#include "search.hpp"

#include "hands.hpp"
#include "sweep.hpp"

namespace indigo {

namespace {

struct Priced {
    Move move;
    float value;  // to the player to move
    Values chances;
};

class Searcher {
  public:
    Searcher(const SearchPlan& plan, Random& random, Spending& spending) : plan(plan), random(random), spending(spending) {}

    // The best *width* moves for each kind in *kinds* (one bit a kind), best first.
    void price(const Position& position, unsigned fillings, unsigned kinds, unsigned width, std::vector<Priced>* by_kind) {
        Sweep sweep(position);
        sweep.run(random, fillings);
        spending.spend(fillings);
        const unsigned who = position.player, players = PLAYERS[position.layout];
        for (unsigned kind = 0; kind < KINDS; ++kind) {
            by_kind[kind].clear();
            if (!(kinds >> kind & 1)) continue;
            std::vector<Priced>& best = by_kind[kind];
            for (std::uint64_t cells = position.empty; cells; cells &= cells - 1) {
                const unsigned cell = static_cast<unsigned>(std::countr_zero(cells));
                for (unsigned tiles = LEGAL[cell] & TILES_OF[kind]; tiles; tiles &= tiles - 1) {
                    const unsigned tile = static_cast<unsigned>(std::countr_zero(tiles));
                    float others = 0;
                    for (unsigned other = 0; other < players; ++other)
                        if (other != who) others += sweep.points(cell, tile, other);
                    const float value = sweep.chance(cell, tile, who) +
                                        2e-3f * (sweep.points(cell, tile, who) - others / static_cast<float>(players - 1));
                    if (best.size() == width && value <= best.back().value) continue;
                    Priced priced{{static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(tile)}, value, {}};
                    const auto where = std::upper_bound(best.begin(), best.end(), priced,
                                                        [](const Priced& a, const Priced& b) { return a.value > b.value; });
                    if (best.size() == width) {
                        const auto index = where - best.begin();
                        best.pop_back();
                        best.insert(best.begin() + index, priced);
                    } else {
                        best.insert(where, priced);
                    }
                }
            }
            for (Priced& priced : best)
                for (unsigned player = 0; player < players; ++player)
                    priced.chances[player] = sweep.chance(priced.move.cell, priced.move.tile, player);
        }
    }

    // What is to be expected with *depth* more moves looked at.
    Values value(Position& position, int depth, unsigned ply) {
        Values sum{};
        if (position.over()) {
            const unsigned winners = position.winners();
            for (unsigned who = 0; who < MAX_PLAYERS; ++who)
                if (winners >> who & 1) sum[who] = 1.0f / static_cast<float>(std::popcount(winners));
            return sum;
        }
        unsigned kinds = 0;
        const std::uint8_t* hand = position.hands[position.player];
        for (unsigned kind = 0; kind < KINDS; ++kind)
            if (hand[kind] || (hand[UNKNOWN] && position.unseen[kind])) kinds |= 1u << kind;
        std::vector<Priced> by_kind[KINDS];
        price(position, plan.fillings[ply], kinds, depth > 1 ? plan.width[ply] : 1, by_kind);
        float values[KINDS] = {};
        const unsigned who = position.player;
        for (unsigned kind = 0; kind < KINDS; ++kind) {
            if (by_kind[kind].empty()) continue;
            if (depth > 1) {
                for (Priced& priced : by_kind[kind]) {
                    const TakenBack back = position.play(priced.move, UNKNOWN);
                    priced.chances = value(position, depth - 1, ply + 1);
                    position.take_back(back);
                    priced.value = priced.chances[who];
                }
                std::stable_sort(by_kind[kind].begin(), by_kind[kind].end(), [](const Priced& a, const Priced& b) { return a.value > b.value; });
            }
            values[kind] = by_kind[kind][0].value;
        }
        for_each_choice(position, who, values, [&](unsigned kind, float chance) {
            for (unsigned player = 0; player < MAX_PLAYERS; ++player) sum[player] += chance * by_kind[kind][0].chances[player];
        });
        return sum;
    }

    std::vector<Priced> root(Position position) {
        unsigned kinds = 0;
        for (unsigned kind = 0; kind < KINDS; ++kind)
            if (position.hands[position.player][kind]) kinds |= 1u << kind;
        std::vector<Priced> by_kind[KINDS], moves;
        price(position, plan.fillings[0], kinds, plan.width[0], by_kind);
        for (auto& list : by_kind) moves.insert(moves.end(), list.begin(), list.end());
        auto sort = [&] { std::stable_sort(moves.begin(), moves.end(), [](const Priced& a, const Priced& b) { return a.value > b.value; }); };
        sort();
        if (moves.size() > plan.width[0]) moves.resize(plan.width[0]);
        for (int depth = 2; depth <= plan.depth && moves.size() > 1; ++depth) {
            for (Priced& priced : moves) {
                const TakenBack back = position.play(priced.move, UNKNOWN);
                priced.chances = value(position, depth - 1, 1);
                priced.value = priced.chances[back.player] + 1e-3f * priced.value;
                position.take_back(back);
            }
            sort();
            const std::size_t keep = depth == 2 ? plan.second_width : plan.second_width / 2;
            if (depth < plan.depth && moves.size() > keep) moves.resize(keep);
        }
        return moves;
    }

  private:
    const SearchPlan& plan;
    Random& random;
    Spending& spending;
};

}  // namespace

Thought SearchBot::think(const Position& view, const Budget& budget, std::uint64_t seed, const StopToken* stop) const {
    Random random(scramble(seed));
    Spending spending(budget, stop);
    Searcher searcher(plan, random, spending);
    const std::vector<Priced> moves = searcher.root(view);
    Thought thought;
    thought.move = moves[0].move;
    for (const Priced& priced : moves) {
        thought.lines.push_back({{priced.move}, priced.chances, {}});
        if (thought.lines.size() == 5) break;
    }
    thought.nodes = spending.nodes();
    thought.seconds = spending.seconds();
    thought.depth = plan.depth;
    return thought;
}

}  // namespace indigo
