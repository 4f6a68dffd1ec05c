#include "play/batch.hpp"

#include "check.hpp"

using namespace indigo;

TEST(a_batch_plays_every_game_to_its_end) {
    for (unsigned layout = 0; layout < LAYOUTS; ++layout)
        for (unsigned hand = 1; hand <= 2; ++hand) {
            Batch batch(40, layout, hand, 3);
            std::vector<std::int32_t> actions(batch.size());
            std::vector<std::uint8_t> over(batch.size()), legal(batch.size() * ACTIONS), hands(batch.size() * MAX_PLAYERS * KINDS);
            Observation seen;
            seen.over = over.data();
            seen.legal = legal.data();
            seen.hands = hands.data();
            for (int turn = 0; turn < ALL_TILES; ++turn) {
                batch.random_actions(actions.data());
                batch.observe(seen);
                CHECK(batch.first_illegal(actions.data()) == batch.size());
                for (std::size_t game = 0; game < batch.size(); ++game) {
                    CHECK((actions[game] == -1) == (over[game] != 0));
                    if (!over[game]) CHECK(legal[game * ACTIONS + static_cast<std::size_t>(actions[game])] == 1);
                }
                batch.step(actions.data());
            }
            batch.observe(seen);
            for (const std::uint8_t ended : over) CHECK(ended == 1);
            CHECK(batch.reset_over() == batch.size());
            for (std::size_t game = 0; game < batch.size(); ++game) {
                CHECK(batch.position(game).empty_cells() == ALL_TILES);
                CHECK(batch.position(game).stack == ALL_TILES - static_cast<int>(hand) * PLAYERS[layout]);
            }
        }
}

TEST(an_illegal_action_is_found) {
    Batch batch(3, 0, 1, 1);
    std::vector<std::int32_t> actions(3);
    batch.random_actions(actions.data());
    for (const std::int32_t wrong : {-1, ACTIONS, 0}) {  // cell 0 is a treasure's
        actions[2] = wrong;
        CHECK(batch.first_illegal(actions.data()) == 2);
    }
}
