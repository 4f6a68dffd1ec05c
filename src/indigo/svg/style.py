"""How every part of a picture is painted, in light and dark."""

from __future__ import annotations

from typing import Final

from indigo.design import Theme, design

_PROPORTIONS: Final = design()["proportions"]
_LINE: Final = "fill:none;stroke-linejoin:round;stroke-linecap:round"
_ROUTE: Final = f"stroke-width:{_PROPORTIONS['route']:g}"
_RIM: Final = f"stroke-width:{_PROPORTIONS['route'] + 2 * _PROPORTIONS['rim']:g}"
_SIDE: Final = _PROPORTIONS["side"] - _PROPORTIONS["tile_inset"]
_EDGE: Final = (  # an edge is drawn last and leaves a gap in the middle of every side, where a route may come out
    f"fill:none;stroke-width:2.5;stroke-linejoin:round;stroke-dasharray:{_SIDE - _PROPORTIONS['route']:g} "
    f"{_PROPORTIONS['route']:g};stroke-dashoffset:{-_PROPORTIONS['route'] / 2:g}"
)

PAINTS: Final[dict[str, str]] = {
    "cloth": "fill:{cloth}",
    "plate": "fill:{plate};stroke:{plate};stroke-width:36;stroke-linejoin:round",
    "cell": "fill:{board};stroke:{cell_line};stroke-width:1.6",
    "gold": "fill:{gold};stroke:{gold_deep};stroke-width:2.5;stroke-linejoin:round",
    "shine": _LINE + ";stroke:{gold_light};stroke-width:2.5",
    "door": _LINE + ";stroke:{door};" + _ROUTE,
    "seat": "fill:{seat};stroke:{gold_deep};stroke-width:3",
    "tile": "fill:{tile}",
    "tile-edge": _EDGE + ";stroke:{tile_edge}",
    "rim": "fill:none;stroke:{rim};" + _RIM,
    "route": "fill:none;stroke:{route};" + _ROUTE,
    "treasure": "fill:{treasure};stroke:{treasure_edge};stroke-width:2.5;stroke-linejoin:round",
    "treasure-arrow": "fill:{treasure_arrow}",
    "treasure-spent": "fill:{treasure_spent}",
    "centre": "fill:{centre};stroke:{centre_edge};stroke-width:2.5;stroke-linejoin:round",
    "centre-arrow": "fill:{centre_arrow}",
    "centre-spent": "fill:{centre_spent}",
    "gem-rim": "fill:{gem_rim};stroke:{gem_rim};stroke-width:6.5;stroke-linejoin:round",
    "gem-line": _LINE + ";stroke:{gem_line};stroke-width:2",
    "label": _LINE + ";stroke:{label};stroke-width:1.7",
    "tile-label": _LINE + ";stroke:{tile_label};stroke-width:1.7",
    "treasure-label": _LINE + ";stroke:{treasure_arrow};stroke-width:1.7",
    "gold-label": _LINE + ";stroke:{seat};stroke-width:1.7",
    "mark": _LINE + ";stroke:{mark};stroke-width:7",
    "mark-line": _LINE + ";stroke:{mark_line};stroke-width:11",
    "place": "fill:{place};fill-opacity:.22;stroke:{place};stroke-width:3.5;stroke-linejoin:round",
    "ghost": _LINE + ";stroke:{mark};stroke-width:4;stroke-dasharray:11 9",
    "ghost-line": _LINE + ";stroke:{mark_line};stroke-width:6",
    "way": _LINE + ";stroke:{gem_rim};stroke-width:10",
    "way-arrow": "fill:{gem_rim};stroke:{gem_rim};stroke-width:5;stroke-linejoin:round",
    "way-start": "stroke:{gem_rim};stroke-width:3",
    "flash": "fill:{flash};stroke:{flash_line};stroke-width:3;stroke-linejoin:round",
}
"""By class: the style, with the names of the theme's colours in braces."""


def _rules(prefix: str, colours: dict[str, str], unlike: dict[str, str], used: set[str]) -> str:
    rules = ""
    for paint, style in PAINTS.items():
        filled = style.format_map(colours)
        if paint in used and filled != style.format_map(unlike):
            rules += f".{prefix}{paint}{{{filled}}}"
    return rules


def style(theme: Theme, prefix: str, used: set[str]) -> str:
    """The style sheet for the paints *used*. `auto` is light, and dark wherever the reader prefers dark."""
    themes = design()["themes"]
    nothing = dict.fromkeys(themes["light"], "")
    rules = _rules(prefix, themes["dark" if theme == "dark" else "light"], nothing, used)
    if theme == "auto":
        dark = _rules(prefix, themes["dark"], themes["light"], used)
        rules += f"@media(prefers-color-scheme:dark){{{dark}}}"
    return f"<style>{rules}</style>"
