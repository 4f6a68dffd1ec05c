#include "bots/beginner.hpp"

#include "eval/absorption.hpp"

namespace indigo {

namespace {

// Where the gem of an arrow stands, or stood when it left: the run from the arrow leads there.
unsigned port_of(const Board& board, unsigned arrow) { return board.far(ARROW_PORTS[arrow]); }

bool on_board(const Board& board, unsigned arrow) {
    const unsigned port = port_of(board, arrow);
    return GATEWAY_AT[port] == NO_GATEWAY && board.gem(port) != NO_GEM;
}

// What each player may expect of one gem: all of it where it has left by a gateway, chances where it still lies.
void expect_of(const Board& board, const Absorption& absorption, unsigned arrow, unsigned worth, Values& points) {
    const unsigned port = port_of(board, arrow);
    for (unsigned gateway = 0; gateway < GATEWAYS; ++gateway) {
        float chance = 0;
        if (GATEWAY_AT[port] != NO_GATEWAY) {
            chance = GATEWAY_AT[port] == gateway ? 1.0f : 0.0f;
        } else if (board.gem(port) != NO_GEM) {
            const unsigned front = board.front_cell(port);
            chance = absorption.ends(front, Board::side_of(port, front))[gateway];
        }
        for (const unsigned owner : OWNERS[board.layout][gateway])
            if (owner != NOBODY) points[owner] += static_cast<float>(worth) * chance;
    }
}

}  // namespace

Thought LearnerBot::think(const Position& view, const Budget& budget, std::uint64_t seed, const StopToken* stop) const {
    Random random(scramble(seed));
    Spending spending(budget, stop);
    std::array<unsigned, ARROWS> noticed{}, worth{};
    unsigned count = 0;
    std::uint64_t fronts = 0;
    auto notice = [&](unsigned arrow) {
        const unsigned port = port_of(view, arrow);
        worth[count] = POINTS[view.gem(port)];
        noticed[count++] = arrow;
        fronts |= bit(view.front_cell(port));
    };
    unsigned there = 0, some = 0;
    for (unsigned arrow = 0; arrow < ARROWS; ++arrow) {
        if (!on_board(view, arrow)) continue;
        if (random.below(++there) == 0) some = arrow;
        if (static_cast<float>(random.below(1000)) < 1000 * habits.notice) notice(arrow);
    }
    if (count == 0) notice(some);  // nobody overlooks everything

    Board board = view;
    Absorption before;
    before.solve(board, 12);
    Thought thought;
    float best = 0;
    unsigned ties = 0;
    const unsigned me = view.player, players = PLAYERS[view.layout];
    for (std::uint64_t cells = fronts; cells; cells &= cells - 1) {
        const unsigned cell = static_cast<unsigned>(std::countr_zero(cells));
        for (unsigned tiles = view.legal_tiles(cell); tiles; tiles &= tiles - 1) {
            const Move move{static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(std::countr_zero(tiles))};
            const Lifted lifted = board.lay(move.cell, move.tile);
            Absorption after = before;
            if (!board.over()) after.solve(board, 2);
            Values points{};
            for (unsigned i = 0; i < count; ++i) expect_of(board, after, noticed[i], worth[i], points);
            board.lift(lifted);
            spending.spend(1);
            float value = points[me];
            for (unsigned who = 0; who < players; ++who)
                if (who != me) value -= habits.care * points[who] / static_cast<float>(players - 1);
            if (ties == 0 || value > best + 1e-5f) ties = 0, best = value;
            if (value < best - 1e-5f || random.below(++ties) != 0) continue;
            Line line{{move}, even_chances(players), points};
            for (unsigned who = 0; who < players; ++who) line.points[who] += static_cast<float>(indigo::points(view.won[who]));
            thought.move = move;
            thought.lines = {line};
        }
    }
    thought.nodes = spending.nodes();
    thought.seconds = spending.seconds();
    thought.depth = 1;
    return thought;
}

}  // namespace indigo
