"""The letters and figures of the coordinates, drawn as lines.

As lines they look the same in every browser and in every PNG, whatever typefaces a machine has. Each sits on a baseline
at y = 0, with small letters 10 high, figures and tall letters 14; only what names a cell is here.
"""

from __future__ import annotations

from typing import Final

_BOWL: Final = "M7-5A3.5 5 0 1 1 0-5A3.5 5 0 1 1 7-5Z"

LETTERS: Final[dict[str, tuple[float, str]]] = {
    "a": (7, _BOWL + "M7-10V0"),
    "b": (7, _BOWL + "M0-14V0"),
    "c": (6, "M6-8.600A3.7 5 0 1 0 6-1.4"),
    "d": (7, _BOWL + "M7-14V0"),
    "e": (7, "M.2-5.300H7A3.5 5 0 1 0 6-1.5"),
    "f": (5, "M5-13.700C2.9-14.4 2-13.1 2-11.500V0M0-9.500H4.5"),
    "g": (7, _BOWL + "M7-10V.8C7 3.2 5.3 4.3 3.5 4.300C2.2 4.3 1.2 3.9.5 3.2"),
    "h": (7, "M0-14V0M0-6C0-8.5 1.7-10 3.7-10C6-10 7-8.5 7-6.200V0"),
    "i": (0, "M0-9.700V0M0-13.600V-13.5"),
    "1": (3.5, "M0-11.500L3.5-14V0"),
    "2": (7, "M.3-10.800C.6-12.8 1.9-14 3.7-14C5.6-14 7-12.7 7-10.600C7-8 4.5-5.5 0 0H7.3"),
    "3": (7, "M.6-12.400C1.3-13.5 2.3-14 3.5-14C5.4-14 6.7-12.7 6.7-10.900C6.7-9 5.3-7.6 2.8-7.6"
             "C5.5-7.6 7-6.1 7-3.900C7-1.5 5.5 0 3.4 0C1.9 0 .8-.6 0-1.8"),
    "4": (8, "M6 0V-14L0-4H8"),
    "5": (7, "M6.5-14H1.400L.8-8C1.6-8.7 2.5-9 3.5-9C5.6-9 7-7.3 7-4.700C7-1.9 5.5 0 3.3 0C1.9 0 .8-.6 0-1.7"),
    "6": (7, "M5.5-14C2.5-12 0-8.3 0-4.500A3.5 4.5 0 1 0 7-4.500A3.5 4.5 0 1 0 0-4.5"),
    "7": (7, "M0-14H7L2.3 0"),
    "8": (7, "M3.5-7.600A3 3.2 0 1 1 3.5-14A3 3.2 0 1 1 3.5-7.600A3.5 3.8 0 1 0 3.5 0A3.5 3.8 0 1 0 3.5-7.600Z"),
    "9": (7, "M1.5 0C4.5-2 7-5.7 7-9.500A3.5 4.5 0 1 0 0-9.500A3.5 4.5 0 1 0 7-9.5"),
}  # fmt: skip
"""Every letter and figure: its width, and its line as path data."""
GAP: Final = 3.0
"""The room between a letter and the figure after it."""
HEIGHT: Final = 14.0
