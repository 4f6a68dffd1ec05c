"""Whose time runs, and until when. Everything follows from the events' times, so a restart changes nothing."""

from __future__ import annotations

from typing import Final

from typing_extensions import TypedDict

from indigo.server.table.settings import DaysClock, GameClock, MoveClock, NoClock
from indigo.server.table.state import TableState

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


def _whole_turn(state: TableState, time_left: int) -> int:
    """How many milliseconds a turn may take, with so many left for the game."""
    clock = state.settings.clock
    if isinstance(clock, MoveClock):
        return clock.seconds * 1000
    if isinstance(clock, DaysClock):
        return clock.days * DAY
    return time_left


def turn_time(state: TableState, seat: int) -> int:
    """How many milliseconds this seat has for its turn, seen from `turn_since`."""
    chair = state.chairs[seat - 1]
    return _whole_turn(state, chair.time_left) - chair.used


def gone_by(state: TableState, seat: int, now: int) -> int:
    """How many milliseconds have gone by since `turn_since`, if it is this seat's turn, whoever has it now."""
    return max(0, now - state.turn_since) if state.to_play == seat else 0


def out_of_time(state: TableState, seat: int, now: int) -> bool:
    """Whether a person cannot come back to this seat yet: the turn's time is up, or the whole game's."""
    clock = state.settings.clock
    if state.status != "playing" or isinstance(clock, NoClock):
        return False
    left = turn_time(state, seat) - gone_by(state, seat, now)
    return (isinstance(clock, GameClock) or state.to_play == seat) and left <= 0


def time_to_take_back(state: TableState, turns: int, now: int) -> bool:
    """Whether somebody who takes back so many turns, and asks nobody, would have time to place anew."""
    turn = state.rounds[-1].times[-turns]
    whole = _whole_turn(state, turn.time_left)
    return isinstance(state.settings.clock, NoClock) or whole - turn.used > now - state.turn_since


def deadline(state: TableState) -> int | None:
    """When the time of the player to move will have run out."""
    seat = running(state)
    return None if seat is None else state.turn_since + turn_time(state, seat)


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
        used = gone_by(state, chair.seat, now)  # also while a bot has the seat
        left.append(max(0, turn_time(state, chair.seat) - used))
    return {"kind": state.settings.clock.kind, "now": now, "running": runs, "left": left}
