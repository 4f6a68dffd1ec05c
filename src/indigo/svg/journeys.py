"""The ways that gems took in a turn: lines along the routes, a gem in the door where it left, a flash where two met."""

from __future__ import annotations

from typing import Final

from indigo.board import CELL_NUMBER, TREASURES
from indigo.design import design
from indigo.journeys import Exit, Journey, Meeting
from indigo.svg import shapes
from indigo.svg.geometry import (
    CENTRES,
    ORIGIN,
    OUTWARD,
    Point,
    at,
    curve,
    direction,
    halfway,
    halfway_u_turn,
    number,
    polygon,
    port,
    u_turn,
)
from indigo.svg.shapes import Pen

_DOOR: Final = 16
"""How far outside the board a gem lies that has left it."""


def _arrow_head(tip: Point, degrees: float, size: float) -> str:
    ahead, across = direction(degrees), direction(degrees + 90)
    back = tip.moved(ahead, -size)
    return polygon([tip, back.moved(across, size * 0.7), back.moved(across, size * -0.7)])


def journey_line(pen: Pen, journey: Journey) -> str:
    """A gem's way along the routes in its own colour: a ring where it stood, arrow heads where it changes tiles."""
    colour = design()["gems"][journey.gem]["fill"]
    start = port(CELL_NUMBER[journey.cell], journey.side)
    data, heads = f"M{at(start)}", ""
    for step, (name, side_in, side_out) in enumerate(journey.steps, start=1):
        cell = CELL_NUMBER[name]
        half = step == len(journey.steps) and isinstance(journey.end, Meeting) and journey.end.inside
        data += (u_turn if cell in TREASURES else curve)(side_in, side_out, CENTRES[cell], half=half)
        if step < len(journey.steps):
            heads += _arrow_head(port(cell, side_out).moved(OUTWARD[side_out], 7), 30 + 60 * side_out, 14)
    if isinstance(journey.end, Exit):
        cell, side = CELL_NUMBER[journey.end.cell], journey.end.side
        out = port(cell, side).moved(OUTWARD[side], _DOOR)
        data += f"L{at(out)}"
    drawn = pen.path("way", data)
    if heads:
        drawn += pen.path("way-arrow", heads)
    drawn += f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="5.5" stroke-linejoin="round"/>'
    if heads:
        drawn += f'<path d="{heads}" fill="{colour}"/>'
    pen.paints.add("way-start")
    circle = f'<circle class="{pen.prefix}way-start" cx="{number(start.x)}" cy="{number(start.y)}" r="7"'
    return f'{drawn}{circle} fill="{colour}"/>'


def journey_ends(pen: Pen, journeys: tuple[Journey, ...]) -> str:
    """A gem lying in the door by which it left, and a flash where two met."""
    drawn = ""
    for index, journey in enumerate(journeys):
        if isinstance(journey.end, Exit):
            cell, side = CELL_NUMBER[journey.end.cell], journey.end.side
            drawn += pen.use(shapes.gem(pen, journey.gem), port(cell, side).moved(OUTWARD[side], _DOOR), scale=0.75)
        elif isinstance(journey.end, Meeting) and index < journey.end.journey:
            name, side_in, side_out = journey.steps[-1]
            cell = CELL_NUMBER[name]
            place = (
                (halfway_u_turn if cell in TREASURES else halfway)(side_in, side_out, CENTRES[cell])
                if journey.end.inside
                else port(cell, side_out)
            )
            if "flash" not in pen.pieces:
                rays = [
                    ORIGIN.moved(direction(ray * 22.5), 12 if ray % 2 else 27 if ray % 4 == 0 else 22)
                    for ray in range(16)
                ]
                pen.piece("flash", pen.path("flash", polygon(rays)))
            drawn += pen.use("flash", place)
    return drawn
