"""Signals that are heard at once, also while the core works, and those that have to wait a moment."""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

ENDING: Final = frozenset({signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
"""Those that tell a program to end: Ctrl-C, `kill`, and a terminal that is closed."""


def hear_signals() -> tuple[socket.socket, socket.socket]:
    """Where the numbers of this process's signals can be read from now on, and the end that the system writes to.

    Python's own handlers wait until the core returns; a thread that reads here does not. Keep both ends as long as it
    shall go on. Only signals with a handler of Python's come, and only the main thread may ask for this.
    """
    heard, told = socket.socketpair()
    told.setblocking(False)
    signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    return heard, told


@contextmanager
def like_ctrl_c() -> Iterator[None]:
    """Lets `kill` and a terminal that is closed raise KeyboardInterrupt, as Ctrl-C does."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    earlier = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        for number, handler in earlier.items():
            if handler != signal.SIG_IGN:  # as under nohup
                signal.signal(number, signal.default_int_handler)
        yield
    finally:
        for number, handler in earlier.items():
            signal.signal(number, handler)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """For a moment that must not be torn apart, as between starting a program and knowing it.

    A signal that comes meanwhile is answered afterwards, when the block is left.
    """
    if threading.current_thread() is not threading.main_thread():  # only the main thread is ever interrupted
        yield
        return
    waiting: list[tuple[int, FrameType | None]] = []
    earlier = {number: handler for number in ENDING if callable(handler := signal.getsignal(number))}
    try:
        for number in earlier:
            signal.signal(number, lambda number, frame: waiting.append((number, frame)))
        yield
    finally:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)  # so that all of them get their handlers back
        try:
            for number, handler in earlier.items():
                signal.signal(number, handler)
            for given, frame in waiting:
                earlier[signal.Signals(given)](given, frame)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
