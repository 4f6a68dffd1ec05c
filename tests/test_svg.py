"""Pictures: what they show, how big they are, and that the same board always gives the same bytes."""

from __future__ import annotations

import random
import re
import runpy
import sys
from math import dist
from pathlib import Path
from xml.etree import ElementTree

import pytest

from indigo.board import (
    CELL_NUMBER,
    CELLS,
    COLOURS,
    CORNERS,
    GEMS,
    KINDS,
    LAYOUTS,
    NEIGHBOURS,
    OPEN_CELLS,
    OUTSIDE,
    ROUTES,
    SIDES,
    TILES,
    U_TURN_SIDES,
    Kind,
)
from indigo.design import Theme, design
from indigo.journeys import Exit, Meeting, Turn
from indigo.rules import Game
from indigo.svg import Picture, PngUnavailable, board_svg, gem_svg, picture_of, png, tile_svg, token_svg
from indigo.svg.geometry import CENTRES, MIDDLE, Point, curve, halfway, number, port, u_turn

SVG = "{http://www.w3.org/2000/svg}"
DOCS = Path(__file__).parent.parent / "docs"


def random_game(layout: str, seed: int, tiles: int = 54) -> Game:
    """A random game, stopped after so many tiles."""
    chance = random.Random(seed)
    game = Game.shuffled(layout, seed=seed)
    while not game.over and game.turns_played < tiles:
        game.play(chance.choice(game.legal_moves))
    return game


def uses(svg: str, piece: str) -> int:
    """How often a piece lies in the picture."""
    return len(re.findall(rf'<use href="#[^"]*-{piece}"', svg))


def turn_with(end: type[Exit] | type[Meeting]) -> Turn:
    """Some turn in which a gem ends so."""
    for seed in range(100):
        for turn in random_game("4", seed).turns:
            if any(isinstance(journey.end, end) for journey in turn.journeys):
                return turn
    raise AssertionError("no such turn")


# ------------------------------------------------------------------------------------------------ geometry


def test_sides_of_neighbours_lie_on_each_other() -> None:
    for cell in range(len(CELLS)):
        for side in SIDES:
            across = NEIGHBOURS[cell][side]
            if across != OUTSIDE:
                assert dist(port(cell, side), port(across, (side + 3) % 6)) < 1e-9


def test_hexagons_stand_on_a_point_and_rows_run_across() -> None:
    assert MIDDLE[1].y == pytest.approx(0)
    assert MIDDLE[1].x > 0
    assert MIDDLE[0].x > 0 > MIDDLE[0].y
    assert CENTRES[CELL_NUMBER["e5"]] == Point(0, 0)
    assert CENTRES[CELL_NUMBER["a1"]].y == CENTRES[CELL_NUMBER["a5"]].y < 0


def _arc(start: int, end: int) -> tuple[float, str]:
    found = re.fullmatch(r"A(\S+) \1 0 0 ([01]) .*", curve(start, end))
    assert found
    return float(found[1]), found[2]


@pytest.mark.parametrize("side", SIDES)
def test_curves_have_the_radius_of_their_kind_and_lead_both_ways(side: int) -> None:
    length = design()["proportions"]["side"]
    assert _arc(side, (side + 1) % 6) == (length / 2, "0")
    assert _arc((side + 1) % 6, side) == (length / 2, "1")
    assert _arc(side, (side + 2) % 6) == (length * 1.5, "0")
    assert _arc((side + 2) % 6, side) == (length * 1.5, "1")
    assert curve(side, (side + 3) % 6).startswith("L")


@pytest.mark.parametrize("tile", TILES)
def test_the_middle_of_a_route_is_as_far_from_both_its_ends(tile: tuple[Kind, int]) -> None:
    for a, b in ROUTES[tile]:
        middle = halfway(a, b)
        assert dist(middle, halfway(b, a)) < 1e-9
        assert dist(middle, MIDDLE[a]) == pytest.approx(dist(middle, MIDDLE[b]))


def test_the_middle_of_a_curve_lies_on_the_curve() -> None:
    side = design()["proportions"]["side"]
    assert dist(halfway(0, 1), Point(MIDDLE[1].x, -side / 2)) == pytest.approx(side / 2)
    assert dist(halfway(0, 2), Point(MIDDLE[1].x * 2, 0)) == pytest.approx(side * 1.5)
    assert halfway(0, 3) == Point(0, 0)


def test_a_u_turn_ends_at_its_sides_and_its_half_in_the_middle() -> None:
    for cell in CORNERS:
        left, right = U_TURN_SIDES[cell]
        whole = u_turn(left, right, CENTRES[cell])
        assert whole.startswith(u_turn(left, right, CENTRES[cell], half=True))
        end = [float(value) for value in re.findall(r"-?\d*\.?\d+", whole)[-2:]]
        assert dist(end, port(cell, right)) < 0.1


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (-0.01, "0"), (0.5, ".5"), (-0.5, "-.5"), (10, "10"), (-3.25, "-3.2"), (100.04, "100")],
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(value) == text


# ------------------------------------------------------------------------------------------------ what is shown


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_new_board_shows_every_gem_and_no_tile(layout: str) -> None:
    svg = board_svg(Game.shuffled(layout, seed=1))
    assert uses(svg, "cell") == 54
    assert (uses(svg, "amber"), uses(svg, "emerald"), uses(svg, "sapphire")) == (6, 5, 1)
    assert uses(svg, "corner") == 6
    assert not any(uses(svg, f"tile-{kind}") for kind in KINDS)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("tiles", [1, 12, 27, 40, 54])
def test_a_picture_shows_what_lies_on_the_board(layout: str, tiles: int) -> None:
    game = random_game(layout, tiles, tiles)
    svg = board_svg(game)
    position = game.position
    assert {kind: uses(svg, f"tile-{kind}") for kind in KINDS} == {kind: position.placed[kind] for kind in KINDS}
    assert uses(svg, "amber") + uses(svg, "emerald") + uses(svg, "sapphire") == position.left
    assert uses(svg, "cell") == 54 - game.turns_played


@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_gateway_shows_its_owners_tokens(layout: str) -> None:
    svg = board_svg(Game.shuffled(layout, seed=1))
    shown = re.findall(r'#[^"]*-(disc|triangle|square|lozenge)"', svg)
    shapes = [player["shape"] for player in design()["players"]]
    owners = [shapes[owner - 1] for gateway in LAYOUTS[layout].owners for owner in (gateway[0], gateway[-1])]
    assert shown == owners


def test_the_last_move_is_marked_and_a_position_marks_none() -> None:
    game = random_game("2", 1, 5)
    assert '-mark"' in board_svg(game)
    assert '-mark"' not in board_svg(game.position)


def test_a_turn_shows_the_ways_of_its_gems_and_a_game_only_if_asked() -> None:
    turn = turn_with(Exit)
    game = Game.at(turn.before)
    game.play(turn.move, turn.draw)
    assert board_svg(turn).count('-way"') == len(turn.journeys)
    assert '-way"' not in board_svg(game)
    assert board_svg(game, journeys=True) == board_svg(turn)
    assert '-way"' not in board_svg(turn, journeys=False)


def test_a_gem_that_has_left_lies_in_its_door() -> None:
    turn = turn_with(Exit)
    leaving = sum(isinstance(journey.end, Exit) for journey in turn.journeys)
    svg = board_svg(turn)
    assert uses(svg, "amber") + uses(svg, "emerald") + uses(svg, "sapphire") == turn.after.left + leaving


def test_two_gems_that_meet_make_one_flash() -> None:
    turn = turn_with(Meeting)
    meeting = sum(isinstance(journey.end, Meeting) for journey in turn.journeys)
    assert uses(board_svg(turn), "flash") == meeting / 2


def test_every_turn_of_many_games_can_be_drawn() -> None:
    for layout in LAYOUTS:
        for turn in random_game(layout, 7).turns:
            ElementTree.fromstring(board_svg(turn))


def test_a_tile_in_the_hand_and_places_for_it_can_be_shown() -> None:
    picture = Picture(ghost=(CELL_NUMBER["d4"], "E", 2), places=frozenset(OPEN_CELLS[:7]))
    svg = board_svg(picture)
    assert uses(svg, "tile-E") == 1
    assert uses(svg, "place") == 7


def test_coordinates_name_every_cell_and_gateway() -> None:
    svg = board_svg(random_game("3", 3, 30), coordinates=True)
    named = re.findall(r"<g class=\"[^\"]*label\"[^>]*>(.*?)</g>", svg)
    names = ["".join(re.findall(r'#[^"]*-(\w)"', group)) for group in named]
    assert sorted(names) == sorted([*CELLS, *"123456"])


def test_a_picture_says_in_words_what_it_shows() -> None:
    game = Game("2", ["E", "A"], draws="EC", moves="d4E5")
    drawn = ElementTree.fromstring(board_svg(game, title="Ada & Ben"))
    assert drawn.findtext(f"{SVG}title") == "Ada & Ben"
    words = drawn.findtext(f"{SVG}desc") or ""
    assert "emerald on d4 at side 4" in words
    assert "Gems still in the centre: 5." in words
    assert "placed on d4" in words
    assert ElementTree.fromstring(board_svg(game, description="Иду")).findtext(f"{SVG}desc") == "Иду"


# ------------------------------------------------------------------------------------------------ as a file


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_a_full_board_with_everything_is_small_enough(theme: Theme) -> None:
    for layout in LAYOUTS:
        turns = random_game(layout, 5).turns
        longest = max(turns, key=lambda turn: sum(len(journey.steps) for journey in turn.journeys))
        for turn in (turns[-1], longest):
            assert len(board_svg(turn, theme=theme, coordinates=True).encode()) < 60_000


def test_the_same_board_gives_the_same_bytes_and_another_board_other_names() -> None:
    game = random_game("4", 9, 30)
    assert board_svg(game) == board_svg(random_game("4", 9, 30))
    backwards = Picture(tiles=dict(sorted(picture_of(game).tiles.items(), reverse=True)), layout="4")
    forwards = Picture(tiles=picture_of(game).tiles, layout="4")
    assert board_svg(backwards) == board_svg(forwards)
    ids = [set(re.findall(r'id="([^"]+)"', svg)) for svg in (board_svg(game), board_svg(game, theme="dark"))]
    assert not ids[0] & ids[1]


def test_names_begin_with_the_given_prefix_and_every_name_used_exists() -> None:
    svg = board_svg(random_game("4", 2), coordinates=True, prefix="mine-")
    root = ElementTree.fromstring(svg)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert all(name and name.startswith("mine-") for name in ids)
    assert {element.get("href") for element in root.iter(f"{SVG}use")} <= {f"#{name}" for name in ids}
    style = root.findtext(f"{SVG}style") or ""
    for element in root.iter():
        if paint := element.get("class"):
            assert f".{paint}{{" in style


def test_a_picture_needs_nothing_from_elsewhere() -> None:
    svg = board_svg(random_game("4", 2), coordinates=True, theme="auto")
    outside = svg.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?:|url\(|@import|<script|<image|<foreignObject|\bon\w+=|<text", outside)


def test_auto_is_light_and_dark_where_that_is_preferred() -> None:
    game = random_game("2", 1, 20)
    auto = board_svg(game, theme="auto", prefix="p-")
    light, dark = (board_svg(game, theme=theme, prefix="p-") for theme in ("light", "dark"))
    assert re.sub(r"@media\(prefers-color-scheme:dark\)\{.*?\}\}", "", auto) == light
    for rule in re.findall(r"\.p-tile\{[^}]*\}", dark):
        assert rule in auto


def test_size_is_the_width_in_pixels() -> None:
    game = Game.shuffled(seed=1)
    assert ElementTree.fromstring(board_svg(game, size=480)).get("width") == "480"
    assert ElementTree.fromstring(board_svg(game)).get("width") is None
    assert "-cloth" not in board_svg(game, cloth=False)


def test_single_pieces_are_pictures_too() -> None:
    for kind, turn in TILES:
        root = ElementTree.fromstring(tile_svg(kind, turn, size=96))
        assert root.findtext(f"{SVG}title") == f"Route tile {kind}, turn {turn}"
    assert [ElementTree.fromstring(gem_svg(gem)).findtext(f"{SVG}title") for gem in GEMS] == [
        "Amber",
        "Emerald",
        "Sapphire",
    ]
    for player, colour in enumerate(COLOURS, start=1):
        assert ElementTree.fromstring(token_svg(player)).findtext(f"{SVG}title") == f"Token of {colour}"


def test_the_documentation_that_follows_from_the_game_is_up_to_date() -> None:
    made: dict[str, str] = runpy.run_path(str(DOCS.parent / "tools" / "docs.py"))["documents"]()
    for name, text in made.items():
        assert (DOCS / name).read_text(encoding="utf-8") == text, f"{name}: run `make docs`"


# ------------------------------------------------------------------------------------------------ PNG


def test_a_png_is_as_wide_as_asked() -> None:
    image = png(board_svg(Game.shuffled(seed=1)), 200)
    assert image.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(image[16:20]) == 200


def test_without_the_library_a_png_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(PngUnavailable, match=r'pip install "indigo-boardgame\[png\]"'):
        png("<svg/>", 200)


@pytest.mark.parametrize("width", [0, -5, 20_001])
def test_a_png_must_have_a_sensible_width(width: int) -> None:
    with pytest.raises(ValueError, match="1 to 20000"):
        png("<svg/>", width)
