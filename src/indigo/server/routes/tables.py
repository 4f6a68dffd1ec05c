"""Making tables and playing at them, for browsers and for programs."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response, WebSocket

from indigo.record import Record
from indigo.server import bots, views, websocket
from indigo.server.dependencies import Player, Services, Shared, Whoever, services_of, whoever
from indigo.server.errors import Refusal
from indigo.server.live_tables import Loaded
from indigo.server.responses import Done, Hint, Replay, Update, View
from indigo.server.routes import answers, errors
from indigo.server.routes.me import base_url, qr_svg
from indigo.server.routes.records import recorded_game
from indigo.server.table.commands import AnyCommand, Say
from indigo.server.table.decision import Actor, begin, check_level, sat
from indigo.server.table.events import Event, NewEvent
from indigo.server.table.settings import (
    BotSeat,
    DeviceSeat,
    MySeat,
    NewTable,
    OpenSeat,
    SeatNumber,
    SeatRequest,
    Settings,
    Source,
    Strict,
)
from indigo.server.table.state import PlayedRound, TableState

router = APIRouter(prefix="/api/tables", tags=["tables"])
TableName = Annotated[str, Path(max_length=40, description="the table's id")]
LONGEST_WAIT = 25.0


def _view(services: Services, loaded: Loaded, actor: Actor) -> View:
    tables, state = services.tables, loaded.state
    return views.view(state, actor.player, tables.circumstances(state.id), tables.presence.company(state))


async def _visit(services: Services, table: str, actor: Actor) -> Loaded:
    loaded = await services.tables.current(table)
    if actor.player is not None and loaded.state.seats_of(actor.player):
        await services.tables.asked(loaded, actor.player)
    return loaded


# ------------------------------------------------------------------------------------------------ making


@router.post("", summary="Make a table", **answers(View, 401, 403, 404, 409, status=201))
async def make(new: NewTable, services: Shared, me: Player) -> View:
    """A new table; you are its host. With `from` it goes on from a moment of a finished game."""
    services.limiter.spend("tables", me.player or "")
    tables = services.tables
    await tables.check_room(me)
    settings, begin_at = new.settings, None
    if new.from_ is not None:
        settings, begin_at = await _play_on(services, new.from_, settings)
    around = tables.circumstances("")
    check_level(settings.stand_in or around.usual_level, around.levels)
    settings = settings.model_copy(update={"stand_in": settings.stand_in or around.usual_level})
    made = {"by": me.player, "settings": settings.model_dump(mode="json")}
    if begin_at is not None:
        made["begin"] = begin_at
    events = [NewEvent("made", made), *_seated(new.seats, settings, me)]
    if new.start:
        trial = TableState.replay("", [Event(n, 0, one.type, one.data) for n, one in enumerate(events, start=1)])
        events += begin(trial, around)
    loaded = await tables.make(events)
    services.house.look(loaded.state)
    return _view(services, loaded, me)


def _seated(wanted: list[SeatRequest] | None, settings: Settings, me: Actor) -> list[NewEvent]:
    """Who sits down at once."""
    seats = wanted if wanted is not None else [MySeat(kind="me")]
    seats = [*seats, *[OpenSeat(kind="open")] * (settings.players - len(seats))] if wanted is None else seats
    if len(seats) != settings.players:
        raise Refusal("invalid", f"{settings.players} players need as many seats", field="seats")
    if sum(isinstance(seat, MySeat) for seat in seats) > 1:
        raise Refusal("invalid", "you can sit on one seat; others at your device are `device`", field="seats")
    events: list[NewEvent] = []
    for number, seat in enumerate(seats, start=1):
        if isinstance(seat, MySeat):
            events.append(sat(number, "person", me.player, me.name, None))
        elif isinstance(seat, DeviceSeat):
            events.append(sat(number, "person", me.player, seat.name, None))
        elif isinstance(seat, BotSeat):
            check_level(seat.level, bots.levels())
            events.append(sat(number, "bot", None, seat.level, seat.level))
    return events


async def _play_on(services: Services, source: Source, settings: Settings) -> tuple[Settings, dict[str, object]]:
    """The settings and the beginning of a game that goes on from a moment of a finished one."""
    if source.table is not None:
        loaded = await services.tables.current(source.table)
        game = finished_round(loaded.state, source.game).game
    else:
        game, _ = await recorded_game(services, source.record or "", source.game)
    if "?" in "".join(game.start.hands) + "".join(turn.draw or "" for turn in game.turns):
        raise Refusal("bad_record", "this record does not tell every tile", field="from")
    if source.move > game.turns_played or (game.over and source.move == game.turns_played):
        raise Refusal("invalid", f"there is nothing to play on from after move {source.move}", field="from.move")
    layout = game.layout
    changed = settings.model_copy(
        update={
            "players": layout.players,
            "own_gateways": layout.name == "3own",
            "hand": game.hand_size,
            "first": game.first,
        }
    )
    turns = game.turns[: source.move]
    return changed, {
        "deal": list(game.start.hands),
        "first": game.first,
        "moves": [str(turn.move) for turn in turns],
        "draws": "".join(turn.draw or "" for turn in turns),
    }


# ------------------------------------------------------------------------------------------------ looking


@router.get("/{table}", summary="Look at a table", **answers(View, 404))
async def look(table: TableName, services: Shared, me: Whoever) -> View:
    """Everything that you may see of it now."""
    return _view(services, await _visit(services, table, me), me)


@router.get("/{table}/events", summary="What happened since", **answers(Update, 404))
async def events(
    table: TableName,
    services: Shared,
    me: Whoever,
    after: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0,
) -> Update:
    """The events after a number, and the view. With *wait*, it answers when there is something, or the time is up."""
    loaded = await _visit(services, table, me)
    if wait and loaded.state.number <= after:
        news = asyncio.Event()
        loaded.listeners.add(news.set)
        stopping = asyncio.create_task(services.stopping.wait())
        stopping.add_done_callback(lambda _: news.set())
        try:
            async with asyncio.timeout(wait):
                while loaded.state.number <= after and not services.stopping.is_set():
                    news.clear()
                    await news.wait()
        except TimeoutError:
            pass
        finally:
            loaded.listeners.discard(news.set)
            stopping.cancel()
    return websocket.update_for(services, loaded, me, after)


@router.post("/{table}/commands", summary="Do something at a table", **answers(Done, 401, 403, 404, 409))
async def command(table: TableName, command: AnyCommand, services: Shared, me: Player) -> Done:
    """One of the commands. Sent twice with the same id it acts once."""
    await _visit(services, table, me)
    services.limiter.spend("commands", me.player or "")
    if isinstance(command, Say):
        services.limiter.spend("chat", me.player or "")
    number = await services.tables.act(table, command, me)
    return {"type": "done", "id": command.id, "number": number}


class ForSeat(Strict):
    """A seat of yours."""

    seat: SeatNumber


@router.post("/{table}/hint", summary="Ask the engine", **answers(Hint, 401, 403, 404, 409, 503))
async def hint(table: TableName, wanted: ForSeat, services: Shared, me: Player) -> Hint:
    """The engine's best moves for your seat, from what your seat may see."""
    services.limiter.spend("hints", me.player or "")
    state = (await _visit(services, table, me)).state
    if wanted.seat not in state.seats_of(me.player):
        raise Refusal("not_your_seat", "hints are for your own seat", field="seat", number=state.number)
    if not state.settings.hints:
        raise Refusal("no_hints", "this table plays without hints", number=state.number)
    if state.to_play != wanted.seat or state.round is None:
        raise Refusal("not_your_turn", "hints are for your own turn", number=state.number)
    seen = views.seen_game(state, state.round, [wanted.seat])
    return {"moves": await services.adviser.hint(state, wanted.seat, seen)}


@router.get("/{table}/invitation.svg", summary="The invitation as a QR code", responses=errors(404))
async def invitation(table: TableName, request: Request, services: Shared) -> Response:
    """The table's page as a QR code."""
    await services.tables.get(table)
    return Response(qr_svg(f"{base_url(request, services)}/t/{table}"), media_type="image/svg+xml")


# ------------------------------------------------------------------------------------------------ afterwards


def finished_round(state: TableState, number: int) -> PlayedRound:
    """A round that is over, or a Refusal."""
    played = next((played for played in state.rounds if played.round == number), None)
    if played is None:
        raise Refusal("not_found", f"there was no round {number}", number=state.number)
    if played.end is None:
        raise Refusal("game_going_on", "this round is not over", number=state.number)
    return played


@router.get("/{table}/replay", summary="Show a round again", **answers(Replay, 404))
async def replay(
    table: TableName,
    services: Shared,
    me: Whoever,
    round_: Annotated[int, Query(ge=1, le=99, alias="round")] = 1,
) -> Replay:
    """Every turn of a round; while it is played, as far as you may see."""
    state = (await _visit(services, table, me)).state
    played = next((played for played in state.rounds if played.round == round_), None)
    if played is None:
        raise Refusal("not_found", f"there was no round {round_}", number=state.number)
    return views.table_replay(state, played, me.player)


@router.get("/{table}/record", summary="Download the record", responses=errors(404, 409))
async def record(table: TableName, services: Shared) -> Response:
    """The finished rounds as a file in the game's notation."""
    state = (await services.tables.current(table)).state
    finished = [played for played in state.rounds if played.end is not None]
    if not finished:
        raise Refusal("game_going_on", "no round is over yet", number=state.number)
    names = [chair.name or "?" for chair in state.chairs]
    texts: list[str] = []
    for played in finished:
        tags = {"Event": "Indigo", "Date": _date(state.made_at), "Round": str(played.round)}
        if state.settings.rounds > 1:
            tags["Rounds"] = str(state.settings.rounds)
        if played.end == "agreed":
            tags["End"] = "agreed"
        texts.append(str(Record.of(views.seen_game(state, played, []), names, tags)))
    return Response(
        "\n".join(texts),
        media_type="text/plain; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{table}.indigo"'},
    )


def _date(milliseconds: int) -> str:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(milliseconds / 1000, UTC).date().isoformat()


# ------------------------------------------------------------------------------------------------ live


@router.websocket("/{table}/live")
async def live_connection(socket: WebSocket, table: str) -> None:
    """The same, live."""
    services = services_of(socket)
    try:
        actor = await whoever(socket)
    except Refusal:
        await socket.close(websocket.CLOSED)
        return
    await websocket.serve_live(socket, services, actor, table)
