"""Processes that tests start, lose sight of, and look for."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterable
from pathlib import Path


def wait_until_gone(processes: Iterable[int | str]) -> None:
    """Wait for the end of processes that must not stay."""
    end = time.monotonic() + 30
    for process in processes:
        while _runs(process):
            assert time.monotonic() < end, f"process {process} is still there"
            time.sleep(0.05)


def _runs(process: int | str) -> bool:
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return False
    return fields[0] != "Z"  # whose parent is gone may wait long for somebody to take note of its end


def hears(process: int, number: signal.Signals) -> bool:
    """Whether a process has something of its own to do when this signal comes."""
    status = Path(f"/proc/{process}/status").read_text()
    caught = next(line.split()[1] for line in status.splitlines() if line.startswith("SigCgt:"))
    return bool(int(caught, 16) >> (number - 1) & 1)
