"""How fast the core plays on one core of this machine, beside the rules in Python: a table, or JSON with --json.

python benchmarks/core.py [--json] [--tries N]
"""

from __future__ import annotations

import argparse
import json
import random
import time

from indigo.engine.bench import Speed, bench_core
from indigo.rules import Game


def rules_speed(tries: int, games: int = 5) -> Speed:
    """Random games on rules.py, timed as the core's are."""
    dice = random.Random(1)
    rates: list[float] = []
    for number in range(tries):
        placements = 0
        began = time.thread_time()
        for _ in range(games):
            game = Game.shuffled("2", seed=f"{number}")
            while legal := game.legal_moves:
                game.play(legal[int(dice.random() * len(legal))])
            placements += game.turns_played
        rates.append(placements / (time.thread_time() - began))
    rates.sort()
    return Speed("random play by rules.py", "placements", rates[-1], rates[len(rates) // 2])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--tries", type=int, default=200, help="how often each is timed; the best counts")
    options = parser.parse_args()
    bench = bench_core(options.tries)
    rules = rules_speed(options.tries)
    speeds = [*bench.speeds, rules]
    if options.json:
        print(json.dumps({"machine": bench.machine, "speeds": [speed._asdict() for speed in speeds]}, indent=2))
        return
    print(bench.machine)
    for speed in speeds:
        ratio = f"{speed.best / rules.best:10,.0f} x" if speed.unit == "placements" else ""
        print(f"{speed.name:45}{speed.best:14,.0f} {speed.unit:11} a second (median {speed.median:12,.0f}){ratio}")


if __name__ == "__main__":
    main()
