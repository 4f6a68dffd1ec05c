"""Keeps the events, in SQLite or PostgreSQL. What `append` has returned from is never lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, bindparam, delete, event, insert, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from indigo.server.db import schema
from indigo.server.table.events import Event

LATEST_REVISION = "0001"


class Conflict(Exception):
    """Somebody else was faster: an event of this number is there already."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What the lobby and the house need to know of a table without replaying it."""

    status: str
    open: bool
    free: bool
    made: int
    changed: int
    wake: int | None
    card: dict[str, Any]
    players: frozenset[str]


@dataclass(frozen=True, slots=True)
class Writing:
    """New events of one table, and its summary after them."""

    table: str
    events: Sequence[Event]
    summary: Summary


def _async_url(url: str) -> str:
    """The URL as people write it, with the driver that this server uses."""
    parsed = make_url(url)
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    return parsed.set(drivername=drivers.get(parsed.drivername, parsed.drivername)).render_as_string(
        hide_password=False
    )


class Store:
    """The door to the database."""

    def __init__(self, url: str) -> None:
        self._url = make_url(_async_url(url))
        self.embedded = self._url.get_backend_name() == "sqlite"
        if self.embedded and self._url.database:
            Path(self._url.database).parent.mkdir(parents=True, exist_ok=True)
        self._engine: AsyncEngine = create_async_engine(
            self._url, **({} if self.embedded else {"pool_size": 10, "pool_pre_ping": True})
        )
        self._one_writer = asyncio.Lock()  # SQLite has a single writer: queue here, not by failing
        if self.embedded:
            event.listen(self._engine.sync_engine, "connect", _prepare_sqlite)

    async def open(self) -> None:
        """Bring the database up to date."""
        async with self._engine.begin() as connection:
            await connection.run_sync(_migrate)

    async def close(self) -> None:
        """Let go of the database."""
        await self._engine.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with."""
        async with self._engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction to write in; it is on the disk when the block is left."""
        if self.embedded:
            async with self._one_writer, self._engine.begin() as connection:
                yield connection
        else:
            async with self._engine.begin() as connection:
                yield connection

    # -------------------------------------------------------------------------------------------- events

    async def append(self, *writings: Writing) -> None:
        """Write new events, of all given tables or of none. Raises Conflict if one of the numbers is taken."""
        try:
            async with self.writing() as connection:
                for writing in writings:
                    await _write(connection, writing)
        except IntegrityError as error:
            raise Conflict(writings[0].table) from error

    async def events(self, table: str, after: int = 0) -> list[Event]:
        """The table's events after a number, in order."""
        columns = schema.events.c
        query = (
            select(columns.number, columns.at, columns.type, columns.data, columns.command)
            .where(columns.table == table, columns.number > after)
            .order_by(columns.number)
        )
        async with self.reading() as connection:
            return [Event(*row) for row in (await connection.execute(query))]

    async def numbers(self, tables: list[str]) -> dict[str, int]:
        """The number of the last event of each of these tables."""
        if not tables:
            return {}
        columns = schema.tables.c
        async with self.reading() as connection:
            query = select(columns.id, columns.number).where(columns.id.in_(tables))
            return {row.id: row.number for row in await connection.execute(query)}

    # -------------------------------------------------------------------------------------------- finding tables

    async def cards(self, *, open_seats: bool, since: int) -> list[dict[str, Any]]:
        """The newest public tables where something happened lately: with a free seat, or being played."""
        columns = schema.tables.c
        stage = columns.status == "waiting" if open_seats else columns.status.in_(("playing", "between"))
        query = (
            select(columns.card)
            .where(columns.open, stage, columns.changed > since)
            .order_by(columns.changed.desc())
            .limit(50)
        )
        if open_seats:
            query = query.where(columns.free)
        async with self.reading() as connection:
            return [dict(card) for (card,) in (await connection.execute(query))]

    async def own_cards(self, player: str) -> list[dict[str, Any]]:
        """The tables of a player that are not over, the newest first."""
        columns, own = schema.tables.c, schema.seats.c
        query = (
            select(columns.card)
            .join(schema.seats, own.table == columns.id)
            .where(own.player == player, own.over.is_(False))
            .order_by(columns.changed.desc())
            .limit(50)
        )
        async with self.reading() as connection:
            return [dict(card) for (card,) in (await connection.execute(query))]

    async def due(self, now: int, limit: int = 50) -> list[tuple[str, int]]:
        """The tables where the house has to do something, and since when."""
        columns = schema.tables.c
        query = select(columns.id, columns.wake).where(columns.wake <= now).order_by(columns.wake).limit(limit)
        async with self.reading() as connection:
            return [(table, wake) for table, wake in (await connection.execute(query))]

    async def claim(self, table: str, wake: int, until: int) -> bool:
        """Take a table that is due, so that no other worker does."""
        columns = schema.tables.c
        async with self.writing() as connection:
            result = await connection.execute(
                update(schema.tables).where(columns.id == table, columns.wake == wake).values(wake=until)
            )
            return result.rowcount == 1

    async def keep_claims(self, tables: list[tuple[str, int]], until: int, margin: int) -> None:
        """Hold on to tables, each at the number of its last event, whose claims end within *margin* before *until*."""
        columns = schema.tables.c
        keeping = (
            update(schema.tables)
            .where(columns.id == bindparam("table"), columns.number == bindparam("last"))
            .where(columns.wake < until - margin)
            .values(wake=until)
        )
        async with self.writing() as connection:
            await connection.execute(keeping, [{"table": table, "last": number} for table, number in tables])

    async def idle_tables(self, before: int) -> list[str]:
        """The tables that still wait for players since before a time."""
        columns = schema.tables.c
        query = select(columns.id).where(columns.status == "waiting", columns.changed < before).limit(100)
        async with self.reading() as connection:
            return [table for (table,) in (await connection.execute(query))]

    async def clocked_tables(self) -> list[str]:
        """The tables where something will be due."""
        columns = schema.tables.c
        query = select(columns.id).where(columns.wake.is_not(None))
        async with self.reading() as connection:
            return [table for (table,) in (await connection.execute(query))]

    # -------------------------------------------------------------------------------------------- facts

    async def fact(self, name: str) -> str | None:
        """Something the house remembers."""
        async with self.reading() as connection:
            query = select(schema.facts.c.value).where(schema.facts.c.name == name)
            return (await connection.execute(query)).scalar_one_or_none()

    async def remember(self, name: str, value: str) -> None:
        """Remember something, in place of what was there."""
        facts = schema.facts
        changing = update(facts).where(facts.c.name == name).values(value=value)
        try:
            async with self.writing() as connection:
                if (await connection.execute(changing)).rowcount == 0:
                    await connection.execute(insert(facts).values(name=name, value=value))
        except IntegrityError:  # another worker was first
            async with self.writing() as connection:
                await connection.execute(changing)

    async def remember_first(self, name: str, value: str) -> str:
        """Remember something unless it is known already; tell what holds now."""
        known = await self.fact(name)
        if known is not None:
            return known
        try:
            async with self.writing() as connection:
                await connection.execute(insert(schema.facts).values(name=name, value=value))
        except IntegrityError:
            return await self.fact(name) or value
        return value


async def _write(connection: AsyncConnection, writing: Writing) -> None:
    summary, last = writing.summary, writing.events[-1].number
    row = {
        "number": last,
        "status": summary.status,
        "open": summary.open,
        "free": summary.free,
        "made": summary.made,
        "changed": summary.changed,
        "wake": summary.wake,
        "card": summary.card,
    }
    columns = schema.tables.c
    if writing.events[0].number == 1:
        await connection.execute(insert(schema.tables).values(id=writing.table, **row))
    else:
        await connection.execute(
            update(schema.tables).where(columns.id == writing.table, columns.number < last).values(**row)
        )
    await connection.execute(
        insert(schema.events),
        [
            {
                "table": writing.table,
                "number": one.number,
                "at": one.at,
                "type": one.type,
                "data": one.data,
                "command": one.command,
            }
            for one in writing.events
        ],
    )
    if any(one.type in _CHANGES_SEATS for one in writing.events):
        own = schema.seats.c
        await connection.execute(delete(schema.seats).where(own.table == writing.table))
        if summary.players:
            over = summary.status == "over"
            await connection.execute(
                insert(schema.seats),
                [{"table": writing.table, "player": player, "over": over} for player in sorted(summary.players)],
            )


_CHANGES_SEATS = frozenset({"made", "sat", "stood_up", "host", "match_over", "closed"})


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    """Readers never wait for the writer, and a commit is on the disk."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(connection: Connection) -> None:
    """Run the changes that this database has not seen. Alembic is loaded only if there are any: a start stays quick."""
    try:
        with connection.begin_nested():
            revision = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    except Exception:
        revision = None
    if revision == LATEST_REVISION:
        return
    from alembic import command
    from alembic.config import Config

    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(1145654608)"))  # one worker migrates, the others wait
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
