"""Indigo once more, as slowly and plainly as possible: gems walked side by side, tile by tile.

Nothing here knows ports or far ends, and nothing is taken from the package: the board is a set of coordinates, the
tiles are the table of the notation, the owners are the chart of the rules. The real rules must agree with this.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

Cell = tuple[int, int]  # (q, r) with the centre at (0, 0): r counts rows downwards, q along the row

STEP = {0: (1, -1), 1: (1, 0), 2: (0, 1), 3: (-1, 1), 4: (-1, 0), 5: (0, -1)}
ROUTES = {
    "A": ((0, 1), (2, 3), (4, 5)),
    "B": ((0, 3), (1, 4), (2, 5)),
    "C": ((0, 3), (1, 2), (4, 5)),
    "D": ((0, 3), (1, 5), (2, 4)),
    "E": ((0, 1), (2, 4), (3, 5)),
}
OWNERS = {
    "2": "1 2 1 2 1 2",
    "3": "1 1+2 3 3+1 2 2+3",
    "3own": "1 2 3 1 2 3",
    "4": "1+2 2+3 1+4 4+2 3+1 3+4",
}
POINTS = {"A": 1, "E": 2, "S": 3}


@cache
def on_board(cell: Cell) -> bool:
    q, r = cell
    return abs(q) <= 4 and abs(r) <= 4 and abs(q + r) <= 4


@cache
def across(cell: Cell, side: int) -> Cell:
    return cell[0] + STEP[side][0], cell[1] + STEP[side][1]


ALL_CELLS = sorted(cell for cell in ((q, r) for q in range(-4, 5) for r in range(-4, 5)) if on_board(cell))
NAME = {(q, r): "abcdefghi"[r + 4] + str(q - max(-4, -4 - r) + 1) for q, r in ALL_CELLS}
CELL = {name: cell for cell, name in NAME.items()}
CENTRE = (0, 0)
CORNER_ARROW = {(-4 * STEP[side][0], -4 * STEP[side][1]): side for side in STEP}  # the arrow faces the centre


@cache
def sides_outside(cell: Cell) -> list[int]:
    return [side for side in STEP if not on_board(across(cell, side))]


def gateway_of(cell: Cell) -> int:
    """The gateway from its two outer sides: the top has 5 and 0, the next clockwise 0 and 1, and so on."""
    a, b = sides_outside(cell)
    return 1 if (a, b) == (0, 5) else b + 1


@cache
def routes_of(kind: str, turn: int) -> list[tuple[int, int]]:
    return [((a + turn) % 6, (b + turn) % 6) for a, b in ROUTES[kind]]


@cache
def different_turns(kind: str) -> list[int]:
    """The turns in which the tile does not look as it did in a smaller one."""
    looks = [{frozenset(route) for route in routes_of(kind, turn)} for turn in range(6)]
    return [turn for turn in range(6) if looks[turn] not in looks[:turn]]


@dataclass
class Walker:
    """A gem on its way: the tile it is on, where it came in, where it goes out, and how it ended."""

    gem: str
    start: tuple[str, int]
    cell: Cell
    came_in: int
    end: tuple[object, ...] | None = None
    goes_out: int = -1
    tiles: list[str] = field(default_factory=list)


class NaiveGame:
    """The rules, step by step as they are told."""

    def __init__(self, layout: str, deal: list[str], draws: str, first: int = 1) -> None:
        self.owners = [[int(player) for player in owners.split("+")] for owners in OWNERS[layout].split()]
        self.hands = [list(hand) for hand in deal]
        self.stack = list(draws)
        self.player = first
        self.tiles: dict[Cell, list[tuple[int, int]]] = {}
        self.corner_ambers = set(CORNER_ARROW)
        self.centre_gems = ["S", "E", "E", "E", "E", "E"]
        self.resting: dict[tuple[Cell, int], str] = {}
        self.won: list[list[str]] = [[] for _ in deal]
        self.out: list[str] = []

    # ---------------------------------------------------------------------------------------- placing

    def may_place(self, cell: Cell, kind: str, turn: int) -> bool:
        if cell == CENTRE or cell in CORNER_ARROW or cell in self.tiles:
            return False
        outside = sides_outside(cell)
        return not any(a in outside and b in outside for a, b in routes_of(kind, turn))

    def legal_moves(self) -> set[str]:
        if self.over():
            return set()
        found = set()
        for kind in set(self.hands[self.player - 1]):
            for cell in ALL_CELLS:
                for turn in different_turns(kind):
                    if self.may_place(cell, kind, turn):
                        found.add(f"{NAME[cell]}{kind}{turn}")
        return found

    # ---------------------------------------------------------------------------------------- a turn

    def play(self, cell_name: str, kind: str, turn: int) -> list[Walker]:
        cell = CELL[cell_name]
        assert self.may_place(cell, kind, turn)
        self.hands[self.player - 1].remove(kind)
        self.tiles[cell] = routes_of(kind, turn)
        walkers = self.set_moving(cell)
        self.walk(walkers)
        for walker in walkers:
            if walker.end is None:
                continue
            if walker.end[0] == "exit":
                for owner in self.owners[gateway_of(walker.cell) - 1]:
                    self.won[owner - 1].append(walker.gem)
            elif walker.end[0] == "rest":
                self.resting[walker.cell, walker.goes_out] = walker.gem
            else:
                self.out.append(walker.gem)
        if self.stack and not self.over():
            self.hands[self.player - 1].append(self.stack.pop(0))
        self.player = self.player % len(self.hands) + 1
        return walkers

    def set_moving(self, new: Cell) -> list[Walker]:
        """Every gem that stands at a side of the new tile."""
        walkers = []
        for side in STEP:
            beside = across(new, side)
            facing = (side + 3) % 6
            if beside == CENTRE:
                gem = self.centre_gems.pop()
            elif CORNER_ARROW.get(beside) == facing:
                self.corner_ambers.remove(beside)
                gem = "A"
            elif (beside, facing) in self.resting:
                gem = self.resting.pop((beside, facing))
            else:
                continue
            walkers.append(Walker(gem, (NAME[beside], facing), new, side))
        return walkers

    def walk(self, walkers: list[Walker]) -> None:
        """Move all gems one tile at a time, together, until each has ended."""
        while moving := [walker for walker in walkers if walker.end is None]:
            for walker in moving:
                walker.goes_out = self.other_end(walker.cell, walker.came_in)
                walker.tiles.append(NAME[walker.cell])
            for one in moving:
                for other in moving:
                    same_route = other.cell == one.cell and other.came_in == one.goes_out
                    face_to_face = across(one.cell, one.goes_out) == other.cell and (
                        across(other.cell, other.goes_out) == one.cell
                    )
                    if other is not one and (same_route or face_to_face):
                        one.end = ("meeting", other.gem, same_route)
            for walker in moving:
                if walker.end is not None:
                    continue
                next_cell = across(walker.cell, walker.goes_out)
                if not on_board(next_cell):
                    walker.end = ("exit", NAME[walker.cell], walker.goes_out)
                elif next_cell not in self.tiles and next_cell != CENTRE and next_cell not in CORNER_ARROW:
                    walker.end = ("rest", NAME[walker.cell], walker.goes_out)
                else:
                    walker.cell, walker.came_in = next_cell, (walker.goes_out + 3) % 6

    def other_end(self, cell: Cell, side: int) -> int:
        if cell in CORNER_ARROW:
            left, right = (CORNER_ARROW[cell] - 1) % 6, (CORNER_ARROW[cell] + 1) % 6
            return {left: right, right: left}[side]
        for a, b in self.tiles[cell]:  # the centre has no tile: no gem ever comes back to it
            if side == a:
                return b
            if side == b:
                return a
        raise AssertionError("every side of a tile has a route")

    # ---------------------------------------------------------------------------------------- the end

    def over(self) -> bool:
        return not (self.corner_ambers or self.centre_gems or self.resting)

    def winners(self) -> list[int]:
        if not self.over():
            return []
        results = [(sum(POINTS[gem] for gem in gems), len(gems)) for gems in self.won]
        return [player for player, result in enumerate(results, start=1) if result == max(results)]
