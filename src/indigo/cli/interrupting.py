"""Ctrl-C while the engine thinks: it stops at once, not when it has come to the end of its thought."""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from indigo._core import StopToken


@contextmanager
def stopped_by_ctrl_c() -> Iterator[StopToken]:
    """A token for thoughts that Ctrl-C shall end; `kill` does the same. KeyboardInterrupt comes through as always.

    Python's own handlers wait until the core returns. So the system writes the signal's number to a pair of sockets,
    and a thread that reads there raises the token, upon which the core returns.
    """
    stop = StopToken()
    if threading.current_thread() is not threading.main_thread():  # signals go to the main thread alone
        yield stop
        return
    heard, told = socket.socketpair()
    told.setblocking(False)

    def listen() -> None:
        while numbers := heard.recv(64):
            if signal.SIGINT in numbers or signal.SIGTERM in numbers:
                stop.stop()

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    terminated = signal.signal(signal.SIGTERM, signal.default_int_handler)
    before = signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    try:
        yield stop
    finally:
        signal.set_wakeup_fd(before)
        signal.signal(signal.SIGTERM, terminated)
        told.close()  # which ends the listening
        listener.join()
        heard.close()
