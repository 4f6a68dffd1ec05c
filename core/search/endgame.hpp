// The root of a search near the end of a game: its moves solved, as far as there is time.
#pragma once

#include <vector>

#include "search/solve.hpp"
#include "search/tree.hpp"

namespace indigo {

// Few cells are left: the truth, if there is time for it. First only the best move, then what the others are worth as well;
// if that takes too long, of those only what was thought before is known, and that they are no better. Among equally good
// moves, those keep the order that they have. If there is not even time for the best move, what was found out is taken in.
bool solve(const Position& position, std::vector<Branch>& moves, Solver& solver, std::size_t compared = 0);

}  // namespace indigo
