"""The database: brought up to date by itself, and never two events of one number."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

import indigo.server
from indigo.server.db.schema import metadata
from indigo.server.db.store import LATEST_REVISION, Conflict, Store, Summary, Writing
from indigo.server.table.events import Event
from tests.support.client import sqlite

SUMMARY = Summary("waiting", False, True, 1, 1, None, {"id": "t"}, frozenset({"p"}))


def made(number: int) -> Writing:
    """An event of this number."""
    return Writing("t", [Event(number, number, "made", {"by": "p"})], SUMMARY)


def test_the_migrations_make_what_the_code_expects(tmp_path: Path) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async def look() -> list[object]:
        store = Store(sqlite(tmp_path))
        await store.open()
        await store.open()  # a second start has nothing to do
        async with store.reading() as connection:
            found = await connection.run_sync(differences)
        await store.close()
        return found

    assert asyncio.run(look()) == []


def test_the_quick_start_knows_the_latest_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(indigo.server.__file__).parent / "db" / "migrations"))
    assert ScriptDirectory.from_config(config).get_current_head() == LATEST_REVISION


def test_two_events_of_one_number_are_a_conflict_and_nothing_is_half_written(tmp_path: Path) -> None:
    async def write() -> list[Event]:
        store = Store(sqlite(tmp_path))
        await store.open()
        await store.append(made(1))
        with pytest.raises(Conflict):
            await store.append(made(2), made(1))
        await store.append(made(2))
        found = await store.events("t")
        await store.close()
        return found

    assert [event.number for event in asyncio.run(write())] == [1, 2]


def test_a_key_is_made_once(tmp_path: Path) -> None:
    async def remember() -> tuple[str, str]:
        store = Store(sqlite(tmp_path))
        await store.open()
        both = await asyncio.gather(store.remember_first("key", "one"), store.remember_first("key", "two"))
        await store.close()
        return both[0], both[1]

    one, two = asyncio.run(remember())
    assert one == two
