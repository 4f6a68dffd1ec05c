"""The model that ships with the game: it is the one that the documentation tells of, and it judges soundly."""

from __future__ import annotations

import hashlib

import pytest

from indigo import _core
from indigo.engine.bots import CoreBot
from indigo.engine.model import about, shipped, shipped_file
from indigo.engine.thought import Budget
from indigo.rules import Game
from indigo.view import see

FINGERPRINT = "59816510654cb0f9"
"""Of the model's file. A model that replaces it has won at the gate first, and stands in docs/strength.md."""


def test_the_shipped_model_is_the_documented_one() -> None:
    assert hashlib.sha256(shipped_file()).hexdigest()[:16] == FINGERPRINT


def test_the_file_is_small_and_says_how_it_came_about() -> None:
    assert len(shipped_file()) < 5_000_000
    told = about(shipped())
    assert {"version", "command", "seed", "games", "samples", "seconds", "date"} <= told.keys()
    assert "indigo.train" in str(told["command"])


@pytest.mark.parametrize(
    "data", [b"", b"indigo model 1\n", b"indigo model 2\n{}\n", shipped_file()[:-1], b"\0" * 50_000]
)
def test_what_is_no_model_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="model"):
        _core.Model(data)


def test_without_a_model_there_is_no_champion() -> None:
    with pytest.raises(ValueError, match="champion"):
        _core.Bot("champion")


@pytest.mark.parametrize(("layout", "hand"), [("2", 1), ("2", 2), ("3", 1), ("3own", 1), ("4", 1)])
def test_chances_at_the_beginning_are_nearly_even(layout: str, hand: int) -> None:
    game = Game.shuffled(layout, hand, seed=1)
    chances = CoreBot("champion").think(see(game, 1), Budget(nodes=6000), seed=1).chances
    assert sum(chances) == pytest.approx(1, abs=1e-4)
    assert all(abs(chance - 1 / len(chances)) < 0.2 for chance in chances)


def test_self_play_is_the_same_for_the_same_seed_on_any_number_of_threads() -> None:
    one, two = (_core.self_play("3", 2, 4, 11, model=shipped(), fillings=20, threads=threads) for threads in (1, 2))
    assert one.gems == two.gems
    assert one.standings == two.standings
    assert [one.moves(game) for game in range(4)] == [two.moves(game) for game in range(4)]


def test_stopped_self_play_returns_what_was_finished() -> None:
    stop = _core.StopToken()
    stop.stop()
    assert _core.self_play("2", 1, 5, 1, stop=stop).games == 0
