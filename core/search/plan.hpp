// How a search spends its nodes: how many fillings, moves and replies, and where.
#pragma once

#include <array>
#include <string_view>

namespace indigo {

// A ply is a turn after one of the root's moves.
struct SearchPlan {
    unsigned root_fillings = 4000;
    std::array<unsigned, 8> fillings{600, 250, 120, 80, 60, 60, 60, 60};  // in a sweep, by ply
    std::array<unsigned, 8> replies{2, 1, 1, 1, 1, 1, 1, 1};              // looked into for each kind of tile, by ply,
    std::array<unsigned, 8> doubted_replies{2, 1, 1, 1, 1, 1, 1, 1};      // the same where there is doubt which one it will be:
    std::array<float, 2> doubt{0, 0};  // with three and four players, others may choose one that is worth so much less as well
    std::array<unsigned, 9> moves{24, 24, 8, 5, 3, 3, 2, 2, 2};           // of the root looked at, by depth
    unsigned root_judged = 32;                               // moves of the root that a model judges, if there is one,
    std::array<unsigned, 8> judged{6, 4, 4, 4, 4, 4, 4, 4};  // and for each kind of tile, by ply
    int deepest = 8;
    float clear = 0.12f;  // a lead over the second best so large that thinking on is not worth it
    int solve_root = 8;   // empty cells with which the end is solved from the root, if there is time,
    int solve_node = 5;   // and anywhere in the tree;
    int duel_root = 8;    // the same between two players with a tile each, which is much quicker
    int duel_node = 5;
    float solve_first = 0.5f;  // so much of the budget may go into solving; if that is not enough, looking ahead goes on until
    float solve_again = 1.0f;  // so much is used, and what is left goes into solving again
    unsigned lines = 5;   // moves that are told
    unsigned lean_below = 0;  // nodes; who has fewer has less of everything after the first reply, and no doubt

    // The plan for so many nodes and players.
    SearchPlan with(double nodes, unsigned players) const;
    float doubt_among(unsigned players) const { return players > 2 ? doubt[players - 3] : 0; }

    // Change it by settings, by the names above: "moves=24/12/4,deepest=3". The last number of a list goes on. False if they
    // are not understood.
    bool set(std::string_view settings);
};

}  // namespace indigo
