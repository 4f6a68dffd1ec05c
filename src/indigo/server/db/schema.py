"""The database's tables. What a table *is* stands in `events`; all else is there to find it, or to know who you are."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

players = Table(
    "players",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("made", BigInteger, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("player", String(40), ForeignKey("players.id"), nullable=False, index=True),
    Column("name", String(24), nullable=False),
    Column("hash", String(64), nullable=False, unique=True),  # the token itself is never kept
    Column("made", BigInteger, nullable=False),
)

codes = Table(
    "codes",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("player", String(40), ForeignKey("players.id"), nullable=False),
    Column("expires", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("number", Integer, nullable=False),  # of the last event
    Column("status", String(10), nullable=False),
    Column("open", Boolean, nullable=False),  # shown in the lobby to everybody
    Column("free", Boolean, nullable=False),  # has an open seat
    Column("made", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("wake", BigInteger, nullable=True),  # when the house has to do something: place for a bot, stop a clock
    Column("card", JSON, nullable=False),
    Index("lobby", "open", "status", "changed"),
    Index("waking", "wake"),
)

seats = Table(
    "seats",
    metadata,
    Column("table", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("player", String(40), primary_key=True),
    Column("over", Boolean, nullable=False),
    Index("own_tables", "player", "over"),
)

events = Table(
    "events",
    metadata,
    # This key is what makes two workers, two tabs or a retry harmless.
    Column("table", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("type", String(16), nullable=False),
    Column("data", JSON, nullable=False),
    Column("command", String(120), nullable=True),
)

records = Table(
    "records",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("player", String(40), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("games", Integer, nullable=False),
    Column("text", Text, nullable=False),
)

analyses = Table(
    "analyses",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("source", String(80), nullable=False, unique=True),
    Column("made", BigInteger, nullable=False),
    Column("state", String(8), nullable=False),
    Column("progress", Float, nullable=False),
    Column("result", JSON, nullable=True),
    Column("wake", BigInteger, nullable=True),
)

facts = Table(
    "facts",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""Small things the house remembers: its signing key, and when it was last awake."""
