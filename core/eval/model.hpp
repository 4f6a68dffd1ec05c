// The learned judgement: a small network that turns what it sees of a position into everybody's chances and points.
//
// Each gem goes through two layers, from each player's view; the gems' results are added up. A player's sum, the mean of the
// others' sums and the player's standing go through two more layers and give a correction to what random fillings say. The
// last numbers are a softmax over the players. docs/learning.md tells how it is taught.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "eval/features.hpp"

namespace indigo {

class Model {
  public:
    static constexpr unsigned GEM_WIDTH = 32, PLAYER_WIDTH = 64, LAST_WIDTH = 32;
    static constexpr unsigned PLAYER_INPUTS = 2 * GEM_WIDTH + PLAYER_FEATURES;
    // What a file holds behind its head: the numbers of all layers, in this order.
    static constexpr std::size_t NUMBERS = GEM_FEATURES * GEM_WIDTH + GEM_WIDTH + GEM_WIDTH * GEM_WIDTH + GEM_WIDTH +
                                           PLAYER_INPUTS * PLAYER_WIDTH + PLAYER_WIDTH + PLAYER_WIDTH * LAST_WIDTH + LAST_WIDTH +
                                           LAST_WIDTH * 2 + 2 + 1;

    // From a file's bytes. Throws std::invalid_argument, saying what is wrong.
    explicit Model(std::span<const char> file);

    // What the file says of itself, as JSON.
    const std::string& about() const { return head; }

    // Everybody's chance to win and points at the end.
    Guess judge(const Features& features) const;

  private:
    template <std::size_t IN, std::size_t OUT> struct Layer {
        alignas(64) std::array<std::array<float, OUT>, IN> weights;
        alignas(64) std::array<float, OUT> bias;
    };

    std::string head;
    Layer<GEM_FEATURES, GEM_WIDTH> gem_first;
    Layer<GEM_WIDTH, GEM_WIDTH> gem_second;
    Layer<PLAYER_INPUTS, PLAYER_WIDTH> player_first;
    Layer<PLAYER_WIDTH, LAST_WIDTH> player_second;
    Layer<LAST_WIDTH, 2> last;
    float trust;  // in what the fillings say
};

}  // namespace indigo
