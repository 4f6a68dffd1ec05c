#include <charconv>

#include "baselines.hpp"
#include "search.hpp"

namespace indigo {

std::unique_ptr<Bot> make_bot(std::string_view name) {
    if (name == "random") return std::make_unique<RandomBot>();
    if (name == "greedy") return std::make_unique<PointsBot>(1);
    if (name == "expectimax2") return std::make_unique<PointsBot>(2);
    if (name == "absorption1") return std::make_unique<AbsorptionBot>();
    if (name == "search") return std::make_unique<SearchBot>();
    if (name.starts_with("flat-") && name.ends_with("k")) {
        std::uint64_t thousands = 0;
        const char *begin = name.data() + 5, *end = name.data() + name.size() - 1;
        const auto [rest, error] = std::from_chars(begin, end, thousands);
        if (error == std::errc() && rest == end && thousands > 0 && thousands <= 1'000'000)
            return std::make_unique<FlatBot>(thousands * 1000);
    }
    return nullptr;
}

Position seen_by(const Position& position, unsigned who) {
    Position view = position;
    for (unsigned other = 0; other < PLAYERS[position.layout]; ++other) {
        if (other == who) continue;
        for (unsigned kind = 0; kind < KINDS; ++kind) {
            view.unseen[kind] = static_cast<std::uint8_t>(view.unseen[kind] + view.hands[other][kind]);
            view.hands[other][UNKNOWN] = static_cast<std::uint8_t>(view.hands[other][UNKNOWN] + view.hands[other][kind]);
            view.hands[other][kind] = 0;
        }
    }
    return view;
}

}  // namespace indigo
