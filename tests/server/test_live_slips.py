"""What may go wrong while people are connected, and must harm nobody: silence, nonsense, a database that fails."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, ClassVar, cast

import pytest

from indigo.server import websocket
from indigo.server.analyses import Analyst
from indigo.server.config import Config
from indigo.server.db.store import Store
from indigo.server.dependencies import Services
from indigo.server.hints import Adviser
from indigo.server.identity import Identity
from indigo.server.limits import Limiter
from indigo.server.live_tables import Loaded, Tables
from indigo.server.notifier import Alone, News, RedisNotifier
from indigo.server.presence import POLLING_COUNTS, POLLING_TOLD, REMOTE_COUNTS, Presence
from indigo.server.scheduler import House
from indigo.server.table import commands as ask
from indigo.server.table.decision import GONE_AFTER, Actor, may, sat
from indigo.server.table.events import NewEvent
from indigo.server.table.settings import Settings
from indigo.server.table.state import TableState
from tests.support.client import RunningServer, Visitor, eventually, sqlite

ADA, BEN, EVE = Actor("p1", "Ada"), Actor("p2", "Ben"), Actor("p3", "Eve")
PATIENCE = 30.0


class Clock:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


class Socket:
    """The server's end of a WebSocket, without a network."""

    client = None
    headers: ClassVar[dict[str, str]] = {}

    def __init__(self) -> None:
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._coming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def receive(self) -> dict[str, Any]:
        return await self._coming.get()

    async def send_text(self, text: str) -> None:
        self.sent.put_nowait(json.loads(text))

    async def accept(self) -> None:
        pass

    async def close(self, code: int = 1000) -> None:
        self.sent.put_nowait({"type": "closed", "code": code})

    def say(self, **message: Any) -> None:
        """What the client sends."""
        self._coming.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    def leave(self) -> None:
        """The client goes away."""
        self._coming.put_nowait({"type": "websocket.disconnect", "code": 1001})

    async def hears(self, kind: str) -> dict[str, Any]:
        """Wait for a message of this type."""
        async with asyncio.timeout(PATIENCE):
            while (message := await self.sent.get())["type"] != kind:
                assert message["type"] not in ("closed", "closing"), message
            return message


class Worker:
    """A worker without its network, and one table at which Ada and Ben sit."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.tables = Tables(store, Alone(), "w", clock)
        self.services = Services(
            Config(),
            self.tables,
            House(self.tables, 1, 0),
            Identity(store, clock),
            Limiter(on=False),
            Adviser(),
            Analyst(store, clock),
            asyncio.Event(),
        )

    async def table(self) -> Loaded:
        made = NewEvent("made", {"by": "p1", "settings": Settings().model_dump(mode="json")})
        seats = [sat(1, "person", "p1", "Ada", None), sat(2, "person", "p2", "Ben", None)]
        return await self.tables.make([made, *seats])

    def connect(self, loaded: Loaded, actor: Actor) -> tuple[Socket, asyncio.Task[None]]:
        socket = Socket()
        talking = websocket.serve_live(cast(Any, socket), self.services, actor, loaded.state.id)
        return socket, asyncio.create_task(talking)


@asynccontextmanager
async def worker(folder: Path, clock: Clock) -> AsyncIterator[Worker]:
    """A worker on a database of its own."""
    store = Store(sqlite(folder))
    await store.open()
    try:
        yield Worker(store, clock)
    finally:
        await store.close()


def run(test: Coroutine[Any, Any, None]) -> None:
    """Let a test happen, but not for ever."""
    asyncio.run(asyncio.wait_for(test, PATIENCE))


# ------------------------------------------------------------------------------------------------ acknowledging


def test_who_says_to_know_everything_need_not_acknowledge_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "ACKNOWLEDGED_WITHIN", 0.05)

    async def happen() -> None:
        async with worker(tmp_path, Clock()) as one:
            loaded = await one.table()
            knows, talking = one.connect(loaded, ADA)
            knows.say(type="hello", after=loaded.state.number)
            assert (await knows.hears("update"))["events"] == []
            # Whoever came later and knew nothing is closed first: Ada's time would have been up before.
            for after in (None, loaded.state.number - 1, loaded.state.number + 1):
                silent, closing = one.connect(loaded, EVE)
                silent.say(type="hello", after=after)
                await silent.hears("update")
                assert (await silent.hears("closing"))["error"]["code"] == "no_answer"
                await closing
            assert not talking.done()
            # What happens now is news to her as well.
            await one.tables.act(loaded.state.id, ask.Say(do="say", id="1", phrase="hello"), BEN)
            await knows.hears("update")
            assert (await knows.hears("closing"))["error"]["code"] == "no_answer"
            await talking

    run(happen())


# ------------------------------------------------------------------------------------------------ going


async def _nobody_is_left(one: Worker, loaded: Loaded) -> None:
    assert not loaded.listeners
    assert one.tables.presence.tables == []
    assert not websocket._connections


def test_a_command_that_fails_inside_is_refused_and_the_connection_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> int:
        raise OSError("the disk is full")

    async def happen() -> None:
        async with worker(tmp_path, Clock()) as one:
            loaded = await one.table()
            socket, talking = one.connect(loaded, ADA)
            socket.say(type="hello", after=None)
            await socket.hears("update")
            with monkeypatch.context() as broken:
                broken.setattr(one.tables, "act", fails)
                socket.say(type="command", id="c", do="say", phrase="hello")
                refused = await socket.hears("refused")
            assert (refused["id"], refused["error"]["code"]) == ("c", "internal")
            socket.say(type="command", id="c", do="say", phrase="hello")
            assert (await socket.hears("done"))["id"] == "c"
            socket.leave()
            await talking
            await _nobody_is_left(one, loaded)

    run(happen())


@pytest.mark.parametrize("broken", ["_tell_news", "_receive"])
def test_a_connection_that_breaks_leaves_nobody_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    async def fails(*_: object) -> str:
        raise OSError("the database is away")

    async def happen() -> None:
        async with worker(tmp_path, Clock()) as one:
            loaded = await one.table()
            monkeypatch.setattr(websocket.Connection, broken, fails)
            socket, talking = one.connect(loaded, EVE)
            socket.say(type="hello", after=None)
            assert (await socket.hears("closing"))["error"]["code"] == "internal"
            await talking
            await _nobody_is_left(one, loaded)

    run(happen())


def test_who_is_cut_off_while_coming_leaves_nobody_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def happen() -> None:
        async with worker(tmp_path, Clock()) as one:
            loaded = await one.table()
            telling = asyncio.Event()

            async def hangs(_table: str) -> None:
                telling.set()
                await asyncio.Event().wait()

            with monkeypatch.context() as slow:
                slow.setattr(one.tables, "publish_presence", hangs)
                _, talking = one.connect(loaded, EVE)
                await telling.wait()
            talking.cancel()
            await asyncio.gather(talking, return_exceptions=True)
            await _nobody_is_left(one, loaded)

    run(happen())


def test_who_goes_before_the_door_is_opened_breaks_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone(_socket: Socket) -> None:
        raise OSError("what a server raises when the other side has gone")

    async def happen() -> None:
        async with worker(tmp_path, Clock()) as one:
            loaded = await one.table()
            monkeypatch.setattr(Socket, "accept", gone)
            _, talking = one.connect(loaded, EVE)
            await talking
            await _nobody_is_left(one, loaded)

    run(happen())


@pytest.mark.parametrize("name", [r"\ud800", r"\u0000", "", "x" * 65])
def test_an_id_that_is_none_is_refused_and_nobody_stays_behind(server: RunningServer, name: str) -> None:
    ada, eve = Visitor(server, "Ada"), Visitor(server, "Eve")
    table = ada.make("me", "open", start=False)["id"]
    watching = eve.live(table)
    for text in ('{"type": "command", "id": "%s", "do": "say", "phrase": "hello"}', '{"id": "%s", "\\ud800": 1}'):
        watching.socket.send(text % name)
    watching.send({"type": "ping"})
    watching.until(lambda one: bool(one.others) and one.others[-1]["type"] == "pong")
    refusals = [json.loads(text) for text in watching.raw if '"refused"' in text]
    assert [(refusal["id"], refusal["error"]["code"]) for refusal in refusals] == [(None, "invalid")] * 2
    assert ada.look(table)["spectators"] == 1
    watching.close()
    eventually(lambda: ada.look(table)["spectators"] == 0)


# ------------------------------------------------------------------------------------------------ telling other workers


class Channel:
    """Redis for one worker: what is put in `coming` is heard, and `publish` may be made to hang."""

    def __init__(self) -> None:
        self.coming: asyncio.Queue[str] = asyncio.Queue()
        self.told: asyncio.Queue[str] = asyncio.Queue()
        self.answers = asyncio.Event()
        self.answers.set()

    def pubsub(self) -> Channel:
        return self

    async def __aenter__(self) -> Channel:
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    async def subscribe(self, _name: str) -> None:
        pass

    async def listen(self) -> AsyncIterator[dict[str, str]]:
        while True:
            yield {"type": "message", "data": await self.coming.get()}

    async def publish(self, _name: str, text: str) -> None:
        await self.answers.wait()
        self.told.put_nowait(text)

    async def aclose(self) -> None:
        raise OSError("the connection was lost")


def _notifier(channel: Channel) -> RedisNotifier:
    made = RedisNotifier("redis://127.0.0.1:1", "w1")
    made._redis = cast(Any, channel)
    return made


async def _nothing() -> None:
    pass


def test_a_listener_that_fails_once_goes_on_listening() -> None:
    async def happen() -> None:
        channel, heard = Channel(), asyncio.Queue[News]()

        async def listener(news: News) -> None:
            if news["number"] == 1:
                raise KeyError("the database is away")
            heard.put_nowait(news)

        notifier = _notifier(channel)
        await notifier.open(listener, _nothing)
        for text in ('{"table": "t", "number": 1}', "[]", "nonsense", '{"table": "t", "number": 2}'):
            channel.coming.put_nowait(text)
        assert (await heard.get())["number"] == 2
        await notifier.close()  # although letting go of Redis fails

    run(happen())


def test_nobody_waits_for_a_redis_that_hangs(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(RedisNotifier, "MOST_WAITING", 3)
    monkeypatch.setattr(RedisNotifier, "LAST_WORDS", 0.01)

    async def listener(_news: News) -> None:
        pass

    async def happen() -> None:
        channel = Channel()
        notifier = _notifier(channel)
        await notifier.open(listener, _nothing)
        channel.answers.clear()
        for number in range(10):
            await notifier.publish({"table": "t", "number": number})
        assert "too much news waits" in caplog.text
        channel.answers.set()
        assert [json.loads(await channel.told.get())["number"] for _ in range(3)] == [0, 1, 2]
        channel.answers.clear()
        await notifier.publish({"table": "t", "number": 10})
        await notifier.close()

    run(happen())


# ------------------------------------------------------------------------------------------------ who has gone


def test_after_a_rematch_nobody_counts_as_gone_who_is_still_at_the_old_table(tmp_path: Path) -> None:
    clock = Clock()

    async def happen() -> None:
        async with worker(tmp_path, clock) as one:
            tables = one.tables
            clock.now += 3_600_000  # the server has been up for an hour
            old = await one.table()
            table, presence = old.state.id, tables.presence
            for actor in (ADA, BEN):
                presence.came(table, actor.player)

            async def do(where: Loaded, actor: Actor, kind: Callable[..., ask.AnyCommand], **more: Any) -> None:
                name, number = str(where.state.number), where.state.number
                await tables.act(where.state.id, kind(id=name, expected=number, **more), actor)

            await do(old, ADA, ask.Start, do="start")
            await do(old, ADA, ask.OfferEnd, do="offer_end", seat=1)
            await do(old, BEN, ask.Answer, do="answer", seat=2, yes=True)
            await do(old, ADA, ask.Rematch, do="rematch")
            new = await tables.get(old.state.rematch or "")
            clock.now += 500
            presence.came(new.state.id, ADA.player)
            await do(new, ADA, ask.Start, do="start")
            assert "remove" not in may(new.state, ADA, tables.circumstances(new.state.id))
            clock.now += GONE_AFTER
            assert "remove" in may(new.state, ADA, tables.circumstances(new.state.id))

    run(happen())


def test_nobody_is_gone_for_longer_than_a_worker_has_looked_for_them() -> None:
    clock = Clock()
    presence = Presence(clock)
    clock.now += GONE_AFTER
    first = clock.now
    assert presence.gone_since("t", "p1") == first
    clock.now += 1_000
    assert presence.gone_since("t", "p1") == first
    presence.touched("t", "p1")
    assert presence.gone_since("t", "p1") is None
    presence.came("t", "p1")
    clock.now += 1_000
    presence.went("t", "p1")
    assert presence.gone_since("t", "p1") == clock.now


def test_the_people_of_a_worker_that_fell_silent_were_here_until_then() -> None:
    clock = Clock()
    presence = Presence(clock)
    clock.now += GONE_AFTER
    presence.heard("t", "w2", ["p1", None])
    silent = clock.now + REMOTE_COUNTS
    assert presence.gone_since("t", "p1") is None
    assert presence.company(TableState("t")).spectators == 2
    clock.now = silent + 1_000
    assert presence.gone_since("t", "p1") == silent
    assert presence.company(TableState("t")).spectators == 0


def test_others_hear_of_a_program_that_asks_now_and_then_and_when_it_stops() -> None:
    clock = Clock()
    presence = Presence(clock)
    assert presence.touched("t", "p1")
    clock.now += POLLING_TOLD - 1
    assert not presence.touched("t", "p1")  # they know
    clock.now += 1
    assert presence.touched("t", "p1")
    clock.now += POLLING_COUNTS - 1
    assert presence.fell_silent() == set()
    assert presence.gone_since("t", "p1") is None
    clock.now += 1
    assert presence.fell_silent() == {"t"}
    assert presence.gone_since("t", "p1") == clock.now - POLLING_COUNTS
    assert presence.fell_silent() == set()
    assert presence.touched("t", "p1")


def test_who_closes_the_table_elsewhere_is_gone_although_the_page_asked_here() -> None:
    clock = Clock()
    presence = Presence(clock)
    presence.touched("t", "p1")
    presence.heard("t", "w2", ["p1"])
    clock.now += 1_000
    presence.heard("t", "w2", [])
    assert presence.gone_since("t", "p1") == clock.now


# ------------------------------------------------------------------------------------------------ names


def test_a_new_name_reaches_the_other_workers_soon(tmp_path: Path) -> None:
    clock = Clock()

    async def happen() -> None:
        store = Store(sqlite(tmp_path))
        await store.open()
        one, two = Identity(store, clock), Identity(store, clock)
        await one.open()
        await two.open()
        ada = await one.make("Ada")
        cookie = one.cookie(ada.player or "")
        assert await two.recognise(cookie, None) == ada
        await one.rename(ada.player or "", "Adele")
        clock.now += 60_000
        for identity in (one, two):
            known = await identity.recognise(cookie, None)
            assert known is not None
            assert known.name == "Adele"
        await store.close()

    run(happen())
