"""What goes wrong around the command: impatience, full disks, odd terminals, files that are not what they seem."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest

from tests.support.command import program, run
from tests.support.processes import hears, wait_until_gone

START = "*3*/6/7/8/*3*3*/8/7/6/*3* - 2 1 E/? 000/000"
HIDDEN = START.replace("000/000", "???/000")


def indigo(*arguments: str, **environment: str) -> subprocess.Popen[str]:
    """The command as a program of its own, that can be watched and disturbed."""
    return subprocess.Popen(
        program(*arguments),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "INDIGO_LANGUAGE": "en", **environment},
        preexec_fn=_hears_everything,
        process_group=0,
    )


def _hears_everything() -> None:
    """Tests may run in the background, where shells make programs deaf to Ctrl-C, or behind a terminal's back."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def spending(process: subprocess.Popen[str]) -> float:
    """The seconds of processor time that a program and its children have had."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(stat.parent.name) == process.pid or int(fields[1]) == process.pid:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


# ------------------------------------------------------------------------------------------------ impatience


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", START, "--seconds", "300"],
        ["analyse", START, "--movetime", "300000"],
        ["arena", "champion", "search", "--movetime", "300000"],
        ["arena", "champion", "search", "--movetime", "300000", "--jobs", "2"],
    ],
    ids=lambda arguments: " ".join(arguments[:1] + arguments[5:]),
)
def test_a_thought_of_minutes_ends_when_it_is_told_to(arguments: list[str], number: int) -> None:
    process = indigo(*arguments)
    while process.poll() is None and not hears(process.pid, signal.SIGTERM):
        time.sleep(0.05)
    begun = spending(process)
    while process.poll() is None and spending(process) < begun + 2:  # by then all its processes think
        time.sleep(0.05)
    process.send_signal(number)
    try:
        _, told = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "Traceback" not in told


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_when_the_terminal_is_closed_no_engine_stays(tmp_path: Path, jobs: str) -> None:
    """Signals come to all processes of a terminal but the engines, which have a session of their own."""
    engine, told = tmp_path / "engine", tmp_path / "told"
    engine.write_text(f"#!/bin/sh\nread line\necho $$ >> {told}\nexec sleep 300\n")
    engine.chmod(0o755)
    process = indigo("arena", "mine", "random", "--engine", f"mine={engine}", "--jobs", jobs)
    while not told.exists() or not told.read_text().endswith("\n"):
        assert process.poll() is None
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGHUP)
    process.communicate(timeout=30)
    wait_until_gone(told.read_text().split())


@pytest.mark.slow
def test_when_the_arena_is_killed_its_processes_follow() -> None:
    process = indigo("arena", "greedy", "novice", "--deals", "100000", "--jobs", "2")
    while len(children := _children(process.pid)) < 2 or spending(process) < 2.5:
        assert process.poll() is None
        time.sleep(0.05)
    process.kill()
    process.communicate(timeout=30)  # and nobody holds its output open
    wait_until_gone(children)


def _children(parent: int) -> set[int]:
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(stat.read_text().rpartition(")")[2].split()[1]) == parent:
                found.add(int(stat.parent.name))
        except OSError:
            continue
    return found


# ------------------------------------------------------------------------------------------------ outputs


def test_a_full_disk_is_told_in_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(program("moves", START), stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "No space left" in done.stderr


def test_closed_streams_are_empty_ones() -> None:
    both = [f"{' '.join(program('moves'))} - <&- >&-"]
    done = subprocess.run(["sh", "-c", *both], stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert "six fields" in done.stderr or "sechs" in done.stderr


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_terminal_that_cannot_show_everything_shows_the_rest(language: str) -> None:
    process = indigo("rules", PYTHONIOENCODING="ascii", INDIGO_LANGUAGE=language)
    shown, told = process.communicate(timeout=60)
    assert process.returncode == 0, told
    assert "?" in shown


def test_what_cannot_be_written_is_said_before_the_work(tmp_path: Path) -> None:
    began = time.process_time()
    for arguments in (
        ["analyse", START, "--movetime", "60000", "-o", str(tmp_path / "missing" / "x.svg")],
        ["play", "-p", "bot:champion", "-p", "bot:champion", "--save", str(tmp_path)],
        ["play", "-p", "bot:champion", "-p", "bot:champion", "--save", str(tmp_path / "missing" / "x.indigo")],
    ):
        done = run(*arguments)
        assert done.exit_code == 1
        assert "cannot be written" in done.stderr
    assert time.process_time() - began < 20  # of this process alone, however busy the machine is


def test_games_are_kept_beside_those_of_another_contest(tmp_path: Path) -> None:
    for deals in ("2", "1"):
        done = run("arena", "random", "greedy", "--deals", deals, "--records", str(tmp_path), "--json")
        assert json.loads(done.stdout)["interrupted"] is False
    assert sorted(file.name for file in tmp_path.iterdir()) == [f"{number:06}.indigo" for number in range(1, 7)]


def test_a_record_that_cannot_be_written_does_not_cost_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    done = run("arena", "random", "greedy", "--deals", "1", "--records", str(tmp_path))
    assert done.exit_code == 1
    assert "greedy" in done.stdout
    assert "No space left" in done.stderr


def test_long_names_are_never_cut() -> None:
    one, other = "champion:deepest=1,replies=3", "champion:deepest=1,replies=2"
    shown = run("arena", one, other, "--deals", "1", "--nodes", "50", COLUMNS="80").stdout.split("Elo")[1]
    assert "…" not in shown


# ------------------------------------------------------------------------------------------------ inputs


@pytest.mark.parametrize("command", ["solve", "analyse"])
def test_chances_are_not_guessed_where_totals_are_hidden(command: str) -> None:
    done = run(command, HIDDEN)
    assert done.exit_code == 1
    assert "???" in done.stderr


@pytest.mark.parametrize("option", ["--nodes", "--movetime", "--seed"])
def test_numbers_beyond_all_measure_are_refused(option: str) -> None:
    for command in (["analyse", START], ["arena", "random", "greedy", "--deals", "1"]):
        assert run(*command, option, "1" + "0" * 320).exit_code == 2


def test_a_record_cannot_give_orders_to_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "orders.indigo"
    file.write_text(
        '[Layout "2"]\n[Hand "1"]\n[Players "\x1b]0;owned\x07Eve" "B"]\n[Deal "E" "A"]\n\n{\x1b[2Jhidden} 1. d4E5+E *\n'
    )
    for command in (["replay", str(file)], ["analyse", str(file), "--nodes", "10"]):
        done = run(*command)
        assert done.exit_code == 0, done.stderr
        assert "Eve" in done.stdout
        assert "\x1b" not in done.stdout
        assert "\x07" not in done.stdout


def test_what_comes_by_standard_input_is_judged_as_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "bad.indigo"
    file.write_text('[Layout "2"]\n[Hand "1"]\n[Players "A" "B"]\n[Deal "E" "A"]\n\n1. z9Z9 *\n')
    by_name = run("analyse", str(file), INDIGO_LANGUAGE="de").stderr
    piped = run("analyse", "-", given=file.read_text(), INDIGO_LANGUAGE="de").stderr
    assert piped == by_name.replace(str(file), "-")
    assert "UTF-8" in run("analyse", "-", given=b"\xff\xfe\x00binary").stderr


# ------------------------------------------------------------------------------------------------ the table


@pytest.mark.parametrize(
    ("arguments", "environment", "told"),
    [
        (["--database-url", "foo"], {}, "database"),
        (["--redis-url", "foo"], {}, "Redis"),
        (["--redis-url", "redis://127.0.0.1:1"], {}, "Redis"),
        (["--public-url", "not a url"], {}, "INDIGO_PUBLIC_URL"),
        ([], {"INDIGO_BOT_THREADS": "abc"}, "INDIGO_BOT_THREADS"),
        ([], {"INDIGO_BOT_PAUSE": "nan"}, "INDIGO_BOT_PAUSE"),
        (["--host", "no such host"], {}, "port 0"),
    ],
)
def test_a_table_that_cannot_be_opened_says_why(
    tmp_path: Path, arguments: list[str], environment: dict[str, str], told: str
) -> None:
    database = {"INDIGO_DATABASE_URL": f"sqlite:///{tmp_path / 'tables.sqlite'}"}
    process = indigo("serve", "--port", "0", *arguments, **database, **environment)
    _, problem = process.communicate(timeout=60)
    assert process.returncode == 1
    assert problem.count("\n") == 1
    assert told in problem


@pytest.mark.parametrize(
    ("started_by", "remedy"), [({}, "indigo serve --port {}"), ({"INDIGO_STARTED_BY": "make"}, "make play PORT={}")]
)
def test_a_port_that_is_taken_is_told_with_the_command_for_another(
    tmp_path: Path, started_by: dict[str, str], remedy: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        database = {"INDIGO_DATABASE_URL": f"sqlite:///{tmp_path / 'tables.sqlite'}"}
        process = indigo("serve", "--port", str(port), **database, **started_by)
        _, problem = process.communicate(timeout=60)
    assert process.returncode == 1
    assert problem.count("\n") == 1
    assert f"port {port}" in problem
    assert problem.endswith(remedy.format(port + 1) + "\n")
