"""Who sits at the table: people by their names, bots by theirs."""

from __future__ import annotations

from typing import Final, NamedTuple

from indigo.bots import BOTS, Bot
from indigo.words import Words

BOT_MARK: Final = "bot:"
LONGEST_NAME: Final = 20


class Seat(NamedTuple):
    """A player: the name everybody sees, and the bot's own name if it is one."""

    name: str
    bot: str | None = None


def bot_names() -> tuple[str, ...]:
    """All bots that can sit down here, weakest first."""
    return tuple(BOTS)


def resolve_bot(name: str) -> Bot | None:
    """The bot of this name, `greedy` or `bot:greedy`; none if there is no such bot."""
    return BOTS.get(name.removeprefix(BOT_MARK))


def seat_called(text: str, taken: list[Seat], say: Words) -> Seat:
    """The seat that *text* asks for: a person's name, or a bot's, which gets a number if it sits here already."""
    bot = _bot_meant(text, say)
    if bot is None:
        return Seat(text)
    shown = say(f"terminal.bot_{bot}") if f"terminal.bot_{bot}" in say else bot
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
    if len(text) > LONGEST_NAME or not text.isprintable():
        return say("terminal.name_too_long")
    if text.casefold() in {seat.name.casefold() for seat in taken}:
        return say("terminal.name_taken", name=text)
    return None


def _bot_meant(text: str, say: Words) -> str | None:
    """The bot that *text* means, by its own name or by the language's word for it."""
    name = text.removeprefix(BOT_MARK).casefold()
    for bot in bot_names():
        word = f"terminal.bot_{bot}"
        if name == bot or (word in say and name == say(word).casefold()):
            return bot
    return None
