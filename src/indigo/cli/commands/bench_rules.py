"""`indigo bench rules`: random games a second through the public, checked calls, moves drawn from the legal ones."""

from __future__ import annotations

import hashlib
import json
import platform
import random
import statistics
import time
from typing import Annotated, Final, NamedTuple

import typer

from indigo.board import LAYOUTS
from indigo.cli.language import environment_words
from indigo.rules import Game

EXAMPLES: Final = (
    "indigo bench rules",
    "indigo bench rules --layout 4 --hand 2 --seconds 5",
    "indigo bench rules --json > rules.json",
)
_say = environment_words()
_FINGERPRINT_GAMES: Final = 25
"""So many games of every layout and hand go into the fingerprint, however long is measured."""
_BATCH: Final = 25
"""Games a try: short, so that some tries are not disturbed by other programs."""


class Measured(NamedTuple):
    """How fast games went at one kind of table."""

    layout: str
    hand: int
    games: int
    moves: int
    wall_seconds: float
    cpu_seconds: float
    best: float  # games a second of the processor's time in the best of many short tries
    median: float  # and in the one in the middle: on a quiet machine they are much the same


def random_game(layout: str, hand: int, seed: int) -> Game:
    """A whole game of random moves, the same for the same seed."""
    dice = random.Random(seed)
    game = Game.shuffled(layout, hand, seed=dice)
    draw = dice.random
    while not game.over:
        moves = game.legal_moves
        game.play(moves[int(draw() * len(moves))])
    return game


def measure(layout: str, hand: int, seconds: float) -> Measured:
    """Play random games for so many *seconds*."""
    games = moves = 0
    rates: list[float] = []
    wall, cpu = time.perf_counter(), time.process_time()
    while not rates or time.perf_counter() - wall < seconds:
        began = time.process_time()
        for seed in range(games, games + _BATCH):
            moves += random_game(layout, hand, seed).turns_played
        games += _BATCH
        rates.append(_BATCH / (time.process_time() - began))
    spent = time.perf_counter() - wall, time.process_time() - cpu
    return Measured(layout, hand, games, moves, *spent, max(rates), statistics.median(rates))


def fingerprint() -> str:
    """A short text that changes only when play changes: from the ends of some games at every kind of table."""
    ends = hashlib.sha256()
    for layout in LAYOUTS:
        for hand in (1, 2):
            for seed in range(_FINGERPRINT_GAMES):
                ends.update(f"{random_game(layout, hand, seed)}\n".encode())
    return ends.hexdigest()[:12]


def command(
    layout: Annotated[str | None, typer.Option(metavar="2|3|3own|4", help=_say("terminal.about_layout"))] = None,
    hand: Annotated[int | None, typer.Option(min=1, max=2, help=_say("terminal.about_hand"))] = None,
    seconds: Annotated[float, typer.Option(min=0.01, max=600, help=_say("terminal.about_seconds"))] = 1.0,
    as_json: Annotated[bool, typer.Option("--json", metavar="", help=_say("terminal.about_json"))] = False,
) -> None:
    from indigo.cli.errors import USAGE, Failure

    if layout is not None and layout not in LAYOUTS:
        raise Failure(environment_words()("terminal.unknown_layout", layout=layout, choices=", ".join(LAYOUTS)), USAGE)
    tables = [(one, size) for one in ([layout] if layout else LAYOUTS) for size in ([hand] if hand else (1, 2))]
    measured = [measure(one, size, seconds) for one, size in tables]
    if as_json:
        print(json.dumps(_as_data(measured), indent=2))
    else:
        _print_table(measured)


def _as_data(measured: list[Measured]) -> dict[str, object]:
    return {
        "bench": "rules",
        "python": platform.python_version(),
        "machine": platform.machine(),
        "fingerprint": fingerprint(),
        "tables": [row._asdict() for row in measured],
    }


def _print_table(measured: list[Measured]) -> None:
    from rich.table import Table

    from indigo.cli.terminal.console import new_console

    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("layout", "hand", "games", "moves", "wall s", "CPU s", "games/s, best", "median"):
        table.add_column(heading, justify="left" if heading == "layout" else "right")
    for row in measured:
        table.add_row(
            row.layout,
            str(row.hand),
            str(row.games),
            str(row.moves),
            f"{row.wall_seconds:.2f}",
            f"{row.cpu_seconds:.2f}",
            f"{row.best:,.0f}",
            f"{row.median:,.0f}",
        )
    console = new_console()
    console.print(table)
    console.print(environment_words()("terminal.bench_fingerprint", fingerprint=fingerprint()))
