// The bots as part of indigo._core. Long calls let other Python threads run.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>

#include "bot.hpp"
#include "match.hpp"
#include "solve.hpp"
#include "table.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace indigo {

namespace {

using MoveNumbers = std::tuple<int, int>;

struct NamedBot {
    std::string name;
    std::unique_ptr<Bot> bot;
};

void require_to_move(const Position& position) {
    if (position.over()) throw std::invalid_argument("the game is over");
    if (position.hands[position.player][UNKNOWN]) throw std::invalid_argument("the hand of the player to move must be known");
    if (position.tiles_in_hand() == 0) throw std::invalid_argument("the player to move has no tile");
}

std::vector<float> by_player(const Values& values, int players) {
    return {values.begin(), values.begin() + players};
}

Thought think(const NamedBot& self, const Table& view, double seconds, std::uint64_t nodes, int depth, unsigned threads,
              std::uint64_t seed, const StopToken* stop) {
    const Position& position = view.position;
    require_to_move(position);
    if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
    const nb::gil_scoped_release release;
    Thought thought = self.bot->think(position, {seconds, nodes, depth, threads}, seed, stop);
    thought.players = position.players();
    return thought;
}

struct Solved : Solution {
    int players;
};

Solved solve(const Table& table, double seconds, std::uint64_t nodes, const StopToken* stop) {
    require_to_move(table.position);
    const nb::gil_scoped_release release;
    Spending spending({seconds, nodes, 0, 1}, stop);
    Solver solver(spending);
    return {solver.solve(table.position), table.position.players()};
}

using Seat = std::tuple<const NamedBot*, double, std::uint64_t>;

std::tuple<std::vector<int>, std::vector<int>, std::vector<double>> play(const std::vector<Seat>& seats, std::string_view layout_name,
                                                                        unsigned hand, std::uint64_t seed, const StopToken* stop) {
    unsigned layout = 0;
    while (layout < LAYOUTS && layout_name != LAYOUT_NAMES[layout]) ++layout;
    if (layout == LAYOUTS || seats.size() != PLAYERS[layout] || hand < 1 || hand > 2)
        throw std::invalid_argument("a layout, one bot for each of its players, and one tile in hand or two");
    std::vector<Entrant> entrants;
    for (const auto& [bot, seconds, nodes] : seats) entrants.push_back({bot->bot.get(), {seconds, nodes, 0, 1}});
    const nb::gil_scoped_release release;
    const GameResult result = play_game(layout, hand, entrants, seed, stop);
    std::vector<int> winners, all;
    std::vector<double> seconds;
    for (unsigned who = 0; who < seats.size(); ++who) {
        if (result.winners >> who & 1) winners.push_back(static_cast<int>(who) + 1);
        all.push_back(points(result.won[who]));
        seconds.push_back(result.moves[who] ? result.seconds[who] / result.moves[who] : 0);
    }
    return {winners, all, seconds};
}

}  // namespace

void bind_bots(nb::module_& m) {
    nb::class_<Thought>(m, "Thought", "A move with its reasons.")
        .def_prop_ro("move", [](const Thought& self) { return MoveNumbers(self.move.cell, self.move.tile); }, "As (cell, tile).")
        .def_prop_ro("lines", [](const Thought& self) {
            std::vector<std::tuple<std::vector<MoveNumbers>, std::vector<float>, std::vector<float>>> lines;
            for (const Line& line : self.lines) {
                std::vector<MoveNumbers> moves;
                for (const Move move : line.moves) moves.emplace_back(move.cell, move.tile);
                lines.emplace_back(std::move(moves), by_player(line.chances, self.players), by_player(line.points, self.players));
            }
            return lines;
        }, "The best moves, best first: how play may go on, each player's chance to win, and points at the end.")
        .def_ro("nodes", &Thought::nodes)
        .def_ro("seconds", &Thought::seconds)
        .def_ro("depth", &Thought::depth);
    nb::class_<NamedBot>(m, "Bot", "A bot of the core, by name.")
        .def("__init__", [](NamedBot* self, std::string_view name) {
                 auto bot = make_bot(name);
                 if (!bot) throw std::invalid_argument("there is no bot " + std::string(name));
                 new (self) NamedBot{std::string(name), std::move(bot)};
             }, "name"_a)
        .def_ro("name", &NamedBot::name)
        .def("think", &think, "view"_a, nb::kw_only(), "seconds"_a = 0.0, "nodes"_a = 0, "depth"_a = 0, "threads"_a = 1, "seed"_a = 0,
             "stop"_a = nb::none(),
             "Choose a move for the player to move. A limit of 0 is none; *threads* 0 means all. The view holds no more\n"
             "than that player may know: tiles of others are unknown.");
    nb::class_<Solved>(m, "Solution", "The end of a game, exactly.")
        .def_prop_ro("chances", [](const Solved& self) { return by_player(self.chances, self.players); }, "With best play.")
        .def_prop_ro("moves", [](const Solved& self) {
            std::vector<std::tuple<MoveNumbers, std::vector<float>>> moves;
            for (const auto& answer : self.moves)
                moves.emplace_back(MoveNumbers(answer.move.cell, answer.move.tile), by_player(answer.chances, self.players));
            return moves;
        }, "Every legal move with each player's chance to win after it, best first.")
        .def_ro("nodes", &Solved::nodes)
        .def_ro("complete", &Solved::complete, "Whether it came to the end of its work; if not, nothing else counts.");
    m.def("solve", &solve, "position"_a, nb::kw_only(), "seconds"_a = 0.0, "nodes"_a = 0, "stop"_a = nb::none(),
          "The chances of everybody with best play, unseen tiles being chance. Only for few empty cells.");
    m.def("play_game", &play, "seats"_a, "layout"_a, "hand"_a, "seed"_a, "stop"_a = nb::none(),
          "A whole game between bots, each with seconds and nodes a move (0 for no limit), dealt from *seed*.\n\n"
          "Returns the winners, everybody's points, and everybody's mean seconds a move.");
}

}  // namespace indigo
