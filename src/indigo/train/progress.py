"""How a run tells those who watch it how far it is: a bar in the command, plain lines where there is nothing else."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from indigo.i18n import Words

Show: TypeAlias = Callable[[int, str], None]
"""Called with the number of steps done and a remark."""


class Watcher(Protocol):
    """Somebody who watches a run."""

    def stage(self, doing: str, steps: int) -> AbstractContextManager[Show]:
        """A piece of work of so many *steps* begins."""

    def tell(self, text: str) -> None:
        """Something worth a line has happened."""


@dataclass(frozen=True)
class PlainWatcher:
    """Tells everything in plain lines: at most one every few seconds for what goes on, on standard error."""

    say: Words
    seconds: float = 10.0

    @contextmanager
    def stage(self, doing: str, steps: int) -> Iterator[Show]:
        began = told = time.monotonic()
        number = self.say.number

        def show(done: int, remark: str) -> None:
            nonlocal told
            now = time.monotonic()
            if now - told >= self.seconds:
                told = now
                gone = f"{number(done)}/{number(steps)}, {number(now - began)} s"
                print(f"{doing} {gone} {remark}", file=sys.stderr, flush=True)

        yield show

    def tell(self, text: str) -> None:
        print(text, flush=True)


class SilentWatcher:
    """Looks away."""

    @contextmanager
    def stage(self, doing: str, steps: int) -> Iterator[Show]:
        yield lambda done, remark: None

    def tell(self, text: str) -> None:
        pass


NOBODY: Final = SilentWatcher()
