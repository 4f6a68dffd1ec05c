#include "solve.hpp"

#include "hands.hpp"

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

// Positions with equal keys have the same future: the same cells are empty, their sides lead to the same places, and the
// same tiles are left. How the finished part of the board came about does not matter.
std::uint64_t future_key(const Position& position) {
    std::uint64_t key = scramble(position.empty + position.player);
    for (std::uint64_t cells = position.empty; cells; cells &= cells - 1) {
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

}  // namespace

Values Solver::expect(Position& position) {
    if (const unsigned winners = decided(position)) return shares(winners);
    const std::uint64_t key = future_key(position);
    if (const auto found = known.find(key); found != known.end()) return found->second;
    spending.spend(1);
    if ((spending.nodes() & 255) == 0 && spending.over()) gave_up = true;
    const unsigned who = position.player;
    float values[KINDS] = {};
    std::array<Values, KINDS> chosen{};
    const unsigned kinds = possible_kinds(position, who);
    for (unsigned kind = 0; kind < KINDS; ++kind) {
        if (!(kinds >> kind & 1)) continue;
        values[kind] = -1;
        // Nothing is better than a win that is certain.
        for (std::uint64_t cells = position.empty; cells && values[kind] < CERTAIN; cells &= cells - 1) {
            const unsigned cell = static_cast<unsigned>(std::countr_zero(cells));
            for (unsigned tiles = LEGAL[cell] & TILES_OF[kind]; tiles && values[kind] < CERTAIN; tiles &= tiles - 1) {
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
    if (known.size() < MOST_REMEMBERED) known.emplace(key, sum);
    return sum;
}

Solution Solver::solve(const Position& root) {
    Solution solution;
    Position position = root;
    Move moves[ALL_TILES * TILES];
    const int count = position.legal_moves(moves);
    for (int i = 0; i < count && !gave_up; ++i) {
        const TakenBack back = position.play(moves[i], UNKNOWN);
        solution.moves.push_back({moves[i], expect(position)});
        position.take_back(back);
    }
    const unsigned who = root.player;
    std::stable_sort(solution.moves.begin(), solution.moves.end(),
                     [&](const Solution::Answer& a, const Solution::Answer& b) { return a.chances[who] > b.chances[who]; });
    solution.chances = solution.moves.empty() ? shares(root.winners()) : solution.moves[0].chances;
    solution.nodes = spending.nodes();
    solution.complete = !gave_up;
    return solution;
}

}  // namespace indigo
