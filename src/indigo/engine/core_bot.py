"""The bots of the core, by name: the baselines, each a thought that fits in a sentence, and the strongest."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from indigo import _core
from indigo.board import GEMS
from indigo.engine.bot import Budget, Line, Thought
from indigo.engine.conversion import core_position, rules_move
from indigo.engine.model import model_file, shipped
from indigo.position import Position, Won
from indigo.rules import Game

BASELINES: Final = ("random", "greedy", "expectimax2", "absorption1", "search", "flat-2k", "flat-20k", "flat-200k")
"""Opponents to measure others against, roughly weakest first but for `search`, which beats all the others.

`random` plays anything, `greedy` takes the most points at once, `expectimax2` looks at the next player's best reply for
each tile it may hold, `absorption1` judges each move by the chances of a gem's walk over random tiles, `flat-Nk`
spreads N thousand random fillings over all moves by sequential halving, and `search` looks ahead in a tree of moves and
chances without having learned anything.
"""
STRONGEST: Final = "champion"
"""The same tree with a learned judgement: docs/engine.md and docs/learning.md tell how it thinks."""


@dataclass(frozen=True)
class CoreBot:
    """A bot that thinks on the core."""

    name: str
    usual: Budget = field(default_factory=Budget)
    """What it takes when nothing limits it."""
    model: bytes | None = field(default=None, repr=False, compare=False)
    """What `model_in` read, for a bot that is made anew again and again while its file may change."""
    _bot: _core.Bot = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_bot", core_bot(self.name, self.model))

    def think(self, view: Game, budget: Budget, *, seed: int = 0, stop: _core.StopToken | None = None) -> Thought:
        """Choose a move for the player to move in *view*, which holds no more than that player may know."""
        if budget.unlimited:
            budget = replace(self.usual, threads=budget.threads)
        thought = self._bot.think(
            core_position(with_totals(view)),
            seconds=budget.seconds or 0.0,
            nodes=budget.nodes or 0,
            depth=budget.depth or 0,
            threads=budget.threads,
            seed=seed % 2**64,
            stop=stop,
        )
        lines = tuple(
            Line(tuple(rules_move(*move) for move in moves), tuple(chances), tuple(points))
            for moves, chances, points in thought.lines
        )
        return Thought(rules_move(*thought.move), lines, thought.nodes, thought.seconds, thought.depth)


def core_bot(name: str, model: bytes | None = None) -> _core.Bot:
    """The core's bot of this name; `champion@FILE` judges by the model in that file instead of the one that ships.

    KeyError if there is none, BadModel if the file holds no model. With *model*, which `model_in` has read before, the
    file is not looked at again.
    """
    player, at, _ = name.partition("@")
    if at and player.partition(":")[0] != STRONGEST:  # nobody else judges by a model
        raise KeyError(name)
    data = model or model_in(name)
    try:
        return _core.Bot(player, shipped() if data is None else _core.Model(data))
    except ValueError as unknown:
        raise KeyError(name) from unknown


def model_in(name: str) -> bytes | None:
    """The model of the file that is part of a bot's name, if one is. BadModel if it is none."""
    _, at, file = name.partition("@")
    return model_file(Path(file)) if at else None


def with_totals(view: Game) -> Position:
    """The view's position with the totals behind screens counted up: everybody saw every gem being won.

    A game that was entered in the middle, with totals already hidden, counts from nothing.
    """
    totals: list[list[int]] = [list(won or (0, 0, 0)) for won in view.start.won]
    for turn in view.turns:
        for player, gem in turn.awards:
            totals[player - 1][GEMS.index(gem)] += 1
    won: list[Won] = [
        known if known is not None else (total[0], total[1], total[2])
        for known, total in zip(view.position.won, totals, strict=True)
    ]
    return view.position._replace(won=tuple(won))
