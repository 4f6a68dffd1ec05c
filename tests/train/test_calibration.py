"""Chances against what came of them."""

from __future__ import annotations

import numpy as np
import pytest

from indigo.train.calibration import as_data, from_data, mean_gap, reliability


def test_of_the_positions_given_70_percent_so_many_were_won() -> None:
    bins = reliability(np.array([0.72, 0.78, 0.05, 1.0]), np.array([1.0, 0.5, 0.0, 1.0]))
    assert (bins[7].count, bins[7].won) == (2, 0.75)
    assert bins[7].given == pytest.approx(0.75)
    assert (bins[0].count, bins[9].count, bins[5].count) == (1, 1, 0)
    assert mean_gap(bins) == pytest.approx(0.05 / 4)


def test_honest_chances_lie_within_their_margins_and_boasting_does_not() -> None:
    dice = np.random.default_rng(3)
    given = dice.random(20_000)
    won = (dice.random(20_000) < given).astype(np.float64)
    assert sum(abs(one.given - one.won) <= one.margin for one in reliability(given, won)) >= 8
    boasting = reliability(np.clip(given * 1.3, 0, 1), won)
    assert mean_gap(boasting) > 5 * mean_gap(reliability(given, won))


def test_chances_of_one_game_are_worth_less_than_those_of_many() -> None:
    given, won = np.full(100, 0.55), np.tile([0.0, 1.0], 50)
    apart = reliability(given, won, np.arange(100))
    together = reliability(given, np.sort(won), np.repeat([0, 1], 50))
    assert together[5].margin > 5 * apart[5].margin


def test_bins_come_back_from_json() -> None:
    bins = reliability(np.array([0.25, 0.75]), np.array([0.0, 1.0]))
    assert from_data(as_data(bins)) == bins


@pytest.mark.parametrize("won", [[1, 0, 0], [1, 0, 0, 0], [1, 1, 0, 1, 0, 0, 1]])
def test_one_game_alone_tells_nothing(won: list[int]) -> None:
    (found,) = reliability(np.full(len(won), 0.5), np.array(won), np.zeros(len(won), np.int64), bins=1)
    assert found.margin == 1
