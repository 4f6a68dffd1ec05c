"""Friendly questions: each says what it wants, takes the answer in brackets for an empty line, and asks again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from rich.cells import cell_len
from rich.console import Console

from indigo.i18n import Words

_ROOM_TO_TYPE: Final = 12
"""A question that leaves less room than this in its line gets a line of its own."""


class Asker:
    """Asks at the keyboard in one language. Ctrl-C and Ctrl-D come through as KeyboardInterrupt and EOFError."""

    def __init__(self, console: Console, say: Words) -> None:
        self.console = console
        self.say = say

    def line(self, question: str, default: str = "") -> str:
        """One line, without the spaces around it."""
        shown = f" {self.say('terminal.default_answer', answer=default)}" if default else ""
        prompt = f"{question}{shown} "
        if cell_len(prompt) > self.console.width - _ROOM_TO_TYPE:
            self.console.print(prompt.rstrip())
            prompt = "> "
        # Printed by input itself, so that readline knows where the line begins and never rubs the question out.
        answer = input(prompt)
        return _printable(answer) or default

    def valid(self, question: str, default: str, why_not: Callable[[str], str | None]) -> str:
        """A line about which *why_not* has no complaint."""
        while True:
            answer = self.line(question, default)
            complaint = why_not(answer)
            if complaint is None:
                return answer
            self.console.print(complaint)

    def number(self, question: str, low: int, high: int, default: int) -> int:
        """A whole number from *low* to *high*."""

        def why_not(answer: str) -> str | None:
            if answer.isascii() and answer.isdigit() and len(answer) < 10 and low <= int(answer) <= high:
                return None
            return self.say("terminal.number_wanted", low=low, high=high)

        return int(self.valid(question, str(default), why_not))

    def choice(self, question: str, choices: Mapping[str, str], default: str) -> str:
        """One of the values of *choices*; its keys are the words to type, and their first letters will do."""
        while True:
            answer = self.line(question, default).casefold()
            fitting = {value for word, value in choices.items() if word.casefold() == answer} or {
                value for word, value in choices.items() if word.casefold().startswith(answer)
            }
            if len(fitting) == 1:
                return fitting.pop()
            self.console.print(self.say("terminal.choose_one_of", choices=", ".join(choices)))

    def agreed(self, question: str, default: bool = True) -> bool:
        """Yes or no, asked until it is one of them."""
        while isinstance(answer := self.agreed_or_else(question, default), str):
            yes, no = self.say("terminal.yes"), self.say("terminal.no")
            self.console.print(self.say("terminal.yes_or_no_wanted", yes=yes, no=no))
        return answer

    def agreed_or_else(self, question: str, default: bool = True) -> bool | str:
        """Yes or no, or whatever else was typed; English answers are understood in every language."""
        yes, no = self.say("terminal.yes"), self.say("terminal.no")
        words: Sequence[tuple[str, bool]] = (
            (yes, True),
            (self.say("terminal.yes_letter"), True),
            ("yes", True),
            ("y", True),
            (no, False),
            (self.say("terminal.no_letter"), False),
            ("no", False),
            ("n", False),
        )
        answer = self.line(question, yes if default else no)
        for word, meaning in words:
            if answer.casefold() == word.casefold():
                return meaning
        return answer


def _printable(answer: str) -> str:
    """What was typed, without stray control characters and halves of characters."""
    return "".join(char for char in answer if char.isprintable()).strip()
