"""The table of a contest: shares of wins with intervals, ratings, and who failed how."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from math import isfinite
from typing import Final

from indigo.engine.arena.ratings import (
    CONFIDENCE,
    Interval,
    Rating,
    bradley_terry,
    elo_of_interval,
    many_player_ratings,
    share_interval,
)
from indigo.engine.arena.runner import Contest, PlayedGame, deal_means
from indigo.engine.external import Fault

FORMAT: Final = "indigo-arena-1"
"""The name of the JSON that `as_data` gives; it changes when the shape does."""


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant's line in the table."""

    name: str
    games: int
    """How many seats it has had in games; one that sat in three seats of a game counts three."""
    wins: float
    """Shared wins count in parts."""
    share: Interval
    points: float
    """Points a game, on average, of the games that came to their end."""
    rating: Rating
    seconds_a_move: float
    faults: dict[Fault, int]


@dataclass(frozen=True, slots=True)
class Pair:
    """How two fared against each other in matches of two."""

    one: str
    other: str
    games: int
    share: Interval
    elo: Interval


@dataclass(frozen=True, slots=True)
class Standings:
    """The table, the best first."""

    layout: str
    hand: int
    deals: int
    games: int
    par: float
    """The share that everybody would have if all were equal."""
    rating_system: str
    rows: tuple[Row, ...]
    pairs: tuple[Pair, ...]
    failures: tuple[str, ...]
    """Each failure in a sentence, in the order of the games."""

    def as_data(self) -> dict[str, object]:
        """The table as JSON has it."""

        def interval(value: Interval) -> dict[str, float]:
            return {name: round(number, 4) for name, number in value._asdict().items()}

        return {
            "format": FORMAT,
            "layout": self.layout,
            "hand": self.hand,
            "deals": self.deals,
            "games": self.games,
            "par": round(self.par, 4),
            "confidence": CONFIDENCE,
            "rating_system": self.rating_system,
            "entrants": [
                {
                    **asdict(row),
                    "wins": round(row.wins, 4),
                    "share": interval(row.share),
                    "points": round(row.points, 3),
                    "rating": {
                        "value": round(row.rating.value, 1),
                        "margin": round(row.rating.margin, 1) if isfinite(row.rating.margin) else None,
                    },
                    "seconds_a_move": round(row.seconds_a_move, 4),
                }
                for row in self.rows
            ],
            "pairs": [
                {
                    "one": pair.one,
                    "other": pair.other,
                    "games": pair.games,
                    "share": interval(pair.share),
                    "elo": interval(pair.elo),
                }
                for pair in self.pairs
            ],
            "failures": list(self.failures),
        }


def standings(contest: Contest, deals: Sequence[Sequence[PlayedGame]]) -> Standings:
    """The table after so many *deals*, each with all its games."""
    games = [game for deal in deals for game in deal]
    pairs = _pairs(contest, deals) if contest.players == 2 else ()
    system, ratings = _ratings(contest, games, pairs)
    rows = [
        _row(contest, number, deals, [game for game in games if number in game.seats], ratings[number])
        for number in range(len(contest.entrants))
    ]
    names = [entrant.name for entrant in contest.entrants]
    return Standings(
        layout=contest.layout,
        hand=contest.hand,
        deals=len(deals),
        games=len(games),
        par=1 / contest.players,
        rating_system=system,
        rows=tuple(sorted(rows, key=lambda row: (-row.share.mean, -row.rating.value, row.name))),
        pairs=pairs,
        failures=tuple(
            f"{names[game.seats[game.failing.seat - 1]]} {game.failing.fault} "
            f"(deal {game.deal + 1}, move {game.moves + 1}): {game.failing.text}"
            for game in games
            if game.failing is not None
        ),
    )


def _row(
    contest: Contest, number: int, deals: Sequence[Sequence[PlayedGame]], games: Sequence[PlayedGame], rating: Rating
) -> Row:
    seated = [(game, seat) for game in games for seat, entrant in enumerate(game.seats) if entrant == number]
    results = [means[number] for deal in deals if number in (means := deal_means(deal))]
    finished = [game.points[seat] for game, seat in seated if game.failing is None]
    asked = sum(game.turns[seat] for game, seat in seated)
    faults = Counter(
        game.failing.fault for game, seat in seated if game.failing is not None and game.failing.seat == seat + 1
    )
    return Row(
        name=contest.entrants[number].name,
        games=len(seated),
        wins=sum(game.shares[seat] for game, seat in seated),
        share=share_interval(results, contest.players),
        points=sum(finished) / len(finished) if finished else 0.0,
        rating=rating,
        seconds_a_move=sum(game.seconds[seat] for game, seat in seated) / asked if asked else 0.0,
        faults=dict(sorted(faults.items())),
    )


def _pairs(contest: Contest, deals: Sequence[Sequence[PlayedGame]]) -> tuple[Pair, ...]:
    found: list[Pair] = []
    for one, other in combinations(range(len(contest.entrants)), 2):
        between = [deal_means(deal)[one] for deal in deals if {*deal[0].seats} == {one, other}]
        if between:
            share = share_interval(between, contest.players)
            names = contest.entrants[one].name, contest.entrants[other].name
            found.append(Pair(*names, len(between) * contest.players, share, elo_of_interval(share)))
    return tuple(found)


def _ratings(contest: Contest, games: Sequence[PlayedGame], pairs: Sequence[Pair]) -> tuple[str, tuple[Rating, ...]]:
    entrants = len(contest.entrants)
    if contest.players > 2:
        return "openskill", many_player_ratings(entrants, ((game.seats, _results(game)) for game in games))
    if entrants == 2 and pairs:
        # With one pair the interval over deals is known, which is better than what a fit can tell.
        elo = pairs[0].elo
        half = Rating(elo.mean / 2, max(elo.high - elo.mean, elo.mean - elo.low) / 2)
        return "elo", (half, Rating(-half.value, half.margin))
    wins: dict[tuple[int, int], float] = {}
    for game in games:
        (one, other), shares = game.seats, game.shares
        if one != other:
            wins[one, other] = wins.get((one, other), 0.0) + shares[0]
            wins[other, one] = wins.get((other, one), 0.0) + shares[1]
    return "elo", bradley_terry(entrants, wins)


def _results(game: PlayedGame) -> list[float]:
    """By seat, a number from 0 to 1, the larger the better: who won, and behind them who had more points."""
    most = max(1, *game.points)
    failed = None if game.failing is None else game.failing.seat - 1
    return [
        0.0 if seat == failed else 0.5 + share / 2 if share else points / most / 4
        for seat, (share, points) in enumerate(zip(game.shares, game.points, strict=True))
    ]
