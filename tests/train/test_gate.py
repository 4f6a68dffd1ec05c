"""At the gate the stronger model wins, and equals are not told apart."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

from indigo import _core
from indigo.train.config import Plan, Table
from indigo.train.gate import Deal, play_match, tables_of_deals
from tests.support.learners import SMALL_PLAN, model

RUINED = model(-3)
"""It believes the opposite of what the fillings say."""


def test_a_ruined_model_does_not_pass_and_a_sound_one_passes_it() -> None:
    better = play_match(model(), RUINED, SMALL_PLAN, 1, threads=2)
    assert better.verdict == "better"
    assert better.games < SMALL_PLAN.gate_games  # it was clear long before
    assert better.score.low > 0.5
    worse = play_match(RUINED, model(), SMALL_PLAN, 1, threads=2)
    assert worse.verdict == "worse"


def test_a_model_is_not_better_than_itself() -> None:
    plan = replace(SMALL_PLAN, gate_games=24)
    result = play_match(model(), model(), plan, 1, threads=2)
    assert result.games == 24
    assert result.verdict == "unclear"
    assert result.score.mean == 0.5  # the same deals with seats exchanged


def test_without_an_old_model_the_bot_without_learning_stands_at_the_gate() -> None:
    plan = replace(SMALL_PLAN, gate_games=4, mix="3/1")
    result = play_match(model(), None, plan, 1, threads=1)
    assert [deal.table for deal in result.deals] == [("3", 1), ("3", 1)]  # whole deals only
    assert result.games == 6


def test_deals_that_were_played_are_not_played_again() -> None:
    plan = replace(SMALL_PLAN, gate_games=8)
    heard: list[Deal] = []
    whole = play_match(model(0.5), model(), plan, 1, threads=2, keep=heard.append)
    assert tuple(heard) == whole.deals
    heard.clear()
    rest = play_match(model(0.5), model(), plan, 1, threads=1, earlier=whole.deals[:3], keep=heard.append)
    assert rest.deals == whole.deals
    assert tuple(heard) == whole.deals[3:]


def test_time_that_is_up_ends_the_match_without_a_verdict() -> None:
    plan = replace(SMALL_PLAN, gate_games=100_000, gate_nodes=2000)
    assert play_match(model(), model(), plan, 1, threads=1, seconds=0.5).verdict == "unclear"


def test_a_time_counts_instead_of_the_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    given = limits_given(replace(SMALL_PLAN, gate_games=2, gate_movetime=50), monkeypatch)
    assert given == {(0.05, 0)}
    assert limits_given(replace(SMALL_PLAN, gate_games=2), monkeypatch) == {(0.0, SMALL_PLAN.gate_nodes)}


def limits_given(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> set[tuple[float, int]]:
    """What a match lets its players spend on a move."""
    found: set[tuple[float, int]] = set()

    def game(seats: list[tuple[_core.Bot, float, int]], *_: object) -> tuple[list[int], list[int], list[float]]:
        found.update((seconds, nodes) for _, seconds, nodes in seats)
        return [1], [0, 0], [0.0, 0.0]

    monkeypatch.setattr(_core, "play_game", game)
    play_match(model(), model(), plan, 1, threads=1)
    return found


def test_deals_are_shared_out_as_the_games_are() -> None:
    tables = Counter(islice(tables_of_deals(Plan(mix="2/1=5 4/1=3 3/2=2")), 100))
    assert tables == {Table("2", 1): 50, Table("4", 1): 30, Table("3", 2): 20}
