#include "search/solve.hpp"

#include <algorithm>

#include "game/hands.hpp"

namespace indigo {

namespace {

constexpr float CERTAIN = 0.999999f;

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
    if (board.empty & RING_MASK) ++sum;  // all in the centre stand as emeralds, and one is the sapphire
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
            found |= bit(board.cell_beyond(cell, out));
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

unsigned owner_set(const std::uint8_t* owners) { return 1u << owners[0] | (owners[1] != NOBODY ? 1u << owners[1] : 0); }

// Positions with equal keys have the same future: the same live cells are empty, their sides lead to the same places, as many
// others are empty, and the same tiles are left. How the finished part of the board came about does not matter.
std::uint64_t future_key(const Position& position) {
    const std::uint64_t live = live_cells(position);
    std::uint64_t key = scramble(scramble(live) + 64u * static_cast<unsigned>(position.empty_cells()) + position.player);
    for (std::uint64_t cells = live; cells; cells &= cells - 1) {
        const unsigned cell = static_cast<unsigned>(std::countr_zero(cells));
        for (unsigned side = 0; side < SIDES; ++side) {
            const unsigned port = PORT_AT[cell][side], far = position.far(port);
            // Whose gateway it is makes a difference, not which; nor which arrow a gem came from.
            const std::uint8_t* owners = GATEWAY_AT[far] != NO_GATEWAY ? OWNERS[position.layout][GATEWAY_AT[far]] : nullptr;
            const unsigned lead = position.gem(port) != NO_GEM ? 0 : owners ? 256u + owner_set(owners) : far;
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
    return key_of_work(key, static_cast<unsigned>(position.empty_cells()));
}

// The chances of both if that of the player to move is *share*.
Values between_two(const Position& position, Duel::Share share) {
    Values values{};
    values[position.player] = static_cast<float>(static_cast<double>(share) / static_cast<double>(Duel::whole(position)));
    values[1 - position.player] = 1 - values[position.player];
    return values;
}

}  // namespace

Values Solver::expect(Position& position) {
    if (const unsigned winners = decided(position)) return shares(winners);
    if (Duel::fits(position)) return between_two(position, duel.chance(position, -1, Duel::whole(position) + 1).low);
    const std::uint64_t key = future_key(position);
    if (const Values* found = known.find(key)) return *found;
    if (!duel.spend_one()) return {};
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
    known.keep(key, sum);
    return sum;
}

Solution Solver::solve(const Position& root, bool all, std::span<const Move> first) {
    gave_up = false;
    Solution solution;
    Position position = root;
    Move moves[ALL_TILES * TILES];
    const int count = position.legal_moves(moves);
    const unsigned who = root.player;
    auto place = [&](Move move) { return std::find(first.begin(), first.end(), move) - first.begin(); };
    std::stable_sort(moves, moves + count, [&](Move one, Move other) { return place(one) < place(other); });
    Duel::Share best = -1;
    for (int i = 0; i < count; ++i) {
        const TakenBack back = position.play(moves[i], UNKNOWN);
        Values values;
        if (all || !Duel::fits(position)) {
            values = expect(position);
        } else {
            const Duel::Share whole = Duel::whole(position);
            const Duel::Bounds theirs = duel.chance(position, -1, whole - best);
            values = between_two(position, theirs.low);
            best = std::max(best, whole - theirs.high);
        }
        position.take_back(back);
        if (gave_up) break;
        solution.moves.push_back({moves[i], values});
    }
    std::stable_sort(solution.moves.begin(), solution.moves.end(),
                     [&](const Solution::Answer& a, const Solution::Answer& b) { return a.chances[who] > b.chances[who]; });
    solution.chances = solution.moves.empty() ? shares(root.winners()) : solution.moves[0].chances;
    solution.nodes = spending.nodes();
    solution.complete = !gave_up;
    return solution;
}

}  // namespace indigo
