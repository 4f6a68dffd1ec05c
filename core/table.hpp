// What the binding files share.
#pragma once

#include <nanobind/nanobind.h>

#include <vector>

#include "position.hpp"

namespace indigo {

// A position that remembers how it came about, so that it can be taken back.
struct Table {
    Position position;
    std::vector<TakenBack> played;

    bool is_legal(int cell, int tile) const {
        return cell >= 0 && cell < CELLS && tile >= 0 && tile < TILES && !position.over() &&
               (position.legal_tiles(static_cast<unsigned>(cell)) >> tile & 1);
    }
};

void bind_bots(nanobind::module_& m);

}  // namespace indigo
