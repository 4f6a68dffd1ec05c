"""The command as tests call it: in this process, or as a program of its own in a terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Final
from unittest.mock import patch

from typer.testing import CliRunner, Result

from indigo.cli import command_line

PATIENCE: Final = 60.0
"""Seconds after which a terminal that says nothing counts as stuck."""
_ESCAPES: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07|\x1b[=>]")


def run(*arguments: str, given: str | bytes | None = None, **environment: str) -> Result:
    """Run `indigo` with these arguments in this process."""
    settings = {"LC_ALL": "C.UTF-8", "INDIGO_LANGUAGE": "en", "COLUMNS": "100", "NO_COLOR": "1", **environment}
    with patch.dict(os.environ, settings):
        return CliRunner().invoke(command_line(arguments), arguments, input=given)


def program(*arguments: str) -> list[str]:
    """The command as a program of its own."""
    return [sys.executable, "-m", "indigo", *arguments]


def _sit_down() -> None:
    """In the new process: the terminal is its own, and Ctrl-C works even if the tests run in the background."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # tests may run where nobody minds a terminal that is closed


class Terminal:
    """A terminal of some size with the command in it; text is read until what is waited for appears."""

    def __init__(self, *arguments: str, columns: int = 100, lines: int = 50, **environment: str) -> None:
        keyboard, self._other_end = pty.openpty()
        self._keyboard = keyboard
        fcntl.ioctl(self._other_end, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        settings = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
        settings |= {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "INDIGO_LANGUAGE": "en", **environment}
        self._process = subprocess.Popen(
            program(*arguments),
            stdin=self._other_end,
            stdout=self._other_end,
            stderr=self._other_end,
            env=settings,
            start_new_session=True,
            preexec_fn=_sit_down,
        )
        os.close(self._other_end)
        self._unread = ""
        self._partial = b""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *error: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._keyboard)

    def _read_some(self, until: float) -> bool:
        """Read what the program has written; False when it has gone."""
        ready, _, _ = select.select([self._keyboard], [], [], max(0.0, until - time.monotonic()))
        if not ready:
            raise AssertionError(f"the terminal says nothing more after {self._unread[-2000:]!r}")
        try:
            data = os.read(self._keyboard, 65536)
        except OSError:  # Linux reports the end of the other side like this
            return False
        data = self._partial + data
        text = data.decode("utf-8", errors="ignore")
        self._partial = b"" if data == text.encode() else data[len(text.encode()) :]
        self._unread += text.replace("\r\n", "\n")
        return bool(data)

    def wait_for(self, *texts: str) -> tuple[str, str]:
        """Wait until one of *texts* appears: which it was, and everything before it, without colours."""
        until = time.monotonic() + PATIENCE
        while True:
            found = [(place, text) for text in texts if (place := self._unread.find(text)) >= 0]
            if found:
                place, text = min(found)
                before, self._unread = self._unread[:place], self._unread[place + len(text) :]
                return text, _ESCAPES.sub("", before)
            if not self._read_some(until):
                raise AssertionError(f"the command ended while {texts} were expected: {self._unread[-2000:]!r}")

    def type(self, text: str) -> None:
        """Type a line and Enter."""
        os.write(self._keyboard, f"{text}\n".encode())

    def press(self, key: bytes) -> None:
        """Press a key such as Ctrl-C once the program sits and listens, as a person would.

        Readline, which has written the prompt but does not listen yet, would notice a signal only with the next key.
        """
        self._wait_until_it_listens()
        os.write(self._keyboard, key)

    def _wait_until_it_listens(self) -> None:
        until = time.monotonic() + PATIENCE
        while not self._listens():
            assert time.monotonic() < until, "the program never waits for a key"
            os.sched_yield()

    def _listens(self) -> bool:
        """Whether the program sleeps; what it waits for is a key, since a test reads all that it writes."""
        return Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()[0] == "S"

    def send(self, number: signal.Signals) -> None:
        """What the system tells the program once it listens, as when the window is closed."""
        self._wait_until_it_listens()
        self._process.send_signal(number)

    def ended(self) -> tuple[int, str]:
        """Wait for the end: the exit status, and what was said last."""
        until = time.monotonic() + PATIENCE
        while self._read_some(until):
            pass
        return self._process.wait(PATIENCE), _ESCAPES.sub("", self._unread)
