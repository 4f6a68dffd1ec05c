"""Which language the command speaks, and how it tells what went wrong."""

from __future__ import annotations

import os
from typing import Final

from indigo.cli.errors import USAGE, Failure
from indigo.errors import BadMatch, BadPosition, BadRecord
from indigo.i18n import LANGUAGES, Words, best_language, words

_VARIABLES: Final = ("INDIGO_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def environment_words() -> Words:
    """The words of the language that the environment asks for."""
    return words(best_language(value for name in _VARIABLES if (value := os.environ.get(name))))


def chosen_words(language: str | None) -> Words:
    """The words of *language*, or of the environment's where none was chosen."""
    if language is None:
        return environment_words()
    if language not in LANGUAGES:
        raise Failure(
            environment_words()("terminal.unknown_language", language=language, choices=", ".join(LANGUAGES)), USAGE
        )
    return words(language)


def problem(say: Words, error: BadMatch | BadPosition | BadRecord) -> str:
    """What is wrong with a text: the exact words of the reader, in other languages with a sentence before them."""
    detail = error.text if isinstance(error, BadRecord) else str(error)
    return detail if say.language == "en" else f"{say(f'game.error_{error.code}')} ({detail})"
