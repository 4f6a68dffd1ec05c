"""`indigo engine`: a bot as a program of its own, spoken to in lines."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from indigo.cli.speaking import environment_words

EXAMPLES: Final = (
    "indigo engine",
    "indigo engine --level novice",
    'printf "iep\\nquit\\n" | indigo engine',
)
_say = environment_words()


def command(
    level: Annotated[str | None, typer.Option(help=_say("engine.about_level"))] = None,
) -> None:
    from indigo.cli.failing import USAGE, Failure
    from indigo.engine.protocol import serve
    from indigo.engine.roster import LEVELS, NAMES, bot_named, is_name

    chosen = LEVELS[-1] if level is None else level
    if not is_name(chosen):
        raise Failure(_say("terminal.unknown_bot", bot=chosen, choices=", ".join(NAMES)), USAGE)
    names = NAMES if chosen in NAMES else (*NAMES, chosen)
    serve(names, chosen, bot_named)
