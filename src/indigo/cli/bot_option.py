"""Bots by the names that people give on the command line, and the most that may be asked of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from indigo.cli.errors import INVALID, USAGE, Failure
from indigo.i18n import Words

LARGEST_NUMBER: Final = 2**53
"""Of nodes, and of a seed: no program that reads or writes JSON rounds it."""
LONGEST_TIME: Final = 10**9
"""For a move, in milliseconds: more than a week."""

if TYPE_CHECKING:
    from indigo.engine.bot import Bot


def chosen_bot(name: str, choices: Iterable[str], say: Words) -> Bot:
    """The bot of this name. A Failure names the *choices* if there is none, or what is wrong with its model."""
    from indigo.engine.model import BadModel
    from indigo.engine.roster import bot_named

    try:
        return bot_named(name)
    except KeyError:
        raise Failure(say("terminal.unknown_bot", bot=name, choices=", ".join(choices)), USAGE) from None
    except BadModel as bad:
        raise Failure(say("terminal.file_unreadable", file=bad.file, reason=bad.reason), INVALID) from None
