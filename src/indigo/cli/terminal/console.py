"""How the command draws: colours where the terminal has them, characters that it can show."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby
from typing import Final

from rich.console import Console
from rich.style import Style as RichStyle
from rich.text import Text

from indigo.design import design
from indigo.text_board import Style, shaded
from indigo.text_canvas import Canvas, Glyph

_RICH_ENOUGH: Final = ("256", "truecolor")
"""With the sixteen old colours, linen and indigo both turn grey: dots without colours read better then."""


class _Console(Console):
    """A console that leaves it to the command what to do when the reader has gone."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def new_console(*, stderr: bool = False) -> Console:
    """A console that colours nothing by itself; it respects NO_COLOR and TERM."""
    return _Console(stderr=stderr, highlight=False, markup=False, emoji=False, soft_wrap=False)


def style_for(console: Console, *, ascii_only: bool = False) -> Style:
    """The way to draw that fits: letters where the output cannot show more, colours where the terminal has them."""
    if ascii_only or os.environ.get("TERM") == "dumb" or not _shows_dots():
        return "ascii"
    return (
        "colour" if console.is_terminal and console.color_system in _RICH_ENOUGH and not console.no_color else "plain"
    )


def _shows_dots() -> bool:
    try:
        "⠿●".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def painted(drawing: Canvas, console: Console) -> Text:
    """A drawing as Rich prints it."""
    return painted_rows(drawing.rows(), console)


@cache
def _among_256() -> dict[str, str]:
    """Colours to use where there are 256: the nearest ones to the three shades of linen are green, pink and grey."""
    linen = design()["themes"]["dark"]["tile"]
    return {shaded(linen, number): grey for number, grey in enumerate(("#eeeeee", "#dadada", "#c6c6c6"))}


def painted_rows(rows: Iterable[Sequence[Glyph]], console: Console) -> Text:
    """Rows of characters as Rich prints them."""
    text = Text(no_wrap=True, end="")
    instead = _among_256() if console.color_system == "256" else {}
    for row in rows:
        for (ink, ground, bold), glyphs in groupby(row, key=lambda glyph: glyph[1:]):
            look = RichStyle(color=ink or None, bgcolor=instead.get(ground, ground) or None, bold=bold or None)
            text.append("".join(glyph.char for glyph in glyphs), look)
        text.append("\n")
    return text
