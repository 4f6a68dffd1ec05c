"""Tells the other workers that something happened at a table. The news is only that there is news: events are read
from the database, so a lost message costs time and nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from redis.asyncio import Redis

log = logging.getLogger("indigo.server")

News = dict[str, Any]
"""`{"table": id, "number": n}` for new events, `{"table": id, "worker": w, "players": [...]}` for who is here."""
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

    def __init__(self, url: str, worker: str) -> None:
        from redis.asyncio import Redis

        self._redis: Redis = Redis.from_url(url, decode_responses=True)
        self._worker = worker
        self._task: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()

    async def open(self, listener: Listener, reconnected: Callable[[], Awaitable[None]]) -> None:
        """Begin to listen; come back when the connection does."""
        self._task = asyncio.create_task(self._listen(listener, reconnected))
        await asyncio.wait_for(self._listening.wait(), 10)

    async def _listen(self, listener: Listener, reconnected: Callable[[], Awaitable[None]]) -> None:
        from redis.exceptions import RedisError

        pause = 0.1
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(self.CHANNEL)
                    if self._listening.is_set():
                        await reconnected()
                    self._listening.set()
                    pause = 0.1
                    async for message in channel.listen():
                        if message["type"] != "message":
                            continue
                        news = json.loads(message["data"])
                        if news.pop("from", None) != self._worker:
                            await listener(news)
            except (RedisError, OSError) as error:
                log.warning("Redis is not there (%s); trying again in %.1f s", error, pause)
                await asyncio.sleep(pause)
                pause = min(5.0, pause * 2)

    async def publish(self, news: News) -> None:
        """Tell the others; if Redis is away they find out by looking at the database."""
        from redis.exceptions import RedisError

        try:
            await self._redis.publish(self.CHANNEL, json.dumps({**news, "from": self._worker}))
        except (RedisError, OSError) as error:
            log.warning("could not tell the other workers: %s", error)

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self._redis.aclose()
