"""Where things lie in the picture: the cells' centres, the middles of their sides, and the curves of the routes.

Lengths are those of `design.json`, where the side of a cell is 60; y grows downwards, and 0,0 is
the middle of the board.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, radians, sin, sqrt
from typing import Final, NamedTuple

from indigo.board import CELLS, ROW_LENGTHS, ROW_NAMES, SIDES
from indigo.design import design

_PROPORTIONS: Final = design()["proportions"]
SIDE: Final = _PROPORTIONS["side"]
APOTHEM: Final = SIDE * sqrt(3) / 2
"""From a cell's middle to the middle of its side."""


class Point(NamedTuple):
    """A place in the picture."""

    x: float
    y: float

    def moved(self, direction: Point, distance: float) -> Point:
        """The place that lies *distance* away in *direction*."""
        return Point(self.x + direction.x * distance, self.y + direction.y * distance)

    def plus(self, other: Point) -> Point:
        """This place, seen from *other*."""
        return Point(self.x + other.x, self.y + other.y)


ORIGIN: Final = Point(0, 0)


def number(value: float) -> str:
    """A length as text: one decimal, nothing superfluous, never a minus zero."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def at(point: Point) -> str:
    """A place as path data."""
    second = number(point.y)
    return number(point.x) + ("" if second.startswith("-") else " ") + second


def polygon(points: Iterable[Point]) -> str:
    """A closed outline as path data."""
    return "M" + "L".join(at(point) for point in points) + "Z"


def direction(degrees: float) -> Point:
    """The way that lies *degrees* clockwise from straight up."""
    return Point(sin(radians(degrees)), -cos(radians(degrees)))


OUTWARD: Final = tuple(direction(30 + 60 * side) for side in SIDES)
"""OUTWARD[side]: the way out of a cell at that side."""
MIDDLE: Final = tuple(ORIGIN.moved(OUTWARD[side], APOTHEM) for side in SIDES)
"""MIDDLE[side]: the middle of that side, seen from the middle of the cell."""


def _centre(cell: str) -> Point:
    row, column = ROW_NAMES.index(cell[0]), int(cell[1:]) - 1
    return Point((column - (ROW_LENGTHS[row] - 1) / 2) * 2 * APOTHEM, (row - 4) * 1.5 * SIDE)


CENTRES: Final[tuple[Point, ...]] = tuple(_centre(cell) for cell in CELLS)


def hexagon(radius: float) -> list[Point]:
    """The corners of a hexagon that stands on a point, clockwise from the top."""
    return [ORIGIN.moved(direction(60 * corner), radius) for corner in range(6)]


def port(cell: int, side: int) -> Point:
    """The middle of a cell's side, on the board."""
    return CENTRES[cell].plus(MIDDLE[side])


def _middle_of_bend(start: int, end: int) -> Point:
    """The way from the cell's middle to the middle of the curve between two sides."""
    apart = (end - start) % 6
    return direction(30 + 60 * start + 30 * (apart if apart < 3 else apart - 6))


def halfway(start: int, end: int, cell_centre: Point = ORIGIN) -> Point:
    """The middle of a route between two sides."""
    apart = min((end - start) % 6, (start - end) % 6)
    if apart == 3:
        return cell_centre
    radius = _PROPORTIONS["tight_radius" if apart == 1 else "wide_radius"]
    return cell_centre.moved(_middle_of_bend(start, end), radius / sin(radians(30 * apart)) - radius)


def curve(start: int, end: int, cell_centre: Point = ORIGIN, *, half: bool = False) -> str:
    """The way from one side's middle to another's, as path data that goes on from the first.

    Every curve leaves its sides at a right angle. A tight curve runs around the corner between its two sides, a wide
    one around the point where its two sides would meet. *half* stops in the middle of the way.
    """
    target = at(halfway(start, end, cell_centre) if half else cell_centre.plus(MIDDLE[end]))
    apart = (end - start) % 6
    if apart == 3:
        return f"L{target}"
    radius = number(_PROPORTIONS["tight_radius" if apart in (1, 5) else "wide_radius"])
    return f"A{radius} {radius} 0 0 {0 if apart < 3 else 1} {target}"


def halfway_u_turn(start: int, end: int, cell_centre: Point = ORIGIN) -> Point:
    """The middle of a U-turn, behind the treasure's middle."""
    return cell_centre.moved(_middle_of_bend(start, end), -_PROPORTIONS["u_turn_depth"])


def u_turn(start: int, end: int, cell_centre: Point = ORIGIN, *, half: bool = False) -> str:
    """The way through a corner treasure: in at a right angle, around behind the arrow, out at a right angle."""
    back = halfway_u_turn(start, end)
    across = direction(60 * start + (180 if (end - start) % 6 < 3 else -120))
    enter = MIDDLE[start].moved(OUTWARD[start], -SIDE * 0.45)
    leave = MIDDLE[end].moved(OUTWARD[end], -SIDE * 0.45)
    handle = SIDE * 0.4
    first = [enter, back.moved(across, -handle), back]
    second = [back.moved(across, handle), leave, MIDDLE[end]]
    return "".join(
        "C" + " ".join(at(point.plus(cell_centre)) for point in points)
        for points in ([first] if half else [first, second])
    )
