"""Two implementations that share nothing agree: the rules, and gems walked side by side."""

from __future__ import annotations

import pytest

from indigo.board import CELLS, CORNER_ARROW_PORTS, GEMS, LAYOUTS
from indigo.rules import Exit, Game, Journey, Rest
from tests.support.naive import CELL, NaiveGame, Walker
from tests.support.random_games import random_turns


def told(walker: Walker) -> tuple[object, ...]:
    return walker.gem, walker.start, walker.tiles, walker.end


def traced(journey: Journey) -> tuple[object, ...]:
    end: tuple[object, ...]
    if isinstance(journey.end, Rest):
        end = ("rest", journey.end.cell, journey.end.side)
    elif isinstance(journey.end, Exit):
        end = ("exit", journey.end.cell, journey.end.side)
    else:
        end = ("meeting", journey.end.gem, journey.end.inside)
    return journey.gem, (journey.cell, journey.side), [step.cell for step in journey.steps], end


def hold_equal(game: Game, naive: NaiveGame) -> None:
    position = game.position
    assert {(CELL[CELLS[cell]], side): gem for gem, cell, side in position.resting} == naive.resting
    assert position.centre == len(naive.centre_gems)
    assert sum(position.gems[port] != 0 for port in CORNER_ARROW_PORTS) == len(naive.corner_ambers)
    assert position.left == len(naive.resting) + len(naive.centre_gems) + len(naive.corner_ambers)
    assert position.won == tuple(tuple(gems.count(gem) for gem in GEMS) for gems in naive.won)
    assert position.player == naive.player
    assert position.hands == tuple("".join(sorted(hand)) for hand in naive.hands)
    assert game.over == naive.over()
    assert list(game.winners) == naive.winners()


def play_both(layout: str, hand: int, seed: int, *, look_at_legal_moves: bool) -> None:
    game = Game.shuffled(layout, hand, seed=seed, first=1 + seed % LAYOUTS[layout].players)
    naive = NaiveGame(layout, list(game.hands), game.draws, game.first)
    hold_equal(game, naive)
    if look_at_legal_moves:
        assert set(map(str, game.legal_moves)) == naive.legal_moves()
    for turn in random_turns(game, seed):
        walkers = naive.play(*turn.move)
        if walkers or turn.journeys:
            assert list(map(traced, turn.journeys)) == list(map(told, walkers))
            awards = [(o, j.gem) for j in turn.journeys if isinstance(j.end, Exit) for o in j.end.owners]
            assert list(turn.awards) == awards
        hold_equal(game, naive)
        if look_at_legal_moves:
            assert set(map(str, game.legal_moves)) == naive.legal_moves()


def test_both_agree_on_every_turn_of_a_few_random_games(table: tuple[str, int]) -> None:
    for seed in range(10):
        play_both(*table, seed, look_at_legal_moves=seed == 0)


@pytest.mark.slow
def test_both_agree_on_every_turn_of_a_thousand_random_games_for_each_layout_and_hand(table: tuple[str, int]) -> None:
    for seed in range(1_000, 2_000):
        play_both(*table, seed, look_at_legal_moves=seed % 50 == 0)
