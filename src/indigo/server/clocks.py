"""Whose time runs, and until when. Everything follows from the events' times, so a restart changes nothing."""

from __future__ import annotations

from typing import Final

from typing_extensions import TypedDict

from indigo.server.settings import DaysClock, GameClock, MoveClock, NoClock
from indigo.server.state import TableState

DAY: Final = 24 * 3600 * 1000


class ClockView(TypedDict):
    """The clocks at the moment *now*: whose runs, and the milliseconds that each seat has left."""

    kind: str
    now: int
    running: int | None
    left: list[int | None]


def running(state: TableState) -> int | None:
    """The seat whose time runs: a person who has to place."""
    seat = state.to_play
    chair = state.chair(seat) if seat is not None else None
    if chair is None or not chair.played_by_person or isinstance(state.settings.clock, NoClock):
        return None
    return seat


def _turn_time(state: TableState, seat: int) -> int:
    """How many milliseconds this seat has for its turn, seen from the turn's beginning."""
    clock = state.settings.clock
    if isinstance(clock, MoveClock):
        return clock.seconds * 1000
    if isinstance(clock, DaysClock):
        return clock.days * DAY
    if isinstance(clock, GameClock):
        return state.chairs[seat - 1].time_left
    return 0


def deadline(state: TableState) -> int | None:
    """When the time of the player to move will have run out."""
    seat = running(state)
    return None if seat is None else state.turn_since + _turn_time(state, seat)


def clock_view(state: TableState, now: int) -> ClockView | None:
    """The clocks for everybody to see."""
    if isinstance(state.settings.clock, NoClock):
        return None
    runs = running(state)
    left: list[int | None] = []
    for chair in state.chairs:
        if chair.kind != "person":
            left.append(None)
            continue
        used = now - state.turn_since if chair.seat == runs else 0
        left.append(max(0, _turn_time(state, chair.seat) - used))
    return {"kind": state.settings.clock.kind, "now": now, "running": runs, "left": left}
