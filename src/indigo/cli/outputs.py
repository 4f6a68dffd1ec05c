"""Pictures with words in them, written to a file: SVG, or PNG where the extra is installed."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from indigo.cli.errors import USAGE, Failure
from indigo.cli.play.savefile import check_writable
from indigo.i18n import Words

_PIXELS_A_UNIT: Final = 2
"""PNG files are drawn twice as large as their SVG, so that words stay crisp."""


def check_picture_name(output: str | None, say: Words) -> None:
    """Fail before the work begins, not after it, if the picture cannot be written."""
    if output is None:
        return
    if Path(output).suffix.lower() not in (".svg", ".png"):
        raise Failure(say("terminal.picture_ending", file=output), USAGE)
    check_writable(output, say)


def write_picture(svg: str, output: str, say: Words) -> None:
    """Write a picture as the file's ending asks."""
    from indigo.svg import PngUnavailable, png

    file = Path(output)
    width = int(float(svg.partition(' width="')[2].partition('"')[0]))
    try:
        if file.suffix.lower() == ".svg":
            file.write_text(svg, encoding="utf-8")
        else:
            file.write_bytes(png(svg, width * _PIXELS_A_UNIT, text=True))
    except PngUnavailable:
        raise Failure(say("terminal.png_needs_extra", command='pip install "indigo-boardgame[png]"')) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Failure(say("terminal.file_unwritable", file=output, reason=reason)) from None
