"""The board drawn from the cloth up: frame and gateways, cells, tiles, gems, journeys, letters."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians, sin
from typing import Final

from indigo.board import (
    CELLS,
    CENTRE,
    CORNER_ARROWS,
    CORNERS,
    GATEWAYS,
    LAYOUTS,
    OPEN_CELLS,
    SIDES,
    Gateway,
    Kind,
)
from indigo.design import Theme, design
from indigo.picture import Picture
from indigo.svg import shapes
from indigo.svg.document import document, prefix_for
from indigo.svg.geometry import (
    APOTHEM,
    CENTRES,
    ORIGIN,
    OUTWARD,
    SIDE,
    Point,
    at,
    direction,
    hexagon,
    number,
    polygon,
    port,
)
from indigo.svg.journeys import journey_ends, journey_line
from indigo.svg.letters import GAP, HEIGHT, LETTERS
from indigo.svg.shapes import Pen

_PROPORTIONS: Final = design()["proportions"]
_REACH: Final = 7 * SIDE + _PROPORTIONS["frame"]
"""From the middle of the board to the middle of its outer edge."""
_CORNER_REACH: Final = 9 * APOTHEM + _PROPORTIONS["corner"]
"""From the middle of the board to the middle of its cut corners."""
_WIDTH: Final = 2 * (_CORNER_REACH + _PROPORTIONS["margin"])
_ROUNDING: Final = 18
_HEIGHT: Final = 2 * (_REACH + _PROPORTIONS["margin"])


# ------------------------------------------------------------------------------------------------ the frame


def _gateway(pen: Pen, gateway: Gateway, owners: tuple[int, ...], *, numbered: bool) -> str:
    """A gold edge of the board, its six exits as doors, and its owners' tokens in two seats."""
    first, second = gateway.sides
    outwards = direction(60 + 60 * first)
    inner = [
        CENTRES[cell].plus(hexagon(SIDE)[corner % 6])
        for cell in gateway.cells
        for corner in (first, first + 1, second + 1)
    ]
    depth = _PROPORTIONS["frame"] + SIDE / 2 - 8  # the zigzag's hollows lie half a side below its peaks
    left, right = inner[0].moved(outwards, depth), inner[-1].moved(outwards, depth)
    drawn = pen.path("gold", polygon([*inner, right, left]))
    along = direction(150 + 60 * first)
    drawn += pen.path(
        "shine", f"M{at(left.moved(along, 6).moved(outwards, -5))}L{at(right.moved(along, -6).moved(outwards, -5))}"
    )
    doors = ""
    for cell in gateway.cells:
        for side in gateway.sides:
            start = port(cell, side)
            doors += f"M{at(start.moved(OUTWARD[side], 1))}L{at(start.moved(OUTWARD[side], 6))}"
    drawn += pen.path("door", doors)
    for seat, hollow in enumerate((inner[2], inner[5])):
        place = hollow.moved(outwards, _PROPORTIONS["seat_distance"])
        drawn += pen.use("seat", place) + pen.use(shapes.token(pen, owners[seat % len(owners)]), place)
    if numbered:
        peak = inner[4].moved(outwards, 24)
        drawn += _word(pen, "gold-label", str(gateway.number), peak, 1.2)
    return drawn


def _frame(pen: Pen, layout: str, *, numbered: bool) -> str:
    edge, corner = _REACH - _ROUNDING, _CORNER_REACH - _ROUNDING
    half_edge = (corner - edge * cos(radians(30))) / sin(radians(30))
    plate = polygon(
        ORIGIN.moved(direction(60 * side), edge).moved(direction(60 * side + 90), end)
        for side in SIDES
        for end in (-half_edge, half_edge)
    )
    seat = number(_PROPORTIONS["seat"])
    pen.paints.add("seat")
    pen.piece("seat", f'<circle class="{pen.prefix}seat" r="{seat}"/>')
    return pen.path("plate", plate) + "".join(
        _gateway(pen, gateway, owners, numbered=numbered)
        for gateway, owners in zip(GATEWAYS, LAYOUTS[layout].owners, strict=True)
    )


# ------------------------------------------------------------------------------------------------ tiles and gems


def _tiles(pen: Pen, picture: Picture) -> str:
    drawn = "".join(pen.use(shapes.cell(pen), CENTRES[cell]) for cell in OPEN_CELLS if cell not in picture.tiles)
    for cell in sorted(picture.places - set(picture.tiles)):
        if "place" not in pen.pieces:
            pen.piece("place", pen.path("place", polygon(hexagon(SIDE - 8))))
        drawn += pen.use("place", CENTRES[cell])
    for cell, side in zip(CORNERS, CORNER_ARROWS.values(), strict=True):
        piece = shapes.corner_treasure(pen, spent=cell not in picture.loaded_corners)
        drawn += pen.use(piece, CENTRES[cell], turn=side)
    drawn += pen.use(shapes.centre_treasure(pen, frozenset(SIDES) - set(picture.loaded_sides)))
    for cell, (kind, turn) in sorted(picture.tiles.items()):
        drawn += pen.use(shapes.tile(pen, kind), CENTRES[cell], turn=turn)
    if picture.last is not None:
        drawn += _mark(pen, picture.last)
    return drawn


def _mark(pen: Pen, cell: int) -> str:
    """Brackets around a tile's corners: they leave its routes alone."""
    corners = [CENTRES[cell].plus(corner) for corner in hexagon(SIDE - 1)]
    data = ""
    for place, corner in enumerate(corners):
        before, after = corners[place - 1], corners[(place + 1) % 6]
        arm = [
            Point(corner.x + (end.x - corner.x) * 0.24, corner.y + (end.y - corner.y) * 0.24) for end in (before, after)
        ]
        data += f"M{at(arm[0])}L{at(corner)}L{at(arm[1])}"
    return pen.path("mark-line", data) + pen.path("mark", data)


def _gems(pen: Pen, picture: Picture) -> str:
    drawn = ""
    for cell in picture.loaded_corners:
        ahead = OUTWARD[CORNER_ARROWS[CELLS[cell]]]
        drawn += pen.use(shapes.gem(pen, "A"), CENTRES[cell].moved(ahead, 15), scale=0.85)
    left = len(picture.loaded_sides)
    for emerald in range(left - 1):
        place = ORIGIN.moved(direction(360 * emerald / (left - 1)), 27)
        drawn += pen.use(shapes.gem(pen, "E"), place, scale=0.54)
    if left:
        drawn += pen.use(shapes.gem(pen, "S"), ORIGIN, scale=0.74)
    for gem, cell, side in picture.gems:
        drawn += pen.use(shapes.gem(pen, gem), CENTRES[cell].moved(OUTWARD[side], _PROPORTIONS["gem_rest"]))
    return drawn


def _ghost(pen: Pen, cell: int, kind: Kind, turn: int) -> str:
    outline = polygon(CENTRES[cell].plus(corner) for corner in hexagon(SIDE - 2))
    return (
        f'<g opacity=".75">{pen.use(shapes.tile(pen, kind), CENTRES[cell], turn=turn)}</g>'
        + pen.path("ghost-line", outline)
        + pen.path("ghost", outline)
    )


# ------------------------------------------------------------------------------------------------ letters


def _word(pen: Pen, paint: str, word: str, middle: Point, scale: float = 1) -> str:
    """A cell's name or a number, around a place."""
    width = sum(LETTERS[character][0] for character in word) + GAP * (len(word) - 1)
    x = -width / 2
    letters = ""
    for character in word:
        letters += pen.use(shapes.letter(pen, character), Point(x, HEIGHT / 2))
        x += LETTERS[character][0] + GAP
    pen.paints.add(paint)
    scaled = f"scale({scale:g})" if scale != 1 else ""
    return f'<g class="{pen.prefix}{paint}" transform="translate({at(middle)}){scaled}">{letters}</g>'


def _coordinates(pen: Pen, picture: Picture) -> str:
    """Every cell's name in its lowest corner, where no route comes by; in another corner if a gem lies there."""
    drawn = ""
    for cell, name in enumerate(CELLS):
        paint = "tile-label" if cell in picture.tiles else "treasure-label" if cell in CORNERS else "label"
        taken = {side for _, gem_cell, side in picture.gems if gem_cell == cell}
        if name in CORNER_ARROWS:
            taken = {(CORNER_ARROWS[name] + near) % 6 for near in (5, 0, 1)}  # the arrow and the U-turn
        corner = next((corner for corner in (3, 0, 4, 2, 5, 1) if not taken & {corner, (corner + 5) % 6}), 3)
        inwards = 24 if paint == "label" and cell != CENTRE else 17  # empty cells have room
        drawn += _word(pen, paint, name, CENTRES[cell].moved(direction(60 * corner), SIDE - inwards), 0.85)
    return drawn


# ------------------------------------------------------------------------------------------------ whole pictures


def _describe(picture: Picture) -> str:
    """What the picture shows, for those who do not see it."""
    names = {gem: look["name"] for gem, look in design()["gems"].items()}
    players = LAYOUTS[picture.layout].players
    words = [f"{players} players. Route tiles on the board: {len(picture.tiles)}."]
    resting = ", ".join(f"{names[gem]} on {CELLS[cell]} at side {side}" for gem, cell, side in picture.gems)
    words.append(f"Gems at rest: {resting}." if resting else "No gem rests on a route tile.")
    words.append(f"Ambers still in the corners: {len(picture.loaded_corners)}.")
    words.append(f"Gems still in the centre: {len(picture.loaded_sides)}.")
    if picture.last is not None:
        words.append(f"The last tile was placed on {CELLS[picture.last]}.")
    return " ".join(words)


def draw(
    picture: Picture,
    *,
    theme: Theme = "light",
    coordinates: bool = False,
    size: int | None = None,
    cloth: bool = True,
    prefix: str | None = None,
    title: str = "A game of Indigo",
    description: str | None = None,
) -> str:
    """Draw *picture*; see `indigo.svg.board_svg` for the rest."""
    if prefix is None:
        in_order = replace(picture, tiles=dict(sorted(picture.tiles.items())), places=frozenset())
        prefix = prefix_for(in_order, sorted(picture.places), theme, coordinates)
    pen = Pen(prefix)
    body = ""
    if cloth:
        pen.paints.add("cloth")
        corner = f'x="{number(-_WIDTH / 2)}" y="{number(-_HEIGHT / 2)}"'
        extent = f'width="{number(_WIDTH)}" height="{number(_HEIGHT)}"'
        body = f'<rect class="{pen.prefix}cloth" {corner} {extent} rx="24"/>'
    body += _frame(pen, picture.layout, numbered=coordinates) + _tiles(pen, picture)
    if coordinates:
        body += _coordinates(pen, picture)
    if picture.ghost is not None:
        body += _ghost(pen, *picture.ghost)
    body += "".join(journey_line(pen, journey) for journey in picture.journeys)
    body += _gems(pen, picture) + journey_ends(pen, picture.journeys)
    described = _describe(picture) if description is None else description
    return document(pen, theme, size, (_WIDTH, _HEIGHT), title, described, body)
