"""A live connection to a table: tells its client everything the seat may see, and takes commands."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections import Counter
from functools import cache
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json
from starlette.websockets import WebSocket, WebSocketDisconnect

from indigo.server import responses
from indigo.server.dependencies import Services, address_of
from indigo.server.errors import Refusal, our_fault
from indigo.server.limits import BODY, CONNECTIONS_PER_ADDRESS, CONNECTIONS_PER_PLAYER
from indigo.server.live_tables import Loaded
from indigo.server.table.commands import ClientMessage, CommandId, Hello, Ping, Say, Seen, field_of
from indigo.server.table.decision import Actor
from indigo.server.table.state import TableState
from indigo.server.views import event_view, view

log = logging.getLogger("indigo.server")

ACKNOWLEDGED_WITHIN: Final = 20.0
CLOSED: Final = 4000

_connections: Counter[str] = Counter()


@cache
def _messages() -> TypeAdapter[ClientMessage]:
    """What reads messages; it is made for the first one, so that a start stays quick."""
    return TypeAdapter(ClientMessage)


@cache
def _ids() -> TypeAdapter[str]:
    return TypeAdapter(CommandId)


def update_for(services: Services, loaded: Loaded, actor: Actor, after: int) -> responses.Update:
    """What *actor* missed since event *after*, and the view that comes of it."""
    tables, state = services.tables, loaded.state
    return {
        "type": "update",
        "number": state.number,
        "events": [event_view(state, event, actor.player) for event in loaded.events[after:]],
        "view": view(state, actor.player, tables.circumstances(state.id), tables.presence.company(state)),
    }


class Connection:
    """One client at one table."""

    def __init__(self, socket: WebSocket, services: Services, actor: Actor, loaded: Loaded) -> None:
        self._socket = socket
        self._services = services
        self._actor = actor
        self._loaded = loaded
        self._sent: int | None = None  # up to which event the client was told; None before its hello
        self._seen = 0
        self._since: float | None = None  # when the oldest message was sent that is not acknowledged
        self._company: tuple[list[int], int] | None = None
        self._news = asyncio.Event()
        self._hello = asyncio.Event()
        self._sending = asyncio.Lock()

    @property
    def _state(self) -> TableState:
        return self._loaded.state

    async def run(self) -> None:
        """Talk until one of the two has had enough."""
        tables = self._services.tables
        tasks: list[asyncio.Task[None]] = []
        self._loaded.listeners.add(self._news.set)
        try:
            await tables.came(self._loaded, self._actor.player)
            tasks += [asyncio.create_task(self._tell()), asyncio.create_task(self._listen())]
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except Refusal as refusal:
            await self.close(refusal)
        except WebSocketDisconnect:
            pass
        except Exception:
            log.exception("a connection to table %s failed", self._state.id)
            await self.close(our_fault())
        finally:
            # Whatever happened: who has gone is gone, and a table that nobody watches may leave the memory.
            self._loaded.listeners.discard(self._news.set)
            for task in tasks:
                task.cancel()
            try:
                await asyncio.gather(*tasks, return_exceptions=True)
            finally:
                await tables.went(self._loaded, self._actor.player)

    async def _send(self, message: responses.ServerMessage) -> None:
        async with self._sending:
            try:
                await self._socket.send_text(to_json(message).decode())
            except RuntimeError as error:  # what the socket raises when the other side has gone meanwhile
                raise WebSocketDisconnect(1006) from error

    async def close(self, refusal: Refusal) -> None:
        """Say why, then close."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self._send({"type": "closing", "number": self._state.number, "error": refusal.detail})
            await self._socket.close(CLOSED)

    # -------------------------------------------------------------------------------------------- telling

    async def _tell(self) -> None:
        """Send an update whenever there is news; several changes at once are one update."""
        try:
            async with asyncio.timeout(ACKNOWLEDGED_WITHIN):
                await self._hello.wait()
        except TimeoutError:
            raise Refusal("no_answer", "say hello first") from None
        loop = asyncio.get_running_loop()
        while True:
            await self._tell_news()
            patience = None if self._since is None else max(0.0, self._since + ACKNOWLEDGED_WITHIN - loop.time())
            try:
                async with asyncio.timeout(patience):  # wait_for may overhear that it is cancelled when there is news
                    await self._news.wait()
            except TimeoutError:
                if self._since is not None and loop.time() >= self._since + ACKNOWLEDGED_WITHIN:
                    raise Refusal("no_answer", f"event {self._sent} was not acknowledged") from None
            self._news.clear()

    async def _tell_news(self) -> None:
        state = self._state
        company = self._services.tables.presence.company(state)
        here = [
            chair.seat
            for chair in state.chairs
            if chair.kind == "bot" or (chair.player is not None and company.here(chair.player))
        ]
        now_here = (here, company.spectators)
        if self._sent is None or state.number > self._sent:
            update = update_for(
                self._services, self._loaded, self._actor, state.number if self._sent is None else self._sent
            )
            self._sent = update["number"]
            if self._since is None and self._sent > self._seen:
                self._since = asyncio.get_running_loop().time()
            self._company = now_here
            await self._send(update)
        elif now_here != self._company:
            self._company = now_here
            await self._send(
                {"type": "presence", "number": state.number, "here": here, "spectators": company.spectators}
            )

    # -------------------------------------------------------------------------------------------- listening

    async def _listen(self) -> None:
        while True:
            text = await self._receive()
            await self._take(text)

    async def _receive(self) -> str:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text")
        if text is None:
            raise Refusal("bad_request", "messages are texts")
        if len(text) > BODY:
            raise Refusal("too_large", f"at most {BODY} bytes")
        return str(text)

    async def _take(self, text: str) -> None:
        """Do what one message asks for, or say why not."""
        command_id: str | None = None
        try:
            try:
                raw = json.loads(text)
            except (ValueError, RecursionError):
                raise Refusal("bad_request", "this is not JSON") from None
            command_id = _id_of(raw)
            await self._do(raw)
            return
        except Refusal as refusal:
            error = refusal.detail
        except WebSocketDisconnect:
            raise
        except Exception:
            log.exception("a message at table %s failed", self._state.id)
            error = our_fault().detail
        await self._send({"type": "refused", "id": command_id, "number": self._state.number, "error": error})

    async def _do(self, raw: Any) -> None:
        who = self._actor.player or address_of(self._socket)
        self._services.limiter.spend("messages", who)
        try:
            message = _messages().validate_python(raw)
        except ValidationError as error:
            raise invalid(error) from None
        if isinstance(message, Hello):
            self._greet(message)
        elif isinstance(message, Seen):
            self._acknowledge(message)
        elif isinstance(message, Ping):
            await self._send({"type": "pong", "number": self._state.number})
        else:
            self._services.limiter.spend("commands", who)
            await self._still_welcome()
            if isinstance(message, Say):
                self._services.limiter.spend("chat", who)
            number = await self._services.tables.act(self._state.id, message, self._actor)
            await self._send({"type": "done", "id": message.id, "number": number})

    async def _still_welcome(self) -> None:
        """A token may have been made void since the connection was opened."""
        token = self._socket.headers.get("authorization")
        if token is not None:
            await self._services.identity.recognise(None, token)

    def _greet(self, hello: Hello) -> None:
        """Begin to tell, from where the client says it is; one that knows more than has happened knows nothing."""
        known = hello.after is not None and hello.after <= self._state.number
        # Also a client that has everything gets an answer: the view may have been another worker's or an older one's.
        self._sent = None
        self._since = None
        if known and hello.after is not None and hello.after < self._state.number:
            self._sent = hello.after
        self._seen = hello.after if known and hello.after is not None else 0
        self._hello.set()
        self._news.set()

    def _acknowledge(self, seen: Seen) -> None:
        if self._sent is None or seen.number > self._sent:
            raise Refusal("invalid", "this has not been sent", field="number")
        self._seen = max(self._seen, seen.number)
        if self._seen >= self._sent:
            self._since = None
        else:
            self._since = asyncio.get_running_loop().time()


def _id_of(raw: Any) -> str | None:
    """The id of a command, if it has one that may be said again: what is no proper text could not even be sent."""
    try:
        return _ids().validate_python(raw.get("id") if isinstance(raw, dict) else None)
    except ValidationError:
        return None


def invalid(error: ValidationError) -> Refusal:
    """What is wrong with a message, with the field."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    return Refusal("invalid", first["msg"][:300], field=field_of(first["loc"], kinds=True))


async def serve_live(socket: WebSocket, services: Services, actor: Actor, table: str) -> None:
    """Take a connection to a table, unless there are too many."""
    keys = [(f"address {address_of(socket)}", CONNECTIONS_PER_ADDRESS)]
    if actor.player is not None:
        keys.append((f"player {actor.player}", CONNECTIONS_PER_PLAYER))
    try:
        await socket.accept()
    except OSError:  # whoever knocked has gone again
        return
    try:
        if services.limiter.on and any(_connections[key] >= most for key, most in keys):
            raise Refusal("too_many", "too many connections")
        loaded = await services.tables.current(table)
    except Exception as error:
        if not isinstance(error, Refusal):
            log.exception("table %r could not be opened", table)
        refusal = error if isinstance(error, Refusal) else our_fault()
        closing: responses.Closing = {"type": "closing", "number": 0, "error": refusal.detail}
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_text(to_json(closing).decode())
            await socket.close(CLOSED)
        return
    for key, _ in keys:
        _connections[key] += 1
    try:
        await Connection(socket, services, actor, loaded).run()
    finally:
        for key, _ in keys:
            _connections[key] -= 1
            if not _connections[key]:
                del _connections[key]
