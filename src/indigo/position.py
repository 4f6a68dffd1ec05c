"""A position as data: everything that lies on the table at one moment, immutable, comparable, printable.

`str(position)` writes it in the notation's six fields: board, gems, layout, turn, hands, won. Reading one, which means
checking it, is `indigo.notation.read_position`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from indigo.board import (
    CELLS,
    CENTRE_ARROW_PORTS,
    CORNER_ARROW_PORTS,
    EXIT_SIDES,
    GEMS,
    KINDS,
    LAYOUTS,
    NEIGHBOURS,
    OPEN_CELLS,
    POINTS,
    PORT_SIDES,
    ROW_LENGTHS,
    TILES,
    TREASURES,
    U_TURNS,
    Gem,
    Kind,
    Layout,
)

UNKNOWN: Final = "?"
"""Stands in a hand, or for a draw, where the tile is not known to whoever keeps this position."""

EMPTY_CELL: Final = 0
TREASURE_TILE: Final = len(TILES) + 1
"""`Position.tiles` holds 0 for an empty cell, 1 to 15 for `board.TILES` in order, and this for a treasure tile."""

NO_GEM: Final = 0
GEM_CODE: Final[dict[Gem, int]] = {gem: number for number, gem in enumerate(GEMS, start=1)}
CENTRE_GEM: Final = len(GEMS) + 1
"""`Position.gems` holds 0 for no gem, 1 to 3 for amber, emerald, sapphire, and this for a gem still on the centre:
which one it is shows when it leaves."""


_TILES_OF: Final[dict[Kind, tuple[int, ...]]] = {
    kind: tuple(tile for tile, (other, _) in enumerate(TILES, start=1) if other == kind) for kind in KINDS
}

Won = tuple[int, int, int]
"""A player's won ambers, emeralds and sapphires."""


def worth(won: Won) -> int:
    """The points of won gems: 1 for an amber, 2 for an emerald, 3 for a sapphire."""
    return sum(count * POINTS[gem] for count, gem in zip(won, GEMS, strict=True))


def leaders(points: Sequence[int], gems: Sequence[int]) -> tuple[int, ...]:
    """The players who are ahead: most points, then most gems; several if still tied."""
    results = tuple(zip(points, gems, strict=True))
    best = max(results)
    return tuple(player for player, result in enumerate(results, start=1) if result == best)


class HiddenTotal(ValueError):
    """A player's total lies behind a screen, so points and winners cannot be told."""

    code = "hidden_total"


class Position(NamedTuple):
    """Everything that lies on the table at one moment."""

    layout: Layout
    tiles: bytes  # by cell: what lies there
    far: bytes  # by port that ends a run of joined routes: the port at the run's other end
    gems: bytes  # by port: the gem that stands there
    centre: int  # gems left on the centre treasure tile
    left: int  # gems left on the board, treasure tiles included
    inner: bytes  # the empty cells away from the gateways, in order
    border: bytes  # the empty border cells, in order
    player: int  # whose turn it is, from 1
    hands: tuple[str, ...]  # by player: the kinds in ASCII order, UNKNOWN first
    stacked: int  # tiles left in the stacks
    won: tuple[Won | None, ...]  # by player: ambers, emeralds, sapphires; None for a total behind a screen

    @property
    def over(self) -> bool:
        """Whether no gem is left on the board, which ends the game."""
        return not self.left

    @property
    def points(self) -> tuple[int, ...]:
        """Each player's points: 1 for an amber, 2 for an emerald, 3 for a sapphire."""
        return tuple(map(worth, self._totals()))

    @property
    def gem_counts(self) -> tuple[int, ...]:
        """How many gems each player has won."""
        return tuple(map(sum, self._totals()))

    def _totals(self) -> list[Won]:
        totals = [won for won in self.won if won is not None]
        if len(totals) < len(self.won):
            raise HiddenTotal(f"a player's total is behind a screen in {self}")
        return totals

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who have won: most points, then most gems; if still tied they share. Empty before the end."""
        return () if self.left else leaders(self.points, self.gem_counts)

    @property
    def placed(self) -> Counter[Kind]:
        """How many tiles of each kind lie on the board."""
        return Counter(TILES[tile - 1][0] for tile in self.tiles if EMPTY_CELL < tile < TREASURE_TILE)

    def seen(self, kind: Kind) -> int:
        """How many tiles of this kind lie on the board or in a hand that is known."""
        return sum(map(self.tiles.count, _TILES_OF[kind])) + "".join(self.hands).count(kind)

    def tile_at(self, cell: int) -> tuple[Kind, int] | None:
        """The kind and turn of the route tile on this cell, if there is one."""
        tile = self.tiles[cell]
        return TILES[tile - 1] if EMPTY_CELL < tile < TREASURE_TILE else None

    @property
    def resting(self) -> tuple[tuple[Gem, int, int], ...]:
        """The gems that rest on route tiles, as (gem, cell, side): each beside an empty cell."""
        found: list[tuple[Gem, int, int]] = []
        for port, code in enumerate(self.gems):
            if code == NO_GEM or code == CENTRE_GEM or port in CORNER_ARROW_PORTS:
                continue
            cell, side = PORT_SIDES[port]
            if self.tiles[cell] == EMPTY_CELL:  # the gem stands on the other side of the port
                cell, side = NEIGHBOURS[cell][side], (side + 3) % 6
            found.append((GEMS[code - 1], cell, side))
        return tuple(sorted(found, key=lambda gem: (gem[0], CELLS[gem[1]], gem[2])))

    # What `far` holds for ports inside a run is left over from joining and depends on the order of placing; for the
    # ports that end a run it follows from the tiles. So it takes no part in comparing.

    def __eq__(self, other: object) -> bool:
        return self[:2] == other[:2] and self[3:] == other[3:] if isinstance(other, Position) else NotImplemented

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self[:2], self[3:]))

    def _repr_svg_(self) -> str:
        """The board as a picture, for notebooks."""
        from indigo.svg import board_svg  # the one import that points down, so that a notebook needs none

        return board_svg(self, size=480)

    def __repr__(self) -> str:
        return f"read_position({str(self)!r})"

    def __str__(self) -> str:
        rows: list[str] = []
        cell = 0
        for length in ROW_LENGTHS:
            row, empty = "", 0
            for tile in self.tiles[cell : cell + length]:
                if tile == EMPTY_CELL:
                    empty += 1
                    continue
                kind_and_turn = "*" if tile == TREASURE_TILE else "{}{}".format(*TILES[tile - 1])
                row += (str(empty) if empty else "") + kind_and_turn
                empty = 0
            rows.append(row + (str(empty) if empty else ""))
            cell += length
        gems = ",".join(f"{gem}{CELLS[cell]}{side}" for gem, cell, side in self.resting)
        hands = "/".join(hand or "-" for hand in self.hands)
        won = "/".join("???" if counts is None else "".join(map(str, counts)) for counts in self.won)
        return f"{'/'.join(rows)} {gems or '-'} {self.layout.name} {self.player} {hands} {won}"


def _treasures_alone() -> Position:
    """The board with the treasure tiles and their gems in place, before anybody sits down."""
    far = bytearray(range(len(PORT_SIDES)))
    for left, right in U_TURNS:
        far[left], far[right] = right, left
    gems = bytearray(len(PORT_SIDES))
    for port in CORNER_ARROW_PORTS:
        gems[port] = GEM_CODE["A"]
    for port in CENTRE_ARROW_PORTS:
        gems[port] = CENTRE_GEM
    return Position(
        layout=LAYOUTS["2"],
        tiles=bytes(TREASURE_TILE if cell in TREASURES else EMPTY_CELL for cell in range(len(CELLS))),
        far=bytes(far),
        gems=bytes(gems),
        centre=len(CENTRE_ARROW_PORTS),
        left=len(CENTRE_ARROW_PORTS) + len(CORNER_ARROW_PORTS),
        inner=bytes(cell for cell in OPEN_CELLS if cell not in EXIT_SIDES),
        border=bytes(cell for cell in OPEN_CELLS if cell in EXIT_SIDES),
        player=1,
        hands=(),
        stacked=len(OPEN_CELLS),
        won=(),
    )


_TREASURES_ALONE: Final = _treasures_alone()


def empty_table(layout: Layout, player: int, hands: tuple[str, ...]) -> Position:
    """The board set up for a new game: treasures and gems in place, no route tile yet."""
    return _TREASURES_ALONE._replace(
        layout=layout,
        player=player,
        hands=hands,
        stacked=len(OPEN_CELLS) - sum(map(len, hands)),
        won=((0, 0, 0),) * layout.players,
    )
