// Moves judged one by one: by random fillings of the board after them, and by a model that has learned.
#pragma once

#include <vector>

#include "eval/model.hpp"
#include "support/stop.hpp"

namespace indigo {

// The positions after moves from one position. What is known of where gems may end is worked out for that position once, and
// only brought up to date after each move.
class Judge {
  public:
    // Without a *model* the fillings have the last word. Both must outlive this.
    Judge(const Position& position, const Model* model) : position(position), model(model) { outlook.solve(position, SWEEPS_BEFORE); }

    // After *move*, of which random fillings say *guess*. If the game is over then, what has come of it.
    Guess after(Move move, const Guess& guess);

    // What a model saw, or would have seen, after the last move; null if the game was over then.
    const Features* seen() const { return over ? nullptr : &features; }

  private:
    static constexpr int SWEEPS_BEFORE = 6, SWEEPS_AFTER = 2;

    const Position& position;
    const Model* model;
    Outlook outlook, there;
    Features features;
    bool over = true;
};

// What has come of a game that is over.
Guess judge_end(const Board& board);

// What player *who* wants: to win, and a little to be ahead of the others, so that a decided game is played on sensibly.
float worth(const Guess& guess, unsigned who, unsigned players);

struct JudgedMove {
    Move move;
    Guess filled, judged;  // by fillings, and then by the model
};

// All legal moves, best first by fillings; the model has judged the first *width*. With *stop* raised, by those fillings that
// were done by then.
std::vector<JudgedMove> judge_moves(const Position& position, Judge& judge, unsigned fillings, std::uint64_t seed, std::size_t width,
                                    const StopToken* stop);

}  // namespace indigo
