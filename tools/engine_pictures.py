"""Make the pictures of docs/engine.md: `python tools/engine_pictures.py`. Takes about a minute.

They show what the strongest bot thinks, so they are made anew when it has learnt something, not with every change.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from indigo.engine.analysis import analyse_game, analyse_position
from indigo.engine.arena.runner import Contest, Deal, Entrant, play_contest, play_game
from indigo.engine.arena.standings import standings
from indigo.engine.bot import Budget
from indigo.engine.plots import game_svg, position_svg, standings_svg
from indigo.engine.roster import LEVELS, bot_named
from indigo.i18n import words
from indigo.notation import read_position
from indigo.rules import Game
from indigo.svg import board_svg, picture_of

HERE: Final = Path(__file__).parents[1] / "docs" / "pictures" / "engine"
_POSITION: Final = (
    "*A02*/D2B0E1A02/E2B0D2B03/E3C1B0A04/*C1E3D1*3*/2B0E24/1D1D0D2B0C01/D0E4C0A1E0D1/*C22* "
    "Ae33,Ag24,Ah42,Ef34,Ef41 4 3 ?/?/E/? 000/000/110/110"
)


def filled_but_one() -> str:
    """A board with a random tile on every cell but one, at which gems have come to rest."""
    for seed in range(1000):
        dice = random.Random(seed)
        game = Game.shuffled("2", seed=dice)
        while len(game.position.inner) + len(game.position.border) > 1 and not game.over:
            game.play(dice.choice(list(game.legal_moves)))
        if len(game.position.resting) >= 2 and game.position.inner:
            picture = picture_of(game.position)
            return board_svg(replace(picture, places=frozenset(game.position.inner)), size=560)
    raise LookupError("no such board")


def pictures() -> Iterator[tuple[str, str]]:
    """Every picture with its name."""
    say = words("en")
    strongest = bot_named(LEVELS[-1])
    yield "one-cell-left.svg", filled_but_one()
    position = Game.at(read_position(_POSITION))
    yield "flowers.svg", position_svg(analyse_position(position, strongest, Budget(seconds=3.0)), say)
    contest = Contest((Entrant(LEVELS[-1]), Entrant(LEVELS[len(LEVELS) // 2])), deals=1, budget=Budget(seconds=0.1))
    game = play_game(Deal(contest, 0, 0), 0)
    yield "chances.svg", game_svg(analyse_game(game.record, strongest, Budget(seconds=1.0)), say)
    weaker = Contest(tuple(map(Entrant, LEVELS[:4])), deals=20, budget=Budget(seconds=0.02))
    yield "arena.svg", standings_svg(standings(weaker, list(play_contest(weaker, jobs=2))), say)


if __name__ == "__main__":
    HERE.mkdir(parents=True, exist_ok=True)
    for name, svg in pictures():
        (HERE / name).write_text(svg, encoding="utf-8")
