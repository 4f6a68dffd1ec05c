"""Whole runs, tiny ones: from nothing to models, through kills and back, and the same again under the same seed."""

from __future__ import annotations

import doctest
import json
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from indigo import _core
from indigo.i18n import words
from indigo.record import read_record
from indigo.train import config as planning
from indigo.train import trainer
from indigo.train.config import BadPlan, Plan, changed
from indigo.train.folder import alone_in
from indigo.train.history import read_history, write_history
from indigo.train.launcher import Errand, begin
from indigo.train.progress import NOBODY, PlainWatcher
from indigo.train.selfplay import play_task, tasks_of
from tests.support.learners import DEVICES, SMALL_PLAN, TINY, command, environment, model, train, weights

AS_BEFORE = ("--threads", "1", "--device", "cpu")
"""Another number of threads, and another device, add up in another order."""


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nobody disturbed."""
    folder = tmp_path_factory.mktemp("runs") / "unbroken"
    done = train("--out", str(folder), *TINY)
    assert done.returncode == 0, done.stderr
    assert re.search(r"2/1: loss \d\.\d+, random fillings \d\.\d+", done.stdout)
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
    assert about["commands"] == [about["command"]]
    assert about["plan"] == json.loads((unbroken / "config.json").read_text(encoding="utf-8"))
    assert {"version", "samples", "seconds", "date", "widths"} <= set(about)
    assert (unbroken / "curves.svg").read_text(encoding="utf-8").startswith("<svg ")
    assert len((unbroken / "models.md").read_text(encoding="utf-8").splitlines()) == 4
    records = sorted((unbroken / "records").iterdir())
    assert len(records) == 6
    assert all(read_record(file.read_bytes()).game().over for file in records)


@pytest.mark.parametrize("device", DEVICES)
def test_learning_lowers_the_loss(tmp_path: Path, device: str) -> None:
    folder = tmp_path / "run"
    options = ("--mix", "2/1", "--games", "100", "--generations", "1", "--epochs", "8", "--gate-games", "0")
    done = train("--out", str(folder), *TINY, *options, "--device", device)
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


def test_with_ray_the_same_is_learnt(unbroken: Path, tmp_path: Path) -> None:
    pytest.importorskip("ray")
    done = train("--out", str(tmp_path / "run"), *TINY, "--ray", "local")
    assert done.returncode == 0, done.stderr
    name = "models/gen-002.indigo-model"
    assert weights(tmp_path / "run" / name) == weights(unbroken / name)


def test_the_command_shows_how_far_it_has_come(unbroken: Path, tmp_path: Path) -> None:
    """`indigo train` itself, as in a terminal: bars on standard error, the rest on standard output."""
    done = subprocess.run(
        [sys.executable, "-m", "indigo", "train", "--out", str(tmp_path / "run"), *TINY],
        capture_output=True,
        text=True,
        check=True,
        env={**environment(), "FORCE_COLOR": "1", "TERM": "xterm"},
    )
    assert "Generation 2 of 2" in done.stdout
    assert "models, history, curves" in done.stdout
    for shown in ("Playing", "/24", "Learning", "loss "):
        assert shown in done.stderr
    name = "models/gen-002.indigo-model"
    assert weights(tmp_path / "run" / name) == weights(unbroken / name)


def test_a_run_that_was_killed_goes_on_as_if_nothing_had_happened(unbroken: Path, tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    kill(folder, "generations/001/*.npz")
    kill(folder, "generations/001/checkpoint.pt")
    kill(folder, "generations/001/gate.jsonl", lines=2)  # its limits and a deal
    assert not (folder / "history.jsonl").exists()  # all three have hit the first generation
    kill(folder, "generations/002/*.npz")
    done = train("--out", str(folder), "--resume", *AS_BEFORE)
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


def kill(folder: Path, pattern: str, lines: int = 0) -> None:
    """Begin or resume a run; kill it as soon as a file of this *pattern* is there and has so many *lines*."""
    arguments = ("--resume", *AS_BEFORE) if (folder / "config.json").exists() else TINY
    with subprocess.Popen(
        command("--out", str(folder), *arguments), stdout=subprocess.DEVNULL, env=environment()
    ) as process:
        while not any(file.read_bytes().count(b"\n") >= lines for file in folder.glob(pattern)):
            assert process.poll() is None
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
    assert process.returncode == 130
    assert "--resume" in out
    assert "Traceback" not in errors


def test_a_run_ends_in_its_time_with_a_model(tmp_path: Path) -> None:
    folder = tmp_path / "short"
    options = ("--games", "1000000", "--gate-games", "1000000", "--generations", "1", "--minutes", "0.3")
    done = train("--out", str(folder), *TINY, *options)
    assert done.returncode == 0, done.stderr
    entry = json.loads((folder / "history.jsonl").read_text(encoding="utf-8"))
    assert 0 < entry["games"] < 1_000_000  # the time was up first, at the table and at the gate
    assert entry["gate"]["games"] < 1_000_000
    assert (folder / "models" / "gen-001.indigo-model").exists()


@pytest.mark.parametrize(("head", "games", "seconds"), [({}, 0, 0), ({"games": 1000, "seconds": 5000}, 1000, 5000)])
def test_a_run_that_begins_with_a_model_counts_what_that_has_seen(
    tmp_path: Path, head: dict[str, object], games: int, seconds: int
) -> None:
    start, folder = tmp_path / "start.indigo-model", tmp_path / "run"
    start.write_bytes(model(0.5, **head))
    quick = replace(SMALL_PLAN, generations=1, games=24, held_out=4, epochs=1, gate_games=2)
    given = {name: value for name, value in asdict(quick).items() if name != "start"}
    begin(Errand(folder, given, start=start, device="cpu", threads=1), NOBODY, words("en"))
    (entry,) = read_history(folder / "history.jsonl")
    assert entry["gate"]["opponent"] == "start"
    assert entry["games_seen"] == games + 24
    about = json.loads(_core.Model((folder / "models" / "gen-001.indigo-model").read_bytes()).about)
    assert about["games"] == games + 24
    spent = entry["seconds"]["play"] + entry["seconds"]["fit"]
    assert about["seconds"] == pytest.approx(seconds + spent, abs=1)  # rounded to whole seconds


def test_a_model_that_lies_there_is_not_begun_with_unasked(tmp_path: Path) -> None:
    """As when the disk was full before the plan could be written down."""
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "start.indigo-model").write_bytes(model(0.5, games=1000))
    quick = {**asdict(SMALL_PLAN), "generations": 1, "games": 24, "held_out": 4, "epochs": 1, "gate_games": 2}
    del quick["start"]
    begin(errand(folder, **quick), NOBODY, words("en"))
    (entry,) = read_history(folder / "history.jsonl")
    assert (entry["gate"]["opponent"], entry["games_seen"]) == ("search", 24)


@pytest.mark.parametrize("damage", [lambda file: file.unlink(), lambda file: file.write_bytes(b"no model")])
def test_a_run_whose_start_is_gone_says_so(tmp_path: Path, damage: Callable[[Path], object]) -> None:
    start, folder = tmp_path / "start.indigo-model", tmp_path / "run"
    start.write_bytes(model(0.5))
    quick = {**asdict(SMALL_PLAN), "generations": 1, "games": 24, "held_out": 4, "epochs": 1, "gate_games": 0}
    del quick["start"]
    begin(replace(errand(folder, **quick), start=start), NOBODY, words("en"))
    damage(folder / "start.indigo-model")
    (folder / "commands.txt").write_bytes(b"\xff\xfe")  # which nobody needs
    with pytest.raises(BadPlan, match="file_unreadable") as refused:
        begin(errand(folder, resume=True, generations=2), NOBODY, words("en"))
    assert "start.indigo-model" in refused.value.told(words("en"))
    (folder / "start.indigo-model").write_bytes(start.read_bytes())
    begin(errand(folder, resume=True, generations=2), NOBODY, words("en"))
    assert len(read_history(folder / "history.jsonl")) == 2


def test_a_run_that_has_lost_its_plan_is_neither_begun_anew_nor_gone_on_with(unbroken: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(unbroken, folder)
    (folder / "config.json").unlink()
    for resume, why in ((False, "There is a run in"), (True, "config.json")):
        with pytest.raises(BadPlan) as refused:
            begin(errand(folder, resume=resume), NOBODY, words("en"))
        assert why in refused.value.told(words("en"))


def test_what_was_not_written_before_a_kill_is_written_later(unbroken: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(unbroken, folder)
    for name in ("curves.svg", "models.md"):
        (folder / name).unlink()
    checkpoint = folder / "generations" / "002" / "checkpoint.pt"
    checkpoint.write_bytes(b"")
    begin(errand(folder, resume=True), NOBODY, words("en"))
    for name in ("curves.svg", "models.md"):
        assert (folder / name).read_bytes() == (unbroken / name).read_bytes()
    assert not checkpoint.exists()


def test_a_model_tells_every_command_and_all_the_time_that_made_it(unbroken: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(unbroken, folder)
    write_history(folder / "history.jsonl", read_history(folder / "history.jsonl")[:-1])
    (folder / "generations" / "002" / "gate-seconds").write_text("1000", encoding="utf-8")
    for generations in (2, 3):
        begin(
            replace(errand(folder, resume=True, generations=generations), command=f"go {generations}"),
            NOBODY,
            words("en"),
        )
    second, third = read_history(folder / "history.jsonl")[1:]
    assert second["seconds"]["gate"] >= 1000 > third["seconds"]["gate"]
    about = json.loads(_core.Model((folder / "models" / "gen-003.indigo-model").read_bytes()).about)
    first = json.loads(_core.Model((unbroken / "models" / "gen-001.indigo-model").read_bytes()).about)["command"]
    assert about["commands"] == [first, "go 2", "go 3"]
    assert about["seconds"] >= 1000


def errand(folder: Path, *, resume: bool = False, **given: object) -> Errand:
    """A run in this process."""
    return Errand(folder, given, resume=resume, device="cpu", threads=1)


def test_time_that_was_too_short_for_one_game_is_no_reason_to_play_none_later(tmp_path: Path) -> None:
    hard = {"games": 2, "mix": "4/2", "fillings": 1_000_000, "generations": 1}
    for given, resume in ((hard, False), ({}, True)):
        began = time.monotonic()
        with pytest.raises(BadPlan, match="nothing_to_learn"):
            begin(
                Errand(tmp_path / "run", given, resume=resume, threads=1, device="cpu", minutes=0.1),
                NOBODY,
                words("en"),
            )
        assert time.monotonic() - began > 1  # the second one has played on, and not only read that there are no games


def test_two_cannot_be_at_work_in_one_folder(unbroken: Path, tmp_path: Path) -> None:
    shutil.copytree(unbroken, tmp_path / "run")
    with alone_in(tmp_path / "run"):
        busy = train("--out", str(tmp_path / "run"), "--resume", "--generations", "3")
    assert busy.returncode == 2
    assert "Another process" in busy.stderr
    assert train("--out", str(tmp_path / "run"), "--resume").returncode == 0


def test_a_full_disk_is_told_with_the_file_and_leaves_no_litter(tmp_path: Path) -> None:
    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    run = subprocess.run(
        command("--out", str(tmp_path / "run"), *TINY), capture_output=True, text=True, env=environment(), check=False,
        preexec_fn=little_room,
    )  # fmt: skip
    assert (run.returncode, run.stderr.count("\n")) == (2, 1), run.stderr
    assert str(tmp_path / "run") in run.stderr
    assert [file.name for file in (tmp_path / "run").rglob(".*")] == [".lock"]


def test_what_a_killed_run_left_half_written_is_cleared_away(unbroken: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    shutil.copytree(unbroken, run)
    litter = [run / "models" / ".gen-003.indigo-model.4711", run / ".commands.txt.4711"]
    litter += [run / "generations" / "002" / f".{name}.4711" for name in ("gate-seconds", "seconds")]
    others = [run / ".notes.2026", run / "mine" / ".config.json.4711"]
    others[1].parent.mkdir()
    for file in (*litter, *others):
        file.write_bytes(b"half")
    assert train("--out", str(run), "--resume").returncode == 0
    assert not any(file.exists() for file in litter)
    assert all(file.exists() for file in others)


def test_a_folder_that_is_no_run_is_left_as_it_is(tmp_path: Path) -> None:
    mine = tmp_path / ".letter.json.2026"
    mine.write_text("dear")
    with alone_in(tmp_path):
        assert mine.exists()


def test_a_chunk_that_was_cut_short_counts_for_what_it_holds(tmp_path: Path) -> None:
    plan = Plan(generations=1, games=48, mix="2/1", fillings=10, held_out=4, epochs=1, gate_games=0)
    first = tasks_of(plan, 1)[0]
    place = tmp_path / "generations" / "001"
    place.mkdir(parents=True)
    (tmp_path / "config.json").write_text(plan.as_json(), encoding="utf-8")
    (place / first.name).write_bytes(play_task(replace(first, games=1), None).data)
    (place / "seconds").write_text("", encoding="utf-8")  # a power cut has left it empty
    begin(errand(tmp_path, resume=True), NOBODY, words("en"))
    (entry,) = read_history(tmp_path / "history.jsonl")
    assert entry["games"] == 48 - first.games + 1


def test_a_match_goes_on_only_if_both_have_the_limits_of_before(unbroken: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(unbroken, folder)
    deals = folder / "generations" / "002" / "gate.jsonl"
    head, _, *others = deals.read_text(encoding="utf-8").splitlines()
    unheard = json.dumps(["2", 1, 0.123, 0.877])  # a result that no deal can have
    deals.write_text("\n".join([head, unheard, *others, ""]), encoding="utf-8")
    played = [unheard in after_the_match(folder, deals, nodes) for nodes in (20, 30)]
    assert played == [True, False]
    assert json.loads(deals.read_text(encoding="utf-8").splitlines()[0]) == {"seconds": 0.0, "nodes": 30}


def after_the_match(folder: Path, deals: Path, nodes: int) -> list[str]:
    """Forget that the last generation came to its end, let it do so again, and read its *deals*."""
    write_history(folder / "history.jsonl", read_history(folder / "history.jsonl")[:-1])
    begin(errand(folder, resume=True, gate_nodes=nodes), NOBODY, words("en"))
    return deals.read_text(encoding="utf-8").splitlines()


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
        (("--out", "{nowhere}", "--fillings", "2000000"), "--fillings: at most 1,000,000"),
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


def test_numbers_are_written_as_the_language_does(capsys: pytest.CaptureFixture[str]) -> None:
    german = words("de")
    with pytest.raises(BadPlan) as refused:
        Plan(fillings=2_000_000)
    assert "1.000.000" in refused.value.told(german)
    with pytest.raises(BadPlan) as refused:
        changed(Plan(seed=123_456), {"seed": 1})
    assert "123456" in refused.value.told(german)  # as it is typed
    with PlainWatcher(german, seconds=0).stage("Spiele", 20_000) as show:
        show(1_500, "ok")
    assert capsys.readouterr().err == "Spiele 1.500/20.000, 0 s ok\n"


def test_a_gpu_that_is_not_there_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    with pytest.raises(BadPlan, match=r"train\.no_gpu"):
        begin(replace(errand(tmp_path / "run"), device="cuda"), NOBODY, words("en"))
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:99999", "nonsense", "no://where"])
def test_a_ray_that_does_not_answer_leaves_nothing_behind(tmp_path: Path, address: str) -> None:
    pytest.importorskip("ray")
    with pytest.raises(BadPlan, match=r"train\.no_ray") as refused:
        begin(replace(errand(tmp_path / "run"), ray=address), NOBODY, words("en"))
    assert address in words("en")(refused.value.key, **refused.value.values)
    assert not (tmp_path / "run").exists()


def test_the_examples_hold() -> None:
    for room in (trainer, planning):
        result = doctest.testmod(room)
        assert result.attempted > 0
        assert result.failed == 0
