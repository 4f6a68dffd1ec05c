"""Moves: a tile placed on a cell. Which ones the board allows is known once for all, so legal moves cost little."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, overload

from indigo.board import (
    CELL_NUMBER,
    CELLS,
    EXIT_SIDES,
    KINDS,
    OPEN_CELLS,
    PORTS,
    ROUTES,
    TILES,
    TURNS,
    Kind,
    joins_exits,
)


class Move(NamedTuple):
    """A tile placed on a cell: the cell's name, the tile's kind, and how far it is turned."""

    cell: str
    kind: Kind
    turn: int

    def __str__(self) -> str:
        return f"{self.cell}{self.kind}{self.turn}"


class Placement(NamedTuple):
    """A move with everything that `play` needs to know about it, looked up once."""

    move: Move
    kind: Kind
    cell: int
    tile: bytes  # what `Position.tiles` then holds there, as one byte
    single: bytes  # the cell as one byte
    border: bool
    routes: tuple[tuple[int, int], ...]  # the three pairs of ports that it joins


def _placements() -> dict[Move | str, Placement]:
    """All placements that the board allows, by move and by text; turns beyond a kind's last mean the smaller one."""
    found: dict[Move | str, Placement] = {}
    for cell in OPEN_CELLS:
        for number, (kind, turn) in enumerate(TILES):
            if joins_exits(cell, kind, turn):
                continue
            ports = PORTS[cell]
            routes = tuple((ports[a], ports[b]) for a, b in ROUTES[kind, turn])
            move = Move(CELLS[cell], kind, turn)
            placement = Placement(move, kind, cell, bytes((number + 1,)), bytes((cell,)), cell in EXIT_SIDES, routes)
            for same in range(turn, 6, TURNS[kind]):
                found[move._replace(turn=same)] = found[f"{CELLS[cell]}{kind}{same}"] = placement
    return found


PLACEMENTS: Final = _placements()
"""Every placement that the board allows, by move and by its text."""
_MOVES: Final[dict[str, tuple[tuple[Move, ...], ...]]] = {
    kind: tuple(
        tuple(Move(name, kind, turn) for turn in range(TURNS[kind]) if Move(name, kind, turn) in PLACEMENTS)
        for name in CELLS
    )
    for kind in KINDS
}
_INNER_TURNS: Final[dict[str, int]] = {kind: TURNS[kind] for kind in KINDS}
_BORDER_TURNS: Final[dict[str, int]] = {kind: len(_MOVES[kind][CELL_NUMBER["a2"]]) for kind in KINDS}


class LegalMoves(Sequence[Move]):
    """The legal moves of a position: a sequence in no particular order; `sorted` gives the notation's order.

    It is counted, not listed, so that picking one at random costs next to nothing.
    """

    __slots__ = ("_border", "_inner", "_kinds")

    def __init__(self, kinds: str, inner: bytes, border: bytes) -> None:
        self._kinds = kinds
        self._inner = inner
        self._border = border

    def __len__(self) -> int:
        inner, border = len(self._inner), len(self._border)
        count = 0
        for kind in self._kinds:
            count += inner * _INNER_TURNS[kind] + border * _BORDER_TURNS[kind]
        return count

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return list(self)[index]
        if index < 0:
            index += len(self)
        if index >= 0:
            inner, border = self._inner, self._border
            for kind in self._kinds:
                turns = _INNER_TURNS[kind]
                if index < turns * len(inner):
                    return _MOVES[kind][inner[index // turns]][index % turns]
                index -= turns * len(inner)
                turns = _BORDER_TURNS[kind]
                if index < turns * len(border):
                    return _MOVES[kind][border[index // turns]][index % turns]
                index -= turns * len(border)
        raise IndexError("there are not so many legal moves")

    def __iter__(self) -> Iterator[Move]:
        for kind in self._kinds:
            for cell in self._inner + self._border:
                yield from _MOVES[kind][cell]

    def __contains__(self, move: object) -> bool:
        placement = PLACEMENTS.get(move) if isinstance(move, (Move, str)) else None
        return (
            placement is not None
            and placement.kind in self._kinds
            and placement.cell in (self._border if placement.border else self._inner)
        )

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves>"
