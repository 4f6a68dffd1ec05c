"""`indigo show`: a position as text, or as a picture in a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from indigo.cli.errors import INVALID, USAGE, Failure
from indigo.cli.language import environment_words
from indigo.i18n import Words
from indigo.position import Position

if TYPE_CHECKING:
    from indigo.text_board import Style

_START: Final = "*3*/6/7/8/*3*3*/8/7/6/*3* - 2 1 E/? 000/000"
EXAMPLES: Final = (
    f'indigo show "{_START}"',
    f'indigo show "{_START}" -o board.svg --theme dark --coordinates',
    "indigo replay game.indigo --positions | tail -1 | indigo show -",
)
_say = environment_words()
_PNG_WIDTH: Final = 1200


def command(
    position: Annotated[list[str], typer.Argument(metavar="POSITION", help=_say("terminal.about_position_argument"))],
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help=_say("terminal.about_output"))
    ] = None,
    theme: Annotated[Literal["light", "dark", "auto"], typer.Option(help=_say("terminal.about_theme"))] = "light",
    coordinates: Annotated[
        bool, typer.Option("--coordinates", metavar="", help=_say("terminal.about_coordinates"))
    ] = False,
    size: Annotated[int | None, typer.Option(min=16, max=20_000, help=_say("terminal.about_size"))] = None,
    ascii_only: Annotated[bool, typer.Option("--ascii", metavar="", help=_say("terminal.about_ascii"))] = False,
) -> None:
    from indigo.cli.inputs import given_position

    say = environment_words()
    shown = given_position(position, say)
    if output is None:
        _print(shown, ascii_only, say)
    else:
        _draw(shown, output, theme, coordinates, size, say)


def _print(position: Position, ascii_only: bool, say: Words) -> None:
    from indigo.cli.terminal.console import new_console, painted, style_for
    from indigo.text_board import largest_scale, text_board

    console = new_console()
    style = style_for(console, ascii_only=ascii_only)
    drawing = text_board(position, style=style, scale=largest_scale(console.width, console.height))
    if style == "colour":
        console.print(painted(drawing, console), soft_wrap=True, end="")
    else:
        print(drawing)
    print(*_seats(position, style, say), sep="\n")


def _seats(position: Position, style: Style, say: Words) -> list[str]:
    """A line for each player, as far as the position tells: token, tiles in hand, points; `<` for whose turn it is."""
    from indigo.cli.terminal.scores import told_score
    from indigo.text_board import token

    names = [say("game.player_number", number=number) for number in range(1, len(position.hands) + 1)]
    lines: list[str] = []
    for player, score in enumerate(told_score(position, names, say), start=1):
        tiles = say("terminal.show_hand", tiles=position.hands[player - 1] or "-")
        mark = " <" if player == position.player and not position.over else ""
        lines.append(f"{token(player, style)} {score}; {tiles}{mark}")
    return lines


def _draw(
    position: Position,
    output: str,
    theme: Literal["light", "dark", "auto"],
    coordinates: bool,
    size: int | None,
    say: Words,
) -> None:
    from indigo.svg import PngUnavailable, board_svg, png

    file = Path(output)
    ending = file.suffix.lower()
    if ending not in (".svg", ".png"):
        raise Failure(say("terminal.picture_ending", file=output), USAGE)
    svg = board_svg(position, theme=theme, coordinates=coordinates, size=size)
    try:
        if ending == ".svg":
            file.write_text(svg, encoding="utf-8")
        else:
            file.write_bytes(png(svg, size or _PNG_WIDTH))
    except PngUnavailable:
        raise Failure(say("terminal.png_needs_extra", command='pip install "indigo-boardgame[png]"'), INVALID) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Failure(say("terminal.file_unwritable", file=output, reason=reason)) from None
