"""Who sits at the table: people by their names, bots by theirs."""

from __future__ import annotations

import random
from functools import cache
from typing import Final, NamedTuple

from indigo.engine.simple_bots import BOTS, Bot
from indigo.i18n import Words
from indigo.moves import Move
from indigo.rules import Game

BOT_MARK: Final = "bot:"
LONGEST_NAME: Final = 20


class Seat(NamedTuple):
    """A player: the name everybody sees, and the bot's own name if it is one."""

    name: str
    bot: str | None = None


@cache
def bot_names() -> tuple[str, ...]:
    """All bots that can sit down here, weakest first: the engine's levels where there is an engine."""
    try:
        from indigo.engine.roster import LEVELS
    except ImportError:  # the compiled core is not there; the simple bots play without it
        return tuple(BOTS)
    return tuple(dict.fromkeys((*BOTS, *LEVELS)))


def bot_word(bot: str, say: Words) -> str:
    """What a language calls a bot; its own name where there is no word for it."""
    word = next((key for key in (f"terminal.bot_{bot}", f"table.level_{bot}") if key in say), None)
    return bot if word is None else say(word)


def resolve_bot(name: str) -> Bot | None:
    """The bot of this name, `greedy` or `bot:greedy`; none if there is no such bot."""
    name = name.removeprefix(BOT_MARK)
    if name in BOTS or name not in bot_names():
        return BOTS.get(name)
    from indigo.engine.bot import Budget
    from indigo.engine.roster import bot_named

    thinker = bot_named(name)

    def think(seen: Game, dice: random.Random) -> Move:
        return thinker.think(seen, Budget(), seed=dice.getrandbits(32)).move

    return think


def seat_called(text: str, taken: list[Seat], say: Words) -> Seat:
    """The seat that *text* asks for: a person's name, or a bot's, which gets a number if it sits here already."""
    bot = _bot_meant(text, say)
    if bot is None:
        return Seat(text)
    word = bot_word(bot, say)
    shown = word[:1].upper() + word[1:]
    names = {seat.name.casefold() for seat in taken}
    number, name = 1, shown
    while name.casefold() in names:
        number += 1
        name = f"{shown} {number}"
    return Seat(name, bot)


def why_no_seat(text: str, taken: list[Seat], say: Words) -> str | None:
    """What is wrong with a name, if anything."""
    if not text.strip():
        return say("terminal.name_empty")
    if _bot_meant(text, say) is not None:
        return None
    if text.startswith(BOT_MARK):
        return say("terminal.unknown_bot", bot=text.removeprefix(BOT_MARK), choices=", ".join(bot_names()))
    if not text.isprintable():
        return say("terminal.name_unprintable")
    if len(text) > LONGEST_NAME:
        return say("terminal.name_too_long")
    if text.casefold() in {seat.name.casefold() for seat in taken}:
        return say("terminal.name_taken", name=text)
    return None


def _bot_meant(text: str, say: Words) -> str | None:
    """The bot that *text* means, by its own name or by the language's word for it."""
    name = text.removeprefix(BOT_MARK).casefold()
    return next((bot for bot in bot_names() if name in (bot, bot_word(bot, say).casefold())), None)
