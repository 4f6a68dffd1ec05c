#include "eval/model.hpp"

#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string_view>

#include "support/simd.hpp"

namespace indigo {

namespace {

constexpr std::string_view MAGIC = "indigo model 1\n";

// So many rows of numbers.
template <std::size_t ROWS, std::size_t SIZE>
using Rows = std::array<std::array<float, SIZE>, ROWS>;

// sums += input * weights, for some rows and eight outputs at a time that stay in registers.
template <std::size_t ROWS, std::size_t IN, std::size_t OUT>
INDIGO_INLINE void add_layer(const Rows<IN, OUT>& weights, const Rows<ROWS, IN>& input, Rows<ROWS, OUT>& sums) {
    constexpr unsigned STEP = 4;
    static_assert(OUT % (8 * STEP) == 0);
    for (unsigned first = 0; first < OUT; first += 8 * STEP) {
        Eight held[ROWS][STEP];
        for (unsigned row = 0; row < ROWS; ++row)
            for (unsigned i = 0; i < STEP; ++i) held[row][i] = eight(&sums[row][first + 8 * i]).lanes;
        for (unsigned in = 0; in < IN; ++in)
            for (unsigned row = 0; row < ROWS; ++row)
                for (unsigned i = 0; i < STEP; ++i) held[row][i] += input[row][in] * eight(&weights[in][first + 8 * i]).lanes;
        for (unsigned row = 0; row < ROWS; ++row)
            for (unsigned i = 0; i < STEP; ++i) eight(&sums[row][first + 8 * i]).lanes = held[row][i];
    }
}

template <std::size_t SIZE>
INDIGO_INLINE void clip(std::array<float, SIZE>& values) {
    for (float& value : values) value = value > 0.0f ? value : 0.0f;
}

// What comes out of *layer*, nothing below zero.
template <std::size_t ROWS, class Layer, std::size_t IN, std::size_t OUT>
INDIGO_INLINE void pass(const Layer& layer, const Rows<ROWS, IN>& input, Rows<ROWS, OUT>& output) {
    output.fill(layer.bias);
    add_layer(layer.weights, input, output);
    for (auto& row : output) clip(row);
}

// Add to *sum* what two layers make of some gems.
template <std::size_t ROWS, class First, class Second, std::size_t IN, std::size_t OUT>
INDIGO_INLINE void add_gems(const First& one, const Second& two, const std::array<std::uint8_t, IN>* gems, std::array<float, OUT>& sum) {
    Rows<ROWS, IN> input;
    for (unsigned row = 0; row < ROWS; ++row)
        for (unsigned i = 0; i < IN; ++i) input[row][i] = static_cast<float>(gems[row][i]) * (1.0f / 255);
    Rows<ROWS, OUT> first, second;
    pass(one, input, first);
    pass(two, first, second);
    for (unsigned row = 0; row < ROWS; ++row)
        for (unsigned i = 0; i < OUT; ++i) sum[i] += second[row][i];
}

template <class Layer>
const char* read(const char* from, Layer& layer) {
    std::memcpy(layer.weights.data(), from, sizeof layer.weights);
    from += sizeof layer.weights;
    constexpr std::size_t bias = sizeof(float) * std::tuple_size_v<decltype(layer.bias)>;
    std::memcpy(layer.bias.data(), from, bias);
    return from + bias;
}

}  // namespace

Model::Model(std::span<const char> file) {
    const std::string_view text(file.data(), file.size());
    if (!text.starts_with(MAGIC)) throw std::invalid_argument("this is no model of this version");
    const std::size_t end = text.find('\n', MAGIC.size());
    if (end == std::string_view::npos) throw std::invalid_argument("the model breaks off");
    head = text.substr(MAGIC.size(), end - MAGIC.size());
    const std::string_view numbers = text.substr(end + 1);
    if (numbers.size() != NUMBERS * sizeof(float)) throw std::invalid_argument("the model has not the size that it must have");
    const char* from = numbers.data();
    for (std::size_t i = 0; i < NUMBERS; ++i) {
        float number;
        std::memcpy(&number, from + i * sizeof number, sizeof number);
        if (!(std::fabs(number) < 1e6f)) throw std::invalid_argument("the model holds what is no number");
    }
    from = read(from, gem_first);
    from = read(from, gem_second);
    from = read(from, player_first);
    from = read(from, player_second);
    from = read(from, last);
    std::memcpy(&trust, from, sizeof trust);
}

INDIGO_WIDE Guess Model::judge(const Features& features) const {
    const unsigned players = features.player_count, gems = features.gem_count;
    Rows<MAX_PLAYERS, GEM_WIDTH> sums{};
    std::array<float, GEM_WIDTH> total{};
    for (unsigned who = 0; who < players; ++who) {
        unsigned gem = 0;
        for (; gem + 1 < gems; gem += 2) add_gems<2>(gem_first, gem_second, &features.gems[who][gem], sums[who]);
        if (gem < gems) add_gems<1>(gem_first, gem_second, &features.gems[who][gem], sums[who]);
        for (unsigned i = 0; i < GEM_WIDTH; ++i) total[i] += sums[who][i];
    }
    Guess guess;
    std::array<float, MAX_PLAYERS> score{};
    float best = -1e30f;
    for (unsigned who = 0; who < players; ++who) {
        Rows<1, PLAYER_INPUTS> input;
        for (unsigned i = 0; i < GEM_WIDTH; ++i) {
            input[0][i] = sums[who][i];
            input[0][GEM_WIDTH + i] = (total[i] - sums[who][i]) / static_cast<float>(players - 1);
        }
        std::copy(features.players[who].begin(), features.players[who].end(), input[0].begin() + 2 * GEM_WIDTH);
        Rows<1, PLAYER_WIDTH> first;
        Rows<1, LAST_WIDTH> second;
        pass(player_first, input, first);
        pass(player_second, first, second);
        std::array<float, 2> out = last.bias;
        for (unsigned in = 0; in < LAST_WIDTH; ++in)
            for (unsigned i = 0; i < 2; ++i) out[i] += second[0][in] * last.weights[in][i];
        score[who] = trust * features.players[who][0] + out[0];
        guess.points[who] = 10.0f * (features.players[who][2] + out[1]);
        best = std::max(best, score[who]);
    }
    float sum = 0;
    for (unsigned who = 0; who < players; ++who) sum += guess.chances[who] = std::exp(score[who] - best);
    for (unsigned who = 0; who < players; ++who) guess.chances[who] /= sum;
    return guess;
}

}  // namespace indigo
