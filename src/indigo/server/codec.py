"""Journeys as short words for the wire: `Ee513024>2`. docs/api.md explains them letter by letter."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from typing_extensions import TypedDict

from indigo.board import CELL_NUMBER, CELLS, EXIT_SIDES, KINDS, NEIGHBOURS, OUTSIDE, PORTS, TURNS, joins_exits
from indigo.journeys import Exit, Journey, Meeting, trace_journeys
from indigo.moves import PLACEMENTS, Move
from indigo.position import EMPTY_CELL, NO_GEM, Position


class Placements(TypedDict):
    """Where a tile of one kind may go and what it would do there."""

    turns: int
    forbidden: dict[str, str]
    moves: dict[str, list[str]]


def journey_word(journey: Journey) -> str:
    """One journey as one word."""
    outs = "".join(str(step.side_out) for step in journey.steps)
    end = journey.end
    if isinstance(end, Exit):
        mark = f">{end.gateway}"
    elif isinstance(end, Meeting):
        mark = f"{'*' if end.inside else 'x'}{end.journey}"
    else:
        mark = "."
    return f"{journey.gem}{journey.cell}{journey.side}{outs}{mark}"


def journey_words(journeys: Iterable[Journey]) -> str:
    """The journeys of one turn, with spaces between."""
    return " ".join(map(journey_word, journeys))


_FORBIDDEN: Final[dict[str, dict[int, str]]] = {
    kind: {
        cell: turns
        for cell in EXIT_SIDES
        if (turns := "".join(str(turn) for turn in range(TURNS[kind]) if joins_exits(cell, kind, turn)))
    }
    for kind in KINDS
}


def placements(position: Position, kind: str) -> Placements:
    """What the tile would do on every empty cell, in every turn: only what is worth saying."""
    tiles, gems = position.tiles, position.gems
    moves: dict[str, list[str]] = {}
    for cell in position.inner + position.border:
        if not any(gems[port] != NO_GEM for port in PORTS[cell]):
            continue
        name = CELLS[cell]
        words: list[str] = []
        for turn in range(TURNS[kind]):
            placement = PLACEMENTS.get(Move(name, kind, turn))
            if placement is None:
                words.append("")
                continue
            after = position._replace(tiles=tiles[:cell] + placement.tile + tiles[cell + 1 :])
            words.append(journey_words(trace_journeys(position, after, cell)))
        moves[name] = words
    forbidden = {CELLS[cell]: turns for cell, turns in _FORBIDDEN[kind].items() if tiles[cell] == EMPTY_CELL}
    return {"turns": TURNS[kind], "forbidden": forbidden, "moves": moves}


def read_journey(word: str) -> tuple[str, list[tuple[str, int, int]], str]:
    """A journey word read back: the gem, the (cell, way in, way out) of every tile, the end mark."""
    gem, cell, side = word[0], CELL_NUMBER[word[1:3]], int(word[3])
    rest = word[4:]
    end = next(place for place, letter in enumerate(rest) if not letter.isdigit())
    steps: list[tuple[str, int, int]] = []
    for digit in rest[:end]:
        cell, way_in, out = NEIGHBOURS[cell][side], (side + 3) % 6, int(digit)
        if cell == OUTSIDE:
            raise ValueError(f"{word!r} leads off the board")
        steps.append((CELLS[cell], way_in, out))
        side = out
    return gem, steps, rest[end:]
