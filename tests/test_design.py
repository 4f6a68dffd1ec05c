"""The design values hold what they promise: enough contrast, and nothing told by colour alone."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from indigo.board import COLOURS, GEMS
from indigo.design import design
from indigo.svg.style import PAINTS
from tests.support.colours import AS_SEEN_WITH, contrast, difference

THEMES = ("light", "dark")
LIE_ON_EACH_OTHER = [
    ("route", "tile"),
    ("route", "treasure"),
    ("rim", "route"),
    ("tile", "board"),
    ("cell_line", "board"),
    ("treasure", "board"),
    ("centre_edge", "board"),
    ("treasure_arrow", "treasure"),
    ("centre_arrow", "centre"),
    ("gold", "plate"),
    ("gold", "board"),
    ("door", "gold"),
    ("seat", "gold"),
    ("gem_line", "tile"),
    ("gem_line", "treasure"),
    ("gem_line", "gold"),
    ("gem_line", "gem_rim"),
    ("gem_rim", "route"),
    ("gem_rim", "board"),
    ("gem_rim", "centre"),
    ("mark", "board"),
    ("mark", "route"),
    ("mark_line", "tile"),
    ("flash_line", "tile"),
    ("flash_line", "flash"),
    ("flash", "route"),
    ("place", "board"),
]
LETTERS_ON = [
    ("ink", "cloth"),
    ("label", "board"),
    ("label", "centre"),
    ("tile_label", "tile"),
    ("treasure_arrow", "treasure"),
    ("seat", "gold"),
]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("above", "below"), LIE_ON_EACH_OTHER)
def test_what_lies_on_something_stands_out_from_it(theme: str, above: str, below: str) -> None:
    colours = design()["themes"][theme]
    assert contrast(colours[above], colours[below]) >= 3


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("letters", "ground"), LETTERS_ON)
def test_letters_can_be_read(theme: str, letters: str, ground: str) -> None:
    colours = design()["themes"][theme]
    assert contrast(colours[letters], colours[ground]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_tokens_stand_out_from_their_seats(theme: str) -> None:
    seat = design()["themes"][theme]["seat"]
    assert {player["name"]: contrast(player["fill"], seat) >= 3 for player in design()["players"]} == dict.fromkeys(
        COLOURS, True
    )


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("gem", GEMS)
def test_gems_stand_out_from_their_lines(theme: str, gem: str) -> None:
    assert contrast(design()["gems"][gem]["fill"], design()["themes"][theme]["gem_line"]) >= 3


@pytest.mark.parametrize("eyes", AS_SEEN_WITH)
def test_players_and_gems_stay_apart_for_all_eyes(eyes: str) -> None:
    for pieces in (
        [player["fill"] for player in design()["players"]],
        [gem["fill"] for gem in design()["gems"].values()],
    ):
        for first, second in combinations(pieces, 2):
            assert difference(first, second, eyes) >= 20, (first, second)


def test_nothing_is_told_by_colour_alone() -> None:
    players = design()["players"]
    assert [player["name"] for player in players] == list(COLOURS)
    assert len({player["shape"] for player in players}) == len({player["outline"] for player in players}) == 4
    assert len({gem["outline"] for gem in design()["gems"].values()}) == 3


def test_both_themes_name_the_same_colours_and_every_one_is_a_colour() -> None:
    light, dark = (design()["themes"][theme] for theme in THEMES)
    assert list(light) == list(dark)
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in (*light.values(), *dark.values()))


def test_every_paint_is_made_of_colours_that_exist() -> None:
    for theme in THEMES:
        for style in PAINTS.values():
            assert "{" not in style.format_map(design()["themes"][theme])


def test_a_known_contrast_and_a_known_confusion() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
    assert difference("#c00000", "#6b6b00", "deuteranopia") < difference("#c00000", "#6b6b00") / 3
