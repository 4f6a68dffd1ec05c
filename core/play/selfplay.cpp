#include "play/selfplay.hpp"

#include <algorithm>
#include <cmath>

#include "eval/evaluate.hpp"
#include "game/deal.hpp"
#include "game/hands.hpp"

namespace indigo {

namespace {

// Between a sixteenth of *most* and all of it, small numbers and large ones alike, so that one learns how far each is to be
// believed.
unsigned some(unsigned most, Random& random) {
    return std::max(1u, static_cast<unsigned>(static_cast<float>(most) * std::exp2(-4.0f * random.unit())));
}

}  // namespace

SelfPlayGame play_itself(unsigned layout, unsigned hand_size, const Model* model, const SelfPlayPlan& plan, std::uint64_t seed,
                         const StopToken* stop) {
    Random random(scramble(seed));
    SelfPlayGame game;
    DealtGame dealt(layout, hand_size, random);
    game.stacks = dealt.stacks;
    const Position& position = dealt.position;
    const unsigned players = PLAYERS[layout];

    while (!position.over() && !stopped(stop)) {
        const unsigned who = position.player;
        const Position view = seen_by(position, who);
        Judge judge(view, model);
        const std::size_t width = std::max(1u, plan.width);
        const std::vector<JudgedMove> moves = judge_moves(view, judge, some(plan.fillings, random), random.next(), model ? width : 0, stop);
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
        dealt.play(chosen->move);
    }
    game.finished = position.over();
    const Guess end = judge_end(position);
    game.shares = end.chances;
    game.points = end.points;
    return game;
}

}  // namespace indigo
