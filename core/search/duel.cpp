#include "search/duel.hpp"

#include <algorithm>

namespace indigo {

namespace {

using Share = Duel::Share;

// Two of every possible order of the unseen tiles: a shared win is one.
constexpr auto make_wholes() {
    std::array<Share, Duel::MOST_UNSEEN + 1> wholes{2};
    for (unsigned unseen = 1; unseen < wholes.size(); ++unseen) wholes[unseen] = wholes[unseen - 1] * unseen;
    return wholes;
}
constexpr auto WHOLES = make_wholes();

// Where a side of an empty cell leads, in a byte: a port, a gem that waits there or a player's gateway, whichever it is.
constexpr unsigned GEM_THERE = 240, GATEWAY_OF = 250;

struct End {
    std::uint64_t cells = 0;  // on both sides of the port
    std::uint8_t thing = 0;
    std::uint8_t owner = 0;  // of the gateway, one bit a player
};
constexpr auto make_ends() {
    std::array<End, PORT_SLOTS> ends{};
    for (unsigned port = 0; port < PORTS; ++port) {
        ends[port] = {bit(PORT_CELLS[port][0]) | bit(PORT_CELLS[port][1]), static_cast<std::uint8_t>(port), 0};
        if (GATEWAY_AT[port] == NO_GATEWAY) continue;
        const unsigned owner = OWNERS[0][GATEWAY_AT[port]][0];
        ends[port].thing = static_cast<std::uint8_t>(GATEWAY_OF + owner);
        ends[port].owner = static_cast<std::uint8_t>(1u << owner);
    }
    return ends;
}
constexpr auto ENDS = make_ends();

// By points, then by gems.
constexpr int worth(Gem gem) { return static_cast<int>(standing(WORTH[gem])); }
constexpr int SAPPHIRE_OVER_EMERALD = worth(SAPPHIRE) - worth(EMERALD), NO_LEAST = 1 << 20;
constexpr int WORTHS[4] = {0, worth(AMBER), worth(EMERALD), worth(SAPPHIRE)};
constexpr int LEASTS[4] = {NO_LEAST, worth(AMBER), worth(EMERALD), worth(SAPPHIRE)};

// The tiles that are unseen or known in a hand, and the player to move, in one word: what one of each counts there.
constexpr std::uint64_t unseen_one(unsigned kind) { return std::uint64_t{1} << 8 * kind; }
constexpr std::uint64_t held_one(unsigned kind, unsigned who) { return std::uint64_t{16} << who << 8 * kind; }
constexpr std::uint64_t SECOND_TO_MOVE = std::uint64_t{1} << 40;

std::uint64_t tiles_of(const Position& position) {
    std::uint64_t tiles = position.player ? SECOND_TO_MOVE : 0;
    for (unsigned kind = 0; kind < KINDS; ++kind) {
        tiles += position.unseen[kind] * unseen_one(kind);
        for (unsigned who = 0; who < 2; ++who) tiles += position.hands[who][kind] * held_one(kind, who);
    }
    return tiles;
}

// Of the first player over the second.
int lead(const Board& board) { return static_cast<int>(standing(board.won[0])) - static_cast<int>(standing(board.won[1])); }

Share floor_of(Share share, Share parts) { return share >= 0 ? share / parts : -((parts - 1 - share) / parts); }

unsigned first_of(std::uint64_t cells) { return static_cast<unsigned>(std::countr_zero(cells)); }

}  // namespace

// What can be seen from an empty cell.
struct Duel::Sight {
    std::uint64_t sides;  // a byte for each, then the cell
    std::uint64_t key;
    std::uint64_t links;  // the empty cells that its sides lead to
    int worth;            // of the gems that wait here,
    int least;            // and of the least of them
    unsigned gems;
    unsigned owners;  // of the gateways that its sides lead to, one bit a player

    void look(const Board& board, unsigned cell) {
        std::uint64_t things = std::uint64_t{cell} << 48, cells = 0;
        int sum = 0, smallest = NO_LEAST;
        unsigned number = 0, players = 0;
        for (unsigned side = 0; side < SIDES; ++side) {
            const unsigned port = PORT_AT[cell][side], gem = board.gem(port);
            // Behind a gem lies the arrow that it came from; there is nothing to go to.
            const End& end = ENDS[board.far(port)];
            things |= std::uint64_t{gem ? GEM_THERE + gem : end.thing} << 8 * side;
            cells |= end.cells;
            sum += WORTHS[gem];
            smallest = std::min(smallest, LEASTS[gem]);
            number += gem != NO_GEM;
            players |= end.owner;
        }
        *this = {things, scramble(things), cells & board.empty, sum, smallest, number, players};
    }
};

// What is still to come. Cells that lead to each other hang together; in what hangs together without a gem or without a gateway
// nothing will happen, and a gem that is alone with gateways of one player is as good as won. There any tile does
// nothing but pass the turn, whichever cell it is. All other cells are live.
struct Duel::Prospect {
    std::uint64_t live = 0;
    std::uint64_t key = 0;
    int most = 0, least = 0;  // that the first player may gain on the second
    int certain = 0;          // gained where nothing is live

    std::uint64_t key_with(std::uint64_t tiles, int lead) const {
        const std::uint64_t mixed = scramble(key ^ scramble(tiles ^ static_cast<std::uint64_t>(lead + certain) << 48));
        unsigned unseen = 0;
        for (unsigned kind = 0; kind < KINDS; ++kind) unseen += static_cast<unsigned>(tiles >> 8 * kind & 15);
        return key_of_work(mixed, unseen + 1);
    }

    // What can be told of the chance of player *who*, *whole* being all, without looking into it.
    Bounds bounds(unsigned who, int lead, Share whole) const {
        const int high = lead + certain + most, low = lead + certain + least;
        auto share = [&](int ahead) { return ahead > 0 ? whole : ahead == 0 ? whole / 2 : 0; };
        return who == 0 ? Bounds{share(low), share(high)} : Bounds{share(-high), share(-low)};
    }

    static Prospect of(std::uint64_t empty, std::uint64_t with_gems, const std::array<Sight, CELL_SLOTS>& sights) {
        Prospect prospect;
        const std::uint64_t ring = empty & RING_MASK;
        while (with_gems) {
            std::uint64_t part = 0, found = with_gems & (~with_gems + 1), key = 0;
            int worth = 0, least = NO_LEAST;
            unsigned gems = 0, owners = 0;
            while (found) {
                const Sight& sight = sights[first_of(found)];
                part |= found & (~found + 1);
                found = (found | sight.links) & ~part;
                key += sight.key;
                owners |= sight.owners;
                gems += sight.gems;
                worth += sight.worth;
                least = std::min(least, sight.least);
            }
            with_gems &= ~part;
            // All in the centre stand as emeralds, and one is the sapphire: that which leaves last.
            if (part & ring) worth += SAPPHIRE_OVER_EMERALD;
            const bool settled = owners == 0 || (gems == 1 && owners != 3);
            if (settled && !((part & ring) && std::popcount(ring) > 1)) {
                prospect.certain += owners == 0 ? 0 : owners == 1 ? worth : -worth;
                continue;
            }
            prospect.live |= part;
            prospect.key += key;
            prospect.add(owners, worth, gems % 2 ? least : 0);  // gems go out in pairs, so of an odd number one is won
        }
        return prospect;
    }

  private:
    void add(unsigned owners, int worth, int at_least) {
        if (owners & 1) most += worth;
        else if (owners) most -= at_least;
        if (owners & 2) least -= worth;
        else if (owners) least += at_least;
    }
};

// A move with what is known of the position after it.
struct Duel::Child {
    Move move;
    std::uint64_t key;
    Bounds bounds;  // of the player who moves there
    int guess;      // how good it looks, for the order
};

// A kind of tile that the player to move may hold.
struct Duel::Kind {
    unsigned kind;
    Share weight;             // how many of them are unseen
    std::size_t first, last;  // the children, from and up to
    Bounds bounds;
};

bool Duel::fits(const Position& position) {
    if (PLAYERS[position.layout] != 2 || position.unseen_tiles() > MOST_UNSEEN) return false;
    for (unsigned who = 0; who < 2; ++who) {
        unsigned held = 0;
        for (unsigned kind = 0; kind <= KINDS; ++kind) held += position.hands[who][kind];
        if (held > 1) return false;
    }
    return true;
}

Share Duel::whole(const Position& position) { return WHOLES[static_cast<unsigned>(position.unseen_tiles())]; }

// A position that is looked into, with what can be done there.
class Duel::Node {
  public:
    explicit Node(Position& position) : position(position) {
        for (std::uint64_t cells = position.empty; cells; cells &= cells - 1) look_from(first_of(cells));
        live = prospect().live;
        for (std::uint64_t cells = live; cells; cells &= cells - 1) tell_apart(first_of(cells));
        const std::uint8_t* hand = position.hands[position.player];
        const std::uint8_t* held = hand[UNKNOWN] ? position.unseen : hand;
        for (unsigned kind = 0; kind < KINDS; ++kind) {
            if (held[kind] == 0) continue;
            unsigned place = count++;  // the likeliest first: they decide soonest
            for (; place > 0 && kinds[place - 1].weight < held[kind]; --place) kinds[place] = kinds[place - 1];
            kinds[place] = {kind, held[kind], 0, 0, {0, 0}};
        }
        whole_after = WHOLES[static_cast<unsigned>(position.unseen_tiles()) - (hand[UNKNOWN] ? 1 : 0)];
        for (Kind& kind : *this) kind.bounds.high = whole_after;
    }

    Kind* begin() { return kinds.data(); }
    Kind* end() { return kinds.data() + count; }

    Prospect prospect() const { return Prospect::of(position.empty, with_gems, sights); }

    // Those first that may change most for the least work.
    void sort() {
        auto promise = [](const Kind& kind) {
            return kind.weight * (kind.bounds.high - kind.bounds.low) / static_cast<Share>(kind.last - kind.first);
        };
        std::stable_sort(begin(), end(), [&](const Kind& one, const Kind& other) { return promise(one) > promise(other); });
    }

    Bounds bounds() const {
        Bounds sum{0, 0};
        for (unsigned i = 0; i < count; ++i) {
            sum.low += kinds[i].weight * kinds[i].bounds.low;
            sum.high += kinds[i].weight * kinds[i].bounds.high;
        }
        return sum;
    }

    // Call `see(move)` for every move with a tile of *kind* that is worth telling from others, until it says no.
    template <class See> void each_move(unsigned kind, See see) {
        const std::uint64_t others = position.empty & ~live;
        for (std::uint64_t cells = live | (others & (~others + 1)); cells; cells &= cells - 1) {
            const unsigned cell = first_of(cells);
            std::array<std::uint64_t, TILES> seen;
            unsigned different = 0;
            for (unsigned tiles = LEGAL[cell] & TILES_OF[kind]; tiles; tiles &= tiles - 1) {
                const unsigned tile = static_cast<unsigned>(std::countr_zero(tiles));
                const std::uint64_t effect = live & bit(cell) ? effect_of(apart[cell], tile) : 0;
                if (std::find(seen.begin(), seen.begin() + different, effect) != seen.begin() + different) continue;
                seen[different++] = effect;
                if (!see(Move{static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(tile)})) return;
            }
        }
    }

    // What is to come after a tile was laid on *cell*: only the cells that this one led to look different.
    Prospect after(unsigned cell) {
        const std::uint64_t changed = sights[cell].links & ~bit(cell), gems_before = with_gems;
        std::array<Sight, SIDES> before;
        unsigned kept = 0;
        with_gems &= ~bit(cell);
        for (std::uint64_t cells = changed; cells; cells &= cells - 1) {
            before[kept++] = sights[first_of(cells)];
            look_from(first_of(cells));
        }
        const Prospect prospect = this->prospect();
        kept = 0;
        for (std::uint64_t cells = changed; cells; cells &= cells - 1) sights[first_of(cells)] = before[kept++];
        with_gems = gems_before;
        return prospect;
    }

    Position& position;
    Share whole_after;
    std::array<Child, (MOST_UNSEEN + 1) * TILES> children;

  private:
    void look_from(unsigned cell) {
        sights[cell].look(position, cell);
        with_gems = (with_gems & ~bit(cell)) | (sights[cell].gems ? bit(cell) : 0);
    }

    // Sides that lead to gateways of the same player, or to equal gems, can stand for each other: they get the same number.
    void tell_apart(unsigned cell) {
        std::array<std::uint64_t, SIDES> things;
        for (unsigned side = 0; side < SIDES; ++side) {
            things[side] = sights[cell].sides >> 8 * side & 255;
            if ((bit(cell) & RING_MASK) && ARROW_PORT_OF_FRONT[cell] == PORT_AT[cell][side]) things[side] = GEM_THERE;  // may be the sapphire
            apart[cell][side] = static_cast<std::uint8_t>(std::find(things.begin(), things.begin() + side, things[side]) - things.begin());
        }
    }

    // Tiles that join the same things do the same.
    static std::uint64_t effect_of(const std::array<std::uint8_t, SIDES>& things, unsigned tile) {
        std::uint64_t effect = 0;
        for (unsigned i = 0; i < SIDES; i += 2) {
            const unsigned one = things[PAIRS[tile][i]], other = things[PAIRS[tile][i + 1]];
            effect += std::uint64_t{1} << (10 * std::min(one, other) + 2 * std::max(one, other));
        }
        return effect;
    }

    std::array<Sight, CELL_SLOTS> sights;
    std::array<std::array<std::uint8_t, SIDES>, CELL_SLOTS> apart;
    std::array<Kind, KINDS> kinds;
    unsigned count = 0;
    std::uint64_t with_gems = 0, live = 0;
};

bool Duel::spend_one() {
    spending.spend(1);
    if ((spending.nodes() & 255) == 0 && spending.over()) gave_up = true;
    return !gave_up;
}

Duel::Bounds Duel::recall(std::uint64_t key, Bounds bounds) const {
    if (bounds.low < bounds.high)
        if (const Remembered* found = memory.find(key)) return {std::max<Share>(bounds.low, found->low), std::min<Share>(bounds.high, found->high)};
    return bounds;
}

Duel::Bounds Duel::chance(Position& position, Share low, Share high) {
    const Prospect prospect = Node(position).prospect();
    const std::uint64_t key = prospect.key_with(tiles_of(position), lead(position));
    const Bounds bounds = recall(key, prospect.bounds(position.player, lead(position), whole(position)));
    return search(position, key, bounds, low, high);
}

Duel::Bounds Duel::search(Position& position, std::uint64_t key, Bounds bounds, Share low, Share high) {
    auto enough = [&] { return bounds.low >= high || bounds.high <= low || bounds.low >= bounds.high; };
    if (enough() || !spend_one()) return bounds;
    Node node(position);
    auto take_in = [&] {
        const Bounds now = node.bounds();
        bounds = {std::max(bounds.low, now.low), std::min(bounds.high, now.high)};
        return enough();
    };
    bool done = false;
    std::size_t listed = 0;
    for (Kind* kind = node.begin(); kind != node.end() && !done; ++kind) {
        listed = list(node, *kind, listed);
        done = take_in();
    }
    if (!done) node.sort();
    // First one good move for each kind: often they are enough together.
    for (const std::size_t most : {std::size_t{1}, node.children.size()})
        for (Kind* kind = node.begin(); kind != node.end() && !done; ++kind) {
            look_into(node, *kind, most, low, high);
            if (gave_up) return bounds;
            done = take_in();
        }
    memory.keep(key, {static_cast<std::uint32_t>(bounds.low), static_cast<std::uint32_t>(bounds.high)});
    return bounds;
}

// Write down the moves with a tile of *kind*, the most promising first, from place *first* on; return the place behind them.
std::size_t Duel::list(Node& node, Kind& kind, std::size_t first) {
    Position& position = node.position;
    const unsigned who = position.player;
    const bool is_known = position.hands[who][kind.kind] > 0;
    const std::uint64_t tiles = (tiles_of(position) - (is_known ? held_one(kind.kind, who) : unseen_one(kind.kind))) ^ SECOND_TO_MOVE;
    std::size_t last = first;
    node.each_move(kind.kind, [&](Move move) {
        const Lifted lifted = position.lay(move.cell, move.tile);
        const Prospect prospect = node.after(move.cell);
        const int ahead = lead(position);
        position.lift(lifted);
        Child& child = node.children[last++];
        child = {move, prospect.key_with(tiles, ahead), prospect.bounds(1 - who, ahead, node.whole_after), 0};
        child.guess = who == 0 ? ahead + prospect.certain : -ahead - prospect.certain;
        child.guess += 20 * static_cast<int>(std::bit_width(merit(who, move)));
        memory.prepare(child.key);
        return child.bounds.high > 0;  // nothing is better than a win that is certain
    });
    const auto begin = node.children.begin() + static_cast<std::ptrdiff_t>(first), end = node.children.begin() + static_cast<std::ptrdiff_t>(last);
    kind.bounds = {0, 0};
    for (auto child = begin; child != end; ++child) {
        child->bounds = recall(child->key, child->bounds);
        child->guess += static_cast<int>(1000 * (2 * node.whole_after - child->bounds.low - child->bounds.high) / node.whole_after);
        kind.bounds.low = std::max(kind.bounds.low, node.whole_after - child->bounds.high);
        kind.bounds.high = std::max(kind.bounds.high, node.whole_after - child->bounds.low);
    }
    std::sort(begin, end, [](const Child& one, const Child& other) { return one.guess > other.guess || (one.guess == other.guess && one.key < other.key); });
    kind.first = first;
    kind.last = last;
    return last;
}

// Look into the first *most* moves with a tile of *kind*, as far as it takes.
void Duel::look_into(Node& node, Kind& kind, std::size_t most, Share low, Share high) {
    Position& position = node.position;
    const Bounds now = node.bounds();
    // What this kind must be worth, whatever the others are within their bounds, for the position to be out of the window.
    const Share need = floor_of(low - now.high + kind.weight * kind.bounds.high, kind.weight);
    const Share enough = -floor_of(-(high - now.low + kind.weight * kind.bounds.low), kind.weight);
    const Share whole = node.whole_after;
    const auto unseen = static_cast<std::uint64_t>(position.unseen_tiles());
    for (std::size_t i = kind.first; i < std::min(kind.last, kind.first + most); ++i) {
        Child& child = node.children[i];
        child.bounds = recall(child.key, child.bounds);
        const Share at_least = std::max(kind.bounds.low, need);
        if (whole - child.bounds.low > at_least) {
            const TakenBack back = position.play(child.move, UNKNOWN);
            child.bounds = search(position, child.key, child.bounds, whole - enough, whole - at_least);
            position.take_back(back);
            if (gave_up) return;
        }
        if (whole - child.bounds.high <= kind.bounds.low) continue;
        kind.bounds.low = whole - child.bounds.high;
        merit(position.player, child.move) += unseen * unseen;  // high up in the tree it counts more
        if (kind.bounds.low >= enough) break;
    }
    kind.bounds.high = 0;
    for (std::size_t i = kind.first; i < kind.last; ++i) kind.bounds.high = std::max(kind.bounds.high, whole - node.children[i].bounds.low);
}

}  // namespace indigo
