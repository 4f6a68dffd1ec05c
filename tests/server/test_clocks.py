"""Whose time runs, and until when: from the events' times alone."""

from __future__ import annotations

from typing import Any

import pytest

from indigo.server.errors import Refusal
from indigo.server.table import commands as ask
from indigo.server.table.clocks import DAY, clock_view, deadline, running
from indigo.server.table.decision import GONE_AFTER, HOUSE
from indigo.server.table.events import NewEvent
from tests.support.table import ADA, BEN, Table


def test_without_a_clock_nobody_is_hurried() -> None:
    table = Table({"kind": "none"})
    assert deadline(table.state) is None
    assert clock_view(table.state, table.now) is None


def test_a_clock_per_move_begins_anew_with_every_turn() -> None:
    table = Table({"kind": "move", "seconds": 60})
    assert deadline(table.state) == table.now + 60_000
    table.place(ADA, after=50_000)
    assert deadline(table.state) == table.now + 60_000
    assert clock_view(table.state, table.now + 1000) == {
        "kind": "move",
        "now": table.now + 1000,
        "running": 2,
        "left": [60_000, 59_000],
    }


def test_a_clock_per_game_runs_down_and_gains_the_increment() -> None:
    table = Table({"kind": "game", "seconds": 100, "increment": 5})
    table.place(ADA, after=30_000)
    table.place(BEN, after=10_000)
    assert [chair.time_left for chair in table.state.chairs] == [75_000, 95_000]
    assert deadline(table.state) == table.now + 75_000


def test_a_slip_earns_no_time_on_a_clock_per_game() -> None:
    table = Table({"kind": "game", "seconds": 60, "increment": 60})
    for _ in range(20):
        table.place(ADA, after=100)
        table.undo(ADA, 1, after=100)
    assert table.left() == [56_000, 60_000]
    assert deadline(table.state) == table.now + 56_000
    table.place(ADA)
    assert table.left() == [116_000, 60_000]


def test_a_slip_does_not_begin_a_clock_per_move_anew() -> None:
    table = Table({"kind": "move", "seconds": 60})
    table.place(ADA, after=50_000)
    table.undo(ADA, 1, after=4000)
    assert table.left() == [6000, 60_000]
    assert deadline(table.state) == table.now + 6000
    table.place(ADA, after=1000)
    assert table.state.rounds[-1].seconds == [55.0]
    assert table.left() == [60_000, 60_000]


@pytest.mark.parametrize("clock", [{"kind": "move", "seconds": 60}, {"kind": "game", "seconds": 60, "increment": 9}])
def test_without_time_a_slip_stays_where_it_is(clock: dict[str, Any]) -> None:
    table = Table(clock)
    table.place(ADA, after=50_000)
    table.now += 9999
    assert "undo" in table.may(ADA)
    table.now += 1
    assert "undo" not in table.may(ADA)
    with pytest.raises(Refusal, match="no_time_left"):
        table.undo(ADA, 1)


def test_time_that_no_server_ran_is_not_charged_for_a_slip() -> None:
    table = Table({"kind": "move", "seconds": 60})
    table.place(ADA, after=10_000)
    table.now += 3_600_000
    table.happen([NewEvent("resumed", {"away": 3_600_000})])
    table.undo(ADA, 1)
    assert table.left() == [50_000, 60_000]


def test_days_do_not_begin_anew_with_a_slip() -> None:
    table = Table({"kind": "days", "days": 3})
    table.place(ADA, after=DAY)
    table.undo(ADA, 1, after=DAY // 2)
    assert table.left() == [3 * DAY // 2, 3 * DAY]


@pytest.mark.parametrize(
    ("clock", "left"),
    [
        ({"kind": "move", "seconds": 60}, [60_000, 60_000]),
        ({"kind": "days", "days": 1}, [DAY, DAY]),
        ({"kind": "game", "seconds": 60, "increment": 60}, [60_000, 60_000]),
    ],
)
def test_what_all_agree_to_take_back_has_cost_nobody_time(clock: dict[str, Any], left: list[int]) -> None:
    table = Table(clock)
    table.place(ADA, after=50_000)
    table.place(BEN, after=40_000)
    table.take_back(ADA, 1)
    table.now += 5000
    table.say_yes(BEN, 2)
    assert table.left() == left
    assert running(table.state) == 1


def test_taking_back_against_bots_earns_no_time() -> None:
    table = Table({"kind": "game", "seconds": 100, "increment": 60}, players=3)
    table.do(BEN, ask.Leave(do="leave", id="l"))
    for _ in range(5):
        table.place(ADA, after=4000)
        table.place(HOUSE, after=800)
        table.place(HOUSE, after=800)
        table.now += 1000
        table.take_back(ADA, 1)
    assert table.left()[0] == 75_000
    table.place(ADA, after=70_000)
    table.place(HOUSE)
    table.now += 4999
    assert "take_back" in table.may(ADA)
    table.now += 1
    assert "take_back" not in table.may(ADA)
    with pytest.raises(Refusal, match="no_time_left"):
        table.take_back(ADA, 1)


def test_tables_from_before_slips_were_counted_load_as_they_were() -> None:
    table = Table({"kind": "move", "seconds": 60})
    table.place(ADA, after=50_000)
    table.now += 20_000
    table.happen([NewEvent("taken_back", {"turns": 1, "by": 1})])
    assert table.left() == [60_000, 60_000]


@pytest.mark.parametrize("clock", [{"kind": "move", "seconds": 60}, {"kind": "game", "seconds": 60}])
def test_who_leaves_and_returns_in_the_same_turn_has_the_rest_of_it(clock: dict[str, Any]) -> None:
    """Time runs on meanwhile, or going and coming would stop it."""
    table = Table(clock)
    for left in (40_000, 15_000):
        table.now += 20_000
        table.do(ADA, ask.Leave(do="leave", id="l"))
        assert table.left() == [left, 60_000]
        table.now += 3000
        assert table.left() == [left - 3000, 60_000]
        table.come_back(ADA, 1, after=2000)
        assert table.left() == [left - 5000, 60_000]
        assert deadline(table.state) == table.now + left - 5000
    table.place(ADA, after=5000)
    assert table.state.rounds[-1].seconds == [55.0]


@pytest.mark.parametrize("clock", [{"kind": "move", "seconds": 60}, {"kind": "game", "seconds": 60}])
def test_nobody_returns_whose_time_ran_out_meanwhile(clock: dict[str, Any]) -> None:
    table = Table(clock)
    table.now += 20_000
    table.do(ADA, ask.Leave(do="leave", id="l"))
    table.now += 39_999
    assert "return" in table.may(ADA)
    table.now += 1
    assert "return" not in table.may(ADA)
    with pytest.raises(Refusal, match="no_time_left"):
        table.come_back(ADA, 1)
    table.place(HOUSE)  # the bot's time is nobody's
    assert table.left()[0] == (40_000 if clock["kind"] == "game" else 60_000)
    table.come_back(ADA, 1)


def test_tables_from_before_time_away_was_counted_load_as_they_were() -> None:
    table = Table({"kind": "move", "seconds": 60})
    table.now += 20_000
    table.do(ADA, ask.Leave(do="leave", id="l"))
    table.now += 5000
    table.happen([NewEvent("returned", {"seat": 1})])
    assert table.left() == [40_000, 60_000]


@pytest.mark.parametrize("clock", [{"kind": "move", "seconds": 60}, {"kind": "days", "days": 1}])
def test_in_a_turn_that_ran_out_nobody_returns_before_the_bot_has_placed(clock: dict[str, Any]) -> None:
    table = Table(clock)
    limit = deadline(table.state)
    assert limit is not None
    table.now = limit + 300
    table.time_out()
    assert "return" not in table.may(ADA)
    with pytest.raises(Refusal, match="no_time_left"):
        table.come_back(ADA, 1, after=100)
    table.place(HOUSE)
    assert "return" in table.may(ADA)
    table.come_back(ADA, 1)
    # What the bot placed when the time was up cannot be taken back for a turn without end.
    assert "undo" not in table.may(ADA)
    with pytest.raises(Refusal, match="nothing_to_take_back"):
        table.undo(ADA, 1)
    table.place(BEN)
    assert deadline(table.state) == table.now + limit - 1_000_000


def test_when_time_runs_out_a_bot_takes_over() -> None:
    table = Table({"kind": "move", "seconds": 60})
    table.now += 61_000
    table.time_out()
    assert table.state.bot_to_play is not None
    assert deadline(table.state) is None
    with pytest.raises(Refusal, match="not_your_seat"):
        table.place(ADA)
    table.place(HOUSE)
    table.do(ADA, ask.Return(do="return", id="r", seat=1))
    table.place(BEN)
    assert running(table.state) == 1


def test_with_a_clock_per_game_nobody_returns_without_time() -> None:
    table = Table({"kind": "game", "seconds": 60})
    table.now += 60_000
    table.time_out()
    with pytest.raises(Refusal, match="no_time_left"):
        table.do(ADA, ask.Return(do="return", id="r", seat=1))


def test_the_time_of_a_bot_that_stands_in_is_nobodys() -> None:
    table = Table({"kind": "game", "seconds": 100})
    table.now += 10_000
    table.do(ADA, ask.Leave(do="leave", id="l"))
    table.now += 20_000
    table.place(HOUSE)
    assert table.state.chairs[0].time_left == 90_000


def test_lost_time_is_given_back() -> None:
    table = Table({"kind": "game", "seconds": 100})
    table.now += 3_600_000
    table.happen([NewEvent("resumed", {"away": 3_599_000})])
    assert deadline(table.state) == table.now + 99_000


def test_days_are_days() -> None:
    table = Table({"kind": "days", "days": 3})
    assert deadline(table.state) == table.now + 3 * DAY


def test_who_is_long_gone_may_be_removed_and_may_return() -> None:
    table = Table({"kind": "none"})
    remove = ask.Remove(do="remove", id="r", expected=table.state.number, seat=2)
    table.gone["p2"] = table.now
    table.now += GONE_AFTER - 1
    with pytest.raises(Refusal, match="not_gone"):
        table.do(ADA, remove)
    table.now += 1
    table.do(ADA, remove)
    assert table.state.chairs[1].stand_in
    table.place(ADA)
    table.place(HOUSE)
    table.do(BEN, ask.Return(do="return", id="b", seat=2))
    assert not table.state.chairs[1].stand_in


def test_with_a_clock_in_days_five_minutes_are_nothing() -> None:
    table = Table({"kind": "days", "days": 2})
    table.gone["p2"] = table.now
    table.now += GONE_AFTER
    with pytest.raises(Refusal, match="not_gone"):
        table.do(ADA, ask.Remove(do="remove", id="r", expected=table.state.number, seat=2))
    table.now += DAY
    table.do(ADA, ask.Remove(do="remove", id="r", expected=table.state.number, seat=2))
