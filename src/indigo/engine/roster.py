"""Everybody who can sit down by name: the levels, weakest first, and the baselines they are measured against."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import Final

from indigo._core import StopToken
from indigo.bots import BOTS
from indigo.engine.thought import Bot, Budget, Line, Thought
from indigo.rules import Game


@dataclass(frozen=True)
class SimpleBot:
    """One of the two bots that need no core. It does not reckon: to it everybody's chance is the same."""

    name: str

    def think(self, view: Game, budget: Budget, *, seed: int = 0, stop: StopToken | None = None) -> Thought:
        """Choose as `indigo.bots` does."""
        began = time.perf_counter()
        move = BOTS[self.name](view, random.Random(seed))
        players = view.layout.players
        # Totals behind screens are not known, and this bot does not count.
        points = (0.0,) * players if None in view.won else tuple(map(float, view.points))
        line = Line((move,), (1 / players,) * players, points)
        return Thought(move, (line,), len(view.legal_moves), time.perf_counter() - began)


LEVELS: Final = ("random", "greedy")
NAMES: Final = LEVELS


def bot_named(name: str) -> Bot:
    """The bot of this name. KeyError if there is none."""
    if name not in BOTS:
        raise KeyError(name)
    return SimpleBot(name)


def is_name(name: str) -> bool:
    """Whether somebody of this name can sit down."""
    return name in NAMES
