"""What always holds, in every position of random games, for every layout and hand size."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indigo.board import (
    CELL_NUMBER,
    CELLS,
    CENTRE,
    CORNER_ARROWS,
    CORNERS,
    GATEWAYS,
    GEMS,
    GEMS_ON_BOARD,
    KINDS,
    LAYOUTS,
    NEIGHBOURS,
    OPEN_CELLS,
    POINTS,
    ROUTES,
    SIDES,
    TILES,
    TURNS,
    U_TURN_SIDES,
    Layout,
    joins_exits,
)
from indigo.moves import Move
from indigo.notation import read_position
from indigo.position import Position, empty_table
from indigo.rules import Exit, Game, Meeting, Rest, Turn
from tests.support import naive
from tests.support.random_games import TABLES, random_game, random_turns

seeds = st.integers(min_value=0, max_value=2**32)
tables = st.sampled_from(TABLES)


# ------------------------------------------------------------------------------------------------ gems


def on_board(position: Position) -> Counter[str]:
    """The gems on the board by kind, counted from the notation: treasures whose arrows are free, and those at rest."""
    free_arrows = sum(position.tiles[cell] == 0 for cell in NEIGHBOURS[CENTRE])
    corners = sum(position.tiles[NEIGHBOURS[corner][CORNER_ARROWS[CELLS[corner]]]] == 0 for corner in CORNERS)
    gems = Counter({"A": corners, "E": max(0, free_arrows - 1), "S": min(1, free_arrows)})
    gems.update(gem for gem, _, _ in position.resting)
    return gems


@given(tables, seeds)
def test_each_of_the_twelve_gems_is_on_the_board_won_or_out(table: tuple[str, int], seed: int) -> None:
    won: Counter[str] = Counter()
    out: Counter[str] = Counter()
    for turn in random_turns(Game.shuffled(*table, seed=seed), seed):
        won.update(journey.gem for journey in turn.journeys if isinstance(journey.end, Exit))
        out.update(journey.gem for journey in turn.journeys if isinstance(journey.end, Meeting))
        assert on_board(turn.after) + won + out == GEMS_ON_BOARD
        assert on_board(turn.after).total() == turn.after.left
        assert out.total() % 2 == 0
    assert sum((won + out)[gem] * POINTS[gem] for gem in GEMS) == 19


@given(tables, seeds)
def test_totals_are_what_the_gateways_gave(table: tuple[str, int], seed: int) -> None:
    game = random_game(*table, seed)
    given_away = Counter(award for turn in game.turns for award in turn.awards)
    for player in range(1, game.layout.players + 1):
        assert game.won[player - 1] == tuple(given_away[player, gem] for gem in GEMS)
    for gem in GEMS:  # the reserve holds as many again, so it can never run short
        taken = sum(number for (_, kind), number in given_away.items() if kind == gem)
        assert taken <= 2 * GEMS_ON_BOARD[gem]
        if game.layout.name in ("2", "3own"):
            assert taken <= GEMS_ON_BOARD[gem]


@given(tables, seeds)
def test_each_arrow_releases_exactly_one_gem_and_the_sapphire_leaves_last(table: tuple[str, int], seed: int) -> None:
    released = [
        (CELL_NUMBER[journey.cell], journey.side, journey.gem)
        for turn in random_game(*table, seed).turns
        for journey in turn.journeys
        if CELL_NUMBER[journey.cell] == CENTRE or CORNER_ARROWS.get(journey.cell) == journey.side
    ]
    arrows = [(cell, side) for cell, side, _ in released]
    assert len(arrows) == len(set(arrows)) == 12
    assert [gem for cell, _, gem in released if cell == CENTRE] == ["E", "E", "E", "E", "E", "S"]
    assert [gem for cell, _, gem in released if cell != CENTRE] == ["A"] * 6


@given(tables, seeds)
def test_a_gem_at_rest_stands_before_an_empty_cell_and_its_route_runs_back_to_its_arrow(
    table: tuple[str, int], seed: int
) -> None:
    for turn in random_turns(Game.shuffled(*table, seed=seed), seed):
        position = turn.after
        sources = []
        for gem, cell, side in position.resting:
            assert position.tiles[NEIGHBOURS[cell][side]] == 0
            source = walk_back(position, cell, side)
            assert (source[0] == CENTRE) == (gem != "A")
            sources.append(source)
        assert len(sources) == len(set(sources))


def walk_back(position: Position, cell: int, side: int) -> tuple[int, int]:
    """Follow the route behind a gem from tile to tile until it comes out of an arrow: that arrow."""
    while True:
        tile = position.tile_at(cell)
        routes = ROUTES[tile] if tile else (U_TURN_SIDES[cell],)
        side = next(b if a == side else a for a, b in routes if side in (a, b))
        cell, side = NEIGHBOURS[cell][side], (side + 3) % 6
        if cell == CENTRE or CORNER_ARROWS.get(CELLS[cell]) == side:
            return cell, side
        assert position.tiles[cell] != 0


def test_no_gem_ever_comes_back_to_a_treasure_tile(table: tuple[str, int]) -> None:
    for seed in range(20):
        for turn in random_game(*table, seed).turns:
            for journey in turn.journeys:
                for step in journey.steps:
                    assert CELL_NUMBER[step.cell] != CENTRE
                    assert CORNER_ARROWS.get(step.cell) not in (step.side_in, step.side_out)


@given(tables, seeds)
def test_every_position_reads_back_as_itself(table: tuple[str, int], seed: int) -> None:
    for turn in random_turns(Game.shuffled(*table, seed=seed), seed):
        assert read_position(str(turn.after)) == turn.after


# ------------------------------------------------------------------------------------------------ placing


def test_every_tile_can_be_placed_on_every_empty_cell_in_at_least_one_turn() -> None:
    for cell in OPEN_CELLS:
        for kind in KINDS:
            assert any(not joins_exits(cell, kind, turn) for turn in range(TURNS[kind]))


def test_a_player_can_place_every_tile_in_hand_on_every_empty_cell(table: tuple[str, int]) -> None:
    for seed in range(5):
        game = Game.shuffled(*table, seed=seed)
        for _ in random_turns(game, seed):
            if game.over:
                break
            empty = {CELLS[cell] for cell in OPEN_CELLS if game.position.tiles[cell] == 0}
            tiles = set(game.hands[game.player - 1])
            assert {(move.cell, move.kind) for move in game.legal_moves} == {(c, k) for c in empty for k in tiles}


@given(tables, seeds)
def test_the_game_ends_with_the_54th_tile_at_the_latest(table: tuple[str, int], seed: int) -> None:
    game = random_game(*table, seed)
    assert game.turns_played <= 54
    assert game.winners


@given(tables, seeds)
def test_the_tiles_are_those_of_the_box_all_the_time(table: tuple[str, int], seed: int) -> None:
    game = Game.shuffled(*table, seed=seed)
    for turn in random_turns(game, seed):
        assert sum(turn.after.placed.values()) + sum(map(len, turn.after.hands)) + turn.after.stacked == 54
        assert all(number >= 0 for number in game.unseen.values())


@given(seeds)
def test_where_a_gem_ends_does_not_depend_on_the_order_of_placing(seed: int) -> None:
    game = random_game("2", 1, seed)
    moves = [turn.move for turn in game.turns]
    random.Random(seed).shuffle(moves)
    other = Game("2", ["?", "?"], "?" * 52)
    for move in moves:
        if other.over:
            break
        other.play(move)
    assert sum(ambers for ambers, _, _ in filter(None, other.won)) == sum(a for a, _, _ in filter(None, game.won))
    assert other.position.gem_counts == game.position.gem_counts


# ------------------------------------------------------------------------------------------------ symmetry

Turned = Callable[[naive.Cell], naive.Cell]


def symmetries() -> list[tuple[str, Turned, Callable[[int], int]]]:
    """The board's twelve symmetries but the first: how cells and sides go."""
    found: list[tuple[str, Turned, Callable[[int], int]]] = []
    for mirrored in (False, True):
        for sixths in range(6):

            def cell_to(cell: naive.Cell, sixths: int = sixths, mirrored: bool = mirrored) -> naive.Cell:
                q, r = (-cell[0] - cell[1], cell[1]) if mirrored else cell
                for _ in range(sixths):
                    q, r = -r, q + r
                return q, r

            def side_to(side: int, sixths: int = sixths, mirrored: bool = mirrored) -> int:
                return ((5 - side if mirrored else side) + sixths) % 6

            name = f"turned by {60 * sixths} degrees" + (" and mirrored" if mirrored else "")
            found.append((name, cell_to, side_to))
    return found[1:]


SYMMETRIES = symmetries()


@pytest.mark.parametrize(("cell_to", "side_to"), [s[1:] for s in SYMMETRIES], ids=[s[0] for s in SYMMETRIES])
def test_turning_or_mirroring_everything_changes_nothing(
    cell_to: Turned, side_to: Callable[[int], int], table: tuple[str, int]
) -> None:
    def name_to(name: str) -> str:
        return naive.NAME[cell_to(naive.CELL[name])]

    def tile_to(kind: str, turn: int) -> tuple[str, int]:
        routes = {frozenset(map(side_to, route)) for route in ROUTES[kind, turn]}
        (tile,) = [tile for tile in TILES if {frozenset(route) for route in ROUTES[tile]} == routes]
        assert tile[0] == kind, "a tile stays of its kind, turned or mirrored"
        return tile

    def move_to(move: Move) -> Move:
        return Move(name_to(move.cell), *tile_to(move.kind, move.turn))

    def journeys_to(turn: Turn) -> set[tuple[object, ...]]:
        return {
            (journey.gem, name_to(journey.cell), side_to(journey.side), end_to(journey.end), len(journey.steps))
            for journey in turn.journeys
        }

    def end_to(end: Rest | Exit | Meeting) -> tuple[object, ...]:
        if isinstance(end, Rest):
            return name_to(end.cell), side_to(end.side)
        if isinstance(end, Exit):
            return name_to(end.cell), side_to(end.side), end.owners
        return end.gem, end.inside

    def told(turn: Turn) -> set[tuple[object, ...]]:
        return {
            (
                journey.gem,
                journey.cell,
                journey.side,
                (end.gem, end.inside)
                if isinstance(end := journey.end, Meeting)
                else (end.cell, end.side, end.owners)
                if isinstance(end, Exit)
                else (end.cell, end.side),
                len(journey.steps),
            )
            for journey in turn.journeys
        }

    layout = LAYOUTS[table[0]]
    gateway_at = {CELLS[cell]: gateway.number for gateway in GATEWAYS for cell in gateway.cells}
    owners: list[tuple[int, ...]] = [()] * 6
    for gateway in GATEWAYS:
        middle = CELLS[gateway.cells[1]]
        owners[gateway_at[name_to(middle)] - 1] = layout.owners[gateway.number - 1]
    game = Game.shuffled(*table, seed="symmetry")
    twin = Game.at(empty_table(Layout(layout.name, layout.players, tuple(owners)), 1, game.hands), game.draws)
    for turn in random_turns(game, table):
        turned = twin.play(move_to(turn.move))
        assert told(turned) == journeys_to(turn)
        assert sorted(turned.awards) == sorted(turn.awards)
        assert {(gem, CELLS[cell], side) for gem, cell, side in twin.position.resting} == {
            (gem, name_to(CELLS[cell]), side_to(side)) for gem, cell, side in game.position.resting
        }
        assert twin.won == game.won
        assert len(twin.legal_moves) == len(game.legal_moves)
    assert twin.over
    assert twin.winners == game.winners


def test_symmetries_turn_sides_and_cells_alike() -> None:
    for _, cell_to, side_to in SYMMETRIES:
        for cell in naive.ALL_CELLS:
            for side in SIDES:
                assert cell_to(naive.across(cell, side)) == naive.across(cell_to(cell), side_to(side))


# ------------------------------------------------------------------------------------------------ on average


def test_random_play_lasts_53_7_tiles_and_loses_5_8_points() -> None:
    tiles: list[float] = []
    lost: list[float] = []
    for seed in range(2_000):
        game = random_game("2", 1, seed)
        tiles.append(game.turns_played)
        lost.append(19 - sum(game.points))  # with two players nothing is shared
    for values, known in ((tiles, 53.7), (lost, 5.8)):
        standard_error = stdev(values) / len(values) ** 0.5
        assert abs(fmean(values) - known) < 4 * standard_error + 0.05  # the known figures are rounded to a tenth
