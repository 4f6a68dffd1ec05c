"""The board as a picture.

`board_svg` draws a game, a position, a turn, or a `Picture` of your own; `tile_svg`, `gem_svg` and `token_svg` draw
single pieces; `png` turns a picture into a PNG.
"""

from __future__ import annotations

from indigo.design import Theme
from indigo.journeys import Turn
from indigo.picture import Picture, picture_of
from indigo.position import Position
from indigo.rules import Game
from indigo.svg.drawing import draw
from indigo.svg.pieces import gem_svg, tile_svg, token_svg
from indigo.svg.png import PngUnavailable, png

__all__ = ["Picture", "PngUnavailable", "board_svg", "gem_svg", "picture_of", "png", "tile_svg", "token_svg"]


def board_svg(
    shown: Game | Position | Turn | Picture,
    *,
    theme: Theme = "light",
    coordinates: bool = False,
    journeys: bool | None = None,
    size: int | None = None,
    cloth: bool = True,
    prefix: str | None = None,
    title: str = "A game of Indigo",
    description: str | None = None,
) -> str:
    """Draw the board of a game, a position, a turn, or a `Picture` of your own, as SVG.

    *theme* is `"light"`, `"dark"`, or `"auto"`, which follows the reader's preference; *coordinates* names the cells
    and numbers the gateways; *journeys* draws the ways that gems took in the last turn (by default where *shown* is a
    turn); *size* is the width in pixels, without it the picture fills the room it gets; *cloth* paints the table around
    the board. Ids begin with *prefix*: by default one that differs from picture to picture, so that many can stand on
    one page. *title* and *description* are read out to those who do not see the picture.

    The same arguments give the same bytes.

    >>> board_svg(Game.shuffled(seed=1))[:42]
    '<svg xmlns="http://www.w3.org/2000/svg" vi'
    """
    picture = shown if isinstance(shown, Picture) else picture_of(shown, journeys=journeys)
    return draw(
        picture,
        theme=theme,
        coordinates=coordinates,
        size=size,
        cloth=cloth,
        prefix=prefix,
        title=title,
        description=description,
    )
