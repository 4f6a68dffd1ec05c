"""Whether chances mean what they say: of the positions given 70 %, how many were won."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_DUST: Final = 1e-9
"""What is smaller comes from rounding."""


@dataclass(frozen=True, slots=True)
class Bin:
    """All chances that were given between two tenths."""

    low: float
    high: float
    count: int
    given: float
    """The mean of these chances,"""
    won: float
    """and of what came of them; a shared win counts in parts."""
    margin: float = 0.0
    """How far *won* may be off, at 95 % confidence."""


def reliability(
    given: NDArray[Any], won: NDArray[Any], games: NDArray[Any] | None = None, bins: int = 10
) -> tuple[Bin, ...]:
    """Chances that were given, in *bins* equal ranges, against what came of them.

    With the number of each one's game in *games*, the margins count games rather than chances, since all chances of one
    game share its luck.
    """
    given, won = np.asarray(given, np.float64).ravel(), np.asarray(won, np.float64).ravel()
    places = np.clip((given * bins).astype(np.int64), 0, bins - 1)
    found: list[Bin] = []
    for place in range(bins):
        here = places == place
        count = int(here.sum())
        if not count:
            found.append(Bin(place / bins, (place + 1) / bins, 0, 0.0, 0.0))
            continue
        mean = float(won[here].mean())
        off = won[here] - mean
        owners = np.arange(count) if games is None else np.unique(games[here], return_inverse=True)[1]
        sums: NDArray[Any] = np.bincount(owners, weights=off)
        margin = 1.96 * float((sums**2).sum()) ** 0.5 / count
        if len(sums) < 2 or margin < _DUST:
            # One game tells nothing of how far games differ, and where all went the same way there is no scatter to go
            # by: then the truth is within 3 in so many games.
            margin = min(1.0, 3 / len(sums))
        found.append(Bin(place / bins, (place + 1) / bins, count, float(given[here].mean()), mean, margin))
    return tuple(found)


def mean_gap(bins: tuple[Bin, ...]) -> float:
    """How far chances are off on average: the gap between given and won, each bin by its count."""
    whole = sum(one.count for one in bins)
    return sum(one.count * abs(one.given - one.won) for one in bins) / whole if whole else 0.0


def as_data(bins: tuple[Bin, ...]) -> list[dict[str, float]]:
    """As JSON has it."""
    return [{name: round(value, 5) for name, value in asdict(one).items()} for one in bins]


def from_data(data: list[dict[str, Any]]) -> tuple[Bin, ...]:
    """What `as_data` wrote."""
    return tuple(Bin(**one) for one in data)
