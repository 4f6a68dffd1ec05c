"""A run as a picture: losses over the epochs, ratings over the generations, and whether chances mean what they say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from indigo.design import design
from indigo.i18n import Words
from indigo.svg.geometry import Point, at, number
from indigo.svg.plot import PlotTheme, Sheet
from indigo.train.calibration import Bin, from_data, mean_gap
from indigo.train.history import Entry

_WIDTH: Final = 960
_MARGIN: Final = 40
_DASHES: Final = {1: "", 2: "7 5"}
"""By tiles in hand: the line of a table."""


def curves_svg(entries: Sequence[Entry], say: Words, *, theme: PlotTheme = "light") -> str:
    """The whole run: what was understood, how strong it became, and how honest its chances are."""
    sheet = Sheet(_WIDTH, 1090, theme, say("train.plot_title"))
    seen = entries[-1]["games_seen"] if entries else 0
    sheet.words(say("train.plot_title"), Point(_MARGIN, 52), size=26, serif=True)
    sheet.words(say("train.plot_games", games=say.number(seen)), Point(_MARGIN, 78), size=14)
    _losses(sheet, entries, say, top=130)
    _ratings(sheet, entries, say, top=520)
    if entries:
        _reliability(sheet, from_data(entries[-1]["understanding"]["calibration"]), say, Point(_MARGIN + 36, 800), 240)
        _legend(sheet, entries[-1], say, Point(440, 800))
    return str(sheet)


def reliability_svg(bins: Sequence[Bin], title: str, note: str, say: Words, *, theme: PlotTheme = "light") -> str:
    """Of the positions given 70 %, how many were won."""
    sheet = Sheet(_WIDTH, 720, theme, title)
    sheet.words(title, Point(_MARGIN, 52), size=26, serif=True)
    sheet.words(note, Point(_MARGIN, 78), size=14)
    _reliability(sheet, bins, say, Point(_MARGIN + 50, 120), 520, labels=True)
    return str(sheet)


# ------------------------------------------------------------------------------------------------ losses


def _losses(sheet: Sheet, entries: Sequence[Entry], say: Words, top: float) -> None:
    """By epoch and table: the loss on held-out games, as a part of what random fillings lose."""
    left, right, tall = 90.0, _WIDTH - 120.0, 300.0
    series: dict[str, list[float]] = {}
    starts: list[int] = []
    epochs = 0
    for entry in entries:
        starts.append(epochs)
        fillings = entry["understanding"]["fillings"]
        for epoch in entry["epochs"]:
            epochs += 1
            for table, base in fillings.items():
                series.setdefault(table, []).append(epoch[table] / base if table in epoch and base else 1.0)
    values = [value for line in series.values() for value in line] or [1.0]
    low, high = min(0.9, *values), max(1.02, *values)
    sheet.words(say("train.plot_losses"), Point(_MARGIN, top - 14), size=16, bold=True)

    def spot(epoch: float, value: float) -> Point:
        across = (right - left) * (epoch + 0.5) / max(1, epochs)
        return Point(left + across, top + tall * (high - value) / (high - low))

    for step in range(6):
        value = low + (high - low) * step / 5
        y = spot(0, value).y
        sheet.line(Point(left, y), Point(right, y), sheet.colours["cell_line"], 0.7)
        sheet.words(say.percent(value, 1), Point(left - 10, y + 4), size=12, anchor="end")
    even = spot(0, 1.0).y
    sheet.line(Point(left, even), Point(right, even), sheet.colours["gold_deep"], 2, dashes="2 6")
    for place, start in enumerate(starts):
        x = left + (right - left) * start / max(1, epochs)
        sheet.line(Point(x, top), Point(x, top + tall), sheet.colours["cell_line"], 0.7, dashes="1 5")
        if place % max(1, len(starts) // 12) == 0:
            sheet.words(str(place + 1), Point(x + 4, top + tall + 18), size=12)
    labels: list[float] = []
    for table, line in sorted(series.items(), key=lambda item: item[1][-1]):
        layout, hand = table.split("/")
        colour = _colour(layout)
        points = [spot(epoch, value) for epoch, value in enumerate(line)]
        _curve(sheet, points, colour, _DASHES[int(hand)])
        y = min(points[-1].y, labels[-1] - 15) if labels else points[-1].y  # from the lowest up, none over another
        labels.append(y)
        sheet.words(table, Point(right + 8, y + 4), size=13)
    sheet.words(say("train.plot_generations"), Point(right, top + tall + 36), size=12, anchor="end")


def _colour(layout: str) -> str:
    """Each layout has a player's colour; white would not be seen."""
    looks = design()["players"]
    place = {"2": 0, "3": 1, "3own": 3}.get(layout)
    return str(looks[place]["fill"]) if place is not None else str(design()["themes"]["light"]["gold_deep"])


def _curve(sheet: Sheet, points: Sequence[Point], colour: str, dashes: str) -> None:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    way = "L".join(at(point) for point in points)
    sheet.add(f'<path d="M{way}" fill="none" stroke="{colour}" stroke-width="2.5" stroke-linejoin="round"{dashed}/>')
    if len(points) < 60:
        for point in points:
            sheet.add(f'<circle cx="{number(point.x)}" cy="{number(point.y)}" r="3" fill="{colour}"/>')


# ------------------------------------------------------------------------------------------------ ratings


def _ratings(sheet: Sheet, entries: Sequence[Entry], say: Words, top: float) -> None:
    """By generation: the rating, 0 being whoever stood at the gate first, with the interval of its match."""
    left, right, tall = 90.0, _WIDTH - 120.0, 190.0
    opponent = entries[0]["gate"]["opponent"] if entries else ""
    sheet.words(say("train.plot_ratings", opponent=opponent), Point(_MARGIN, top - 14), size=16, bold=True)
    rated = [entry for entry in entries if entry["rating"] is not None]
    ends = [value for entry in rated for value in entry["rating_interval"]]
    low, high = min(-50.0, *ends) if ends else -50.0, max(50.0, *ends) if ends else 50.0
    most = max((entry["generation"] for entry in entries), default=1)

    def spot(generation: float, rating: float) -> Point:
        return Point(left + (right - left) * (generation - 0.5) / most, top + tall * (high - rating) / (high - low))

    step = next((size for size in (25, 50, 100, 200, 500) if (high - low) / size <= 8), 1000)
    rating = step * -(-int(low) // step)
    while rating <= high:
        y = spot(1, rating).y
        gold = rating == 0
        colour = sheet.colours["gold_deep" if gold else "cell_line"]
        sheet.line(Point(left, y), Point(right, y), colour, 2 if gold else 0.7, dashes="2 6" if gold else "")
        sheet.words(f"{rating:+d}" if rating else "0", Point(left - 10, y + 4), size=12, anchor="end")
        rating += step
    for entry in rated:
        ink = sheet.colours["ink"]
        bottom, peak = (spot(entry["generation"], value) for value in entry["rating_interval"])
        sheet.line(bottom, peak, ink, 2)
        taken = entry["gate"]["verdict"] == "better"
        fill = sheet.colours["gold"] if taken else sheet.colours["cloth"]
        sheet.dot(spot(entry["generation"], entry["rating"]), 6, fill, ink)
        if entry["generation"] % max(1, most // 12) == 0:
            place = Point(bottom.x, top + tall + 22)
            sheet.words(str(entry["generation"]), place, size=12, anchor="middle")


# ------------------------------------------------------------------------------------------------ calibration


def _reliability(
    sheet: Sheet, bins: Sequence[Bin], say: Words, corner: Point, size: float, *, labels: bool = False
) -> None:
    """A square from 0 to 1 both ways: a chance that means what it says lies on the diagonal."""
    ink, faint = sheet.colours["ink"], sheet.colours["cell_line"]
    if not labels:
        sheet.words(say("train.plot_calibration"), Point(_MARGIN, corner.y - 14), size=16, bold=True)

    def spot(given: float, won: float) -> Point:
        return Point(corner.x + size * given, corner.y + size * (1 - won))

    for fifth in range(6):
        sheet.line(spot(fifth / 5, 0), spot(fifth / 5, 1), faint, 0.7)
        sheet.line(spot(0, fifth / 5), spot(1, fifth / 5), faint, 0.7)
        below, beside = spot(fifth / 5, 0), spot(0, fifth / 5)
        sheet.words(say.percent(fifth / 5), Point(below.x, below.y + 18), size=12, anchor="middle")
        sheet.words(say.percent(fifth / 5), Point(beside.x - 8, beside.y + 4), size=12, anchor="end")
    sheet.line(spot(0, 0), spot(1, 1), sheet.colours["gold_deep"], 2, dashes="2 6")
    whole = max((one.count for one in bins), default=1) or 1
    for one in bins:
        if not one.count:
            continue
        place = spot(one.given, one.won)
        if one.margin:
            low, high = max(0.0, one.won - one.margin), min(1.0, one.won + one.margin)
            sheet.line(spot(one.given, low), spot(one.given, high), ink, 2)
        sheet.dot(place, 4 + 5 * (one.count / whole) ** 0.5, sheet.colours["gold"], ink)
        if labels:
            given, won, margin = (say.percent(share, 1) for share in (one.given, one.won, one.margin))
            text = f"{given} → {won} ± {margin} ({say.number(one.count)})"
            beside = spot(1, (one.low + one.high) / 2)
            sheet.words(text, Point(beside.x + 40, beside.y + 5), size=14)
    below = spot(0.5, 0)
    sheet.words(say("train.plot_given"), Point(below.x, below.y + 40), size=13, anchor="middle")
    if labels:
        sheet.words(say("train.plot_won"), Point(corner.x + size + 40, corner.y - 14), size=14, bold=True)


def _legend(sheet: Sheet, entry: Entry, say: Words, corner: Point) -> None:
    """What the last model knows, in numbers."""
    known = entry["understanding"]
    sheet.words(entry["model"], Point(corner.x, corner.y - 14), size=16, bold=True)
    lines = [
        say("train.loss_line", table=table, loss=say.number(known["losses"][table], 4), fillings=say.number(base, 4))
        for table, base in known["fillings"].items()
    ]
    gap = mean_gap(from_data(known["calibration"]))
    lines.append(say("train.gap_line", gap=say.percent(gap, 1)))
    for place, line in enumerate(lines):
        sheet.words(line, Point(corner.x, corner.y + 14 + 24 * place), size=14)
