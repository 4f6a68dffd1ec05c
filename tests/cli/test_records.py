"""`indigo replay` and `indigo check`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from indigo.i18n import LANGUAGES
from indigo.match import Match
from indigo.record import Record
from tests.support.command import run
from tests.support.random_games import random_game

GOLDEN_FILE = Path(__file__).parents[1] / "data" / "golden.jsonl"
GOLDEN = [json.loads(line) for line in GOLDEN_FILE.read_text(encoding="utf-8").splitlines()]


def record(layout: str = "2", hand: int = 1, seed: object = 1) -> str:
    game = random_game(layout, hand, seed)
    return str(Record.of(game, [f"Player {number}" for number in range(1, game.layout.players + 1)]))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "game.indigo"
    file.write_text(record(), encoding="utf-8")
    return file


@pytest.mark.parametrize("number", range(len(GOLDEN)))
def test_positions_of_the_golden_games(number: int, tmp_path: Path) -> None:
    golden = GOLDEN[number]
    names = " ".join(f'"P{player}"' for player in range(1, int(golden["layout"][0]) + 1))
    deal = " ".join(f'"{hand}"' for hand in golden["deal"])
    text = f'[Layout "{golden["layout"]}"]\n[Hand "{golden["hand"]}"]\n[Players {names}]\n[Deal {deal}]\n\n'
    players = int(golden["layout"][0])
    for number, move in enumerate(golden["moves"]):
        text += f"{number // players + 1}. {move} " if number % players == 0 else f"{move} "
    file = tmp_path / "golden.indigo"
    file.write_text(text + "-".join(map(str, golden["points"])), encoding="utf-8")
    result = run("replay", str(file), "--positions")
    assert result.exit_code == 0
    assert result.output.split("\n") == [*golden["positions"], ""]


def test_replay_tells_the_game(file: Path) -> None:
    result = run("replay", str(file))
    assert result.exit_code == 0
    assert "After move 1: " in result.output
    assert "The game is over" in result.output


@pytest.mark.parametrize("language", LANGUAGES)
def test_replay_in_six_languages(file: Path, language: str) -> None:
    result = run("replay", str(file), "--language", language, "--ascii")
    assert result.exit_code == 0
    assert "{" not in result.output


def test_replay_reads_standard_input(file: Path) -> None:
    assert (
        run("replay", "-", "--positions", given=file.read_bytes()).output
        == run("replay", str(file), "--positions").output
    )


def test_a_match_is_replayed_round_by_round(tmp_path: Path) -> None:
    file = tmp_path / "match.indigo"
    file.write_text(str(a_match()), encoding="utf-8")
    games = a_match().games
    positions = run("replay", str(file), "--positions").output.split("\n")[:-1]
    assert len(positions) == sum(game.turns_played + 1 for game in games)
    assert positions[games[0].turns_played + 1] == str(games[1].start)
    assert "Round 2 of 2" in run("replay", str(file)).output


def a_match() -> Match:
    from indigo.rules import Game
    from tests.support.random_games import random_turns

    match = Match("2", 1, 2, ("Ada", "Ben"))
    for number in range(2):
        game = Game.shuffled("2", seed=number, first=match.next_first)
        for _ in random_turns(game, number):
            pass
        match.add(game)
    return match


def test_check_says_that_a_file_is_valid(file: Path) -> None:
    result = run("check", str(file))
    assert result.exit_code == 0
    assert result.output.startswith(f"{file} is valid: 1 game, ")


def test_check_names_file_line_and_column(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("1. ", "1. a1E0 ", 1), encoding="utf-8")
    result = run("check", str(file))
    assert result.exit_code == 1
    assert result.stderr.startswith(f"{file}:6:4: move 1: a1E0: ")
    assert result.stderr.count("\n") == 1


def test_check_goes_through_all_files(file: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.indigo"
    bad.write_bytes(b"[Layout \xff")
    result = run("check", str(bad), str(file))
    assert result.exit_code == 1
    assert "is valid" in result.stdout
    assert result.stderr.startswith(f"{bad}:1:9: ")


def test_check_finds_rounds_that_do_not_make_a_match(tmp_path: Path) -> None:
    file = tmp_path / "match.indigo"
    file.write_text(str(a_match()).replace('[Round "2"]', '[Round "3"]'), encoding="utf-8")
    result = run("check", str(file))
    assert result.exit_code == 1
    assert "round 3" in result.stderr


def test_a_round_by_itself_is_valid(tmp_path: Path) -> None:
    file = tmp_path / "second.indigo"
    file.write_text(str(a_match().records()[1]), encoding="utf-8")
    assert '[Round "2"]' in file.read_text(encoding="utf-8")
    result = run("check", str(file))
    assert result.exit_code == 0
    assert result.output.startswith(f"{file} is valid: 1 game, ")


@pytest.mark.parametrize("command", ["check", "replay", "play"])
@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02", b"\xff" * 50, b"[" * 1000, "[Ä".encode("utf-16")])
def test_bad_bytes_are_told_in_one_line(command: str, content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "bad.indigo"
    file.write_bytes(content)
    result = run(command, str(file))
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert str(file) in result.stderr


@pytest.mark.parametrize("command", ["check", "replay", "play"])
def test_files_that_cannot_be_opened_are_told_in_one_line(command: str, tmp_path: Path) -> None:
    for name in (tmp_path, tmp_path / "nothing.indigo", f"{tmp_path}/\x00", "/dev/zero"):
        result = run(command, str(name))
        assert result.exit_code == 1
        assert result.stderr.count("\n") == 1
