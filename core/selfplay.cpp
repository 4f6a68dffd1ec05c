#include "selfplay.hpp"

#include <algorithm>
#include <cmath>

#include "judge.hpp"
#include "random.hpp"

namespace indigo {

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

    while (!position.over() && !stopped(stop)) {
        const unsigned who = position.player;
        const Position view = seen_by(position, who);
        Judge judge(view, model);
        const std::size_t width = std::max(1u, plan.width);
        const std::vector<JudgedMove> moves = judge_moves(view, judge, plan.fillings, random.next(), model ? width : 0);
        const JudgedMove* chosen = &moves[0];
        if (plan.random > 0 && random.unit() < plan.random) {
            chosen = &moves[random.below(static_cast<unsigned>(moves.size()))];
        } else {
            float best = -1e9f;
            for (std::size_t i = 0; i < std::min(width, moves.size()); ++i) {  // Gumbel's luck makes the choice a softmax
                const float luck = plan.spread > 0 ? -plan.spread * std::log(-std::log(random.unit() * 0.999998f + 1e-6f)) : 0.0f;
                const float value = worth(moves[i].judged, who, players) + luck;
                if (value > best) best = value, chosen = &moves[i];
            }
        }
        const Guess judged = judge.after(chosen->move, chosen->filled);
        if (const Features* seen = judge.seen())
            for (unsigned player = 0; player < players; ++player) {
                const auto* rows = seen->gems[player][0].data();
                game.gems.insert(game.gems.end(), rows, rows + seen->gem_count * GEM_FEATURES);
                game.gems.insert(game.gems.end(), (ARROWS - seen->gem_count) * GEM_FEATURES, 0);
                game.players.insert(game.players.end(), seen->players[player].begin(), seen->players[player].end());
                game.judged.push_back(judged.chances[player]);
            }
        game.moves.push_back(chosen->move);
        const bool draws = position.stack > 0;
        position.play(chosen->move, draws ? game.stacks[drawn] : NO_DRAW);
        drawn += draws;
    }
    game.finished = position.over();
    const Guess end = judge_end(position);
    game.shares = end.chances;
    game.points = end.points;
    return game;
}

}  // namespace indigo
