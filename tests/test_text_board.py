"""The board in characters: what stands where must be what lies where."""

from __future__ import annotations

from itertools import islice

import pytest

from indigo.board import (
    CELLS,
    CENTRE,
    GATEWAYS,
    KINDS,
    LAYOUTS,
    NEIGHBOURS,
    ROUTES,
    ROW_LENGTHS,
    ROW_NAMES,
    SIDES,
    TILES,
    TREASURES,
    TURNS,
)
from indigo.picture import Picture
from indigo.rules import Game
from indigo.text_board import (
    ASCII_TOKENS,
    SCALES,
    SMALLEST,
    TOKENS,
    Scale,
    Style,
    board_size,
    largest_scale,
    text_board,
    text_tile,
)
from tests.support.random_games import random_turns

STYLES: list[Style] = ["colour", "plain", "ascii"]

# Where the six sides stand in a brick of eight columns and three lines, counted by hand from the drawing:
#   |  5   0 |
#   | 4     1|
#   |  3   2 |
PLACES = {0: (6, 0), 1: (7, 1), 2: (6, 2), 3: (2, 2), 4: (1, 1), 5: (2, 0)}


def corner(cell: str) -> tuple[int, int]:
    """The upper left character of a cell on the smallest board."""
    row = ROW_NAMES.index(cell[0])
    return 3 + 4 * (9 - ROW_LENGTHS[row]) + 8 * (int(cell[1]) - 1), 2 + 3 * row


def char(text: str, column: int, line: int) -> str:
    row = text.split("\n")[line]
    return row[column] if column < len(row) else " "


def game_after(turns: int, layout: str = "2") -> Game:
    game = Game.shuffled(layout, seed=turns)
    for _ in islice(random_turns(game, turns), turns):
        pass
    return game


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: f"{tile[0]}{tile[1]}")
def test_equal_letters_are_joined_by_a_route(tile: tuple[str, int]) -> None:
    text = str(text_tile(*tile, style="ascii"))
    letters = {side: char(text, *PLACES[side]) for side in SIDES}
    assert {(a, b) for a in SIDES for b in SIDES if a < b and letters[a] == letters[b]} == set(ROUTES[tile])


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_turn_beyond_the_last_is_drawn_as_the_equal_smaller_one(kind: str, style: Style) -> None:
    for turn in range(6):
        smaller = text_tile(kind, turn % TURNS[kind], style=style)
        assert str(text_tile(kind, turn, style=style)) == str(smaller)


@pytest.mark.parametrize("style", ["plain", "colour"])
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("tile", TILES, ids=lambda tile: f"{tile[0]}{tile[1]}")
def test_every_turn_of_a_tile_is_drawn_with_curves_of_its_own(
    tile: tuple[str, int], scale: Scale, style: Style
) -> None:
    drawings = {str(text_tile(*other, style=style, scale=scale)) for other in TILES}
    assert len(drawings) == len(TILES)
    lines = str(text_tile(*tile, style=style, scale=scale)).split("\n")
    assert len(lines) == scale.lines
    dots = [[0x2800 < ord(sign) < 0x2900 for sign in line.ljust(scale.columns)] for line in lines]
    # Routes leave a tile at all six sides: above and below, and at both ends of the middle.
    assert any(dots[0][: scale.columns // 2])
    assert any(dots[0][scale.columns // 2 :])
    assert any(dots[-1][: scale.columns // 2])
    assert any(dots[-1][scale.columns // 2 :])
    middle = [row for number, row in enumerate(dots) if abs(number + 0.5 - scale.lines / 2) < 1]
    assert any(row[0] for row in middle)
    assert any(row[scale.columns - 1] for row in middle)


def test_empty_cells_have_their_names_and_tiles_have_their_letters() -> None:
    game = game_after(30)
    text = str(text_board(game.position, style="ascii"))
    for number, cell in enumerate(CELLS):
        column, line = corner(cell)
        tile = game.position.tile_at(number)
        if number in TREASURES:
            continue
        if tile is None:
            assert text.split("\n")[line + 1][column + 4 : column + 6] == cell
            continue
        letters = {side: char(text, column + PLACES[side][0], line + PLACES[side][1]) for side in SIDES}
        for a, b in ROUTES[tile]:
            assert letters[a] == letters[b]
        assert set(letters.values()) == set("xyz")


@pytest.mark.parametrize("style", STYLES)
def test_gems_stand_at_their_sides(style: Style) -> None:
    game = game_after(34)
    assert game.position.resting
    text = str(text_board(game.position, style=style))
    for gem, cell, side in game.position.resting:
        column, line = corner(CELLS[cell])
        dx, dy = PLACES[side]
        if style == "ascii":  # beside the letter of its route, towards the middle
            dx += -1 if side in (0, 1, 2) else 1
        elif side == 4:  # without a wall the left end is one column further out
            dx = 0
        assert char(text, column + dx, line + dy) == gem


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_exit_shows_an_owner_and_every_gateway_its_number(layout: str, style: Style) -> None:
    text = str(text_board(Picture(layout=layout), style=style))
    signs = ASCII_TOKENS if style == "ascii" else TOKENS
    owners = LAYOUTS[layout].owners
    for player in range(1, LAYOUTS[layout].players + 1):
        exits = sum(6 // len(gateway) for gateway in owners if player in gateway)
        assert text.count(signs[player - 1]) == exits
    for gateway in GATEWAYS:
        assert text.count(f"({gateway.number})") == 1


@pytest.mark.parametrize("style", STYLES)
def test_the_centre_counts_its_gems(style: Style) -> None:
    assert "5E 1S" in str(text_board(Picture(), style=style))
    five = dict.fromkeys(NEIGHBOURS[CENTRE][:5], ("B", 0))
    text = str(text_board(Picture(tiles=five), style=style))
    assert "E 1S" not in text
    assert "1S" in text


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("style", STYLES)
def test_the_board_keeps_to_its_size(style: Style, scale: Scale) -> None:
    columns, lines = board_size(scale)
    rows = text_board(game_after(40, "4"), style=style, scale=scale).rows()
    assert len(rows) == lines
    assert max(map(len, rows)) <= columns
    assert columns >= 9 * scale.columns


def test_letters_only_means_ascii_only() -> None:
    for turns in range(0, 54, 6):
        assert str(text_board(game_after(turns, "3"), style="ascii")).isascii()


def test_without_colours_there_are_none() -> None:
    for style in ("plain", "ascii"):
        for row in text_board(game_after(20), style=style).rows():
            assert all(not glyph.ink and not glyph.ground for glyph in row)


def test_neighbouring_cells_differ_in_shade() -> None:
    rows = text_board(Picture(), style="colour").rows()
    for line, next_line in zip(rows[3:28:3], rows[6:31:3], strict=True):
        grounds = [glyph.ground for glyph in line if glyph.ground]
        assert all(grounds[place] != grounds[place + 8] for place in range(0, len(grounds) - 8, 8))
        for column in range(min(len(line), len(next_line))):
            if line[column].ground and next_line[column].ground:
                assert line[column].ground != next_line[column].ground


@pytest.mark.parametrize("style", STYLES)
def test_the_tile_placed_last_is_marked(style: Style) -> None:
    game = game_after(12)
    with_mark, without = text_board(game, style=style), text_board(game.position, style=style)
    assert with_mark.rows() != without.rows()
    column, line = corner(game.turns[-1].move.cell)
    different = {
        (x, y)
        for y, (row, other) in enumerate(zip(with_mark.rows(), without.rows(), strict=True))
        for x, (glyph, plain) in enumerate(zip(row, other, strict=True))
        if glyph != plain
    }
    assert all(column <= x <= column + 8 and line <= y < line + 3 for x, y in different)


def test_a_gem_s_way_is_drawn_broader() -> None:
    game = Game("2", ["E", "A"], draws="EC")
    turn = game.play("d4E5")
    assert turn.journeys
    assert str(text_board(turn)) != str(text_board(game))


def test_the_largest_board_that_fits() -> None:
    assert largest_scale(*board_size(SCALES[-1])) == SCALES[-1]
    assert largest_scale(80, 24) == SMALLEST
    assert board_size(SMALLEST)[0] <= 80
