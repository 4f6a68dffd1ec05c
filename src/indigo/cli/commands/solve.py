"""`indigo solve`: everybody's true chances when few cells are left."""

from __future__ import annotations

import json
import time
from typing import Annotated, Final

import typer

from indigo.cli.errors import Failure
from indigo.cli.language import environment_words
from indigo.position import EMPTY_CELL, UNKNOWN

EXAMPLES: Final = (
    "indigo replay game.indigo --positions | tail -5 | head -1 | indigo solve -",
    "indigo solve - --json < position.txt",
)
_say = environment_words()
FORMAT: Final = "indigo-solution-1"


def command(
    position: Annotated[list[str], typer.Argument(help=_say("terminal.about_position_argument"))],
    seconds: Annotated[float, typer.Option(min=0.01, max=1e6, help=_say("engine.about_solve_seconds"))] = 60.0,
    moves: Annotated[int, typer.Option(min=1, max=1000, help=_say("engine.about_shown_moves"))] = 10,
    as_json: Annotated[bool, typer.Option("--json", help=_say("terminal.about_json"))] = False,
) -> None:
    from indigo.cli.inputs import given_position
    from indigo.cli.interrupt import stopped_by_ctrl_c
    from indigo.engine.solver import MOST_EMPTY_CELLS, NotSolved, solve

    given = given_position(position, _say)
    if given.over:
        raise Failure(_say("engine.game_is_over"))
    if UNKNOWN in given.hands[given.player - 1]:
        raise Failure(_say("engine.hand_unknown", player=given.player))
    if None in given.won:
        raise Failure(_say("engine.totals_unknown", mark="???"))
    began = time.perf_counter()
    try:
        with stopped_by_ctrl_c() as stop:
            solution = solve(given, seconds=seconds, stop=stop)
    except NotSolved:
        empty = given.tiles.count(EMPTY_CELL)
        raise Failure(_say("engine.not_solved", n=empty, seconds=f"{seconds:g}", most=MOST_EMPTY_CELLS)) from None
    taken = time.perf_counter() - began
    if as_json:
        data = {
            "format": FORMAT,
            "position": str(given),
            "player": given.player,
            "chances": list(solution.chances),
            "nodes": solution.nodes,
            "seconds": round(taken, 3),
            "moves": [{"move": str(answer.move), "chances": list(answer.chances)} for answer in solution.answers],
        }
        print(json.dumps(data, indent=2))
        return
    from rich.table import Table

    from indigo.cli.terminal.console import new_console

    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("move", "chances"):
        table.add_column(_say(f"engine.head_{heading}"), no_wrap=True)
    for answer in solution.answers[:moves]:
        table.add_row(str(answer.move), "  ".join(_say.percent(chance, 2).rjust(7) for chance in answer.chances))
    console = new_console()
    console.print(table)
    console.print(_say("engine.thought_line", nodes=_say.number(solution.nodes), seconds=_say.number(taken, 2)))
