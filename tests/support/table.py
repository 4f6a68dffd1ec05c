"""A table in memory, without a server, with a clock that the test turns."""

from __future__ import annotations

from typing import Any

from indigo.server.table import commands as ask
from indigo.server.table.clocks import clock_view, running
from indigo.server.table.decision import Actor, Circumstances, decide, may, stands_in
from indigo.server.table.events import Event, NewEvent
from indigo.server.table.state import TableState

ADA, BEN = Actor("p1", "Ada"), Actor("p2", "Ben")


class Table:
    """Ada and Ben at a table in memory, with a clock that the test turns; with three players a bot is the third."""

    def __init__(self, clock: dict[str, Any], **settings: Any) -> None:
        self.now = 1_000_000
        self.state = TableState("t")
        self.events: list[Event] = []
        self.gone: dict[str, int] = {}
        self.happen(
            [
                NewEvent("made", {"by": "p1", "settings": {"clock": clock, "first": 1, **settings}}),
                NewEvent("sat", {"seat": 1, "kind": "person", "player": "p1", "name": "Ada", "level": None}),
                NewEvent("sat", {"seat": 2, "kind": "person", "player": "p2", "name": "Ben", "level": None}),
            ]
        )
        if settings.get("players") == 3:
            bot = {"seat": 3, "kind": "bot", "player": None, "name": "random", "level": "random"}
            self.happen([NewEvent("sat", bot)])
        self.do(ADA, ask.Start(do="start", id="s", expected=self.state.number))

    def happen(self, events: list[NewEvent]) -> None:
        for event in events:
            self.events.append(Event(self.state.number + 1, self.now, event.type, event.data))
            self.state.apply(self.events[-1])

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

    def undo(self, actor: Actor, seat: int, after: int = 0) -> None:
        """Take a slip back after so many milliseconds."""
        self.now += after
        self.do(actor, ask.Undo(do="undo", id="u", expected=self.state.number, seat=seat))

    def take_back(self, actor: Actor, seat: int) -> None:
        """Ask to take back."""
        self.do(actor, ask.TakeBack(do="take_back", id="t", expected=self.state.number, seat=seat))

    def say_yes(self, actor: Actor, seat: int) -> None:
        """Agree to what was asked."""
        self.do(actor, ask.Answer(do="answer", id="y", expected=self.state.number, seat=seat, yes=True))

    def come_back(self, actor: Actor, seat: int, after: int = 0) -> None:
        """Return after so many milliseconds."""
        self.now += after
        self.do(actor, ask.Return(do="return", id="r", seat=seat))

    def left(self) -> list[int | None]:
        """What the clocks show."""
        shown = clock_view(self.state, self.now)
        assert shown is not None
        return shown["left"]

    def may(self, actor: Actor) -> list[str]:
        """What would be accepted now."""
        return may(self.state, actor, self.around)

    def time_out(self) -> None:
        seat = running(self.state)
        assert seat is not None
        self.happen(stands_in(self.state, seat, "time", self.around))
