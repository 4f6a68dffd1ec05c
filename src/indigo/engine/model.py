"""The judgement that ships with the game, and others: learned from games against oneself (docs/learning.md)."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from indigo import _core

FILE: Final = "champion.indigo-model"
LARGEST_FILE: Final = 5_000_000


class BadModel(ValueError):
    """A file that is no model, or cannot be read; `reason` says why."""

    def __init__(self, file: Path, reason: object) -> None:
        super().__init__(f"{file}: {reason}")
        self.file, self.reason = file, reason


def model_file(file: Path) -> bytes:
    """What is in a model's file. BadModel if it is none."""
    try:
        with file.open("rb") as opened:
            data = opened.read(LARGEST_FILE + 1)  # whatever the file is
        if len(data) > LARGEST_FILE:
            raise ValueError("too large for a model")
        if not isinstance(json.loads(_core.Model(data).about), dict):
            raise ValueError("its head is no object of JSON")
    except OSError as error:
        raise BadModel(file, error.strerror or error) from None
    except ValueError as wrong:
        raise BadModel(file, wrong) from None
    return data


def shipped_file() -> bytes:
    """The file of the model as it lies in the package."""
    return files("indigo.engine").joinpath(FILE).read_bytes()


@cache
def shipped() -> _core.Model:
    """The model that the strongest levels judge by."""
    return _core.Model(shipped_file())


def fingerprint(file: bytes) -> str:
    """Tells models apart by their numbers, whatever their heads say."""
    return hashlib.sha256(file[-4 * _core.MODEL_NUMBERS :]).hexdigest()[:16]


def about(model: _core.Model) -> dict[str, object]:
    """What a model's file says of itself: its version, the command that made it, seed, games seen, seconds, date."""
    told: dict[str, object] = json.loads(model.about)
    return told
