"""The ten figures of the rulebook, for the tutorial and for the pictures of the rules."""

from __future__ import annotations

from functools import cache
from typing import Literal

from fastapi import APIRouter
from typing_extensions import TypedDict

from indigo.figures import Scene, figures
from indigo.notation import read_position
from indigo.server.codec import Placements, journey_words, placements
from indigo.server.routes import answers

router = APIRouter(prefix="/api", tags=["learning"])


class FigurePlay(TypedDict):
    """A move of a figure, and what comes of it."""

    move: str
    journeys: str
    awards: list[tuple[int, str]]
    error: str | None


class Figure(TypedDict):
    """A figure of the rulebook, to be played."""

    number: int
    position: str
    placements: dict[str, Placements]
    plays: list[FigurePlay]
    accepts: list[str] | Literal["any"]
    refused: list[str]
    cell: str | None


class Figures(TypedDict):
    """All ten, in order."""

    scenes: list[Figure]


@router.get("/scenes", summary="The ten figures of the rulebook", **answers(Figures))
async def scenes() -> Figures:
    """Positions, what may be placed and what it would do, and which moves answer the figure's task."""
    return {"scenes": list(_figures())}


@cache
def _figures() -> tuple[Figure, ...]:
    return tuple(_figure(scene) for scene in figures())


def _figure(scene: Scene) -> Figure:
    position = read_position(scene.position)
    hand = position.hands[position.player - 1]
    return {
        "number": scene.number,
        "position": scene.position,
        "placements": {kind: placements(position, kind) for kind in sorted(set(hand))},
        "plays": [
            {
                "move": play.move,
                "journeys": journey_words(play.journeys),
                "awards": [*play.awards],
                "error": play.error,
            }
            for play in scene.plays
        ],
        "accepts": "any" if scene.answers is None else sorted(scene.answers),
        "refused": sorted(scene.refused),
        "cell": scene.cell,
    }
