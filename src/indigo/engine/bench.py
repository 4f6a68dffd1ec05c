"""How fast the core is here: random play, fillings, turns on a position, batches. Data for whoever prints it."""

from __future__ import annotations

import platform
import time
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from indigo import _core
from indigo.board import CELLS, PORT_SIDES
from indigo.engine.model import shipped

_GAMES: Final = 2048
"""Random games a try: long enough to time, short enough that some tries are not disturbed by other programs."""
_TABLES: Final = 1024
"""Games in a batch."""


class Speed(NamedTuple):
    """One thing that was timed: the best of all tries, and the one in the middle."""

    name: str
    unit: str
    best: float  # a second
    median: float


class CoreBench(NamedTuple):
    """How fast this machine plays, on one core."""

    machine: str
    speeds: tuple[Speed, ...]


def bench_core(tries: int = 200, progress: Callable[[int], None] | None = None) -> CoreBench:
    """Time the core on one thread, *tries* times each; tell *progress* how many tries are done.

    What counts is this thread's time on the processor, so that other programs disturb little.
    """
    opening = _core.Position("2", ["E", "A"])
    tables = _core.Batch(_TABLES)
    two, three, four = (_middles(layout) for layout in ("2", "3", "4"))
    workloads: tuple[tuple[str, str, Callable[[int], int]], ...] = (
        ("random play", "placements", lambda seed: _core.random_games(opening, _GAMES, seed).placements),
        ("random play", "games", lambda seed: _core.random_games(opening, _GAMES, seed).games),
        ("fillings", "games", lambda seed: _core.fillings(opening, _GAMES, seed).games),
        ("place and take back", "placements", _perft),
        ("batch of 1,024: choose and step", "placements", lambda seed: _step(tables, observed=False)),
        ("the same, board and legal moves observed", "placements", lambda seed: _step(tables, observed=True)),
        ("the model's judgement, two players", "positions", lambda seed: _judge(two[seed % len(two)])),
        ("the model's judgement, three players", "positions", lambda seed: _judge(three[seed % len(three)])),
        ("the model's judgement, four players", "positions", lambda seed: _judge(four[seed % len(four)])),
    )
    speeds: list[Speed] = []
    done = 0
    for name, unit, workload in workloads:
        rates: list[float] = []
        for seed in range(tries):
            began = time.thread_time()
            count = workload(seed)
            rates.append(count / (time.thread_time() - began))
            done += 1
            if progress is not None:
                progress(done)
        rates.sort()
        speeds.append(Speed(name, unit, rates[-1], rates[len(rates) // 2]))
    return CoreBench(machine(), tuple(speeds))


WORKLOADS: Final = 9
"""How many things `bench_core` times: its progress ends at this many times its tries."""


def machine() -> str:
    """The processor's name, as far as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def _perft(_: int) -> int:
    """Every pair of first moves, placed and taken back."""
    return _core.perft(_core.Position("2", ["E", "C"]), "DC", 2)[0]


def _middles(layout: str) -> list[_core.Position]:
    """A position from every turn of a random game."""
    games, found = _core.Batch(1, layout, seed=1), list[_core.Position]()
    actions = array("i", [0])
    while not games.position(0).over:
        found.append(games.position(0))
        games.random_actions(actions)
        games.step(actions)
    return found


def _judge(position: _core.Position) -> int:
    """Every legal move, with next to no time for the fillings."""
    return len(_core.judge_moves(position, shipped(), fillings=1))


def _step(batch: _core.Batch, *, observed: bool) -> int:
    """Five turns at every table; a new game where one is over."""
    size, turns = len(batch), 5
    actions = array("i", bytes(4 * size))
    tiles = memoryview(bytearray(size * len(CELLS))).cast("B", (size, len(CELLS)))
    gems = memoryview(bytearray(size * len(PORT_SIDES))).cast("B", (size, len(PORT_SIDES)))
    legal = memoryview(bytearray(size * _core.ACTIONS)).cast("B", (size, _core.ACTIONS))
    for _ in range(turns):
        batch.reset_over()
        batch.random_actions(actions)
        batch.step(actions)
        if observed:
            batch.observe(tiles=tiles, gems=gems, legal=legal)
    return size * turns
