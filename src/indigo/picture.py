"""What a picture shows, as data: the board at one moment, and what somebody wants to point out on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from indigo.board import ARROWS, CELL_NUMBER, CENTRE, CORNER_ARROWS, NEIGHBOURS, OPEN_CELLS, SIDES, Gem, Kind
from indigo.journeys import Journey, Turn
from indigo.position import Position
from indigo.rules import Game


@dataclass(frozen=True)
class Picture:
    """The board at one moment. Cells are numbers, as in `indigo.board`."""

    tiles: Mapping[int, tuple[Kind, int]] = field(default_factory=dict)  # route tiles: kind and turn
    gems: tuple[tuple[Gem, int, int], ...] = ()  # gems at rest: gem, cell, side
    layout: str = "2"  # who owns which gateway
    last: int | None = None  # the cell of the last move
    journeys: tuple[Journey, ...] = ()  # how gems moved
    ghost: tuple[int, Kind, int] | None = None  # a tile held over the board: cell, kind, turn
    places: frozenset[int] = frozenset()  # cells to point out

    @property
    def loaded_corners(self) -> tuple[int, ...]:
        """The corner treasures that still have their amber: the cell in front of the arrow is empty."""
        return tuple(cell for cell, side in ARROWS[: len(CORNER_ARROWS)] if NEIGHBOURS[cell][side] not in self.tiles)

    @property
    def loaded_sides(self) -> tuple[int, ...]:
        """The sides of the centre whose arrows have not released a gem yet."""
        return tuple(side for side in SIDES if NEIGHBOURS[CENTRE][side] not in self.tiles)


def picture_of(shown: Game | Position | Turn, *, journeys: bool | None = None) -> Picture:
    """The picture of a game, of a position, or of a turn.

    A game shows which tile was placed last; a turn shows the board after it, with the ways its gems took. *journeys*
    draws those ways, or leaves them out.
    """
    if isinstance(shown, Position):
        position, turn = shown, None
    elif isinstance(shown, Turn):
        position, turn = shown.after, shown
    else:
        position, turn = shown.position, shown.turns[-1] if shown.turns_played else None
    with_ways = isinstance(shown, Turn) if journeys is None else journeys
    return Picture(
        tiles={cell: tile for cell in OPEN_CELLS if (tile := position.tile_at(cell)) is not None},
        gems=position.resting,
        layout=position.layout.name,
        last=None if turn is None else CELL_NUMBER[turn.move.cell],
        journeys=turn.journeys if turn is not None and with_ways else (),
    )
