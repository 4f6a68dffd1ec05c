"""`indigo moves`: the legal moves of a position."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from indigo.cli.language import environment_words

EXAMPLES: Final = (
    'indigo moves "*3*/6/7/8/*3*3*/8/7/6/*3* - 2 1 E/? 000/000"',
    "indigo replay game.indigo --positions | tail -1 | indigo moves -",
)
_say = environment_words()


def command(
    position: Annotated[list[str], typer.Argument(metavar="POSITION", help=_say("terminal.about_position_argument"))],
) -> None:
    from indigo.cli.inputs import given_position
    from indigo.rules import Game

    for move in sorted(map(str, Game.at(given_position(position, environment_words())).legal_moves)):
        print(move)
