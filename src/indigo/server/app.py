"""The application: everything put together."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import TypeAdapter
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp

import indigo
from indigo.server.analyses import Analyst
from indigo.server.config import Config
from indigo.server.db.store import Store
from indigo.server.dependencies import Services
from indigo.server.errors import Refusal, our_fault
from indigo.server.hints import Adviser
from indigo.server.identity import Identity
from indigo.server.limits import Limiter
from indigo.server.live_tables import Tables, new_id
from indigo.server.middleware import Guard
from indigo.server.notifier import Alone, Notifier, RedisNotifier
from indigo.server.responses import ServerMessage
from indigo.server.routes import SHAPES, analyses, figures, lobby, me, pages, records, tables
from indigo.server.scheduler import House
from indigo.server.table.commands import ClientMessage, field_of

_TAGS = [
    {"name": "me", "description": "Who you are: a name, a cookie, tokens for programs."},
    {"name": "lobby", "description": "Open tables, games to watch, your own games."},
    {"name": "tables", "description": "Sit down, play, look, replay."},
    {"name": "records", "description": "Game records and pictures."},
    {"name": "analyses", "description": "The engine's opinion of finished games."},
    {"name": "learning", "description": "The ten figures of the rulebook."},
]


def create_app(config: Config | None = None, stopping: asyncio.Event | None = None) -> ASGIApp:
    """The server as an ASGI application; whoever sets *stopping* lets those go who wait for something to happen."""
    chosen = config or Config()
    limiter = Limiter(on=chosen.limits)
    application = _application(chosen, limiter, stopping or asyncio.Event())
    return Guard(application, limiter=limiter, public_url=chosen.public_url)


class _Api(FastAPI):
    """FastAPI, with all shapes in its description."""

    def openapi(self) -> dict[str, Any]:
        """The OpenAPI description."""
        description = super().openapi()
        _describe_shapes(description)
        return description


def _application(config: Config, limiter: Limiter, stopping: asyncio.Event) -> FastAPI:
    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        worker = new_id("w_")
        store = Store(config.database_url)
        notifier: Notifier = RedisNotifier(config.redis_url, worker) if config.redis_url else Alone()
        async with AsyncExitStack() as closing:  # closes what was opened, the last first, whatever goes wrong
            closing.push_async_callback(store.close)
            await store.open()
            at_tables = Tables(store, notifier, worker)
            at_tables.limiter = limiter
            identity = Identity(store, at_tables.clock)
            await identity.open()
            closing.push_async_callback(notifier.close)
            await notifier.open(at_tables.heard, at_tables.missed_news)
            adviser = Adviser()
            closing.push_async_callback(adviser.close)
            analyst = Analyst(store, at_tables.clock, alone=at_tables.alone)
            closing.push_async_callback(analyst.close)
            house = House(at_tables, config.bot_threads, config.bot_pause)
            closing.push_async_callback(house.close)
            await house.open()
            app.state.services = Services(config, at_tables, house, identity, limiter, adviser, analyst, stopping)
            yield

    app = _Api(
        title="Indigo",
        version=indigo.__version__,
        description="The table: play Indigo through HTTP and WebSocket. docs/api.md explains it in words.",
        openapi_tags=_TAGS,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=life,
    )
    for part in (me, lobby, tables, records, analyses, figures, pages):
        app.include_router(part.router)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _broken)
    return app


def openapi_json() -> str:
    """The OpenAPI description, for generating types."""
    app = _application(Config(database_url="sqlite://"), Limiter(), asyncio.Event())
    return json.dumps(app.openapi(), indent=2, ensure_ascii=False)


def _describe_shapes(description: dict[str, Any]) -> None:
    """Add what the doors answer with, and the messages of the WebSocket, which OpenAPI does not know."""
    schemas = description["components"]["schemas"]
    place = "#/components/schemas/{model}"
    shapes = {name: TypeAdapter[Any](shape) for name, shape in SHAPES.items()}
    shapes["ServerMessage"] = TypeAdapter[Any](ServerMessage)
    described = {name: shape.json_schema(ref_template=place, mode="serialization") for name, shape in shapes.items()}
    described["ClientMessage"] = TypeAdapter[Any](ClientMessage).json_schema(ref_template=place)
    for name, schema in described.items():
        for inner, definition in schema.pop("$defs", {}).items():
            schemas.setdefault(inner, definition)
        schemas[name] = schema
    description["components"]["schemas"] = dict(sorted(schemas.items()))  # whatever order modules were imported in


# ------------------------------------------------------------------------------------------------ the one error shape


async def _refused(_request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, Refusal):
        raise error
    headers = {"retry-after": str(int(error.retry_after + 0.999))} if error.retry_after is not None else None
    return JSONResponse(error.body, error.status, headers)


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    found: Sequence[Any] = error.errors() if isinstance(error, RequestValidationError) else ()
    first = found[0] if found else {"type": "", "loc": (), "msg": "invalid"}
    if first["type"] == "json_invalid":
        return await _refused(request, Refusal("bad_request", "this is not JSON"))
    field = field_of(first["loc"], kinds=request.url.path.endswith("/commands"))
    return await _refused(request, Refusal("invalid", str(first["msg"])[:300], field=field))


async def _http_error(request: Request, error: Exception) -> JSONResponse:
    status = error.status_code if isinstance(error, HTTPException) else 500
    codes = {404: "not_found", 405: "method_not_allowed", 413: "too_large", 401: "no_player", 429: "too_many"}
    code = codes.get(status) or ("bad_request" if status < 500 else "internal")
    return await _refused(request, Refusal(code, {"not_found": "nothing here"}.get(code, "not this way")))


async def _broken(request: Request, _error: Exception) -> JSONResponse:
    """Our fault. The error goes on to the guard, who writes it in the log."""
    return await _refused(request, our_fault())
