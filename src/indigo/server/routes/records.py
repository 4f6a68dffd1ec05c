"""Records of games from elsewhere, and positions as pictures."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from sqlalchemy import insert, select

from indigo.board import CELL_NUMBER
from indigo.errors import NotationError, RuleError
from indigo.notation import read_move, read_position
from indigo.record import Record, read_records
from indigo.rules import Game
from indigo.server.db import schema
from indigo.server.dependencies import Player, Services, Shared
from indigo.server.errors import Refusal
from indigo.server.live_tables import new_id
from indigo.server.responses import Replay, UploadedRecord
from indigo.server.routes import answers, errors
from indigo.server.views import replay_of

router = APIRouter(prefix="/api", tags=["records"])
RecordName = Annotated[str, Path(max_length=40, description="the record's id")]
MOST_GAMES: Final = 99
GameNumber = Annotated[int, Query(ge=1, le=MOST_GAMES)]
_TEXT_BODY = {"requestBody": {"content": {"text/plain": {"schema": {"type": "string"}}}, "required": True}}


@router.post(
    "/records",
    summary="Upload a record",
    openapi_extra=_TEXT_BODY,
    **answers(UploadedRecord, 401, 403, 413, status=201),
)
async def upload(request: Request, services: Shared, me: Player) -> UploadedRecord:
    """A file in the game's notation; what is wrong with it is said with line and column."""
    services.limiter.spend("records", me.player or "")
    body = await request.body()
    games = await asyncio.to_thread(_read, body)  # a full file takes a while, and the tables play on
    if len(games) > MOST_GAMES:
        raise Refusal("too_large", f"at most {MOST_GAMES} games")
    record, text = new_id("r_"), "\n".join(map(str, games))
    async with services.tables.store.writing() as connection:
        await connection.execute(
            insert(schema.records).values(
                id=record, player=me.player, made=services.tables.clock(), games=len(games), text=text
            )
        )
    return {"id": record, "games": len(games)}


def _read(body: str | bytes) -> list[Record]:
    try:
        if b"\0" in body if isinstance(body, bytes) else "\0" in body:
            raise Refusal("bad_record", "this is not a text", field=None)
        return read_records(body)
    except (NotationError, RuleError) as error:
        raise Refusal("bad_record", str(error)[:300]) from None


async def _text(services: Services, record: str) -> str:
    if "\0" in record:  # PostgreSQL cannot be asked for it
        raise Refusal("not_found", "there is no such record")
    query = select(schema.records.c.text).where(schema.records.c.id == record)
    async with services.tables.store.reading() as connection:
        text = (await connection.execute(query)).scalar_one_or_none()
    if text is None:
        raise Refusal("not_found", "there is no such record")
    return str(text)


def _game(text: str, number: int) -> tuple[Game, Record, int]:
    games = _read(text)
    if number > len(games):
        raise Refusal("not_found", f"the record has {len(games)} games", field="game")
    found = games[number - 1]
    return found.game(), found, len(games)


async def recorded_game(services: Services, record: str, number: int) -> tuple[Game, Record]:
    """A game of an uploaded record."""
    game, found, _ = await asyncio.to_thread(_game, await _text(services, record), number)
    return game, found


@router.get("/records/{record}/replay", summary="Show a record", **answers(Replay, 404))
async def replay(record: RecordName, services: Shared, game: GameNumber = 1) -> Replay:
    """Every turn of a game of the record."""
    text = await _text(services, record)

    def shown() -> Replay:
        played, found, games = _game(text, game)
        tags = {name: " ".join(values) for name, values in found.tags}
        answer = replay_of(
            played, source={"record": record}, number=game, games=games, players=list(found.players), tags=tags
        )
        answer["complete"] = played.over or found.agreed
        return answer

    return await asyncio.to_thread(shown)


@router.get("/records/{record}/record", summary="Download a record", responses=errors(404))
async def download(record: RecordName, services: Shared) -> Response:
    """The file."""
    return Response(
        await _text(services, record),
        media_type="text/plain; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{record}.indigo"'},
    )


@router.get("/picture.svg", summary="A position as a picture", responses=errors())
async def picture(
    position: Annotated[str, Query(max_length=400)],
    last: Annotated[str | None, Query(max_length=8)] = None,
    theme: Literal["light", "dark", "auto"] = "light",
    coordinates: bool = False,
) -> Response:
    """The board, drawn; *last* marks the tile that was placed last."""
    from indigo.svg import board_svg, picture_of

    try:
        shown = picture_of(read_position(position))
        if last is not None:
            shown = replace(shown, last=CELL_NUMBER[read_move(last)[0].cell])
    except (NotationError, RuleError) as error:
        raise Refusal("bad_position", str(error)[:300], field="position") from None
    return Response(
        board_svg(shown, theme=theme, coordinates=coordinates, prefix="b"),
        media_type="image/svg+xml",
        headers={"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"},
    )
