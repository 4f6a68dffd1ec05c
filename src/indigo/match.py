"""A match: an agreed number of rounds with the same players, seats and gateways, and its score sheet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from indigo.board import LAYOUTS
from indigo.errors import BadMatch
from indigo.position import leaders
from indigo.record import NO_REMARKS, Record, Remarks, read_records
from indigo.rules import Game

MOST_ROUNDS: Final = 100


class Row(NamedTuple):
    """One line of the score sheet: who began, everybody's points and number of gems."""

    first: int
    points: tuple[int, ...]
    gems: tuple[int, ...]


class Match:
    """Rounds at one table, added up. Each round is begun by the next player, clockwise, after who began the last.

    >>> match = Match("2", hand=1, rounds=2, players=("Ada", "Ben"))
    >>> match.next_first, match.over
    (1, False)
    """

    def __init__(self, layout: str, hand: int, rounds: int, players: Sequence[str], first: int = 1) -> None:
        if layout not in LAYOUTS or hand not in (1, 2):
            raise BadMatch(f"layout {layout!r}, {hand!r} in hand: layouts are {', '.join(LAYOUTS)}, hands 1 or 2")
        if len(players) != LAYOUTS[layout].players:
            raise BadMatch(f"{len(players)} names for {LAYOUTS[layout].players} players")
        if not 1 <= rounds <= MOST_ROUNDS:
            raise BadMatch(f"{rounds} rounds: a match has 1 to {MOST_ROUNDS}")
        if not 1 <= first <= len(players):
            raise BadMatch(f"player {first} cannot begin: there are {len(players)}")
        self.layout = layout
        self.hand = hand
        self.rounds = rounds
        self.players = tuple(players)
        self.first = first
        self.games: list[Game] = []
        self.remarks: list[Remarks] = []
        """For each round, what its record told beside the game; it is written again with it."""

    @property
    def next_first(self) -> int:
        """The player who begins the next round: the one after who began the last."""
        return (self.first - 1 + len(self.games)) % len(self.players) + 1

    @property
    def over(self) -> bool:
        """Whether all rounds have been played."""
        return len(self.games) == self.rounds

    def add(self, game: Game, *, agreed: bool = False, remarks: Remarks = NO_REMARKS) -> None:
        """Write a finished round on the score sheet.

        A round that the players *agreed* to end early counts with the points as they stand.
        """
        self._check(game)
        if not game.over and not agreed:
            raise BadMatch("this round is not over yet")
        self.games.append(game.copy())  # whatever becomes of the game, the sheet stays
        self.remarks.append(remarks.fitting(game.turns_played))

    def _check(self, game: Game) -> None:
        """Whether *game* can be the next round, finished or not."""
        if self.over:
            raise BadMatch(f"all {self.rounds} rounds have been played")
        if (game.layout.name, game.hand_size) != (self.layout, self.hand):
            raise BadMatch(
                f"this round was played with layout {game.layout.name} and {game.hand_size} in hand, "
                f"the match is {self.layout} with {self.hand}"
            )
        if game.first != self.next_first:
            raise BadMatch(f"player {game.first} began this round, but it was player {self.next_first}'s turn to begin")

    @property
    def sheet(self) -> tuple[Row, ...]:
        """The score sheet: a row for each round played."""
        return tuple(Row(game.first, game.points, game.position.gem_counts) for game in self.games)

    @property
    def points(self) -> tuple[int, ...]:
        """Each player's points, added up over the rounds."""
        return tuple(sum(row.points[seat] for row in self.sheet) for seat in range(len(self.players)))

    @property
    def gems(self) -> tuple[int, ...]:
        """How many gems each player has won over the rounds."""
        return tuple(sum(row.gems[seat] for row in self.sheet) for seat in range(len(self.players)))

    @property
    def winners(self) -> tuple[int, ...]:
        """As in a single game: most points, then most gems; if still tied they share. Empty before the end."""
        return leaders(self.points, self.gems) if self.over else ()

    def records(self, tags: dict[str, str] | None = None) -> tuple[Record, ...]:
        """The rounds as records; written one after another they are the match's file.

        What was read with a round is written with it; *tags* are added to each and win.
        """
        records: list[Record] = []
        for number, (game, kept) in enumerate(zip(self.games, self.remarks, strict=True), start=1):
            own = {"Round": str(number), "Rounds": str(self.rounds)} | ({} if game.over else {"End": "agreed"})
            all_tags: dict[str, str | tuple[str, ...]] = {**dict(kept.tags), **(tags or {}), **own}
            records.append(Record.of(game, self.players, all_tags, comments=kept.comments))
        return tuple(records)

    def __str__(self) -> str:
        return "\n".join(map(str, self.records()))

    @classmethod
    def of(cls, records: Iterable[Record]) -> Match:
        """The match that these records make. An unfinished last round is left out: it is not on the sheet yet."""
        games = list(records)
        if not games:
            raise BadMatch("a match needs at least one round")
        head = games[0]
        declared = head.tag("Rounds") or (str(len(games)),)
        if not re.fullmatch(r"[0-9]{1,4}", declared[0]):
            raise BadMatch("Rounds: the number of rounds of the match")
        rounds = int(declared[0])
        match = cls(head.layout, head.hand, rounds, head.players, head.first)
        for number, record in enumerate(games, start=1):
            if record.round not in (None, number):
                raise BadMatch(f"round {record.round} stands where round {number} is expected")
            if record.players != match.players:
                raise BadMatch(f"round {number}: the players are {record.players}, not {match.players}")
            game = record.game()
            if not game.over and not record.agreed and number == len(games):
                match._check(game)
            else:
                match.add(game, agreed=record.agreed, remarks=record.remarks)
        return match


def read_match(data: str | bytes) -> Match:
    """Read a match's file."""
    return Match.of(read_records(data))
