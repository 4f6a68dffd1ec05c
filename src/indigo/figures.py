"""The ten figures of the rulebook as scenes: a position, a move, and what must happen.

    >>> scene = figure(8)
    >>> scene.position, scene.plays[0].move, scene.plays[0].out
    ('*3*/1B04/7/3C24/*3*3*/8/7/6/*3* Ab22,Ed45 2 1 C/? 000/000', 'c3C2', ('E', 'A'))

Tests run them, docs show them, the tutorial has them played. They live in `figures.json` and are read when first asked
for; their words, in six languages, are messages such as `scenes.figure_8_title`.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from indigo.board import Gem
from indigo.journeys import Exit, Journey, Meeting, Rest, Step

NUMBERS: Final = range(1, 11)
"""The figures' numbers."""

WORDS: Final = ("title", "before", "task", "after")
"""What is said about each figure: its title, what one sees, what to do, and what happened then."""


class Play(NamedTuple):
    """A move of a figure and what comes of it: the gems' journeys and their end, or the error that refuses it."""

    move: str
    error: str | None  # the code of the exception, for a move that the rules forbid
    journeys: tuple[Journey, ...]
    awards: tuple[tuple[int, Gem], ...]  # the gems won, as (player, gem)
    out: tuple[Gem, ...]  # the gems that met and are out of the game
    after: str  # the position afterwards, the tile drawn unknown; for a refused move the one before


class Scene(NamedTuple):
    """One figure of the rulebook."""

    number: int
    position: str
    plays: tuple[Play, ...]  # the figure's own moves, the one to draw first
    answers: frozenset[str] | None  # the moves that do what its task asks; None: any legal move does
    refused: frozenset[str]  # the moves that its task asks to try first, because the rules forbid them
    cell: str | None  # the cell that its task asks for, where it asks for no move

    def accepts(self, move: str) -> bool:
        """Whether this legal *move* does what the figure's task asks."""
        return self.answers is None or move in self.answers

    def message(self, part: str) -> str:
        """The key of the sentence for a *part* of WORDS, as `indigo.i18n` takes it."""
        return f"scenes.figure_{self.number}_{part}"


@cache
def figures() -> tuple[Scene, ...]:
    """All ten figures, in order."""
    text = files("indigo").joinpath("figures.json").read_text(encoding="utf-8")
    return tuple(_scene(data) for data in json.loads(text))


def figure(number: int) -> Scene:
    """Figure *number*, from 1 to 10."""
    if number not in NUMBERS:
        raise ValueError(f"there is no figure {number}: figures are 1 to {NUMBERS[-1]}")
    return figures()[number - 1]


def _scene(data: dict[str, Any]) -> Scene:
    answers = data.get("accepts", [])
    return Scene(
        number=data["number"],
        position=data["position"],
        plays=tuple(_play(play, data["position"]) for play in data.get("plays", [])),
        answers=None if answers == "any" else frozenset(answers),
        refused=frozenset(data.get("refused", [])),
        cell=data.get("cell"),
    )


def _play(data: dict[str, Any], before: str) -> Play:
    return Play(
        move=data["move"],
        error=data.get("error"),
        journeys=tuple(_journey(journey) for journey in data.get("journeys", [])),
        awards=tuple((player, gem) for player, gem in data.get("awards", [])),
        out=tuple(data.get("out", [])),
        after=data.get("after", before),
    )


def _journey(data: dict[str, Any]) -> Journey:
    steps = tuple(Step(*step) for step in data["steps"])
    return Journey(data["gem"], data["cell"], data["side"], steps, _end(**data["end"]))


def _end(
    rest: dict[str, Any] | None = None, exit: dict[str, Any] | None = None, meeting: dict[str, Any] | None = None
) -> Rest | Exit | Meeting:
    if rest is not None:
        return Rest(**rest)
    if exit is not None:
        return Exit(**{**exit, "owners": tuple(exit["owners"])})
    assert meeting is not None
    return Meeting(**meeting)
