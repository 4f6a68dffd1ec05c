"""Has finished games analysed by the engine, one after the other, and keeps what it said."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Literal, cast

from sqlalchemy import ColumnElement, Row, insert, select, update
from sqlalchemy.exc import IntegrityError

from indigo.rules import Game
from indigo.server import engine_room
from indigo.server.db import schema
from indigo.server.db.store import Store
from indigo.server.errors import Refusal
from indigo.server.live_tables import new_id
from indigo.server.responses import AnalysedPosition, Analysis, Moment

log = logging.getLogger("indigo.server")

_LEASE: Final = 60_000
"""A worker that has not said anything about an analysis for so many milliseconds has died over it."""
_MOST_WAITING: Final = 50
_MOMENTS: Final = 5
_SWING: Final = 60
"""The least swing, in thousandths, that makes a move a moment."""


class Analyst:
    """One thread that thinks about finished games."""

    def __init__(self, store: Store, clock: Callable[[], int], *, alone: bool = False) -> None:
        self._store = store
        self._clock = clock
        self._alone = alone  # no other worker can be at it: what this one does not work at, nobody does
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="analyst")
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def close(self) -> None:
        """Stop; whoever asks again for an unfinished analysis makes it begin anew."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def get(self, analysis: str, game_of: Callable[[str], Awaitable[Game]] | None = None) -> Analysis:
        """An analysis as far as it has come. With *game_of*, one that was left unfinished is taken up again."""
        row = await self._row(schema.analyses.c.id == analysis)
        if row is None:
            raise Refusal("not_found", "there is no such analysis")
        if game_of is not None and row.state != "failed" and self._left(row):
            with contextlib.suppress(Refusal):  # not now, then: whoever looks again tries again
                await self.ask(row.source, await game_of(row.source))
        result: dict[str, Any] = row.result or {}
        return {
            "id": row.id,
            "state": cast(Literal["waiting", "working", "done", "failed"], row.state),
            "progress": row.progress,
            "positions": result.get("positions", []),
            "moments": result.get("moments", []),
        }

    async def ask(self, source: str, game: Game) -> Analysis:
        """Have a finished game analysed, unless it has been or is being."""
        engine_room.check(game)
        known = await self._row(schema.analyses.c.source == source)
        if known is not None and not self._left(known):
            return await self.get(known.id)
        if len(self._tasks) >= _MOST_WAITING:
            raise Refusal("unavailable", "too many games wait for analysis", retry_after=60)
        analysis = await self._insert(source) if known is None else await self._claim(known)
        if analysis is None:  # somebody else was faster
            known = await self._row(schema.analyses.c.source == source)
            if known is None:
                raise Refusal("unavailable", "ask again", retry_after=1)
            return await self.get(known.id)
        if analysis not in self._tasks:
            task = self._tasks[analysis] = asyncio.create_task(self._work(analysis, game))
            task.add_done_callback(lambda _: self._tasks.pop(analysis, None))
        return await self.get(analysis)

    async def _row(self, which: ColumnElement[bool]) -> Row[Any] | None:
        async with self._store.reading() as connection:
            return (await connection.execute(select(schema.analyses).where(which))).one_or_none()

    def _left(self, row: Row[Any]) -> bool:
        """Whether nobody works at an analysis that is not done."""
        if row.state == "done" or row.id in self._tasks:
            return False
        return row.state == "failed" or self._alone or bool(row.wake <= self._clock())

    async def _insert(self, source: str) -> str | None:
        analysis, now = new_id("a_"), self._clock()
        first = {"made": now, "state": "waiting", "progress": 0.0, "wake": now + _LEASE}
        try:
            async with self._store.writing() as connection:
                await connection.execute(insert(schema.analyses).values(id=analysis, source=source, **first))
        except IntegrityError:
            return None
        return analysis

    async def _claim(self, row: Row[Any]) -> str | None:
        """Take up an analysis that was left, so that no other worker does."""
        columns = schema.analyses.c
        claim = update(schema.analyses).where(columns.id == row.id, columns.wake == row.wake)
        async with self._store.writing() as connection:
            claimed = await connection.execute(claim.values(state="waiting", wake=self._clock() + _LEASE))
        return str(row.id) if claimed.rowcount == 1 else None

    async def _work(self, analysis: str, game: Game) -> None:
        """Analyse position after position; what is known so far can be seen at any time."""
        loop = asyncio.get_running_loop()
        positions: list[AnalysedPosition] = []
        try:
            for move in range(game.turns_played + 1):
                positions.append(await loop.run_in_executor(self._thread, engine_room.analyse, game, move))
                await self._save(analysis, "working", len(positions) / (game.turns_played + 1), positions, [])
            await self._save(analysis, "done", 1.0, positions, moments(game, positions))
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("analysis %s failed", analysis)
            await self._save(analysis, "failed", 0.0, [], [])

    async def _save(
        self,
        analysis: str,
        state: str,
        progress: float,
        positions: list[AnalysedPosition],
        decisive: list[Moment],
    ) -> None:
        values = {
            "state": state,
            "progress": round(progress, 3),
            "result": {"positions": positions, "moments": decisive},
            "wake": self._clock() + _LEASE,
        }
        async with self._store.writing() as connection:
            await connection.execute(update(schema.analyses).where(schema.analyses.c.id == analysis).values(**values))


def moments(game: Game, positions: list[AnalysedPosition]) -> list[Moment]:
    """The moves that decided the game: where the chances of whoever placed changed most, the greatest first."""
    found: list[Moment] = []
    for number, (turn, before, after) in enumerate(zip(game.turns, positions, positions[1:], strict=False), start=1):
        swing = after["chances"][turn.player - 1] - before["chances"][turn.player - 1]
        if abs(swing) >= _SWING:
            found.append({"move": number, "seat": turn.player, "swing": swing})
    return sorted(found, key=lambda moment: -abs(moment["swing"]))[:_MOMENTS]
