"""Engines of others, who cannot be trusted: whatever they do, the arena goes on."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import time
from math import inf
from pathlib import Path

import pytest

from indigo.engine.bot import Budget
from indigo.engine.external import EngineFault, ExternalEngine, _range
from indigo.rules import Game
from indigo.view import see
from tests.support.engine_process import fake
from tests.support.processes import wait_until_gone

GAME = Game.shuffled("3", seed="external")
PLENTY, LITTLE = Budget(seconds=30), Budget(seconds=0.1)
"""For engines that end the waiting themselves, however busy the machine is, and for those that do not."""


def ask(behaviour: str, budget: Budget = PLENTY) -> str:
    """The move of an engine that behaves like this, in bounded time."""
    engine = ExternalEngine("it", fake(behaviour), grace_seconds=0.2, patience_seconds=0.5)
    with engine as bot:
        return str(bot.think(see(GAME, 1, screens=False), budget).move)


_ITS_HEAD = """
import os, signal, subprocess, threading, time
from indigo.engine.external import ExternalEngine, end_all_engines
from tests.support.engine_process import fake
"""


def told_by(lines: str) -> str:
    """What a process of its own prints that does this: it may leave, or be interrupted."""
    program = f"{_ITS_HEAD}\n{textwrap.dedent(lines)}"
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=120,
    ).stdout


def test_an_engine_that_plays_is_heard() -> None:
    assert ask("play") == str(min(GAME.legal_moves))


@pytest.mark.parametrize("behaviour", ["chatty", "boast"])
def test_an_engine_may_say_more_than_it_was_asked(behaviour: str) -> None:
    assert ask(behaviour) == str(min(GAME.legal_moves))


def test_an_engine_gets_a_seed_that_it_takes() -> None:
    with ExternalEngine("it", fake("few-seeds")) as bot:
        for seed in (0, 8, 2**53 - 1):
            assert bot.think(see(GAME, 1, screens=False), PLENTY, seed=seed).move == min(GAME.legal_moves)


@pytest.mark.parametrize(
    ("option", "seeds"),
    [
        ("min 3 max 9", range(3, 10)),
        ("default 0 max 9", range(10)),
        ("", range(2**62)),
        ("min x max -1", range(2**62)),
        (f"min 0 max {2**64}", range(2**62)),
        ("min 9 max 3", range(9, 10)),
    ],
)
def test_an_option_tells_what_it_takes(option: str, seeds: range) -> None:
    assert _range(f"option name Seed type spin {option}".split()) == seeds


def test_an_engine_that_starts_slowly_is_gone_when_somebody_loses_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[bytes]] = []

    def impatient(self: ExternalEngine, deadline: float, why: str) -> str:
        assert self._process is not None
        started.append(self._process)
        raise KeyboardInterrupt

    monkeypatch.setattr(ExternalEngine, "_hear", impatient)
    with pytest.raises(KeyboardInterrupt):
        ExternalEngine("it", fake("play")).__enter__()
    assert [process.poll() is None for process in started] == [False]


@pytest.mark.parametrize(
    ("behaviour", "fault"),
    [
        ("die", "crashed"),
        ("die-later", "crashed"),
        ("hang", "hung"),
        ("flood", "hung"),
        ("nonsense", "cheated"),
    ],
)
def test_an_engine_that_fails_is_told_from_one_that_loses(behaviour: str, fault: str) -> None:
    with pytest.raises(EngineFault) as caught:
        ask(behaviour, LITTLE if fault == "hung" else PLENTY)
    assert caught.value.fault == fault


@pytest.mark.parametrize("behaviour", ["mute", "deaf"])
def test_an_engine_that_does_not_get_ready_has_hung(behaviour: str) -> None:
    engine = ExternalEngine("it", fake(behaviour), start_seconds=0.3)
    with pytest.raises(EngineFault, match="hung"):
        engine.__enter__()


def test_a_program_that_does_not_exist_has_crashed() -> None:
    with pytest.raises(EngineFault, match="cannot be started"), ExternalEngine("it", ["/no/such/program"]):
        pass


def test_nobody_waits_longer_than_promised() -> None:
    waited = [inf]
    while min(waited) >= 10 and len(waited) <= 5:  # the machine may be busy with something else
        with ExternalEngine("it", fake("hang"), patience_seconds=0.5) as bot:
            began = time.monotonic()
            with pytest.raises(EngineFault, match="hung"):
                bot.think(see(GAME, 1, screens=False), Budget(nodes=1))
            waited.append(time.monotonic() - began)
    assert min(waited) < 10


def test_a_program_is_gone_when_it_is_closed() -> None:
    engine = ExternalEngine("it", fake("hang"))
    with engine:
        process = engine._process
        assert isinstance(process, subprocess.Popen)
        assert process.poll() is None
    assert process.poll() is not None


def test_who_leaves_in_a_hurry_takes_all_programs_along() -> None:
    told = told_by("""
        with ExternalEngine("one", fake("hang")) as one, ExternalEngine("other", fake("play")) as other:
            programs = [one._process, other._process]
            end_all_engines()
            print([program.wait(10) for program in programs], flush=True)
            os._exit(0)
    """)
    assert told == "[-9, -9]\n"


def test_who_leaves_in_a_hurry_takes_along_what_is_just_being_started() -> None:
    told = told_by("""
        started = threading.Event()

        class Slow(subprocess.Popen):
            def __init__(self, *arguments, **options):
                super().__init__(*arguments, **options)
                print(self.pid, flush=True)
                started.set()
                time.sleep(0.5)

        subprocess.Popen = Slow
        threading.Thread(target=ExternalEngine("it", ["sleep", "300"]).__enter__).start()
        started.wait()
        end_all_engines()
        os._exit(0)
    """)
    wait_until_gone(told.split())


def test_a_ctrl_c_while_a_program_is_being_started_ends_it() -> None:
    told = told_by("""
        class Interrupted(subprocess.Popen):
            def __init__(self, *arguments, **options):
                super().__init__(*arguments, **options)
                print(self.pid, flush=True)
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(0.1)

        subprocess.Popen = Interrupted
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            ExternalEngine("it", ["sleep", "300"]).__enter__()
        except KeyboardInterrupt:
            print("interrupted")
    """)
    program, interrupted = told.split()
    assert interrupted == "interrupted"
    wait_until_gone([program])


def test_a_second_ctrl_c_while_a_program_is_asked_to_leave_ends_it_too() -> None:
    told = told_by("""
        class Interrupted(subprocess.Popen):
            def wait(self, timeout=None):
                if timeout is not None:
                    os.kill(os.getpid(), signal.SIGINT)
                return super().wait(timeout)

        subprocess.Popen = Interrupted
        signal.signal(signal.SIGINT, signal.default_int_handler)
        engine = ExternalEngine("it", ["sh", "-c", "echo iepok; echo readyok; exec sleep 300"]).__enter__()
        print(engine._process.pid, flush=True)
        try:
            engine.close()
        except KeyboardInterrupt:
            print("interrupted")
    """)
    program, interrupted = told.split()
    assert interrupted == "interrupted"
    wait_until_gone([program])


def test_a_program_that_nobody_closed_ends_with_us() -> None:
    told = told_by("""
        engine = ExternalEngine("it", ["sh", "-c", "echo iepok; echo readyok; exec sleep 300"]).__enter__()
        print(engine._process.pid, flush=True)
        raise SystemExit(0)
    """)
    wait_until_gone(told.split())


def test_our_own_engine_is_one_like_any_other() -> None:
    import sys

    with ExternalEngine("ours", [sys.executable, "-m", "indigo", "engine", "--level", "random"]) as bot:
        assert bot.title.startswith("Indigo ")
        thought = bot.think(see(GAME, 1, screens=False), Budget(nodes=10), seed=4)
    assert thought.move in GAME.legal_moves
    assert len(thought.chances) == 3


def test_an_engine_that_dies_is_heard_to_say_why() -> None:
    program = "import sys; print('x' * 100_000, file=sys.stderr); raise SystemError('out of \x1b[31mluck')"
    with pytest.raises(EngineFault) as failed, ExternalEngine("mine", [sys.executable, "-c", program]):
        pass
    assert failed.value.text == "it ended with status 1: SystemError: out of ?[31mluck"
