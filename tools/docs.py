"""Make the parts of the documentation that follow from the game itself: `python tools/docs.py`, or `make docs`.

Pictures, the ten figures, and the rules in six languages with their figures. What this makes is kept in the repository,
so that it can be read anywhere, and a test holds it equal to what this would make now.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Final

from indigo.board import CELL_NUMBER, COLOURS, GEMS, KINDS
from indigo.design import design
from indigo.figures import Scene, figures
from indigo.i18n import LANGUAGES, rules_text, words
from indigo.notation import read_move, read_position
from indigo.rules import Game
from indigo.svg import board_svg, gem_svg, picture_of, tile_svg, token_svg

HERE: Final = Path(__file__).parents[1] / "docs"

_MID_GAME: Final = (
    "*A02*/D2B0E1A02/E2B0D2B03/E3C1B0A04/*C1E3D1*3*/2B0E24/1D1D0D2B0C01/D0E4C0A1E0D1/*C22* "
    "Ae33,Ag24,Ah42,Ef34,Ef41 4 3 D/E/E/C 000/000/110/110"
)
_MOVE: Final = "f2E1+D"
"""A tile that wins an emerald for two and sends an amber on its way."""


def pictures() -> dict[str, str]:
    """Every picture, by its path here."""
    turn = Game.at(read_position(_MID_GAME)).play(_MOVE)
    start = Game.shuffled("2", seed=1)
    drawn = {
        "board.svg": board_svg(turn, size=720),
        "board-dark.svg": board_svg(turn, size=720, theme="dark"),
        "start.svg": board_svg(start, size=720, coordinates=True),
        **{f"tile-{kind}.svg": tile_svg(kind, size=96) for kind in KINDS},
        **{f"{design()['gems'][gem]['name']}.svg": gem_svg(gem, size=48) for gem in GEMS},
        **{f"token-{colour}.svg": token_svg(player, size=48) for player, colour in enumerate(COLOURS, start=1)},
        **{f"figure-{scene.number}.svg": figure_svg(scene) for scene in figures()},
    }
    return {f"pictures/{name}": svg for name, svg in drawn.items()}


def figure_svg(scene: Scene) -> str:
    """A figure with its move made, the gems' journeys drawn; a forbidden move is shown lying loosely on its cell."""
    position = read_position(scene.position)
    picture = picture_of(position)
    if scene.cell:
        picture = replace(picture, places=frozenset({CELL_NUMBER[scene.cell]}))
    elif scene.plays[0].error:
        move, _ = read_move(scene.plays[0].move)
        picture = replace(picture, ghost=(CELL_NUMBER[move.cell], move.kind, move.turn))
    else:
        picture = picture_of(Game.at(position).play(scene.plays[0].move, "?"))
    return board_svg(picture, size=480, title=words("en")(scene.message("title")))


def figures_page() -> str:
    """The ten figures with what they say, in English."""
    say = words("en")
    parts = ["# The ten figures\n\nEach is a scene that the tests play and the tutorial plays with you.\n"]
    for scene in figures():
        before, task, after = (say(scene.message(part)) for part in ("before", "task", "after"))
        title = say(scene.message("title"))
        moves = ", ".join(f"`{play.move}`" + (" (forbidden)" if play.error else "") for play in scene.plays)
        parts.append(
            f"## {scene.number}. {title}\n\n![{title}](pictures/figure-{scene.number}.svg)\n\n"
            f"{before} *{task}*\n\n{after}\n\nPosition `{scene.position}`" + (f", move {moves}\n" if moves else "\n")
        )
    return "\n".join(parts)


def rules_page(language: str) -> str:
    """The whole rules in a language, with the figures in their places."""
    text = rules_text(language)
    say = words(language)
    for scene in figures():
        link = f"![{say(scene.message('title'))}](../pictures/figure-{scene.number}.svg)"
        text = text.replace(f"![figure {scene.number}](figure-{scene.number})", link)
    return text


def first_board() -> str:
    """The board of the web app's first page as a picture, to look at while the app itself still arrives."""
    home = (HERE.parent / "web/src/pages/Home.svelte").read_text(encoding="utf-8")
    shown = re.search(r"readPosition\(\s*'([^']+)'", home)
    assert shown, "the first page shows a position"
    drawn = board_svg(read_position(shown[1]), theme="auto", cloth=False)
    return re.sub(r'viewBox="[^"]*"', 'viewBox="-505 -484 1010 968"', drawn)  # without a margin, as the app draws it


def documents() -> dict[str, str]:
    """Everything that is made, by its path in this folder."""
    rules = {f"rules/{language}.md": rules_page(language) for language in LANGUAGES}
    return {**pictures(), "figures.md": figures_page(), **rules, "../web/public/first-board.svg": first_board()}


if __name__ == "__main__":
    for name, text in documents().items():
        path = HERE / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    print(f"made {len(documents())} files in {HERE}")
