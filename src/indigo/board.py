"""The board and the tiles as data: cells, sides, ports, gateways, arrows, and the five kinds of route tile.

Cells are named as players name them (`"c4"`) and numbered 0 to 60 in the same order for speed. Sides count clockwise
from the upper right: 0 upper right, 1 right, 2 lower right, 3 lower left, 4 left, 5 upper left. Hexagons stand on a
point.

Between two neighbouring cells, and between a border cell and the outside, lies a *port*. Routes lead from port to port,
and gems stand at ports. There are 210: 156 between cells, 36 exits, and 18 behind the corner treasures, which lead
nowhere.

This module holds no rules and no state. The C++ core takes its tables from here, so they are written once.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

Kind: TypeAlias = str
"""A kind of route tile: one letter, A to E."""
Gem: TypeAlias = str
"""A kind of gem: A amber, E emerald, S sapphire."""

# ------------------------------------------------------------------------------------------------ cells

ROW_LENGTHS: Final = (5, 6, 7, 8, 9, 8, 7, 6, 5)
ROW_NAMES: Final = "abcdefghi"
SIDES: Final = range(6)
OUTSIDE: Final = -1

CELLS: Final[tuple[str, ...]] = tuple(
    f"{name}{column}" for name, length in zip(ROW_NAMES, ROW_LENGTHS, strict=True) for column in range(1, length + 1)
)
CELL_NUMBER: Final[dict[str, int]] = {name: number for number, name in enumerate(CELLS)}


def _neighbour(cell: str, side: int) -> int:
    """The number of the cell across *side*, or OUTSIDE."""
    row, column = ROW_NAMES.index(cell[0]), int(cell[1:]) - 1
    above, below = (0 if row <= 4 else 1), (0 if row >= 4 else 1)  # rows grow by one cell down to row e, then shrink
    row, column = (
        (row - 1, column + above),
        (row, column + 1),
        (row + 1, column + below),
        (row + 1, column + below - 1),
        (row, column - 1),
        (row - 1, column + above - 1),
    )[side]
    if 0 <= row < len(ROW_LENGTHS) and 0 <= column < ROW_LENGTHS[row]:
        return CELL_NUMBER[f"{ROW_NAMES[row]}{column + 1}"]
    return OUTSIDE


NEIGHBOURS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(_neighbour(cell, side) for side in SIDES) for cell in CELLS
)
"""NEIGHBOURS[cell][side]: the number of the cell across that side, or OUTSIDE."""

# ------------------------------------------------------------------------------------------------ treasures

CENTRE: Final = CELL_NUMBER["e5"]
CORNER_ARROWS: Final[dict[str, int]] = {"a1": 2, "a5": 3, "e9": 4, "i5": 5, "i1": 0, "e1": 1}
CORNERS: Final[tuple[int, ...]] = tuple(CELL_NUMBER[cell] for cell in CORNER_ARROWS)
TREASURES: Final[frozenset[int]] = frozenset((CENTRE, *CORNERS))
OPEN_CELLS: Final[tuple[int, ...]] = tuple(cell for cell in range(len(CELLS)) if cell not in TREASURES)
"""The 54 cells that take a route tile."""

# ------------------------------------------------------------------------------------------------ ports


def _number_ports() -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, int], ...]]:
    """Give each shared side one number, in the order in which cells and sides are counted."""
    ports: list[list[int]] = [[-1] * 6 for _ in CELLS]
    first_sides: list[tuple[int, int]] = []
    for cell in range(len(CELLS)):
        for side in SIDES:
            if ports[cell][side] == -1:
                ports[cell][side] = len(first_sides)
                across = NEIGHBOURS[cell][side]
                if across != OUTSIDE:
                    ports[across][(side + 3) % 6] = len(first_sides)
                first_sides.append((cell, side))
    return tuple(map(tuple, ports)), tuple(first_sides)


_NUMBERED: Final = _number_ports()
PORTS: Final[tuple[tuple[int, ...], ...]] = _NUMBERED[0]
"""PORTS[cell][side]: the number of the port at that side."""
PORT_SIDES: Final[tuple[tuple[int, int], ...]] = _NUMBERED[1]
"""PORT_SIDES[port]: the first (cell, side) that has this port; the other is the neighbour's opposite side, if any."""

ARROWS: Final[tuple[tuple[int, int], ...]] = (
    *((CELL_NUMBER[cell], side) for cell, side in CORNER_ARROWS.items()),
    *((CENTRE, side) for side in SIDES),
)
"""The (treasure cell, side) of every arrow: the six corners, then the six of the centre."""
CORNER_ARROW_PORTS: Final[tuple[int, ...]] = tuple(PORTS[cell][side] for cell, side in ARROWS[:6])
CENTRE_ARROW_PORTS: Final[tuple[int, ...]] = tuple(PORTS[cell][side] for cell, side in ARROWS[6:])
U_TURN_SIDES: Final[dict[int, tuple[int, int]]] = {cell: ((side + 5) % 6, (side + 1) % 6) for cell, side in ARROWS[:6]}
"""For each corner treasure the two sides that its U-turn joins, to the left and right of its arrow."""
U_TURNS: Final[tuple[tuple[int, int], ...]] = tuple(
    (PORTS[cell][left], PORTS[cell][right]) for cell, (left, right) in U_TURN_SIDES.items()
)

# ------------------------------------------------------------------------------------------------ gateways


class Gateway(NamedTuple):
    """One of the board's six edges: its number from 1, its three border cells, and their two outer sides."""

    number: int
    cells: tuple[int, ...]
    sides: tuple[int, int]


GATEWAYS: Final[tuple[Gateway, ...]] = tuple(
    Gateway(number, tuple(CELL_NUMBER[cell] for cell in cells.split()), sides)
    for number, cells, sides in (
        (1, "a2 a3 a4", (5, 0)),
        (2, "b6 c7 d8", (0, 1)),
        (3, "f8 g7 h6", (1, 2)),
        (4, "i4 i3 i2", (2, 3)),
        (5, "h1 g1 f1", (3, 4)),
        (6, "d1 c1 b1", (4, 5)),
    )
)
EXIT_SIDES: Final[dict[int, tuple[int, int]]] = {cell: gateway.sides for gateway in GATEWAYS for cell in gateway.cells}
"""For each border cell its two exits, as sides."""
EXIT_GATEWAY: Final[dict[int, int]] = {
    PORTS[cell][side]: gateway.number for gateway in GATEWAYS for cell in gateway.cells for side in gateway.sides
}
"""The gateway number of every exit port."""


class Layout(NamedTuple):
    """How many play and who owns which gateway."""

    name: str
    players: int
    owners: tuple[tuple[int, ...], ...]  # by gateway 1 to 6: the players, from 1, whose tokens stand there


LAYOUTS: Final[dict[str, Layout]] = {
    layout.name: layout
    for layout in (
        Layout("2", 2, ((1,), (2,), (1,), (2,), (1,), (2,))),
        Layout("3", 3, ((1,), (1, 2), (3,), (3, 1), (2,), (2, 3))),
        Layout("3own", 3, ((1,), (2,), (3,), (1,), (2,), (3,))),
        Layout("4", 4, ((1, 2), (2, 3), (1, 4), (4, 2), (3, 1), (3, 4))),
    )
}
COLOURS: Final = ("red", "turquoise", "white", "violet")
"""The players' colours, by seat."""

# ------------------------------------------------------------------------------------------------ route tiles

KINDS: Final[tuple[Kind, ...]] = ("A", "B", "C", "D", "E")
COPIES: Final[dict[Kind, int]] = {"A": 6, "B": 6, "C": 14, "D": 14, "E": 14}
TURNS: Final[dict[Kind, int]] = {"A": 2, "B": 1, "C": 3, "D": 3, "E": 6}
"""How many turns of a kind look different. A turn is 60 degrees clockwise."""
_ROUTES_AT_TURN_0: Final[dict[Kind, tuple[tuple[int, int], ...]]] = {
    "A": ((0, 1), (2, 3), (4, 5)),
    "B": ((0, 3), (1, 4), (2, 5)),
    "C": ((0, 3), (1, 2), (4, 5)),
    "D": ((0, 3), (1, 5), (2, 4)),
    "E": ((0, 1), (2, 4), (3, 5)),
}
TILES: Final[tuple[tuple[Kind, int], ...]] = tuple((kind, turn) for kind in KINDS for turn in range(TURNS[kind]))
"""The 15 tiles that look different: every kind in each of its turns."""
TILE_NUMBER: Final[dict[tuple[Kind, int], int]] = {tile: number for number, tile in enumerate(TILES)}
ROUTES: Final[dict[tuple[Kind, int], tuple[tuple[int, int], ...]]] = {
    (kind, turn): tuple(sorted((min(pair), max(pair)) for pair in turned))
    for kind, turn in TILES
    for turned in [[((a + turn) % 6, (b + turn) % 6) for a, b in _ROUTES_AT_TURN_0[kind]]]
}
"""ROUTES[kind, turn]: the three pairs of sides that the tile joins."""


def joins_exits(cell: int, kind: Kind, turn: int) -> bool:
    """Whether this tile would join the two exits of this border cell, which the rules forbid."""
    exits = EXIT_SIDES.get(cell)
    return exits is not None and (min(exits), max(exits)) in ROUTES[kind, turn]


# ------------------------------------------------------------------------------------------------ gems

GEMS: Final[tuple[Gem, ...]] = ("A", "E", "S")
AMBER: Final[Gem] = "A"
EMERALD: Final[Gem] = "E"
SAPPHIRE: Final[Gem] = "S"
POINTS: Final[dict[Gem, int]] = {"A": 1, "E": 2, "S": 3}
GEMS_ON_BOARD: Final[dict[Gem, int]] = {"A": 6, "E": 5, "S": 1}
"""How many of each lie on the treasure tiles at the start; the reserve holds as many again."""
