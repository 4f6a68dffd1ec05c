"""The bots of the house: the one place where the server meets the engine.

A bot is handed what its seat may see, never more, and answers with a move.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from indigo.board import POINTS
from indigo.journeys import Turn
from indigo.rules import Game, Move

Chooser = Callable[[Game], Move]


def _points(turn: Turn, seat: int) -> float:
    """What a turn is worth at once: points won, less what the strongest other wins."""
    gained: dict[int, int] = {}
    for player, gem in turn.awards:
        gained[player] = gained.get(player, 0) + POINTS[gem]
    others = [points for player, points in gained.items() if player != seat]
    return gained.get(seat, 0) - max(others, default=0)


def random_move(seen: Game) -> Move:
    """Any legal move."""
    return random.choice(seen.legal_moves)


def greedy_move(seen: Game) -> Move:
    """The move that wins most at once; one of them by lot."""
    scored: list[tuple[float, float, Move]] = []
    for move in seen.legal_moves:
        turn = _tried(seen, move)
        scored.append((_points(turn, turn.player), random.random(), move))
    return max(scored)[2]


def _tried(seen: Game, move: Move) -> Turn:
    trial = Game.at(seen.position, "?" * seen.position.stacked, hand=seen.hand_size)
    return trial.play(move)


_HOUSE_BOTS: Final[dict[str, Chooser]] = {"random": random_move, "greedy": greedy_move}


def levels() -> tuple[str, ...]:
    """The bots by name, weakest first."""
    return tuple(_HOUSE_BOTS)


def choose(level: str, seen: Game) -> Move:
    """The move of a bot for the player to move, who sees *seen*. Takes a while: call it in a thread."""
    return _HOUSE_BOTS.get(level, greedy_move)(seen)
