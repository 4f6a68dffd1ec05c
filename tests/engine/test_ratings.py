"""What results mean: intervals that hold the truth as often as they say, and ratings that order by strength."""

from __future__ import annotations

import doctest
import random
from math import inf
from types import ModuleType

import pytest

from indigo.engine.arena import ratings, runner
from indigo.engine.arena.ratings import (
    Interval,
    bradley_terry,
    clearly_apart,
    elo_difference,
    elo_of_interval,
    many_player_ratings,
    share_interval,
)


def paired_deal(dice: random.Random, chance: float) -> float:
    """Two games of one deal, whose luck favours a seat: what one side wins of it."""
    luck = dice.gauss(0, 0.2)
    return ((dice.random() < chance + luck) + (dice.random() < chance - luck)) / 2


@pytest.mark.parametrize("chance", [0.5, 0.7])
def test_the_interval_holds_the_truth_nineteen_times_in_twenty(chance: float) -> None:
    dice = random.Random(1)
    held = 0
    for _ in range(1000):
        share = share_interval([paired_deal(dice, chance) for _ in range(50)], 2)
        held += share.low <= chance <= share.high
    assert 925 <= held <= 980


def test_an_interval_lies_around_its_mean_and_within_nothing_and_all() -> None:
    for shares in ([1.0] * 5, [0.0] * 5, [0.5], [0.5] * 20, [1.0, 0.5, 0.0, 0.5]):
        share = share_interval(shares, 2)
        assert 0 <= share.low <= share.mean <= share.high <= 1
    assert share_interval([], 2) == Interval(0.5, 0.0, 1.0)
    assert share_interval([1.0] * 5, 2).low == pytest.approx(0.7225, abs=1e-4)  # Wilson's for ten wins in ten games
    assert share_interval([1.0] * 50, 2).low > share_interval([1.0] * 5, 2).low


def test_equals_are_seldom_called_apart_however_often_one_looks() -> None:
    dice = random.Random(2)
    wrong = 0
    for _ in range(200):
        differences: list[float] = []
        for _ in range(100):
            differences.append(2 * paired_deal(dice, 0.5) - 1)
            if clearly_apart(differences):
                wrong += 1
                break
    assert wrong <= 10


def test_the_stronger_is_called_so_before_long() -> None:
    dice = random.Random(3)
    differences: list[float] = []
    while not clearly_apart(differences):
        differences.append(2 * paired_deal(dice, 0.8) - 1)
    assert 8 <= len(differences) <= 40


def test_elo_points() -> None:
    assert elo_difference(0.5) == 0
    assert elo_difference(0.75) == pytest.approx(190.8, abs=0.1)
    assert elo_difference(0.25) == -elo_difference(0.75)
    assert elo_difference(1.0) < inf
    assert elo_of_interval(Interval(0.5, 0.4, 0.6)).high == pytest.approx(70.4, abs=0.1)


def test_ratings_of_two_player_matches_find_the_strengths_behind_them() -> None:
    true = [200.0, 50.0, -50.0, -200.0]
    wins = {
        (one, other): 1000 / (1 + 10 ** ((true[other] - true[one]) / 400))
        for one in range(4)
        for other in range(4)
        if one != other
    }
    for rating, strength in zip(bradley_terry(4, wins), true, strict=True):
        assert rating.value == pytest.approx(strength, abs=3)
        assert 0 < rating.margin < 20


def test_who_wins_everything_has_a_finite_rating() -> None:
    strong, weak = bradley_terry(2, {(0, 1): 10.0, (1, 0): 0.0})
    assert 100 < strong.value < 1000
    assert weak.value == pytest.approx(-strong.value)


def test_ratings_of_games_of_four_order_the_strong_and_the_weak() -> None:
    dice = random.Random(4)
    games = []
    for _ in range(100):
        seats = dice.sample(range(4), 4)
        games.append((seats, [dice.gauss(-entrant, 1.0) for entrant in seats]))
    values = [rating.value for rating in many_player_ratings(4, games)]
    assert values == sorted(values, reverse=True)
    assert values[0] - values[3] > 10


def test_fractions_of_a_place_count() -> None:
    first, last = many_player_ratings(2, [([0, 1], [0.2, 0.1])] * 5)
    assert first.value > last.value


def test_who_sits_in_three_seats_has_one_rating() -> None:
    one, three = many_player_ratings(2, [([0, 1, 1, 1], [1.0, 0.0, 0.0, 0.0])] * 20)
    assert one.value > three.value


@pytest.mark.parametrize("module", [runner, ratings])
def test_the_examples_hold(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0
