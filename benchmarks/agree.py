"""Play many random games on both engines and compare everything after every move: python benchmarks/agree.py GAMES."""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from os import cpu_count

from indigo.engine.agreement import Report, agree

PIECE = 2000


def piece(seed: int) -> Report:
    """One worker's share."""
    return agree(PIECE, seed)


def main() -> None:
    """Share the games out and say what differed; it must be nothing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, metavar="GAMES", help=f"rounded up to {PIECE:,}")
    pieces = -(-parser.parse_args().games // PIECE)
    differences = 0
    began = time.perf_counter()
    games = moves = 0
    with ProcessPoolExecutor(cpu_count()) as workers:
        for report in workers.map(piece, range(pieces)):
            games, moves = games + report.games, moves + report.moves
            for difference in report.differences:
                print(difference)
            differences += len(report.differences)
            print(f"{games:,} games, {moves:,} moves, {time.perf_counter() - began:,.0f} s", end="\r", flush=True)
    print()
    sys.exit(differences > 0)


if __name__ == "__main__":
    main()
