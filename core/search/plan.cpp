#include "search/plan.hpp"

#include <algorithm>
#include <charconv>
#include <span>

namespace indigo {

namespace {

constexpr unsigned MOST = 1'000'000;  // of anything

// Read as many numbers as there are, and repeat the last one. False if that is not what *text* is.
template <class Number>
bool read(std::string_view text, std::span<Number> numbers) {
    const char *at = text.data(), *end = at + text.size();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (i > 0 && at == end) {
            numbers[i] = numbers[i - 1];
            continue;
        }
        if (i > 0 && *at++ != '/') return false;
        const auto [rest, error] = std::from_chars(at, end, numbers[i]);
        if (error != std::errc()) return false;
        at = rest;
    }
    return at == end;
}

}  // namespace

SearchPlan SearchPlan::with(double nodes, unsigned players) const {
    SearchPlan plan = *this;
    const bool lean = nodes < lean_below;
    if (lean) plan.doubt = {0, 0};
    if (plan.doubt_among(players) > 0) plan.replies = doubted_replies;
    if (!lean) return plan;
    for (std::size_t i = 1; i < fillings.size(); ++i) plan.fillings[i] = (fillings[i] + 1) / 2, plan.judged[i] = (judged[i] + 1) / 2;
    for (std::size_t i = 1; i < moves.size(); ++i) plan.moves[i] = (3 * moves[i] + 3) / 4;
    plan.solve_root = std::max(0, solve_root - 1);
    plan.duel_root = std::max(0, duel_root - 1);
    plan.solve_first = 0.5f, plan.solve_again = 1.0f;
    return plan;
}

bool SearchPlan::set(std::string_view settings) {
    const std::pair<std::string_view, std::span<unsigned>> lists[] = {
        {"root_fillings", {&root_fillings, 1}}, {"fillings", fillings}, {"replies", replies},   {"doubted_replies", doubted_replies},
        {"root_judged", {&root_judged, 1}},     {"judged", judged},     {"moves", moves},       {"lines", {&lines, 1}},
        {"lean_below", {&lean_below, 1}},
    };
    const std::pair<std::string_view, std::span<int>> depths[] = {
        {"deepest", {&deepest, 1}}, {"solve_root", {&solve_root, 1}}, {"solve_node", {&solve_node, 1}}, {"duel_root", {&duel_root, 1}}, {"duel_node", {&duel_node, 1}},
    };
    const std::pair<std::string_view, std::span<float>> parts[] = {
        {"clear", {&clear, 1}}, {"doubt", doubt}, {"solve_first", {&solve_first, 1}}, {"solve_again", {&solve_again, 1}},
    };
    while (!settings.empty()) {
        const std::string_view setting = settings.substr(0, settings.find(','));
        settings.remove_prefix(std::min(settings.size(), setting.size() + 1));
        const std::size_t equals = std::min(setting.find('='), setting.size());
        const std::string_view name = setting.substr(0, equals), text = setting.substr(std::min(equals + 1, setting.size()));
        bool understood = false;
        for (const auto& [known, numbers] : lists)
            if (name == known) understood = read(text, numbers);
        for (const auto& [known, numbers] : depths)
            if (name == known) understood = read(text, numbers);
        for (const auto& [known, numbers] : parts)
            if (name == known) understood = read(text, numbers);
        if (!understood) return false;
    }
    const auto sensible = [](std::span<const unsigned> numbers) {
        return std::ranges::all_of(numbers, [](unsigned number) { return number > 0 && number <= MOST; });
    };
    const auto share = [](float part) { return part >= 0 && part <= 1; };
    return std::ranges::all_of(doubt, share) && share(solve_first) && share(solve_again) && sensible({&root_fillings, 1}) && sensible(fillings) && sensible(replies) &&
           sensible(doubted_replies) && sensible(moves) && sensible({&lines, 1}) && deepest > 0 && deepest < static_cast<int>(moves.size());
}

}  // namespace indigo
