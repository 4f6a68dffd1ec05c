"""Engines of others: programs that speak the engine protocol, started, asked and, if need be, ended.

Such a program is not trusted. It may die, hang, flood its output or answer nonsense: each of these is an `EngineFault`
that says which, in bounded time and memory, and the program is gone afterwards, with everything that it started.
"""

from __future__ import annotations

import atexit
import os
import selectors
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from types import TracebackType
from typing import Final, Literal, Self

from indigo._core import StopToken
from indigo.engine.bot import Budget, Line, Thought
from indigo.errors import BadMove
from indigo.moves import Move
from indigo.notation import read_move
from indigo.rules import Game
from indigo.signals import uninterrupted

Fault = Literal["crashed", "hung", "cheated"]
"""How an engine can lose without having been beaten: it ended, it did not answer, or its move was not legal."""

_LONGEST_LINE: Final = 1 << 14
_MOST_LINES: Final = 10_000
"""More lines than any engine has reason to write for one move."""
_LARGEST_SEED: Final = 2**62 - 1
_CHUNK: Final = 1 << 16
_POLITE: Final = 0.5
"""How long a program may take to leave after `quit`, in seconds."""
_STARTING: Final = 10.0
"""How long a process that leaves waits for a program that is just being started, in seconds."""

_running: Final[set[subprocess.Popen[bytes]]] = set()
"""All programs that were started and not yet ended, for a process that has to leave in a hurry."""
_starting: Final = threading.Lock()
"""Held from before a program exists until it is among those that run."""


def end_all_engines() -> None:
    """End every program that this process has started, at once; it is about to leave and can start no more."""
    _starting.acquire(timeout=_STARTING)  # and never released
    _end_what_runs()


@atexit.register  # for those who leave by a second signal, in the moment after the first
def _end_what_runs() -> None:
    for process in tuple(_running):  # another thread may just be ending one
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)


class EngineFault(Exception):
    """An engine has failed; *fault* says how."""

    def __init__(self, fault: Fault, text: str) -> None:
        super().__init__(fault, text)
        self.fault: Fault = fault
        self.text = _printable(text)  # it may quote a program, which must not move about on the reader's terminal

    def __str__(self) -> str:
        return f"{self.fault}: {self.text}"


class ExternalEngine:
    """A program that plays, as a bot: `with ExternalEngine("mine", ["./mine", "--fast"]) as bot: bot.think(...)`.

    *options* are told by `setoption`. It gets *start_seconds* to get ready, and *grace_seconds* beyond its budget for a
    move; *patience_seconds* for a move whose budget names no time.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        *,
        options: Mapping[str, str] | None = None,
        start_seconds: float = 30.0,
        grace_seconds: float = 2.0,
        patience_seconds: float = 60.0,
    ) -> None:
        self.name = name
        self.title = name
        self._command = list(command)
        self._options = dict(options or {})
        self._start_seconds = start_seconds
        self._grace_seconds = grace_seconds
        self._patience_seconds = patience_seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._selector = selectors.DefaultSelector()
        self._unread = bytearray()
        self._lines: deque[str] = deque()
        self._seeds: range | None = None
        self._last_words: _LastWords | None = None

    # -------------------------------------------------------------------------------------------- its life

    def __enter__(self) -> Self:
        """Start the program and shake hands; an `EngineFault` if it does not want to."""
        try:
            process = self._started()
            self._last_words = _LastWords(process)
            assert process.stdin is not None
            assert process.stdout is not None
            os.set_blocking(process.stdin.fileno(), False)
            os.set_blocking(process.stdout.fileno(), False)
            self._selector.register(process.stdout, selectors.EVENT_READ)
            deadline = time.monotonic() + self._start_seconds
            self._tell("iep", deadline)
            while (line := self._hear(deadline, "no iepok")) != "iepok":
                if line.startswith("id name "):
                    self.title = line.removeprefix("id name ")[:80]
                if line.startswith("option name Seed "):
                    self._seeds = _range(line.split())
            for name, value in self._options.items():
                self._tell(f"setoption name {name} value {value}", deadline)
            self._tell("newgame", deadline)
            self._tell("isready", deadline)
            while self._hear(deadline, "no readyok") != "readyok":
                pass
        except BaseException:  # a Ctrl-C too: nobody else would end the program, since it was not handed out
            self.close()
            raise
        return self

    def _started(self) -> subprocess.Popen[bytes]:
        try:
            with uninterrupted(), _starting:
                self._process = subprocess.Popen(
                    self._command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    start_new_session=True,  # so that all it starts can be ended with it
                    bufsize=0,
                )
                _running.add(self._process)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise EngineFault("crashed", f"{self._command[0]} cannot be started: {reason}") from None
        return self._process

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the program: politely first, then for good, with everything that it has started."""
        with uninterrupted():
            self._close()

    def _close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        assert process.stdout is not None
        self._selector.close()
        with suppress(OSError):
            os.write(process.stdin.fileno(), b"quit\n")
        with suppress(OSError):
            process.stdin.close()
        process.stdout.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(_POLITE)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        _running.discard(process)

    # -------------------------------------------------------------------------------------------- a move

    def think(self, view: Game, budget: Budget, *, seed: int = 0, stop: StopToken | None = None) -> Thought:
        """Ask for a move. *seed* is told to engines with that option; *stop* cannot reach a program and is not used."""
        began = time.monotonic()
        allowed = self._patience_seconds if budget.seconds is None else budget.seconds + self._grace_seconds
        deadline = began + allowed
        moves = " ".join(f"{turn.move}+{turn.draw}" if turn.draw else str(turn.move) for turn in view.turns)
        self._lines.clear()
        if self._seeds is not None:
            self._tell(f"setoption name Seed value {self._seeds[seed % len(self._seeds)]}", deadline)
        self._tell(f"position {view.start}" + (f" moves {moves}" if moves else ""), deadline)
        self._tell(_go(budget), deadline)
        info: list[str] = []
        for _ in range(_MOST_LINES):
            words = self._hear(deadline, f"no bestmove within {allowed:.1f} s").split()
            if words[:1] == ["info"]:
                info = words
            elif words[:1] == ["bestmove"]:
                return _thought(words, info, view.layout.players, time.monotonic() - began)
            elif words[:1] == ["error"]:
                raise EngineFault("crashed", f"it does not understand: {' '.join(words)[:120]}")
        raise EngineFault("hung", f"{_MOST_LINES} lines without bestmove")

    # -------------------------------------------------------------------------------------------- lines

    def _tell(self, line: str, deadline: float) -> None:
        process = self._running()
        assert process.stdin is not None
        data = line.encode() + b"\n"
        with selectors.DefaultSelector() as writing:
            writing.register(process.stdin, selectors.EVENT_WRITE)
            while data:
                if not writing.select(max(0.0, deadline - time.monotonic())):
                    raise EngineFault("hung", "it does not read")
                try:
                    data = data[os.write(process.stdin.fileno(), data) :]
                except BlockingIOError:
                    continue
                except OSError:
                    raise EngineFault("crashed", self._ending()) from None

    def _hear(self, deadline: float, missing: str) -> str:
        """The next line that the program writes, or what went wrong."""
        process = self._running()
        assert process.stdout is not None
        while not self._lines:
            if not self._selector.select(max(0.0, deadline - time.monotonic())):
                raise EngineFault("hung", missing)
            chunk = os.read(process.stdout.fileno(), _CHUNK)
            if not chunk:
                raise EngineFault("crashed", self._ending())
            *ended, rest = chunk.split(b"\n")
            for part in ended:
                self._lines.append((self._unread + part)[:_LONGEST_LINE].decode("utf-8", "replace").strip())
                self._unread.clear()
            self._unread += rest
            del self._unread[_LONGEST_LINE:]
            if time.monotonic() > deadline:  # it writes, but without end
                raise EngineFault("hung", missing)
        return self._lines.popleft()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            raise EngineFault("crashed", "it is not running")
        return self._process

    def _ending(self) -> str:
        """What became of a program that has closed its side."""
        try:
            status = self._running().wait(_POLITE)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        how = f"it ended by signal {-status}" if status < 0 else f"it ended with status {status}"
        words = self._last_words.line if self._last_words is not None else ""
        return f"{how}: {words}" if words else how


class _LastWords:
    """Listens to what a program complains about, however much that is, and remembers the end of it."""

    _KEPT: Final = 4096
    _LONGEST: Final = 160

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stderr is not None
        self._stream = process.stderr
        self._heard = bytearray()
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()

    def _listen(self) -> None:
        with self._stream as stream:
            while chunk := os.read(stream.fileno(), _CHUNK):
                self._heard += chunk
                del self._heard[: -self._KEPT]

    @property
    def line(self) -> str:
        """The last line of a program that has ended; in Python's case the error itself."""
        self._listening.join(_POLITE)  # children of it may hold the stream open
        lines = bytes(self._heard).decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return last[: self._LONGEST]


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() else "?" for character in text)


def _range(option: Sequence[str]) -> range:
    """The whole numbers that an option takes, as far as the engine tells."""
    told = dict(pairwise(option))
    low, high = (told.get(name, "") for name in ("min", "max"))
    first = int(low) if low.isascii() and low.isdigit() and len(low) < 19 else 0
    last = int(high) if high.isascii() and high.isdigit() and len(high) < 19 else _LARGEST_SEED
    return range(first, max(first, min(last, _LARGEST_SEED)) + 1)


def _go(budget: Budget) -> str:
    words = ["go"]
    if budget.seconds is not None:
        words.append(f"movetime {max(1, round(budget.seconds * 1000))}")
    if budget.nodes is not None:
        words.append(f"nodes {budget.nodes}")
    if budget.depth is not None:
        words.append(f"depth {budget.depth}")
    return " ".join(words)


def _thought(bestmove: list[str], info: list[str], players: int, seconds: float) -> Thought:
    """What the engine said, as far as it makes sense; only the move must."""
    try:
        move, _ = read_move(bestmove[1] if len(bestmove) > 1 else "")
    except BadMove:
        raise EngineFault("cheated", f"{' '.join(bestmove)[:60]!r} is no move") from None
    scores = [int(word) for word in _after(info, "score", players) if word.isdecimal() and len(word) <= 4]
    known = len(scores) == players and all(score <= 1000 for score in scores)
    chances = tuple(score / 1000 for score in scores) if known else (0.0,) * players
    line: list[Move] = []
    for word in _after(info, "pv", len(info)):
        try:
            line.append(read_move(word)[0])
        except BadMove:
            break
    moves = tuple(line) if line[:1] == [move] else (move,)
    return Thought(
        move,
        (Line(moves, chances, (0.0,) * players),),
        nodes=_number(info, "nodes"),
        seconds=seconds,
        depth=_number(info, "depth"),
    )


def _after(words: list[str], name: str, count: int) -> list[str]:
    return words[words.index(name) + 1 :][:count] if name in words else []


def _number(words: list[str], name: str) -> int:
    value = "".join(_after(words, name, 1))
    return int(value) if value.isdecimal() and len(value) < 20 else 0
