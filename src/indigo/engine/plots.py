"""Results as pictures: the table of a contest, the chances over a game, and what the engine sees on the board.

Everything is plain SVG in the game's own colours. Words are set in the reader's typefaces.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from textwrap import wrap
from typing import Final

from indigo.board import CELL_NUMBER, CENTRE, GATEWAYS, LAYOUTS, TREASURES
from indigo.design import design
from indigo.engine.analysis import GameAnalysis, GemChances, Moment, PositionAnalysis
from indigo.engine.arena.standings import Standings
from indigo.engine.bot import Line
from indigo.i18n import Words
from indigo.picture import Picture, picture_of
from indigo.svg import board_svg
from indigo.svg.geometry import CENTRES, OUTWARD, SIDE, Point, at, direction, hexagon, number, port
from indigo.svg.plot import SANS, PlotTheme, Sheet

_WIDTH: Final = 960
_MARGIN: Final = 40
_BUD: Final = 9.0
"""The radius of a flower's middle, where the gem is."""
_FULL_PETAL: Final = 1.3 * SIDE
"""The length of a petal that stands for certainty."""
_PETAL: Final = 50.0
"""A petal's width, in degrees."""


# ------------------------------------------------------------------------------------------------ a contest


def standings_svg(table: Standings, say: Words, *, theme: PlotTheme = "light") -> str:
    """The table of a contest: everybody's share of the wins, with its interval, around what equals would have."""
    step, top, left, right = 46, 112, 250, 210
    title = say("engine.plot_arena_title", games=say("game.games", n=table.games))
    sheet = Sheet(_WIDTH, top + step * len(table.rows) + 76, theme, title)
    ink, faint = sheet.colours["ink"], sheet.colours["cell_line"]
    bottom = top + step * len(table.rows)
    span = _WIDTH - left - right
    sheet.words(title, Point(_MARGIN, 52), size=26, serif=True)
    sheet.words(say("engine.plot_arena_share"), Point(left, 88), size=14)
    heading = say(f"engine.rating_{table.rating_system}")
    sheet.words(heading, Point(_WIDTH - _MARGIN, 88), size=14, anchor="end")
    for tenth in range(0, 11, 2):
        x = left + span * tenth / 10
        sheet.line(Point(x, top), Point(x, bottom), faint, 0.8)
        sheet.words(say.percent(tenth / 10), Point(x, bottom + 24), size=13, anchor="middle")
    par = left + span * table.par
    sheet.line(Point(par, top - 6), Point(par, bottom), sheet.colours["gold_deep"], 2.5, dashes="2 6")
    for place, row in enumerate(table.rows):
        y = top + step * (place + 0.5)
        sheet.words(row.name if len(row.name) <= 24 else row.name[:23] + "…", Point(left - 18, y + 5), anchor="end")
        low, high = left + span * row.share.low, left + span * row.share.high
        sheet.line(Point(low, y), Point(high, y), ink, 3)
        for end in (low, high):
            sheet.line(Point(end, y - 7), Point(end, y + 7), ink, 2)
        middle = left + span * row.share.mean
        sheet.dot(Point(middle, y), 8, sheet.colours["gold"], ink)
        sheet.words(say.percent(row.share.mean, 1), Point(middle, y - 13), size=13, anchor="middle", bold=True)
        rating = f"{say.number(row.rating.value, signed=True)} ± {say.number(row.rating.margin)}"
        if table.rating_system == "openskill":
            rating = f"{say.number(row.rating.value, 1)} ± {say.number(row.rating.margin, 1)}"
        sheet.words(rating, Point(_WIDTH - _MARGIN, y + 5), anchor="end")
    note = say("engine.plot_arena_note", deals=table.deals, layout=table.layout, hand=table.hand)
    sheet.words(note, Point(left, bottom + 54), size=13)
    return str(sheet)


# ------------------------------------------------------------------------------------------------ a game


def game_svg(analysis: GameAnalysis, say: Words, *, theme: PlotTheme = "light") -> str:
    """Everybody's chances over a game as bands, and below them what each move cost."""
    top, tall, gap, low_tall = 112, 300, 34, 90
    sheet = Sheet(_WIDTH, top + tall + gap + low_tall + 84, theme, say("engine.plot_game_title"))
    left, right = 76, _WIDTH - _MARGIN
    ink, faint = sheet.colours["ink"], sheet.colours["cell_line"]
    sheet.words(" – ".join(analysis.players), Point(_MARGIN, 52), size=26, serif=True)
    x = float(_MARGIN)
    for player, name in enumerate(analysis.players, start=1):
        sheet.token(player, Point(x + 10, 80))
        told = f"{name} ({say('engine.mean_loss', loss=say.percent(analysis.mean_loss(player)))})"
        sheet.words(told, Point(x + 28, 85), size=14)
        x += 50 + 7.6 * len(told)
    series = [moment.chances for moment in analysis.moments]
    if analysis.result is not None:
        series.append(analysis.result)
    if not series:
        series = [(1 / len(analysis.players),) * len(analysis.players)]
    step = (right - left) / max(1, len(series) - 1)
    _bands(sheet, series, Point(left, top), step, tall)
    for quarter in range(5):
        y = top + tall * quarter / 4
        sheet.line(Point(left, y), Point(right, y), ink if quarter == 2 else faint, 1.2, dashes="1 5")
        sheet.words(say.percent(1 - quarter / 4), Point(left - 10, y + 5), size=13, anchor="end")
    floor = top + tall + gap + low_tall
    most = max(0.2, *(moment.loss for moment in analysis.moments)) if analysis.moments else 0.2
    sheet.words(say("engine.plot_game_losses"), Point(left, top + tall + 22), size=13)
    for moment in analysis.moments:
        look = design()["players"][moment.player - 1]
        height = (low_tall - 20) * moment.loss / most
        corner = Point(left + step * (moment.number - 1) - min(5, step * 0.35), floor - height)
        sheet.box(corner, min(10, step * 0.7), height, look["fill"], edge=ink if height > 1 else "")
    sheet.line(Point(left, floor), Point(right, floor), ink, 1.2)
    for moment in _marked(analysis):
        place = Point(left + step * (moment.number - 1), floor - (low_tall - 20) * moment.loss / most)
        sheet.line(Point(place.x, top), Point(place.x, top + tall), ink, 1.2, dashes="4 5")
        sheet.words(str(moment.number), Point(place.x, place.y - 6), size=12, anchor="middle", bold=True)
    for count in range(0, len(series), 10):
        spot = Point(left + step * count, floor + 22)
        sheet.words(str(count + 1), spot, size=13, anchor="middle")
    sheet.words(say("engine.plot_game_moves"), Point(right, floor + 48), size=13, anchor="end")
    return str(sheet)


def _bands(sheet: Sheet, series: Sequence[Sequence[float]], corner: Point, step: float, tall: float) -> None:
    """Shares that make up 1, stacked: the first player on top."""
    above = [0.0] * len(series)
    for player in range(len(series[0])):
        look = design()["players"][player]
        below = [before + row[player] / (sum(row) or 1) for before, row in zip(above, series, strict=True)]
        upper = [Point(corner.x + step * place, corner.y + tall * value) for place, value in enumerate(above)]
        lower = [Point(corner.x + step * place, corner.y + tall * value) for place, value in enumerate(below)]
        outline = "M" + "L".join(at(point) for point in [*upper, *reversed(lower)]) + "Z"
        sheet.add(
            f'<path d="{outline}" fill="{look["fill"]}" stroke="{sheet.colours["gem_rim"]}" stroke-width="1.5" '
            'stroke-linejoin="round"/>'
        )
        above = below


def _marked(analysis: GameAnalysis) -> tuple[Moment, ...]:
    """The turning points that get their numbers in the picture: a handful, the dearest."""
    dearest = sorted(analysis.turning_points, key=lambda moment: -moment.loss)[:6]
    return tuple(sorted(dearest, key=lambda moment: moment.number))


# ------------------------------------------------------------------------------------------------ a position


def position_svg(analysis: PositionAnalysis, say: Words, *, theme: PlotTheme = "light") -> str:
    """The board with a flower at every gem, and the best moves beside it.

    A flower's petals point to the six gateways; the larger one is, the likelier the gem leaves there. A petal has the
    colours of the gateway's owners. The best move lies on the board, not yet placed.
    """
    shown = picture_of(analysis.position)
    best = analysis.thought.move
    picture = Picture(
        tiles=shown.tiles,
        gems=shown.gems,
        layout=shown.layout,
        ghost=(CELL_NUMBER[best.cell], best.kind, best.turn),
    )
    title = say("engine.plot_position_title")
    board = board_svg(picture, theme=theme, cloth=False, title=title)
    flowers = "".join(_flower(gem, picture.layout) for gem in analysis.gems)
    board = board.removesuffix("</svg>\n") + flowers + _expected(analysis, say) + "</svg>"
    side, panel = 900, 380
    sheet = Sheet(side + panel, side, theme, title)
    sheet.add(
        board.replace("<svg ", f'<svg x="10" y="{_MARGIN}" width="{side - 20}" height="{side - 2 * _MARGIN}" ', 1)
    )
    _ranking(sheet, analysis, Point(side + 6, 76), panel - 46, say)
    legend = wrap(say("engine.plot_position_legend"), 46)
    for place, words in enumerate(legend):
        sheet.words(words, Point(side + 6, side - 44 - 20 * (len(legend) - 1 - place)), size=14)
    return str(sheet)


def _ranking(sheet: Sheet, analysis: PositionAnalysis, corner: Point, wide: float, say: Words) -> None:
    """The best moves, each with everybody's chances as a bar."""
    player = analysis.position.player
    sheet.words(say("engine.plot_position_moves"), corner, size=26, serif=True)
    sheet.token(player, Point(corner.x + 10, corner.y + 30))
    colour = design()["players"][player - 1]["name"]
    sheet.words(say("engine.to_move", player=say(f"game.{colour}")), Point(corner.x + 28, corner.y + 35), size=14)
    for place, line in enumerate(analysis.thought.lines[:9]):
        y = corner.y + 74 + 62 * place
        sheet.words(str(line.move), Point(corner.x, y), size=17, bold=place == 0)
        sheet.words(say.percent(line.chances[player - 1], 1), Point(corner.x + wide, y), size=17, anchor="end")
        _bar(sheet, line, Point(corner.x, y + 9), wide)


def _bar(sheet: Sheet, line: Line, corner: Point, wide: float) -> None:
    x, whole = corner.x, sum(line.chances) or 1
    for look, chance in zip(design()["players"], line.chances, strict=False):
        sheet.box(Point(x, corner.y), wide * chance / whole, 12, look["fill"], edge=sheet.colours["ink"])
        x += wide * chance / whole


def _flower(gem: GemChances, layout: str) -> str:
    """Six petals around a gem, one towards each gateway: its area is the chance, its colours are the owners'."""
    middle = _place(gem)
    petals = ""
    for gateway, chance in zip(GATEWAYS, gem.gateways, strict=True):
        if chance < 0.005:
            continue
        owners = LAYOUTS[layout].owners[gateway.number - 1]
        wide = _PETAL / len(owners)
        for place, owner in enumerate(owners):
            start = 60 * (gateway.number - 1) - _PETAL / 2 + wide * place
            length = sqrt(_BUD**2 + (_FULL_PETAL**2 - _BUD**2) * chance)
            petals += _petal(middle, length, start, start + wide, design()["players"][owner - 1]["fill"])
    look = design()["gems"][gem.gem]
    return (
        f'{petals}<g transform="translate({at(middle)})scale(.62)" stroke="#fffdf5" stroke-linejoin="round">'
        f'<path d="{look["outline"]}" fill="{look["fill"]}" stroke-width="5"/>'
        f'<path d="{look["outline"]}" fill="{look["fill"]}" stroke="#1b1d47" stroke-width="2.5"/></g>'
    )


def _petal(middle: Point, length: float, start: float, end: float, colour: str) -> str:
    inner = [middle.moved(direction(degrees), _BUD) for degrees in (start, end)]
    outer = [middle.moved(direction(degrees), length) for degrees in (start, end)]
    bud, reach = number(_BUD), number(length)
    return (
        f'<path d="M{at(inner[0])}L{at(outer[0])}A{reach} {reach} 0 0 1 {at(outer[1])}L{at(inner[1])}'
        f'A{bud} {bud} 0 0 0 {at(inner[0])}Z" fill="{colour}" stroke="#1b1d47" stroke-width="1.6" '
        'stroke-linejoin="round"/>'
    )


def _place(gem: GemChances) -> Point:
    """Where a gem's flower stands: on the gem, or before the arrow by which it will leave a treasure tile."""
    cell = CELL_NUMBER[gem.cell]
    if cell == CENTRE:
        return port(cell, gem.side).moved(OUTWARD[gem.side], 18)
    if cell in TREASURES:
        return CENTRES[cell].moved(OUTWARD[gem.side], 15)
    return CENTRES[cell].moved(OUTWARD[gem.side], design()["proportions"]["gem_rest"])


def _expected(analysis: PositionAnalysis, say: Words) -> str:
    """In every gateway, the points that are still to be expected there."""
    drawn = ""
    for gateway in GATEWAYS:
        points = sum(gem.worth * gem.gateways[gateway.number - 1] for gem in analysis.gems)
        first, _ = gateway.sides
        outwards = direction(60 * (gateway.number - 1))
        peak = CENTRES[gateway.cells[1]].plus(hexagon(SIDE)[(first + 1) % 6]).moved(outwards, 26)
        drawn += (
            f'<text x="{number(peak.x)}" y="{number(peak.y + 7)}" font-family="{SANS}" font-size="20" '
            f'font-weight="600" text-anchor="middle" fill="#171a44">{say.number(points, 1)}</text>'
        )
    return drawn
