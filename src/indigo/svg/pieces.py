"""Single pieces as pictures: a tile, a gem, a token."""

from __future__ import annotations

from indigo.board import Gem, Kind
from indigo.design import Theme, design
from indigo.svg import shapes
from indigo.svg.document import document, prefix_for
from indigo.svg.geometry import APOTHEM, SIDE
from indigo.svg.shapes import Pen


def tile_svg(
    kind: Kind, turn: int = 0, *, theme: Theme = "light", size: int | None = None, prefix: str | None = None
) -> str:
    """A single route tile as a picture."""
    pen = Pen(prefix_for(kind, turn, theme) if prefix is None else prefix)
    body = pen.use(shapes.tile(pen, kind), turn=turn)
    box = (2 * APOTHEM + 6, 2 * SIDE + 6)
    return document(pen, theme, size, box, f"Route tile {kind}, turn {turn}", "", body)


def gem_svg(gem: Gem, *, theme: Theme = "light", size: int | None = None, prefix: str | None = None) -> str:
    """A single gem as a picture."""
    pen = Pen(prefix_for(gem, theme) if prefix is None else prefix)
    return document(
        pen, theme, size, (60, 60), design()["gems"][gem]["name"].capitalize(), "", pen.use(shapes.gem(pen, gem))
    )


def token_svg(player: int, *, theme: Theme = "light", size: int | None = None, prefix: str | None = None) -> str:
    """The token of a player, counted from 1, as a picture."""
    pen = Pen(prefix_for(player, theme) if prefix is None else prefix)
    title = f"Token of {design()['players'][player - 1]['name']}"
    return document(pen, theme, size, (48, 48), title, "", pen.use(shapes.token(pen, player)))
