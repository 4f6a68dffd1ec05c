// Looking ahead: sweeps in a tree of moves and chances, deeper for fewer and fewer moves.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "eval/evaluate.hpp"
#include "search/plan.hpp"
#include "search/solve.hpp"
#include "search/thought.hpp"
#include "search/tree.hpp"

namespace indigo {

class Search {
  public:
    Search(const SearchPlan& plan, const Model* model, std::uint64_t seed, Spending& spending)
        : plan(plan), model(model), seed(seed), spending(spending) {}

    // The moves of the player to move, best first, without looking ahead.
    std::vector<Branch> look(const Position& position);

    // Look ahead from *moves*, and put them into their new order.
    void think(const Position& position, std::vector<Branch>& moves, int deepest, unsigned threads);

    int depth = 0;             // reached
    std::size_t compared = 0;  // so many moves, the first ones, were looked at alike: what is said of them can be compared

  private:
    bool deepen(const Position& position, std::vector<Branch>& moves, std::size_t count, unsigned threads);
    Judged judge(Position& position, Node& node, int turns, unsigned ply, std::uint64_t node_seed, Solver& solver);
    void sweep(const Position& position, Node& node, unsigned fillings, unsigned width, unsigned looked_at, std::uint64_t node_seed);
    void ask(Judge& judge, unsigned who, unsigned players, std::vector<Branch>& moves);
    float doubt(const Position& position) const;
    bool give_up();

    const SearchPlan& plan;
    const Model* model;
    std::uint64_t seed;
    Spending& spending;
    unsigned me = 0;  // who thinks
    std::atomic<bool> gave_up{false};
};

}  // namespace indigo
