"""All tables of this worker: loads them, lets commands act on them one after the other, tells who listens."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from indigo.server import bots
from indigo.server.db.store import Conflict, Store, Summary, Writing
from indigo.server.errors import Refusal
from indigo.server.limits import MOST_TABLES, Limiter
from indigo.server.notifier import Alone, News, Notifier
from indigo.server.presence import Presence
from indigo.server.table.clocks import deadline
from indigo.server.table.commands import AnyCommand, Rematch
from indigo.server.table.decision import HOUSE, Actor, Circumstances, Decision, decide
from indigo.server.table.events import Event, NewEvent
from indigo.server.table.state import TableState
from indigo.server.views import card

MOST_LOADED: Final = 500
LEASE: Final = 20_000
"""For so many milliseconds the worker that wrote the last event is trusted to let the bot place."""
CLOCK_GRACE: Final = 300
"""A placement that was on its way when the time ran out still counts."""
IDLE_TABLE: Final = 24 * 3600 * 1000
"""A table that has waited for people for so many milliseconds is closed."""
_ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"  # nothing that looks like something else
_RANDOM: Final = random.SystemRandom()


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def new_id(prefix: str = "", length: int = 14) -> str:
    """A name that nobody can guess: 14 letters are 69 bits."""
    return prefix + "".join(secrets.choice(_ALPHABET) for _ in range(length))


def _shuffle(tiles: str) -> str:
    order = list(tiles)
    _RANDOM.shuffle(order)
    return "".join(order)


@dataclass(slots=True)
class Loaded:
    """A table in memory: its events, its state, and who wants to know when it changes."""

    state: TableState
    events: list[Event]
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Callable[[], None]] = field(default_factory=set)

    @property
    def idle(self) -> bool:
        """Whether nobody would miss it in memory."""
        return not self.listeners and not self.lock.locked()


class Tables:
    """The tables, for everybody who has something to do with one."""

    def __init__(self, store: Store, notifier: Notifier, worker: str, clock: Callable[[], int] = now_ms) -> None:
        self.store = store
        self.clock = clock
        self.presence = Presence(clock)
        self.after_change: Callable[[TableState], None] = lambda state: None
        self.limiter = Limiter(on=False)  # who answers requests puts the real one here
        self.alone = isinstance(notifier, Alone)
        self._notifier = notifier
        self._worker = worker
        self._loaded: OrderedDict[str, Loaded] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Loaded]] = {}
        self._happening: set[asyncio.Task[int]] = set()

    # -------------------------------------------------------------------------------------------- loading

    async def get(self, table: str) -> Loaded:
        """The table of this id, or a Refusal."""
        loaded = self._loaded.get(table)
        if loaded is not None:
            self._loaded.move_to_end(table)
            return loaded
        task = self._loading.get(table)
        if task is None:
            task = self._loading[table] = asyncio.create_task(self._load(table))
            task.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(task)

    async def _load(self, table: str) -> Loaded:
        events = await self.store.events(table) if len(table) <= 40 else []
        if not events:
            raise Refusal("not_found", "there is no such table")
        return self._keep(Loaded(TableState.replay(table, events), events))

    def _keep(self, loaded: Loaded) -> Loaded:
        self._loaded[loaded.state.id] = loaded
        if len(self._loaded) > MOST_LOADED:
            idle = (table for table, other in self._loaded.items() if other is not loaded and other.idle)
            for table in list(islice(idle, MOST_LOADED // 10)):
                del self._loaded[table]
        return loaded

    async def refresh(self, loaded: Loaded) -> None:
        """Take in what other workers wrote."""
        async with loaded.lock:
            await self._catch_up(loaded)

    async def current(self, table: str) -> Loaded:
        """The table as it is now, also if another worker changed it a moment ago."""
        loaded = await self.get(table)
        if not self.alone:
            await self.refresh(loaded)
        return loaded

    async def look_around(self) -> None:
        """Take in what was written at tables where somebody is connected, in case the news of it was lost."""
        watched = {table: loaded for table, loaded in self._loaded.items() if loaded.listeners}
        for table, number in (await self.store.numbers(list(watched))).items():
            if number > watched[table].state.number:
                await self.refresh(watched[table])

    async def _catch_up(self, loaded: Loaded) -> bool:
        newer = await self.store.events(loaded.state.id, loaded.state.number)
        for event in newer:
            loaded.state.apply(event)
            loaded.events.append(event)
        if newer:
            self._tell(loaded)
        return bool(newer)

    # -------------------------------------------------------------------------------------------- acting

    def circumstances(self, table: str) -> Circumstances:
        """What a decision at this table needs to know from outside."""
        return Circumstances(
            now=self.clock(),
            levels=bots.levels(),
            shuffle=_shuffle,
            lot=lambda most: _RANDOM.randint(1, most),
            gone_since=lambda player: self.presence.gone_since(table, player),
            new_table=new_id,
        )

    async def act(self, table: str, command: AnyCommand, actor: Actor) -> int:
        """Let a command act; tell the number of the last event it made. One that acted before acts no more."""
        key = f"{'house' if actor.house else actor.player}:{command.id}"
        if isinstance(command, Rematch) and key not in (await self.get(table)).state.commands:
            await self.check_room(actor)

        def deciding(state: TableState) -> Decision:
            decision = decide(state, command, actor, self.circumstances(table))
            if decision.new_table is not None:
                self.limiter.spend("tables", actor.player or "")
            return decision

        return await self.happen(table, deciding, command=key)

    async def check_room(self, actor: Actor) -> None:
        """Refuse another table to somebody who has as many as one may have."""
        if self.limiter.on and len(await self.store.own_cards(actor.player or "")) >= MOST_TABLES:
            raise Refusal("too_many_tables", f"at most {MOST_TABLES} tables that are not over")

    async def happen(
        self, table: str, deciding: Callable[[TableState], Decision], *, command: str | None = None
    ) -> int:
        """Let happen what *deciding* says for the table as it is; again, if another worker was faster.

        It happens wholly, also if who asked for it goes away meanwhile.
        """
        task = asyncio.create_task(self._happen(table, deciding, command))
        self._happening.add(task)
        task.add_done_callback(self._happened)
        return await asyncio.shield(task)

    def _happened(self, task: asyncio.Task[int]) -> None:
        self._happening.discard(task)
        if not task.cancelled():
            task.exception()  # who asked may have gone: a refusal that nobody hears is no news for the log

    async def settled(self) -> None:
        """Wait until nothing is happening that was asked for."""
        if self._happening:
            await asyncio.wait(self._happening)

    async def _happen(self, table: str, deciding: Callable[[TableState], Decision], command: str | None) -> int:
        loaded = await self.get(table)
        async with loaded.lock:
            for _ in range(8):
                state = loaded.state
                done = state.commands.get(command) if command is not None else None
                if done is not None:
                    return done
                try:
                    decision = deciding(state)
                except Refusal:
                    # It may have been asked for by somebody who knows more than this worker.
                    if not self.alone and await self._catch_up(loaded):
                        continue
                    raise
                if not decision.events:
                    return state.number
                try:
                    await self._write(loaded, decision, command)
                except Conflict:
                    await self._catch_up(loaded)
                    continue
                break
            else:
                raise Refusal("unavailable", "the table is too busy", number=loaded.state.number)
            number = loaded.state.number
        await self._notifier.publish({"table": table, "number": number})
        return number

    async def _write(self, loaded: Loaded, decision: Decision, command: str | None) -> None:
        """Write first, then let it happen here: nothing is told that is not on the disk."""
        at = max(self.clock(), loaded.state.changed_at)
        events = _numbered(decision.events, loaded.state.number, at, command)
        after = loaded.state.copy()
        for event in events:
            after.apply(event)
        writings = [Writing(after.id, events, self._summary(after))]
        born: Loaded | None = None
        if decision.new_table is not None:
            table, first = decision.new_table
            first_events = _numbered(first, 0, at, None)
            born = Loaded(TableState.replay(table, first_events), first_events)
            writings.append(Writing(table, first_events, self._summary(born.state)))
        await self.store.append(*writings)
        loaded.state = after
        loaded.events.extend(events)
        if born is not None:
            self._keep(born)
        self._tell(loaded)
        self.after_change(after)

    async def make(self, events: list[NewEvent]) -> Loaded:
        """A new table with its first events."""
        table = new_id()
        first = _numbered(events, 0, self.clock(), None)
        loaded = Loaded(TableState.replay(table, first), first)
        await self.store.append(Writing(table, first, self._summary(loaded.state)))
        return self._keep(loaded)

    def _summary(self, state: TableState) -> Summary:
        around = self.circumstances(state.id)
        company = self.presence.company(state)
        shown: dict[str, Any] = {**card(state, around, company), "settings": state.settings.model_dump(mode="json")}
        shown["to_play"] = state.to_play
        return Summary(
            status=state.status,
            open=state.settings.visibility == "open",
            free=any(chair.kind == "open" for chair in state.chairs),
            made=state.made_at,
            changed=state.changed_at,
            wake=self.wake(state),
            card=shown,
            players=frozenset(chair.player for chair in state.chairs if chair.player is not None)
            | (frozenset() if state.host is None else frozenset({state.host})),
        )

    def wake(self, state: TableState) -> int | None:
        """When the house has to look at this table, if nothing else happens."""
        if state.bot_to_play is not None:
            return self.clock() + LEASE
        if state.deserted:
            return state.changed_at + IDLE_TABLE
        ends = deadline(state)
        return None if ends is None else ends + CLOCK_GRACE

    # -------------------------------------------------------------------------------------------- telling

    def _tell(self, loaded: Loaded) -> None:
        for listener in list(loaded.listeners):
            listener()

    async def heard(self, news: News) -> None:
        """News from another worker."""
        loaded = self._loaded.get(news["table"])
        if "number" in news:
            if loaded is not None and news["number"] > loaded.state.number:
                await self.refresh(loaded)
            return
        if "players" in news:
            self.presence.heard(news["table"], news["worker"], news["players"])
        else:
            self.presence.touched(news["table"], news["asks"])
        if loaded is not None:
            self._tell(loaded)

    async def missed_news(self) -> None:
        """News may have been missed: look at every table."""
        for loaded in list(self._loaded.values()):
            await self.refresh(loaded)

    async def came(self, loaded: Loaded, player: str | None) -> None:
        """Somebody connected."""
        self.presence.came(loaded.state.id, player)
        await self._tell_presence(loaded)

    async def went(self, loaded: Loaded, player: str | None) -> None:
        """Somebody's connection closed."""
        self.presence.went(loaded.state.id, player)
        await self._tell_presence(loaded)

    async def asked(self, loaded: Loaded, player: str) -> None:
        """Somebody at the table looked at it without a connection: a program that asks now and then is here, too."""
        if self.presence.touched(loaded.state.id, player):
            self._tell(loaded)
            await self._notifier.publish({"table": loaded.state.id, "asks": player})

    def tell_who_fell_silent(self) -> None:
        """Tell those at a table when a program there has stopped asking."""
        for table in self.presence.fell_silent():
            if (loaded := self._loaded.get(table)) is not None:
                self._tell(loaded)

    async def _tell_presence(self, loaded: Loaded) -> None:
        self._tell(loaded)
        await self.publish_presence(loaded.state.id)

    async def publish_presence(self, table: str) -> None:
        """Tell the other workers who is connected here."""
        await self._notifier.publish({"table": table, "worker": self._worker, "players": self.presence.local(table)})

    @property
    def loaded_count(self) -> int:
        """How many tables are in memory."""
        return len(self._loaded)


def _numbered(events: list[NewEvent], after: int, at: int, command: str | None) -> list[Event]:
    return [Event(number, at, event.type, event.data, command) for number, event in enumerate(events, start=after + 1)]


__all__ = ["HOUSE", "Loaded", "Tables", "new_id", "now_ms"]
