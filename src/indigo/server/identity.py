"""Who somebody is: a signed cookie for browsers, a token for programs, a code to move to another device."""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from itsdangerous import BadSignature, Signer
from sqlalchemy import delete, func, insert, select, update

from indigo.server.db import schema
from indigo.server.db.store import Store
from indigo.server.errors import Refusal
from indigo.server.limits import MOST_TOKENS
from indigo.server.live_tables import new_id
from indigo.server.responses import NewToken, TokenInfo
from indigo.server.table.decision import Actor

COOKIE: Final = "indigo_player"
COOKIE_AGE: Final = 365 * 24 * 3600
CODE_AGE: Final = 10 * 60 * 1000
_KEPT: Final = 5_000
_FRESH: Final = 60_000
"""So many milliseconds a name is believed without asking: another worker may have changed it."""


def _hash(secret: str) -> str:
    """What is kept of a secret: it has 128 bits and more, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Identity:
    """Knows the players."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._signer = Signer("")
        self._players: OrderedDict[str, tuple[Actor, int]] = OrderedDict()  # and when they were asked for

    async def open(self) -> None:
        """Get the key that cookies are signed with; the first server ever makes it."""
        key = await self._store.remember_first("key", secrets.token_urlsafe(32))
        self._signer = Signer(key, salt="indigo player", digest_method=hashlib.sha256)

    # -------------------------------------------------------------------------------------------- recognising

    async def recognise(self, cookie: str | None, authorization: str | None) -> Actor | None:
        """The player behind a request, or None. A wrong token is refused; a wrong cookie is no cookie."""
        if authorization is not None:
            scheme, _, token = authorization.partition(" ")
            player = await self._by_token(token.strip()) if scheme.lower() == "bearer" else None
            if player is None:
                raise Refusal("no_player", "this token is not known")
            return player
        if not cookie or len(cookie) > 200:
            return None
        try:
            return await self._by_id(self._signer.unsign(cookie).decode())
        except (BadSignature, UnicodeDecodeError):
            return None

    async def _by_id(self, player: str) -> Actor | None:
        known, asked = self._players.get(player, (None, 0))
        if known is not None and self._clock() - asked < _FRESH:
            return known
        async with self._store.reading() as connection:
            query = select(schema.players.c.name).where(schema.players.c.id == player)
            name = (await connection.execute(query)).scalar_one_or_none()
        return None if name is None else self._keep(Actor(player, name))

    def _keep(self, player: Actor) -> Actor:
        if player.player is not None:
            self._players[player.player] = (player, self._clock())
            self._players.move_to_end(player.player)
            if len(self._players) > _KEPT:
                self._players.popitem(last=False)
        return player

    async def _by_token(self, token: str) -> Actor | None:
        if not token or len(token) > 200:
            return None
        hashed = _hash(token)
        async with self._store.reading() as connection:
            query = select(schema.tokens.c.player).where(schema.tokens.c.hash == hashed)
            player = (await connection.execute(query)).scalar_one_or_none()
        return None if player is None else await self._by_id(player)

    def cookie(self, player: str) -> str:
        """What the browser keeps."""
        return self._signer.sign(player).decode()

    # -------------------------------------------------------------------------------------------- becoming

    async def make(self, name: str) -> Actor:
        """A new player."""
        player = Actor(new_id("p_", 20), name)
        async with self._store.writing() as connection:
            await connection.execute(insert(schema.players).values(id=player.player, name=name, made=self._clock()))
        return self._keep(player)

    async def rename(self, player: str, name: str) -> Actor:
        """Another name for the same player; tables keep the name under which one sat down."""
        async with self._store.writing() as connection:
            await connection.execute(update(schema.players).where(schema.players.c.id == player).values(name=name))
        return self._keep(Actor(player, name))

    async def move_code(self, player: str) -> tuple[str, int]:
        """A code that makes another device the same player, once, soon; and when it ends."""
        code, now = secrets.token_urlsafe(16), self._clock()
        async with self._store.writing() as connection:
            await connection.execute(delete(schema.codes).where(schema.codes.c.expires < now))
            await connection.execute(
                insert(schema.codes).values(hash=_hash(code), player=player, expires=now + CODE_AGE)
            )
        return code, now + CODE_AGE

    async def moved(self, code: str) -> Actor:
        """The player whom a code stands for; the code is used up."""
        codes, hashed = schema.codes.c, _hash(code)
        async with self._store.writing() as connection:
            query = select(codes.player).where(codes.hash == hashed, codes.expires >= self._clock())
            player = (await connection.execute(query)).scalar_one_or_none()
            used = await connection.execute(delete(schema.codes).where(codes.hash == hashed))
        actor = await self._by_id(player) if player is not None and used.rowcount == 1 else None
        if actor is None:
            raise Refusal("bad_code", "this code is wrong, used or too old", field="code")
        return actor

    # -------------------------------------------------------------------------------------------- tokens

    async def tokens(self, player: str) -> list[TokenInfo]:
        """A player's tokens, without the tokens themselves."""
        columns = schema.tokens.c
        query = select(columns.id, columns.name, columns.made).where(columns.player == player).order_by(columns.made)
        async with self._store.reading() as connection:
            rows = await connection.execute(query)
            return [{"id": token, "name": name, "made": made} for token, name, made in rows]

    async def new_token(self, player: str, name: str) -> NewToken:
        """A token for a program of this player."""
        token, made = "indigo_" + secrets.token_urlsafe(32), self._clock()
        info: NewToken = {"id": new_id("k_"), "name": name, "made": made, "token": token}
        columns = schema.tokens.c
        async with self._store.writing() as connection:
            query = select(func.count()).select_from(schema.tokens).where(columns.player == player)
            if (await connection.execute(query)).scalar_one() >= MOST_TOKENS:
                raise Refusal("too_many", f"a player has at most {MOST_TOKENS} tokens")
            await connection.execute(
                insert(schema.tokens).values(id=info["id"], player=player, name=name, hash=_hash(token), made=made)
            )
        return info

    async def drop_token(self, player: str, token: str) -> None:
        """Make a token void."""
        columns = schema.tokens.c
        async with self._store.writing() as connection:
            dropped = await connection.execute(
                delete(schema.tokens).where(columns.id == token, columns.player == player)
            )
        if dropped.rowcount != 1:
            raise Refusal("not_found", "you have no such token")
