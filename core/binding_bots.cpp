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

std::vector<float> by_player(const Values& values, const Thought& thought) {
    return {values.begin(), values.begin() + thought.players};
}

Thought think(const NamedBot& self, const Table& view, double seconds, std::uint64_t nodes, int depth, unsigned threads,
              std::uint64_t seed, const StopToken* stop) {
    const Position& position = view.position;
    if (position.over()) throw std::invalid_argument("the game is over");
    if (position.hands[position.player][UNKNOWN]) throw std::invalid_argument("the hand of the player to move must be known");
    if (position.tiles_in_hand() == 0) throw std::invalid_argument("the player to move has no tile");
    if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
    const nb::gil_scoped_release release;
    Thought thought = self.bot->think(position, {seconds, nodes, depth, threads}, seed, stop);
    thought.players = position.players();
    return thought;
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
                lines.emplace_back(std::move(moves), by_player(line.chances, self), by_player(line.points, self));
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
}

}  // namespace indigo
