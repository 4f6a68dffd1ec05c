"""Pictures as PNG, through resvg: an optional extra, because most people never need it."""

from __future__ import annotations


class PngUnavailable(RuntimeError):
    """The library that writes PNG is not installed; the text says what to install."""

    code = "png_unavailable"


def png(svg: str, width: int, *, text: bool = False) -> bytes:
    """Turn a picture into a PNG that is *width* pixels wide. One with *text* needs the machine's typefaces.

    A picture with the theme `auto` comes out light: a PNG cannot ask its reader.
    """
    if not 1 <= width <= 20_000:
        raise ValueError(f"a PNG can be 1 to 20000 pixels wide, not {width}")
    try:
        import resvg_py
    except ImportError:
        raise PngUnavailable('PNG needs one more library: pip install "indigo-boardgame[png]"') from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=not text))
