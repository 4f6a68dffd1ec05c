"""`indigo engine`: a bot as a program of its own, spoken to in lines."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from indigo.cli.bot_option import chosen_bot
from indigo.cli.language import environment_words

EXAMPLES: Final = (
    "indigo engine",
    "indigo engine --level novice",
    'printf "iep\\nquit\\n" | indigo engine',
)
_say = environment_words()


def command(
    level: Annotated[str | None, typer.Option(show_default="champion", help=_say("engine.about_level"))] = None,
) -> None:
    from indigo.engine.core_bot import model_in
    from indigo.engine.protocol import serve
    from indigo.engine.roster import LEVELS, NAMES, bot_named

    chosen = LEVELS[-1] if level is None else level
    chosen_bot(chosen, NAMES, _say)
    model = model_in(chosen)  # read once: the file may change or go while games are played
    names = NAMES if chosen in NAMES else (*NAMES, chosen)
    serve(names, chosen, lambda name: bot_named(name, model if name == chosen else None))
