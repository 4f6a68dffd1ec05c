"""Make the network, the plans and the curves in docs/learning.md: `python tools/learning_pictures.py`.

The curves are of history.jsonl beside them, which the runs that made the model that ships have left behind, generations
counted through. The plots of calibration come from benchmarks/calibration.py: docs/strength.md has the commands.
"""

from __future__ import annotations

from itertools import pairwise
from math import log10
from pathlib import Path
from typing import Final

from indigo import _core
from indigo.i18n import words
from indigo.svg.geometry import Point
from indigo.svg.plot import Sheet
from indigo.train.history import read_history
from indigo.train.plots import curves_svg

HERE: Final = Path(__file__).parents[1] / "docs" / "pictures" / "learning"
_HEIGHT: Final = 34
GIVEN_AWAY: Final = {
    "as it was": ((8_000, 0.832, 0.231), (20_000, 0.895, 0.220), (60_000, 0.801, 0.195), (350_000, 0.817, 0.265)),
    "as it is": ((8_000, 0.338, 0.137), (20_000, 0.391, 0.160), (60_000, 0.263, 0.136), (350_000, 0.379, 0.174)),
}
"""By plan: nodes, per cent given away, and the interval of 95 %."""


def network() -> str:
    """From gems and standings to chances."""
    sheet = Sheet(900, 400, "light", "The network")
    ink = sheet.colours["ink"]

    def layer(x: float, y: float, width: float, text: str, colour: str = "#fff") -> tuple[Point, Point]:
        """A box with words in it; where arrows come in and go out."""
        sheet.box(Point(x, y), width, _HEIGHT, colour, edge=ink)
        sheet.words(text, Point(x + width / 2, y + 22), anchor="middle", size=14)
        return Point(x, y + _HEIGHT / 2), Point(x + width, y + _HEIGHT / 2)

    def arrow(start: Point, end: Point) -> None:
        sheet.line(start, end, ink, 1.5)
        sheet.dot(end, 2.5, ink, ink)

    gem, player = _core.GEM_FEATURES, _core.PLAYER_FEATURES
    wide, wider, last = _core.GEM_WIDTH, _core.PLAYER_WIDTH, _core.LAST_WIDTH
    sheet.words("once for each player", Point(40, 42), serif=True, size=20)
    sums = []
    for row in range(3):
        y = 80 + 56 * row
        texts = ("gem 1", "gem 2", "… gem 12")
        _, seen = layer(36, y, 158, f"{texts[row]}: {gem} bytes", sheet.colours["gold_light"])
        into, first = layer(230, y, 60, str(wide))
        again, second = layer(320, y, 60, str(wide))
        arrow(seen, into)
        arrow(first, again)
        sums.append(second)
    added, total = layer(430, 136, 140, f"sum: {wide}")
    for second in sums:
        arrow(second, added)
    _, others = layer(430, 80, 140, f"others: {wide}")
    _, standing = layer(430, 250, 140, f"standing: {player}", sheet.colours["gold_light"])
    _, sweep = layer(430, 320, 140, "the sweep’s price", sheet.colours["gold_light"])
    into, first = layer(610, 136, 60, str(wider))
    again, second = layer(700, 136, 60, str(last))
    for start in (total, others, standing):
        arrow(start, into)
    arrow(first, again)
    corrected, _ = layer(785, 136, 92, "correction")
    arrow(second, corrected)
    end, _ = layer(700, 320, 170, "chances and points")
    arrow(sweep, end)
    sheet.line(Point(830, 136 + _HEIGHT), Point(830, 320), ink, 1.5)
    sheet.dot(Point(830, 320), 2.5, ink, ink)
    sheet.words("a softmax over the players", Point(785, 376), anchor="middle", size=13)
    return str(sheet)


def plans() -> str:
    """What the old plan and the new one give away, by nodes: the numbers of benchmarks/plans.py in learning.md."""
    sheet = Sheet(900, 380, "light", "What the old plan and the new one give away")
    ink, colours = sheet.colours["ink"], (sheet.colours["ink"], "#2a6f97")
    left, right, top, bottom, most = 80.0, 700.0, 70.0, 320.0, 1.2

    def spot(nodes: int, share: float) -> Point:
        across = (log10(nodes) - log10(6_000)) / (log10(450_000) - log10(6_000))
        return Point(left + (right - left) * across, bottom - (bottom - top) * share / most)

    sheet.words("Winning chance given away with a move", Point(40, 42), serif=True, size=20)
    for tenth in range(0, 13, 4):
        height = spot(8_000, tenth / 10).y
        sheet.line(Point(left, height), Point(right, height), ink, 0.3)
        sheet.words(f"{tenth / 10:.1f} %", Point(left - 10, height + 5), anchor="end", size=13)
    for nodes in (8_000, 20_000, 60_000, 350_000):
        sheet.words(f"{nodes:,}", Point(spot(nodes, 0).x, bottom + 22), anchor="middle", size=13)
    sheet.words("nodes a move", Point((left + right) / 2, bottom + 44), anchor="middle", size=13)
    for (name, shares), colour in zip(GIVEN_AWAY.items(), colours, strict=True):
        spots = [spot(nodes, share) for nodes, share, _ in shares]
        for start, end in pairwise(spots):
            sheet.line(start, end, colour, 2)
        for nodes, share, margin in shares:
            sheet.line(spot(nodes, share - margin), spot(nodes, share + margin), colour, 1)
            sheet.dot(spot(nodes, share), 4, colour, colour)
        sheet.words(name, Point(spots[-1].x + 14, spots[-1].y + 5), size=14)
    return str(sheet)


if __name__ == "__main__":
    HERE.mkdir(parents=True, exist_ok=True)
    (HERE / "network.svg").write_text(network(), encoding="utf-8")
    (HERE / "plans.svg").write_text(plans(), encoding="utf-8")
    curves = curves_svg(read_history(HERE / "history.jsonl"), words("en"))
    (HERE / "curves.svg").write_text(curves, encoding="utf-8")
