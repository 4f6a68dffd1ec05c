"""A sheet of characters to draw on: letters, colours, and fine lines made of Braille dots.

A Braille character is two dots wide and four high, and a terminal's characters are about twice as high as they are
wide, so the dots form an even grid: fine enough for curves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

DOTS_ACROSS: Final = 2
DOTS_DOWN: Final = 4
_NO_DOTS: Final = 0x2800
_DOT_BITS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


class Glyph(NamedTuple):
    """One character of a drawing, with the colours of its ink and of the ground it stands on, as `#rrggbb` or none."""

    char: str
    ink: str = ""
    ground: str = ""
    bold: bool = False


class Canvas:
    """A sheet of characters, some of them written, others filled with dots."""

    def __init__(self, columns: int, lines: int) -> None:
        self.columns = columns
        self.lines = lines
        self._dots = [[0] * columns for _ in range(lines)]
        self._written: dict[tuple[int, int], str] = {}
        self._inks: dict[tuple[int, int], str] = {}
        self._grounds: dict[tuple[int, int], str] = {}
        self._bold: set[tuple[int, int]] = set()

    def fill(self, column: int, line: int, ground: str) -> None:
        """Give one character its ground."""
        if 0 <= column < self.columns and 0 <= line < self.lines:
            self._grounds[column, line] = ground

    def write(self, column: int, line: int, text: str, ink: str = "", *, ground: str = "", bold: bool = False) -> None:
        """Write *text*; it covers dots. What lies outside the sheet is left out."""
        for place, char in enumerate(text, start=column):
            if 0 <= place < self.columns and 0 <= line < self.lines:
                self._written[place, line] = char
                self._inks[place, line] = ink
                if ground:
                    self._grounds[place, line] = ground
                if bold:
                    self._bold.add((place, line))

    def dot(self, column: int, line: int, dots: Iterable[tuple[int, int]], ink: str = "") -> None:
        """Set *dots*, counted from the upper left of a character. A later ink covers an earlier one in a character."""
        for x, y in dots:
            place = column + x // DOTS_ACROSS, line + y // DOTS_DOWN
            if 0 <= place[0] < self.columns and 0 <= place[1] < self.lines:
                self._dots[place[1]][place[0]] |= _DOT_BITS[y % DOTS_DOWN][x % DOTS_ACROSS]
                if place not in self._written:
                    self._inks[place] = ink

    def _glyph(self, column: int, line: int) -> Glyph:
        place = column, line
        dots = self._dots[line][column]
        char = self._written.get(place) or (chr(_NO_DOTS + dots) if dots else " ")
        return Glyph(char, self._inks.get(place, ""), self._grounds.get(place, ""), place in self._bold)

    def rows(self) -> list[list[Glyph]]:
        """All characters, line by line, without the empty ends of lines."""
        return [trimmed([self._glyph(column, line) for column in range(self.columns)]) for line in range(self.lines)]

    def __str__(self) -> str:
        return "\n".join("".join(glyph.char for glyph in row) for row in self.rows())


def trimmed(row: Sequence[Glyph]) -> list[Glyph]:
    """A row without what cannot be seen at its end."""
    end = len(row)
    while end and row[end - 1].char == " " and not row[end - 1].ground:
        end -= 1
    return list(row[:end])
