"""A real engine process to talk to, for tests."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Final, Self

FAKE: Final = Path(__file__).with_name("fake_engine.py")
START: Final = "*3*/6/7/8/*3*3*/8/7/6/*3* - 2 1 E/? 000/000"


def fake(behaviour: str) -> tuple[str, ...]:
    """The command of an engine that behaves like this."""
    return (sys.executable, str(FAKE), behaviour)


class Talk:
    """`indigo engine` as a process. A test that waits for what never comes is ended after a minute."""

    def __init__(self, *options: str) -> None:
        self._command = [sys.executable, "-m", "indigo", "engine", *options]

    def __enter__(self) -> Self:
        self.process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self._watch = threading.Timer(60, self.process.kill)
        self._watch.daemon = True
        self._watch.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._watch.cancel()
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()

    def send(self, data: bytes | str) -> None:
        assert self.process.stdin is not None
        line = data.encode() + b"\n" if isinstance(data, str) else data
        while line:
            line = line[self.process.stdin.write(line) or 0 :]

    def hear(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.endswith(b"\n"), "the engine has ended"
        return line.decode("ascii").removesuffix("\n")

    def ask(self, line: str) -> str:
        """Send a line and hear the first line of the answer."""
        self.send(line)
        return self.hear()

    def hear_until(self, beginning: str) -> list[str]:
        """All lines up to the first that begins like this."""
        lines = [self.hear()]
        while not lines[-1].startswith(beginning):
            lines.append(self.hear())
        return lines

    def end(self) -> int:
        """Close the engine's input; how it ended."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(30)
