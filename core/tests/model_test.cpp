#include "eval/model.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "bots/levels.hpp"
#include "check.hpp"
#include "play/match.hpp"
#include "play/selfplay.hpp"

using namespace indigo;

namespace {

// A model that has learned nothing: small random numbers.
std::vector<char> any_model(std::uint64_t seed) {
    const std::string head = "indigo model 1\n{}\n";
    std::vector<char> file(head.begin(), head.end());
    Random random(seed);
    for (std::size_t i = 0; i < Model::NUMBERS; ++i) {
        const float number = 0.2f * (random.unit() - 0.5f);
        char bytes[sizeof number];
        std::memcpy(bytes, &number, sizeof number);
        file.insert(file.end(), bytes, bytes + sizeof number);
    }
    return file;
}

template <class See>
void for_each_move_of_random_games(unsigned games, See see) {
    Random random(5);
    for (unsigned layout = 0; layout < LAYOUTS; ++layout)
        for (unsigned game = 0; game < games; ++game) {
            Position position = undealt(layout);
            for (unsigned who = 0; who < PLAYERS[layout]; ++who) position.draw(who, UNKNOWN);
            while (!position.over()) {
                Move moves[ALL_TILES * TILES];
                const int count = position.legal_moves(moves);
                const Move move = moves[random.below(static_cast<unsigned>(count))];
                const Position before = position;
                position.play(move, UNKNOWN);
                if (!position.over()) see(before, move, position);
            }
        }
}

}  // namespace

TEST(after_a_tile_only_the_ways_that_led_to_it_lead_elsewhere) {
    for_each_move_of_random_games(10, [](const Position& before, Move move, const Position& after) {
        Absorption known, anew;
        known.solve(before, 1);
        known.solve_after(after, move.cell, 1);
        anew.solve(after, 1);
        for (std::uint64_t cells = after.empty; cells; cells &= cells - 1)
            for (unsigned side = 0; side < SIDES; ++side) {
                const unsigned cell = static_cast<unsigned>(std::countr_zero(cells));
                CHECK(known.leads_to(cell, side) == anew.leads_to(cell, side));
            }
    });
}

TEST(everybodys_chances_are_one_whatever_a_model_has_learned) {
    const std::vector<char> file = any_model(3);
    const Model model(file);
    for_each_move_of_random_games(5, [&](const Position&, Move, const Position& position) {
        Outlook outlook;
        outlook.solve(position, 4);
        Guess guess;
        for (unsigned who = 0; who < PLAYERS[position.layout]; ++who) guess.chances[who] = 0.25f;
        Features features;
        look(position, outlook, guess, features);
        CHECK(features.gem_count > 0 && features.player_count == PLAYERS[position.layout]);
        const Guess judged = model.judge(features);
        float sum = 0;
        for (unsigned who = 0; who < features.player_count; ++who) {
            CHECK(judged.chances[who] >= 0 && std::isfinite(judged.points[who]));
            sum += judged.chances[who];
        }
        CHECK(std::fabs(sum - 1) < 1e-5f);
    });
}

TEST(the_model_is_told_how_many_fillings_there_were) {
    const Position position = undealt(0);
    Outlook outlook;
    outlook.solve(position, 4);
    auto standings = [&](unsigned fillings, float chance) {
        Guess guess{{chance, 1 - chance}, {5, 5}, fillings};
        Features features;
        look(position, outlook, guess, features);
        return features.players[0];
    };
    constexpr unsigned DOUBT = 30, SCORE = 31;  // see features.cpp
    CHECK(std::fabs(standings(25, 0.5f)[DOUBT] - 1) < 1e-6f && standings(400, 0.5f)[DOUBT] < standings(100, 0.5f)[DOUBT]);
    // What never happened is the less impossible the fewer fillings there were.
    CHECK(standings(25, 0)[SCORE] > standings(400, 0)[SCORE] && std::fabs(standings(25, 0.5f)[SCORE] - standings(400, 0.5f)[SCORE]) < 1e-6f);
    for (const unsigned none : {0u, 1u}) CHECK(std::isfinite(standings(none, 0)[SCORE]) && standings(none, 0)[DOUBT] < 3);
}

TEST(the_model_sees_what_the_mover_keeps_and_no_other_hand) {
    constexpr unsigned KEPT = 34;  // see features.cpp
    Position position = undealt(0);
    for (unsigned who = 0; who < 2; ++who)
        for (const int kind : {2, 3}) position.draw(who, kind);
    Move moves[ALL_TILES * TILES];
    Move* const end = moves + position.legal_moves(moves);
    const Move* const move = std::find_if(moves, end, [](Move one) { return TILES_OF[2] >> one.tile & 1; });
    CHECK(move != end);
    position.play(*move, UNKNOWN);
    Outlook outlook;
    outlook.solve(position, 4);
    Features features;
    look(position, outlook, {}, features);
    for (unsigned kind = 0; kind < KINDS; ++kind) {
        CHECK(features.players[0][KEPT + kind] == (kind == 3 ? 1 : 0));
        CHECK(features.players[1][KEPT + kind] == 0);
    }
}

TEST(what_is_no_model_is_refused) {
    const std::vector<char> file = any_model(1);
    auto refused = [](std::vector<char> bytes) {
        try {
            const Model model(bytes);
        } catch (const std::invalid_argument&) {
            return true;
        }
        return false;
    };
    CHECK(!refused(file));
    CHECK(refused({}));
    CHECK(refused({file.begin(), file.end() - 1}));
    CHECK(refused({file.begin(), file.begin() + 15}));
    CHECK(refused({file.begin() + 1, file.end()}));
    std::vector<char> no_number = file;
    std::memset(&no_number[no_number.size() - 4], 0xff, 4);
    CHECK(refused(no_number));
}

TEST(a_bot_plays_itself_to_the_end_the_same_way_for_the_same_seed) {
    const std::vector<char> file = any_model(2);
    const Model model(file);
    for (unsigned layout = 0; layout < LAYOUTS; ++layout)
        for (unsigned hand = 1; hand <= 2; ++hand) {
            const SelfPlayPlan plan{20, 4, 0.01f, 0.1f};
            const SelfPlayGame one = play_itself(layout, hand, &model, plan, 7, nullptr), two = play_itself(layout, hand, &model, plan, 7, nullptr);
            CHECK(one.finished && one.moves == two.moves && one.judged == two.judged);
            CHECK(one.judged.size() >= PLAYERS[layout] * (one.moves.size() - 1));
            CHECK(one.gems.size() == one.judged.size() * ARROWS * GEM_FEATURES);
            float shares = 0;
            for (const float share : one.shares) shares += share;
            CHECK(std::fabs(shares - 1) < 1e-5f);
        }
}

TEST(a_search_with_a_model_finishes_a_game_at_every_table) {
    const std::vector<char> file = any_model(4);
    const Model model(file);
    const auto bot = make_bot("champion", &model), other = make_bot("greedy");
    CHECK(bot != nullptr && make_bot("champion") == nullptr);
    for (unsigned layout = 0; layout < LAYOUTS; ++layout) {
        std::vector<Entrant> seats(PLAYERS[layout], Entrant{other.get(), {}});
        seats[0] = {bot.get(), {0, 300, 0, 1}};
        CHECK(play_game(layout, 2, seats, 5, nullptr).winners != 0);
    }
}
