// Games of a bot against itself, to learn from: every position after a move, as the model sees it, and how the game ended.
#pragma once

#include <cstdint>
#include <vector>

#include "eval/features.hpp"
#include "eval/model.hpp"
#include "support/stop.hpp"

namespace indigo {

struct SelfPlayPlan {
    unsigned fillings = 400;     // for a move, at most: a sixteenth of it, or more
    unsigned width = 24;         // moves that the model judges, best first by what the fillings say
    float spread = 0.01f;        // moves that are worse by so much in winning chance are played e times more rarely
    float random = 0.02f;        // the chance of any move at all
};

// What one game left behind; a sample is a position after a move.
struct SelfPlayGame {
    std::vector<std::uint8_t> gems;      // by sample, player, gem (ARROWS of them, none are zeros), feature
    std::vector<float> players;          // by sample, player, feature
    std::vector<float> judged;           // by sample, player: the chance to win as it was judged when the move was chosen
    std::vector<Move> moves;
    std::array<std::uint8_t, ALL_TILES> stacks;  // the tiles in the order in which they were drawn, kinds from 0
    Values shares{}, points{};           // at the end, by player; a shared win in parts
    bool finished = false;
};

SelfPlayGame play_itself(unsigned layout, unsigned hand_size, const Model* model, const SelfPlayPlan& plan, std::uint64_t seed,
                         const StopToken* stop);

}  // namespace indigo
