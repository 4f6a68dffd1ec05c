"""One number that changes only when the bots' play changes.

Whoever makes a bot faster, or tidier, sees by it that every move is still the same.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from indigo.board import LAYOUTS
from indigo.engine.bot import Budget
from indigo.engine.core_bot import BASELINES, STRONGEST
from indigo.engine.roster import LEVELS, bot_named
from indigo.rules import Game
from indigo.view import see

_NODES: Final = 3_000
"""Enough for every bot to show its ways, little enough to wait for."""
_TURNS: Final = (0, 13, 31, 46)
"""After so many random turns the bots are asked: at the beginning, in the middle, near the end."""
ASKED: Final = tuple(dict.fromkeys(name for name in (*BASELINES, *LEVELS) if name not in ("flat-20k", "flat-200k")))
"""Everybody, but of the flat bots, which differ in nothing but patience, only the first."""
_AT_LENGTH: Final = 60_000
"""With so many nodes the strongest has another plan, and solves the end in part where it cannot solve it all."""
_MIDDLE: Final = (13, 31)
"""After so many turns it is asked with that many nodes as well, at every kind of table,"""
_LATE_GAMES: Final = 24
_LATE_TURNS: Final = 43
"""and near the end of so many games between two."""
QUESTIONS: Final = len(LAYOUTS) * 2 * (len(_TURNS) * len(ASKED) + len(_MIDDLE)) + _LATE_GAMES
"""How many moves are asked for in all."""


def fingerprint(progress: Callable[[int], None] | None = None) -> int:
    """Ask every bot for its move in some positions at every kind of table, and make one number of the answers."""
    answers = hashlib.sha256()
    for number, answer in enumerate(_answers(), start=1):
        answers.update(f"{answer}\n".encode())
        if progress is not None:
            progress(number)
    return int.from_bytes(answers.digest()[:4], "big")


def _answers() -> Iterator[str]:
    for game in _positions():
        view = see(game, game.player)
        for name in ASKED:
            thought = bot_named(name).think(view, Budget(nodes=_NODES), seed=game.turns_played)
            yield f"{name} {thought.move}"
        if game.turns_played in _MIDDLE:
            yield _at_length(game, game.turns_played)
    for number in range(_LATE_GAMES):
        for game in _random_game("2", 1, f"fingerprint {number}", (_LATE_TURNS,)):
            yield _at_length(game, number)


def _at_length(game: Game, seed: int) -> str:
    thought = bot_named(STRONGEST).think(see(game, game.player), Budget(nodes=_AT_LENGTH), seed=seed)
    return f"{STRONGEST} {thought.move}"


def _positions() -> Iterator[Game]:
    for layout in LAYOUTS:
        for hand in (1, 2):
            yield from _random_game(layout, hand, f"fingerprint {layout} {hand}", _TURNS)


def _random_game(layout: str, hand: int, seed: str, stops: Sequence[int]) -> Iterator[Game]:
    """A random game, shown after each number of turns in *stops*."""
    dice = random.Random(seed)
    game = Game.shuffled(layout, hand, seed=dice)
    for turns in stops:
        while game.turns_played < turns:
            moves = game.legal_moves
            game.play(moves[int(dice.random() * len(moves))])
        yield game
