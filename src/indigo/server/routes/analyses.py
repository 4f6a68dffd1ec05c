"""What the engine thinks of finished games."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import Field, model_validator

from indigo.rules import Game
from indigo.server.dependencies import Player, Services, Shared
from indigo.server.errors import Refusal
from indigo.server.responses import Analysis
from indigo.server.routes import answers
from indigo.server.routes.records import recorded_game
from indigo.server.routes.tables import finished_round
from indigo.server.table.settings import Strict, TableId

router = APIRouter(prefix="/api/analyses", tags=["analyses"])


class GameToAnalyse(Strict):
    """A finished game of a table or of a record."""

    table: TableId | None = None
    record: TableId | None = None
    game: int = Field(default=1, ge=1, le=99)

    @model_validator(mode="after")
    def _one(self) -> GameToAnalyse:
        if (self.table is None) == (self.record is None):
            raise ValueError("name a table or a record")
        return self


@router.post("", summary="Have a game analysed", **answers(Analysis, 401, 403, 404, 409, 503, status=202))
async def ask(wanted: GameToAnalyse, services: Shared, me: Player) -> Analysis:
    """The same game is analysed once; ask for the answer until it is done."""
    services.limiter.spend("analyses", me.player or "")
    game = await _game(services, wanted.table, wanted.record, wanted.game)
    return await services.analyst.ask(f"{wanted.table or wanted.record}/{wanted.game}", game)


async def _game(services: Services, table: str | None, record: str | None, number: int) -> Game:
    if table is None:
        return (await recorded_game(services, record or "", number))[0]
    if "\0" in table:  # PostgreSQL cannot be asked for it
        raise Refusal("not_found", "there is no such table")
    return finished_round((await services.tables.current(table)).state, number).game


@router.get("/{analysis}", summary="An analysis", **answers(Analysis, 404))
async def get(analysis: Annotated[str, Path(max_length=40)], services: Shared) -> Analysis:
    """As far as it has come."""

    async def game_of(source: str) -> Game:
        name, _, number = source.rpartition("/")
        table, record = (None, name) if name.startswith("r_") else (name, None)
        return await _game(services, table, record, int(number))

    return await services.analyst.get(analysis, game_of)
