"""Files that are there whole or not at all, whatever happens while they are written."""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

_BESIDE: Final = re.compile(r"\.((gate-)?seconds|.+\.(json|jsonl|md|txt|svg|npz|pt|indigo|indigo-model))\.[0-9]+")
"""What `write_whole` writes before it is whole, of the files that a run has."""
_LOCK: Final = ".lock"


class InUse(Exception):
    """Somebody else is at work in a folder."""


def write_whole(file: Path, data: bytes | str) -> None:
    """Write *data* so that nobody, not even after a power cut, finds half of it."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with beside.open("wb") as out:
            out.write(data.encode() if isinstance(data, str) else data)
            out.flush()
            os.fsync(out.fileno())
        beside.replace(file)
    except OSError as error:
        beside.unlink(missing_ok=True)
        error.filename = error.filename or str(file)  # a full disk does not say whose fault it is
        raise


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Keep *folder* for oneself, and clear away what others left half written when they were killed.

    InUse if somebody else has it. The lock goes with the process, however that ends.
    """
    with (folder / _LOCK).open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InUse from None
        if (folder / "config.json").exists():  # else it is no run's folder, and whatever is in it is somebody else's
            for place in (folder, folder / "models", folder / "records", *folder.glob("generations/*")):
                for file in place.glob(".*"):
                    if _BESIDE.fullmatch(file.name):
                        file.unlink(missing_ok=True)
        yield
