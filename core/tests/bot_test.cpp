#include "bots/levels.hpp"

#include "check.hpp"
#include "game/deal.hpp"
#include "game/hands.hpp"
#include "play/match.hpp"
#include "search/solve.hpp"

using namespace indigo;

TEST(every_bot_finishes_a_game_at_every_table) {
    for (const char* name : {"random", "greedy", "absorption1", "flat-1k", "novice", "regular", "skilled", "master", "search"})
        for (unsigned layout = 0; layout < LAYOUTS; ++layout)
            for (unsigned hand = 1; hand <= 2; ++hand) {
                const auto bot = make_bot(name), other = make_bot("greedy");
                std::vector<Entrant> seats(PLAYERS[layout], Entrant{other.get(), {}});
                seats[0] = {bot.get(), {0, 300, 0, 1}};
                const GameResult result = play_game(layout, hand, seats, 5, nullptr);
                CHECK(result.winners != 0);
            }
}

TEST(there_is_no_bot_of_any_other_name) {
    for (const char* name : {"", "flat-", "flat-k", "flat-0k", "flat-2", "flat-2kk", "flat--2k", "flat-99999999999999999999k", "Champion"})
        CHECK(make_bot(name) == nullptr);
}

TEST(a_view_hides_the_tiles_of_others_and_nothing_else) {
    Position position = undealt(0);
    position.draw(0, 4);
    position.draw(1, 2);
    const Position view = seen_by(position, 0);
    CHECK(view.hands[0][4] == 1 && view.hands[1][2] == 0 && view.hands[1][UNKNOWN] == 1);
    CHECK(view.unseen[2] == COPIES[2] && view.unseen[4] == COPIES[4] - 1);
    CHECK(view.stack == position.stack);
}

TEST(the_end_is_not_solved_without_a_limit) {
    Random random(1);  // solving this one takes more than a million nodes
    DealtGame game(3, 2, random);
    while (game.position.empty_cells() > 8) {
        Move moves[ALL_TILES * TILES];
        const int count = game.position.legal_moves(moves);
        game.play(moves[random.below(static_cast<unsigned>(count))]);
    }
    CHECK(!game.position.over());
    const Position view = seen_by(game.position, game.position.player);
    const auto bot = make_bot("search");
    CHECK(bot->think(view, {0, 0, 2, 1}, 1, nullptr).nodes < 400'000);  // only a depth
    CHECK(bot->think(view, {0, 1, 0, 1}, 1, nullptr).nodes < 10'000);   // and one node, half of which is none
}

TEST(several_threads_think_too_and_stop) {
    Position position = undealt(3);
    for (unsigned who = 0; who < 4; ++who) position.draw(who, static_cast<int>(who));
    const auto bot = make_bot("search");
    const Thought thought = bot->think(seen_by(position, 0), {0, 12000, 0, 3}, 1, nullptr);
    CHECK(!thought.lines.empty());
    StopToken stop;
    stop.stop();
    CHECK(bot->think(seen_by(position, 0), {100, 0, 0, 3}, 1, &stop).move.cell != NO_CELL);
}
