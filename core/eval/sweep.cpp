#include "eval/sweep.hpp"

#include "game/legal_turns.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#define INDIGO_AVX2 1
#endif

namespace indigo {

namespace {

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

constexpr std::uint32_t NO_MARK = ~std::uint32_t{0};

}  // namespace

Sweep::Sweep(const Board& board, std::uint64_t seed, [[maybe_unused]] bool wide)
    : players(static_cast<unsigned>(board.players())), seed(seed), sums(CELL_SLOTS) {
    for (unsigned who = 0; who < players; ++who) won |= static_cast<Lanes>(standing(board.won[who])) << 16 * who;
    for (Gem gem = AMBER; gem <= SAPPHIRE; ++gem)
        for (unsigned gateway = 0; gateway < GATEWAYS; ++gateway)
            for (const unsigned owner : OWNERS[board.layout][gateway])
                if (owner != NOBODY) gateway_worth[gem][gateway] += static_cast<Lanes>(standing(WORTH[gem])) << 16 * owner;
    for (Gem gem = AMBER; gem <= SAPPHIRE; ++gem)
        for (unsigned gateway = 0; gateway < GATEWAYS; ++gateway)
            gateway_worth_two[gem][gateway] = static_cast<std::uint32_t>(gateway_worth[gem][gateway]);
#ifdef INDIGO_AVX2
    fast = wide && __builtin_cpu_supports("avx2");
#else
    fast = false;
#endif

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
            } else {
                const unsigned ahead = board.cell_beyond(cell, out);
                onto = static_cast<std::uint16_t>(8 * ahead + Board::side_of(port, ahead));
            }
            onward[8 * cell + side] = onto;
            if (onto >= GATEWAY_END && onto < GEM_END) exits[exit_count++] = static_cast<std::uint16_t>(8 * cell + side);
        }
    }
}

void Sweep::fill() {
    std::array<std::uint8_t, 64> left = kinds;
    const std::uint64_t start = scramble(seed + done);
    for (unsigned i = cell_count; i-- > 0;) {
        const unsigned cell = cells[i];
        RandomWord word(Random(start + cell * 0xa0761d6478bd642full).next());  // a cell's own, whatever others there are
        const unsigned chosen = word.below(i + 1);
        tile[cell] = TURNED[EDGE_OF[cell]][left[chosen]][word.below(TURN_SLOTS)];
        left[chosen] = left[i];
    }
    Random random(start ^ 0x5851f42d4c957f2dull);
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
    std::uint32_t mark = strand << 16;
    while (at < GATEWAY_END && marks[at] == NO_MARK) {
        const unsigned out = (at & ~7u) + ACROSS[tile[at >> 3]][at & 7u];
        marks[at] = mark++;
        marks[out] = mark++;
        at = onward[out];
    }
    return at;
}

void Sweep::trace() {
    strand_count = 0;
    for (unsigned i = 0; i < cell_count; ++i) std::memset(&marks[8u * cells[i]], 0xff, 8 * sizeof marks[0]);
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
    for (unsigned i = 0; i < exit_count; ++i) {
        const unsigned at = exits[i];
        if (marks[at] != NO_MARK) continue;
        const unsigned end = follow(at, strand_count);
        strands[strand_count++] = {onward[at], static_cast<std::uint16_t>(end)};
    }
    for (unsigned i = 0; i < cell_count; ++i) {  // what is left are loops
        const unsigned first = 8u * cells[i];
        for (unsigned at = first; at < first + SIDES; ++at)
            if (marks[at] == NO_MARK) {
                follow(at, strand_count);
                strands[strand_count++] = {NO_END, NO_END};
            }
    }
}

// Where the sides of *cell* lead in this filling without it. False if no gem comes by.
bool Sweep::look_around(unsigned cell, Around& around) const {
    const std::uint32_t* mark = &marks[8 * cell];
    const std::uint8_t* routes = PAIRS[tile[cell]].data();
    // The three routes in the order in which strands run over them: mark, side in, side out.
    std::uint64_t passages[3];
    for (unsigned route = 0; route < 3; ++route) {
        const unsigned a = routes[2 * route], b = routes[2 * route + 1];
        const std::uint64_t from_a = std::uint64_t{mark[a]} << 16 | a << 8 | b, from_b = std::uint64_t{mark[b]} << 16 | b << 8 | a;
        passages[route] = std::min(from_a, from_b);
    }
    auto order = [&](unsigned one, unsigned two) {
        const std::uint64_t low = std::min(passages[one], passages[two]), high = std::max(passages[one], passages[two]);
        passages[one] = low, passages[two] = high;
    };
    order(0, 1), order(1, 2), order(0, 1);
    if (passages[0] >> 32 >= gem_strands) return false;

    around.gem_count = around.links = 0;
    auto lead_to = [&](unsigned side, unsigned end) {
        if (end >= GEM_END) {
            around.gem_sides[around.gem_count] = static_cast<std::uint8_t>(side);
            around.gems[around.gem_count++] = static_cast<std::uint8_t>(end - GEM_END);
            end = NO_END;
        }
        around.gateways[side] = end - GATEWAY_END;
    };
    auto link = [&](unsigned one, unsigned two) {
        around.links = 16 * around.links + LINKED[one][two];
        around.gateways[one] = around.gateways[two] = NO_END - GATEWAY_END;
    };
    for (unsigned i = 0; i < 3; ++i) {
        const std::uint64_t strand_number = passages[i] >> 32;
        const unsigned in = passages[i] >> 8 & 255u;
        // A strand that comes by more than once leads from this cell back to it.
        for (; i < 2 && passages[i + 1] >> 32 == strand_number; ++i) link(passages[i] & 255u, passages[i + 1] >> 8 & 255u);
        const unsigned out = passages[i] & 255u;
        const Strand& strand = strands[strand_number];
        if (strand.head == NO_END) {
            link(in, out);
        } else {
            lead_to(in, strand.head);
            lead_to(out, strand.tail);
        }
    }
    return true;
}

void Sweep::price_two(Sums& sum, Lanes rest, const Around& around) const {
    std::array<std::uint32_t, 16> total;
    total.fill(static_cast<std::uint32_t>(rest));
    for (unsigned i = 0; i < around.gem_count; ++i) {
        const auto& by_gateway = gateway_worth_two[gem_kind[around.gems[i]]];
        const auto& leaves = LEAVES_BY[around.links][around.gem_sides[i]];
        for (unsigned laid = 0; laid < 16; ++laid) total[laid] += by_gateway[around.gateways[leaves[laid]]];
    }
    for (unsigned laid = 0; laid < 16; ++laid) {
        const std::uint32_t first = total[laid] & 0xffffu, second = total[laid] >> 16;
        sum.shares[0][laid] += static_cast<std::uint32_t>(first > second) + static_cast<std::uint32_t>(first >= second);
        sum.points[0][laid] += first >> 8;
        sum.points[1][laid] += second >> 8;
    }
}

#ifdef INDIGO_AVX2
// The same, eight tiles at a time.
__attribute__((target("avx2"))) void Sweep::price_two_avx2(Sums& sum, Lanes rest, const Around& around) const {
    const __m256i gateways = _mm256_load_si256(reinterpret_cast<const __m256i*>(around.gateways.data()));
    __m256i total[2];
    total[0] = total[1] = _mm256_set1_epi32(static_cast<int>(rest));
    for (unsigned i = 0; i < around.gem_count; ++i) {
        const auto* by_gateway = reinterpret_cast<const __m256i*>(gateway_worth_two[gem_kind[around.gems[i]]].data());
        const __m256i by_side = _mm256_permutevar8x32_epi32(_mm256_load_si256(by_gateway), gateways);
        const auto* leaves = reinterpret_cast<const __m128i*>(LEAVES_BY[around.links][around.gem_sides[i]].data());
        const __m128i sides = _mm_loadu_si128(leaves);
        total[0] = _mm256_add_epi32(total[0], _mm256_permutevar8x32_epi32(by_side, _mm256_cvtepu8_epi32(sides)));
        total[1] = _mm256_add_epi32(total[1], _mm256_permutevar8x32_epi32(by_side, _mm256_cvtepu8_epi32(_mm_srli_si128(sides, 8))));
    }
    for (unsigned half = 0; half < 2; ++half) {
        const __m256i first = _mm256_and_si256(total[half], _mm256_set1_epi32(0xffff)), second = _mm256_srli_epi32(total[half], 16);
        auto add = [&](std::array<std::uint32_t, 16>& to, __m256i what) __attribute__((target("avx2"))) {
            auto* where = reinterpret_cast<__m256i*>(to.data()) + half;
            _mm256_store_si256(where, _mm256_add_epi32(_mm256_load_si256(where), what));
        };
        // One for not losing and one for winning: 1 + (first > second) - (second > first), where true is -1.
        const __m256i ahead = _mm256_cmpgt_epi32(first, second), behind = _mm256_cmpgt_epi32(second, first);
        add(sum.shares[0], _mm256_add_epi32(_mm256_set1_epi32(1), _mm256_sub_epi32(behind, ahead)));
        add(sum.points[0], _mm256_srli_epi32(first, 8));
        add(sum.points[1], _mm256_srli_epi32(second, 8));
    }
}
#else
void Sweep::price_two_avx2(Sums& sum, Lanes rest, const Around& around) const { price_two(sum, rest, around); }
#endif

template <unsigned PLAYERS_HERE>
void Sweep::price_many(Sums& sum, Lanes rest, const Around& around) const {
    std::array<Lanes, 16> total;
    total.fill(rest);
    for (unsigned i = 0; i < around.gem_count; ++i) {
        const auto& by_gateway = gateway_worth[gem_kind[around.gems[i]]];
        const auto& leaves = LEAVES_BY[around.links][around.gem_sides[i]];
        for (unsigned laid = 0; laid < 16; ++laid) total[laid] += by_gateway[around.gateways[leaves[laid]]];
    }
    for (unsigned laid = 0; laid < TILES; ++laid) {
        unsigned standings[PLAYERS_HERE], best = 0, winners = 0;
        for (unsigned who = 0; who < PLAYERS_HERE; ++who) {
            standings[who] = static_cast<unsigned>(total[laid] >> 16 * who) & 0xffffu;
            best = std::max(best, standings[who]);
        }
        for (unsigned who = 0; who < PLAYERS_HERE; ++who) winners += standings[who] == best;
        constexpr std::uint32_t SHARE[5] = {0, 12, 6, 4, 3};
        for (unsigned who = 0; who < PLAYERS_HERE; ++who) {
            sum.shares[who][laid] += standings[who] == best ? SHARE[winners] : 0;
            sum.points[who][laid] += standings[who] >> 8;
        }
    }
}

void Sweep::price(unsigned cell, Lanes rest, const Around& around) {
    Sums& sum = sums[cell];
    if (players == 2)
        fast ? price_two_avx2(sum, rest, around) : price_two(sum, rest, around);
    else
        players == 3 ? price_many<3>(sum, rest, around) : price_many<4>(sum, rest, around);
}

void Sweep::price_cells() {
    Lanes total = won;
    for (unsigned gem = 0; gem < gem_count; ++gem) total += worth(gem, gem_end[gem]);
    std::array<unsigned, MAX_PLAYERS> standings{}, shares{};
    unsigned best = 0, winners = 0;
    for (unsigned who = 0; who < players; ++who) {
        standings[who] = static_cast<unsigned>(total >> 16 * who) & 0xffffu;
        best = std::max(best, standings[who]);
    }
    for (unsigned who = 0; who < players; ++who) winners += standings[who] == best;
    for (unsigned who = 0; who < players; ++who) {
        shares[who] = standings[who] == best ? whole_win() / winners : 0;
    }

    Around around;
    around.gateways.fill(NO_GATEWAY);
    for (unsigned i = 0; i < cell_count; ++i) {
        const unsigned cell = cells[i];
        if (!look_around(cell, around)) {  // the game goes as it goes, whatever is laid here
            for (unsigned who = 0; who < players; ++who) {
                still[cell].shares[who] += shares[who];
                still[cell].points[who] += standings[who] >> 8;
            }
            continue;
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
        for (unsigned gem = 0; gem < around.gem_count; ++gem) rest -= worth(around.gems[gem], gem_end[around.gems[gem]]);
        price(cell, rest, around);
        if (swap) {
            gem_kind[sapphire] = SAPPHIRE;
            gem_kind[other_sapphire] = EMERALD;
        }
    }
}

void Sweep::run(unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
        fill();
        trace();
        price_cells();
        ++done;
    }
}

float Sweep::chance(unsigned cell, unsigned laid, unsigned who) const {
    const std::uint32_t whole = whole_win() * done;
    std::uint32_t shares = still[cell].shares[who] + sums[cell].shares[who][laid];
    if (players == 2 && who == 1) shares = whole - still[cell].shares[0] - sums[cell].shares[0][laid];
    return static_cast<float>(shares) / static_cast<float>(whole);
}

float Sweep::points(unsigned cell, unsigned laid, unsigned who) const {
    return static_cast<float>(still[cell].points[who] + sums[cell].points[who][laid]) / static_cast<float>(done);
}

}  // namespace indigo
