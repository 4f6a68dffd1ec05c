"""What different plans of a search give away: python benchmarks/plans.py FILE PLAN [PLAN ...].

A match of a hundred games cannot tell two good plans apart. Moves can: the positions are from the champion's own games,
and what each move there is worth comes from a search with many times as many nodes, several times over with other
seeds, or, with few empty cells, from the solver. A plan gives away what the best move is worth less what its own move
is worth. This takes minutes where matches take hours, but it is no better than that search: what neither sees costs
nothing. So a plan that is better here has to win a match as well.

A plan is `champion` or `search` with settings from core/search/plan.hpp; the last number of a list goes on:

    python benchmarks/plans.py middle.json --make 120                          # once, ten minutes; --layout 3 for three
    python benchmarks/plans.py late.json --make 100 --cells 10 11 --exact      # once, half an hour
    python benchmarks/plans.py middle.json champion champion:moves=24/12/8,replies=3/2/1 --nodes 20000 60000
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import mean, stdev

from indigo.board import LAYOUTS
from indigo.engine.bot import Budget
from indigo.engine.core_bot import CoreBot
from indigo.engine.solver import NotSolved, solve
from indigo.notation import read_position
from indigo.rules import Game
from indigo.train.folder import write_whole
from indigo.view import see

REFERENCE = (
    "champion:root_fillings=4000,fillings=1600/400/100,judged=24/10/5,"
    "replies=5/2/2,doubted_replies=5/2/2,moves=16,lines=16"
)
"""The search whose judgement counts, with more of everything than any plan can afford."""
PLAYING = Budget(nodes=3_000)  # up to the position
PATIENCE = 60.0  # seconds for the solver


@dataclass(frozen=True)
class Known:
    """A position, as the player to move sees it, and what moves are worth there. Moves that are not named are bad."""

    position: str
    hand: int
    worth: dict[str, float]


def play_until(layout: str, hand: int, seed: int, empty: int) -> Game | None:
    """The champion's game against itself when *empty* cells are left; nothing if it is over by then."""
    game, champion = Game.shuffled(layout, hand=hand, seed=seed), CoreBot("champion")
    while not game.over and game.position.tiles.count(0) > empty:
        game.play(champion.think(see(game, game.player, screens=False), PLAYING, seed=seed).move)
    return None if game.over else see(game, game.player, screens=False)


def judge(view: Game, depth: int, times: int) -> Known:
    """Ask the reference."""
    bot, who = CoreBot(REFERENCE), view.player - 1
    thoughts = [bot.think(view, Budget(depth=depth), seed=1_000 + time) for time in range(times)]
    values = [{str(line.moves[0]): line.chances[who] for line in thought.lines} for thought in thoughts]
    moves = sorted(set.intersection(*(set(value) for value in values)))
    worth = {move: round(mean(value[move] for value in values), 5) for move in moves}
    return Known(str(view.position), view.hand_size, worth)


def judge_exactly(view: Game) -> Known | None:
    """Ask the solver; nothing if it takes too long."""
    try:
        truth = solve(view.position, seconds=PATIENCE)
    except NotSolved:
        return None
    worth = {str(answer.move): answer.chances[view.player - 1] for answer in truth.answers}
    return Known(str(view.position), view.hand_size, worth)


def compare(positions: list[Known], plan: str, nodes: int, seeds: int, threads: int, first: list[float]) -> list[float]:
    """Say what one plan gives away in all positions, and how much less than the *first* did, if there is one."""
    bot = CoreBot(plan)

    def ask(known: Known) -> tuple[float, float, float, float]:
        game, worth = Game.at(read_position(known.position), hand=known.hand), known.worth
        thoughts = [bot.think(game, Budget(nodes=nodes), seed=seed) for seed in range(seeds)]
        moves = [str(thought.move) for thought in thoughts]
        lost = mean(max(worth.values()) - worth.get(move, min(worth.values())) for move in moves)
        strange = mean(move not in worth for move in moves)
        return lost, strange, mean(thought.seconds for thought in thoughts), mean(thought.depth for thought in thoughts)

    with ThreadPoolExecutor(threads) as pool:
        lost, strange, seconds, depth = zip(*pool.map(ask, positions), strict=True)
    gained = [before - now for before, now in zip(first, lost, strict=True)] if first else []
    print(
        f"{nodes:>8,} nodes, {mean(seconds):.3f} s, depth {mean(depth):.1f}: gives away {_interval(lost)},"
        + (f" {_interval(gained)} less than the first," if gained else "")
        + f" {mean(strange):.1%} of moves not thought of   {plan}",
        flush=True,
    )
    return list(lost)


def _interval(values: Sequence[float]) -> str:
    return f"{mean(values):.3%} ± {1.96 * stdev(values) / len(values) ** 0.5:.3%}"


def main() -> None:
    """Make positions, or compare plans on them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="positions with what their moves are worth")
    parser.add_argument("plans", nargs="*", metavar="PLAN")
    parser.add_argument("--make", type=int, metavar="POSITIONS", help="add so many positions to the file")
    parser.add_argument("--layout", choices=list(LAYOUTS), default="2")
    parser.add_argument("--hand", type=int, choices=(1, 2), default=1)
    parser.add_argument("--cells", type=int, nargs=2, default=(12, 54), metavar=("FROM", "TO"), help="empty cells")
    parser.add_argument("--exact", action="store_true", help="ask the solver instead of a large search")
    parser.add_argument("--depth", type=int, default=4, help="turns that the large search looks ahead")
    parser.add_argument("--times", type=int, default=2, help="how often it is asked, with different seeds")
    parser.add_argument("--first", type=int, default=0, help="seed before that of the first game")
    parser.add_argument("--nodes", type=int, nargs="+", default=[20_000])
    parser.add_argument("--seeds", type=int, default=4, help="how often each plan is asked about each position")
    parser.add_argument("--threads", type=int, default=1)
    asked = parser.parse_args()
    for plan in asked.plans:
        try:
            CoreBot(plan)
        except KeyError:
            parser.error(f"there is no bot {plan}")
    positions = [Known(**known) for known in json.loads(asked.file.read_text())] if asked.file.exists() else []
    there = {known.position for known in positions}
    made, seed = 0, asked.first
    while asked.make and made < asked.make:
        seed += 1
        view = play_until(asked.layout, asked.hand, seed, random.Random(seed).randint(*asked.cells))
        if view is None or str(view.position) in there:  # --make goes on with games that are not in the file yet
            continue
        known = judge_exactly(view) if asked.exact else judge(view, asked.depth, asked.times)
        if known and known.worth:
            made += 1
            positions.append(known)
            write_whole(asked.file, json.dumps([asdict(known) for known in positions], indent=1) + "\n")
            print(f"{made} of {asked.make} positions", end="\r", flush=True)
    if asked.plans and len(positions) < 2:
        parser.error(f"{asked.file} has no two positions: add some with --make")
    for nodes in asked.nodes:
        first: list[float] = []
        for plan in asked.plans:
            lost = compare(positions, plan, nodes, asked.seeds, asked.threads, first)
            first = first or lost


if __name__ == "__main__":
    main()
