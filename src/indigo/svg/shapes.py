"""The pieces as drawings, each drawn once and used wherever it lies: cells, tiles, treasures, gems, tokens."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from indigo.board import ROUTES, SIDES, Gem, Kind
from indigo.design import design
from indigo.svg.geometry import (
    APOTHEM,
    MIDDLE,
    ORIGIN,
    OUTWARD,
    SIDE,
    Point,
    at,
    curve,
    direction,
    hexagon,
    number,
    polygon,
    u_turn,
)
from indigo.svg.letters import LETTERS

_PROPORTIONS: Final = design()["proportions"]
_OVERLAP: Final = 0.5
"""Routes reach this far over a tile's edge, so that no seam shows where two meet."""
_CORNERS: Final = hexagon(SIDE - _PROPORTIONS["tile_inset"])
_OUTLINE: Final = polygon([Point((_CORNERS[0].x + _CORNERS[5].x) / 2, (_CORNERS[0].y + _CORNERS[5].y) / 2), *_CORNERS])
"""The outline of a tile. It starts in the middle of a side, as the gaps of its edge demand."""
_UNDER_TO_OVER: Final[dict[Kind, tuple[tuple[int, int], ...]]] = {
    **{kind: ROUTES[kind, 0] for kind in ("A", "B", "C", "E")},
    "D": ((1, 5), (0, 3), (2, 4)),  # the straight runs over one wide curve and under the other
}
"""A tile's routes in the order in which they are drawn: the later ones run over the earlier ones."""


@dataclass(frozen=True)
class Pen:
    """Writes elements whose names begin with *prefix*, and remembers which pieces and paints it has used."""

    prefix: str
    paints: set[str] = field(default_factory=set)
    pieces: dict[str, str] = field(default_factory=dict)

    def path(self, paint: str, data: str) -> str:
        """An outline or a line in one of the theme's paints."""
        self.paints.add(paint)
        return f'<path class="{self.prefix}{paint}" d="{data}"/>'

    def piece(self, name: str, content: str) -> None:
        """Keep a drawing under a name, for `use`."""
        self.pieces[name] = f'<g id="{self.prefix}{name}">{content}</g>'

    def use(self, name: str, place: Point = ORIGIN, *, turn: int = 0, scale: float = 1) -> str:
        """Lay a piece down, turned clockwise by sixths."""
        if turn or scale != 1:
            turned = f"rotate({turn * 60})" if turn else ""
            scaled = f"scale({scale:g})" if scale != 1 else ""
            return f'<use href="#{self.prefix}{name}" transform="translate({at(place)}){turned}{scaled}"/>'
        return f'<use href="#{self.prefix}{name}" x="{number(place.x)}" y="{number(place.y)}"/>'


def cell(pen: Pen) -> str:
    """An empty cell."""
    if "cell" not in pen.pieces:
        pen.piece("cell", pen.path("cell", polygon(hexagon(SIDE))))
    return "cell"


def _route(start: int, end: int, way: str) -> str:
    """A route's path data, reaching a little over the tile's edge at both ends."""
    first = ORIGIN.moved(OUTWARD[start], APOTHEM + _OVERLAP)
    last = ORIGIN.moved(OUTWARD[end], APOTHEM + _OVERLAP)
    return f"M{at(first)}L{at(MIDDLE[start])}{way}L{at(last)}"


def tile(pen: Pen, kind: Kind) -> str:
    """A route tile, to be turned as it lies."""
    name = f"tile-{kind}"
    if name not in pen.pieces:
        drawn = pen.path("tile", _OUTLINE)
        for a, b in _UNDER_TO_OVER[kind]:
            way = curve(a, b)
            drawn += pen.path("rim", f"M{at(MIDDLE[a])}{way}") + pen.path("route", _route(a, b, way))
        pen.piece(name, drawn + pen.path("tile-edge", _OUTLINE))
    return name


def corner_treasure(pen: Pen, *, spent: bool) -> str:
    """A light blue treasure tile with its arrow at side 0, and the U-turn behind the arrow."""
    name = "corner-spent" if spent else "corner"
    if name not in pen.pieces:
        ahead, across = OUTWARD[0], direction(120)

        def place(forwards: float, sideways: float) -> Point:
            return ORIGIN.moved(ahead, forwards).moved(across, sideways)

        tip = APOTHEM - 4
        right = [place(tip, 0), place(tip - 21, 23), place(tip - 21, 8), place(2, 8)]
        left = [place(2, -8), place(tip - 21, -8), place(tip - 21, -23)]
        pen.piece(
            name,
            pen.path("treasure", _OUTLINE)
            + pen.path("route", _route(5, 1, u_turn(5, 1)))
            + pen.path("treasure-spent" if spent else "treasure-arrow", polygon([*right, *left])),
        )
    return name


def centre_treasure(pen: Pen, spent: frozenset[int]) -> str:
    """The dark blue treasure tile; the arrows at the *spent* sides have released their gems."""
    if "centre" not in pen.pieces:
        drawn = pen.path("centre", _OUTLINE)
        for side in SIDES:
            ahead, across = OUTWARD[side], direction(120 + 60 * side)
            tip = ORIGIN.moved(ahead, APOTHEM - 4)
            back = ORIGIN.moved(ahead, APOTHEM - 13)
            arrow = polygon([tip, back.moved(across, 11), back.moved(ahead, 2.5), back.moved(across, -11)])
            drawn += pen.path("centre-spent" if side in spent else "centre-arrow", arrow)
        pen.piece("centre", drawn)
    return "centre"


def gem(pen: Pen, kind: Gem) -> str:
    """A gem: a light rim, so that it stands out from dark routes, a dark line for light tiles, and facets."""
    look = design()["gems"][kind]
    name = look["name"]
    if name not in pen.pieces:
        drawn = pen.path("gem-rim", look["outline"]) + f'<path fill="{look["fill"]}" d="{look["outline"]}"/>'
        for tone, facet in look["facets"]:
            drawn += f'<path fill="{look["light"] if tone == "light" else look["shade"]}" d="{facet}"/>'
        pen.piece(name, drawn + pen.path("gem-line", look["outline"]))
    return name


def token(pen: Pen, player: int) -> str:
    """The token of a player, counted from 1."""
    look = design()["players"][player - 1]
    name = look["shape"]
    if name not in pen.pieces:
        pen.piece(
            name,
            f'<path fill="{look["fill"]}" stroke="{look["line"]}" stroke-width="2" stroke-linejoin="round" '
            f'd="{look["outline"]}"/>',
        )
    return name


def letter(pen: Pen, character: str) -> str:
    """A letter or figure of a cell's name; it takes the paint of the group it stands in."""
    if character not in pen.pieces:
        pen.piece(character, f'<path d="{LETTERS[character][1]}"/>')
    return character
