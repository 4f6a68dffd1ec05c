#include "selfplay.hpp"

#include <algorithm>
#include <cmath>

#include "random.hpp"
#include "sweep.hpp"

namespace indigo {

namespace {

struct Choice {
    Move move;
    Guess guess;   // by fillings, and if there is a model, then by it
    float value;   // to the player who moves
};

}  // namespace

SelfPlayGame play_itself(unsigned layout, unsigned hand_size, const Model* model, const SelfPlayPlan& plan, std::uint64_t seed,
                         const StopToken* stop) {
    Random random(scramble(seed));
    SelfPlayGame game;
    unsigned count = 0;
    for (unsigned kind = 0; kind < KINDS; ++kind)
        for (unsigned copy = 0; copy < COPIES[kind]; ++copy) game.stacks[count++] = static_cast<std::uint8_t>(kind);
    for (unsigned i = count; i > 1; --i) std::swap(game.stacks[i - 1], game.stacks[random.below(i)]);
    const unsigned players = PLAYERS[layout];
    Position position = undealt(layout);
    unsigned drawn = 0;
    for (unsigned who = 0; who < players; ++who)
        for (unsigned tile = 0; tile < hand_size; ++tile) position.draw(who, game.stacks[drawn++]);

    Outlook before, after;
    Features features;
    std::vector<Choice> choices;
    while (!position.over() && !stopped(stop)) {
        const unsigned who = position.player;
        const Position view = seen_by(position, who);
        Sweep sweep(view, random.next());
        sweep.run(plan.fillings);
        choices.clear();
        Move moves[ALL_TILES * TILES];
        const int legal = view.legal_moves(moves);
        for (int i = 0; i < legal; ++i) {
            Choice choice{moves[i], {}, 0};
            for (unsigned player = 0; player < players; ++player) {
                choice.guess.chances[player] = sweep.chance(moves[i].cell, moves[i].tile, player);
                choice.guess.points[player] = sweep.points(moves[i].cell, moves[i].tile, player);
            }
            choice.value = choice.guess.chances[who] + 2e-3f * choice.guess.points[who];
            choices.push_back(choice);
        }
        const std::size_t width = std::min<std::size_t>(choices.size(), std::max(1u, plan.width));
        std::partial_sort(choices.begin(), choices.begin() + static_cast<std::ptrdiff_t>(width), choices.end(),
                          [](const Choice& one, const Choice& other) { return one.value > other.value; });
        before.solve(view, 6);
        auto look_after = [&](const Choice& choice) {
            Position next = view;
            next.play(choice.move, UNKNOWN);
            if (next.over()) return false;
            after = before;
            after.solve_after(next, choice.move.cell, 2);
            look(next, after, choice.guess, features);
            return true;
        };
        Choice* chosen = &choices[0];
        const bool at_random = plan.random > 0 && random.unit() < plan.random;
        if (at_random) {
            chosen = &choices[random.below(static_cast<std::uint32_t>(choices.size()))];
        } else {
            float best = -1e9f;
            std::vector<Guess> judged(width);
            for (std::size_t i = 0; i < width; ++i) {
                judged[i] = choices[i].guess;
                if (model && look_after(choices[i])) judged[i] = model->judge(features);
                const float value = judged[i].chances[who] + 2e-3f * judged[i].points[who];
                const float luck = plan.spread > 0 ? -plan.spread * std::log(-std::log(random.unit() * 0.999998f + 1e-6f)) : 0.0f;
                if (value + luck > best) best = value + luck, chosen = &choices[i];
            }
        }
        Values judged = chosen->guess.chances;
        if (look_after(*chosen)) {
            if (model) judged = model->judge(features).chances;
            for (unsigned player = 0; player < players; ++player) {
                const auto* rows = features.gems[player][0].data();
                game.gems.insert(game.gems.end(), rows, rows + features.gem_count * GEM_FEATURES);
                game.gems.insert(game.gems.end(), (ARROWS - features.gem_count) * GEM_FEATURES, 0);
                game.players.insert(game.players.end(), features.players[player].begin(), features.players[player].end());
                game.judged.push_back(judged[player]);
            }
        }
        game.moves.push_back(chosen->move);
        const bool draws = position.stack > 0;
        position.play(chosen->move, draws ? game.stacks[drawn] : NO_DRAW);
        drawn += draws;
    }
    game.finished = position.over();
    const unsigned winners = position.winners();
    for (unsigned who = 0; who < players; ++who) {
        game.shares[who] = winners >> who & 1 ? 1.0f / static_cast<float>(std::popcount(winners)) : 0.0f;
        game.points[who] = static_cast<float>(points(position.won[who]));
    }
    return game;
}

}  // namespace indigo
