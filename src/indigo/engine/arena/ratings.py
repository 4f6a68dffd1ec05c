"""What results mean: shares of wins with intervals, when two are clearly apart, and ratings.

The games of one deal are not independent, as they share its luck. So the deal is what is counted: a bot's result for a
deal is the mean of its shares over all seats, and uncertainty comes from how these means scatter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp, log, log10, sqrt
from statistics import NormalDist, fmean
from typing import Final, NamedTuple

CONFIDENCE: Final = 0.95
_Z: Final = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
_ELO: Final = 400 / log(10)
"""Elo points for each natural unit of log odds."""
_FEWEST_DEALS: Final = 8
"""Nothing is called clear before so many deals: the theory behind it is one of many."""

_TUNED: Final = 0.18
"""Makes the boundary of `clearly_apart` tightest after about 50 deals."""


class Interval(NamedTuple):
    """An estimate, and the interval that holds the truth with 95 % confidence."""

    mean: float
    low: float
    high: float


def share_interval(deal_shares: Sequence[float], games_a_deal: int) -> Interval:
    """The share of wins behind the means of deals: Wilson's interval, for as many games as these deals are worth.

    Deals with exchanged seats are worth more than as many independent games when luck cancels out, and less when it
    adds up: their scatter tells.

    >>> [round(number, 2) for number in share_interval([1.0, 0.5, 1.0, 0.5, 1.0, 0.5, 0.5, 1.0], 2)]
    [0.75, 0.54, 0.89]
    """
    if not deal_shares:
        return Interval(0.5, 0.0, 1.0)
    mean = fmean(deal_shares)
    worth = float(len(deal_shares) * games_a_deal)
    if len(deal_shares) > 1 and (scatter := _variance(deal_shares) / len(deal_shares)) > 0:
        # A few deals that happen to agree must not look like certainty.
        worth = min(mean * (1 - mean) / scatter, 4 * worth)
    square = _Z * _Z
    middle = (mean + square / (2 * worth)) / (1 + square / worth)
    half = _Z / (1 + square / worth) * sqrt(mean * (1 - mean) / worth + square / (4 * worth * worth))
    return Interval(mean, max(0.0, min(mean, middle - half)), min(1.0, max(mean, middle + half)))


def clearly_apart(differences: Sequence[float]) -> bool:
    """Whether the mean difference over deals is not zero, at 95 % confidence however often one has looked before.

    This is Robbins' mixture boundary: unlike an ordinary interval it may be looked at after every deal.
    """
    deals = len(differences)
    if deals < _FEWEST_DEALS:
        return False
    padded = [*differences, 1.0, -1.0]  # so that equal results alone do not count as certainty
    room = deals * _TUNED + 1
    radius = sqrt(_variance(padded) * 2 * room / (deals * deals * _TUNED) * log(sqrt(room) / (1 - CONFIDENCE)))
    return abs(fmean(differences)) > radius


def _variance(values: Sequence[float]) -> float:
    """As in `statistics`, but without its exact fractions, which take a hundred times as long."""
    mean = fmean(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - 1)


# ------------------------------------------------------------------------------------------------ ratings


def elo_difference(share: float) -> float:
    """How many Elo points lie between two of whom one gets this share of the wins. Never more than 1,200."""
    bounded = min(max(share, 0.001), 0.999)
    return 400 * log10(bounded / (1 - bounded))


def elo_of_interval(interval: Interval) -> Interval:
    """The same interval in Elo points."""
    return Interval(*map(elo_difference, interval))


class Rating(NamedTuple):
    """A rating, and how far it may be off, at 95 % confidence."""

    value: float
    margin: float


def bradley_terry(entrants: int, wins: Mapping[tuple[int, int], float]) -> tuple[Rating, ...]:
    """Elo ratings around 0 from matches of two: *wins* holds, for (one, other), how much of the wins *one* got.

    Each pair that has met counts as having drawn one game more, so that nobody's rating is infinite.
    """
    met = {frozenset(pair) for pair in wins}
    strengths = [0.0] * entrants  # log odds
    won = [sum(value for (one, _), value in wins.items() if one == entrant) for entrant in range(entrants)]
    games: dict[tuple[int, int], float] = {}
    for pair in met:
        one, other = sorted(pair)
        played = wins.get((one, other), 0.0) + wins.get((other, one), 0.0) + 1
        games[one, other] = games[other, one] = played
        won[one] += 0.5
        won[other] += 0.5
    for _ in range(2000):  # minorisation and maximisation: each step raises the likelihood
        before = list(strengths)
        for entrant in range(entrants):
            weight = sum(
                played / (exp(before[entrant]) + exp(before[other]))
                for (one, other), played in games.items()
                if one == entrant
            )
            if weight > 0:
                strengths[entrant] = log(won[entrant] / weight)
        middle = fmean(strengths)
        strengths = [strength - middle for strength in strengths]
        if max(abs(now - then) for now, then in zip(strengths, before, strict=True)) < 1e-9:
            break
    return tuple(
        Rating(_ELO * strengths[entrant], _Z * _ELO / sqrt(information) if information > 0 else float("inf"))
        for entrant, information in enumerate(_information(strengths, games))
    )


def _information(strengths: Sequence[float], games: Mapping[tuple[int, int], float]) -> list[float]:
    """How much the games tell about each strength, the others taken as known."""
    told = [0.0] * len(strengths)
    for (one, other), played in games.items():
        chance = 1 / (1 + exp(strengths[other] - strengths[one]))
        told[one] += played * chance * (1 - chance)
    return told


def many_player_ratings(entrants: int, games: Iterable[tuple[Sequence[int], Sequence[float]]]) -> tuple[Rating, ...]:
    """Ratings from games of more than two, by openskill (Plackett and Luce): each game as (entrants, results).

    Results are compared, the larger the better. An entrant who sits in several seats learns from all of them.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = [model.rating() for _ in range(entrants)]
    for seats, results in games:
        # Whole numbers, since the library cuts fractions off: all places below 1 would be the same.
        places = [1.0 + sum(other > result for other in results) for result in results]
        teams = model.rate([[ratings[entrant]] for entrant in seats], ranks=places)
        for entrant in set(seats):
            after = [team[0] for team, seated in zip(teams, seats, strict=True) if seated == entrant]
            ratings[entrant] = model.create_rating([fmean(one.mu for one in after), fmean(one.sigma for one in after)])
    return tuple(Rating(rating.mu, _Z * rating.sigma) for rating in ratings)
