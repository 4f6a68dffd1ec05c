"""Ctrl-C while the engine thinks: it stops at once, not when it has come to the end of its thought."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from indigo._core import StopToken
from indigo.signals import ENDING, hear_signals, like_ctrl_c, uninterrupted


@contextmanager
def stopped_by_ctrl_c() -> Iterator[StopToken]:
    """A token for thoughts that Ctrl-C shall end, `kill`, and a terminal that is closed.

    KeyboardInterrupt comes as soon as the core returns.
    """
    stop = StopToken()
    if threading.current_thread() is not threading.main_thread():  # signals go to the main thread alone
        yield stop
        return
    heard, told = hear_signals()

    def listen() -> None:
        while numbers := heard.recv(64):
            if not ENDING.isdisjoint(numbers):
                stop.stop()

    listener = threading.Thread(target=listen, daemon=True)
    try:
        with uninterrupted():  # a thread that is started half would keep others waiting
            listener.start()
        with like_ctrl_c():
            yield stop
    finally:
        signal.set_wakeup_fd(-1)
        told.close()  # which ends the listening
        if listener.is_alive():
            listener.join()
        heard.close()
