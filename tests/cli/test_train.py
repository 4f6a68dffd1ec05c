"""`indigo train`, as far as it comes without PyTorch: what it refuses, and what it says is missing."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import run

from indigo.train import starting
from indigo.train.extras import MissingExtra


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
    monkeypatch.setattr(starting, "require", no_torch)
    result = run("train", "--out", str(tmp_path / "run"), *options)
    assert result.exit_code == 2
    assert told in result.stderr
    assert not (tmp_path / "run").exists()


def test_without_pytorch_it_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starting, "require", no_torch)
    result = run("train", "--out", str(tmp_path / "run"))
    assert result.exit_code == 2
    assert "indigo-boardgame[train]" in result.stderr
    assert not (tmp_path / "run").exists()


def test_a_file_that_is_no_model_is_no_start(tmp_path: Path) -> None:
    start = tmp_path / "start.indigo-model"
    start.write_bytes(b"indigo model 1\n{}\n")
    result = run("train", "--out", str(tmp_path / "run"), "--start", str(start))
    assert result.exit_code == 2
    assert str(start) in result.stderr
