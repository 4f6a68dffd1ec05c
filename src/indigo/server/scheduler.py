"""The house: places for its bots, watches the clocks, and goes on after a restart where it had stopped."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, TypeVar

from indigo.rules import Game
from indigo.server import bots
from indigo.server.errors import Refusal
from indigo.server.live_tables import CLOCK_GRACE, IDLE_TABLE, LEASE, Tables
from indigo.server.table.clocks import deadline, running
from indigo.server.table.commands import Place
from indigo.server.table.decision import HOUSE, Decision, stands_in
from indigo.server.table.events import NewEvent
from indigo.server.table.settings import DaysClock, NoClock
from indigo.server.table.state import TableState
from indigo.server.views import seen_game

log = logging.getLogger("indigo.server")

SWEEP: Final = 0.5
HEARTBEAT: Final = 5.0
ASLEEP_AFTER: Final = 12_000
"""Without a heartbeat for so many milliseconds the house was away, and nobody's clock should have run."""
TIDY: Final = 600.0

T = TypeVar("T")


class House:
    """Keeps the games going that wait for no person."""

    def __init__(self, tables: Tables, threads: int, pause: float) -> None:
        self._tables = tables
        self._pause = pause
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._changed: dict[str, TableState] = {}  # while a bot thought, or was about to stop
        self._watches: list[asyncio.Task[None]] = []
        self._leases_kept = 0
        self._swept: int | None = None

    async def open(self) -> None:
        """Go on where the last run stopped."""
        await self._give_back_lost_time()
        self._tables.after_change = self.look
        if self._tables.alone:  # nobody else can be thinking: do not wait for leases to end
            for table in await self._tables.store.clocked_tables():
                self.look((await self._tables.get(table)).state)
        for seconds, duty in ((SWEEP, self._sweep), (HEARTBEAT, self._heartbeat), (TIDY, self._tidy)):
            self._watches.append(asyncio.create_task(_every(seconds, duty)))

    async def close(self) -> None:
        """Stop; the next run goes on from the events."""
        self._tables.after_change = lambda state: None  # what is still being written must not wake a bot again
        tasks = [*self._watches, *self._thinking.values()]
        for task in tasks:
            task.cancel()
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await self._tables.settled()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Do something slow among the bots, so that all of it together is limited."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    # -------------------------------------------------------------------------------------------- bots

    def look(self, state: TableState) -> None:
        """A table has changed: let its bot think if it is a bot's turn."""
        table = state.id
        if table in self._thinking:
            self._changed[table] = state
        elif state.bot_to_play is not None:
            task = asyncio.create_task(self._play_on(table), name=f"bot at {table}")
            self._thinking[table] = task
            task.add_done_callback(lambda done: self._thought(table, done))

    def _thought(self, table: str, done: asyncio.Task[None]) -> None:
        """A bot has stopped; if the table changed after it last looked, it may have to go on."""
        self._thinking.pop(table, None)
        changed = self._changed.pop(table, None)
        if changed is not None and not done.cancelled():
            self.look(changed)

    async def _play_on(self, table: str) -> None:
        """Place for bots until a person has to, or the game ends."""
        try:
            while True:
                state = (await self._tables.get(table)).state
                chair = state.bot_to_play
                if chair is None or state.round is None:
                    return
                seen = seen_game(state, state.round, [chair.seat])
                since, level = self._tables.clock(), chair.level or ""
                number, played_on = state.number, state.played_on  # other workers' news may change it meanwhile
                move = await self.in_thread(partial(_think, level, seen))
                waited = (self._tables.clock() - since) / 1000
                if waited < self._pause:
                    await asyncio.sleep(self._pause - waited)
                command = Place(do="place", id=f"{played_on}", expected=number, seat=chair.seat, move=move)
                try:
                    await self._tables.act(table, command, HOUSE)
                except Refusal as refusal:
                    if refusal.code not in ("stale", "not_your_turn", "not_your_seat", "game_over", "wrong_status"):
                        raise
                    await self._tables.refresh(await self._tables.get(table))
        except asyncio.CancelledError:
            raise
        except Exception:
            # The table's lease ends by itself, and then the bot is asked again.
            log.exception("a bot could not place at table %s", table)

    # -------------------------------------------------------------------------------------------- clocks

    async def _sweep(self) -> None:
        """Look after the tables that are due: a bot that nobody drives, a clock that has run out."""
        store, now = self._tables.store, self._tables.clock()
        if self._tables.alone and self._swept is not None and now - self._swept >= ASLEEP_AFTER:
            await self._give_back(self._swept, now)  # the computer has slept, and we with it
        self._swept = now
        if self._thinking and now - self._leases_kept >= LEASE // 4:
            self._leases_kept = now
            await self._keep_leases(now)
        for table, wake in await store.due(now):
            if table in self._thinking or not await store.claim(table, wake, now + LEASE):
                continue
            loaded = await self._tables.get(table)
            await self._tables.refresh(loaded)
            if loaded.state.bot_to_play is not None:
                self.look(loaded.state)
            else:
                await self._tables.happen(table, self._time_is_up)

    async def _keep_leases(self, now: int) -> None:
        """A bot that thinks for long keeps its table, and keeps nobody from seeing what else is due."""
        states = [(await self._tables.get(table)).state for table in list(self._thinking)]
        busy = [(state.id, state.number) for state in states if state.bot_to_play is not None]
        if busy:
            await self._tables.store.keep_claims(busy, now + LEASE, LEASE // 2)

    def _time_is_up(self, state: TableState) -> Decision:
        """Let a bot take over from a person whose time has run out; close a table to which nobody comes back."""
        if state.deserted:
            return Decision([NewEvent("closed", {})] if self._tables.clock() >= state.changed_at + IDLE_TABLE else [])
        ends, seat = deadline(state), running(state)
        if ends is None or seat is None or self._tables.clock() < ends + CLOCK_GRACE:
            return Decision([])
        return Decision(stands_in(state, seat, "time", self._tables.circumstances(state.id)))

    async def _heartbeat(self) -> None:
        await self._tables.store.remember("awake", str(self._tables.clock()))
        self._tables.tell_who_fell_silent()
        if not self._tables.alone:
            for table in self._tables.presence.tables:
                await self._tables.publish_presence(table)
            await self._tables.look_around()

    async def _give_back_lost_time(self) -> None:
        """While no server ran, no clock of a game at the table ran either. Clocks in days go on regardless."""
        store, now = self._tables.store, self._tables.clock()
        last = await store.fact("awake")
        if last is not None and now - int(last) >= ASLEEP_AFTER:
            await self._give_back(int(last), now)
        await store.remember("awake", str(now))  # not before: workers that start together all see to it

    async def _give_back(self, last: int, now: int) -> None:
        for table in await self._tables.store.clocked_tables():
            await self._tables.happen(table, partial(_time_lost, last, now))

    # -------------------------------------------------------------------------------------------- order

    async def _tidy(self) -> None:
        """Close tables that have waited for players for a day."""
        for table in await self._tables.store.idle_tables(self._tables.clock() - IDLE_TABLE):
            await self._tables.happen(
                table, lambda state: Decision([NewEvent("closed", {})] if state.status == "waiting" else [])
            )


def _time_lost(last: int, now: int, state: TableState) -> Decision:
    """Give back to whoever is to play the time from *last*, when a server last ran, unless another worker did."""
    chair = state.chair(state.to_play or 0)
    if chair is None or chair.kind != "person" or isinstance(state.settings.clock, (NoClock, DaysClock)):
        return Decision([])
    awake = max(last, state.resumed_at)
    away = now - max(awake, state.turn_since)
    return Decision([NewEvent("resumed", {"away": away})] if now - awake >= ASLEEP_AFTER and away > 0 else [])


def _think(level: str, seen: Game) -> str:
    return str(bots.choose(level, seen))


async def _every(seconds: float, duty: Callable[[], object]) -> None:
    """Do a duty again and again; one failure is logged and does not end it."""
    while True:
        try:
            doing = duty()
            if asyncio.iscoroutine(doing):
                await doing
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("%s failed", getattr(duty, "__name__", duty))
        await asyncio.sleep(seconds)
