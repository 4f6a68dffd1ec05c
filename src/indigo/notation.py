"""Moves and positions as text, both ways. What is wrong with a text is said, with the field that is wrong.

Writing is `str(move)` and `str(position)`. Reading is here, and reading checks: a position that was read can be played
on.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from indigo.board import (
    AMBER,
    ARROWS,
    CELL_NUMBER,
    CELLS,
    CENTRE_ARROW_PORTS,
    COPIES,
    CORNER_ARROW_PORTS,
    EMERALD,
    EXIT_GATEWAY,
    GEMS,
    GEMS_ON_BOARD,
    LAYOUTS,
    NEIGHBOURS,
    OUTSIDE,
    PORTS,
    ROUTES,
    ROW_LENGTHS,
    ROW_NAMES,
    SAPPHIRE,
    SIDES,
    TILE_NUMBER,
    TILES,
    TREASURES,
    TURNS,
    U_TURN_SIDES,
    joins_exits,
)
from indigo.errors import BadMove, BadPosition
from indigo.moves import Move
from indigo.position import (
    CENTRE_GEM,
    EMPTY_CELL,
    GEM_CODE,
    NO_GEM,
    TREASURE_TILE,
    UNKNOWN,
    Position,
    Won,
    empty_table,
)

_MOVE: Final = re.compile(r"([a-i][1-9])([A-E])([0-5])(?:\+([A-E?]))?")
_BOARD_PIECE: Final = re.compile(r"\*|([A-E])([0-5])|[1-9]")
_GEM: Final = re.compile(r"([AES])([a-i][1-9])([0-5])")
_HAND: Final = re.compile(r"-|[A-E?]{1,2}")
_WON: Final = re.compile(r"[0-9]{3}|\?\?\?")
_FIELDS: Final = ("board", "gems", "layout", "turn", "hands", "won")
_LONGEST_POSITION: Final = 400
_ARROW_PORTS: Final = CORNER_ARROW_PORTS + CENTRE_ARROW_PORTS


def read_move(text: str) -> tuple[Move, str | None]:
    """Read a move such as `c4E2`, and the draw behind it if there is one: `c4E2+A`. A turn is written as the smallest.

    >>> read_move("c4C5+?")
    (Move(cell='c4', kind='C', turn=2), '?')
    """
    match = _MOVE.fullmatch(text)
    if match is None or match[1] not in CELL_NUMBER:
        raise BadMove(
            f"{_quoted(text)}: a move is a cell, a kind and a turn, such as c4E2, and a draw such as +A may follow"
        )
    cell, kind, turn, draw = match.groups()
    return Move(cell, kind, int(turn) % TURNS[kind]), draw


def read_position(text: str) -> Position:
    """Read a position's six fields and check that it can arise. What was read writes as the same text.

    >>> str(read_position("*3*/6/7/8/*3*3*/8/7/6/*3* - 2 1 E/? 000/000"))
    '*3*/6/7/8/*3*3*/8/7/6/*3* - 2 1 E/? 000/000'
    """
    fields = text.split(" ") if len(text) <= _LONGEST_POSITION else []
    if len(fields) != 6:
        raise BadPosition(
            "position",
            f"{_quoted(text)}: a position has six fields with one space between: {', '.join(_FIELDS)}",
        )
    board, gems, layout_name, turn, hands_text, won_text = fields
    tiles = _read_board(board)
    layout = LAYOUTS.get(layout_name)
    if layout is None:
        raise BadPosition("layout", f"{_quoted(layout_name)}: layouts are {', '.join(LAYOUTS)}")
    if turn not in {str(player) for player in range(1, layout.players + 1)}:
        raise BadPosition("turn", f"{_quoted(turn)}: the player to move is a number from 1 to {layout.players}")
    player = int(turn)
    position = _with_tiles(empty_table(layout, player, ("",) * layout.players), tiles)
    position = _with_gems(position, gems)
    position = _with_hands(position, hands_text)
    position = _with_won(position, won_text)
    smallest_turns = re.sub(r"([A-E])([0-5])", lambda tile: f"{tile[1]}{int(tile[2]) % TURNS[tile[1]]}", board)
    for field, written, was_read in zip(_FIELDS, str(position).split(" "), (smallest_turns, *fields[1:]), strict=True):
        if written != was_read:
            raise BadPosition(field, f"{_quoted(was_read)} is written {written}")
    return position


def _quoted(text: str) -> str:
    """A text for an error message: short, on one line, printable."""
    return repr(text if len(text) <= 60 else text[:57] + "...")


# ------------------------------------------------------------------------------------------------ board


def _read_board(text: str) -> bytes:
    """The board field: nine rows; what lies on each cell."""
    rows = text.split("/")
    if len(rows) != len(ROW_LENGTHS):
        raise BadPosition("board", f"{len(rows)} rows: a board has {len(ROW_LENGTHS)}, with / between")
    tiles = bytearray()
    placed: Counter[str] = Counter()
    for name, length, row in zip(ROW_NAMES, ROW_LENGTHS, rows, strict=True):
        start, place = len(tiles), 0
        while place < len(row):
            piece = _BOARD_PIECE.match(row, place)
            if piece is None:
                raise BadPosition("board", f"row {name}: {_quoted(row[place:])} is no tile, treasure or number")
            place = piece.end()
            if piece[0] == "*":
                tiles.append(TREASURE_TILE)
            elif piece[1]:
                kind = piece[1]
                placed[kind] += 1
                tiles.append(TILE_NUMBER[kind, int(piece[2]) % TURNS[kind]] + 1)
            else:
                tiles.extend(bytes(int(piece[0])))
        if len(tiles) - start != length:
            raise BadPosition("board", f"row {name}: {len(tiles) - start} cells, not {length}")
    for cell, tile in enumerate(tiles):
        if (tile == TREASURE_TILE) != (cell in TREASURES):
            wrong = "has no treasure tile" if tile == TREASURE_TILE else "holds a treasure tile"
            raise BadPosition("board", f"{CELLS[cell]} {wrong}")
        if EMPTY_CELL < tile < TREASURE_TILE and joins_exits(cell, *TILES[tile - 1]):
            raise BadPosition("board", f"the tile on {CELLS[cell]} joins its two exits")
    _check_copies("board", placed)
    return bytes(tiles)


def _check_copies(field: str, seen: Counter[str]) -> None:
    for kind, number in seen.items():
        if number > COPIES[kind]:
            raise BadPosition(field, f"{number} tiles of kind {kind}: there are {COPIES[kind]}")


def _with_tiles(position: Position, tiles: bytes) -> Position:
    """Lay all tiles at once: join their routes, and take from the treasure tiles the gems that have left."""
    far = bytearray(position.far)
    for cell, tile in enumerate(tiles):
        if EMPTY_CELL < tile < TREASURE_TILE:
            for a, b in ROUTES[TILES[tile - 1]]:
                far_a, far_b = far[PORTS[cell][a]], far[PORTS[cell][b]]
                far[far_a], far[far_b] = far_b, far_a
    gems = bytearray(position.gems)
    for (treasure, side), port in zip(ARROWS, _ARROW_PORTS, strict=True):
        if tiles[NEIGHBOURS[treasure][side]] != EMPTY_CELL:
            gems[port] = NO_GEM
    return position._replace(
        tiles=tiles,
        far=bytes(far),
        gems=bytes(gems),
        centre=sum(gems[port] == CENTRE_GEM for port in CENTRE_ARROW_PORTS),
        left=sum(code != NO_GEM for code in gems),
        inner=bytes(cell for cell in position.inner if tiles[cell] == EMPTY_CELL),
        border=bytes(cell for cell in position.border if tiles[cell] == EMPTY_CELL),
    )


# ------------------------------------------------------------------------------------------------ gems


def _with_gems(position: Position, text: str) -> Position:
    """The gems field: only where a gem can rest, and wherever one must."""
    resting: dict[int, str] = {}
    for item in [] if text == "-" else text.split(","):
        match = _GEM.fullmatch(item)
        if match is None or match[2] not in CELL_NUMBER:
            raise BadPosition("gems", f"{_quoted(item)}: a gem is A, E or S with its cell and side, such as Ec41")
        gem, cell, side = match[1], CELL_NUMBER[match[2]], int(match[3])
        across = NEIGHBOURS[cell][side]
        on_route = position.tile_at(cell) is not None or side in U_TURN_SIDES.get(cell, ())
        if not on_route or across == OUTSIDE or position.tiles[across] != EMPTY_CELL:
            raise BadPosition("gems", f"{item}: a gem rests where a route ends before an empty cell")
        port = PORTS[cell][side]
        if port in resting:
            raise BadPosition("gems", f"{item}: two gems at one place")
        source = position.far[port]
        if (source not in CORNER_ARROW_PORTS) if gem == AMBER else (source not in CENTRE_ARROW_PORTS):
            treasure = "a corner" if gem == AMBER else "the centre"
            raise BadPosition("gems", f"{item}: this route does not come from {treasure}, so the gem cannot rest here")
        resting[port] = gem
    counts = Counter(resting.values())
    if counts[SAPPHIRE] and position.centre:
        raise BadPosition("gems", "the sapphire leaves the centre last")
    if counts[SAPPHIRE] > GEMS_ON_BOARD[SAPPHIRE] or counts[EMERALD] > GEMS_ON_BOARD[EMERALD]:
        raise BadPosition("gems", "more gems than there are")
    for port in _ARROW_PORTS:
        end = position.far[port]
        if end not in resting and end not in EXIT_GATEWAY and end not in _ARROW_PORTS:
            cell, side = next(place for place in _sides_of(end) if position.tiles[place[0]] != EMPTY_CELL)
            raise BadPosition("gems", f"a gem must rest at {CELLS[cell]}{side}, where its route ends")
    gems = bytearray(position.gems)
    for port, gem in resting.items():
        gems[port] = GEM_CODE[gem]
    return position._replace(gems=bytes(gems), left=position.left + len(resting))


def _sides_of(port: int) -> list[tuple[int, int]]:
    """The one or two (cell, side) that have this port."""
    return [(cell, side) for cell in range(len(CELLS)) for side in SIDES if PORTS[cell][side] == port]


# ------------------------------------------------------------------------------------------------ hands


def _with_hands(position: Position, text: str) -> Position:
    """The hands field: as many tiles as there can be, and in the right hands when the stacks run out."""
    players = position.layout.players
    hands = text.split("/")
    if len(hands) != players or not all(_HAND.fullmatch(hand) for hand in hands):
        raise BadPosition(
            "hands", f"{_quoted(text)}: {players} hands with / between, each one or two kinds, ? if unknown, - if empty"
        )
    hands = ["" if hand == "-" else "".join(sorted(hand)) for hand in hands]
    seen = position.placed
    seen.update(kind for hand in hands for kind in hand if kind != UNKNOWN)
    _check_copies("hands", seen)
    empty = len(position.inner) + len(position.border)
    stacked = empty - sum(map(len, hands))
    if stacked < 0:
        raise BadPosition("hands", f"{empty - stacked} tiles in hand, but only {empty} are not on the board")
    # Seen from the player to move: all hold the same, or, as the stacks are empty, those who have played hold one less.
    # Who ended the game did not draw.
    sizes = [len(hand) for hand in hands[position.player - 1 :] + hands[: position.player - 1]]
    if position.over and sizes[-1] == sizes[0] and (stacked or sizes[0] == 2):
        raise BadPosition("hands", f"{text}: who ended the game did not draw, and so holds one tile less")
    level = sizes[:-1] if position.over and stacked else sizes
    if (
        (stacked and (len(set(level)) > 1 or not sizes[0]))
        or sizes != sorted(sizes, reverse=True)
        or sizes[0] - sizes[-1] > 1
    ):
        raise BadPosition(
            "hands", f"{text}: players hold equally many tiles, and one less who moved after the stacks ended"
        )
    return position._replace(hands=tuple(hands), stacked=stacked)


# ------------------------------------------------------------------------------------------------ won


def _with_won(position: Position, text: str) -> Position:
    """The won field: no more gems than there are."""
    totals = text.split("/")
    if len(totals) != position.layout.players or not all(_WON.fullmatch(total) for total in totals):
        raise BadPosition(
            "won", f"{_quoted(text)}: {position.layout.players} totals with / between, each three digits or ???"
        )
    won: list[Won | None] = [
        None if total == "???" else (int(total[0]), int(total[1]), int(total[2])) for total in totals
    ]
    shared = any(len(owners) > 1 for owners in position.layout.owners)
    for number, gem in enumerate(GEMS):
        known = [total[number] for total in won if total is not None]
        gone = max((sum(known) + 1) // 2, *known, 0) if shared else sum(known)
        if gone + _on_board(position, gem) > GEMS_ON_BOARD[gem]:
            raise BadPosition("won", f"{text}: more gems of kind {gem} than there are")
    return position._replace(won=tuple(won))


def _on_board(position: Position, gem: str) -> int:
    """How many gems of this kind are still on the board, treasure tiles included."""
    resting = position.gems.count(GEM_CODE[gem])  # the corners' ambers are counted here as well
    if gem == EMERALD:
        return resting + max(0, position.centre - 1)
    return resting + (1 if gem == SAPPHIRE and position.centre else 0)
