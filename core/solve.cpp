#include "solve.hpp"

#include <algorithm>

#include "hands.hpp"

namespace indigo {

namespace {

constexpr float CERTAIN = 0.999999f;
constexpr float HAIR = 1e-5f;  // a bound that rounding has moved by less than this is still no exact value

Values shares(unsigned winners) {
    Values values{};
    for (unsigned who = 0; who < MAX_PLAYERS; ++who)
        if (winners >> who & 1) values[who] = 1.0f / static_cast<float>(std::popcount(winners));
    return values;
}

// What the gems on the board are worth together.
int points_left(const Board& board) {
    int sum = 0;
    for (std::uint64_t cells = board.empty; cells; cells &= cells - 1) {
        const unsigned cell = static_cast<unsigned>(std::countr_zero(cells));
        for (unsigned side = 0; side < SIDES; ++side) {
            const unsigned port = PORT_AT[cell][side];
            if (board.gem(port) != NO_GEM) sum += POINTS[board.gem(port)];
        }
    }
    if (std::popcount(board.empty & RING_MASK) > 1) ++sum;  // all in the centre stand as emeralds, and one is the sapphire
    return sum;
}

// The winner, if nothing that is still to come can change who it is; 0 while it is open.
unsigned decided(const Board& board) {
    if (board.over()) return board.winners();
    int best = -1, second = -1;
    unsigned leader = 0;
    for (unsigned who = 0; who < PLAYERS[board.layout]; ++who) {
        const int here = points(board.won[who]);
        if (here > best) second = best, best = here, leader = who;
        else if (here > second) second = here;
    }
    return best - second > points_left(board) ? 1u << leader : 0;
}

// The empty cells that a gem may still come to. On all others any tile does nothing but pass the turn, whichever cell it is.
std::uint64_t live_cells(const Board& board) {
    std::uint64_t live = 0, found = 0;
    for (std::uint64_t cells = board.empty; cells; cells &= cells - 1) {
        const unsigned cell = static_cast<unsigned>(std::countr_zero(cells));
        for (unsigned side = 0; side < SIDES; ++side)
            if (board.gem(PORT_AT[cell][side]) != NO_GEM) found |= bit(cell);
    }
    while (found) {
        const unsigned cell = static_cast<unsigned>(std::countr_zero(found));
        live |= bit(cell);
        for (unsigned side = 0; side < SIDES; ++side) {
            const unsigned out = PORT_AT[cell][side], port = board.far(out);
            if (board.gem(out) != NO_GEM || GATEWAY_AT[port] != NO_GATEWAY) continue;
            const unsigned first = PORT_CELLS[port][0], second = PORT_CELLS[port][1];
            found |= bit(port == out ? (first == cell ? second : first) : board.front_cell(port));
        }
        found &= ~live;
    }
    return live;
}

// The cells that are worth telling apart: the live ones, and one of the others.
std::uint64_t different_cells(const Board& board, std::uint64_t live) {
    const std::uint64_t others = board.empty & ~live;
    return live | (others & (~others + 1));
}

// The tiles of *kind* that are worth telling apart there.
unsigned different_tiles(unsigned cell, unsigned kind, std::uint64_t live) {
    const unsigned tiles = LEGAL[cell] & TILES_OF[kind];
    return live & bit(cell) ? tiles : tiles & (~tiles + 1);
}

// Positions with equal keys have the same future: the same live cells are empty, their sides lead to the same places, as many
// others are empty, and the same tiles are left. How the finished part of the board came about does not matter.
std::uint64_t future_key(const Position& position) {
    const std::uint64_t live = live_cells(position);
    std::uint64_t key = scramble(scramble(live) + 64u * static_cast<unsigned>(position.empty_cells()) + position.player);
    for (std::uint64_t cells = live; cells; cells &= cells - 1) {
        const unsigned cell = static_cast<unsigned>(std::countr_zero(cells));
        for (unsigned side = 0; side < SIDES; ++side) {
            const unsigned port = PORT_AT[cell][side], far = position.far(port);
            // Which exit of a gateway it is makes no difference.
            const unsigned lead = GATEWAY_AT[far] != NO_GATEWAY ? 256u + GATEWAY_AT[far] : far;
            key = (key ^ (lead << 2 | position.gem(port))) * 0x9e3779b97f4a7c15;
            key ^= key >> 29;
        }
    }
    std::uint64_t rest = 0;
    for (unsigned kind = 0; kind < KINDS; ++kind) rest = rest << 6 | position.unseen[kind];
    key = scramble(key ^ rest);
    for (unsigned who = 0; who < PLAYERS[position.layout]; ++who) {
        std::uint64_t hand = 0;
        for (unsigned kind = 0; kind <= KINDS; ++kind) hand = hand << 4 | position.hands[who][kind];
        key = scramble(key ^ hand ^ static_cast<std::uint64_t>(standing(position.won[who])) << 32);
    }
    return key;
}

// Whether two play with a single tile each.
bool is_duel(const Position& position) {
    if (PLAYERS[position.layout] != 2) return false;
    for (unsigned who = 0; who < 2; ++who) {
        unsigned held = 0;
        for (unsigned kind = 0; kind <= KINDS; ++kind) held += position.hands[who][kind];
        if (held > 1) return false;
    }
    return true;
}

}  // namespace

bool Solver::spend_one() {
    spending.spend(1);
    if ((spending.nodes() & 255) == 0 && spending.over()) gave_up = true;
    return !gave_up;
}

Solver::Bounds Solver::bounds_of(const Position& position, std::uint64_t& key) const {
    key = 0;
    if (const unsigned winners = decided(position)) {
        const float share = shares(winners)[position.player];
        return {share, share};
    }
    key = future_key(position);
    const auto found = bounded.find(key);
    return found != bounded.end() ? found->second : Bounds{};
}

float Solver::chance(Position& position, float low, float high) {
    std::uint64_t key;
    Bounds bounds = bounds_of(position, key);
    if (bounds.low >= high || bounds.low >= bounds.high) return bounds.low;
    if (bounds.high <= low) return bounds.high;
    if (!spend_one()) return 0;
    const std::uint8_t* hand = position.hands[position.player];
    const std::uint8_t* held = hand[UNKNOWN] ? position.unseen : hand;
    std::array<unsigned, KINDS> kinds{};  // the likeliest first: they decide soonest
    unsigned count = 0;
    float all = 0;
    for (unsigned kind = 0; kind < KINDS; ++kind) {
        all += held[kind];
        if (held[kind] == 0) continue;
        unsigned place = count++;
        for (; place > 0 && held[kinds[place - 1]] < held[kind]; --place) kinds[place] = kinds[place - 1];
        kinds[place] = kind;
    }
    float sum = 0, rest = 1;  // over the kinds looked at, and the chance of all others
    for (unsigned i = 0; i < count; ++i) {
        const unsigned kind = kinds[i];
        const float part = held[kind] / all;
        rest = std::max(0.0f, rest - part);
        const float need = (low - sum - rest) / part, enough = (high - sum) / part;
        const float best = best_of_kind(position, kind, need, enough);
        if (gave_up) return 0;
        sum += part * best;
        if (best >= enough - HAIR && best < CERTAIN) {  // whatever the other kinds are worth
            bounds.low = std::max(bounds.low, sum);
            if (has_room()) bounded[key] = bounds;
            return sum;
        }
        if (best <= need + HAIR && best > 0) {
            bounds.high = std::min(bounds.high, sum + rest);
            if (has_room()) bounded[key] = bounds;
            return sum + rest;
        }
    }
    if (has_room()) bounded[key] = {sum, sum};
    return sum;
}

float Solver::best_of_kind(Position& position, unsigned kind, float low, float high) {
    struct Child {
        Move move;
        std::uint64_t key;
        float guess;
    };
    std::array<Child, ALL_TILES * 6> children;
    unsigned count = 0;
    float best = 0;
    const unsigned who = position.player;
    const int lead = points(position.won[who]) - points(position.won[1 - who]);
    const std::uint64_t live = live_cells(position);
    for (std::uint64_t cells = different_cells(position, live); cells; cells &= cells - 1) {
        const unsigned cell = static_cast<unsigned>(std::countr_zero(cells));
        for (unsigned tiles = different_tiles(cell, kind, live); tiles; tiles &= tiles - 1) {
            const Move move{static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(std::countr_zero(tiles))};
            const TakenBack back = position.play(move, UNKNOWN);
            std::uint64_t key;
            const Bounds theirs = bounds_of(position, key);
            const int gained = points(position.won[who]) - points(position.won[1 - who]) - lead;
            position.take_back(back);
            best = std::max(best, 1 - theirs.high);
            if (best >= high || best >= CERTAIN) return best;
            if (theirs.low >= theirs.high) continue;  // known to the last
            children[count++] = {move, key, 1 - theirs.low + 0.1f * static_cast<float>(gained)};
        }
    }
    std::sort(children.begin(), children.begin() + count,
              [](const Child& one, const Child& other) { return one.guess > other.guess || (one.guess == other.guess && one.key < other.key); });
    for (unsigned i = 0; i < count; ++i) {
        if (i > 0 && children[i].key == children[i - 1].key) continue;  // another way to the same
        const TakenBack back = position.play(children[i].move, UNKNOWN);
        const float here = 1 - chance(position, 1 - std::min(high, 1.0f), 1 - std::max(low, best));
        position.take_back(back);
        if (gave_up) return 0;
        best = std::max(best, here);
        if (best >= high || best >= CERTAIN) return best;
    }
    return best;
}

Values Solver::expect(Position& position) {
    if (const unsigned winners = decided(position)) return shares(winners);
    if (is_duel(position)) {
        Values values{};
        values[position.player] = chance(position, -1, 2);
        values[1 - position.player] = 1 - values[position.player];
        return values;
    }
    const std::uint64_t key = future_key(position);
    if (const auto found = known.find(key); found != known.end()) return found->second;
    if (!spend_one()) return {};
    const unsigned who = position.player;
    float values[KINDS] = {};
    std::array<Values, KINDS> chosen{};
    const unsigned kinds = possible_kinds(position, who);
    const std::uint64_t live = live_cells(position);
    for (unsigned kind = 0; kind < KINDS; ++kind) {
        if (!(kinds >> kind & 1)) continue;
        values[kind] = -1;
        // Nothing is better than a win that is certain.
        for (std::uint64_t cells = different_cells(position, live); cells && values[kind] < CERTAIN; cells &= cells - 1) {
            const unsigned cell = static_cast<unsigned>(std::countr_zero(cells));
            for (unsigned tiles = different_tiles(cell, kind, live); tiles && values[kind] < CERTAIN; tiles &= tiles - 1) {
                const Move move{static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(std::countr_zero(tiles))};
                const TakenBack back = position.play(move, UNKNOWN);
                const Values here = expect(position);
                position.take_back(back);
                if (gave_up) return {};
                if (here[who] > values[kind]) values[kind] = here[who], chosen[kind] = here;
            }
        }
    }
    Values sum{};
    for_each_choice(position, who, values, [&](unsigned kind, float chance) {
        for (unsigned player = 0; player < MAX_PLAYERS; ++player) sum[player] += chance * chosen[kind][player];
    });
    if (has_room()) known.emplace(key, sum);
    return sum;
}

Solution Solver::solve(const Position& root, bool all, std::span<const Move> first) {
    Solution solution;
    Position position = root;
    Move moves[ALL_TILES * TILES];
    const int count = position.legal_moves(moves);
    const unsigned who = root.player;
    auto place = [&](Move move) { return std::find(first.begin(), first.end(), move) - first.begin(); };
    std::stable_sort(moves, moves + count, [&](Move one, Move other) { return place(one) < place(other); });
    float best = 0;
    for (int i = 0; i < count && !gave_up; ++i) {
        const TakenBack back = position.play(moves[i], UNKNOWN);
        Values values;
        if (all || !is_duel(position)) {
            values = expect(position);
        } else {
            std::uint64_t key;
            const Bounds theirs = bounds_of(position, key);
            values[who] = 1 - (theirs.low >= theirs.high ? theirs.low : chance(position, -1, 1 - best + HAIR));
            values[1 - who] = 1 - values[who];
        }
        solution.moves.push_back({moves[i], values});
        best = std::max(best, values[who]);
        position.take_back(back);
    }
    std::stable_sort(solution.moves.begin(), solution.moves.end(),
                     [&](const Solution::Answer& a, const Solution::Answer& b) { return a.chances[who] > b.chances[who]; });
    solution.chances = solution.moves.empty() ? shares(root.winners()) : solution.moves[0].chances;
    solution.nodes = spending.nodes();
    solution.complete = !gave_up;
    return solution;
}

}  // namespace indigo
