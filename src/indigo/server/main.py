"""Starts the server and says where to point the browser."""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import sys
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import uvicorn

from indigo.server.app import create_app
from indigo.server.config import Config
from indigo.server.db.store import Store
from indigo.server.limits import BODY

_PATIENCE: Final = 5.0
"""So many seconds Redis has to answer before the server opens."""
_KEPT: Final = 75
"""So many seconds an idle connection stays open: if it closed before those of a proxy do, the proxy would ask now and
then on one that is just being closed."""


class CannotServe(Exception):
    """What keeps a server from starting: a code, and what the sentence about it needs."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(f"{code}: {values}")
        self.code, self.values = code, values


class _Server(uvicorn.Server):
    """Uvicorn, and a word when it is ready and when it is about to stop."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[int], None], stopping: asyncio.Event) -> None:
        super().__init__(config)
        self._ready = ready
        self._stopping = stopping

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            port = self.servers[0].sockets[0].getsockname()[1]
            self._ready(port)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._stopping.set()
        await super().shutdown(sockets)


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    database_url: str | None = None,
    redis_url: str | None = None,
    public_url: str | None = None,
    open_browser: bool = False,
    say: Callable[[str], None] = print,
    log_level: str = "warning",
) -> int:
    """Run a server until it is stopped. With port 0 any free port is taken; *say* gets the address when it is ready.

    Raises CannotServe before anything is opened if something is not there or makes no sense.
    """
    try:
        config = Config()
    except ValueError as error:
        raise CannotServe("bad_setting", reason=error) from None
    if database_url is not None:
        config = replace(config, database_url=database_url)
    if redis_url is not None:
        config = replace(config, redis_url=redis_url)
    if public_url is not None:
        config = replace(config, public_url=public_url)
    if config.public_url and not re.fullmatch(r"https?://[^\s/]+\S*", config.public_url):
        raise CannotServe("bad_setting", reason=f"INDIGO_PUBLIC_URL: {config.public_url!r}")
    asyncio.run(_see_to(config))
    try:
        listening = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except (OSError, UnicodeError):
        raise CannotServe("table_not_opened", port=port) from None
    # Connections inherit it; asyncio would see to it only with a socket of its own, and small answers would wait 40 ms.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ready(actual_port: int) -> None:
        address = config.public_url or address_of(host, actual_port)
        say(address)
        if open_browser:
            webbrowser.open(address)

    stopping = asyncio.Event()
    server = _Server(
        uvicorn.Config(
            create_app(config, stopping),
            log_level=log_level,
            access_log=False,
            server_header=False,
            ws="websockets-sansio",
            ws_max_size=BODY,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            timeout_keep_alive=_KEPT,
            timeout_graceful_shutdown=3,
        ),
        ready,
        stopping,
    )
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(server.serve([listening]))
    return 0 if server.started else 1


async def _see_to(config: Config) -> None:
    """Whether everything that the server needs is there."""
    try:
        store = Store(config.database_url)
        await store.open()
        await store.close()
    except Exception as error:
        raise CannotServe("database_unreachable", reason=_first_line(error)) from None
    if config.redis_url is None:
        return
    try:
        from redis.asyncio import Redis

        async with Redis.from_url(config.redis_url) as redis, asyncio.timeout(_PATIENCE):
            await redis.ping()
    except Exception as error:
        raise CannotServe("redis_unreachable", reason=_first_line(error)) from None


def _first_line(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]


def address_of(host: str, port: int) -> str:
    """Where to point the browser: an address that works on this computer, and if others are let in, on theirs too.

    Invitations and their codes carry the address by which the host came, so it must not be `localhost` then.
    """
    if host in ("127.0.0.1", "::1"):
        host = "localhost"
    elif host in ("0.0.0.0", "::"):
        host = _address_at_home()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _address_at_home() -> str:
    """This computer's address in its network, `localhost` if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))  # sends nothing: the system only says by which address it would
        except OSError:
            return "localhost"
        return str(asked.getsockname()[0])


if __name__ == "__main__":
    port_asked = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
    raise SystemExit(serve(port=port_asked, say=lambda address: print(address, flush=True)))
