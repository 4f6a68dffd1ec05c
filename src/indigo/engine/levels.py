"""The levels that a player chooses from, weakest first, each about four wins in five over the one below.

The first four are still learning. They see some of the gems, think well about those, and overlook the rest: a novice
one gem at a time and only its own good, a regular most of them and something of what others want. The next two see what
every placement does to the whole board, but not what comes after it. A master thinks of the next player's reply too,
and a champion has learned from its own games, looks ahead as far as time allows and solves the end.
"""

from __future__ import annotations

from typing import Final

from indigo.engine.bot import Budget
from indigo.engine.core_bot import CoreBot

LEVELS: Final = ("novice", "learner", "casual", "regular", "skilled", "expert", "master", "champion")
"""By name, weakest first."""
USUAL: Final = Budget(seconds=1.0)
"""What a level takes at most when nobody says how long it may think; all but the champion need far less."""


def level(name: str) -> CoreBot:
    """The bot that plays at this level. KeyError if there is none."""
    if name not in LEVELS:
        raise KeyError(name)
    return CoreBot(name, USUAL)
