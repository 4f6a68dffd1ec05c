"""Games played at random, the same for the same seed, for tests that need many of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from indigo.rules import Game, Turn

TABLES: Final = [(layout, hand) for layout in ("2", "3", "3own", "4") for hand in (1, 2)]
"""Every way to sit down: four layouts, one or two tiles in hand."""


def random_turns(game: Game, seed: object) -> Iterator[Turn]:
    """Play *game* to its end with moves drawn from the legal ones, one turn at a time."""
    dice = random.Random(repr(seed))
    while not game.over:
        moves = game.legal_moves
        yield game.play(moves[int(dice.random() * len(moves))])


def random_game(layout: str, hand: int, seed: object) -> Game:
    """A whole game of random moves."""
    game = Game.shuffled(layout, hand, seed=repr(seed))
    for _ in random_turns(game, seed):
        pass
    return game
