"""What happened, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from indigo.board import ARROWS, CELL_NUMBER, POINTS
from indigo.i18n import Words
from indigo.journeys import Exit, Journey, Meeting, Turn

_NAMES: Final = {"A": "amber", "E": "emerald", "S": "sapphire"}


def told_turn(turn: Turn, players: Sequence[str], say: Words) -> list[str]:
    """A whole turn in sentences: the tile, then every gem that moved."""
    placed = say("terminal.placed", name=players[turn.player - 1], move=turn.move)
    return [placed, *(told_journeys(turn, players, say) or [say("terminal.nothing_moves")])]


def told_journeys(turn: Turn, players: Sequence[str], say: Words) -> list[str]:
    """What the gems did, a sentence for each thing that happened."""
    sentences: list[str] = []
    for number, journey in enumerate(turn.journeys):
        gem = _NAMES[journey.gem]
        if (CELL_NUMBER[journey.cell], journey.side) in ARROWS:
            sentences.append(say(f"terminal.leaves_{gem}", cell=journey.cell))
        end = journey.end
        if isinstance(end, Meeting):
            if end.journey > number or len(turn.journeys) == 1:
                continue  # told once, with the second of the two
            first, second = sorted((journey.gem, end.gem))
            sentences.append(say(f"terminal.met_{_NAMES[first]}_{_NAMES[second]}"))
        elif isinstance(end, Exit):
            sentences.append(_won(journey, end, players, say))
        else:
            sentences.append(say(f"terminal.rests_{gem}", cell=end.cell))
    return sentences


def _won(journey: Journey, end: Exit, players: Sequence[str], say: Words) -> str:
    gem = _NAMES[journey.gem]
    points = say("game.points", n=POINTS[journey.gem])
    names = [players[owner - 1] for owner in end.owners]
    if len(names) == 1:
        return say(f"terminal.won_{gem}", gateway=end.gateway, name=names[0], points=points)
    return say(f"terminal.won_both_{gem}", gateway=end.gateway, name=names[0], other=names[1], points=points)
