"""The table of a contest, and the JSON that programs read."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from indigo.engine.arena.runner import Contest, Entrant, PlayedGame, play_contest
from indigo.engine.arena.standings import FORMAT, Standings, standings

TWO = Contest((Entrant("random"), Entrant("greedy")), deals=6)
FOUR = Contest((Entrant("greedy"), Entrant("random")), layout="4", deals=3)


@pytest.fixture(scope="module")
def two() -> Standings:
    return standings(TWO, list(play_contest(TWO)))


def test_the_better_one_stands_first(two: Standings) -> None:
    assert [row.name for row in two.rows] == ["greedy", "random"]
    assert two.rows[0].rating.value == -two.rows[1].rating.value > 0


def test_wins_are_shared_out_completely(two: Standings) -> None:
    assert two.games == 12
    assert sum(row.wins for row in two.rows) == pytest.approx(12)
    assert sum(row.share.mean for row in two.rows) == pytest.approx(1)


def test_a_bot_against_three_of_another_is_measured_against_a_quarter() -> None:
    table = standings(FOUR, list(play_contest(FOUR)))
    assert table.par == 0.25
    assert table.rating_system == "openskill"
    games = {row.name: row.games for row in table.rows}
    assert games == {"greedy": 12, "random": 36}


def test_the_json_has_what_it_promises(two: Standings) -> None:
    data = json.loads(json.dumps(two.as_data()))
    assert data["format"] == FORMAT
    assert set(data) == {
        "format",
        "layout",
        "hand",
        "deals",
        "games",
        "par",
        "confidence",
        "rating_system",
        "entrants",
        "pairs",
        "failures",
    }
    for entrant in data["entrants"]:
        assert set(entrant) == {
            "name",
            "games",
            "wins",
            "share",
            "points",
            "rating",
            "seconds_a_move",
            "faults",
        }
        assert 0 <= entrant["share"]["low"] <= entrant["share"]["mean"] <= entrant["share"]["high"] <= 1
    [pair] = data["pairs"]
    assert {pair["one"], pair["other"]} == {"random", "greedy"}
    assert pair["games"] == 12


def test_a_contest_without_a_game_has_a_table_too() -> None:
    table = standings(TWO, [])
    assert table.games == 0
    assert {row.games for row in table.rows} == {0}
    assert "Infinity" not in json.dumps(table.as_data())


def test_a_rating_is_as_uncertain_as_the_match_behind_it() -> None:
    """Two wins out of two are at the end of the scale: all the doubt lies on one side."""
    found = standings(TWO, [[replace(game, shares=_all_for(game, 1)) for game in next(play_contest(TWO))]])
    (best, *_), (pair,) = found.rows, found.pairs
    assert best.rating is not None
    assert 2 * (best.rating.value - best.rating.margin) == pytest.approx(-pair.elo.high)


def _all_for(game: PlayedGame, entrant: int) -> tuple[float, ...]:
    return tuple(float(seat == entrant) for seat in game.seats)
