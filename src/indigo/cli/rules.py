"""`indigo rules`: the whole rules, in any of the six languages."""

from __future__ import annotations

import re
import sys
from typing import Annotated, Final

import typer

from indigo.cli.speaking import chosen_words, environment_words

EXAMPLES: Final = ("indigo rules", "indigo rules --language ru", "indigo rules --language de > regeln.md")
_say = environment_words()
_FIGURE: Final = re.compile(r"^!\[[^\]]*\]\([^)]*\)\n+", re.MULTILINE)


def command(
    language: Annotated[str | None, typer.Option("--language", "-l", help=_say("terminal.about_language"))] = None,
) -> None:
    text = rules_without_figures(chosen_words(language).language)
    if not sys.stdout.isatty():
        print(text, end="")
        return
    from rich.markdown import Markdown

    from indigo.cli.painting import new_console

    console = new_console()
    with console.pager(styles=console.color_system is not None):
        console.print(Markdown(text), width=min(console.width, 100))


def rules_without_figures(language: str) -> str:
    """The rules as Markdown; the figures are pictures, which characters cannot show."""
    from indigo.words import rules_text

    return _FIGURE.sub("", rules_text(language))
