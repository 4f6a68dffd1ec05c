#include "bots/search_bot.hpp"

#include <atomic>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "eval/evaluate.hpp"
#include "eval/sweep.hpp"
#include "game/hands.hpp"
#include "search/solve.hpp"
#include "support/threads.hpp"

namespace indigo {

namespace {

constexpr double USUAL_SECONDS = 1.0;             // when the budget has no limit,
constexpr std::uint64_t USUAL_SOLVING = 150'000;  // and nodes for the end when it has only a depth
constexpr double NODES_A_SECOND = 350'000;        // roughly, to choose a plan for a time; with more than two players it is less
constexpr float FINEST = 1e5f;                    // chances that differ less than a part of so many are the same
constexpr unsigned PIECE = 250;                   // fillings between two looks at the clock
constexpr unsigned JUDGING = 4;                   // a model's judgement takes as long as so many fillings

struct Judged : Guess {
    Judged() = default;
    explicit Judged(const Guess& guess) : Guess(guess) {}
    void add(const Judged& other, float factor) {
        for (unsigned who = 0; who < MAX_PLAYERS; ++who) {
            chances[who] += factor * other.chances[who];
            points[who] += factor * other.points[who];
        }
    }
};

struct Node;

// A move and what is known of it: from a sweep before it, later from looking on after it.
struct Branch {
    Move move;
    float value = 0;  // to the player who makes it
    Judged judged;
    std::unique_ptr<Node> after;
};

// A position where somebody is to move: the best few moves for each kind of tile.
struct Node {
    std::array<std::vector<Branch>, KINDS> by_kind;
    Judged leaf;  // what is to be expected, without looking further
    const Branch* likely = nullptr;  // the best move with the tile that is played most likely
    bool swept = false;
};

void sort(std::span<Branch> moves) {
    std::stable_sort(moves.begin(), moves.end(), [](const Branch& one, const Branch& other) { return one.value > other.value; });
}

// What a player's choice among several moves comes to. Without *doubt* it is the best one. With doubt it may be another as well,
// by a factor of e less likely for every *doubt* that it is worth less.
class Choice {
  public:
    explicit Choice(float doubt) : doubt(doubt) {}

    void offer(const Branch& branch, const Judged& judged, float worth) {
        float weight = 1, fading = 1;
        if (best == nullptr || worth > highest) {
            fading = best ? likelihood(highest - worth) : 0;
            best = &branch, highest = worth;
        } else {
            weight = likelihood(worth - highest);
        }
        Judged both;
        both.add(sum, fading), both.add(judged, weight);
        sum = both, total = fading * total + weight;
    }

    Judged judged() const {
        Judged mean;
        if (total > 0) mean.add(sum, 1 / total);
        return mean;
    }

    const Branch* best = nullptr;

  private:
    float likelihood(float less) const { return doubt > 0 ? std::exp(less / doubt) : 0; }

    float doubt, highest = 0, total = 0;
    Judged sum;
};

class Search {
  public:
    Search(const SearchPlan& plan, const Model* model, std::uint64_t seed, Spending& spending)
        : plan(plan), model(model), seed(seed), spending(spending) {}

    // The moves of the player to move, best first, without looking ahead.
    std::vector<Branch> look(const Position& position) {
        depth = 0;
        me = position.player;
        Node root;
        sweep(position, root, plan.root_fillings, std::max(plan.moves[0], plan.lines), std::max(plan.root_judged, plan.moves[0]), scramble(seed));
        std::vector<Branch> moves;
        for (auto& of_kind : root.by_kind) std::move(of_kind.begin(), of_kind.end(), std::back_inserter(moves));
        sort(moves);
        depth = 1;
        return moves;
    }

    // Look ahead from *moves*, and put them into their new order.
    void think(const Position& position, std::vector<Branch>& moves, int deepest, unsigned threads) {
        for (; depth < deepest && !gave_up; ++depth) {
            const std::size_t count = std::min<std::size_t>(moves.size(), plan.moves[static_cast<unsigned>(depth)]);
            if (count < 2 || (depth > 2 && moves[0].value - moves[1].value > plan.clear)) return;
            if (!deepen(position, moves, count, threads)) return;
        }
    }

    int depth = 0;             // reached
    std::size_t compared = 0;  // so many moves, the first ones, were looked at alike: what is said of them can be compared

  private:
    // Judge the first *count* moves one ply deeper, and sort them. Those not judged for want of time fall behind.
    bool deepen(const Position& position, std::vector<Branch>& moves, std::size_t count, unsigned threads) {
        std::vector<std::optional<Judged>> judged(count);
        std::atomic<std::size_t> next{0};
        together(std::min<std::size_t>(threads, count), [&] {
            Solver solver(spending);
            for (std::size_t i = next++; i < count && !gave_up; i = next++) {
                Position after = position;
                after.play(moves[i].move, UNKNOWN);
                if (!moves[i].after) moves[i].after = std::make_unique<Node>();
                const Judged here = judge(after, *moves[i].after, depth, 0, scramble(seed + 1), solver);
                if (!gave_up) judged[i] = here;
            }
        });
        std::vector<Branch> deeper, rest;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (i < count && judged[i]) {
                moves[i].judged = *judged[i];
                moves[i].value = worth(*judged[i], position.player, PLAYERS[position.layout]);
                deeper.push_back(std::move(moves[i]));
            } else {
                rest.push_back(std::move(moves[i]));
            }
        }
        const bool any = !deeper.empty();
        if (any) compared = deeper.size();
        sort(deeper);
        std::move(rest.begin(), rest.end(), std::back_inserter(deeper));
        moves = std::move(deeper);
        return any;
    }

    // What is to be expected with *turns* more turns looked at.
    Judged judge(Position& position, Node& node, int turns, unsigned ply, std::uint64_t node_seed, Solver& solver) {
        if (position.over()) return Judged(judge_end(position));
        const bool solved = position.empty_cells() <= (Duel::fits(position) ? plan.duel_node : plan.solve_node);
        if (!node.swept) {
            if (give_up()) return {};
            sweep(position, node, plan.fillings[ply], plan.replies[ply], plan.judged[ply], node_seed);
            if (solved) node.leaf.chances = solver.expect(position);
            if (solver.gave_up) gave_up = true;
        }
        if (turns <= 1 || solved) return node.leaf;
        const unsigned who = position.player, players = PLAYERS[position.layout];
        float values[KINDS] = {};
        std::array<Judged, KINDS> chosen{};
        std::array<const Branch*, KINDS> best{};
        for (unsigned kind = 0; kind < KINDS; ++kind) {
            Choice choice(doubt(position));
            for (Branch& branch : node.by_kind[kind]) {
                const TakenBack back = position.play(branch.move, UNKNOWN);
                if (!branch.after) branch.after = std::make_unique<Node>();
                const Judged judged = judge(position, *branch.after, turns - 1, ply + 1, scramble(node_seed + kind), solver);
                position.take_back(back);
                if (gave_up) return {};
                choice.offer(branch, judged, worth(judged, who, players));
            }
            chosen[kind] = choice.judged(), best[kind] = choice.best;
            values[kind] = worth(chosen[kind], who, players);
        }
        Judged sum;
        float likeliest = 0;
        for_each_choice(position, who, values, [&](unsigned kind, float chance) {
            sum.add(chosen[kind], chance);
            if (chance > likeliest) likeliest = chance, node.likely = best[kind];
        });
        return sum;
    }

    // Fill in the best *width* moves of each kind that the player to move may hold. If there is a model, it chooses them from
    // the best *looked_at* by fillings.
    void sweep(const Position& position, Node& node, unsigned fillings, unsigned width, unsigned looked_at, std::uint64_t node_seed) {
        Sweep sweep(position, node_seed);
        // With little time, at most a third of it goes into the first look.
        const auto enough = [&] { return spending.must_stop() || spending.share() > (depth == 0 ? 0.33 : 1.0); };
        for (unsigned left = fillings; left > 0 && !(sweep.fillings() && enough());) {
            const unsigned piece = std::min(left, PIECE);
            sweep.run(piece);
            spending.spend(piece);
            left -= piece;
        }
        // What a sweep says that was stopped is not compared. One that ended because the budget did is: it has a piece at least.
        if (depth > 0 && spending.must_stop()) gave_up = true;
        const unsigned who = position.player, players = PLAYERS[position.layout];
        const unsigned kinds = possible_kinds(position, who);
        const unsigned kept = model ? std::max(width, looked_at) : width;
        std::optional<Judge> judge;
        if (model) judge.emplace(position, model);
        float values[KINDS] = {};
        std::array<Judged, KINDS> chosen{};
        for (unsigned kind = 0; kind < KINDS; ++kind) {
            if (!(kinds >> kind & 1)) continue;
            std::vector<Branch>& best = node.by_kind[kind];
            for (std::uint64_t cells = position.empty; cells; cells &= cells - 1) {
                const unsigned cell = static_cast<unsigned>(std::countr_zero(cells));
                for (unsigned tiles = LEGAL[cell] & TILES_OF[kind]; tiles; tiles &= tiles - 1) {
                    const unsigned tile = static_cast<unsigned>(std::countr_zero(tiles));
                    Judged judged;
                    judged.fillings = sweep.fillings();
                    for (unsigned player = 0; player < players; ++player) {
                        judged.chances[player] = sweep.chance(cell, tile, player);
                        judged.points[player] = sweep.points(cell, tile, player);
                    }
                    const float value = worth(judged, who, players);
                    if (best.size() == kept && value <= best.back().value) continue;
                    if (best.size() == kept) best.pop_back();
                    std::size_t place = best.size();
                    while (place > 0 && best[place - 1].value < value) --place;
                    const Move move{static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(tile)};
                    best.insert(best.begin() + static_cast<std::ptrdiff_t>(place), Branch{move, value, judged, nullptr});
                }
            }
            if (judge) ask(*judge, who, players, best);
            Choice choice(doubt(position));
            for (const Branch& branch : best) choice.offer(branch, branch.judged, branch.value);
            chosen[kind] = choice.judged();
            values[kind] = worth(chosen[kind], who, players);
            if (best.size() > width) {
                best.resize(width);
                best.shrink_to_fit();  // a tree has many nodes
            }
        }
        float likeliest = 0;
        for_each_choice(position, who, values, [&](unsigned kind, float chance) {
            const Branch& best = node.by_kind[kind][0];
            node.leaf.add(chosen[kind], chance);
            if (chance > likeliest) likeliest = chance, node.likely = &best;
        });
        node.swept = true;
    }

    // Let the model judge *moves* of player *who*, and sort them.
    void ask(Judge& judge, unsigned who, unsigned players, std::vector<Branch>& moves) {
        for (Branch& branch : moves) {
            branch.judged = Judged(judge.after(branch.move, branch.judged));
            branch.value = worth(branch.judged, who, players);
        }
        spending.spend(JUDGING * moves.size());
        sort(moves);
    }

    // How sure it is that the player to move chooses what is best to our knowledge: one is sure of oneself.
    float doubt(const Position& position) const { return position.player == me ? 0 : plan.doubt_among(PLAYERS[position.layout]); }

    bool give_up() {
        if (!gave_up && spending.over()) gave_up = true;
        return gave_up;
    }

    const SearchPlan& plan;
    const Model* model;
    std::uint64_t seed;
    Spending& spending;
    unsigned me = 0;  // who thinks
    std::atomic<bool> gave_up{false};
};

// How play may go on: everybody's best move with the tile that is most likely.
void follow(const Node* node, std::vector<Move>& line) {
    for (; node != nullptr && node->likely != nullptr && line.size() < 6; node = node->likely->after.get()) line.push_back(node->likely->move);
}

// *some* of the first moves were solved before the time was up, the best of them exactly: hold them against what is said of the
// first *compared*.
void take_in(const Position& position, std::vector<Branch>& moves, const Solution& some, std::size_t compared) {
    const unsigned who = position.player, players = PLAYERS[position.layout];
    const std::size_t known = std::min(moves.size(), some.moves.size());
    for (Branch& branch : std::span(moves).first(known)) {
        const auto answer = std::find_if(some.moves.begin(), some.moves.end(), [&](const Solution::Answer& one) { return one.move == branch.move; });
        const bool is_best = answer == some.moves.begin();
        if (is_best || answer->chances[who] < branch.judged.chances[who]) branch.judged.chances = answer->chances;
        branch.value = worth(branch.judged, who, players);
    }
    sort(std::span(moves).first(std::max(known, std::min(compared, moves.size()))));
}

// Few cells are left: the truth, if there is time for it. First only the best move, then what the others are worth as well;
// if that takes too long, of those only what was thought before is known, and that they are no better. Among equally good
// moves, those keep the order that they have. If there is not even time for the best move, what was found out is taken in.
bool solve(const Position& position, std::vector<Branch>& moves, Solver& solver, std::size_t compared = 0) {
    std::vector<Move> first;
    for (const Branch& branch : moves) first.push_back(branch.move);
    const Solution best = solver.solve(position, false, first);
    if (!best.complete) {
        if (compared > 0) take_in(position, moves, best, compared);
        return false;
    }
    const Solution every = solver.solve(position, true, first);
    const unsigned who = position.player, players = PLAYERS[position.layout];
    std::vector<Branch> solved;
    for (const Solution::Answer& answer : (every.complete ? every : best).moves) {
        const auto known = std::find_if(moves.begin(), moves.end(), [&](const Branch& branch) { return branch.move == answer.move; });
        const bool thought_of = known != moves.end(), is_best = answer.move == best.moves[0].move;
        if (!thought_of && !is_best && !every.complete) continue;  // nothing is known of it
        Branch branch{answer.move, 0, {}, nullptr};
        branch.judged.chances = answer.chances;
        if (thought_of) {
            branch.judged.points = known->judged.points;
            if (!every.complete && !is_best && known->judged.chances[who] < answer.chances[who])
                branch.judged.chances = known->judged.chances;
        }
        branch.value = worth(branch.judged, who, players);
        solved.push_back(std::move(branch));
    }
    // What is known comes first, chances before points; points only decide between moves that win alike.
    sort(solved);
    std::stable_sort(solved.begin(), solved.end(), [&](const Branch& one, const Branch& other) {
        return std::lround(one.judged.chances[who] * FINEST) > std::lround(other.judged.chances[who] * FINEST);
    });
    const auto winner = std::find_if(solved.begin(), solved.end(), [&](const Branch& branch) { return branch.move == best.moves[0].move; });
    if (!every.complete) std::rotate(solved.begin(), winner, winner + 1);  // others may be worth less than is said of them
    moves = std::move(solved);
    return true;
}

// How many nodes there will be time for.
double expected_nodes(const Budget& budget) {
    double nodes = std::numeric_limits<double>::infinity();
    if (budget.seconds > 0) nodes = budget.seconds * NODES_A_SECOND * std::max(1u, budget.threads);
    if (budget.nodes > 0) nodes = std::min(nodes, static_cast<double>(budget.nodes));
    return nodes;
}

}  // namespace

Thought SearchBot::think(const Position& view, const Budget& budget, std::uint64_t seed, const StopToken* stop) const {
    Budget limits = budget;
    if (!(budget.seconds > 0) && budget.nodes == 0 && budget.depth <= 0) limits.seconds = USUAL_SECONDS;
    const int deepest = budget.depth > 0 ? std::min(budget.depth, plan.deepest) : plan.deepest;
    Spending spending(limits, stop);
    const SearchPlan now = plan.with(expected_nodes(limits), PLAYERS[view.layout]);
    Search search(now, model, seed, spending);
    std::vector<Branch> moves = search.look(view);  // before solving too, so that points decide between moves that win alike
    const auto look_ahead = [&] { search.think(view, moves, deepest, std::max(1u, budget.threads)); };
    int depth = view.empty_cells();
    if (view.empty_cells() > (Duel::fits(view) ? now.duel_root : now.solve_root)) {
        look_ahead();
        depth = search.depth;
    } else {
        const bool unlimited = !(limits.seconds > 0) && limits.nodes == 0;
        Spending apart(Budget{.nodes = USUAL_SOLVING}, stop);
        Spending& solving = unlimited ? apart : spending;
        Solver solver(solving);
        solving.allow(unlimited ? 1.0 : spending.share() + now.solve_first);
        if (!solve(view, moves, solver)) {
            spending.allow(now.solve_again);
            look_ahead();
            solving.allow(1.0);
            if (solving.over() || !solve(view, moves, solver, search.compared)) depth = search.depth;
        }
        if (unlimited) spending.spend(apart.nodes());
    }
    Thought thought;
    thought.move = moves[0].move;
    for (std::size_t i = 0; i < std::min<std::size_t>(moves.size(), now.lines); ++i) {
        Line line{{moves[i].move}, moves[i].judged.chances, moves[i].judged.points};
        follow(moves[i].after.get(), line.moves);
        thought.lines.push_back(std::move(line));
    }
    thought.nodes = spending.nodes();
    thought.seconds = spending.seconds();
    thought.depth = depth;
    return thought;
}

}  // namespace indigo
