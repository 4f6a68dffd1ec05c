"""Many games stepped at once, in arrays that the caller owns."""

from __future__ import annotations

import numpy as np
import pytest

from indigo import _core
from indigo.board import CELLS, LAYOUTS, PORT_SIDES, TILES
from indigo.engine.conversion import rules_move
from indigo.position import empty_table
from indigo.rules import Game

SIZE = 30


def test_every_game_of_a_batch_is_one_by_the_rules(table: tuple[str, int]) -> None:
    layout, hand = table
    batch = _core.Batch(SIZE, layout, hand, seed=4)
    games = [
        Game.at(empty_table(LAYOUTS[layout], 1, batch.position(number).hands), hand=hand) for number in range(SIZE)
    ]
    actions = np.zeros(SIZE, np.int32)
    tiles = np.zeros((SIZE, len(CELLS)), np.uint8)
    gems = np.zeros((SIZE, len(PORT_SIDES)), np.uint8)
    hands = np.zeros((SIZE, 4, 5), np.uint8)
    won = np.zeros((SIZE, 4, 3), np.uint8)
    player, over, winners = (np.zeros(SIZE, np.uint8) for _ in range(3))
    legal = np.zeros((SIZE, _core.ACTIONS), np.uint8)
    for _ in range(54):
        batch.random_actions(actions)
        batch.step(actions)
        batch.observe(
            tiles=tiles, gems=gems, hands=hands, won=won, player=player, over=over, winners=winners, legal=legal
        )
        for number, game in enumerate(games):
            if game.over:
                assert actions[number] == -1
            else:
                mover = game.player - 1
                move = rules_move(*divmod(int(actions[number]), len(TILES)))
                held = game.hands[mover].replace(move.kind, "", 1)
                now = "".join(kind * int(count) for kind, count in zip("ABCDE", hands[number, mover], strict=True))
                drawn = now.replace(held, "", 1) if held in now else None
                game.play(move, drawn or None)
            assert bytes(tiles[number]) == game.position.tiles
            assert bytes(gems[number]) == game.position.gems
            assert [tuple(row) for row in won[number, : len(game.won)]] == list(game.won)
            assert player[number] == game.player - 1
            assert over[number] == game.over
            assert winners[number] == sum(1 << (winner - 1) for winner in game.winners)
            assert legal[number].sum() == len(game.legal_moves)
    assert over.all()
    assert batch.reset_over() == SIZE
    batch.observe(over=over)
    assert not over.any()


def test_one_illegal_action_stops_the_whole_step() -> None:
    batch = _core.Batch(SIZE)
    actions = np.zeros(SIZE, np.int32)
    batch.random_actions(actions)
    actions[7] = 0
    before = [batch.position(number).snapshot() for number in range(SIZE)]
    with pytest.raises(ValueError, match="game 7"):
        batch.step(actions)
    assert [batch.position(number).snapshot() for number in range(SIZE)] == before


def test_arrays_of_the_wrong_shape_or_type_are_refused() -> None:
    batch = _core.Batch(SIZE)
    with pytest.raises(ValueError, match="shape"):
        batch.step(np.zeros(SIZE + 1, np.int32))
    with pytest.raises(ValueError, match="shape"):
        batch.observe(tiles=np.zeros((SIZE, 60), np.uint8))
    with pytest.raises(TypeError):
        batch.observe(tiles=np.zeros((SIZE, 61), np.uint16))
    with pytest.raises(TypeError):
        batch.observe(tiles=np.zeros((61, SIZE), np.uint8).T)


def test_the_same_seed_deals_the_same_games() -> None:
    one, same, other = (_core.Batch(SIZE, "3", 2, seed) for seed in (1, 1, 2))
    hands = [[batch.position(number).hands for number in range(SIZE)] for batch in (one, same, other)]
    assert hands[0] == hands[1] != hands[2]


def test_hands_are_one_tile_or_two() -> None:
    with pytest.raises(ValueError, match="hand"):
        _core.Batch(SIZE, hand=3)
