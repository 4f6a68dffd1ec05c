"""The board drawn in characters: for the terminal, and for everybody who reads rather than looks.

Three ways to draw the same board. `"colour"` and `"plain"` draw the routes as fine curves of Braille dots, with and
without colours. `"ascii"` uses letters only and fits every screen, braille line and ear: at the six sides of a tile
stand letters, and equal letters are joined by a route.

    >>> from indigo import Game
    >>> print(text_tile("E", 0, style="ascii"))
    | z   x |
    |y     x|
    | z   y |

Cells are bricks, each row shifted by half a brick, so a brick has the same six neighbours as a hexagon. Gems are
letters as in the notation: A amber, E emerald, S sapphire. Outside the board, at every exit, stands the owner's token.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import cos, floor, pi, sin, sqrt
from typing import Final, Literal, NamedTuple, TypeAlias

from indigo.board import (
    CELL_NUMBER,
    CELLS,
    CENTRE,
    CORNER_ARROWS,
    GATEWAYS,
    LAYOUTS,
    ROUTES,
    ROW_LENGTHS,
    ROW_NAMES,
    TREASURES,
    TURNS,
    U_TURN_SIDES,
    Gateway,
    Gem,
    Kind,
)
from indigo.design import design
from indigo.journeys import Exit, Journey, Meeting, Turn
from indigo.picture import Picture, picture_of
from indigo.position import Position
from indigo.rules import Game
from indigo.text_canvas import DOTS_ACROSS, DOTS_DOWN, Canvas

Style: TypeAlias = Literal["colour", "plain", "ascii"]
Point: TypeAlias = tuple[float, float]
Dots: TypeAlias = tuple[tuple[int, int], ...]


class Scale(NamedTuple):
    """How large a cell is drawn, in characters."""

    columns: int
    lines: int


SCALES: Final = (Scale(8, 3), Scale(8, 4), Scale(10, 4), Scale(12, 5))
"""The sizes that look well, smallest first."""
SMALLEST: Final = SCALES[0]
TOKENS: Final = "●▲■◆"
"""The players' tokens, by seat: disc, triangle, square, lozenge."""
ASCII_TOKENS: Final = "o^#%"
ROUTE_LETTERS: Final = "xyz"
_MARGIN_COLUMNS: Final = 3
_MARGIN_LINES: Final = 2
_ASCII_WALL: Final = "|"
_WALLS: Final = {"ascii": _ASCII_WALL, "plain": "│"}
_ARROW_SIGNS: Final = "↗→↘↙←↖"
_ASCII_ARROWS: Final = "/>\\/<\\"
_FINE: Final = ((0.0, 0.0),)
_BROAD: Final = ((-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5))
_BROADEST: Final = tuple((dx, dy) for dx in (-1.0, 0.0, 1.0) for dy in (-1.0, 0.0, 1.0))
_NUDGE: Final = 1e-6
"""Keeps what lies exactly between two dots from falling to one side here and to the other there."""
_WIDE_COLUMNS: Final = 10
"""From this width of a cell on, there is room for broader lines."""


def board_size(scale: Scale) -> tuple[int, int]:
    """How many columns and lines a board of this *scale* takes."""
    rows = len(ROW_LENGTHS)
    return rows * scale.columns + 2 * _MARGIN_COLUMNS, rows * scale.lines + 2 * _MARGIN_LINES


def largest_scale(columns: int, lines: int) -> Scale:
    """The largest scale whose board fits into a window of this size; the smallest if none does."""
    fitting = [scale for scale in SCALES if board_size(scale)[0] <= columns and board_size(scale)[1] <= lines]
    return fitting[-1] if fitting else SMALLEST


def text_board(shown: Game | Position | Turn | Picture, *, style: Style = "plain", scale: Scale = SMALLEST) -> Canvas:
    """Draw the board of a game, a position, a turn, or a `Picture` of your own. `str` of it is the text."""
    picture = shown if isinstance(shown, Picture) else picture_of(shown)
    return _Board(picture, style, scale).drawn()


def text_tile(kind: Kind, turn: int, *, style: Style = "plain", scale: Scale = SMALLEST) -> Canvas:
    """Draw one route tile by itself; any *turn* will do, as in what is read."""
    routes = ROUTES[kind, turn % TURNS[kind]]
    canvas = Canvas(scale.columns + (style != "colour"), scale.lines)
    if style != "colour":
        _write_walls(canvas, scale, 0, 0, _WALLS[style])
    if style == "ascii":
        _write_routes(canvas, scale, 0, 0, routes)
        return canvas
    if style == "colour":
        for line in range(scale.lines):
            for column in range(scale.columns):
                canvas.fill(column, line, design()["themes"]["dark"]["tile"])
    for a, b in routes:
        canvas.dot(0, 0, _dots(a, b, scale), _ink(style, "route"))
    return canvas


# ------------------------------------------------------------------------------------------------ curves


def _direction(side: float) -> Point:
    """From a cell's centre towards a side; y points down."""
    angle = (side - 1) * pi / 3
    return cos(angle), sin(angle)


def _arc(centre: Point, radius: float, start: float, end: float) -> Iterator[Point]:
    steps = 160
    for step in range(steps + 1):
        angle = start + (end - start) * step / steps
        yield centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)


def _route(a: int, b: int) -> Iterator[Point]:
    """The route between two sides of a hexagon with sides of length 1, around (0, 0), from side *a* to side *b*."""
    clockwise = (b - a) % 6
    if clockwise == 3:
        (ax, ay), (bx, by) = _direction(a), _direction(b)
        for step in range(161):
            part = sqrt(3) / 2 * step / 160
            rest = sqrt(3) / 2 - part
            yield ax * rest + bx * part, ay * rest + by * part
        return
    if clockwise > 3:
        yield from reversed(list(_route(b, a)))
        return
    # A tight curve runs around the corner between the two sides; a wide one around where the two, prolonged, meet.
    x, y = _direction(a + clockwise / 2)
    distance, radius, half_angle = (1.0, 0.5, pi / 3) if clockwise == 1 else (sqrt(3), 1.5, pi / 6)
    back = (a + clockwise / 2 - 1) * pi / 3 + pi
    yield from _arc((x * distance, y * distance), radius, back + half_angle, back - half_angle)


def _u_turn(a: int, b: int) -> Iterator[Point]:
    """The U-turn of a corner treasure, from side *a* to side *b*: behind the arrow, around the cell's middle."""
    (ax, ay), (bx, by) = _direction(a), _direction(b)
    reach = sqrt(3) / 2
    for step in range(161):
        part = step / 160
        # a curve of the second degree that is pulled back from the arrow, past the middle
        pull = -0.35
        mid_x, mid_y = (ax + bx) * pull, (ay + by) * pull
        yield (
            (1 - part) ** 2 * ax * reach + 2 * part * (1 - part) * mid_x + part**2 * bx * reach,
            (1 - part) ** 2 * ay * reach + 2 * part * (1 - part) * mid_y + part**2 * by * reach,
        )


@cache
def _dots(a: int, b: int, scale: Scale, *, u_turn: bool = False, way: bool = False, half: bool = False) -> Dots:
    """The dots of a route between two sides, from the cell's upper left; broader if a gem took this *way*.

    With *half*, the route stops in its middle.
    """
    points = list(_u_turn(a, b) if u_turn else _route(a, b))
    pens = (_FINE, _BROAD, _BROADEST)
    pen = pens[(scale.columns >= _WIDE_COLUMNS) + way]
    wide, high = scale.columns * DOTS_ACROSS, scale.lines * DOTS_DOWN
    dots: dict[tuple[int, int], None] = {}
    for x, y in points[: len(points) // 2 if half else None]:
        for dx, dy in pen:
            # A route ends exactly between two cells. It must not leave a dot on the other one.
            column = min(max(floor((0.5 + x / sqrt(3)) * wide + dx + _NUDGE), 0), wide - 1)
            line = min(max(floor((0.5 + y / 1.5) * high + dy + _NUDGE), 0), high - 1)
            dots[column, line] = None
    return tuple(dots)


# ------------------------------------------------------------------------------------------------ letters


def _write_walls(canvas: Canvas, scale: Scale, column: int, line: int, wall: str) -> None:
    """The walls to the left and right of a cell; routes that are drawn pass through a gap in the middle."""
    for down in range(scale.lines):
        if wall == _ASCII_WALL or abs(down + 0.5 - scale.lines / 2) >= 1:
            for place in (column, column + scale.columns):
                canvas.write(place, line + down, wall)


def _side_place(scale: Scale, side: int) -> tuple[int, int]:
    """Where the letter of a *side* stands in a cell, from its upper left character."""
    left, right, last = scale.columns // 4, 3 * scale.columns // 4, scale.columns - 1
    return (
        (right, 0),
        (last, scale.lines // 2),
        (right, scale.lines - 1),
        (left, scale.lines - 1),
        (1, scale.lines // 2),
        (left, 0),
    )[side]


def _write_routes(canvas: Canvas, scale: Scale, column: int, line: int, routes: Sequence[tuple[int, int]]) -> None:
    for letter, sides in zip(ROUTE_LETTERS, routes, strict=False):
        for side in sides:
            dx, dy = _side_place(scale, side)
            canvas.write(column + dx, line + dy, letter)


def _ink(style: Style, role: str) -> str:
    return design()["themes"]["dark"][role] if style == "colour" else ""


# ------------------------------------------------------------------------------------------------ the board


class _Board:
    """One drawing of the board."""

    def __init__(self, picture: Picture, style: Style, scale: Scale) -> None:
        self.picture = picture
        self.style: Style = style
        self.scale = scale
        columns, lines = board_size(scale)
        self.canvas = Canvas(columns, lines)

    def drawn(self) -> Canvas:
        tiles = dict(self.picture.tiles)
        if self.picture.ghost is not None:
            cell, kind, turn = self.picture.ghost
            tiles[cell] = (kind, turn)
        for cell in range(len(CELLS)):
            self.ground(cell, cell in tiles)
        for cell in range(len(CELLS)):
            if self.style != "colour":
                _write_walls(self.canvas, self.scale, *self.corner(cell), _WALLS[self.style])
        for cell in range(len(CELLS)):
            if cell in TREASURES:
                self.treasure(cell)
            elif cell in tiles:
                self.tile(cell, *tiles[cell])
            else:
                self.name(cell)
        for journey in self.picture.journeys:
            self.journey(journey)
        marked = self.picture.last if self.picture.ghost is None else self.picture.ghost[0]
        if marked is not None:
            self.mark(marked)
        for gem, cell, side in self.picture.gems:
            self.gem(gem, cell, side)
        self.exits()
        return self.canvas

    # -------------------------------------------------------------------------------------------- places

    def corner(self, cell: int) -> tuple[int, int]:
        """The upper left character of a cell."""
        name = CELLS[cell]
        row = ROW_NAMES.index(name[0])
        shift = (len(ROW_LENGTHS) - ROW_LENGTHS[row]) * self.scale.columns // 2
        column = _MARGIN_COLUMNS + shift + (int(name[1:]) - 1) * self.scale.columns
        return column, _MARGIN_LINES + row * self.scale.lines

    # -------------------------------------------------------------------------------------------- cells

    def ground(self, cell: int, has_tile: bool) -> None:
        if self.style != "colour":
            return
        colours = design()["themes"]["dark"]
        if cell == CENTRE:
            role = "centre"
        elif cell in TREASURES:
            role = "treasure"
        else:
            role = "tile" if has_tile else "board"
        row, column = ROW_NAMES.index(CELLS[cell][0]), int(CELLS[cell][1:])
        shade = (column + row + max(0, row - 4)) % 3  # no two neighbours have the same
        self.fill(cell, shaded(colours[role], shade))

    def fill(self, cell: int, ground: str) -> None:
        left, top = self.corner(cell)
        for line in range(self.scale.lines):
            for place in range(self.scale.columns):
                self.canvas.fill(left + place, top + line, ground)

    def name(self, cell: int) -> None:
        left, top = self.corner(cell)
        column = left + self.scale.columns // 2 - (0 if self.style == "ascii" else 1)
        self.canvas.write(column, top + self.scale.lines // 2, CELLS[cell], _ink(self.style, "label"))

    def tile(self, cell: int, kind: Kind, turn: int) -> None:
        if self.style == "ascii":
            _write_routes(self.canvas, self.scale, *self.corner(cell), ROUTES[kind, turn])
            return
        for a, b in ROUTES[kind, turn]:
            self.canvas.dot(*self.corner(cell), _dots(a, b, self.scale), _ink(self.style, "route"))

    def treasure(self, cell: int) -> None:
        left, top = self.corner(cell)
        if cell == CENTRE:
            self.centre(left, top)
            return
        arrow = CORNER_ARROWS[CELLS[cell]]
        a, b = U_TURN_SIDES[cell]
        if self.style == "ascii":
            _write_routes(self.canvas, self.scale, left, top, ((a, b),))
        else:
            self.canvas.dot(left, top, _dots(a, b, self.scale, u_turn=True), _ink(self.style, "treasure_arrow"))
        if cell in self.picture.loaded_corners:
            self.gem("A", cell, arrow)

    def centre(self, left: int, top: int) -> None:
        loaded = self.picture.loaded_sides
        signs = _ASCII_ARROWS if self.style == "ascii" else _ARROW_SIGNS
        for side in loaded:
            dx, dy = _side_place(self.scale, side)
            dx -= self.style != "ascii" and side == 4
            self.canvas.write(left + dx, top + dy, signs[side], _ink(self.style, "centre_arrow"))
        text = f"{len(loaded) - 1}E" if len(loaded) > 1 else ""
        column = left + self.scale.columns // 2 - 2
        line = top + self.scale.lines // 2
        if loaded:
            if text:
                self.gem_sign("E", column, line, text)
                column += 3
            self.gem_sign("S", column, line, "1S")

    # -------------------------------------------------------------------------------------------- gems

    def gem_sign(self, gem: Gem, column: int, line: int, text: str | None = None) -> None:
        colours = design()["gems"][gem]
        if self.style == "colour":
            ink = "#ffffff" if gem == "S" else "#000000"
            self.canvas.write(column, line, text or gem, ink, ground=colours["fill"], bold=True)
        else:
            self.canvas.write(column, line, text or gem)

    def gem(self, gem: Gem, cell: int, side: int) -> None:
        left, top = self.corner(cell)
        dx, dy = _side_place(self.scale, side)
        if self.style == "ascii":
            dx += -1 if side in (0, 1, 2) else 1  # beside the letter of its route
        elif side == 4:
            dx = 0
        self.gem_sign(gem, left + dx, top + dy)

    def journey(self, journey: Journey) -> None:
        if self.style == "ascii":
            return
        ink = design()["gems"][journey.gem]["shade"] if self.style == "colour" else ""
        for number, step in enumerate(journey.steps, start=1):
            cell = CELL_NUMBER[step.cell]
            last = number == len(journey.steps)
            half = last and isinstance(journey.end, Meeting) and journey.end.inside
            sides = step.side_in, step.side_out
            dots = _dots(*sides, self.scale, u_turn=cell in TREASURES, way=True, half=half)
            self.canvas.dot(*self.corner(cell), dots, ink)
        if isinstance(journey.end, Exit):
            column, line = self.outside(CELL_NUMBER[journey.end.cell], journey.end.side)
            self.gem_sign(journey.gem, column, line)

    # -------------------------------------------------------------------------------------------- marks

    def mark(self, cell: int) -> None:
        """Point out the tile placed last, or the one held over the board."""
        left, top = self.corner(cell)
        if self.style == "colour":
            self.fill(cell, _mixed(design()["themes"]["dark"]["mark"], design()["themes"]["dark"]["tile"]))
            return
        if self.style == "ascii":
            self.canvas.write(left + self.scale.columns // 2, top + self.scale.lines // 2, "*")
        else:
            _write_walls(self.canvas, self.scale, left, top, "┃")

    def outside(self, cell: int, side: int) -> tuple[int, int]:
        """The character just outside an exit."""
        left, top = self.corner(cell)
        dx, dy = _side_place(self.scale, side)
        if side == 1:
            dx = self.scale.columns + (1 if self.style == "ascii" else 0)
        elif side == 4:
            dx = -1
        else:
            dy += -1 if side in (0, 5) else 1
        return left + dx, top + dy

    def exits(self) -> None:
        owners = LAYOUTS[self.picture.layout].owners
        left_here = {
            (journey.end.cell, journey.end.side) for journey in self.picture.journeys if isinstance(journey.end, Exit)
        }
        for gateway in GATEWAYS:
            number = 0
            for cell in gateway.cells:
                for side in gateway.sides:
                    owner = owners[gateway.number - 1][number % len(owners[gateway.number - 1])]
                    number += 1
                    if self.style != "ascii" and (CELLS[cell], side) in left_here:
                        continue
                    column, line = self.outside(cell, side)
                    ink = design()["players"][owner - 1]["fill"] if self.style == "colour" else ""
                    # A dark ground, because a white token on a white window could not be seen.
                    self.canvas.write(column, line, token(owner, self.style), ink, ground=_ink(self.style, "seat"))
            self.gateway_number(gateway)

    def gateway_number(self, gateway: Gateway) -> None:
        """The gateway's number, outside its middle cell."""
        cell = gateway.cells[1]
        left, top = self.corner(cell)
        column, line = left + self.scale.columns // 2, top + self.scale.lines // 2
        if gateway.number in (1, 4):
            line = top - 2 if gateway.number == 1 else top + self.scale.lines + 1
        else:
            column = left - 5 if gateway.number in (5, 6) else left + self.scale.columns + 4
        self.canvas.write(
            column - 1, line, f"({gateway.number})", _ink(self.style, "gold"), bold=self.style == "colour"
        )


def token(player: int, style: Style) -> str:
    """The sign of a player's token."""
    return (ASCII_TOKENS if style == "ascii" else TOKENS)[player - 1]


def _mixed(colour: str, other: str) -> str:
    """The colour halfway between two."""
    parts = ((int(colour[at : at + 2], 16) + int(other[at : at + 2], 16)) // 2 for at in (1, 3, 5))
    return "#{:02x}{:02x}{:02x}".format(*parts)


def shaded(colour: str, shade: int) -> str:
    """One of three shades of a colour that lie close together."""
    factor = (1.0, 0.93, 0.86)[shade]
    red, green, blue = (round(int(colour[at : at + 2], 16) * factor) for at in (1, 3, 5))
    return f"#{red:02x}{green:02x}{blue:02x}"
