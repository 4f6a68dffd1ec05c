"""The one place where the server asks the engine for its opinion: hints and analysis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from indigo.bots import BOTS
from indigo.position import UNKNOWN
from indigo.rules import Game
from indigo.server.bots import levels
from indigo.server.refusal import Refusal
from indigo.server.shapes import AnalysedPosition, HintMove

HINT_SECONDS: Final = 0.5
ANALYSIS_SECONDS: Final = 0.4
"""For each position of a game: half a minute for a whole game."""
SHOWN: Final = 3
"""How many of the best moves are shown."""


def _thousandths(chances: Sequence[float]) -> list[int]:
    return [round(1000 * chance) for chance in chances]


def hint(seen: Game) -> list[HintMove]:
    """The strongest bot's best moves for the player to move, who sees *seen*, best first."""
    from indigo.engine.roster import bot_named
    from indigo.engine.thought import Budget

    thought = bot_named(levels()[-1]).think(seen, Budget(seconds=HINT_SECONDS))
    return [{"move": str(line.move), "chances": _thousandths(line.chances)} for line in thought.lines[:SHOWN]]


def check(game: Game) -> None:
    """Refuse a game that cannot be analysed."""
    if levels()[-1] in BOTS:
        raise Refusal("unavailable", "this server has no engine that reckons chances")
    if UNKNOWN in "".join(game.start.hands) + "".join(turn.draw or "" for turn in game.turns):
        raise Refusal("bad_record", "this record does not tell every tile")


def analyse(game: Game, move: int) -> AnalysedPosition:
    """What the engine thinks of the position before a move. Takes a while: call it in a thread."""
    from indigo.engine.analysis import chances_after, final_shares, gem_chances
    from indigo.engine.roster import bot_named
    from indigo.engine.thought import Budget
    from indigo.view import see

    played = game.turns[move].move if move < game.turns_played else None
    game = game.copy()
    while game.turns_played > move:
        game.undo()
    if game.over:
        shares = _thousandths(final_shares(game))
        return {"move": move, "chances": shares, "best": [], "best_chances": [], "loss": None, "gems": []}
    bot, budget = bot_named(levels()[-1]), Budget(seconds=ANALYSIS_SECONDS / 2)
    seen = see(game, game.player, screens=False)
    thought = bot.think(seen, budget)
    loss = None
    if played is not None and played != thought.move:
        best, other = (
            chances_after(seen, tried, bot, Budget(seconds=ANALYSIS_SECONDS / 4))[game.player - 1]
            for tried in (thought.move, played)
        )
        loss = max(0, round(1000 * (best - other)))
    elif played is not None:
        loss = 0
    return {
        "move": move,
        "chances": _thousandths(thought.chances),
        "best": [str(line.move) for line in thought.lines[:SHOWN]],
        "best_chances": [_thousandths(line.chances) for line in thought.lines[:SHOWN]],
        "loss": loss,
        "gems": [
            {
                "gem": gem.gem,
                "cell": gem.cell,
                "side": gem.side,
                "gateways": _thousandths(gem.gateways),
                "out": round(1000 * gem.meets),
            }
            for gem in gem_chances(game.position)
        ],
    }
