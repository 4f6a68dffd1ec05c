// The core as the Python module indigo._core: the only file here that knows Python. What comes in is checked here, long
// calls let other Python threads run, and players count from 1 as they do in the rules.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <vector>

#include "bots/levels.hpp"
#include "eval/evaluate.hpp"
#include "eval/model.hpp"
#include "eval/playout.hpp"
#include "game/perft.hpp"
#include "game/position.hpp"
#include "play/batch.hpp"
#include "play/match.hpp"
#include "play/selfplay.hpp"
#include "search/solve.hpp"
#include "support/stop.hpp"
#include "support/threads.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace indigo;

namespace {

// A position that remembers how it came about, so that it can be taken back.
struct Table {
    Position position;
    std::vector<TakenBack> played;

    bool is_legal(int cell, int tile) const {
        return cell >= 0 && cell < CELLS && tile >= 0 && tile < TILES && !position.over() &&
               (position.legal_tiles(static_cast<unsigned>(cell)) >> tile & 1);
    }
};

using Triple = std::tuple<int, int, int>;
using WithoutGil = nb::call_guard<nb::gil_scoped_release>;

std::uint8_t byte(long long value) { return static_cast<std::uint8_t>(value); }

unsigned layout_number(std::string_view name) {
    for (unsigned layout = 0; layout < LAYOUTS; ++layout)
        if (name == LAYOUT_NAMES[layout]) return layout;
    throw std::invalid_argument("layout: there is no " + std::string(name));
}

int kind_number(char kind) {
    if (kind == '?') return UNKNOWN;
    if (kind < 'A' || kind >= 'A' + KINDS)
        throw std::invalid_argument(kind > ' ' && kind < 127 ? std::string("there is no tile of kind ") + kind : "there is no such tile");
    return kind - 'A';
}

std::string hand_text(const std::uint8_t* hand) {
    std::string text(hand[UNKNOWN], '?');
    for (int kind = 0; kind < KINDS; ++kind) text.append(hand[kind], static_cast<char>('A' + kind));
    return text;
}

nb::tuple players_of(unsigned bits) {
    nb::list players;
    for (int who = 0; who < MAX_PLAYERS; ++who)
        if (bits >> who & 1) players.append(who + 1);
    return nb::tuple(players);
}

unsigned threads_or_all(unsigned threads) { return threads ? threads : std::max(1u, std::thread::hardware_concurrency()); }

Table make_table(std::string_view layout, const std::vector<std::string>& hands, int player,
                 const std::optional<nb::bytes>& tiles, const std::optional<nb::bytes>& gems,
                 const std::optional<std::vector<Triple>>& won) {
    Description description;
    description.layout = byte(layout_number(layout));
    const std::size_t players = PLAYERS[description.layout];
    if (player < 1 || static_cast<std::size_t>(player) > players) throw std::invalid_argument("player: there is none of this number");
    description.player = byte(player - 1);
    description.tiles.fill(NO_TILE);
    if (tiles) {
        if (tiles->size() != CELLS) throw std::invalid_argument("tiles: one for each of the 61 cells");
        for (unsigned cell = 0; cell < CELLS; ++cell) {
            const auto tile = static_cast<unsigned char>(tiles->c_str()[cell]);
            if (tile > TILES + 1 || (tile == TILES + 1) != (LEGAL[cell] == 0))
                throw std::invalid_argument("tiles: 0 to 15 where a route tile can lie, 16 for a treasure");
            if (tile >= 1 && tile <= TILES) description.tiles[cell] = byte(tile - 1);
        }
    }
    if (gems) {
        if (gems->size() != PORTS) throw std::invalid_argument("gems: one for each of the 210 ports");
        for (unsigned port = 0; port < PORTS; ++port) description.gems[port] = byte(static_cast<unsigned char>(gems->c_str()[port]));
        for (unsigned arrow = 0; arrow < ARROWS; ++arrow)  // these follow from the tiles
            if (description.tiles[ARROW_FRONTS[arrow]] == NO_TILE) description.gems[ARROW_PORTS[arrow]] = NO_GEM;
    }
    if (hands.size() != players) throw std::invalid_argument("hands: one for each player");
    for (std::size_t who = 0; who < players; ++who) {
        if (hands[who].size() > ALL_TILES) throw std::invalid_argument("hands: more tiles than there are");
        for (const char kind : hands[who]) ++description.hands[who][static_cast<std::size_t>(kind_number(kind))];
    }
    if (won) {
        if (won->size() != players) throw std::invalid_argument("won: one for each player");
        for (std::size_t who = 0; who < players; ++who) {
            const auto [ambers, emeralds, sapphires] = (*won)[who];
            if (ambers < 0 || emeralds < 0 || sapphires < 0) throw std::invalid_argument("won: fewer gems than none");
            if (ambers > GEMS_OF[AMBER] || emeralds > GEMS_OF[EMERALD] || sapphires > GEMS_OF[SAPPHIRE])
                throw std::invalid_argument("won: more gems than there are");
            description.won[who] = {byte(ambers), byte(emeralds), byte(sapphires)};
        }
    }
    return {set_up(description), {}};
}

// Everything about a position in one string of bytes, for comparing: see the stub.
nb::bytes snapshot(const Table& table) {
    const Position& position = table.position;
    std::string text(CELLS + 2 * PORTS, '\0');
    auto* data = reinterpret_cast<std::uint8_t*>(text.data());
    write_tiles(position, data);
    for (unsigned port = 0; port < PORTS; ++port) data[CELLS + port] = byte(position.far(port));
    write_gems(position, data + CELLS + PORTS);
    Move moves[ALL_TILES * TILES];
    const int legal = position.legal_moves(moves);
    for (const int number : {std::popcount(position.empty & RING_MASK), int{position.gems}, position.player + 1, int{position.stack},
                             legal & 255, legal >> 8, static_cast<int>(position.over() ? position.winners() : 0u)})
        text += static_cast<char>(number);
    for (int who = 0; who < position.players(); ++who)
        for (Gem gem = AMBER; gem <= SAPPHIRE; ++gem) text += static_cast<char>(gems_won(position.won[who], gem));
    for (int who = 0; who < position.players(); ++who) text += (who ? "/" : "") + hand_text(position.hands[who]);
    return nb::bytes(text.data(), text.size());
}

void play(Table& table, int cell, int tile, std::optional<std::string_view> draw) {
    Position& position = table.position;
    if (!table.is_legal(cell, tile)) throw std::invalid_argument("this move is not legal here");
    int drawn = NO_DRAW;
    if (draw) {
        if (draw->size() != 1) throw std::invalid_argument("draw: one kind, or ?");
        drawn = kind_number(draw->front());
        const int kind = KIND_OF[tile];
        const bool shows = !position.hands[position.player][kind] && kind == drawn;
        if (position.stack == 0) throw std::invalid_argument("draw: the stacks are empty");
        if (drawn != UNKNOWN && position.unseen[drawn] < (shows ? 2 : 1)) throw std::invalid_argument("draw: all such tiles have been seen");
    }
    table.played.push_back(position.play({byte(cell), byte(tile)}, drawn));
}

void bind_position(nb::module_& m) {
    nb::class_<Table>(m, "Position", "A position of the game that plays and takes back at native speed.")
        .def("__init__",
             [](Table* self, std::string_view layout, const std::vector<std::string>& hands, int player,
                const std::optional<nb::bytes>& tiles, const std::optional<nb::bytes>& gems,
                const std::optional<std::vector<Triple>>& won) {
                 new (self) Table(make_table(layout, hands, player, tiles, gems, won));
             },
             "layout"_a, "hands"_a, "player"_a = 1, nb::kw_only(), "tiles"_a = nb::none(), "gems"_a = nb::none(), "won"_a = nb::none())
        .def("copy", [](const Table& self) { return Table{self.position, {}}; }, "The same position, without its past.")
        .def_prop_ro("layout", [](const Table& self) { return LAYOUT_NAMES[self.position.layout]; })
        .def_prop_ro("player", [](const Table& self) { return self.position.player + 1; }, "Whose turn it is, from 1.")
        .def_prop_ro("tiles", [](const Table& self) {
            char tiles[CELLS];
            write_tiles(self.position, reinterpret_cast<std::uint8_t*>(tiles));
            return nb::bytes(tiles, CELLS);
        }, "By cell, coded as `indigo.position.Position.tiles`.")
        .def_prop_ro("gems", [](const Table& self) {
            char gems[PORTS];
            write_gems(self.position, reinterpret_cast<std::uint8_t*>(gems));
            return nb::bytes(gems, PORTS);
        }, "By port, coded as `indigo.position.Position.gems`.")
        .def_prop_ro("left", [](const Table& self) { return self.position.gems; }, "Gems on the board, treasure tiles included.")
        .def_prop_ro("stacked", [](const Table& self) { return self.position.stack; }, "Tiles in the stacks.")
        .def_prop_ro("empty_cells", [](const Table& self) { return self.position.empty_cells(); })
        .def_prop_ro("unseen", [](const Table& self) {
            const std::uint8_t* unseen = self.position.unseen;
            return std::tuple<int, int, int, int, int>(unseen[0], unseen[1], unseen[2], unseen[3], unseen[4]);
        }, "Tiles in the stacks or unknown in a hand, by kind.")
        .def_prop_ro("hands", [](const Table& self) {
            nb::list hands;
            for (int who = 0; who < self.position.players(); ++who) hands.append(hand_text(self.position.hands[who]));
            return nb::tuple(hands);
        }, nb::sig("def hands(self) -> tuple[str, ...]"))
        .def_prop_ro("won", [](const Table& self) {
            nb::list won;
            for (int who = 0; who < self.position.players(); ++who) {
                const Won gems = self.position.won[who];
                won.append(Triple(gems_won(gems, AMBER), gems_won(gems, EMERALD), gems_won(gems, SAPPHIRE)));
            }
            return nb::tuple(won);
        }, nb::sig("def won(self) -> tuple[tuple[int, int, int], ...]"))
        .def_prop_ro("points", [](const Table& self) {
            nb::list all;
            for (int who = 0; who < self.position.players(); ++who) all.append(points(self.position.won[who]));
            return nb::tuple(all);
        }, nb::sig("def points(self) -> tuple[int, ...]"))
        .def_prop_ro("over", [](const Table& self) { return self.position.over(); })
        .def_prop_ro("winners", [](const Table& self) { return players_of(self.position.over() ? self.position.winners() : 0); },
                     nb::sig("def winners(self) -> tuple[int, ...]"), "Empty before the end.")
        .def_prop_ro("key", [](const Table& self) { return self.position.key(); }, "64 bits; equal positions have equal keys.")
        .def("legal_moves", [](const Table& self) {
            Move moves[ALL_TILES * TILES];
            const int count = self.position.legal_moves(moves);
            std::vector<std::tuple<int, int>> all;
            for (int i = 0; i < count; ++i) all.emplace_back(moves[i].cell, moves[i].tile);
            return all;
        }, "All legal moves as (cell, tile), by number.")
        .def("is_legal", &Table::is_legal, "cell"_a, "tile"_a)
        .def("play", &play, "cell"_a, "tile"_a, "draw"_a = nb::none(),
             "A whole turn. Raises ValueError if it is not legal. Nothing is drawn when the game is over.")
        .def("undo", [](Table& self) {
            if (self.played.empty()) throw std::invalid_argument("nothing has been played");
            self.position.take_back(self.played.back());
            self.played.pop_back();
        }, "Take the last turn back.")
        .def("snapshot", &snapshot,
             "All of it as bytes, for comparing.\n\n"
             "Tiles, far ends, gems; then gems in the centre, gems left, player, stacked, number of legal moves\n"
             "(two bytes, low first), winners (one bit each); then won; then hands with / between.");
}

void bind_playout(nb::module_& m) {
    nb::class_<RandomGames>(m, "RandomGames", "Many random games, summed up.")
        .def_ro("games", &RandomGames::games)
        .def_ro("placements", &RandomGames::placements)
        .def_prop_ro("points", [](const RandomGames& self) { return std::vector(self.points.begin(), self.points.end()); })
        .def_prop_ro("wins", [](const RandomGames& self) { return std::vector(self.wins.begin(), self.wins.end()); },
                     "By player; a shared win counts for each.");
    nb::class_<Fillings>(m, "Fillings", "Many random fillings of a board, summed up.")
        .def_ro("games", &Fillings::games)
        .def_prop_ro("points", [](const Fillings& self) { return std::vector(self.points.begin(), self.points.end()); })
        .def_prop_ro("wins", [](const Fillings& self) {
            std::vector<double> wins;
            for (unsigned who = 0; who < MAX_PLAYERS; ++who) wins.push_back(self.wins(who));
            return wins;
        }, "By player; a shared win counts in parts.")
        .def("ends", [](const Fillings& self, unsigned port) {
            if (port >= PORTS) throw std::out_of_range("there are 210 ports");
            return std::vector(self.ends[port].begin(), self.ends[port].end());
        }, "port"_a, "How often the gem that stands at this port left by each gateway, and last how often it met another.");
    // Positions are copied before the lock goes: another thread may play on in them meanwhile.
    m.def("random_games", [](const Table& table, std::uint64_t games, std::uint64_t seed, unsigned threads, const StopToken* stop) {
              const Position position = table.position;
              const nb::gil_scoped_release release;
              return random_games(position, games, seed, threads_or_all(threads), stop);
          },
          "position"_a, "games"_a, "seed"_a = 0, "threads"_a = 1, "stop"_a = nb::none(),
          "Play on at random, every legal placement of the tile in hand equally likely. *threads* 0 means all.");
    m.def("fillings", [](const Table& table, std::uint64_t games, std::uint64_t seed, unsigned threads, const StopToken* stop) {
              const Position position = table.position;
              const nb::gil_scoped_release release;
              return fillings(position, games, seed, threads_or_all(threads), stop);
          },
          "position"_a, "games"_a, "seed"_a = 0, "threads"_a = 1, "stop"_a = nb::none(),
          "Fill the empty cells at random and see where the gems end: the playouts of search. *threads* 0 means all.");
    m.def("random_moves", [](const Table& position, std::uint64_t seed) {
              Random random(scramble(seed));
              RandomPlay::Game game;
              RandomPlay(position.position).play(random, game);
              std::vector<std::tuple<int, int>> moves;
              for (unsigned i = 0; i < game.placed; ++i) moves.emplace_back(game.moves[i].cell, game.moves[i].tile);
              std::vector<int> all;
              for (int who = 0; who < position.position.players(); ++who) all.push_back(points(game.won[static_cast<unsigned>(who)]));
              return std::tuple(moves, all);
          },
          "position"_a, "seed"_a, "One random game: its moves as (cell, tile), and the points at its end.");
}

void bind_perft(nb::module_& m) {
    m.def("perft", [](const Table& table, std::string_view draws, int depth, unsigned threads, const StopToken* stop) {
              const Position position = table.position;
              for (int who = 0; who < position.players(); ++who)
                  if (position.hands[static_cast<unsigned>(who)][UNKNOWN]) throw std::invalid_argument("hands: all must be known");
              std::vector<std::uint8_t> kinds;
              for (const char kind : draws) kinds.push_back(byte(kind_number(kind)));
              Bag left{};
              for (std::size_t kind = 0; kind < KINDS; ++kind) left[kind] = position.unseen[kind];
              for (const std::uint8_t kind : kinds)
                  if (kind == UNKNOWN || left[kind]-- == 0) throw std::invalid_argument("draws: not so many such tiles are left");
              const nb::gil_scoped_release release;
              const Perft sum = perft(position, kinds, depth, threads_or_all(threads), stop);
              return std::tuple(sum.sequences, sum.won, sum.out, sum.ended);
          },
          "position"_a, "draws"_a, "depth"_a, "threads"_a = 1, "stop"_a = nb::none(),
          "Count all sequences of *depth* legal moves; with their last moves, gems won, gems out, and games ended.");
}

template <class Number, int Dimensions>
using Array = nb::ndarray<Number, nb::ndim<Dimensions>, nb::c_contig, nb::device::cpu>;

// No array is converted on its way in: what is written must reach the caller.
// The memory of an array that the caller owns, if its shape is the one we write.
template <class Caller>
auto* data_of(const Caller& array, std::initializer_list<std::size_t> shape, const char* name) {
    std::size_t axis = 0;
    for (const std::size_t length : shape)
        if (array.shape(axis++) != length) throw std::invalid_argument(std::string(name) + ": wrong shape");
    return array.data();
}

template <class Caller>
std::uint8_t* data_of(const std::optional<Caller>& array, std::initializer_list<std::size_t> shape, const char* name) {
    return array ? data_of(*array, shape, name) : nullptr;
}

void bind_batch(nb::module_& m) {
    using Bytes1 = std::optional<Array<std::uint8_t, 1>>;
    using Bytes2 = std::optional<Array<std::uint8_t, 2>>;
    using Bytes3 = std::optional<Array<std::uint8_t, 3>>;
    m.attr("ACTIONS") = ACTIONS;
    nb::class_<Batch>(m, "Batch", "Many games at once, stepped together; by one thread at a time.\n\n"
                               "An action is 15 * cell + tile. Arrays are the caller's: of int32 for actions, of bytes for the rest.")
        .def("__init__", [](Batch* self, std::size_t size, std::string_view layout, unsigned hand, std::uint64_t seed) {
                 if (hand != 1 && hand != 2) throw std::invalid_argument("hand: one tile or two");
                 new (self) Batch(size, layout_number(layout), hand, seed);
             },
             "size"_a, "layout"_a = "2", "hand"_a = 1, "seed"_a = 0)
        .def("__len__", &Batch::size)
        .def("reset", &Batch::reset, WithoutGil(), "Shuffle and deal all games again.")
        .def("reset_over", &Batch::reset_over, WithoutGil(), "Shuffle and deal those that are over; tell how many.")
        .def("step", [](Batch& self, const Array<const std::int32_t, 1>& actions) {
                 const std::int32_t* data = data_of(actions, {self.size()}, "actions");
                 const nb::gil_scoped_release release;
                 const std::size_t illegal = self.first_illegal(data);
                 if (illegal < self.size()) throw std::invalid_argument("actions: not legal in game " + std::to_string(illegal));
                 self.step(data);
             },
             "actions"_a.noconvert(), nb::sig("def step(self, actions: numpy.typing.NDArray[numpy.int32] | typing_extensions.Buffer) -> None"), "Take one turn in every game that is not over. If one is not legal, ValueError, and none is taken.")
        .def("random_actions", [](Batch& self, const Array<std::int32_t, 1>& actions) {
                 std::int32_t* data = data_of(actions, {self.size()}, "actions");
                 const nb::gil_scoped_release release;
                 self.random_actions(data);
             },
             "actions"_a.noconvert(), nb::sig("def random_actions(self, actions: numpy.typing.NDArray[numpy.int32] | typing_extensions.Buffer) -> None"),
             "Write a legal action for every game, each equally likely; -1 where the game is over.")
        .def("position", [](const Batch& self, std::size_t game) {
                 if (game >= self.size()) throw std::out_of_range("there are not so many games");
                 return Table{self.position(game), {}};
             },
             "game"_a, "One of the games, to look at.")
        .def("observe",
             [](const Batch& self, const Bytes2& tiles, const Bytes2& gems, const Bytes3& hands, const Bytes3& won, const Bytes1& player,
                const Bytes1& over, const Bytes1& winners, const Bytes2& legal) {
                 const std::size_t size = self.size();
                 Observation observation;
                 observation.tiles = data_of(tiles, {size, CELLS}, "tiles");
                 observation.gems = data_of(gems, {size, PORTS}, "gems");
                 observation.hands = data_of(hands, {size, MAX_PLAYERS, KINDS}, "hands");
                 observation.won = data_of(won, {size, MAX_PLAYERS, 3}, "won");
                 observation.player = data_of(player, {size}, "player");
                 observation.over = data_of(over, {size}, "over");
                 observation.winners = data_of(winners, {size}, "winners");
                 observation.legal = data_of(legal, {size, ACTIONS}, "legal");
                 const nb::gil_scoped_release release;
                 self.observe(observation);
             },
             nb::sig("def observe(self, *, "
                     "tiles: numpy.typing.NDArray[numpy.uint8] | typing_extensions.Buffer | None = None, "
                     "gems: numpy.typing.NDArray[numpy.uint8] | typing_extensions.Buffer | None = None, "
                     "hands: numpy.typing.NDArray[numpy.uint8] | typing_extensions.Buffer | None = None, "
                     "won: numpy.typing.NDArray[numpy.uint8] | typing_extensions.Buffer | None = None, "
                     "player: numpy.typing.NDArray[numpy.uint8] | typing_extensions.Buffer | None = None, "
                     "over: numpy.typing.NDArray[numpy.uint8] | typing_extensions.Buffer | None = None, "
                     "winners: numpy.typing.NDArray[numpy.uint8] | typing_extensions.Buffer | None = None, "
                     "legal: numpy.typing.NDArray[numpy.uint8] | typing_extensions.Buffer | None = None) -> None"),
             nb::kw_only(), "tiles"_a.noconvert() = nb::none(), "gems"_a.noconvert() = nb::none(), "hands"_a.noconvert() = nb::none(), "won"_a.noconvert() = nb::none(),
             "player"_a.noconvert() = nb::none(), "over"_a.noconvert() = nb::none(), "winners"_a.noconvert() = nb::none(), "legal"_a.noconvert() = nb::none(),
             "Write what is to be seen into the arrays given, all of bytes, game after game.\n\n"
             "Shapes after the number of games: tiles 61, gems 210, hands 4 x 5, won 4 x 3, legal 915; the others none.\n"
             "`player` counts from 0; `winners` is one bit a player.");
}

void bind_stop(nb::module_& m) {
    nb::class_<StopToken>(m, "StopToken", "Given to a long call, lets another thread end it at once; what was done by then counts.")
        .def(nb::init<>())
        .def("stop", &StopToken::stop)
        .def("clear", &StopToken::clear)
        .def_prop_ro("stopped", &StopToken::stopped);
}

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
    const Position position = view.position;
    require_to_move(position);
    const nb::gil_scoped_release release;
    Thought thought = self.bot->think(position, {seconds, nodes, depth, threads_or_all(threads)}, seed, stop);
    thought.players = position.players();
    return thought;
}

struct Solved : Solution {
    int players;
};

Solved solve(const Table& table, double seconds, std::uint64_t nodes, bool all, const StopToken* stop) {
    const Position position = table.position;
    require_to_move(position);
    const nb::gil_scoped_release release;
    Spending spending({seconds, nodes, 0, 1}, stop);
    Solver solver(spending);
    return {solver.solve(position, all), position.players()};
}

using Seat = std::tuple<const NamedBot*, double, std::uint64_t>;

std::tuple<std::vector<int>, std::vector<int>, std::vector<double>> play_bots(const std::vector<Seat>& seats, std::string_view layout_name,
                                                                        unsigned hand, std::uint64_t seed, const StopToken* stop) {
    const unsigned layout = layout_number(layout_name);
    if (seats.size() != PLAYERS[layout] || hand < 1 || hand > 2)
        throw std::invalid_argument("one bot for each player, and one tile in hand or two");
    std::vector<Entrant> entrants;
    for (const auto& [bot, seconds, nodes] : seats) {
        if (bot == nullptr) throw std::invalid_argument("seats: a bot for each player");
        entrants.push_back({bot->bot.get(), {seconds, nodes, 0, 1}});
    }
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
        .def("__init__", [](NamedBot* self, std::string_view name, const Model* model) {
                 auto bot = make_bot(name, model);
                 if (!bot) throw std::invalid_argument("there is no bot " + std::string(name));
                 new (self) NamedBot{std::string(name), std::move(bot)};
             }, "name"_a, "model"_a = nb::none(), nb::keep_alive<1, 3>(), "Those that have learned need a model.")
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
        .def_ro("complete", &Solved::complete, "Whether it came to the end of its work; if not, `moves` holds only those it had looked at.");
    m.def("solve", &solve, "position"_a, nb::kw_only(), "seconds"_a = 0.0, "nodes"_a = 0, "all"_a = true, "stop"_a = nb::none(),
          "The chances of everybody with best play, unseen tiles being chance. Only for few empty cells.\n"
          "Without *all* only the best move's chances are exact; those of others are at most what is said.");
    m.def("play_game", &play_bots, "seats"_a, "layout"_a, "hand"_a, "seed"_a, "stop"_a = nb::none(),
          "A whole game between bots, each with seconds and nodes a move (0 for no limit), dealt from *seed*.\n\n"
          "Returns the winners (none if it was stopped), everybody's points, and everybody's mean seconds a move.");
}

// The games of one call, one after another.
struct SelfPlay {
    std::vector<SelfPlayGame> games;
    int players = 0;

    template <class Part> nb::bytes joined(Part part) const {
        std::size_t size = 0;
        for (const SelfPlayGame& game : games) size += std::as_bytes(std::span(part(game))).size();
        std::string all;
        all.reserve(size);
        for (const SelfPlayGame& game : games) {
            const auto bytes = std::as_bytes(std::span(part(game)));
            all.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        }
        return nb::bytes(all.data(), all.size());
    }
};

constexpr unsigned MOST_FILLINGS = 1'000'000;

void require_fillings(unsigned fillings) {
    if (fillings == 0 || fillings > MOST_FILLINGS) throw std::invalid_argument("fillings: one to a million");
}

SelfPlay self_play(std::string_view layout_name, unsigned hand, std::size_t count, std::uint64_t seed, const Model* model,
                   const SelfPlayPlan& plan, unsigned threads, const StopToken* stop) {
    const unsigned layout = layout_number(layout_name);
    if (hand != 1 && hand != 2) throw std::invalid_argument("hand: one tile or two");
    require_fillings(plan.fillings);
    const nb::gil_scoped_release release;
    SelfPlay all{std::vector<SelfPlayGame>(count), PLAYERS[layout]};
    std::atomic<std::size_t> next{0};
    together(std::min<std::size_t>(threads_or_all(threads), count), [&] {
        for (std::size_t i = next++; i < count && !stopped(stop); i = next++)
            all.games[i] = play_itself(layout, hand, model, plan, seed + i, stop);
    });
    std::erase_if(all.games, [](const SelfPlayGame& game) { return !game.finished; });
    return all;
}

void bind_learning(nb::module_& m) {
    m.attr("GEM_FEATURES") = GEM_FEATURES;
    m.attr("PLAYER_FEATURES") = PLAYER_FEATURES;
    m.attr("GEM_WIDTH") = Model::GEM_WIDTH;
    m.attr("PLAYER_WIDTH") = Model::PLAYER_WIDTH;
    m.attr("LAST_WIDTH") = Model::LAST_WIDTH;
    m.attr("MODEL_NUMBERS") = Model::NUMBERS;
    nb::class_<Model>(m, "Model", "A learned judgement of positions, from the bytes of its file.")
        .def("__init__", [](Model* self, const nb::bytes& file) { new (self) Model(std::span(file.c_str(), file.size())); }, "file"_a)
        .def_prop_ro("about", &Model::about, "What the file says of itself, as JSON.")
        .def("judge", [](const Model& self, const Array<const std::uint8_t, 3>& gems, const Array<const float, 2>& players) {
                 const std::size_t count = players.shape(0);
                 if (count < 2 || count > MAX_PLAYERS) throw std::invalid_argument("players: two to four");
                 const std::uint8_t* gem_data = data_of(gems, {count, ARROWS, GEM_FEATURES}, "gems");
                 const float* player_data = data_of(players, {count, PLAYER_FEATURES}, "players");
                 Features features;
                 features.player_count = static_cast<unsigned>(count);
                 features.gem_count = 0;
                 for (std::size_t who = 0; who < count; ++who)
                     for (unsigned gem = 0; gem < ARROWS; ++gem) {
                         const std::uint8_t* row = gem_data + (who * ARROWS + gem) * GEM_FEATURES;
                         std::copy(row, row + GEM_FEATURES, features.gems[who][gem].begin());
                         if (std::any_of(row, row + GEM_FEATURES, [](std::uint8_t value) { return value > 0; }))
                             features.gem_count = std::max(features.gem_count, gem + 1);
                     }
                 for (std::size_t who = 0; who < count; ++who)
                     std::copy(player_data + who * PLAYER_FEATURES, player_data + (who + 1) * PLAYER_FEATURES, features.players[who].begin());
                 const Guess guess = self.judge(features);
                 return std::tuple(by_player(guess.chances, static_cast<int>(count)), by_player(guess.points, static_cast<int>(count)));
             }, "gems"_a.noconvert(), "players"_a.noconvert(),
             nb::sig("def judge(self, gems: numpy.typing.NDArray[numpy.uint8] | typing_extensions.Buffer, "
                     "players: numpy.typing.NDArray[numpy.float32] | typing_extensions.Buffer) -> tuple[list[float], list[float]]"),
             "Everybody's chance to win and points, from one sample of `self_play`: shapes players x 12 x GEM_FEATURES and\n"
             "players x PLAYER_FEATURES.");
    m.def("judge_moves", [](const Table& table, const Model* model, unsigned fillings, std::uint64_t seed) {
              const Position position = table.position;
              require_to_move(position);
              require_fillings(fillings);
              std::vector<JudgedMove> judged;
              {
                  const nb::gil_scoped_release release;
                  Judge judge(position, model);
                  judged = judge_moves(position, judge, fillings, seed, model ? ALL_TILES * TILES : 0, nullptr);
              }
              std::vector<std::tuple<MoveNumbers, std::vector<float>, std::vector<float>>> moves;
              for (const JudgedMove& move : judged)
                  moves.emplace_back(MoveNumbers(move.move.cell, move.move.tile), by_player(move.judged.chances, position.players()),
                                     by_player(move.judged.points, position.players()));
              return moves;
          },
          "position"_a, "model"_a.none(), nb::kw_only(), "fillings"_a = SelfPlayPlan{}.fillings, "seed"_a = 0,
          "Every legal move, best first by random fillings, with everybody's chances and points after it as the model judges\n"
          "them, without looking ahead. Without a model, as the fillings say.");
    nb::class_<SelfPlay>(m, "SelfPlay", "Games of a bot against itself. Everything as bytes, game after game; a sample is a\n"
                                        "position after a move that did not end the game.")
        .def_prop_ro("games", [](const SelfPlay& self) { return self.games.size(); })
        .def_ro("players", &SelfPlay::players)
        .def_prop_ro("samples", [](const SelfPlay& self) {
            std::vector<std::size_t> samples;
            for (const SelfPlayGame& game : self.games)
                samples.push_back(game.judged.size() / static_cast<std::size_t>(self.players));
            return samples;
        }, "Of each game.")
        .def_prop_ro("gems", [](const SelfPlay& self) { return self.joined([](const SelfPlayGame& game) -> auto& { return game.gems; }); },
                     "Bytes: samples x players x 12 x GEM_FEATURES.")
        .def_prop_ro("standings", [](const SelfPlay& self) { return self.joined([](const SelfPlayGame& game) -> auto& { return game.players; }); },
                     "Floats: samples x players x PLAYER_FEATURES.")
        .def_prop_ro("judged", [](const SelfPlay& self) { return self.joined([](const SelfPlayGame& game) -> auto& { return game.judged; }); },
                     "Floats: samples x players, the chances to win as they were judged when the move was chosen.")
        .def_prop_ro("shares", [](const SelfPlay& self) { return self.joined([](const SelfPlayGame& game) -> auto& { return game.shares; }); },
                     "Floats: games x 4, who won; a shared win in parts.")
        .def_prop_ro("points", [](const SelfPlay& self) { return self.joined([](const SelfPlayGame& game) -> auto& { return game.points; }); },
                     "Floats: games x 4, at the end.")
        .def_prop_ro("stacks", [](const SelfPlay& self) { return self.joined([](const SelfPlayGame& game) -> auto& { return game.stacks; }); },
                     "Bytes: games x 54, the tiles in the order in which they were drawn, kinds from 0.")
        .def("moves", [](const SelfPlay& self, std::size_t number) {
            std::vector<MoveNumbers> moves;
            for (const Move move : self.games.at(number).moves) moves.emplace_back(move.cell, move.tile);
            return moves;
        }, "game"_a, "As (cell, tile).");
    m.def("self_play", [](std::string_view layout, unsigned hand, std::size_t games, std::uint64_t seed, const Model* model,
                          unsigned fillings, unsigned width, float spread, float random, unsigned threads, const StopToken* stop) {
              return self_play(layout, hand, games, seed, model, {fillings, width, spread, random}, threads, stop);
          },
          "layout"_a, "hand"_a, "games"_a, "seed"_a, nb::kw_only(), "model"_a = nb::none(), "fillings"_a = SelfPlayPlan{}.fillings,
          "width"_a = SelfPlayPlan{}.width, "spread"_a = SelfPlayPlan{}.spread, "random"_a = SelfPlayPlan{}.random, "threads"_a = 1,
          "stop"_a = nb::none(),
          "Play games to learn from. Game i is the same for the same seed + i, whatever the number of threads (0 means all).\n"
          "Stopped, it returns the games that were finished.");
}

}  // namespace

NB_MODULE(_core, m) {
    m.doc() = "The game at native speed, for search and simulation. `indigo.rules` is the law; this agrees with it.";
    bind_stop(m);
    bind_position(m);
    bind_playout(m);
    bind_perft(m);
    bind_batch(m);
    bind_learning(m);
    bind_bots(m);
}
