"""What a turn did, as data: the whole way of every gem that moved, tile by tile, complete enough to animate it."""

from __future__ import annotations

from typing import Final, NamedTuple

from indigo.board import (
    CELL_NUMBER,
    CELLS,
    EMERALD,
    EXIT_GATEWAY,
    GEMS,
    NEIGHBOURS,
    PORTS,
    ROUTES,
    SAPPHIRE,
    SIDES,
    TILES,
    U_TURN_SIDES,
    Gem,
)
from indigo.moves import Move
from indigo.position import CENTRE_GEM, EMPTY_CELL, NO_GEM, TREASURE_TILE, Position


class Step(NamedTuple):
    """One tile that a gem runs over: in at one side, out at another. U-turns of corner treasures count as well."""

    cell: str
    side_in: int
    side_out: int


class Rest(NamedTuple):
    """The gem comes to rest on this cell's tile, at this side, before an empty cell."""

    cell: str
    side: int


class Exit(NamedTuple):
    """The gem leaves the board; each of the gateway's owners gets one of its kind."""

    cell: str
    side: int
    gateway: int
    owners: tuple[int, ...]


class Meeting(NamedTuple):
    """The gem meets another one: both are out of the game.

    *journey* is the number of the other gem's journey in the same turn, *gem* its kind. Both run the same distance.
    They meet in the middle of the last tile of their journeys if *inside*, else at the side where those tiles touch.
    """

    journey: int
    gem: Gem
    inside: bool


class Journey(NamedTuple):
    """The way of one gem: where it stood (a treasure tile's arrow or a tile's side), the tiles it ran over, its end."""

    gem: Gem
    cell: str
    side: int
    steps: tuple[Step, ...]
    end: Rest | Exit | Meeting


_OTHER_SIDE: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(next(b if a == side else a for a, b in ROUTES[tile] if side in (a, b)) for side in SIDES) for tile in TILES
)
"""_OTHER_SIDE[tile][side]: the side to which that tile's route leads."""


def _walk(tiles: bytes, new: int, side: int, starts: dict[int, Gem]) -> list[tuple[int, int, int]]:
    """Follow the route into the *new* tile by *side* to its end, or to where it would run into another moving gem."""
    cell = new
    steps: list[tuple[int, int, int]] = []
    while True:
        if tiles[cell] == TREASURE_TILE:
            left, right = U_TURN_SIDES[cell]
            out = right if side == left else left
        else:
            out = _OTHER_SIDE[tiles[cell] - 1][side]
        steps.append((cell, side, out))
        if (cell == new and out in starts) or PORTS[cell][out] in EXIT_GATEWAY:
            return steps
        cell, side = NEIGHBOURS[cell][out], (out + 3) % 6
        if tiles[cell] == EMPTY_CELL:
            return steps


def trace_journeys(before: Position, after: Position, new: int) -> tuple[Journey, ...]:
    """The journeys of all gems that the tile now on cell *new* set moving, by the side where each entered it."""
    starts: dict[int, Gem] = {}
    for side in SIDES:
        code = before.gems[PORTS[new][side]]
        if code == CENTRE_GEM:
            starts[side] = EMERALD if before.centre > 1 else SAPPHIRE
        elif code != NO_GEM:
            starts[side] = GEMS[code - 1]
    found: list[Journey] = []
    for start, gem in starts.items():
        steps = _walk(after.tiles, new, start, starts)
        cell, _, out = steps[-1]
        end: Rest | Exit | Meeting
        if cell == new and out in starts:
            end = Meeting(list(starts).index(out), starts[out], inside=len(steps) % 2 == 1)
            steps = steps[: (len(steps) + 1) // 2]
        elif (gateway := EXIT_GATEWAY.get(PORTS[cell][out])) is not None:
            end = Exit(CELLS[cell], out, gateway, before.layout.owners[gateway - 1])
        else:
            end = Rest(CELLS[cell], out)
        way = tuple(Step(CELLS[cell], side, out) for cell, side, out in steps)
        found.append(Journey(gem, CELLS[NEIGHBOURS[new][start]], (start + 3) % 6, way, end))
    return tuple(found)


class Turn:
    """One player's turn: the move, what the gems did, and the tile drawn afterwards."""

    __slots__ = ("_journeys", "after", "before", "draw", "move")
    _journeys: tuple[Journey, ...]

    def __init__(self, move: Move, draw: str | None, before: Position, after: Position) -> None:
        self.move = move
        self.draw = draw  # the kind, UNKNOWN, or None where there was nothing to draw
        self.before = before
        self.after = after

    @property
    def player(self) -> int:
        """Whose turn it was."""
        return self.before.player

    @property
    def journeys(self) -> tuple[Journey, ...]:
        """The way of every gem that moved. It is traced when first asked for: playing fast costs nothing for it."""
        try:
            return self._journeys
        except AttributeError:
            self._journeys = trace_journeys(self.before, self.after, CELL_NUMBER[self.move.cell])
            return self._journeys

    @property
    def awards(self) -> tuple[tuple[int, Gem], ...]:
        """The gems won in this turn, as (player, gem); a shared gateway gives each owner one."""
        return tuple(
            (owner, journey.gem)
            for journey in self.journeys
            if isinstance(journey.end, Exit)
            for owner in journey.end.owners
        )

    def __str__(self) -> str:
        return f"{self.move}+{self.draw}" if self.draw else str(self.move)

    def __repr__(self) -> str:
        return f"<Turn: player {self.player} {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Turn):
            return NotImplemented
        return (self.move, self.draw, self.before, self.after) == (other.move, other.draw, other.before, other.after)

    def __hash__(self) -> int:
        return hash((self.move, self.draw, self.after))
