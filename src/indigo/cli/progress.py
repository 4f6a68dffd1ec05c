"""A bar that shows how far a long command has come: on standard error, and only where somebody is looking."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar(doing: str, steps: int) -> Iterator[Callable[[int, str], None]]:
    """Show *doing* and a bar of so many *steps*; call what is given with the number of steps done and a remark."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from indigo.cli.terminal.console import new_console

    console = new_console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[remark]}"),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as bar:
        task = bar.add_task(doing, total=steps, remark="")
        yield lambda done, remark: bar.update(task, completed=done, remark=remark)
