"""Everything that requests share: one of each in a worker."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from indigo.server.analyses import Analyst
from indigo.server.config import Config
from indigo.server.errors import Refusal
from indigo.server.hints import Adviser
from indigo.server.identity import COOKIE, Identity
from indigo.server.limits import Limiter, sender
from indigo.server.live_tables import Tables
from indigo.server.scheduler import House
from indigo.server.table.decision import Actor


@dataclass(slots=True)
class Services:
    """What a request may need."""

    config: Config
    tables: Tables
    house: House
    identity: Identity
    limiter: Limiter
    adviser: Adviser
    analyst: Analyst
    stopping: asyncio.Event


def services_of(connection: HTTPConnection) -> Services:
    """The services of the worker that answers."""
    found: Services | None = getattr(connection.app.state, "services", None)
    if found is None:
        raise Refusal("unavailable", "the server is starting")
    return found


async def whoever(connection: HTTPConnection) -> Actor:
    """The player who asks, or nobody in particular."""
    identity = services_of(connection).identity
    known = await identity.recognise(connection.cookies.get(COOKIE), connection.headers.get("authorization"))
    return known or Actor(None)


async def player(connection: HTTPConnection) -> Actor:
    """The player who asks; those without a name are refused."""
    actor = await whoever(connection)
    if actor.player is None:
        raise Refusal("no_player", "give a name first")
    return actor


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from."""
    return sender(connection.client.host if connection.client is not None else None)


async def in_person(connection: HTTPConnection) -> Actor:
    """The player who asks with a browser's cookie; a program's token is not enough."""
    actor = await player(connection)
    if "authorization" in connection.headers:
        raise Refusal("token_not_enough", "this takes a browser, not a token")
    return actor


Shared = Annotated[Services, Depends(services_of)]
Whoever = Annotated[Actor, Depends(whoever)]
Player = Annotated[Actor, Depends(player)]
InPerson = Annotated[Actor, Depends(in_person)]
