"""Has finished games analysed by the engine, one after the other, and keeps what it said."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Literal, cast

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from indigo.rules import Game
from indigo.server import engine_room, schema
from indigo.server.refusal import Refusal
from indigo.server.shapes import AnalysedPosition, Analysis, Moment
from indigo.server.storage import Store
from indigo.server.tables import new_id

log = logging.getLogger("indigo.server")

_LEASE: Final = 60_000
"""A worker that has not said anything about an analysis for so many milliseconds has died over it."""
_MOST_WAITING: Final = 50
_MOMENTS: Final = 5
_SWING: Final = 60
"""The least swing, in thousandths, that makes a move a moment."""


class Analyst:
    """One thread that thinks about finished games."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="analyst")
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def close(self) -> None:
        """Stop; whoever asks again for an unfinished analysis makes it begin anew."""
        for task in list(self._tasks.values()):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def get(self, analysis: str) -> Analysis:
        """An analysis as far as it has come."""
        columns = schema.analyses.c
        query = select(columns.id, columns.state, columns.progress, columns.result).where(columns.id == analysis)
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            raise Refusal("not_found", "there is no such analysis")
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
        analysis, now, columns = new_id("a_"), self._clock(), schema.analyses.c
        try:
            async with self._store.writing() as connection:
                await connection.execute(
                    insert(schema.analyses).values(
                        id=analysis, source=source, made=now, state="waiting", progress=0.0, wake=now + _LEASE
                    )
                )
        except IntegrityError:
            async with self._store.reading() as connection:
                query = select(columns.id, columns.state, columns.wake).where(columns.source == source)
                known = (await connection.execute(query)).one()
            analysis = known.id
            if known.state == "done" or analysis in self._tasks or (known.state != "failed" and known.wake > now):
                return await self.get(analysis)
        if len(self._tasks) >= _MOST_WAITING:
            raise Refusal("unavailable", "too many games wait for analysis", retry_after=60)
        task = asyncio.create_task(self._work(analysis, game))
        self._tasks[analysis] = task
        task.add_done_callback(lambda _: self._tasks.pop(analysis, None))
        return await self.get(analysis)

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
