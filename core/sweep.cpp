#include "sweep.hpp"

#include "legal_turns.hpp"

namespace indigo {

namespace {

// The three routes of a tile, each as its two sides.
constexpr auto make_routes() {
    std::array<std::array<std::uint8_t, 8>, 16> routes{};
    for (unsigned tile = 0; tile < TILES; ++tile) {
        unsigned count = 0;
        for (unsigned side = 0; side < SIDES; ++side)
            if (ACROSS[tile][side] > side) {
                routes[tile][count++] = static_cast<std::uint8_t>(side);
                routes[tile][count++] = ACROSS[tile][side];
            }
    }
    return routes;
}
constexpr auto ROUTES = make_routes();

// A set of links between the sides of a cell, made outside it: none, one or two, as an index into LEAVES_BY.
// LINKED[a][b] is the number of the link between sides a and b, from 1; two links have the index 16 * one + other.
constexpr auto make_linked() {
    std::array<std::array<std::uint8_t, SIDES>, SIDES> linked{};
    std::uint8_t count = 0;
    for (unsigned a = 0; a < SIDES; ++a)
        for (unsigned b = a + 1; b < SIDES; ++b) linked[a][b] = linked[b][a] = ++count;
    return linked;
}
constexpr auto LINKED = make_linked();

// LEAVES_BY[links][side][tile]: where a gem that enters by *side* leaves the cell for good.
constexpr auto make_leaves_by() {
    std::array<std::array<std::array<std::uint8_t, 16>, SIDES>, 256> leaves{};
    auto write = [&](unsigned links, const std::array<std::uint8_t, SIDES>& link) {
        for (unsigned side = 0; side < SIDES; ++side) {
            if (link[side] < SIDES) continue;
            for (unsigned tile = 0; tile < TILES; ++tile) {
                unsigned out = ACROSS[tile][side];
                while (link[out] < SIDES) out = ACROSS[tile][link[out]];
                leaves[links][side][tile] = static_cast<std::uint8_t>(out);
            }
        }
    };
    std::array<std::uint8_t, SIDES> link{};
    link.fill(SIDES);
    write(0, link);
    for (std::uint8_t a = 0; a < SIDES; ++a)
        for (std::uint8_t b = a + 1u; b < SIDES; ++b) {
            link[a] = b, link[b] = a;
            write(LINKED[a][b], link);
            for (std::uint8_t c = 0; c < SIDES; ++c)
                for (std::uint8_t d = c + 1u; d < SIDES; ++d) {
                    if (link[c] < SIDES || link[d] < SIDES) continue;
                    link[c] = d, link[d] = c;
                    write(16u * LINKED[a][b] + LINKED[c][d], link);
                    link[c] = link[d] = SIDES;
                }
            link[a] = link[b] = SIDES;
        }
    return leaves;
}
constexpr auto LEAVES_BY = make_leaves_by();

constexpr std::uint8_t NO_STRAND = 255;
constexpr unsigned WHOLE_WIN = 12;  // divisible by any number of winners

}  // namespace

Sweep::Sweep(const Board& board) : players(static_cast<unsigned>(board.players())), sums(CELL_SLOTS) {
    for (unsigned who = 0; who < players; ++who) won |= static_cast<Lanes>(standing(board.won[who])) << 16 * who;
    for (Gem gem = AMBER; gem <= SAPPHIRE; ++gem)
        for (unsigned gateway = 0; gateway < GATEWAYS; ++gateway)
            for (const unsigned owner : OWNERS[board.layout][gateway])
                if (owner != NOBODY) gateway_worth[gem][gateway] += static_cast<Lanes>(standing(WORTH[gem])) << 16 * owner;

    const Bag bag = tiles_left(board);
    unsigned tiles = 0;
    for (unsigned kind = 0; kind < KINDS; ++kind)
        for (unsigned copy = 0; copy < bag[kind]; ++copy) kinds[tiles++] = static_cast<std::uint8_t>(kind);

    std::array<std::uint8_t, PORT_SLOTS> gem_at{};
    for (unsigned port = 0; port < PORTS; ++port) {
        const unsigned front = board.front_cell(port);
        if (board.gem(port) == NO_GEM || front == NO_CELL) continue;
        const bool on_centre = RING_MASK & bit(front) && ARROW_PORT_OF_FRONT[front] == port;
        entry[gem_count] = static_cast<std::uint16_t>(8 * front + Board::side_of(port, front));
        gem_kind[gem_count] = board.gem(port);
        if (on_centre) in_centre[centre_count++] = static_cast<std::uint8_t>(gem_count);
        gem_at[port] = static_cast<std::uint8_t>(++gem_count);
        if (on_centre) centre_gem_before[front] = static_cast<std::uint8_t>(gem_count);
    }
    for (std::uint64_t empty = board.empty; empty; empty &= empty - 1) {
        const unsigned cell = static_cast<unsigned>(std::countr_zero(empty));
        cells[cell_count++] = static_cast<std::uint8_t>(cell);
        for (unsigned side = 0; side < SIDES; ++side) {
            const unsigned out = PORT_AT[cell][side], port = board.far(out);
            std::uint16_t onto;
            if (gem_at[out]) {
                onto = static_cast<std::uint16_t>(GEM_END + gem_at[out] - 1u);
            } else if (GATEWAY_AT[port] != NO_GATEWAY) {
                onto = static_cast<std::uint16_t>(GATEWAY_END + GATEWAY_AT[port]);
            } else {  // a run of no length ends where it began, but on the other side of the port
                const unsigned first = PORT_CELLS[port][0], second = PORT_CELLS[port][1];
                const unsigned ahead = port == out ? (first == cell ? second : first) : board.front_cell(port);
                onto = static_cast<std::uint16_t>(8 * ahead + Board::side_of(port, ahead));
            }
            onward[8 * cell + side] = onto;
        }
    }
}

void Sweep::fill(Random& random) {
    std::array<std::uint8_t, 64> left = kinds;
    for (unsigned i = cell_count; i-- > 0;) {
        RandomWord word(random.next());
        const unsigned chosen = word.below(i + 1), cell = cells[i];
        tile[cell] = TURNED[EDGE_OF[cell]][left[chosen]][word.below(TURN_SLOTS)];
        left[chosen] = left[i];
    }
    if (centre_count) {
        for (unsigned i = 0; i < centre_count; ++i) gem_kind[in_centre[i]] = EMERALD;
        const unsigned chosen = random.below(centre_count);
        sapphire = in_centre[chosen];
        gem_kind[sapphire] = SAPPHIRE;
        other_sapphire = centre_count > 1 ? in_centre[(chosen + 1 + random.below(centre_count - 1)) % centre_count] : sapphire;
    }
}

// Walk from where a strand enters its first tile to its end, and mark every route on the way.
unsigned Sweep::follow(unsigned at, unsigned strand) {
    std::uint16_t place = 0;
    while (at < GATEWAY_END && strand_of[at] == NO_STRAND) {
        const unsigned cell = at >> 3, out = (at & ~7u) + ACROSS[tile[cell]][at & 7u];
        strand_of[at] = strand_of[out] = static_cast<std::uint8_t>(strand);
        place_on[at] = place++;
        place_on[out] = place++;
        at = onward[out];
    }
    return at;
}

void Sweep::trace() {
    strand_count = 0;
    for (unsigned i = 0; i < cell_count; ++i) {
        std::uint64_t none = ~std::uint64_t{0};
        std::memcpy(&strand_of[8u * cells[i]], &none, sizeof none);
    }
    unsigned walked = 0;
    for (unsigned gem = 0; gem < gem_count; ++gem) {
        if (walked >> gem & 1) continue;
        const unsigned end = follow(entry[gem], strand_count);
        gem_end[gem] = static_cast<std::uint16_t>(end);
        if (end >= GEM_END) {
            walked |= 1u << (end - GEM_END);
            gem_end[end - GEM_END] = static_cast<std::uint16_t>(GEM_END + gem);
        }
        strands[strand_count++] = {static_cast<std::uint16_t>(GEM_END + gem), static_cast<std::uint16_t>(end)};
    }
    gem_strands = strand_count;
    for (unsigned i = 0; i < cell_count; ++i) {  // from exits
        const unsigned first = 8u * cells[i];
        for (unsigned at = first; at < first + SIDES; ++at)
            if (strand_of[at] == NO_STRAND && onward[at] >= GATEWAY_END) {
                const std::uint16_t head = onward[at];
                const unsigned end = follow(at, strand_count);
                strands[strand_count++] = {head, static_cast<std::uint16_t>(end)};
            }
    }
    for (unsigned i = 0; i < cell_count; ++i) {  // what is left are loops
        const unsigned first = 8u * cells[i];
        for (unsigned at = first; at < first + SIDES; ++at)
            if (strand_of[at] == NO_STRAND) {
                follow(at, strand_count);
                strands[strand_count++] = {LOOP, LOOP};
            }
    }
}

template <int PLAYERS_HERE>
void Sweep::price(unsigned cell, Lanes rest, const std::uint16_t* ends, unsigned links) {
    using Sum = std::conditional_t<PLAYERS_HERE == 2, std::uint32_t, std::uint64_t>;
    alignas(64) std::array<Sum, 16> total;
    total.fill(static_cast<Sum>(rest));
    for (unsigned side = 0; side < SIDES; ++side) {
        if (ends[side] < GEM_END) continue;
        const auto& by_gateway = gateway_worth[gem_kind[ends[side] - GEM_END]];
        std::array<Sum, SIDES> by_side;
        for (unsigned out = 0; out < SIDES; ++out)
            by_side[out] = ends[out] < GEM_END ? static_cast<Sum>(by_gateway[ends[out] - GATEWAY_END]) : 0;
        const auto& leaves = LEAVES_BY[links][side];
        for (unsigned laid = 0; laid < 16; ++laid) total[laid] += by_side[leaves[laid]];
    }
    Sums& sum = sums[cell];
    if constexpr (PLAYERS_HERE == 2) {
        for (unsigned laid = 0; laid < 16; ++laid) {
            const int first = static_cast<int>(total[laid] & 0xffffu), second = static_cast<int>(total[laid] >> 16);
            sum.shares[0][laid] += static_cast<unsigned>(first > second) * 6u + static_cast<unsigned>(first >= second) * 6u;
            sum.points[0][laid] += static_cast<unsigned>(first >> 8);
            sum.points[1][laid] += static_cast<unsigned>(second >> 8);
        }
    } else {
        for (unsigned laid = 0; laid < TILES; ++laid) {
            unsigned standings[PLAYERS_HERE], best = 0;
            for (unsigned who = 0; who < PLAYERS_HERE; ++who) {
                standings[who] = static_cast<unsigned>(total[laid] >> 16 * who) & 0xffffu;
                best = standings[who] > best ? standings[who] : best;
            }
            unsigned winners = 0;
            for (unsigned who = 0; who < PLAYERS_HERE; ++who) winners += standings[who] == best;
            constexpr unsigned SHARE[5] = {0, WHOLE_WIN, WHOLE_WIN / 2, WHOLE_WIN / 3, WHOLE_WIN / 4};
            for (unsigned who = 0; who < PLAYERS_HERE; ++who) {
                sum.shares[who][laid] += standings[who] == best ? SHARE[winners] : 0;
                sum.points[who][laid] += standings[who] >> 8;
            }
        }
    }
}

void Sweep::price_cells() {
    Lanes total = won;
    for (unsigned gem = 0; gem < gem_count; ++gem) total += worth(gem, gem_end[gem]);
    std::array<std::uint32_t, MAX_PLAYERS> shares{};
    unsigned best = 0, winners = 0;
    for (unsigned who = 0; who < players; ++who) {
        const unsigned here = static_cast<unsigned>(total >> 16 * who) & 0xffffu;
        if (here > best || who == 0) best = here, winners = 0;
        winners += here == best;
    }
    for (unsigned who = 0; who < players; ++who)
        if ((static_cast<unsigned>(total >> 16 * who) & 0xffffu) == best) shares[who] = WHOLE_WIN / winners;
    for (unsigned i = 0; i < cell_count; ++i) {
        const unsigned cell = cells[i], first = 8 * cell;
        struct Passage {
            unsigned key, in, out;  // the strand and the place on it
        } passages[3];
        bool gems_come_by = false;
        const std::uint8_t* routes = ROUTES[tile[cell]].data();
        for (unsigned route = 0; route < 3; ++route) {
            const unsigned a = routes[2 * route], b = routes[2 * route + 1];
            const unsigned at_a = place_on[first + a], at_b = place_on[first + b], strand = strand_of[first + a];
            const unsigned in = at_a < at_b ? a : b;
            passages[route] = {strand << 16 | std::min(at_a, at_b), in, a + b - in};
            gems_come_by |= strand < gem_strands;
        }
        if (!gems_come_by) {  // the game goes as it goes, whatever is laid here
            for (unsigned who = 0; who < players; ++who) {
                still[cell].shares[who] += shares[who];
                still[cell].points[who] += static_cast<unsigned>(total >> (16 * who + 8)) & 0xffu;
            }
            continue;
        }
        if (passages[0].key > passages[1].key) std::swap(passages[0], passages[1]);
        if (passages[1].key > passages[2].key) std::swap(passages[1], passages[2]);
        if (passages[0].key > passages[1].key) std::swap(passages[0], passages[1]);
        // A strand that comes by more than once leads from this cell back to it.
        std::array<std::uint16_t, SIDES> ends;
        unsigned links = 0;
        for (unsigned i1 = 0; i1 < 3;) {
            const unsigned strand = passages[i1].key >> 16;
            const unsigned start = passages[i1].in;
            while (i1 < 2 && passages[i1 + 1].key >> 16 == strand) {
                links = 16 * links + LINKED[passages[i1].out][passages[i1 + 1].in];
                ends[passages[i1].out] = ends[passages[i1 + 1].in] = GEM_END - 1;
                ++i1;
            }
            const unsigned end = passages[i1++].out;
            if (strands[strand].head == LOOP) {
                links = 16 * links + LINKED[start][end];
                ends[start] = ends[end] = GEM_END - 1;
            } else {
                ends[start] = strands[strand].head;
                ends[end] = strands[strand].tail;
            }
        }
        Lanes rest = total;
        // A tile here, now, frees an emerald: the sapphire is the last to leave the centre.
        const bool swap = centre_count > 1 && centre_gem_before[cell] == sapphire + 1;
        if (swap) {
            rest -= worth(sapphire, gem_end[sapphire]) + worth(other_sapphire, gem_end[other_sapphire]);
            gem_kind[sapphire] = EMERALD;
            gem_kind[other_sapphire] = SAPPHIRE;
            rest += worth(sapphire, gem_end[sapphire]) + worth(other_sapphire, gem_end[other_sapphire]);
        }
        for (unsigned side = 0; side < SIDES; ++side)
            if (ends[side] >= GEM_END) rest -= worth(ends[side] - GEM_END, gem_end[ends[side] - GEM_END]);
        switch (players) {
            case 2: price<2>(cell, rest, ends.data(), links); break;
            case 3: price<3>(cell, rest, ends.data(), links); break;
            default: price<4>(cell, rest, ends.data(), links); break;
        }
        if (swap) {
            gem_kind[sapphire] = SAPPHIRE;
            gem_kind[other_sapphire] = EMERALD;
        }
    }
}

void Sweep::run(Random& random, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
        fill(random);
        trace();
        price_cells();
    }
    done += count;
}

float Sweep::chance(unsigned cell, unsigned laid, unsigned who) const {
    const std::uint32_t whole = WHOLE_WIN * done;
    std::uint32_t shares = still[cell].shares[who] + sums[cell].shares[who][laid];
    if (players == 2 && who == 1) shares = whole - still[cell].shares[0] - sums[cell].shares[0][laid];
    return static_cast<float>(shares) / static_cast<float>(whole);
}

float Sweep::points(unsigned cell, unsigned laid, unsigned who) const {
    return static_cast<float>(still[cell].points[who] + sums[cell].points[who][laid]) / static_cast<float>(done);
}

}  // namespace indigo
