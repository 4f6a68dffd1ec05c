#include "bots/search_bot.hpp"

#include <algorithm>
#include <limits>

#include "search/endgame.hpp"
#include "search/search.hpp"

namespace indigo {

namespace {

constexpr double USUAL_SECONDS = 1.0;             // when the budget has no limit,
constexpr std::uint64_t USUAL_SOLVING = 150'000;  // and nodes for the end when it has only a depth
constexpr double NODES_A_SECOND = 350'000;        // roughly, to choose a plan for a time; with more than two players it is less

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
