#include "search/plan.hpp"

#include "bots/levels.hpp"
#include "check.hpp"

using namespace indigo;

TEST(a_plan_is_changed_by_settings) {
    SearchPlan plan;
    CHECK(plan.set("moves=20/10/4,deepest=3,root_fillings=77"));
    CHECK(plan.moves[0] == 20 && plan.moves[1] == 10 && plan.moves[2] == 4 && plan.moves[8] == 4);
    CHECK(plan.deepest == 3 && plan.root_fillings == 77);
    CHECK(plan.set("") && plan.deepest == 3);
    CHECK(plan.set("fillings=1/2/3/4/5/6/7/8") && plan.fillings[7] == 8);
    CHECK(plan.set("solve_first=0.25,solve_again=0.75") && plan.solve_first == 0.25f && plan.solve_again == 0.75f);
    CHECK(plan.set("doubt=0.05,doubted_replies=4/2") && plan.doubt_among(3) == 0.05f && plan.doubt_among(4) == 0.05f);
    CHECK(plan.doubted_replies[0] == 4 && plan.doubted_replies[7] == 2);
    CHECK(plan.set("doubt=0.5/0.25") && plan.doubt_among(2) == 0 && plan.doubt_among(3) == 0.5f && plan.doubt_among(4) == 0.25f);
}

TEST(a_plan_that_is_not_understood_is_refused) {
    for (const char* settings : {"moves", "moves=", "moves=1/", "moves=/1", "moves=x", "moves=1/x", "moves=1 ", "moves=-1", "=1", "what=1",
                                 "deepest=1/2", "deepest=0", "deepest=9", "moves=0", "replies=1/0", "lines=0", "fillings=1/2/3/4/5/6/7/8/9",
                                 "moves=99999999999999", "fillings=4294967295", "deepest=3,,moves=1",
                                 "solve_first=-0.1", "solve_first=nan", "solve_again=1.1", "solve_again=inf", "doubt=-0.1",
                                 "doubt=nan", "doubt=2", "doubt=0.1/2", "doubt=0/0/0", "doubted_replies=0"}) {
        SearchPlan plan;
        CHECK(!plan.set(settings));
        CHECK(make_bot(std::string("search:") + settings) == nullptr);
    }
    CHECK(make_bot("search:deepest=3") != nullptr && make_bot("greedy:deepest=3") == nullptr && make_bot("champion:deepest=3") == nullptr);
}

TEST(who_has_few_nodes_gets_less_after_the_first_reply) {
    SearchPlan plan;
    CHECK(plan.set("fillings=600/200/81,judged=16/6/5,moves=24/8/4/3,duel_root=11,solve_first=0.25,solve_again=0.6,lean_below=50000"));
    const SearchPlan lean = plan.with(49'999, 2), rich = plan.with(50'000, 2);
    CHECK(lean.fillings[0] == 600 && lean.fillings[1] == 100 && lean.fillings[2] == 41 && lean.judged[0] == 16 && lean.judged[2] == 3);
    CHECK(lean.moves[0] == 24 && lean.moves[1] == 6 && lean.moves[2] == 3 && lean.moves[3] == 3);
    CHECK(lean.duel_root == 10 && rich.duel_root == 11 && lean.solve_again == 1 && rich.solve_again == 0.6f && rich.fillings == plan.fillings && rich.moves == plan.moves);
}

TEST(where_there_is_doubt_there_are_other_replies_if_there_is_time) {
    SearchPlan plan;
    CHECK(plan.set("replies=2/1,doubted_replies=4/3,doubt=0.05/0,lean_below=50000"));
    const SearchPlan two = plan.with(50'000, 2), three = plan.with(50'000, 3), four = plan.with(50'000, 4), lean = plan.with(49'999, 3);
    CHECK(two.replies == plan.replies && four.replies == plan.replies && four.doubt_among(4) == 0);
    CHECK(lean.replies == plan.replies && lean.doubt_among(3) == 0);
    CHECK(three.replies == plan.doubted_replies && three.doubt_among(3) == 0.05f);
}
