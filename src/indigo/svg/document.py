"""A whole SVG file: its size, its words for those who do not see it, its style, its pieces."""

from __future__ import annotations

from html import escape
from zlib import crc32

from indigo.design import Theme
from indigo.svg.geometry import number
from indigo.svg.shapes import Pen
from indigo.svg.style import style


def document(
    pen: Pen, theme: Theme, size: int | None, box: tuple[float, float], title: str, description: str, body: str
) -> str:
    """Put a drawing around 0,0 into a file whose *box* is so wide and high, and *size* pixels wide if that is given."""
    width, height = box
    pixels = "" if size is None else f' width="{size}" height="{round(size * height / width)}"'
    view = f"{number(-width / 2)} {number(-height / 2)} {number(width)} {number(height)}"
    described = f"<desc>{escape(description, quote=False)}</desc>" if description else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}"{pixels} role="img">'
        f"<title>{escape(title, quote=False)}</title>{described}{style(theme, pen.prefix, pen.paints)}"
        f"<defs>{''.join(pen.pieces.values())}</defs>{body}</svg>\n"
    )


def prefix_for(*shown: object) -> str:
    """A name that is the same for the same picture, and another one for another picture."""
    return f"i{crc32(repr(shown).encode()):08x}-"
