"""The one place where the server asks the engine for its opinion: hints and analysis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from indigo.position import UNKNOWN
from indigo.rules import Game
from indigo.server.bots import levels
from indigo.server.errors import Refusal
from indigo.server.responses import AnalysedPosition, GemChances, HintMove

if TYPE_CHECKING:
    from indigo.engine.analysis import GemChances as FoundChances

HINT_SECONDS: Final = 0.5
ANALYSIS_SECONDS: Final = 0.4
"""For each position of a game: half a minute for a whole game."""
SHOWN: Final = 3
"""How many of the best moves are shown."""


def hint(seen: Game) -> list[HintMove]:
    """The strongest bot's best moves for the player to move, who sees *seen*, best first."""
    from indigo.engine.bot import Budget, thousandths
    from indigo.engine.roster import bot_named

    thought = bot_named(levels()[-1]).think(seen, Budget(seconds=HINT_SECONDS))
    return [{"move": str(line.move), "chances": list(thousandths(line.chances))} for line in thought.lines[:SHOWN]]


def check(game: Game) -> None:
    """Refuse a game that cannot be analysed."""
    if UNKNOWN in "".join(game.start.hands) + "".join(turn.draw or "" for turn in game.turns):
        raise Refusal("bad_record", "this record does not tell every tile")


def analyse(game: Game, move: int) -> AnalysedPosition:
    """What the engine thinks of the position before a move. Takes a while: call it in a thread."""
    from indigo.engine.analysis import chances_after, final_shares, gem_chances
    from indigo.engine.bot import Budget, thousandths
    from indigo.engine.roster import bot_named
    from indigo.view import see

    played = game.turns[move].move if move < game.turns_played else None
    game = game.copy()
    while game.turns_played > move:
        game.undo()
    if game.over:
        shares = list(thousandths(final_shares(game)))
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
        "chances": list(thousandths(thought.chances)),
        "best": [str(line.move) for line in thought.lines[:SHOWN]],
        "best_chances": [list(thousandths(line.chances)) for line in thought.lines[:SHOWN]],
        "loss": loss,
        "gems": [_gem(gem) for gem in gem_chances(game.position)],
    }


def _gem(found: FoundChances) -> GemChances:
    """Where a gem may end: at a gateway, or out of the game."""
    from indigo.engine.bot import thousandths

    *gateways, out = thousandths((*found.gateways, found.meets))
    return {"gem": found.gem, "cell": found.cell, "side": found.side, "gateways": gateways, "out": out}
