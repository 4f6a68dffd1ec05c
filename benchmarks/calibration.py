"""Whether chances mean what they say: of the positions given 70 %, how many were won? python benchmarks/calibration.py.

A bot plays games against itself that nobody has learnt from, and before every move says everybody's chances. Margins
are of 95 % and count games, since all positions of one game share its luck. What people are told takes longer than such
a game should: the bot may play quickly, and think at length only about every fifth position, where it is asked.

    python benchmarks/calibration.py --bot search --games 200 --nodes 1000
    python benchmarks/calibration.py --model best.indigo-model --games 400 --output reliability.svg
    python benchmarks/calibration.py --games 400 --nodes 3000 --every 5 --asked-nodes 70000
"""

from __future__ import annotations

import argparse
import hashlib
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from indigo.engine.conversion import core_position, rules_move
from indigo.engine.core_bot import STRONGEST, core_bot, model_in, with_totals
from indigo.engine.model import BadModel
from indigo.i18n import words
from indigo.rules import Game
from indigo.train.calibration import Bin, as_data, mean_gap, reliability
from indigo.train.plots import reliability_svg
from indigo.view import see


@dataclass(frozen=True)
class Terms:
    """Who plays what, and how long they think."""

    bot: str
    model: bytes | None
    layout: str
    hand: int
    nodes: int
    seconds: float
    seed: str
    every: int
    asked_nodes: int
    asked_seconds: float


def play(terms: Terms, number: int) -> tuple[list[list[float]], list[float]]:
    """One game: the chances before each move where the bot is asked, by player, and what came of them."""
    bot = core_bot(terms.bot, terms.model)
    # Named, not numbered, so that no game of self-play or of the arena is among them.
    game = Game.shuffled(terms.layout, terms.hand, seed=f"calibration/{terms.seed}/{number}")
    said: list[list[float]] = []
    while not game.over:
        view = core_position(with_totals(see(game, game.player, screens=False)))
        digest = hashlib.sha256(f"{terms.seed}/{number}/{game.turns_played}".encode()).digest()
        seed = int.from_bytes(digest[:7], "big")
        thought = bot.think(view, nodes=terms.nodes, seconds=terms.seconds, seed=seed)
        if (number + game.turns_played) % terms.every == 0:
            asked = thought
            if terms.asked_nodes or terms.asked_seconds:
                asked = bot.think(view, nodes=terms.asked_nodes, seconds=terms.asked_seconds, seed=seed + 1)
            said.append(list(asked.lines[0][1]))
        game.play(rules_move(*thought.move))
    return said, [1 / len(game.winners) if seat in game.winners else 0.0 for seat in range(1, game.layout.players + 1)]


def measure(terms: Terms, games: int, threads: int) -> tuple[Bin, ...]:
    """Play, and put all chances into bins."""
    given: list[float] = []
    won: list[float] = []
    numbers: list[int] = []
    with ThreadPoolExecutor(threads) as pool:
        for number, (said, shares) in enumerate(pool.map(partial(play, terms), range(games))):
            for chances in said:
                given += chances
                won += shares
                numbers += [number] * len(shares)
            print(f"{number + 1}/{games} games", end="\r", flush=True)
    return reliability(np.array(given), np.array(won), np.array(numbers))


def main() -> None:
    """Read the options, play, print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--bot", default=STRONGEST, help="a bot of the core: champion, search, champion@FILE, ...")
    parser.add_argument("--model", type=Path, help="judge by the model in this file: the same as --bot champion@FILE")
    parser.add_argument("--layout", default="2")
    parser.add_argument("--hand", type=int, default=1)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=1000, help="for each move; 0 for no limit")
    parser.add_argument("--seconds", type=float, default=0.0, help="for each move; 0 for no limit")
    parser.add_argument("--every", type=int, default=1, help="ask for chances before one move of so many")
    parser.add_argument("--asked-nodes", type=int, default=0, help="for these chances, instead of the move's own")
    parser.add_argument("--asked-seconds", type=float, default=0.0, help="likewise")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--output", type=Path, help="an SVG for the plot")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    bot = f"{options.bot}@{options.model}" if options.model else options.bot
    try:
        model = model_in(bot)
        core_bot(bot, model)
    except KeyError:
        parser.error(f"there is no bot {bot}")
    except BadModel as bad:
        parser.error(str(bad))
    terms = Terms(
        bot,
        model,
        options.layout,
        options.hand,
        options.nodes,
        options.seconds,
        options.seed,
        max(1, options.every),
        options.asked_nodes,
        options.asked_seconds,
    )
    bins = measure(terms, options.games, options.threads)
    if options.json:
        print(json.dumps({"bot": bot, "games": options.games, "gap": mean_gap(bins), "bins": as_data(bins)}, indent=2))
    else:
        print("| given | positions × players | mean given | won | 95 % |\n|---|---:|---:|---:|---:|")
        for one in bins:
            if one.count:
                print(
                    f"| {100 * one.low:.0f}–{100 * one.high:.0f} % | {one.count:,} | {100 * one.given:.1f} % "
                    f"| {100 * one.won:.1f} % | ± {100 * one.margin:.1f} % |"
                )
        print(f"\nOff by {100 * mean_gap(bins):.1f} % on average, {options.games} games.")
    if options.output:
        asked = (options.asked_nodes, options.asked_seconds)
        nodes, seconds = asked if any(asked) else (options.nodes, options.seconds)
        limits = ", ".join(filter(None, (f"{nodes:,} nodes" * bool(nodes), _seconds(seconds))))
        table = f"layout {options.layout}, tiles in hand {options.hand}"
        note = f"{bot}, {table}, {options.games} games, {limits} a position"
        title = "Of the positions given 70%, how many were won?"
        options.output.write_text(reliability_svg(bins, title, note, words("en")), encoding="utf-8")


def _seconds(seconds: float) -> str:
    return f"{seconds:g} s" if seconds else ""


if __name__ == "__main__":
    main()
