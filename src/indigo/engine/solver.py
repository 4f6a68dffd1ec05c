"""The end of a game, exactly: everybody's true chances when few cells are empty."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from indigo import _core
from indigo.engine.conversion import core_position, rules_move
from indigo.moves import Move
from indigo.position import Position

MOST_EMPTY_CELLS: Final = 8
"""With so many empty cells, or fewer, a position is solved in seconds on one core: see docs/strength.md."""


class NotSolved(Exception):
    """There were too many ways to go on for the time given."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A move with everybody's chance to win after it."""

    move: Move
    chances: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """The truth about a position: everybody's chance to win with best play, and that of every move."""

    chances: tuple[float, ...]
    answers: tuple[Answer, ...]
    """Every legal move, the best for the player to move first."""
    nodes: int


def solve(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    stop: _core.StopToken | None = None,
) -> Solution:
    """Look at every way to go on. The hand of the player to move must be known; unseen tiles are chance.

    With one tile in hand the answer is exact. With two it is nearly so: which tile another player keeps from turn to
    turn is not followed up. Raises NotSolved when a limit is reached first.
    """
    solved = _core.solve(core_position(position), seconds=seconds or 0.0, nodes=nodes or 0, stop=stop)
    if not solved.complete:
        raise NotSolved(f"{position.tiles.count(0)} empty cells are too many for the time given")
    answers = tuple(Answer(rules_move(*move), tuple(chances)) for move, chances in solved.moves)
    return Solution(tuple(solved.chances), answers, solved.nodes)
