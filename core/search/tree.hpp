// The search tree: positions with the best few moves for each kind of tile, and what is expected of them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>
#include <vector>

#include "eval/features.hpp"
#include "game/position.hpp"

namespace indigo {

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

inline void sort(std::span<Branch> moves) {
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

// How play may go on: everybody's best move with the tile that is most likely.
inline void follow(const Node* node, std::vector<Move>& line) {
    for (; node != nullptr && node->likely != nullptr && line.size() < 6; node = node->likely->after.get()) line.push_back(node->likely->move);
}

}  // namespace indigo
