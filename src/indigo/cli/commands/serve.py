"""`indigo serve`: open the table in the browser."""

from __future__ import annotations

import os
from typing import Annotated, Final

import typer

from indigo.cli.errors import INVALID, Failure
from indigo.cli.language import environment_words

EXAMPLES: Final = (
    "indigo serve",
    "indigo serve --host 0.0.0.0 --port 8080 --public-url https://indigo.example.org",
    "indigo serve --database-url postgresql+asyncpg://indigo@db/indigo --redis-url redis://cache",
)
_say = environment_words()


def command(
    host: Annotated[str, typer.Option(help=_say("terminal.about_host"))] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help=_say("terminal.about_port"))] = 8000,
    database_url: Annotated[
        str | None, typer.Option(envvar="INDIGO_DATABASE_URL", help=_say("terminal.about_database_url"))
    ] = None,
    redis_url: Annotated[
        str | None, typer.Option(envvar="INDIGO_REDIS_URL", help=_say("terminal.about_redis_url"))
    ] = None,
    public_url: Annotated[
        str | None, typer.Option(envvar="INDIGO_PUBLIC_URL", help=_say("terminal.about_public_url"))
    ] = None,
    browser: Annotated[bool, typer.Option("--browser", help=_say("terminal.about_browser"))] = False,
) -> None:
    from indigo.server.main import CannotServe, serve

    say = environment_words()
    try:
        status = serve(
            host,
            port,
            database_url=database_url,
            redis_url=redis_url,
            public_url=public_url,
            open_browser=browser,
            say=lambda address: print(say("terminal.table_ready", address=address), flush=True),
        )
    except CannotServe as problem:
        told = say(f"terminal.{problem.code}", **problem.values, command=_with_other_port(port))
        raise Failure(told, INVALID) from None
    raise typer.Exit(status)


def _with_other_port(port: int) -> str:
    """How to start the table on another port: as it was started, by hand or by `make play`."""
    other = port + 1 if 0 < port < 65535 else 0
    by_make = os.environ.get("INDIGO_STARTED_BY") == "make"
    return f"make play PORT={other}" if by_make else f"indigo serve --port {other}"
