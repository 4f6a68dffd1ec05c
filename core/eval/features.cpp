#include "eval/features.hpp"

#include <cmath>

#include "support/simd.hpp"

namespace indigo {

namespace {

// For each gateway and each player, whether it is the player's, the player's alone, or somebody else's only: factors for the
// chances of the gateways, four players beside each other.
enum { MINE = 0, ALONE = MAX_PLAYERS, OTHERS = 2 * MAX_PLAYERS, LANES = 16 };
using Lanes = std::array<float, LANES>;

constexpr auto make_shares() {
    std::array<std::array<Lanes, GATEWAYS>, LAYOUTS> shares{};
    for (unsigned layout = 0; layout < LAYOUTS; ++layout)
        for (unsigned gateway = 0; gateway < GATEWAYS; ++gateway)
            for (unsigned who = 0; who < PLAYERS[layout]; ++who) {
                const std::uint8_t* owners = OWNERS[layout][gateway];
                const bool mine = owners[0] == who || owners[1] == who;
                Lanes& lanes = shares[layout][gateway];
                lanes[MINE + who] = mine ? 1.0f : 0.0f;
                lanes[ALONE + who] = mine && owners[1] == NOBODY ? 1.0f : 0.0f;
                lanes[OTHERS + who] = mine ? 0.0f : 1.0f;
            }
    return shares;
}
alignas(64) constexpr auto SHARES = make_shares();

INDIGO_INLINE std::uint8_t in_bytes(float share) { return static_cast<std::uint8_t>(share * 255.0f + 0.5f); }

// Everybody's chances beyond each of *places*, and the same in bytes.
INDIGO_WIDE void share_out(unsigned layout, const std::array<const Absorption::Ends*, WAYS + 1>& places,
                           std::array<Lanes, WAYS + 1>& chances, std::array<std::array<std::uint8_t, LANES>, WAYS + 1>& bytes) {
    for (unsigned place = 0; place <= WAYS; ++place) {
        for (unsigned lane = 0; lane < LANES; lane += 8) {
            Eight total{};
            for (unsigned gateway = 0; gateway < GATEWAYS; ++gateway) total += (*places[place])[gateway] * eight(&SHARES[layout][gateway][lane]).lanes;
            eight(&chances[place][lane]).lanes = total;
        }
        for (unsigned lane = 0; lane < LANES; ++lane) bytes[place][lane] = in_bytes(chances[place][lane]);
    }
}

float best_other(const Reach::Worths& worths, unsigned who, unsigned players) {
    float best = 0;
    for (unsigned other = 0; other < players; ++other)
        if (other != who) best = std::max(best, worths[other]);
    return best;
}

constexpr float PER_POINT = 0.1f;

}  // namespace

void look(const Position& position, const Outlook& outlook, const Guess& guess, Features& features) {
    const Absorption& absorption = outlook.absorption;
    const Reach& reach = outlook.reach;
    const unsigned players = PLAYERS[position.layout], next = position.player;
    const unsigned centre = static_cast<unsigned>(std::popcount(position.empty & RING_MASK));
    const float cells = static_cast<float>(position.empty_cells());
    std::array<int, MAX_PLAYERS> most_of_others{};
    for (unsigned who = 0; who < players; ++who)
        for (unsigned other = 0; other < players; ++other)
            if (other != who) most_of_others[who] = std::max(most_of_others[who], points(position.won[other]));
    Values expected{}, spread{};
    for (unsigned who = 0; who < players; ++who) expected[who] = static_cast<float>(points(position.won[who]));

    struct Standing {
        std::uint8_t cell, side;
        Gem gem;
        bool on_centre;
    };
    std::array<Standing, ARROWS> standing;
    std::array<std::uint8_t, CELL_SLOTS> waiting{};  // gems before each cell
    unsigned gems = 0;
    for (unsigned port = 0; port < PORTS; ++port) {
        if (position.gem(port) == NO_GEM) continue;
        const unsigned cell = position.front_cell(port);
        if (cell == NO_CELL) continue;
        const bool on_centre = RING_MASK & bit(cell) && ARROW_PORT_OF_FRONT[cell] == port;
        standing[gems++] = {static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(Board::side_of(port, cell)),
                            position.gem(port), on_centre};
        ++waiting[cell];
    }
    for (unsigned gem = 0; gem < gems; ++gem) {
        const auto [cell, side, kind, on_centre] = standing[gem];
        const float sapphire = on_centre ? 1.0f / static_cast<float>(centre) : kind == SAPPHIRE ? 1.0f : 0.0f;
        const float worth = on_centre ? 2.0f + sapphire : static_cast<float>(POINTS[kind]);
        std::array<const Absorption::Ends*, WAYS + 1> ways;  // beyond each way, and here
        std::array<unsigned, WAYS> to;
        std::array<Reach::Worths, WAYS + 1> near;
        for (unsigned way = 0; way < WAYS; ++way) {
            const unsigned out = (side + 1 + way) % SIDES;
            ways[way] = &absorption.beyond(cell, out);
            to[way] = absorption.leads_to(cell, out);
            for (unsigned who = 0; who < players; ++who) near[way][who] = reach.worth(who, to[way]);
        }
        for (unsigned who = 0; who < players; ++who) near[WAYS][who] = reach.worth(who, 8u * cell + side);
        ways[WAYS] = &absorption.ends(cell, side);
        std::array<Lanes, WAYS + 1> chances;
        std::array<std::array<std::uint8_t, LANES>, WAYS + 1> bytes;
        share_out(position.layout, ways, chances, bytes);
        for (unsigned who = 0; who < players; ++who) {
            std::uint8_t* out = features.gems[who][gem].data();
            for (unsigned way = 0; way < WAYS; ++way) {
                *out++ = bytes[way][MINE + who];
                *out++ = bytes[way][ALONE + who];
                *out++ = bytes[way][OTHERS + who];
                *out++ = bytes[way][MINE + next];
                *out++ = to[way] >= Absorption::GATEWAY_END && to[way] < Absorption::NOWHERE ? 255 : 0;
                *out++ = to[way] == Absorption::NOWHERE ? 255 : 0;
                *out++ = in_bytes(near[way][who]);
                *out++ = in_bytes(best_other(near[way], who, players));
            }
            const float mine = chances[WAYS][MINE + who], others = chances[WAYS][OTHERS + who];
            expected[who] += worth * mine;
            spread[who] += worth * worth * (mine + others - (mine - others) * (mine - others));
            *out++ = bytes[WAYS][MINE + who];
            *out++ = bytes[WAYS][ALONE + who];
            *out++ = bytes[WAYS][OTHERS + who];
            *out++ = bytes[WAYS][MINE + next];
            *out++ = kind == AMBER ? 255 : 0;
            *out++ = kind == EMERALD ? 255 : 0;
            *out++ = in_bytes(sapphire);
            *out++ = on_centre ? 255 : 0;
            *out++ = waiting[cell] > 1 ? 255 : 0;
            *out++ = waiting[cell] > 2 ? 255 : 0;
            *out++ = in_bytes(near[WAYS][who]);
            *out++ = in_bytes(best_other(near[WAYS], who, players));
            *out++ = who == next ? 255 : 0;
            *out++ = (who + 1) % players == next ? 255 : 0;
            *out++ = in_bytes(cells / ALL_TILES);
            *out++ = in_bytes(std::clamp(0.5f + 0.05f * static_cast<float>(points(position.won[who]) - most_of_others[who]), 0.0f, 1.0f));
        }
    }

    const float unseen = static_cast<float>(std::max(1, position.unseen_tiles()));
    const float said_by = static_cast<float>(guess.fillings);
    const float doubt = 5.0f / std::sqrt(std::max(said_by, 6.0f));
    unsigned held = 0;
    for (unsigned kind = 0; kind <= KINDS; ++kind) held += position.hands[next][kind];
    for (unsigned who = 0; who < players; ++who) {
        float sum_others = 0, best_expected = 0, best_guess = 0, best_chance = 0;
        for (unsigned other = 0; other < players; ++other) {
            if (other == who) continue;
            sum_others += static_cast<float>(points(position.won[other]));
            best_expected = std::max(best_expected, expected[other]);
            best_guess = std::max(best_guess, guess.points[other]);
            best_chance = std::max(best_chance, guess.chances[other]);
        }
        const float own = static_cast<float>(points(position.won[who]));
        auto& out = features.players[who];
        out.fill(0);
        out[0] = std::log(std::max(guess.chances[who], 1e-3f));
        out[1] = guess.chances[who];
        out[2] = PER_POINT * guess.points[who];
        out[3] = PER_POINT * best_guess;
        out[4] = PER_POINT * own;
        out[5] = PER_POINT * static_cast<float>(most_of_others[who]);
        out[6] = PER_POINT * sum_others / static_cast<float>(players - 1);
        out[7] = PER_POINT * static_cast<float>(position.won[who] >> 16 & 255u);
        out[8 + (who + players - next) % players] = 1;
        out[12] = cells / ALL_TILES;
        out[13] = static_cast<float>(gems) / ARROWS;
        out[14] = static_cast<float>(centre) / 6.0f;
        out[15 + position.layout] = 1;
        out[19] = held > 1 ? 1.0f : 0.0f;
        for (unsigned kind = 0; kind < KINDS; ++kind) out[20 + kind] = static_cast<float>(position.unseen[kind]) / unseen;
        out[25] = PER_POINT * expected[who];
        out[26] = std::clamp((expected[who] - best_expected) / std::sqrt(std::max(0.0f, spread[who]) + 0.05f), -4.0f, 4.0f) / 4;
        out[27] = PER_POINT * best_expected;
        out[28] = best_chance;
        out[29] = PER_POINT * std::sqrt(std::max(0.0f, spread[who]));
        // Few fillings are often wrong, and know nothing of what is rare: the fewer, the less they are to be believed.
        const float score = std::log((guess.chances[who] * said_by + 1.0f) / (said_by + static_cast<float>(players)));
        out[30] = doubt;
        out[31] = score;
        out[32] = doubt * score;
        out[33] = doubt * guess.chances[who];
        if ((who + 1) % players == next) {  // who has moved knows what is kept; whoever imagines the move can only guess
            const bool hidden = position.hands[who][UNKNOWN] > 1;
            for (unsigned kind = 0; kind < KINDS; ++kind)
                out[34 + kind] = position.hands[who][kind] ? 1.0f : hidden ? out[20 + kind] : 0.0f;
        }
    }
    features.gem_count = gems;
    features.player_count = players;
}

}  // namespace indigo
