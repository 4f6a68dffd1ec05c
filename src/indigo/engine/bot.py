"""What every bot is: somebody who looks at a game as one seat sees it and answers with a move and its reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from indigo._core import StopToken
from indigo.moves import Move
from indigo.rules import Game


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think. None means no limit of that sort; without any limit a bot takes the time it is used to."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    threads: int = 1

    @property
    def unlimited(self) -> bool:
        """Whether nothing ends the thinking but the bot itself."""
        return self.seconds is None and self.nodes is None and self.depth is None


@dataclass(frozen=True, slots=True)
class Line:
    """A move with what is expected of it, and how play may go on."""

    moves: tuple[Move, ...]
    chances: tuple[float, ...]
    """By player: the chance to win; a shared win counts in parts."""
    points: tuple[float, ...]
    """By player: the points expected at the end."""

    @property
    def move(self) -> Move:
        """The move that the line is about."""
        return self.moves[0]


@dataclass(frozen=True, slots=True)
class Thought:
    """A move with its reasons: lines, the best first, and what thinking has cost."""

    move: Move
    lines: tuple[Line, ...]
    nodes: int
    seconds: float
    depth: int = 1

    @property
    def chances(self) -> tuple[float, ...]:
        """Each player's chance to win after the move."""
        return self.lines[0].chances

    @property
    def points(self) -> tuple[float, ...]:
        """Each player's expected points at the end, after the move."""
        return self.lines[0].points


@dataclass(frozen=True, slots=True)
class Stoppable:
    """A bot that can be stopped from outside, whoever asks it."""

    bot: Bot
    stop: StopToken

    @property
    def name(self) -> str:
        """What it is called."""
        return self.bot.name

    def think(self, view: Game, budget: Budget, *, seed: int = 0, stop: StopToken | None = None) -> Thought:
        """What the bot thinks by then."""
        return self.bot.think(view, budget, seed=seed, stop=self.stop if stop is None else stop)


class Bot(Protocol):
    """A player made of code."""

    @property
    def name(self) -> str:
        """What it is called."""

    def think(self, view: Game, budget: Budget, *, seed: int = 0, stop: StopToken | None = None) -> Thought:
        """Choose a move for the player to move in *view*, which holds no more than that player may know.

        On one thread the same view, seed and budget of nodes give the same thought. *stop* ends it at once, with what
        is known by then.
        """


def thousandths(chances: Sequence[float]) -> tuple[int, ...]:
    """Chances as whole thousandths. If they make up 1, so do these: the largest remainders are rounded up."""
    scaled = [max(0.0, chance) * 1000 for chance in chances]
    if abs(sum(scaled) - 1000) > 1:
        return tuple(round(value) for value in scaled)
    whole = [int(value) for value in scaled]
    by_remainder = sorted(range(len(scaled)), key=lambda place: whole[place] - scaled[place])
    for place in by_remainder[: 1000 - sum(whole)]:
        whole[place] += 1
    return tuple(whole)
