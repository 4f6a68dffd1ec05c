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
            found[move] = placement  # the very object that `LegalMoves` hands out, so it is found at once
            for same in range(turn, 6, TURNS[kind]):
                found.setdefault(Move(move.cell, kind, same), placement)
                found[f"{CELLS[cell]}{kind}{same}"] = placement
    return found


PLACEMENTS: Final = _placements()
"""Every placement that the board allows, by move and by its text."""


class _KindMoves(NamedTuple):
    """How a kind can be turned on a cell away from the gateways, on a border cell, and all its moves by cell."""

    inner_turns: int
    border_turns: int
    by_cell: tuple[tuple[Move, ...], ...]


def _moves_of(kind: Kind) -> _KindMoves:
    by_cell = tuple(
        tuple(placement.move for turn in range(TURNS[kind]) if (placement := PLACEMENTS.get(f"{cell}{kind}{turn}")))
        for cell in CELLS
    )
    return _KindMoves(TURNS[kind], len(by_cell[CELL_NUMBER["a2"]]), by_cell)


_MOVES: Final[dict[str, _KindMoves]] = {kind: _moves_of(kind) for kind in KINDS}


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
        count = 0
        for kind in self._kinds:
            inner_turns, border_turns, _ = _MOVES[kind]
            count += inner_turns * len(self._inner) + border_turns * len(self._border)
        return count

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return list(self)[index]
        place = index if index >= 0 else index + len(self)
        for kind in self._kinds if place >= 0 else "":
            inner_turns, border_turns, by_cell = _MOVES[kind]
            inner_moves = inner_turns * len(self._inner)
            if place < inner_moves:
                return by_cell[self._inner[place // inner_turns]][place % inner_turns]
            place -= inner_moves
            border_moves = border_turns * len(self._border)
            if place < border_moves:
                return by_cell[self._border[place // border_turns]][place % border_turns]
            place -= border_moves
        raise IndexError(f"move {index} of {len(self)}")

    def __iter__(self) -> Iterator[Move]:
        for kind in self._kinds:
            for cell in self._inner + self._border:
                yield from _MOVES[kind].by_cell[cell]

    def __contains__(self, move: object) -> bool:
        placement = PLACEMENTS.get(move) if isinstance(move, (Move, str)) else None
        return (
            placement is not None
            and placement.kind in self._kinds
            and placement.cell in (self._border if placement.border else self._inner)
        )

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves>"
