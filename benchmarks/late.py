"""How long the end takes to solve, and what bots give away there: python benchmarks/late.py POSITIONS NODES [BOT ...].

The positions are from the first bot's own games against itself, one from each, with 5 to 9 empty cells; all bots are
asked about the same ones. What is given away is the winning chance of the best move less that of the bot's move, both
from the solver. In many positions it makes no difference any more who plays what: "open" counts those where it does.
Where the first bot gives most away is told at the end, to be looked at with `indigo solve` and `indigo analyse`.
With few cells left bots solve the position themselves; with more they must judge it:

    python benchmarks/late.py 200 350000 champion search
    python benchmarks/late.py 100 350000 champion search --cells 10 11

Games are numbered from 1; other ones are asked for with --after.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from statistics import mean, stdev

from indigo.engine.bot import Budget
from indigo.engine.core_bot import STRONGEST, CoreBot
from indigo.engine.solver import NotSolved, solve
from indigo.rules import Game
from indigo.view import see

PLAYING = Budget(nodes=3_000)  # up to the position
PATIENCE = 60.0
SHOWN = 3


def main() -> None:
    """Play, solve, ask, and sum up by the number of empty cells."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", type=int)
    parser.add_argument("nodes", type=int)
    parser.add_argument("bots", nargs="*", default=[STRONGEST], metavar="BOT")
    parser.add_argument("--cells", type=int, nargs=2, default=(5, 9), metavar=("FROM", "TO"), help="empty cells")
    parser.add_argument("--after", type=int, default=0, metavar="GAME", help="leave out the games up to this one")
    asked = parser.parse_args()
    wanted, thinking, names = asked.positions, Budget(nodes=asked.nodes), asked.bots
    bots = [CoreBot(name) for name in names]
    lost: dict[int, list[list[float]]] = defaultdict(list)
    took: dict[int, list[float]] = defaultdict(list)
    still_open: dict[int, int] = defaultdict(int)
    dearest: list[tuple[float, str]] = []
    seed = asked.after
    while sum(map(len, lost.values())) < wanted:
        seed += 1
        game, empty = Game.shuffled("2", seed=seed), random.Random(seed).randint(*asked.cells)
        while not game.over and game.position.tiles.count(0) > empty:
            game.play(bots[0].think(see(game, game.player, screens=False), PLAYING, seed=seed).move)
        if game.over:
            continue
        view = see(game, game.player, screens=False)
        began = time.thread_time()
        try:
            truth = solve(view.position, seconds=PATIENCE)
        except NotSolved:
            took[empty].append(PATIENCE)
            continue
        own = {answer.move: answer.chances[game.player - 1] for answer in truth.answers}
        best = max(own.values())
        still_open[empty] += best - min(own.values()) > 1e-4
        took[empty].append(time.thread_time() - began)
        lost[empty].append([best - own[bot.think(view, thinking, seed=seed).move] for bot in bots])
        dearest.append((lost[empty][-1][0], str(view.position)))
        print(f"{sum(map(len, lost.values()))} positions", end="\r", flush=True)
    print(
        "empty cells | positions | open | solved in s, mean and most | given away, mean and most, by "
        + ", ".join(names)
    )
    for empty in sorted(lost):
        columns = [f"{mean(losses):.2%}, {max(losses):.2%}" for losses in zip(*lost[empty], strict=True)]
        print(
            f"{empty} | {len(lost[empty])} | {still_open[empty]} | {mean(took[empty]):.2f}, {max(took[empty]):.2f}"
            f" | {' | '.join(columns)}"
        )
    for name, losses in zip(names, zip(*(row for rows in lost.values() for row in rows), strict=True), strict=True):
        in_open = sum(losses) / max(1, sum(still_open.values()))
        print(f"{name} gives away {mean(losses):.3%} a position, {in_open:.3%} an open one, {max(losses):.2%} at most")
    for column, name in enumerate(names[1:], 1):
        more = [row[column] - row[0] for rows in lost.values() for row in rows]
        interval = 1.96 * stdev(more) / len(more) ** 0.5 if len(more) > 1 else 1
        print(f"{name} gives away {mean(more):.3%} ± {interval:.3%} more than {names[0]}")
    for loss, position in sorted(dearest, reverse=True)[:SHOWN]:
        if loss > 0:
            print(f"{names[0]} gives away {loss:.2%} in {position}")


if __name__ == "__main__":
    main()
