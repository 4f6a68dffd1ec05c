"""`indigo bench` by itself: one number that changes only when the bots' play changes."""

from __future__ import annotations

from typing import Final

import typer

from indigo.cli.language import environment_words

EXAMPLES: Final = ("indigo bench", "indigo bench core", "indigo bench agree --games 100000")
_say = environment_words()


def command(context: typer.Context) -> None:
    """Print the fingerprint, unless a benchmark was named."""
    if context.invoked_subcommand is not None:
        return
    from indigo.cli.progress import progress_bar
    from indigo.engine.fingerprint import QUESTIONS, fingerprint

    with progress_bar(_say("engine.asking"), QUESTIONS) as show:
        number = fingerprint(lambda done: show(done, ""))
    print(number)
