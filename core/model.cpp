#include "model.hpp"

#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string_view>

#include "wide.hpp"

namespace indigo {

namespace {

constexpr std::string_view MAGIC = "indigo model 1\n";

// sums += input * weights, for eight outputs at a time that stay in registers.
template <std::size_t IN, std::size_t OUT>
INDIGO_INLINE void add_layer(const std::array<std::array<float, OUT>, IN>& weights, const float* input, std::array<float, OUT>& sums) {
    constexpr unsigned STEP = OUT % 32 == 0 ? 4 : 1;
    static_assert(OUT % (8 * STEP) == 0);
    for (unsigned first = 0; first < OUT; first += 8 * STEP) {
        Eight held[STEP];
        for (unsigned i = 0; i < STEP; ++i) held[i] = eight(&sums[first + 8 * i]);
        for (unsigned in = 0; in < IN; ++in)
            for (unsigned i = 0; i < STEP; ++i) held[i] += input[in] * eight(&weights[in][first + 8 * i]);
        for (unsigned i = 0; i < STEP; ++i) eight(&sums[first + 8 * i]) = held[i];
    }
}

template <std::size_t SIZE>
INDIGO_INLINE void clip(std::array<float, SIZE>& values) {
    for (float& value : values) value = value > 0.0f ? value : 0.0f;
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
    std::array<std::array<float, GEM_WIDTH>, MAX_PLAYERS> sums{};
    std::array<float, GEM_WIDTH> total{};
    for (unsigned who = 0; who < players; ++who) {
        for (unsigned gem = 0; gem < gems; ++gem) {
            std::array<float, GEM_FEATURES> input;
            for (unsigned i = 0; i < GEM_FEATURES; ++i) input[i] = static_cast<float>(features.gems[who][gem][i]) * (1.0f / 255);
            std::array<float, GEM_WIDTH> first = gem_first.bias;
            add_layer(gem_first.weights, input.data(), first);
            clip(first);
            std::array<float, GEM_WIDTH> second = gem_second.bias;
            add_layer(gem_second.weights, first.data(), second);
            clip(second);
            for (unsigned i = 0; i < GEM_WIDTH; ++i) sums[who][i] += second[i];
        }
        for (unsigned i = 0; i < GEM_WIDTH; ++i) total[i] += sums[who][i];
    }
    Guess guess;
    std::array<float, MAX_PLAYERS> score{};
    float best = -1e30f;
    for (unsigned who = 0; who < players; ++who) {
        std::array<float, PLAYER_INPUTS> input;
        for (unsigned i = 0; i < GEM_WIDTH; ++i) {
            input[i] = sums[who][i];
            input[GEM_WIDTH + i] = (total[i] - sums[who][i]) / static_cast<float>(players - 1);
        }
        std::copy(features.players[who].begin(), features.players[who].end(), input.begin() + 2 * GEM_WIDTH);
        std::array<float, PLAYER_WIDTH> first = player_first.bias;
        add_layer(player_first.weights, input.data(), first);
        clip(first);
        std::array<float, LAST_WIDTH> second = player_second.bias;
        add_layer(player_second.weights, first.data(), second);
        clip(second);
        std::array<float, 2> out = last.bias;
        for (unsigned in = 0; in < LAST_WIDTH; ++in)
            for (unsigned i = 0; i < 2; ++i) out[i] += second[in] * last.weights[in][i];
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
