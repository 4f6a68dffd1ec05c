"""The bots of the house: the one place where the server meets the engine's players.

A bot is handed what its seat may see, never more, and answers with a move. The engine is loaded when the first bot
thinks: a start stays quick.
"""

from __future__ import annotations

import logging
import random
import secrets
from functools import cache
from typing import Final

from indigo.engine.simple_bots import greedy_bot
from indigo.rules import Game, Move

log = logging.getLogger("indigo.server")

LONGEST_THOUGHT: Final = 1.0
"""No bot of the house thinks for more seconds than this, however strong it is."""


@cache
def levels() -> tuple[str, ...]:
    """The bots by name, weakest first."""
    from indigo.engine.roster import LEVELS

    return tuple(LEVELS)


def choose(level: str, seen: Game) -> Move:
    """The move of a bot for the player to move, who sees *seen*. Takes a while: call it in a thread."""
    from indigo.engine.bot import Budget
    from indigo.engine.roster import bot_named

    known, seed = levels(), secrets.randbits(32)
    # A table may be older than a change of the levels' names.
    name = level if level in known else known[len(known) // 2]
    try:
        return bot_named(name).think(seen, Budget(seconds=LONGEST_THOUGHT), seed=seed).move
    except Exception:
        # A game among people must not stop because a bot of ours is broken.
        log.exception("the bot %s could not think about %s", name, seen)
        return greedy_bot(seen, random.Random(seed))
