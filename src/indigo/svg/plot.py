"""A picture under way: shapes and words on a cloth, in the game's own colours. Every plot is drawn on one."""

from __future__ import annotations

from html import escape
from typing import Final, Literal

from indigo.design import design
from indigo.svg.geometry import Point, at, number

PlotTheme = Literal["light", "dark"]

SANS: Final = "system-ui,'Noto Sans','DejaVu Sans','Liberation Sans',sans-serif"
_SERIF: Final = "Georgia,'Noto Serif','DejaVu Serif','Liberation Serif',serif"


class Sheet:
    """A picture under way: shapes and words on a cloth of some size."""

    def __init__(self, width: float, height: float, theme: PlotTheme, title: str) -> None:
        self.width, self.height = width, height
        self.colours = design()["themes"][theme]
        self.title = title
        self._parts: list[str] = []

    def add(self, part: str) -> None:
        """Put a piece of SVG on the sheet."""
        self._parts.append(part)

    def line(self, start: Point, end: Point, colour: str, width: float = 1.5, *, dashes: str = "") -> None:
        """A straight line."""
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        self.add(
            f'<path d="M{at(start)}L{at(end)}" stroke="{colour}" stroke-width="{number(width)}" '
            f'stroke-linecap="round"{dashed}/>'
        )

    def box(self, corner: Point, width: float, height: float, colour: str, *, edge: str = "") -> None:
        """A rectangle."""
        edged = f' stroke="{edge}"' if edge else ""
        self.add(
            f'<rect x="{number(corner.x)}" y="{number(corner.y)}" width="{number(max(0.0, width))}" '
            f'height="{number(max(0.0, height))}" rx="2" fill="{colour}"{edged}/>'
        )

    def dot(self, place: Point, radius: float, colour: str, edge: str) -> None:
        """A disc with an edge."""
        self.add(
            f'<circle cx="{number(place.x)}" cy="{number(place.y)}" r="{number(radius)}" fill="{colour}" '
            f'stroke="{edge}" stroke-width="2"/>'
        )

    def token(self, player: int, place: Point, scale: float = 0.6) -> None:
        """A player's token."""
        look = design()["players"][player - 1]
        self.add(
            f'<path transform="translate({at(place)})scale({scale:g})" d="{look["outline"]}" fill="{look["fill"]}" '
            f'stroke="{self.colours["ink"]}" stroke-width="1.5" stroke-linejoin="round"/>'
        )

    def words(
        self,
        text: str,
        place: Point,
        *,
        size: float = 15,
        anchor: Literal["start", "middle", "end"] = "start",
        colour: str = "",
        serif: bool = False,
        bold: bool = False,
    ) -> None:
        """A line of text."""
        family = _SERIF if serif else SANS
        weight = ' font-weight="600"' if bold else ""
        self.add(
            f'<text x="{number(place.x)}" y="{number(place.y)}" font-family="{family}" font-size="{number(size)}" '
            f'text-anchor="{anchor}" fill="{colour or self.colours["ink"]}"{weight}>{escape(text)}</text>'
        )

    def __str__(self) -> str:
        size = f"{number(self.width)} {number(self.height)}"
        width, height = size.split()
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" '
            f'width="{width}" height="{height}" role="img">'
            f"<title>{escape(self.title)}</title>"
            f'<rect width="{width}" height="{height}" rx="18" fill="{self.colours["cloth"]}"/>'
            f"{''.join(self._parts)}</svg>\n"
        )
