"""Files that are there whole or not at all, whatever happens while they are written."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(file: Path, data: bytes | str) -> None:
    """Write *data* so that nobody, not even after a power cut, finds half of it."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    with beside.open("wb") as out:
        out.write(data.encode() if isinstance(data, str) else data)
        out.flush()
        os.fsync(out.fileno())
    beside.replace(file)
