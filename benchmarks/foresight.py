"""How well the champion foresees what others choose: python benchmarks/foresight.py.

Looking ahead, it has to say what the next player will do. Here it is asked about positions from games of another bot,
one, two and three turns deep, and told what that bot, given time, plays there. Besides how often that was the
champion's own first choice it says how large a `doubt` (core/search/plan.hpp) makes what was played likeliest.

    python benchmarks/foresight.py                       # two, three and four players, five minutes
    python benchmarks/foresight.py --layouts 3 --bot champion
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from math import exp, log
from statistics import mean

from indigo.board import LAYOUTS
from indigo.engine.bot import Budget
from indigo.engine.core_bot import CoreBot
from indigo.moves import Move
from indigo.rules import Game
from indigo.view import see

PLAYING = Budget(nodes=4_000)  # up to the position
EMPTY = (13, 50)  # cells there
DOUBTS = (0.005, 0.01, 0.015, 0.02, 0.03, 0.04, 0.06, 0.08, 0.12, 0.2)
DEEPEST = 3
ALIKE = 8  # so many moves are looked at alike, at every depth
JUDGE = f"champion:moves={ALIKE},lines={ALIKE},clear=1,solve_root=1,duel_root=1"


def positions(bot: CoreBot, layout: str, count: int) -> Iterator[Game]:
    """Positions in the middle of the bot's games against itself, as the player to move sees them."""
    seed = 0
    while count > 0:
        seed += 1
        game, until = Game.shuffled(layout, seed=seed), random.Random(seed).randint(*EMPTY)
        while not game.over and game.position.tiles.count(0) > until:
            game.play(bot.think(see(game, game.player, screens=False), PLAYING, seed=seed).move)
        if not game.over:
            count -= 1
            yield see(game, game.player, screens=False)


def likelihood(chances: dict[Move, float], played: Move, doubt: float) -> float:
    """How likely *played* was, as a logarithm: one less for every *doubt* that a move is worth less than the best."""
    best = max(chances.values())
    return (chances[played] - best) / doubt - log(sum(exp((chance - best) / doubt) for chance in chances.values()))


def foresee(bot: CoreBot, layout: str, count: int, nodes: int, threads: int) -> None:
    """Ask, and tell a line for each depth."""
    judge = CoreBot(JUDGE)

    def ask(view: Game) -> tuple[Move, list[dict[Move, float]]]:
        who = view.player - 1
        played = bot.think(view, Budget(nodes=nodes), seed=1).move
        thoughts = [judge.think(view, Budget(depth=depth), seed=2) for depth in range(1, DEEPEST + 1)]
        return played, [{line.move: line.chances[who] for line in thought.lines} for thought in thoughts]

    with ThreadPoolExecutor(threads) as pool:
        answers = list(pool.map(ask, positions(bot, layout, count)))
    for depth in range(DEEPEST):
        asked = [(chances[depth], played) for played, chances in answers]
        among = [(chances, played) for chances, played in asked if played in chances]
        first = mean(max(chances, key=lambda move: chances[move]) == played for chances, played in asked)
        if not among:
            print(f"layout {layout}, {depth + 1} deep: none of {len(asked)} moves among its first {ALIKE}", flush=True)
            continue
        lost = mean(max(chances.values()) - chances[played] for chances, played in among)
        doubt = max(DOUBTS, key=lambda doubt: sum(likelihood(*one, doubt) for one in among))
        print(
            f"layout {layout}, {depth + 1} deep: {first:.0%} of {len(asked)} moves were its first choice,"
            f" {len(among) / len(asked):.0%} among its first {ALIKE}, worth {lost:.1%} less; likeliest doubt {doubt}",
            flush=True,
        )


def main() -> None:
    """Read what to ask, and ask it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="search", help="whose moves are to be foreseen")
    parser.add_argument("--layouts", nargs="+", choices=list(LAYOUTS), default=["2", "3", "4"])
    parser.add_argument("--positions", type=int, default=120)
    parser.add_argument("--nodes", type=int, default=100_000, help="for the bot's move")
    parser.add_argument("--threads", type=int, default=1)
    asked = parser.parse_args()
    try:
        bot = CoreBot(asked.bot)
    except KeyError:
        parser.error(f"there is no bot {asked.bot}")
    if min(asked.positions, asked.nodes, asked.threads) < 1:
        parser.error("at least one position, one node and one thread")
    for layout in asked.layouts:
        foresee(bot, layout, asked.positions, asked.nodes, asked.threads)


if __name__ == "__main__":
    main()
