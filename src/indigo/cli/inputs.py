"""What is given to the command: positions and files, `-` for standard input."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

from indigo.cli.errors import INVALID, Failure
from indigo.cli.language import problem
from indigo.errors import BadPosition, BadRecord
from indigo.i18n import Words
from indigo.notation import read_position
from indigo.position import Position
from indigo.record import LONGEST_FILE, Record, read_records

STANDARD_INPUT: Final = "-"


def given_position(words_given: list[str], say: Words) -> Position:
    """Read the position that was given as one argument or as its six fields; `-` reads it from standard input."""
    text = " ".join(words_given)
    if words_given == [STANDARD_INPUT]:
        data = sys.stdin.buffer.read(LONGEST_FILE)
        try:
            text = data.decode("utf-8").strip()
        except UnicodeDecodeError:
            raise Failure(say("terminal.file_not_text", file="-"), INVALID) from None
    try:
        return read_position(text)
    except BadPosition as error:
        raise Failure(problem(say, error)) from None


def given_bytes(file: str, say: Words) -> bytes:
    """The content of a file; no more of it than a record may have, whatever the file is."""
    if file == STANDARD_INPUT:
        return sys.stdin.buffer.read(LONGEST_FILE + 1)
    try:
        with Path(file).open("rb") as opened:
            return opened.read(LONGEST_FILE + 1)
    except FileNotFoundError:
        raise Failure(say("terminal.file_not_found", file=file)) from None
    except IsADirectoryError:
        raise Failure(say("terminal.file_is_folder", file=file)) from None
    except (OSError, ValueError) as error:  # ValueError: a name with a null character
        reason = getattr(error, "strerror", None) or str(error)
        raise Failure(say("terminal.file_unreadable", file=file, reason=reason)) from None


def given_records(file: str, say: Words) -> list[Record]:
    """The games in a file, or what is wrong with it and where."""
    return records_in(given_bytes(file, say), file, say)


def records_in(data: bytes, file: str, say: Words) -> list[Record]:
    """The games in what was read from *file*."""
    if not data.strip():
        raise Failure(say("terminal.file_empty", file=file))
    try:
        return [_printable(record) for record in read_records(data)]
    except BadRecord as error:
        raise Failure(f"{file}:{error.line}:{error.column}: {problem(say, error)}") from None


def printable(text: str) -> str:
    """The text with a question mark for everything that a terminal would not show but obey."""
    return "".join(character if character.isprintable() or character == "\n" else "?" for character in text)


def _printable(record: Record) -> Record:
    """Names, other tags and comments are somebody else's words."""
    return replace(
        record,
        tags=tuple((name, tuple(map(printable, values))) for name, values in record.tags),
        comments=tuple((number, printable(comment)) for number, comment in record.comments),
    )
