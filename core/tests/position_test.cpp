#include "game/position.hpp"

#include <algorithm>
#include <stdexcept>

#include "check.hpp"
#include "eval/playout.hpp"

using namespace indigo;

namespace {

bool same(const Position& one, const Position& other) {
    return std::memcmp(one.run, other.run, sizeof one.run) == 0 && std::memcmp(one.tile, other.tile, sizeof one.tile) == 0 &&
           std::memcmp(one.won, other.won, sizeof one.won) == 0 && std::memcmp(one.hands, other.hands, sizeof one.hands) == 0 &&
           std::memcmp(one.unseen, other.unseen, sizeof one.unseen) == 0 && one.empty == other.empty &&
           one.board_key == other.board_key && one.gems == other.gems && one.stack == other.stack &&
           one.player == other.player && one.layout == other.layout;
}

bool same(const Description& one, const Description& other) {
    return one.layout == other.layout && one.player == other.player && one.tiles == other.tiles && one.gems == other.gems &&
           one.won == other.won && one.hands == other.hands;
}

int draw_any(const Position& position, Random& random) {
    const int unseen = position.unseen_tiles();
    if (unseen == 0) return NO_DRAW;
    unsigned chosen = random.below(static_cast<unsigned>(unseen));
    int kind = 0;
    while (chosen >= position.unseen[kind]) chosen -= position.unseen[kind++];
    return kind;
}

Position dealt(unsigned layout, unsigned hand, Random& random) {
    Position position = undealt(layout);
    for (unsigned who = 0; who < PLAYERS[layout]; ++who)
        for (unsigned tile = 0; tile < hand; ++tile) position.draw(who, draw_any(position, random));
    return position;
}

Move any_move(const Position& position, Random& random) {
    Move moves[ALL_TILES * TILES];
    const int count = position.legal_moves(moves);
    CHECK(count > 0);
    return moves[random.below(static_cast<unsigned>(count))];
}

// Call *look* with every position of some random games, for every layout and hand size.
template <class Look>
void in_random_games(int games, Look look) {
    for (unsigned layout = 0; layout < LAYOUTS; ++layout)
        for (unsigned hand = 1; hand <= 2; ++hand)
            for (int game = 0; game < games; ++game) {
                Random random(scramble(static_cast<std::uint64_t>(game) * 16 + layout * 2 + hand));
                Position position = dealt(layout, hand, random);
                while (!position.over()) {
                    look(position, random);
                    position.play(any_move(position, random), draw_any(position, random));
                }
                look(position, random);
            }
}

bool refused(const Description& description) {
    try {
        set_up(description);
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

}  // namespace

TEST(a_tile_taken_back_leaves_no_trace) {
    in_random_games(20, [](const Position& position, Random& random) {
        if (position.over()) return;
        Position after = position;
        const TakenBack back = after.play(any_move(after, random), draw_any(after, random));
        CHECK(!same(after, position));
        after.take_back(back);
        CHECK(same(after, position));
    });
}

TEST(a_whole_game_taken_back_is_the_deal) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        Random random(scramble(seed));
        const Position start = dealt(static_cast<unsigned>(seed % LAYOUTS), 1 + seed % 2, random);
        Position position = start;
        std::vector<TakenBack> past;
        while (!position.over()) past.push_back(position.play(any_move(position, random), draw_any(position, random)));
        while (!past.empty()) {
            position.take_back(past.back());
            past.pop_back();
        }
        CHECK(same(position, start));
    }
}

TEST(a_position_described_and_set_up_again_is_the_same) {
    in_random_games(10, [](const Position& position, Random& random) {
        const Description description = describe(position);
        Position again = set_up(description);
        CHECK(same(describe(again), description));
        CHECK(again.key() == position.key());
        CHECK(again.gems == position.gems && again.stack == position.stack && again.empty == position.empty);
        // It also plays on in the same way.
        Position original = position;
        while (!original.over()) {
            const Move move = any_move(original, random);
            const int drawn = draw_any(original, random);
            original.play(move, drawn);
            again.play(move, drawn);
            CHECK(std::memcmp(original.won, again.won, sizeof again.won) == 0 && original.gems == again.gems);
        }
    });
}

TEST(a_game_lasts_until_no_gem_is_left_and_no_longer_than_its_tiles) {
    in_random_games(20, [](const Position& position, Random&) {
        int standing_gems = 0;
        for (unsigned port = 0; port < PORTS; ++port) standing_gems += position.gem(port) != NO_GEM;
        CHECK(standing_gems == position.gems);
        CHECK(position.empty != 0 || position.over());
        int tiles = position.stack + ALL_TILES - position.empty_cells();
        for (int who = 0; who < position.players(); ++who)
            for (int kind = 0; kind < KINDS; ++kind) tiles += position.hands[who][kind];
        CHECK(tiles == ALL_TILES);
    });
}

TEST(the_same_tiles_in_another_order_have_the_same_key) {
    Position one = undealt(0), other = undealt(0);
    for (Position* position : {&one, &other})
        for (int tile = 0; tile < 2; ++tile) position->hands[0][4] = position->hands[1][4] = 2;
    const Move moves[4] = {{6, 9}, {50, 10}, {14, 12}, {45, 14}};
    for (const int i : {0, 1, 2, 3}) one.play(moves[i], NO_DRAW);
    for (const int i : {2, 3, 0, 1}) other.play(moves[i], NO_DRAW);
    CHECK(one.key() == other.key());
    other.player = 1;
    CHECK(one.key() != other.key());
}

TEST(keys_of_different_positions_differ) {
    std::vector<std::uint64_t> keys;
    in_random_games(30, [&](const Position& position, Random&) { keys.push_back(position.key()); });
    std::sort(keys.begin(), keys.end());
    // Random games share their openings only, and hardly ever those.
    CHECK(std::unique(keys.begin(), keys.end()) - keys.begin() > static_cast<long>(keys.size() - keys.size() / 50));
}

TEST(every_tile_can_be_placed_on_every_empty_cell) {
    for (const unsigned cell : OPEN_CELLS)
        for (int kind = 0; kind < KINDS; ++kind) CHECK((LEGAL[cell] & TILES_OF[kind]) != 0);
}

TEST(no_tile_may_join_the_two_exits_of_a_cell) {
    for (const unsigned cell : OPEN_CELLS)
        for (unsigned tile = 0; tile < TILES; ++tile) {
            bool joins = false;
            for (unsigned side = 0; side < SIDES; ++side)
                joins |= GATEWAY_AT[PORT_AT[cell][side]] != NO_GATEWAY && GATEWAY_AT[PORT_AT[cell][ACROSS[tile][side]]] != NO_GATEWAY;
            CHECK(joins == !(LEGAL[cell] >> tile & 1));
        }
}

TEST(an_unknown_tile_may_be_any_that_is_unseen_and_shows_itself_when_played) {
    Position position = undealt(0);
    position.draw(0, UNKNOWN);
    position.draw(1, 0);
    CHECK(position.tiles_in_hand() == 0x7fff);
    position.play({6, 2}, UNKNOWN);
    CHECK(position.unseen[1] == COPIES[1] - 1 && position.hands[0][UNKNOWN] == 1);
    position.unseen[1] = 0;
    position.player = 0;
    CHECK((position.tiles_in_hand() & TILES_OF[1]) == 0);
    position.reveal(0, 3);
    CHECK(position.tiles_in_hand() == TILES_OF[3]);
}

TEST(ties_are_decided_by_gems_and_then_shared) {
    Board board = opening(1);
    board.won[0] = 2 * WORTH[EMERALD];                 // four points, two gems
    board.won[1] = WORTH[SAPPHIRE] + WORTH[AMBER];     // the same
    board.won[2] = 4 * WORTH[AMBER];                   // four points, four gems
    CHECK(board.winners() == 0b100);
    board.won[2] = WORTH[SAPPHIRE];
    CHECK(board.winners() == 0b011);
}

TEST(nonsense_is_refused) {
    Description good = describe(undealt(0));
    CHECK(!refused(good));
    auto spoilt = [&](auto spoil) {
        Description bad = good;
        spoil(bad);
        return refused(bad);
    };
    CHECK(spoilt([](Description& d) { d.layout = LAYOUTS; }));
    CHECK(spoilt([](Description& d) { d.player = 2; }));
    CHECK(spoilt([](Description& d) { d.tiles[0] = 3; }));     // a treasure's cell
    CHECK(spoilt([](Description& d) { d.tiles[6] = 77; }));    // no such tile
    CHECK(spoilt([](Description& d) { d.tiles[1] = 1; }));     // joins the exits of a2
    CHECK(spoilt([](Description& d) { d.gems[20] = AMBER; })); // no tile there
    CHECK(spoilt([](Description& d) { d.gems[ARROW_PORTS[0]] = 9; }));
    CHECK(spoilt([](Description& d) { d.tiles[ARROW_FRONTS[7]] = 2; }));  // without the emerald that set out over it
    CHECK(spoilt([](Description& d) { d.hands[0][1] = 7; }));  // there are six
    CHECK(spoilt([](Description& d) { d.hands[0][UNKNOWN] = 60; }));
    CHECK(spoilt([](Description& d) { d.won[0][0] = 13; }));
    CHECK(spoilt([](Description& d) { for (unsigned cell : {6u, 7u, 8u, 9u, 12u, 13u, 14u}) d.tiles[cell] = 2; }));  // seven of six
}
