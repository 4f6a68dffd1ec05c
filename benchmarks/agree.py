"""Play many random games on both engines and compare everything after every move: python benchmarks/agree.py GAMES."""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from os import cpu_count

from indigo.engine.agree import Report, agree

PIECE = 2000


def piece(seed: int) -> Report:
    """One worker's share."""
    return agree(PIECE, seed)


def main() -> None:
    """Share the games out and say what differed."""
    pieces = -(-int(sys.argv[1]) // PIECE)
    began = time.perf_counter()
    games = moves = 0
    with ProcessPoolExecutor(cpu_count()) as workers:
        for report in workers.map(piece, range(pieces)):
            games, moves = games + report.games, moves + report.moves
            for difference in report.differences:
                print(difference)
            print(f"{games:,} games, {moves:,} moves, {time.perf_counter() - began:,.0f} s", end="\r", flush=True)
    print()


if __name__ == "__main__":
    main()
