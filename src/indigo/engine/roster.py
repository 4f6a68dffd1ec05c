"""Everybody who can sit down by name: the levels, weakest first, and the baselines they are measured against."""

from __future__ import annotations

import re
from typing import Final

from indigo.engine.bot import Bot
from indigo.engine.core_bot import BASELINES, STRONGEST, CoreBot
from indigo.engine.levels import LEVELS, level

__all__ = ["JUDGES", "LEVELS", "NAMES", "bot_named", "judges"]

NAMES: Final = tuple(dict.fromkeys((*LEVELS, *BASELINES, STRONGEST)))
"""Every name, levels first."""
_LOOK_AT_POINTS: Final = ("random", "greedy", "expectimax2", *LEVELS[:4])
JUDGES: Final = tuple(name for name in NAMES if name not in _LOOK_AT_POINTS)
"""Those who have an idea of the chances. The others look at points, if at anything, and say that all are even."""
_FLAT: Final = re.compile(r"flat-[1-9][0-9]{0,5}k")
"""Flat Monte Carlo comes with any number of playouts, in thousands."""
_CHANGED: Final = re.compile(rf"search:.+|{STRONGEST}[:@].+")
"""Those that look ahead can be given another plan, as in `champion:deepest=3,replies=3/2/1` (see core/search/plan.hpp),
and the one that judges by a model another model, as in `champion@runs/first/best.indigo-model`."""


def judges(name: str) -> bool:
    """Whether the bot of this name has an idea of the chances."""
    return name not in _LOOK_AT_POINTS


def bot_named(name: str, model: bytes | None = None) -> Bot:
    """The bot of this name. KeyError if there is none, BadModel if it shall judge by a file that holds no model.

    With *model*, which was read from that file before, it judges by that.
    """
    if name in LEVELS:
        return level(name)
    if name in NAMES or _FLAT.fullmatch(name) or _CHANGED.fullmatch(name):
        return CoreBot(name, model=model)
    raise KeyError(name)
