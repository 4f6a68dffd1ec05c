#include "eval/playout.hpp"

#include "game/legal_turns.hpp"
#include "support/threads.hpp"

namespace indigo {

namespace {

// A tile's routes in one word: in the four bits at 4 * side, the side where a gem that enters there leaves.
constexpr std::uint32_t routes_of(unsigned tile) {
    std::uint32_t routes = 0;
    for (unsigned side = 0; side < SIDES; ++side) routes |= static_cast<std::uint32_t>(ACROSS[tile][side]) << 4 * side;
    return routes;
}

// TURNED_ROUTES[edge][kind][slot]: the routes of TURNED, without the way round by the tile's number.
constexpr auto make_turned_routes() {
    std::array<std::array<std::array<std::uint32_t, 32>, KINDS>, EDGES> routes{};
    for (unsigned edge = 0; edge < EDGES; ++edge)
        for (unsigned kind = 0; kind < KINDS; ++kind)
            for (unsigned slot = 0; slot < TURN_SLOTS; ++slot) routes[edge][kind][slot] = routes_of(TURNED[edge][kind][slot]);
    return routes;
}
constexpr auto TURNED_ROUTES = make_turned_routes();

}  // namespace

Bag tiles_left(const Board& board) {
    Bag bag{};
    for (unsigned kind = 0; kind < KINDS; ++kind) bag[kind] = COPIES[kind];
    for (std::uint64_t laid = OPEN_MASK & ~board.empty; laid; laid &= laid - 1)
        --bag[KIND_OF[board.tile[std::countr_zero(laid)]]];
    return bag;
}

RandomPlay::RandomPlay(const Board& board) : root(board) {
    const Bag bag = tiles_left(board);
    for (unsigned kind = 0; kind < KINDS; ++kind)
        for (unsigned copy = 0; copy < bag[kind]; ++copy) kinds[count++] = static_cast<std::uint8_t>(kind);
    unsigned cell = 0;
    for (std::uint64_t empty = board.empty; empty; empty &= empty - 1)
        cells[cell++] = static_cast<std::uint8_t>(std::countr_zero(empty));
}

// The race track: `Board::lay` without what a game that is never taken back can do without. The joins have no branch,
// because whether gems move cannot be foretold. Gems that leave stay on their exit, which no route joins again, and are
// counted at the end. A gem's old place is not wiped: it lies inside a run, where nobody looks. No game ends while a
// treasure is still covered, so only then need its end be looked for.
void RandomPlay::play(Random& random, Game& game) const {
    game.placed = 0;
    std::memcpy(game.won.data(), root.won, sizeof root.won);
    if (root.over()) return;
    alignas(64) std::uint16_t run[PORT_SLOTS];
    std::memcpy(run, root.run, sizeof run);
    std::array<std::uint8_t, 64> hand = kinds, where = cells;
    std::uint64_t empty = root.empty;
    unsigned left = count;
    Move* move = game.moves.data();
    do {
        RandomWord word(random.next());
        const unsigned drawn = word.below(left);
        const unsigned kind = hand[drawn];
        // Any cell and any turn, again if that is not legal: so every legal placement is equally likely.
        unsigned chosen, cell, tile;
        for (;;) {
            chosen = word.below(left);
            cell = where[chosen];
            tile = FIRST_TILE[kind] + word.below(TURNS[kind]);
            if (LEGAL[cell] >> tile & 1) break;
            word = RandomWord(random.next());
        }
        *move++ = {static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(tile)};
        --left;
        hand[drawn] = hand[left];
        where[chosen] = where[left];
        if ((empty & RING_MASK) == bit(cell)) {
            const unsigned arrow = ARROW_PORT_OF_FRONT[cell];
            run[arrow] = static_cast<std::uint16_t>(arrow | SAPPHIRE << 8);
        }
        empty &= ~bit(cell);
        const std::uint8_t* ports = ROUTE_PORTS[16 * cell + tile];
        for (int route = 0; route < 6; route += 2) {
            const unsigned at_a = run[ports[route]], at_b = run[ports[route + 1]];
            const unsigned far_a = at_a & 255u, far_b = at_b & 255u;
            const unsigned they_meet = (at_a + 0x7f00u) & (at_b + 0x7f00u) & 0x8000u;  // said so that no branch is made of it
            const unsigned unless_they_meet = ((they_meet >> 15) - 1u) & 0xff00u;
            run[far_a] = static_cast<std::uint16_t>(far_b | (at_b & unless_they_meet));
            run[far_b] = static_cast<std::uint16_t>(far_a | (at_a & unless_they_meet));
        }
        if ((empty & FRONT_MASK) == 0) {
            unsigned on_board = 0;
            for (const unsigned arrow : ARROW_PORTS) {
                const unsigned end = run[arrow] & 255u;
                on_board += (run[end] > 255) & (GATEWAY_AT[end] == NO_GATEWAY);
            }
            if (on_board == 0) break;
        }
    } while (left);
    game.placed = count - left;
    Won left_by[GATEWAYS + 1] = {};  // the last for gems that met another
    for (const unsigned arrow : ARROW_PORTS) {
        const unsigned end = run[arrow] & 255u;
        left_by[GATEWAY_AT[end]] += WORTH[run[end] >> 8];
    }
    for (unsigned gateway = 0; gateway < GATEWAYS; ++gateway) {
        const std::uint8_t* owners = OWNERS[root.layout][gateway];
        game.won[owners[0]] += left_by[gateway];
        if (owners[1] != NOBODY) game.won[owners[1]] += left_by[gateway];
    }
}

Filling::Filling(const Board& board, const Bag& bag) {
    layout = board.layout;
    unsigned kind_count = 0;
    entry.fill(END + OUT);
    for (unsigned end = END; end < END + 8; ++end) onward[end] = static_cast<std::uint16_t>(end);
    for (unsigned who = 0; who < MAX_PLAYERS; ++who) won[who] = board.won[who];
    for (unsigned kind = 0; kind < KINDS; ++kind)
        for (unsigned copy = 0; copy < bag[kind]; ++copy) kinds[kind_count++] = static_cast<std::uint8_t>(kind);
    std::array<bool, PORT_SLOTS> gem_at{};
    auto enter = [&](unsigned port, unsigned cell) {
        return static_cast<std::uint16_t>(8 * cell + Board::side_of(port, cell));
    };
    for (unsigned port = 0; port < PORTS; ++port) {
        const unsigned front = board.front_cell(port);
        if (board.gem(port) == NO_GEM || front == NO_CELL) continue;
        const bool on_centre = board.far(port) == port && RING_MASK & bit(front) && ARROW_PORT_OF_FRONT[front] == port;
        if (on_centre) in_centre[centre_count++] = static_cast<std::uint8_t>(gem_count);
        entry[gem_count] = enter(port, front);
        gem_ends[gem_count] = {static_cast<std::uint8_t>(port), board.gem(port), OUT};
        gem_at[port] = true;
        ++gem_count;
    }
    for (std::uint64_t empty = board.empty; empty; empty &= empty - 1) {
        const unsigned cell = static_cast<unsigned>(std::countr_zero(empty));
        cells[cell_count++] = static_cast<std::uint8_t>(cell);
        for (unsigned side = 0; side < SIDES; ++side) {
            const unsigned out = PORT_AT[cell][side], port = board.far(out);
            std::uint16_t& next = onward[8 * cell + side];
            if (gem_at[out]) {
                next = END + OUT;  // two that meet are both out
            } else if (GATEWAY_AT[port] != NO_GATEWAY) {
                next = static_cast<std::uint16_t>(END + GATEWAY_AT[port]);
            } else {
                next = enter(port, board.cell_beyond(cell, out));
            }
        }
    }
}

// All cells are filled at once, though gems pass only most of them: knowing nothing of the gems, this goes without a
// branch. Then several gems walk abreast, so that one waits for memory while the others go on; that a gem which meets
// another walks its whole way to it, and the other to it, costs less than asking.
Outcome Filling::fill(Random& random) {
    std::array<std::uint32_t, CELL_SLOTS + 1> routes;
    std::array<std::uint8_t, 64> left = kinds;
    unsigned count = cell_count;
    auto fill_cell = [&](RandomWord& word) {
        const unsigned chosen = word.below(count), kind = left[chosen];
        left[chosen] = left[--count];
        const unsigned cell = cells[count];
        routes[cell] = TURNED_ROUTES[EDGE_OF[cell]][kind][word.below(TURN_SLOTS)];
    };
    while (count >= 2) {
        RandomWord word(random.next());
        fill_cell(word);
        fill_cell(word);
    }
    if (count) {
        RandomWord word(random.next());
        fill_cell(word);
    }
    routes[END >> 3] = 0x76543210;  // who has come to an end stays there
    Outcome outcome;
    std::memcpy(outcome.won, won.data(), sizeof outcome.won);
    if (centre_count) {
        for (unsigned i = 0; i < centre_count; ++i) gem_ends[in_centre[i]].gem = EMERALD;
        gem_ends[in_centre[random.below(centre_count)]].gem = SAPPHIRE;
    }
    auto step = [&](unsigned at) -> unsigned { return onward[(at & ~7u) | (routes[at >> 3] >> 4 * (at & 7u) & 7u)]; };
    Won left_by[OUT + 1] = {};
    for (unsigned first = 0; first < gem_count; first += ABREAST) {
        unsigned at[ABREAST], all;
        for (unsigned i = 0; i < ABREAST; ++i) at[i] = entry[first + i];
        do {
            all = END;
            for (unsigned i = 0; i < ABREAST; ++i) all &= at[i] = step(at[i]);
        } while (!(all & END));
        for (unsigned i = 0; i < ABREAST; ++i) {
            GemEnd& gem = gem_ends[first + i];
            gem.end = static_cast<std::uint8_t>(at[i] - END);
            left_by[gem.end] += WORTH[gem.gem];
        }
    }
    for (unsigned gateway = 0; gateway < GATEWAYS; ++gateway) {
        const std::uint8_t* owners = OWNERS[layout][gateway];
        outcome.won[owners[0]] += left_by[gateway];
        if (owners[1] != NOBODY) outcome.won[owners[1]] += left_by[gateway];
    }
    outcome.winners = best_standings(outcome.won, PLAYERS[layout]);
    return outcome;
}

namespace {

constexpr std::uint64_t PIECE = 1024;  // games; short enough to stop within a few milliseconds

std::uint64_t pieces_of(std::uint64_t games) { return games / PIECE + (games % PIECE != 0); }

std::uint64_t games_in_piece(std::uint64_t piece, std::uint64_t games) {
    const std::uint64_t begun = piece * PIECE;
    return games - begun < PIECE ? games - begun : PIECE;
}

}  // namespace

RandomGames& RandomGames::operator+=(const RandomGames& other) {
    games += other.games;
    placements += other.placements;
    for (unsigned who = 0; who < MAX_PLAYERS; ++who) {
        points[who] += other.points[who];
        wins[who] += other.wins[who];
    }
    return *this;
}

RandomGames random_games(const Board& board, std::uint64_t games, std::uint64_t seed, unsigned threads, const StopToken* stop) {
    const RandomPlay play(board);
    return sum_over_pieces<RandomGames>(pieces_of(games), threads, stop, [&](RandomGames& sum, std::uint64_t piece) {
        Random random(scramble(seed + scramble(piece)));
        RandomPlay::Game game;
        for (std::uint64_t left = games_in_piece(piece, games); left; --left) {
            play.play(random, game);
            ++sum.games;
            sum.placements += game.placed;
            const unsigned winners = best_standings(game.won.data(), board.players());
            for (unsigned who = 0; who < static_cast<unsigned>(board.players()); ++who) {
                sum.points[who] += static_cast<std::uint64_t>(points(game.won[who]));
                sum.wins[who] += winners >> who & 1;
            }
        }
    });
}

Fillings& Fillings::operator+=(const Fillings& other) {
    games += other.games;
    for (unsigned who = 0; who < MAX_PLAYERS; ++who) {
        shares[who] += other.shares[who];
        points[who] += other.points[who];
    }
    for (unsigned port = 0; port < PORTS; ++port)
        for (unsigned end = 0; end < ends[port].size(); ++end) ends[port][end] += other.ends[port][end];
    return *this;
}

Fillings fillings(const Board& board, std::uint64_t games, std::uint64_t seed, unsigned threads, const StopToken* stop) {
    return sum_over_pieces<Fillings>(pieces_of(games), threads, stop, [&](Fillings& sum, std::uint64_t piece) {
        Filling filling(board);
        Random random(scramble(seed + scramble(piece)));
        for (std::uint64_t left = games_in_piece(piece, games); left; --left) {
            const Outcome outcome = filling.fill(random);
            ++sum.games;
            const unsigned share = Fillings::WHOLE_WIN / static_cast<unsigned>(std::popcount(outcome.winners));
            for (unsigned who = 0; who < static_cast<unsigned>(board.players()); ++who) {
                sum.points[who] += static_cast<std::uint64_t>(points(outcome.won[who]));
                if (outcome.winners >> who & 1) sum.shares[who] += share;
            }
            for (const Filling::GemEnd& gem : filling.gems()) ++sum.ends[gem.port][gem.end];
        }
    });
}

}  // namespace indigo
