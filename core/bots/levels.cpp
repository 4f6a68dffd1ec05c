#include "bots/levels.hpp"

#include <algorithm>
#include <charconv>

#include "bots/baselines.hpp"
#include "bots/beginner.hpp"
#include "bots/search_bot.hpp"

namespace indigo {

namespace {

struct Learner {
    std::string_view name;
    Habits habits;
};
constexpr Learner LEARNERS[] = {
    {"novice", {0.0f, 0.0f}},
    {"learner", {0.25f, 0.0f}},
    {"casual", {0.5f, 0.0f}},
    {"regular", {0.75f, 0.25f}},
};

// The same thinking as the strongest, with less of it: *looks* fillings for all moves, then *looks_on* after each of the
// best *moves* for the next player's reply.
SearchPlan short_sighted(unsigned looks, unsigned moves, unsigned looks_on) {
    SearchPlan plan;
    plan.root_fillings = looks;
    plan.deepest = moves > 0 ? 2 : 1;
    plan.moves.fill(moves);
    plan.fillings.fill(looks_on);
    plan.replies.fill(1);
    plan.solve_root = plan.solve_node = plan.duel_root = plan.duel_node = 0;
    return plan;
}

// With a model to judge the moves, fewer fillings are enough to find those that are worth judging. Found by experiment:
// docs/learning.md, benchmarks/plans.py.
SearchPlan learned() {
    SearchPlan plan;
    plan.root_fillings = 2000;
    plan.fillings = {600, 200, 80, 80, 80, 80, 80, 80};
    plan.judged = {16, 6, 5, 5, 5, 5, 5, 5};
    plan.moves = {24, 8, 4, 3, 3, 3, 3, 3, 3};
    plan.doubted_replies = {4, 2, 1, 1, 1, 1, 1, 1};
    plan.doubt = {0.05f, 0};
    plan.duel_root = 11;
    plan.duel_node = 7;
    plan.solve_first = 0.25f, plan.solve_again = 0.6f;
    plan.lean_below = 50'000;
    return plan;
}

}  // namespace

std::unique_ptr<Bot> make_bot(std::string_view name, const Model* model) {
    if (name == "random") return std::make_unique<RandomBot>();
    if (name == "greedy") return std::make_unique<PointsBot>(1);
    if (name == "expectimax2") return std::make_unique<PointsBot>(2);
    if (name == "absorption1") return std::make_unique<AbsorptionBot>();
    for (const Learner& learner : LEARNERS)
        if (name == learner.name) return std::make_unique<LearnerBot>(learner.habits);
    if (name == "skilled") return std::make_unique<SearchBot>(short_sighted(60, 0, 0));
    if (name == "expert") return std::make_unique<SearchBot>(short_sighted(200, 0, 0));
    if (name == "master") return std::make_unique<SearchBot>(short_sighted(1600, 14, 600));
    // The two that look ahead as far as time allows, and with settings of their plan, as in "champion:deepest=3", others like them.
    const std::size_t colon = std::min(name.find(':'), name.size());
    const std::string_view base = name.substr(0, colon), settings = name.substr(std::min(colon + 1, name.size()));
    if (base == "search" || (base == "champion" && model)) {
        SearchPlan plan = base == "search" ? SearchPlan() : learned();
        if (plan.set(settings)) return std::make_unique<SearchBot>(plan, base == "search" ? nullptr : model);
    }
    if (name.starts_with("flat-") && name.ends_with("k")) {
        std::uint64_t thousands = 0;
        const char *begin = name.data() + 5, *end = name.data() + name.size() - 1;
        const auto [rest, error] = std::from_chars(begin, end, thousands);
        if (error == std::errc() && rest == end && thousands > 0 && thousands <= 1'000'000)
            return std::make_unique<FlatBot>(thousands * 1000);
    }
    return nullptr;
}

}  // namespace indigo
