"""From a position of the rules to the same position on the fast core, and from its numbers back to moves."""

from __future__ import annotations

from indigo import _core
from indigo.board import CELL_NUMBER, CELLS, TILE_NUMBER, TILES
from indigo.moves import Move
from indigo.position import Position


def core_position(position: Position) -> _core.Position:
    """The same position on the core. A total behind a screen counts as nothing: tell it first if you know it."""
    return _core.Position(
        position.layout.name,
        position.hands,
        position.player,
        tiles=position.tiles,
        gems=position.gems,
        won=[won or (0, 0, 0) for won in position.won],
    )


def core_move(move: Move) -> tuple[int, int]:
    """The move as the core counts: the cell's number and the tile's."""
    return CELL_NUMBER[move.cell], TILE_NUMBER[move.kind, move.turn]


def rules_move(cell: int, tile: int) -> Move:
    """The move as players write it."""
    return Move(CELLS[cell], *TILES[tile])
