"""The board and the tiles are those of the box."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from indigo.board import (
    ARROWS,
    CELL_NUMBER,
    CELLS,
    CENTRE,
    CENTRE_ARROW_PORTS,
    COLOURS,
    COPIES,
    CORNER_ARROW_PORTS,
    CORNERS,
    EXIT_GATEWAY,
    EXIT_SIDES,
    GATEWAYS,
    GEMS,
    GEMS_ON_BOARD,
    KINDS,
    LAYOUTS,
    NEIGHBOURS,
    OPEN_CELLS,
    OUTSIDE,
    POINTS,
    PORT_SIDES,
    PORTS,
    ROUTES,
    SIDES,
    TILE_NUMBER,
    TILES,
    TREASURES,
    TURNS,
    U_TURN_SIDES,
    U_TURNS,
    joins_exits,
)
from tests.support import naive


def test_the_board_has_61_cells_five_to_a_side() -> None:
    assert len(CELLS) == 61
    assert Counter(name[0] for name in CELLS) == dict(zip("abcdefghi", (5, 6, 7, 8, 9, 8, 7, 6, 5), strict=True))
    assert [CELLS[number] for number in CELL_NUMBER.values()] == list(CELLS)


def test_neighbours_follow_from_coordinates() -> None:
    for cell, name in enumerate(CELLS):
        for side in SIDES:
            across = naive.across(naive.CELL[name], side)
            expected = CELL_NUMBER[naive.NAME[across]] if naive.on_board(across) else OUTSIDE
            assert NEIGHBOURS[cell][side] == expected


def test_seven_cells_hold_treasures_and_54_take_a_tile() -> None:
    assert CELLS[CENTRE] == "e5"
    assert {CELLS[corner] for corner in CORNERS} == {"a1", "a5", "e9", "i5", "i1", "e1"}
    assert len(TREASURES) == 7
    assert len(OPEN_CELLS) == 54 == sum(COPIES.values())
    assert not TREASURES & set(OPEN_CELLS)


def test_there_are_210_ports_of_which_36_are_exits_and_18_lead_nowhere() -> None:
    assert len(PORT_SIDES) == 210
    inside = {PORTS[cell][side] for cell in range(61) for side in SIDES if NEIGHBOURS[cell][side] != OUTSIDE}
    assert len(inside) == 156
    assert len(EXIT_GATEWAY) == 36
    nowhere = set(range(210)) - inside - set(EXIT_GATEWAY)
    assert len(nowhere) == 18
    assert {PORT_SIDES[port][0] for port in nowhere} == set(CORNERS)


def test_neighbours_share_the_port_between_them() -> None:
    for cell in range(61):
        for side in SIDES:
            across = NEIGHBOURS[cell][side]
            if across != OUTSIDE:
                assert PORTS[cell][side] == PORTS[across][(side + 3) % 6]
    for port, (cell, side) in enumerate(PORT_SIDES):
        assert PORTS[cell][side] == port


def test_every_treasure_arrow_faces_a_cell_that_takes_a_tile() -> None:
    assert len(ARROWS) == 12 == len(set(CORNER_ARROW_PORTS + CENTRE_ARROW_PORTS))
    for cell, side in ARROWS:
        assert NEIGHBOURS[cell][side] in OPEN_CELLS
    for corner in CORNERS:  # straight on from a corner's arrow lies the centre
        cell, side = next(arrow for arrow in ARROWS if arrow[0] == corner)
        for _ in range(4):
            cell = NEIGHBOURS[cell][side]
        assert cell == CENTRE


def test_a_corner_joins_its_two_border_neighbours_behind_the_arrow() -> None:
    for corner, sides in U_TURN_SIDES.items():
        for side in sides:
            assert NEIGHBOURS[corner][side] in EXIT_SIDES
        assert (PORTS[corner][sides[0]], PORTS[corner][sides[1]]) in U_TURNS
    assert len(U_TURNS) == 6


def test_each_gateway_has_three_border_cells_and_six_exits_clockwise() -> None:
    assert [gateway.number for gateway in GATEWAYS] == [1, 2, 3, 4, 5, 6]
    for gateway in GATEWAYS:
        assert len(gateway.cells) == 3
        for cell in gateway.cells:
            outer = [side for side in SIDES if NEIGHBOURS[cell][side] == OUTSIDE]
            assert sorted(gateway.sides) == outer == sorted(EXIT_SIDES[cell])
            assert naive.gateway_of(naive.CELL[CELLS[cell]]) == gateway.number
            assert {EXIT_GATEWAY[PORTS[cell][side]] for side in outer} == {gateway.number}
    assert Counter(EXIT_GATEWAY.values()) == dict.fromkeys(range(1, 7), 6)


def test_tokens_mark_the_owners_of_the_chart() -> None:
    for name, layout in LAYOUTS.items():
        chart = [tuple(int(player) for player in owners.split("+")) for owners in naive.OWNERS[name].split()]
        assert list(layout.owners) == chart
        assert layout.name == name
        assert layout.players <= len(COLOURS) == 4


@pytest.mark.parametrize(("name", "alone", "shared"), [("2", 3, 0), ("3", 1, 2), ("3own", 2, 0), ("4", 0, 3)])
def test_every_player_owns_equally_much(name: str, alone: int, shared: int) -> None:
    layout = LAYOUTS[name]
    for player in range(1, layout.players + 1):
        mine = [owners for owners in layout.owners if player in owners]
        assert [len(owners) for owners in mine].count(1) == alone
        assert [len(owners) for owners in mine].count(2) == shared
    pairs = [frozenset(owners) for owners in layout.owners if len(owners) == 2]
    everybody = combinations(range(1, layout.players + 1), 2)
    assert not pairs or sorted(map(sorted, pairs)) == sorted(map(sorted, everybody))


def test_a_tile_joins_its_six_sides_in_pairs() -> None:
    for routes in ROUTES.values():
        assert sorted(side for route in routes for side in route) == list(SIDES)


@pytest.mark.parametrize(
    ("kind", "tight", "wide", "straight", "turns", "copies"),
    [("A", 3, 0, 0, 2, 6), ("B", 0, 0, 3, 1, 6), ("C", 2, 0, 1, 3, 14), ("D", 0, 2, 1, 3, 14), ("E", 1, 2, 0, 6, 14)],
)
def test_the_five_kinds(kind: str, tight: int, wide: int, straight: int, turns: int, copies: int) -> None:
    for turn in range(turns):
        spans = Counter(min((b - a) % 6, (a - b) % 6) for a, b in ROUTES[kind, turn])
        assert (spans[1], spans[2], spans[3]) == (tight, wide, straight)
        turned = {frozenset(((a + turn) % 6, (b + turn) % 6)) for a, b in naive.ROUTES[kind]}
        assert {frozenset(route) for route in ROUTES[kind, turn]} == turned
    assert TURNS[kind] == turns
    assert COPIES[kind] == copies


def test_the_fifteen_tiles_all_look_different() -> None:
    assert len(TILES) == 15 == len(set(ROUTES.values()))
    assert [TILES[TILE_NUMBER[tile]] for tile in TILES] == list(TILES)
    assert tuple(dict.fromkeys(kind for kind, _ in TILES)) == KINDS


def test_the_five_kinds_are_all_the_ways_to_join_six_sides_in_pairs() -> None:
    def pairings(sides: tuple[int, ...]) -> list[frozenset[tuple[int, int]]]:
        if not sides:
            return [frozenset()]
        first, rest = sides[0], sides[1:]
        return [
            frozenset({(first, other)}) | more
            for other in rest
            for more in pairings(tuple(side for side in rest if side != other))
        ]

    assert {frozenset(routes) for routes in ROUTES.values()} == set(pairings(tuple(SIDES)))


def test_a_tile_joins_exits_only_on_border_cells() -> None:
    for cell in OPEN_CELLS:
        for kind, turn in TILES:
            exits = {side for side in SIDES if NEIGHBOURS[cell][side] == OUTSIDE}
            joined = any({a, b} == exits for a, b in ROUTES[kind, turn])
            assert joins_exits(cell, kind, turn) == joined


def test_twelve_gems_worth_19_points_lie_on_the_treasures() -> None:
    assert sum(GEMS_ON_BOARD.values()) == 12
    assert sum(GEMS_ON_BOARD[gem] * POINTS[gem] for gem in GEMS) == 19
