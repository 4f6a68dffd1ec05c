"""The fast core and the rules play the same game, move for move."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from indigo import _core
from indigo.board import CELLS, KINDS, LAYOUTS, TILES
from indigo.engine import agreement as agreement
from indigo.engine.agreement import Perft, agree, core_perft, rules_perft
from indigo.engine.conversion import core_move, core_position, rules_move
from indigo.journeys import Turn
from indigo.moves import PLACEMENTS
from indigo.rules import Game

GOLDEN = Path(__file__).parent.parent / "data" / "golden.jsonl"


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS)
def test_two_thousand_random_games_are_the_same_on_both(layout: str) -> None:
    report = agree(2000, seed=1, tables=((layout, 1), (layout, 2)))
    assert report.differences == ()
    assert report.games == 2000
    assert 53 < report.moves / report.games <= 54


def test_a_difference_is_found_and_can_be_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    walked = agreement.walked

    def one_gem_too_many(turn: Turn) -> tuple[bytes, tuple[tuple[int, int, int] | None, ...]]:
        gems, won = walked(turn)
        return (gems if turn.after.left > 4 else bytes(len(gems)), won)

    monkeypatch.setattr(agreement, "walked", one_gem_too_many)
    report = agree(50)
    assert len(report.differences) == 10, "it stops when the matter is clear"
    found = report.differences[0]
    assert found.what == "journeys"
    assert found.moves in str(found)
    monkeypatch.undo()
    assert agreement.compare_game(found.layout, found.hand, found.seed)[1] is None


@pytest.mark.parametrize("line", GOLDEN.read_text(encoding="utf-8").splitlines())
def test_a_golden_game_passes_through_its_positions_on_the_core(line: str) -> None:
    golden: dict[str, Any] = json.loads(line)
    game = Game(golden["layout"], golden["deal"])
    core = core_position(game.position)
    for text in golden["moves"]:
        turn = game.play(text)
        core.play(*core_move(turn.move), turn.draw)
        assert core.snapshot() == agreement.snapshot(game.position, len(game.legal_moves))
        assert core_position(game.position).key == core.key, "set up or played, it is the same position"
    assert core.over
    assert core.points == tuple(golden["points"])
    assert core.winners == tuple(golden["winners"])
    assert tuple(map(sum, core.won)) == tuple(golden["gems"])


def test_both_know_the_same_placements() -> None:
    everything = {(cell, tile) for cell in range(len(CELLS)) for tile in range(len(TILES))}
    core_legal = {move for kind in KINDS for move in _core.Position("2", [kind, "E"]).legal_moves()}
    rules_legal = {(cell, tile) for cell, tile in everything if rules_move(cell, tile) in PLACEMENTS}
    assert core_legal == rules_legal
    assert all(core_move(rules_move(cell, tile)) == (cell, tile) for cell, tile in everything)


# Layout, tiles in hand, how many turns into a game, how many more are counted. Then the sequences, and with their last
# moves: gems won, gems out, games ended.
PERFT = [
    ("2", 1, 0, 1, Perft(162, 0, 0, 0)),
    ("2", 1, 0, 2, Perft(25758, 0, 0, 0)),
    ("3", 2, 0, 1, Perft(162, 0, 0, 0)),
    ("4", 2, 30, 2, Perft(6696, 784, 252, 0)),
    ("3own", 1, 44, 3, Perft(27048, 9065, 5958, 0)),
    ("2", 2, 46, 3, Perft(57450, 21299, 7460, 0)),
    ("3", 1, 49, 4, Perft(19872, 14431, 14578, 3672)),
    ("4", 1, 49, 5, Perft(92016, 121674, 109168, 92016)),
    ("4", 2, 49, 5, Perft(22652, 34298, 23932, 22652)),
]


@pytest.mark.slow
@pytest.mark.parametrize(("layout", "hand", "turns", "depth", "expected"), PERFT)
def test_all_sequences_are_counted_alike(layout: str, hand: int, turns: int, depth: int, expected: Perft) -> None:
    game = game_after(layout, hand, turns)
    coming = game.draws[game.turns_played :][:depth]
    assert core_perft(game.position, coming, depth) == expected
    assert core_perft(game.position, coming, depth, threads=2) == expected
    assert rules_perft(game, depth) == expected


def game_after(layout: str, hand: int, turns: int) -> Game:
    """A random game, so many turns after its deal."""
    game = Game.shuffled(layout, hand, seed="perft")
    for number in range(turns):
        legal = sorted(game.legal_moves)
        game.play(legal[(number * 7919) % len(legal)])
    return game
