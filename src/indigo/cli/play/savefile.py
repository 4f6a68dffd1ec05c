"""A game laid aside in a file, and taken up again: a record that also holds the coming tiles and who sits where."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from indigo.cli.errors import Failure
from indigo.cli.language import problem
from indigo.cli.play.seats import BOT_MARK, Seat, resolve_bot
from indigo.cli.play.setup import Agreement
from indigo.errors import BadMatch
from indigo.i18n import Words
from indigo.match import Match
from indigo.record import NO_REMARKS, Record, Remarks
from indigo.rules import Game
from indigo.signals import uninterrupted


class Laid(NamedTuple):
    """A game as it lay in a file."""

    agreement: Agreement
    match: Match  # the rounds that are over
    game: Game | None  # the round that is not, if any
    language: str | None
    remarks: Remarks = NO_REMARKS  # what the file told beside that round


def written(
    agreement: Agreement, match: Match, game: Game, language: str, date: str, remarks: Remarks = NO_REMARKS
) -> str:
    """The file's text: the rounds played, then the one that goes on, with its coming tiles.

    Tags and comments that were read with the rounds stay, and so do their event and date; *remarks* are those of the
    round that goes on.
    """
    tags = {
        "Seats": " ".join(f"{BOT_MARK}{seat.bot}" if seat.bot else "person" for seat in agreement.seats),
        "Screens": "up" if agreement.screens else "down",
        "Seed": agreement.seed,
        "Language": language,
    }
    rounds = list(zip(match.games, match.remarks, strict=True))
    if game not in match.games:
        rounds.append((game, remarks.fitting(game.turns_played)))
    events = [values for _, kept in rounds for name, values in kept.tags if name == "Event"]
    usual = {"Event": events[0] if events else ("Indigo",), "Date": (date,)}
    records: list[Record] = []
    for number, (one, kept) in enumerate(rounds, start=1):
        round_tags = {"Round": str(number), "Rounds": str(match.rounds)} if match.rounds > 1 else {}
        all_tags: dict[str, str | tuple[str, ...]] = {**usual, **dict(kept.tags), **tags, **round_tags}
        goes_on = number > len(match.games)
        records.append(Record.of(one, agreement.names, all_tags, comments=kept.comments, stack=goes_on))
    return "\n".join(map(str, records))


def check_writable(output: str, say: Words, *, beside: bool = False) -> None:
    """Fail before the work begins, not after it, if *output* cannot be written. Nothing is written yet.

    With *beside*, it is going to be written by `save`.
    """
    file = Path(output)
    try:
        there = file.exists()
        if file.is_dir() or not file.parent.is_dir():
            code = errno.EISDIR if file.is_dir() else errno.ENOENT
        else:
            needed = [file] if there else []
            if not there or (beside and file.is_file()):
                needed.append(file.resolve().parent)
            code = 0 if all(os.access(one, os.W_OK) for one in needed) else errno.EACCES
    except (OSError, ValueError) as error:  # a name that is too long, or with a null character
        raise Failure(say("terminal.file_unwritable", file=output, reason=error)) from None
    if code:
        raise Failure(say("terminal.file_unwritable", file=output, reason=os.strerror(code)))


def save(file: Path, text: str, say: Words) -> None:
    """Write the file whole or not at all: a game that was saved before is not lost when the disk is full."""
    try:
        with uninterrupted():
            _save(file.resolve(), text)  # what a link leads to, not the link
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Failure(say("terminal.file_unwritable", file=file, reason=reason)) from None


def _save(file: Path, text: str) -> None:
    if file.exists() and not file.is_file():  # a pipe, or a place for what nobody wants
        file.write_text(text, encoding="utf-8")
        return
    aside = file.with_name(f".indigo-{os.getpid()}.new")
    try:
        aside.write_text(text, encoding="utf-8")
        aside.replace(file)
    except BaseException:
        with suppress(OSError):
            aside.unlink()
        raise


def is_there(file: Path) -> bool:
    """Whether there is a file of this name, which may be none that a file can have."""
    try:
        return file.exists()
    except (OSError, ValueError):
        return False


def taken_up(records: list[Record], file: str, say: Words) -> Laid:
    """The game that was laid aside in *file*, ready to go on."""
    try:
        match = Match.of(records)
    except BadMatch as error:
        raise Failure(f"{file}: {problem(say, error)}") from None
    last = records[-1]
    game = None if last.result is not None or last.agreed else last.game()
    if game is not None:
        known = len(game.draws) - sum(turn.draw is not None for turn in game.turns)
        if "?" in "".join(game.hands) + game.draws or known != game.position.stacked:
            raise Failure(say("terminal.file_not_to_resume", file=file))
    kinds = " ".join(last.tag("Seats")).split()
    seats = [
        Seat(name, kind.removeprefix(BOT_MARK) if kind.startswith(BOT_MARK) and resolve_bot(kind) else None)
        for name, kind in zip(last.players, [*kinds, *["person"] * len(last.players)], strict=False)
    ]
    agreement = Agreement(
        seats=seats,
        layout=last.layout,
        hand=last.hand,
        rounds=match.rounds,
        first=match.first,
        screens=last.tag("Screens") != ("down",),
        seed=(last.tag("Seed") or (str(int.from_bytes(os.urandom(6))),))[0],
    )
    language = (last.tag("Language") or (None,))[0]
    return Laid(agreement, match, game, language, NO_REMARKS if game is None else last.remarks)
