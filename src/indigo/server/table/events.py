"""What happens at a table, one after the other: the only thing that is stored of it.

An event's data may hold secrets (the deal, the stacks, a draw); `indigo.server.views` decides what leaves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class NewEvent:
    """Something that is about to happen."""

    type: str
    data: Data


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: its number at the table, when (milliseconds since 1970), what, and by which command."""

    number: int
    at: int
    type: str
    data: Data
    command: str | None = None  # who asked for it and under which id: what makes a repeated command harmless


PLAYS_ON: Final = frozenset(
    {"started", "placed", "taken_back", "round_over", "match_over", "left", "returned", "closed"}
)
"""The events that make a command stale which did not know of them."""
