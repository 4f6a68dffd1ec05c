"""The levels: each better than the one below, all of them quick, none of them dice."""

from __future__ import annotations

import threading
import time
from itertools import pairwise
from math import inf

import pytest

from indigo import _core
from indigo.engine.bot import Budget
from indigo.engine.levels import LEVELS, level
from indigo.engine.model import shipped
from indigo.rules import Game
from indigo.view import see


def wins(one: str, other: str, games: int) -> float:
    """The share of games that *one* wins, the same deals with seats exchanged. A champion gets few nodes."""
    bots = {name: _core.Bot(name, shipped()) for name in (one, other)}
    total = 0.0
    for game in range(games):
        names = (one, other) if game % 2 == 0 else (other, one)
        seats = [(bots[name], 0.0, 6000 if name == LEVELS[-1] else 0) for name in names]
        winners, _, _ = _core.play_game(seats, "2", 1, seed=game // 2)
        total += sum(names[player - 1] == one for player in winners) / len(winners)
    return total / games


def test_a_game_that_was_stopped_has_no_winner() -> None:
    stop = _core.StopToken()
    stop.stop()
    seats = [(_core.Bot("random"), 0.0, 0)] * 2
    assert _core.play_game(seats, "2", 1, seed=1, stop=stop)[0] == []
    assert _core.play_game(seats, "2", 1, seed=1)[0] != []


def test_a_depth_below_nothing_is_none_at_all() -> None:
    began = time.process_time()
    position = _core.Position("2", ["E", "?"])
    _core.Bot("search").think(position, depth=-1)
    assert time.process_time() - began < 10  # of this process alone, however busy the machine is


@pytest.mark.parametrize(("lower", "upper"), list(pairwise(LEVELS)))
def test_each_level_wins_more_than_half_against_the_one_below(lower: str, upper: str) -> None:
    assert wins(upper, lower, 16) > 0.5


def test_a_novice_beats_random_play() -> None:
    assert wins("novice", "random", 20) > 0.7


@pytest.mark.parametrize("name", LEVELS)
def test_a_level_answers_within_its_second(name: str) -> None:
    game = Game.shuffled("2", seed=3)
    seconds = [inf]
    while min(seconds) >= 1.5 and len(seconds) <= 10:  # the machine may be busy with something else
        thought = level(name).think(see(game, 1), Budget(), seed=1)
        seconds.append(thought.seconds)
        assert thought.move in game.legal_moves
    assert min(seconds) < 1.5


@pytest.mark.parametrize("name", LEVELS)
def test_the_same_view_seed_and_nodes_give_the_same_thought(name: str) -> None:
    game = Game.shuffled("2", 2, seed=3)
    first, second = (level(name).think(see(game, 1), Budget(nodes=8000), seed=9) for _ in range(2))
    assert first.lines == second.lines
    assert first.nodes == second.nodes


def test_a_level_that_nothing_limits_thinks_with_as_many_threads_as_it_was_given() -> None:
    asked: dict[str, object] = {}

    class Asked(Exception):
        pass

    class Core:
        def think(self, _: object, **given: object) -> None:
            asked.update(given)
            raise Asked

    bot = level("champion")
    object.__setattr__(bot, "_bot", Core())
    with pytest.raises(Asked):
        bot.think(see(Game.shuffled("2", seed=3), 1), Budget(threads=8))
    assert (asked["threads"], asked["seconds"]) == (8, 1.0)


def test_a_champion_stops_when_told() -> None:
    game = Game.shuffled("4", seed=3)
    spent = [inf]
    while min(spent) >= 0.5 and len(spent) <= 10:  # the machine may be busy with something else
        stop = _core.StopToken()
        stopped: list[float] = []

        def tell(stop: _core.StopToken = stop, stopped: list[float] = stopped) -> None:
            stopped.append(time.process_time())
            stop.stop()

        threading.Timer(0.1, tell).start()
        thought = level("champion").think(see(game, 1), Budget(seconds=30, threads=2), seed=1, stop=stop)
        spent.append(time.process_time() - stopped[0])
        assert thought.move in game.legal_moves
    assert min(spent) < 0.5  # of both threads together, and usually a tenth of it


def test_everybodys_chances_together_are_one() -> None:
    for layout in ("2", "3", "3own", "4"):
        game = Game.shuffled(layout, seed=5)
        thought = level("champion").think(see(game, 1), Budget(nodes=6000), seed=1)
        assert sum(thought.chances) == pytest.approx(1, abs=1e-3)


def test_there_is_no_other_level() -> None:
    with pytest.raises(KeyError):
        level("flat-2k")
