"""`indigo show` and `indigo moves`."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from indigo.notation import read_position
from indigo.rules import Game
from indigo.text_board import SMALLEST, text_board
from tests.support.command import run
from tests.support.random_games import random_turns

START = "*3*/6/7/8/*3*3*/8/7/6/*3* - 2 1 E/? 000/000"


def middle_of_a_game() -> str:
    game = Game.shuffled("4", seed=11)
    for _, _ in zip(range(25), random_turns(game, "middle"), strict=False):
        pass
    return str(game.position)


def test_show_draws_the_board() -> None:
    result = run("show", START)
    assert result.exit_code == 0
    board = f"{text_board(read_position(START), scale=SMALLEST)}\n"
    assert result.output.startswith(board)
    first, second = result.output.removeprefix(board).splitlines()
    assert first.startswith("● Player 1: 0 points")
    assert first.endswith("tiles: E <"), "whose turn it is"
    assert second.endswith("tiles: ?")


def test_show_says_what_lies_behind_a_screen_is_hidden() -> None:
    result = run("show", START.replace("000/000", "000/???"))
    assert "Player 2: hidden behind the screen; tiles: ?" in result.output


def test_show_with_letters_only() -> None:
    result = run("show", "--ascii", middle_of_a_game())
    assert result.exit_code == 0
    assert result.output.isascii()
    assert result.output.startswith(f"{text_board(read_position(middle_of_a_game()), style='ascii')}\n")


def test_a_dumb_terminal_gets_letters() -> None:
    assert run("show", START, TERM="dumb").output.isascii()


def test_a_position_may_come_without_quotes_or_from_standard_input() -> None:
    expected = run("show", START).output
    assert run("show", *START.split()).output == expected
    assert run("show", "-", given=f"{START}\n").output == expected


def test_show_writes_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    result = run("show", START, "-o", str(file), "--theme", "dark", "--coordinates", "--size", "640")
    assert (result.exit_code, result.output) == (0, "")
    assert ElementTree.parse(file).getroot().get("width") == "640"


def test_show_writes_a_png(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    file = tmp_path / "board.png"
    assert run("show", START, "-o", str(file), "--size", "300").exit_code == 0
    assert file.read_bytes().startswith(b"\x89PNG")


def test_a_picture_needs_an_ending_that_is_known(tmp_path: Path) -> None:
    result = run("show", START, "-o", str(tmp_path / "board.gif"))
    assert result.exit_code == 2
    assert "board.gif" in result.stderr


def test_a_picture_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    result = run("show", START, "-o", str(tmp_path / "nowhere" / "board.svg"))
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1


def test_moves_are_listed_in_ascii_order() -> None:
    result = run("moves", middle_of_a_game())
    expected = sorted(map(str, Game.at(read_position(middle_of_a_game())).legal_moves))
    assert (result.exit_code, result.output.split("\n")) == (0, [*expected, ""])


def test_a_finished_game_has_no_moves() -> None:
    game = Game.shuffled("2", seed=3)
    for _ in random_turns(game, "over"):
        pass
    result = run("moves", str(game.position))
    assert (result.exit_code, result.output) == (0, "")


@pytest.mark.parametrize("command", ["show", "moves"])
@pytest.mark.parametrize(
    ("position", "field"),
    [
        ("nonsense", "position"),
        (START.replace(" 2 1 ", " 7 1 "), "layout"),
        (START.replace("*3*/6", "*3*/9", 1), "board"),
        (START.replace("E/?", "Z/?"), "hands"),
    ],
)
def test_a_bad_position_is_refused_with_its_field(command: str, position: str, field: str) -> None:
    result = run(command, position)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"indigo: {field}:")
    assert result.stderr.count("\n") == 1
    assert not result.stdout


@pytest.mark.parametrize("command", ["show", "moves"])
def test_bytes_that_are_no_text_are_refused(command: str) -> None:
    result = run(command, "-", given=b"\xff\xfe\x00 8")
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1


def test_errors_speak_the_reader_s_language() -> None:
    assert "Stellung" in run("moves", "Unsinn", INDIGO_LANGUAGE="de").stderr
