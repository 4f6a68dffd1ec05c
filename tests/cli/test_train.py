"""`indigo train`, as far as it comes without PyTorch: what it refuses, and what it says is missing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from indigo.train import launcher
from indigo.train.__main__ import main
from indigo.train.config import Plan
from indigo.train.extras import MissingExtra
from tests.support.command import run


def no_torch(_extra: str) -> None:
    raise MissingExtra("train", "torch")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--mix", "5/1"), "5/1"),
        (("--epochs", "0"), "epochs"),
        (("--resume",), "no run in"),
        (("--start", "no-such-model"), "no-such-model"),
        (("--device", "abacus"), "abacus"),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_is_missing(
    options: tuple[str, ...], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launcher, "require", no_torch)
    result = run("train", "--out", str(tmp_path / "run"), *options)
    assert result.exit_code == 2
    assert told in result.stderr
    assert not (tmp_path / "run").exists()


def test_without_pytorch_it_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launcher, "require", no_torch)
    result = run("train", "--out", str(tmp_path / "run"))
    assert result.exit_code == 2
    assert "indigo-boardgame[train]" in result.stderr
    assert not (tmp_path / "run").exists()


def test_fewer_threads_than_none_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(launcher, "require", no_torch)
    monkeypatch.setenv("INDIGO_LANGUAGE", "en")
    assert main(["--out", str(tmp_path / "run"), "--threads", "-1"]) == 2
    assert "--threads: at least 0" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_who_plays_the_games_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launcher, "require", no_torch)
    (tmp_path / "config.json").write_text(Plan(players="newest").as_json(), encoding="utf-8")
    result = run("train", "--out", str(tmp_path), "--resume", "--players", "best")
    assert result.exit_code == 2
    assert "--players" in result.stderr


def test_where_the_system_does_not_tell_all_cores_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert launcher.cores() == os.cpu_count()


def test_a_file_that_is_no_model_is_no_start(tmp_path: Path) -> None:
    start = tmp_path / "start.indigo-model"
    start.write_bytes(b"indigo model 1\n{}\n")
    result = run("train", "--out", str(tmp_path / "run"), "--start", str(start))
    assert result.exit_code == 2
    assert str(start) in result.stderr
