"""Everybody who can sit down by name: the levels, weakest first, and the baselines they are measured against."""

from __future__ import annotations

import re
from typing import Final

from indigo.engine.bots import BASELINES, STRONGEST, CoreBot
from indigo.engine.levels import LEVELS, level
from indigo.engine.thought import Bot

__all__ = ["LEVELS", "NAMES", "bot_named", "is_name"]

NAMES: Final = tuple(dict.fromkeys((*LEVELS, *BASELINES, STRONGEST)))
"""Every name, levels first."""
_FLAT: Final = re.compile(r"flat-[1-9][0-9]{0,5}k")
"""Flat Monte Carlo comes with any number of playouts, in thousands."""
_PLANNED: Final = re.compile(rf"(search|{STRONGEST}):.+")
"""Those that look ahead can be given another plan, as in `champion:deepest=3,replies=3/2/1`: see core/plan.hpp."""


def bot_named(name: str) -> Bot:
    """The bot of this name. KeyError if there is none."""
    if not is_name(name):
        raise KeyError(name)
    return level(name) if name in LEVELS else CoreBot(name)


def is_name(name: str) -> bool:
    """Whether somebody of this name can sit down."""
    if not _PLANNED.fullmatch(name):
        return name in NAMES or _FLAT.fullmatch(name) is not None
    try:
        CoreBot(name)
    except KeyError:
        return False
    return True
