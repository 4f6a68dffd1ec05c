"""Tells the other workers that something happened at a table. The news is only that there is news: events are read
from the database, so a lost message costs time and nothing else.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from redis.asyncio import Redis

log = logging.getLogger("indigo.server")

News = dict[str, Any]
"""`{"table": id, "number": n}` for new events, `{"table": id, "worker": w, "players": [...]}` for who is connected,
`{"table": id, "asks": player}` for who is here without a connection."""
Listener = Callable[[News], Awaitable[None]]


class Notifier(Protocol):
    """Carries news between workers."""

    async def open(self, listener: Listener, reconnected: Callable[[], Awaitable[None]]) -> None:
        """Begin to listen; *reconnected* is called when news may have been missed."""

    async def publish(self, news: News) -> None:
        """Tell the others."""

    async def close(self) -> None:
        """Stop listening."""


class Alone:
    """A single worker has nobody to tell."""

    async def open(self, listener: Listener, reconnected: Callable[[], Awaitable[None]]) -> None:
        """Nothing to listen to."""

    async def publish(self, news: News) -> None:
        """Nobody to tell."""

    async def close(self) -> None:
        """Nothing to stop."""


class RedisNotifier:
    """Workers tell each other through Redis."""

    CHANNEL: Final = "indigo:tables"
    MOST_WAITING: Final = 1000
    """So much news waits for a Redis that does not answer; what comes on top is found in the database, later."""
    LAST_WORDS: Final = 1.0
    """So many seconds what waits has to get out when the worker stops."""

    def __init__(self, url: str, worker: str) -> None:
        from redis.asyncio import Redis

        self._redis: Redis = Redis.from_url(url, decode_responses=True)
        self._worker = worker
        self._tasks: list[asyncio.Task[None]] = []
        self._waiting: asyncio.Queue[str] = asyncio.Queue(self.MOST_WAITING)
        self._listening = asyncio.Event()

    async def open(self, listener: Listener, reconnected: Callable[[], Awaitable[None]]) -> None:
        """Begin to listen; come back when the connection does."""
        self._tasks += [asyncio.create_task(self._listen(listener, reconnected)), asyncio.create_task(self._tell())]
        await asyncio.wait_for(self._listening.wait(), 10)

    async def _listen(self, listener: Listener, reconnected: Callable[[], Awaitable[None]]) -> None:
        from redis.exceptions import RedisError

        pause = 0.1
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(self.CHANNEL)
                    if self._listening.is_set():
                        await _try("looking for missed news", reconnected)
                    self._listening.set()
                    pause = 0.1
                    async for message in channel.listen():
                        if message["type"] == "message":
                            await _try("taking in news", partial(self._hear, message["data"], listener))
            except (RedisError, OSError) as error:
                log.warning("Redis is not there (%s); trying again in %.1f s", error, pause)
            except Exception:
                log.exception("listening to Redis failed; trying again in %.1f s", pause)
            await asyncio.sleep(pause)
            pause = min(5.0, pause * 2)

    async def _hear(self, text: str, listener: Listener) -> None:
        news = json.loads(text)
        if news.pop("from", None) != self._worker:
            await listener(news)

    async def publish(self, news: News) -> None:
        """Tell the others, without waiting for it; if Redis is away they find out by looking at the database."""
        try:
            self._waiting.put_nowait(json.dumps({**news, "from": self._worker}))
        except asyncio.QueueFull:
            log.warning("could not tell the other workers: too much news waits for Redis")

    async def _tell(self) -> None:
        """Send what waits, in order."""
        while True:
            text = await self._waiting.get()
            try:
                await self._redis.publish(self.CHANNEL, text)
            except Exception as error:
                log.warning("could not tell the other workers: %s", error)
            finally:
                self._waiting.task_done()

    async def close(self) -> None:
        """Stop listening; what still waits gets a moment. Never raises: others have to be closed after this."""
        try:
            if self._tasks:
                async with asyncio.timeout(self.LAST_WORDS):
                    await self._waiting.join()
        except TimeoutError:
            log.warning("stopping with news that Redis did not take")
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await _try("letting go of Redis", self._redis.aclose)


async def _try(what: str, doing: Callable[[], Awaitable[None]]) -> None:
    """Do something that may fail without ending what goes on around it."""
    try:
        await doing()
    except Exception:
        log.exception("%s failed", what)
