"""`indigo bench core`: how fast the native core plays here, on one thread."""

from __future__ import annotations

import json
from typing import Annotated, Final

import typer

from indigo.cli.language import environment_words

EXAMPLES: Final = ("indigo bench core", "indigo bench core --tries 100", "indigo bench core --json > core.json")
_say = environment_words()


def command(
    tries: Annotated[int, typer.Option(min=1, max=10_000, help=_say("engine.about_tries"))] = 25,
    as_json: Annotated[bool, typer.Option("--json", help=_say("terminal.about_json"))] = False,
) -> None:
    from rich.table import Table

    from indigo.cli.progress import progress_bar
    from indigo.cli.terminal.console import new_console
    from indigo.engine.bench import WORKLOADS, bench_core

    with progress_bar(_say("engine.measuring"), WORKLOADS * tries) as show:
        bench = bench_core(tries, lambda done: show(done, ""))
    if as_json:
        data = {"bench": "core", "machine": bench.machine, "speeds": [speed._asdict() for speed in bench.speeds]}
        print(json.dumps(data, indent=2))
        return
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("")
    for heading in (_say("engine.head_best_try"), _say("engine.head_median_try")):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("")
    for speed in bench.speeds:
        table.add_row(speed.name, _say.number(speed.best), _say.number(speed.median), f"{speed.unit}/s")
    console = new_console()
    console.print(bench.machine)
    console.print(table)
