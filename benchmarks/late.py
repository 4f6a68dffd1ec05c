"""How long the end takes to solve, and what the strongest bot gives away there: python benchmarks/late.py POSITIONS.

The positions are from the bot's own games against itself, one from each, with 5 to 9 empty cells. What is given away is
the winning chance of the best move less that of the bot's move, both from the solver. In many positions it makes no
difference any more who plays what: "open" counts those where it does.
"""

from __future__ import annotations

import random
import sys
import time
from collections import defaultdict

from indigo.engine.bots import STRONGEST, CoreBot
from indigo.engine.solve import NotSolved, solve
from indigo.engine.thought import Budget
from indigo.rules import Game
from indigo.view import see

PLAYING = Budget(nodes=3_000)  # up to the position
THINKING = Budget(nodes=60_000)  # about it
PATIENCE = 60.0


def main() -> None:
    """Play, solve, ask, and sum up by the number of empty cells."""
    wanted, bot = int(sys.argv[1]), CoreBot(STRONGEST)
    lost: dict[int, list[float]] = defaultdict(list)
    took: dict[int, list[float]] = defaultdict(list)
    still_open: dict[int, int] = defaultdict(int)
    seed = 0
    while sum(map(len, lost.values())) < wanted:
        seed += 1
        game, empty = Game.shuffled("2", seed=seed), random.Random(seed).randint(5, 9)
        while not game.over and game.position.tiles.count(0) > empty:
            game.play(bot.think(see(game, game.player, screens=False), PLAYING, seed=seed).move)
        if game.over:
            continue
        view = see(game, game.player, screens=False)
        began = time.thread_time()
        try:
            truth = solve(view.position, seconds=PATIENCE)
        except NotSolved:
            took[empty].append(PATIENCE)
            continue
        own = [answer.chances[game.player - 1] for answer in truth.answers]
        still_open[empty] += max(own) - min(own) > 1e-4
        took[empty].append(time.thread_time() - began)
        move = bot.think(view, THINKING, seed=seed).move
        chosen = next(answer for answer in truth.answers if answer.move == move)
        lost[empty].append(max(own) - chosen.chances[game.player - 1])
        print(f"{sum(map(len, lost.values()))} positions", end="\r", flush=True)
    print("empty cells | positions | open | solved in s, mean and most | given away, mean and most")
    for empty in sorted(lost):
        print(
            f"{empty} | {len(lost[empty])} | {still_open[empty]}"
            f" | {sum(took[empty]) / len(took[empty]):.2f}, {max(took[empty]):.2f}"
            f" | {sum(lost[empty]) / len(lost[empty]):.2%}, {max(lost[empty]):.2%}"
        )
    every = [loss for losses in lost.values() for loss in losses]
    in_open = sum(every) / max(1, sum(still_open.values()))
    print(f"given away: {sum(every) / len(every):.3%} a position, {in_open:.3%} an open one, {max(every):.2%} at most")


if __name__ == "__main__":
    main()
