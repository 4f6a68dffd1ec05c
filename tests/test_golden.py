"""Sixteen games that were played elsewhere replay here to the same positions, points, gems and winners."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from indigo.notation import read_position
from indigo.rules import Game

GOLDEN = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "golden.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.fixture(params=GOLDEN, ids=[f"game {number}" for number in range(1, len(GOLDEN) + 1)])
def golden(request: pytest.FixtureRequest) -> dict[str, Any]:
    found: dict[str, Any] = request.param
    return found


def test_there_are_two_golden_games_for_every_layout_and_hand_size() -> None:
    tables = [(golden["layout"], golden["hand"]) for golden in GOLDEN]
    assert sorted(tables) == sorted([(layout, hand) for layout in ("2", "3", "3own", "4") for hand in (1, 2)] * 2)


def test_a_golden_game_passes_through_its_positions(golden: dict[str, Any]) -> None:
    game = Game(golden["layout"], golden["deal"])
    assert game.hand_size == golden["hand"]
    assert str(game) == golden["positions"][0]
    for move, position in zip(golden["moves"], golden["positions"][1:], strict=True):
        game.play(move)
        assert str(game) == position


def test_a_golden_game_ends_with_its_points_gems_and_winners(golden: dict[str, Any]) -> None:
    game = Game(golden["layout"], golden["deal"], moves=golden["moves"])
    assert game.over
    assert list(game.points) == golden["points"]
    assert list(game.position.gem_counts) == golden["gems"]
    assert list(game.winners) == golden["winners"]
    met = [journey for turn in game.turns for journey in turn.journeys if hasattr(journey.end, "inside")]
    assert len(met) == golden["removed"]


def test_a_golden_game_may_be_taken_up_at_any_position(golden: dict[str, Any]) -> None:
    for number in range(0, len(golden["moves"]), 6):
        game = Game.at(read_position(golden["positions"][number]), hand=golden["hand"], moves=golden["moves"][number:])
        assert str(game) == golden["positions"][-1]
        assert list(game.winners) == golden["winners"]
