"""The judgement that ships with the game: learned from games of the engine against itself (docs/learning.md)."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.resources import files
from typing import Final

from indigo import _core

FILE: Final = "champion.indigo-model"


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
