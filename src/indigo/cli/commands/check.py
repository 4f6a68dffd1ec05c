"""`indigo check`: whether a game record is valid, or what is wrong and where."""

from __future__ import annotations

import sys
from typing import Annotated, Final

import typer

from indigo.cli.errors import INVALID, Failure
from indigo.cli.language import environment_words, problem
from indigo.i18n import Words

EXAMPLES: Final = ("indigo check game.indigo", "indigo check *.indigo", "indigo check - < game.indigo")
_say = environment_words()


def command(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help=_say("terminal.about_file_argument"))],
) -> None:
    say = environment_words()
    bad = 0
    for file in files:
        try:
            print(_checked(file, say))
        except Failure as failure:
            bad += 1
            sys.stdout.flush()
            print(failure, file=sys.stderr)
    if bad:
        raise typer.Exit(INVALID)


def _checked(file: str, say: Words) -> str:
    """The good news about a file, or a Failure with the bad."""
    from indigo.cli.inputs import given_records
    from indigo.errors import BadMatch
    from indigo.match import Match

    records = given_records(file, say)
    if len(records) > 1:  # a round by itself, cut out of a match, is a valid game
        try:
            Match.of(records)
        except BadMatch as error:
            raise Failure(f"{file}: {problem(say, error)}") from None
    moves = sum(len(record.moves) for record in records)
    return say(
        "terminal.check_good", file=file, games=say("game.games", n=len(records)), moves=say("game.moves", n=moves)
    )
