"""Whole runs, tiny ones: from nothing to models, through kills and back, and the same again under the same seed."""

from __future__ import annotations

import doctest
import json
import re
import signal
import subprocess
from pathlib import Path

import pytest
from learners import TINY, command, environment, model, train, weights

from indigo import _core
from indigo.record import read_record
from indigo.train import fitting, plan


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nobody disturbed."""
    folder = tmp_path_factory.mktemp("runs") / "unbroken"
    done = train("--out", str(folder), *TINY)
    assert done.returncode == 0, done.stderr
    assert re.search(r"2/1: loss 0\.\d+, random fillings 0\.\d+", done.stdout)
    assert "Generation 2 of 2" in done.stdout
    return folder


def test_a_run_leaves_models_history_curves_and_records(unbroken: Path) -> None:
    history = [json.loads(line) for line in (unbroken / "history.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [entry["generation"] for entry in history] == [1, 2]
    assert [entry["games_seen"] for entry in history] == [24, 48]
    last = history[-1]
    assert {"2/1", "4/1"} <= set(last["understanding"]["losses"])
    assert len(last["epochs"]) == 2
    assert last["gate"]["games"] >= 8
    about = json.loads(_core.Model((unbroken / "models" / "gen-002.indigo-model").read_bytes()).about)
    assert about["games"] == 48
    assert about["seed"] == 0
    assert about["command"].startswith("python -m indigo.train --out")
    assert {"version", "samples", "seconds", "date", "widths"} <= set(about)
    assert (unbroken / "curves.svg").read_text(encoding="utf-8").startswith("<svg ")
    assert len((unbroken / "models.md").read_text(encoding="utf-8").splitlines()) == 4
    records = sorted((unbroken / "records").iterdir())
    assert len(records) == 6
    assert all(read_record(file.read_bytes()).game().over for file in records)


def test_learning_lowers_the_loss(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    options = ("--mix", "2/1", "--games", "100", "--generations", "1", "--epochs", "8", "--gate-games", "0")
    done = train("--out", str(folder), *TINY, *options)
    assert done.returncode == 0, done.stderr
    entry = json.loads((folder / "history.jsonl").read_text(encoding="utf-8"))
    learnt = [epoch["learnt"] for epoch in entry["epochs"]]
    assert learnt[-1] < learnt[0] - 0.01
    assert entry["rating"] is None


def test_the_same_seed_gives_the_same_models(unbroken: Path, tmp_path: Path) -> None:
    assert train("--out", str(tmp_path / "again"), *TINY).returncode == 0
    assert train("--out", str(tmp_path / "other"), *TINY, "--seed", "1").returncode == 0
    name = "models/gen-002.indigo-model"
    assert weights(tmp_path / "again" / name) == weights(unbroken / name)
    assert weights(tmp_path / "other" / name) != weights(unbroken / name)


def test_a_run_that_was_killed_goes_on_as_if_nothing_had_happened(unbroken: Path, tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    kill(folder, "", "generations/001/*.npz")
    for line in ("Games played", "Positions learnt from", "Generation 2 of 2"):
        kill(folder, line)
    kill(folder, "", "generations/002/*.npz")
    done = train(
        "--out", str(folder), "--resume", "--threads", "1"
    )  # another number of threads adds up in another order
    assert done.returncode == 0, done.stderr
    for name in ("models/gen-001.indigo-model", "models/gen-002.indigo-model"):
        assert weights(folder / name) == weights(unbroken / name)
    entries, expected = (
        [json.loads(line) for line in (place / "history.jsonl").read_text(encoding="utf-8").splitlines()]
        for place in (folder, unbroken)
    )
    for entry, other in zip(entries, expected, strict=True):
        for name in ("games_seen", "epochs", "understanding", "gate", "rating"):
            assert entry[name] == other[name]


def kill(folder: Path, line: str, pattern: str = "") -> None:
    """Begin or resume a run; kill it as soon as it prints *line*, or as soon as a file of this *pattern* is there."""
    arguments = ("--resume", "--threads", "1") if (folder / "config.json").exists() else TINY
    with subprocess.Popen(
        command("--out", str(folder), *arguments), stdout=subprocess.PIPE, text=True, env=environment()
    ) as process:
        assert process.stdout is not None
        if pattern:
            while not any(folder.glob(pattern)):
                assert process.poll() is None
        else:
            assert any(text.startswith(line) for text in process.stdout)
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL


def test_ctrl_c_stops_in_good_order_and_says_how_to_go_on(tmp_path: Path) -> None:
    folder = tmp_path / "stopped"
    options = (*TINY, "--games", "100000")
    with subprocess.Popen(
        command("--out", str(folder), *options),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a test run in the background ignores it
    ) as process:
        while not any(folder.glob("generations/001/*.npz")):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate()
    assert process.returncode == 0
    assert "--resume" in out
    assert "Traceback" not in errors


def test_a_run_ends_in_its_time_with_a_model(tmp_path: Path) -> None:
    folder = tmp_path / "short"
    options = ("--games", "1000000", "--gate-games", "1000000", "--generations", "1", "--minutes", "0.3")
    done = train("--out", str(folder), *TINY, *options)
    assert done.returncode == 0, done.stderr
    entry = json.loads((folder / "history.jsonl").read_text(encoding="utf-8"))
    assert sum(entry["seconds"].values()) < 25
    assert (folder / "models" / "gen-001.indigo-model").exists()


def test_a_run_can_begin_with_a_model(tmp_path: Path) -> None:
    start = tmp_path / "start.indigo-model"
    start.write_bytes(model(0.5))
    done = train("--out", str(tmp_path / "run"), *TINY, "--generations", "1", "--start", str(start))
    assert done.returncode == 0, done.stderr
    entry = json.loads((tmp_path / "run" / "history.jsonl").read_text(encoding="utf-8"))
    assert entry["gate"]["opponent"] == "start"


def test_old_games_are_taken_away(tmp_path: Path) -> None:
    done = train("--out", str(tmp_path / "run"), *TINY, "--window", "1", "--gate-games", "0")
    assert done.returncode == 0, done.stderr
    assert not list((tmp_path / "run" / "generations").glob("*/*.npz"))


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--out", "{unbroken}"), "There is a run in"),
        (("--out", "{unbroken}", "--resume", "--seed", "5"), "--seed stays 0"),
        (("--out", "{unbroken}", "--resume", "--start", "x"), "leave --start out"),
        (("--out", "{nowhere}", "--resume"), "no run in"),
        (("--out", "{nowhere}", "--mix", "9/1"), "write shares as"),
        (("--out", "{nowhere}", "--games", "0"), "--games: at least 1"),
        (("--out", "{nowhere}", "--lambda", "2"), "out of its range"),
        (("--out", "{nowhere}", "--players", "worst"), "newest or best"),
        (("--out", "{nowhere}", "--gate-nodes", "0"), "--gate-nodes or --gate-movetime"),
        (("--out", "{nowhere}", "--device", "abacus"), "no device abacus"),
        (("--out", "{nowhere}", "--start", "{nowhere}"), "cannot be read"),
    ],
)
def test_what_makes_no_sense_is_refused_at_once(
    unbroken: Path, tmp_path: Path, arguments: tuple[str, ...], complaint: str
) -> None:
    places = {"unbroken": unbroken, "nowhere": tmp_path / "nowhere"}
    done = train(*(argument.format(**places) for argument in arguments))
    assert done.returncode == 2
    assert complaint in done.stderr
    assert not (tmp_path / "nowhere" / "config.json").exists()


def test_the_examples_hold() -> None:
    for room in (fitting, plan):
        result = doctest.testmod(room)
        assert result.attempted > 0
        assert result.failed == 0
