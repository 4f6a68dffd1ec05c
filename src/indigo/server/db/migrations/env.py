"""Alembic's door: it is handed an open connection by `indigo.server.db.store`."""

from __future__ import annotations

from alembic import context

from indigo.server.db.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
