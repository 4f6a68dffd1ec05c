"""The one place where the server asks the engine for its opinion: hints and analysis."""

from __future__ import annotations

from indigo.rules import Game
from indigo.server.refusal import Refusal
from indigo.server.shapes import AnalysedPosition, HintMove


def can_analyse() -> bool:
    """Whether there is an engine."""
    return False


def analyse(game: Game, move: int) -> AnalysedPosition:
    """What the engine thinks of a finished game's position before a move. Takes a while: call it in a thread."""
    raise Refusal("unavailable", "this server has no engine that analyses")


def hint(seen: Game) -> list[HintMove]:
    """The engine's best moves for the player to move, who sees *seen*, best first."""
    raise Refusal("unavailable", "this server has no engine that gives hints")
