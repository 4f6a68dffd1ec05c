"""Whose time runs, and until when: from the events' times alone."""

from __future__ import annotations

from typing import Any

import pytest

from indigo.server import commands as ask
from indigo.server.clocks import DAY, clock_view, deadline, running
from indigo.server.deciding import GONE_AFTER, HOUSE, Actor, Circumstances, decide, stands_in
from indigo.server.events import Event, NewEvent
from indigo.server.refusal import Refusal
from indigo.server.state import TableState

ADA, BEN = Actor("p1", "Ada"), Actor("p2", "Ben")


class Table:
    """A table in memory, with a clock that the test turns."""

    def __init__(self, clock: dict[str, Any], **settings: Any) -> None:
        self.now = 1_000_000
        self.state = TableState("t")
        self.gone: dict[str, int] = {}
        self.happen(
            [
                NewEvent("made", {"by": "p1", "settings": {"clock": clock, "first": 1, **settings}}),
                NewEvent("sat", {"seat": 1, "kind": "person", "player": "p1", "name": "Ada", "level": None}),
                NewEvent("sat", {"seat": 2, "kind": "person", "player": "p2", "name": "Ben", "level": None}),
            ]
        )
        self.do(ADA, ask.Start(do="start", id="s", expected=3))

    def happen(self, events: list[NewEvent]) -> None:
        for event in events:
            self.state.apply(Event(self.state.number + 1, self.now, event.type, event.data))

    @property
    def around(self) -> Circumstances:
        return Circumstances(self.now, ("random",), lambda tiles: tiles, lambda most: 1, self.gone.get, lambda: "n")

    def do(self, actor: Actor, command: ask.AnyCommand) -> None:
        self.happen(decide(self.state, command, actor, self.around).events)

    def place(self, actor: Actor, after: int = 0) -> None:
        """Place something after so many milliseconds."""
        self.now += after
        assert self.state.game is not None
        move = str(sorted(self.state.game.legal_moves)[0])
        seat = self.state.game.player
        self.do(actor, ask.Place(do="place", id="x", expected=self.state.number, seat=seat, move=move))

    def time_out(self) -> None:
        seat = running(self.state)
        assert seat is not None
        self.happen(stands_in(self.state, seat, "time", self.around))


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
