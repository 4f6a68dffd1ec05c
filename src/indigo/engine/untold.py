"""Playing on where nobody has told what was drawn."""

from __future__ import annotations

from indigo.errors import StacksEmpty
from indigo.position import UNKNOWN
from indigo.rules import Game


def play_open(game: Game, move: str, draw: str | None) -> None:
    """Play a move whose draw may not have been told: it is then unknown, unless there is nothing to draw."""
    if draw is not None:
        game.play(move, draw)
        return
    try:
        game.play(move, UNKNOWN)
    except StacksEmpty:
        game.play(move)
