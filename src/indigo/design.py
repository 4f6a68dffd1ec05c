"""The design values of Indigo: one file of colours, shapes and speeds for pictures, browser and terminal.

The values live in `design.json`, so that the browser's side can read the very same file.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Literal, TypedDict

Theme = Literal["light", "dark", "auto"]


class GemDesign(TypedDict):
    """How a gem looks: its outline, and the facets that catch the light."""

    name: str
    fill: str
    light: str
    shade: str
    outline: str
    facets: list[list[str]]


class PlayerDesign(TypedDict):
    """How a player's token looks."""

    name: str
    shape: str
    fill: str
    line: str
    terminal: str
    outline: str


class Design(TypedDict):
    """The whole of `design.json`."""

    about: str
    themes: dict[str, dict[str, str]]
    gems: dict[str, GemDesign]
    players: list[PlayerDesign]
    proportions: dict[str, float]
    motion: dict[str, float | str]


@cache
def design() -> Design:
    """The design values, read once."""
    values: Design = json.loads(Path(__file__).with_name("design.json").read_text(encoding="utf-8"))
    return values
