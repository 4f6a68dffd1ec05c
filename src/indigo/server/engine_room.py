"""The one place where the server asks the engine for its opinion: hints and analysis."""

from __future__ import annotations

from typing import Final

from indigo.rules import Game
from indigo.server.bots import levels
from indigo.server.refusal import Refusal
from indigo.server.shapes import AnalysedPosition, HintMove

HINT_SECONDS: Final = 0.5
HINTS: Final = 3


def _thousandths(chances: tuple[float, ...]) -> list[int]:
    return [round(1000 * chance) for chance in chances]


def hint(seen: Game) -> list[HintMove]:
    """The strongest bot's best moves for the player to move, who sees *seen*, best first."""
    from indigo.engine.roster import bot_named
    from indigo.engine.thought import Budget

    thought = bot_named(levels()[-1]).think(seen, Budget(seconds=HINT_SECONDS))
    return [{"move": str(line.move), "chances": _thousandths(line.chances)} for line in thought.lines[:HINTS]]


def can_analyse() -> bool:
    """Whether there is an engine."""
    return False


def analyse(game: Game, move: int) -> AnalysedPosition:
    """What the engine thinks of a finished game's position before a move. Takes a while: call it in a thread."""
    raise Refusal("unavailable", "this server has no engine that analyses")
