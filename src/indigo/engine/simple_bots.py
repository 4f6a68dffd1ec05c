"""Two simple bots, for company and as a measure: one plays anything, one takes every point it can see.

A bot is given what its seat may see (`indigo.view.see`) and a source of randomness, and answers with a move.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final, TypeAlias

from indigo.board import POINTS
from indigo.moves import Move
from indigo.position import UNKNOWN
from indigo.rules import Game, Turn

Bot: TypeAlias = Callable[[Game, random.Random], Move]
"""Chooses a move for the player to move, from what that player sees."""


def random_bot(seen: Game, dice: random.Random) -> Move:
    """Any legal move."""
    moves = seen.legal_moves
    return moves[dice.randrange(len(moves))]


def greedy_bot(seen: Game, dice: random.Random) -> Move:
    """The move that wins most at once, less what it gives to the others on average; among equals, any."""
    # The draw does not matter to what a move wins at once, so the trial game draws unknown tiles.
    trial = Game.at(seen.position, UNKNOWN * seen.position.stacked, hand=seen.hand_size)
    best: list[Move] = []
    best_gain: int | None = None
    for move in trial.legal_moves:
        gain = _gain(trial.play(move))
        trial.undo()
        if best_gain is None or gain > best_gain:
            best, best_gain = [move], gain
        elif gain == best_gain:
            best.append(move)
    return best[dice.randrange(len(best))]


def _gain(turn: Turn) -> int:
    points = [0] * turn.before.layout.players
    for player, gem in turn.awards:
        points[player - 1] += POINTS[gem]
    own = points.pop(turn.player - 1)
    return own * len(points) - sum(points)


BOTS: Final[dict[str, Bot]] = {"random": random_bot, "greedy": greedy_bot}
"""The bots by name, weakest first."""
