"""`indigo rules`: the whole rules, in any of the six languages."""

from __future__ import annotations

import re
import sys
from typing import Annotated, Final

import typer

from indigo.cli.language import chosen_words, environment_words
from indigo.i18n import LANGUAGES

EXAMPLES: Final = ("indigo rules", "indigo rules --language ru", "indigo rules --language de > regeln.md")
_say = environment_words()
_FIGURE: Final = re.compile(r"^!\[[^\]]*\]\(figure-([0-9]+)\)$", re.MULTILINE)


def command(
    language: Annotated[
        str | None, typer.Option("--language", "-l", metavar="|".join(LANGUAGES), help=_say("terminal.about_language"))
    ] = None,
) -> None:
    text = rules_in_words(chosen_words(language).language)
    if not sys.stdout.isatty():
        print(text, end="")
        return
    from rich.markdown import Markdown

    from indigo.cli.terminal.console import new_console

    console = new_console()
    with console.pager(styles=console.color_system is not None):
        console.print(Markdown(text), width=min(console.width, 100))


def rules_in_words(language: str) -> str:
    """The rules as Markdown; where a figure belongs stands what it shows, in words."""
    from indigo.i18n import rules_text, words

    say = words(language)

    def figure(found: re.Match[str]) -> str:
        title, *sentences = (say(f"scenes.figure_{found[1]}_{part}") for part in ("title", "before", "after"))
        return f"> **{title}.** {' '.join(sentences)}"

    return _FIGURE.sub(figure, rules_text(language))
