"""Draw the pictures of the documentation again: `python docs/pictures/make.py`.

They are kept in the repository, and a test holds them equal to what this draws.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from indigo.board import COLOURS, GEMS, KINDS
from indigo.design import design
from indigo.notation import read_position
from indigo.rules import Game
from indigo.svg import board_svg, gem_svg, tile_svg, token_svg

_MID_GAME: Final = (
    "*A02*/D2B0E1A02/E2B0D2B03/E3C1B0A04/*C1E3D1*3*/2B0E24/1D1D0D2B0C01/D0E4C0A1E0D1/*C22* "
    "Ae33,Ag24,Ah42,Ef34,Ef41 4 3 D/E/E/C 000/000/110/110"
)
_MOVE: Final = "f2E1+D"
"""A tile that wins an emerald for two and sends an amber on its way."""


def pictures() -> dict[str, str]:
    """Every picture of the documentation, by file name."""
    turn = Game.at(read_position(_MID_GAME)).play(_MOVE)
    start = Game.shuffled("2", seed=1)
    return {
        "board.svg": board_svg(turn, size=720),
        "board-dark.svg": board_svg(turn, size=720, theme="dark"),
        "start.svg": board_svg(start, size=720, coordinates=True),
        **{f"tile-{kind}.svg": tile_svg(kind, size=96) for kind in KINDS},
        **{f"{design()['gems'][gem]['name']}.svg": gem_svg(gem, size=48) for gem in GEMS},
        **{f"token-{colour}.svg": token_svg(player, size=48) for player, colour in enumerate(COLOURS, start=1)},
    }


if __name__ == "__main__":
    for name, svg in pictures().items():
        Path(__file__).with_name(name).write_text(svg, encoding="utf-8")
