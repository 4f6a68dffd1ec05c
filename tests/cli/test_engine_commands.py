"""The commands `engine`, `arena` and `analyse`, as they are typed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from indigo.engine import fingerprint
from indigo.engine.analysis import final_shares
from indigo.engine.bot import Bot
from indigo.engine.roster import bot_named
from indigo.engine.untold import play_open
from indigo.record import Record, read_record
from tests.support.engine_process import START, fake
from tests.support.random_games import random_game


def indigo(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "indigo", *arguments],
        input=given,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
    )


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.indigo"
    file.write_text(str(Record.of(random_game("3", 1, "commands"), ["Ada", "Ben", "Cleo"])), encoding="utf-8")
    return file


# ------------------------------------------------------------------------------------------------ arena


def test_the_arena_prints_a_table_and_keeps_every_game(tmp_path: Path) -> None:
    games, picture = tmp_path / "games", tmp_path / "result.svg"
    done = indigo("arena", "random", "greedy", "--deals", "2", "--records", str(games), "-o", str(picture))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[1].startswith("greedy")
    records = sorted(games.iterdir())
    assert [file.name for file in records] == [f"{number:06}.indigo" for number in range(1, 5)]
    assert all(read_record(file.read_bytes()).result for file in records)
    assert picture.read_text(encoding="utf-8").startswith("<svg ")


def test_the_arena_says_who_failed_and_how() -> None:
    engine = f"bad={' '.join(fake('die-later'))}"
    contest = ("arena", "random", "bad", "--engine", engine, "--deals", "1", "--movetime", "50", "--grace", "30000")
    done = indigo(*contest, "--json")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert data["entrants"][1]["name"] == "bad"
    assert data["entrants"][1]["faults"] == {"crashed": 2}
    table = indigo(*contest)
    assert "bad: crashed 2×" in table.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["random"],
        ["random", "nobody"],
        ["random", "random"],
        ["random", "greedy", "--layout", "5"],
        ["random", "random", "random", "greedy", "greedy", "--layout", "4"],
        ["random", "it", "--engine", "it"],
        ["random", "it", "--engine", "it='"],
        ["random", "it", "--engine", "it=/no/such/program"],
        ["random", "greedy", "--engine", "it=true"],
        ["random", "greedy", "-o", "result.bmp"],
        ["random", "greedy", "--deals", "0"],
    ],
)
def test_an_arena_that_makes_no_sense_is_refused_at_once(arguments: list[str]) -> None:
    done = indigo("arena", *arguments)
    assert done.returncode == 2
    assert done.stderr
    assert "Traceback" not in done.stderr


# ------------------------------------------------------------------------------------------------ analyse


def test_a_position_is_analysed_as_text_json_and_picture(tmp_path: Path) -> None:
    text = indigo("analyse", START, "--level", "skilled")
    assert text.returncode == 0, text.stderr
    assert text.stdout.count("Ee5") + text.stdout.count("Se5") == 6
    data = json.loads(indigo("analyse", *START.split(), "--level", "skilled", "--json").stdout)
    assert len(data["gems"]) == 12
    assert json.loads(indigo("analyse", "-", "--level", "skilled", "--json", given=START).stdout)["position"] == START
    picture = tmp_path / "position.png"
    assert indigo("analyse", START, "--level", "skilled", "-o", str(picture)).returncode == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_game_is_analysed_as_text_json_and_picture(record: Path, tmp_path: Path) -> None:
    text = indigo("analyse", str(record), "--level", "skilled")
    assert text.returncode == 0, text.stderr
    assert "Turning points" in text.stdout
    data = json.loads(indigo("analyse", str(record), "--level", "skilled", "--json").stdout)
    assert data["players"] == ["Ada", "Ben", "Cleo"]
    assert len(data["moves"]) == len(read_record(record.read_bytes()).moves)
    piped = indigo("analyse", "-", "--level", "skilled", "--json", given=record.read_text(encoding="utf-8"))
    assert json.loads(piped.stdout) == data
    spaced = tmp_path / "my game.indigo"
    spaced.write_bytes(record.read_bytes())
    assert json.loads(indigo("analyse", str(spaced), "--level", "skilled", "--json").stdout) == data
    picture = tmp_path / "game.svg"
    assert indigo("analyse", str(record), "--level", "skilled", "-o", str(picture)).returncode == 0
    assert "Cleo" in picture.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["no-such-file.indigo"], 1),
        (["1 2 3"], 1),
        ([START.replace("E/?", "?/?")], 1),
        ([START, "--level", "nobody"], 2),
        ([START, "--level", "casual"], 2),
        ([START, "--level", "champion@nothing.indigo-model"], 1),
        ([START, "-o", "picture.gif"], 2),
        ([str(random_game("2", 1, 1).position)], 1),
    ],
)
def test_what_cannot_be_analysed_is_said_in_one_line(arguments: list[str], status: int) -> None:
    done = indigo("analyse", *arguments)
    assert done.returncode == status
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


# ------------------------------------------------------------------------------------------------ engine


def test_an_engine_of_an_unknown_level_is_refused() -> None:
    done = indigo("engine", "--level", "nobody")
    assert done.returncode == 2
    assert "random" in done.stderr


# ------------------------------------------------------------------------------------------------ bench


PLAY: Final = 2623466325
"""Another number means that somebody plays otherwise. If that was meant, write it here and measure strength anew."""


def test_bench_alone_prints_the_same_number_on_every_machine() -> None:
    done = indigo("bench")
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{PLAY}\n"


def test_the_fingerprint_changes_when_a_bot_plays_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint.fingerprint()

    def greedy_has_changed(name: str) -> Bot:
        return bot_named("random" if name == "greedy" else name)

    monkeypatch.setattr(fingerprint, "bot_named", greedy_has_changed)
    assert fingerprint.fingerprint() != before


def test_core_and_rules_are_compared_and_timed() -> None:
    agreed = indigo("bench", "agree", "--games", "8", "--json")
    assert agreed.returncode == 0, agreed.stderr
    data = json.loads(agreed.stdout)
    assert data["games"] == 8
    assert data["differences"] == []
    timed = json.loads(indigo("bench", "core", "--tries", "1", "--json").stdout)
    assert all(speed["best"] > 0 for speed in timed["speeds"])


# ------------------------------------------------------------------------------------------------ solve


def test_a_position_near_the_end_is_solved() -> None:
    game = random_game("2", 1, "solve")
    for _ in range(4):
        game.undo()
    text = indigo("solve", str(game.position))
    assert text.returncode == 0, text.stderr
    data = json.loads(indigo("solve", "-", "--json", given=str(game.position)).stdout)
    assert data["format"] == "indigo-solution-1"
    assert {answer["move"] for answer in data["moves"]} == {str(move) for move in game.legal_moves}
    mover = game.player - 1
    values = [answer["chances"][mover] for answer in data["moves"]]
    assert values == sorted(values, reverse=True)
    assert data["chances"] == data["moves"][0]["chances"]


def test_the_last_move_is_solved_as_the_rules_say() -> None:
    game = random_game("3", 1, "last")
    game.undo()
    data = json.loads(indigo("solve", str(game.position), "--json").stdout)
    for answer in data["moves"]:
        play_open(game, answer["move"], None)
        if game.over:
            assert answer["chances"] == pytest.approx(final_shares(game))
        game.undo()


@pytest.mark.parametrize(
    "position",
    [START, START.replace("E/?", "?/?"), str(random_game("2", 1, 1).position), "1 2 3"],
    ids=["too early", "a hidden hand", "over", "nonsense"],
)
def test_what_cannot_be_solved_is_said(position: str) -> None:
    done = indigo("solve", position, "--seconds", "0.1")
    assert done.returncode == 1
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
