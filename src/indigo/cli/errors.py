"""Failures that a person can mend: told in one line, with an exit code that scripts can use."""

from __future__ import annotations

from typing import Final

INVALID: Final = 1
"""What was given cannot be read or is against the rules."""
USAGE: Final = 2
"""The command was called in a way that does not make sense."""
INTERRUPTED: Final = 130
"""What a shell reports for a program that was ended by Ctrl-C."""


class Failure(Exception):
    """Ends the command: the text goes to standard error, *status* is the exit code."""

    def __init__(self, text: str, status: int = INVALID) -> None:
        super().__init__(text)
        self.status = status
