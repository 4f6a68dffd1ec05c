"""Signals that are heard at once, also while the core works."""

from __future__ import annotations

import signal
import socket


def hear_signals() -> tuple[socket.socket, socket.socket]:
    """Where the numbers of this process's signals can be read from now on, and the end that the system writes to.

    Python's own handlers wait until the core returns; a thread that reads here does not. Keep both ends as long as it
    shall go on. Only signals with a handler of Python's come, and only the main thread may ask for this.
    """
    heard, told = socket.socketpair()
    told.setblocking(False)
    signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    return heard, told
