"""A table as it is now: what you get by replaying its events, and nothing else.

Pure: no files, no network, no clock; times come with the events. Whoever has the same events has the same table.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from indigo.board import LAYOUTS
from indigo.position import Won, leaders
from indigo.rules import Game
from indigo.server.table.events import PLAYS_ON, Event
from indigo.server.table.settings import GameClock, Settings

Status = Literal["waiting", "playing", "between", "over"]
SAID_KEPT: Final = 20


@dataclass(slots=True)
class Chair:
    """One seat: who sits there, or who plays for them."""

    seat: int
    kind: Literal["open", "person", "bot"] = "open"
    player: str | None = None
    name: str | None = None
    level: str | None = None
    stand_in: bool = False
    youngest: bool = False
    time_left: int = 0  # milliseconds, with a clock per game
    used: int = 0  # milliseconds of this turn that were gone before `turn_since`

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot of the house has to place for this seat."""
        return self.kind == "bot" or self.stand_in

    @property
    def played_by_person(self) -> bool:
        """Whether a person has to place for this seat."""
        return self.kind == "person" and not self.stand_in


@dataclass(slots=True)
class Question:
    """Something one player asked the others: to take a placement back, or to end the game."""

    what: Literal["take_back", "end"]
    by: int
    of: list[int]
    yes: list[int] = field(default_factory=list)
    number: int = 0


@dataclass(slots=True)
class RoundResult:
    """A line of the score sheet."""

    round: int
    first: int
    points: list[int]
    gems: list[list[int]]
    winners: list[int]
    end: Literal["gems", "agreed"]


@dataclass(slots=True)
class Remark:
    """Something said at the table."""

    number: int
    at: int
    seat: int | None
    name: str
    phrase: str | None = None
    sign: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class TurnTime:
    """What one turn took from its player's clock, and what the clock for the game had before: to take it back."""

    seat: int
    used: int
    time_left: int
    stand_in: bool  # a bot has placed in the person's stead


@dataclass(slots=True)
class PlayedRound:
    """A round that is over, or the one that is played: its game and how long each turn took."""

    round: int
    game: Game
    prefix: int  # turns that were played elsewhere, before this table went on from there
    seconds: list[float | None]
    times: list[TurnTime] = field(default_factory=list)  # of the turns that were played here
    end: Literal["gems", "agreed"] | None = None


class TableState:
    """Everything about one table."""

    def __init__(self, table: str) -> None:
        self.id = table
        self.number = 0
        self.made_at = 0
        self.changed_at = 0
        self.host: str | None = None
        self.settings = Settings()
        self.status: Status = "waiting"
        self.chairs: list[Chair] = []
        self.rounds: list[PlayedRound] = []
        self.sheet: list[RoundResult] = []
        self.asked: Question | None = None
        self.said: list[Remark] = []
        self.rematch: str | None = None
        self.begin: dict[str, Any] | None = None  # where to play on from, for the first round
        self.commands: dict[str, int] = {}  # what was asked for before, and the last event it made
        self.played_on = 0  # the number of the last event that changed play
        self.turn_since = 0  # since when the player to move has been thinking
        self.resumed_at = 0  # when a server last gave back the time that none ran
        self.last_placed = 0  # the number of the last `placed`
        self.closed = False

    @classmethod
    def replay(cls, table: str, events: Iterable[Event]) -> TableState:
        """The table that these events make."""
        state = cls(table)
        for event in events:
            state.apply(event)
        return state

    def copy(self) -> TableState:
        """The same table once more, to see what events would make of it."""
        twin = copy(self)
        twin.chairs = [copy(chair) for chair in self.chairs]
        twin.rounds = self.rounds[:-1]
        if self.rounds:
            last = self.rounds[-1]
            twin.rounds.append(
                replace(last, game=last.game.copy(), seconds=last.seconds.copy(), times=last.times.copy())
            )
        twin.sheet, twin.said, twin.commands = self.sheet.copy(), self.said.copy(), self.commands.copy()
        if self.asked is not None:
            twin.asked = replace(self.asked, of=self.asked.of.copy(), yes=self.asked.yes.copy())
        return twin

    # -------------------------------------------------------------------------------------------- what there is

    @property
    def round(self) -> PlayedRound | None:
        """The round that is played now or was played last."""
        return self.rounds[-1] if self.rounds else None

    @property
    def game(self) -> Game | None:
        """The game that is played now or was played last."""
        return self.rounds[-1].game if self.rounds else None

    def chair(self, seat: int) -> Chair | None:
        """The chair of this number, if there is one."""
        return self.chairs[seat - 1] if 1 <= seat <= len(self.chairs) else None

    def seats_of(self, player: str | None) -> list[int]:
        """The seats that this player holds, also while a bot stands in."""
        return [chair.seat for chair in self.chairs if player is not None and chair.player == player]

    @property
    def to_play(self) -> int | None:
        """The seat that has to place now."""
        return self.rounds[-1].game.player if self.status == "playing" and self.rounds else None

    @property
    def bot_to_play(self) -> Chair | None:
        """The chair for which a bot of the house has to place now."""
        seat = self.to_play
        chair = self.chair(seat) if seat is not None else None
        return chair if chair is not None and chair.played_by_bot else None

    @property
    def deserted(self) -> bool:
        """Whether everybody has left before the next round."""
        return self.status == "between" and not any(chair.played_by_person for chair in self.chairs)

    @property
    def total(self) -> list[int]:
        """Everybody's points, added up over the rounds."""
        return [sum(row.points[seat] for row in self.sheet) for seat in range(len(self.chairs))]

    @property
    def winners(self) -> list[int] | None:
        """Who has won the match: most points, then most gems; if still tied they share. Nobody, if all have left it."""
        if self.status != "over" or self.closed or not self.sheet:
            return None
        gems = [sum(sum(row.gems[seat]) for row in self.sheet) for seat in range(len(self.chairs))]
        return list(leaders(self.total, gems))

    # -------------------------------------------------------------------------------------------- what happens

    def apply(self, event: Event) -> None:
        """Let one more event happen."""
        if event.number != self.number + 1:
            raise ValueError(f"event {event.number} cannot follow event {self.number} of table {self.id}")
        _HAPPENING[event.type](self, event)
        self.number = event.number
        self.changed_at = event.at
        if event.type in PLAYS_ON:
            self.played_on = event.number
        if event.command is not None:
            self.commands[event.command] = event.number

    def _made(self, event: Event) -> None:
        self.host = event.data["by"]
        self.made_at = event.at
        self.settings = Settings.model_validate(event.data["settings"])
        self.chairs = [Chair(seat) for seat in range(1, LAYOUTS[self.settings.layout].players + 1)]
        self.begin = event.data.get("begin")

    def _sat(self, event: Event) -> None:
        chair, data = self.chairs[event.data["seat"] - 1], event.data
        chair.kind, chair.player, chair.name, chair.level = data["kind"], data["player"], data["name"], data["level"]

    def _stood_up(self, event: Event) -> None:
        seat = event.data["seat"]
        self.chairs[seat - 1] = Chair(seat)
        self.host = event.data.get("host", self.host)  # older tables told the new host here

    def _host(self, event: Event) -> None:
        self.host = self.chairs[event.data["seat"] - 1].player

    def _youngest(self, event: Event) -> None:
        for chair in self.chairs:
            chair.youngest = chair.seat == event.data["seat"]

    def _started(self, event: Event) -> None:
        data = event.data
        prefix = data.get("moves", [])
        game = Game(self.settings.layout, data["deal"], data["draws"], first=data["first"], moves=prefix)
        self.rounds.append(PlayedRound(data["round"], game, len(prefix), [None] * len(prefix)))
        self.status = "playing"
        self.asked = None
        self.turn_since = event.at
        clock = self.settings.clock
        for chair in self.chairs:
            chair.used = 0
            if isinstance(clock, GameClock):
                chair.time_left = clock.seconds * 1000

    def _placed(self, event: Event) -> None:
        now, chair = self.rounds[-1], self.chairs[event.data["seat"] - 1]
        now.game.play(event.data["move"], event.data["draw"])
        took = chair.used + event.at - self.turn_since
        now.seconds.append(round(took / 1000, 1))
        stand_in = event.data["stand_in"]
        used = chair.used if stand_in else took  # the time of a bot that stands in is nobody's
        now.times.append(TurnTime(chair.seat, used, chair.time_left, stand_in))
        clock = self.settings.clock
        if isinstance(clock, GameClock):
            chair.time_left = max(0, chair.time_left - used) + (0 if stand_in else clock.increment * 1000)
        chair.used = 0
        self.turn_since = event.at
        self.last_placed = event.number
        if not chair.played_by_bot:  # what was asked while a bot had to place is still asked
            self.asked = None

    def _taken_back(self, event: Event) -> None:
        now = self.rounds[-1]
        taken = now.times[-event.data["turns"] :]
        del now.times[-len(taken) :]
        for turn in reversed(taken):
            now.game.undo()
            now.seconds.pop()
            self.chairs[turn.seat - 1].time_left = turn.time_left
        for chair in self.chairs:
            chair.used = 0
        if event.data.get("agreed", True):  # older tables did not tell, and were kind
            self.turn_since = event.at
        else:  # the clock goes on as if nothing had been placed
            self.chairs[taken[0].seat - 1].used = taken[0].used
        self.asked = None

    def _asked(self, event: Event) -> None:
        self.asked = Question(event.data["what"], event.data["by"], event.data["of"], number=event.number)

    def _answered(self, event: Event) -> None:
        if self.asked is not None and event.data["yes"]:
            self.asked.yes.append(event.data["seat"])

    def _ask_ended(self, event: Event) -> None:
        self.asked = None

    def _round_over(self, event: Event) -> None:
        data = event.data
        self.sheet.append(
            RoundResult(data["round"], data["first"], data["points"], data["gems"], data["winners"], data["end"])
        )
        self.rounds[-1].end = data["end"]
        self.asked = None
        self.status = "between"

    def _match_over(self, event: Event) -> None:
        self.status = "over"

    def _left(self, event: Event) -> None:
        chair = self.chairs[event.data["seat"] - 1]
        chair.stand_in, chair.level = True, event.data["level"]
        if self.to_play == chair.seat:
            chair.used += event.at - self.turn_since
            self.turn_since = event.at
        if event.data["reason"] == "time":
            chair.time_left = 0
        asked = self.asked
        if asked is not None and chair.seat in asked.of:
            asked.of.remove(chair.seat)

    def _returned(self, event: Event) -> None:
        chair = self.chairs[event.data["seat"] - 1]
        chair.stand_in, chair.level = False, None
        if self.to_play == chair.seat:  # the turn's clock ran on, or going and coming would stop it
            chair.used += event.data.get("away", 0)  # older tables did not tell
            self.turn_since = event.at

    def _said(self, event: Event) -> None:
        data = event.data
        self.said.append(
            Remark(
                event.number,
                event.at,
                data["seat"],
                data["name"],
                data.get("phrase"),
                data.get("sign"),
                data.get("text"),
            )
        )
        del self.said[:-SAID_KEPT]

    def _rematch(self, event: Event) -> None:
        self.rematch = event.data["table"]

    def _resumed(self, event: Event) -> None:
        self.turn_since += event.data["away"]
        self.resumed_at = event.at

    def _closed(self, event: Event) -> None:
        self.status = "over"
        self.closed = True


_HAPPENING: Final = {
    "made": TableState._made,
    "sat": TableState._sat,
    "stood_up": TableState._stood_up,
    "host": TableState._host,
    "youngest": TableState._youngest,
    "started": TableState._started,
    "placed": TableState._placed,
    "taken_back": TableState._taken_back,
    "asked": TableState._asked,
    "answered": TableState._answered,
    "ask_ended": TableState._ask_ended,
    "round_over": TableState._round_over,
    "match_over": TableState._match_over,
    "left": TableState._left,
    "returned": TableState._returned,
    "said": TableState._said,
    "rematch": TableState._rematch,
    "resumed": TableState._resumed,
    "closed": TableState._closed,
}


def totals(game: Game) -> list[Won]:
    """What everybody has won; the server's own game hides nothing."""
    return [won for won in game.won if won is not None]
