"""What once went wrong at tables: questions that vanished, clocks that nobody watched, tables that were lost."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from indigo.rules import Game
from indigo.server import engine_room
from indigo.server.db.store import Store, Writing
from indigo.server.errors import Refusal
from indigo.server.hints import MOST_ASKING, Adviser
from indigo.server.limits import MOST_TABLES, Limiter
from indigo.server.live_tables import IDLE_TABLE, LEASE, MOST_LOADED, Loaded, Tables
from indigo.server.notifier import Alone
from indigo.server.responses import HintMove
from indigo.server.scheduler import House
from indigo.server.table import commands as ask
from indigo.server.table.clocks import deadline
from indigo.server.table.decision import HOUSE, Actor, may, sat
from indigo.server.table.events import Event, NewEvent
from indigo.server.table.settings import Settings
from indigo.server.table.state import TableState
from tests.support.client import Refused, RunningServer, Visitor, eventually, sqlite
from tests.support.table import ADA, BEN, Table

Visit = Callable[[str], Visitor]

# ------------------------------------------------------------------------------------------------ questions


def asked_while_a_bot_plays() -> Table:
    """Ben has asked to take back, and a bot is to play."""
    table = Table({"kind": "none"}, players=3)
    table.place(ADA)
    table.place(BEN)
    table.take_back(BEN, 2)
    return table


def happened_since(table: Table) -> list[str]:
    """The types of the events after the question."""
    types = [event.type for event in table.events]
    return types[types.index("asked") + 1 :]


def test_a_question_outlives_the_placement_of_a_bot() -> None:
    table = asked_while_a_bot_plays()
    table.place(HOUSE)
    assert table.state.asked is not None
    assert happened_since(table) == ["placed"]
    table.say_yes(ADA, 1)
    assert table.events[-1].data["turns"] == 2, "the bot's turn, and Ben's"
    assert table.state.to_play == 2
    assert table.state.game is not None
    assert table.state.game.turns_played == 1


def test_a_question_ends_when_a_person_places() -> None:
    table = asked_while_a_bot_plays()
    table.place(HOUSE)
    table.place(ADA)
    assert table.state.asked is None
    assert happened_since(table) == ["placed", "placed", "ask_ended"]
    assert table.events[-1].data == {"what": "take_back", "reason": "overtaken"}


def test_a_question_ends_when_a_slip_is_undone() -> None:
    table = asked_while_a_bot_plays()
    table.undo(BEN, 2)
    assert table.state.asked is None
    assert happened_since(table) == ["taken_back", "ask_ended"]
    assert table.events[-1].data == {"what": "take_back", "reason": "overtaken"}


# ------------------------------------------------------------------------------------------------ host and bots


def test_a_host_without_a_seat_leaves_the_table_to_those_who_sit_there(visit: Visit) -> None:
    ada, ben = visit("Ada"), visit("Ben")
    table = ada.make("me", "open", start=False)["id"]
    ben.do(table, "sit", seat=2)
    ada.do(table, "stand_up", seat=1)
    ada.do(table, "leave")
    view = ben.look(table)
    assert view["status"] == "waiting"
    assert view["you"]["host"]
    assert ben.call("GET", f"/api/tables/{table}/events")["events"][-1]["type"] == "host"
    assert table not in [card["id"] for card in ada.call("GET", "/api/lobby")["yours"]]
    ben.do(table, "leave")
    assert ben.look(table)["status"] == "over"


def test_a_guest_who_leaves_does_not_close_the_table(visit: Visit) -> None:
    ada, ben = visit("Ada"), visit("Ben")
    table = ada.make("open", "open", start=False)["id"]
    ben.do(table, "sit", seat=2)
    ben.do(table, "leave")
    assert ada.look(table)["status"] == "waiting"
    assert ada.look(table)["you"]["host"]


def test_older_tables_told_the_new_host_when_the_old_one_stood_up() -> None:
    events = [
        NewEvent("made", {"by": "p1", "settings": {}}),
        sat(1, "person", "p1", "Ada", None),
        sat(2, "person", "p2", "Ben", None),
        NewEvent("stood_up", {"seat": 1, "host": "p2"}),
    ]
    state = TableState.replay("t", [Event(n, n, one.type, one.data) for n, one in enumerate(events, start=1)])
    assert state.host == "p2"


def test_the_host_of_bots_alone_lets_them_play_the_next_round(visit: Visit) -> None:
    ada, eve = visit("Ada"), visit("Eve")
    level = ada.call("GET", "/api/about")["levels"][0]
    table = ada.make(level, level, rounds=2)["id"]
    eventually(lambda: bool(ada.look(table)["status"] == "between"))
    assert "next_round" not in eve.look(table)["you"]["may"]
    with pytest.raises(Refused, match="not_seated"):
        eve.do(table, "next_round")
    assert "next_round" in ada.look(table)["you"]["may"]
    ada.do(table, "next_round")
    eventually(lambda: bool(ada.look(table)["status"] == "over"))


# ------------------------------------------------------------------------------------------------ the tables' room


class Clock:
    """A clock that the test turns."""

    now = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now


@asynccontextmanager
async def room(folder: Path) -> AsyncIterator[tuple[Tables, Clock]]:
    """Tables on a database of their own, without a server around them."""
    store, clock = Store(sqlite(folder)), Clock()
    await store.open()
    try:
        yield Tables(store, Alone(), "w", clock), clock
    finally:
        await store.close()


async def table_of(tables: Tables, *seats: Actor | None, **settings: Any) -> Loaded:
    """A table that has begun; None is a bot. The first person, or else Ada, made it."""
    host = next((seat for seat in seats if seat is not None), ADA)
    agreed = Settings.model_validate({"first": 1, "players": len(seats), **settings})
    made = NewEvent("made", {"by": host.player, "settings": agreed.model_dump(mode="json")})
    sitting = [
        sat(number, "person", one.player, one.name, None) if one else sat(number, "bot", None, "novice", "novice")
        for number, one in enumerate(seats, start=1)
    ]
    loaded = await tables.make([made, *sitting])
    await tables.act(loaded.state.id, ask.Start(do="start", id="s", expected=loaded.state.number), host)
    return loaded


def test_many_bots_that_think_keep_nobody_from_watching_the_clocks(tmp_path: Path) -> None:
    async def think() -> None:
        await asyncio.Event().wait()

    async def watch() -> None:
        async with room(tmp_path) as (tables, clock):
            house = House(tables, 1, 0)
            for _ in range(51):
                thinking = await table_of(tables, None, None)
                house._thinking[thinking.state.id] = asyncio.create_task(think())
            # Nobody else begins to think about what is thought about here.
            for _ in range(10):
                clock.now += LEASE // 4
                await house._sweep()
                assert not await tables.store.due(clock.now + LEASE // 4)
            loaded = await table_of(tables, ADA, BEN, clock={"kind": "move", "seconds": 30})
            for _ in range(3):
                clock.now += 10_100
                await house._sweep()
            assert loaded.state.chairs[0].stand_in
            await house.close()

    asyncio.run(watch())


def test_a_clock_that_a_bot_has_started_meanwhile_is_not_stopped(tmp_path: Path) -> None:
    async def watch() -> None:
        async with room(tmp_path) as (tables, clock):
            loaded = await table_of(tables, None, ADA, clock={"kind": "move", "seconds": 10})
            before = loaded.state.number
            assert loaded.state.game is not None
            move = str(loaded.state.game.legal_moves[0])
            await tables.act(loaded.state.id, ask.Place(do="place", id="m", expected=before, seat=1, move=move), HOUSE)
            await tables.store.keep_claims([(loaded.state.id, before)], clock.now + LEASE, 0)
            assert await tables.store.due(clock.now + 10_300)

    asyncio.run(watch())


def test_what_is_on_the_disk_is_in_memory_whenever_a_connection_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def cancel(moment: int) -> None:
        async with room(tmp_path / str(moment)) as (tables, _):
            loaded = await table_of(tables, ADA, None)
            told: list[int] = []
            loaded.listeners.add(lambda: told.append(loaded.state.number))
            append, written = tables.store.append, asyncio.Event()

            async def slowly(*writings: Writing) -> None:
                await append(*writings)
                written.set()
                for _ in range(3):
                    await asyncio.sleep(0)

            monkeypatch.setattr(tables.store, "append", slowly)
            acting = asyncio.create_task(tables.act(loaded.state.id, ask.Say(do="say", id="h", phrase="hello"), ADA))
            if moment < 0:
                await written.wait()
            for _ in range(abs(moment)):
                await asyncio.sleep(0)
            acting.cancel()
            await asyncio.gather(acting, return_exceptions=True)
            await tables.settled()
            stored = await tables.store.events(loaded.state.id)
            assert loaded.state.number == len(stored) == len(loaded.events)
            assert bool(told) == (stored[-1].type == "said")

    for moment in (0, 1, 2, 3, 5, 8, -1, -2):
        asyncio.run(cancel(moment))


def test_a_refusal_that_nobody_hears_is_not_complained_about(tmp_path: Path) -> None:
    complaints: list[dict[str, Any]] = []

    async def cancel() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
        async with room(tmp_path) as (tables, _):
            loaded = await table_of(tables, ADA, BEN)
            async with loaded.lock:
                acting = asyncio.create_task(tables.act(loaded.state.id, ask.Leave(do="leave", id="l"), Actor("p3")))
                for _ in range(5):
                    await asyncio.sleep(0)
                acting.cancel()
                await asyncio.gather(acting, return_exceptions=True)
            await tables.settled()

    asyncio.run(cancel())
    assert complaints == []


def test_watched_tables_do_not_keep_the_others_in_memory(tmp_path: Path) -> None:
    async def load() -> int:
        async with room(tmp_path) as (tables, _):
            for number in range(MOST_LOADED // 10):
                tables._keep(Loaded(TableState(f"watched {number}"), [])).listeners.add(lambda: None)
            for number in range(3 * MOST_LOADED):
                tables._keep(Loaded(TableState(f"quiet {number}"), []))
            assert all(f"watched {number}" in tables._loaded for number in range(MOST_LOADED // 10))
            return tables.loaded_count

    assert asyncio.run(load()) <= MOST_LOADED


# ------------------------------------------------------------------------------------------------ limits


async def ended(tables: Tables) -> Loaded:
    """A table of Ada's against a bot, where the game is over."""
    loaded = await table_of(tables, ADA, None)
    end = ask.OfferEnd(do="offer_end", id="e", expected=loaded.state.number, seat=1)
    await tables.act(loaded.state.id, end, ADA)
    return loaded


def rematch(loaded: Loaded, name: str = "r") -> ask.Rematch:
    """The command."""
    return ask.Rematch(do="rematch", id=name, expected=loaded.state.number)


def test_a_rematch_counts_as_a_new_table(tmp_path: Path) -> None:
    async def play_again() -> None:
        async with room(tmp_path) as (tables, _):
            loaded, refused = await ended(tables), await ended(tables)
            limiter = tables.limiter = Limiter(clock=lambda: 0)
            for _ in range(9):
                limiter.spend("tables", "p1")
            command = rematch(loaded)
            number = await tables.act(loaded.state.id, command, ADA)
            assert await tables.act(loaded.state.id, command, ADA) == number, "the same command costs nothing"
            with pytest.raises(Refusal, match="too_many"):
                await tables.act(refused.state.id, rematch(refused), ADA)
            assert refused.state.rematch is None

    asyncio.run(play_again())


def test_tables_of_bots_alone_count_too(tmp_path: Path) -> None:
    async def make_many() -> None:
        async with room(tmp_path) as (tables, _):
            loaded = await ended(tables)
            tables.limiter = Limiter()
            made = NewEvent("made", {"by": "p1", "settings": Settings().model_dump(mode="json")})
            game = await table_of(tables, None, None)
            started = NewEvent("started", game.events[-1].data)
            bots = [sat(seat, "bot", None, "novice", "novice") for seat in (1, 2)]
            await tables.check_room(ADA)
            for _ in range(MOST_TABLES - 1):
                await tables.make([made, *bots, started])
            with pytest.raises(Refusal, match="too_many"):
                await tables.check_room(ADA)
            with pytest.raises(Refusal, match="too_many"):
                await tables.act(loaded.state.id, rematch(loaded), ADA)

    asyncio.run(make_many())


def test_rematches_are_counted_by_both_doors(tmp_path: Path) -> None:
    with RunningServer(sqlite(tmp_path), INDIGO_LIMITS="on") as server:
        ada = Visitor(server, "Ada")
        tables = [ada.make("me", "device Ben", first=1)["id"] for _ in range(9)]
        for table in tables[:3]:
            ada.do(table, "offer_end", seat=1)
        ada.live(tables[0]).do("rematch")
        with pytest.raises(Refused, match="too_many") as by_http:
            ada.do(tables[1], "rematch")
        with pytest.raises(Refused, match="too_many") as live:
            ada.live(tables[2]).do("rematch")
        assert {refused.value.error["message"][:15] for refused in (by_http, live)} == {"too many tables"}


def test_hints_keep_no_bot_waiting_and_are_thought_of_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Game] = []
    go_on = threading.Event()

    def slow(seen: Game) -> list[HintMove]:
        asked.append(seen)
        go_on.wait(30)
        return [{"move": "c4A0", "chances": [500, 500]}]

    monkeypatch.setattr(engine_room, "hint", slow)

    async def scene() -> None:
        async with room(tmp_path) as (tables, _):
            house, adviser = House(tables, 1, 0), Adviser()
            state = (await table_of(tables, ADA, BEN)).state
            assert state.round is not None
            game = state.round.game
            waiting = [asyncio.create_task(adviser.hint(state, 1, game)) for _ in range(MOST_ASKING)]
            while not asked:
                await asyncio.sleep(0)
            with pytest.raises(Refusal, match="unavailable"):
                await adviser.hint(state, 1, game)
            assert await house.in_thread(lambda: "a bot's move") == "a bot's move"
            go_on.set()
            await asyncio.gather(*waiting)
            asked.clear()
            assert (await adviser.hint(state, 1, game))[0]["move"] == "c4A0"
            assert not asked
            await adviser.close()
            await house.close()

    asyncio.run(scene())


def test_workers_that_start_together_give_lost_time_back_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And none watches the clocks before it has been given back."""

    async def scene() -> None:
        async with room(tmp_path) as (tables, clock):
            store, per_move = tables.store, {"kind": "move", "seconds": 60}
            stayed, left = [await table_of(tables, ADA, BEN, clock=per_move) for _ in range(2)]
            await tables.act(left.state.id, ask.Leave(do="leave", id="l"), ADA)
            clock.now += 10_000
            await store.remember("awake", str(clock.now))
            clock.now += 3_600_000
            one, other = [House(Tables(store, Alone(), name, clock), 1, 0) for name in "xy"]
            remember = store.remember

            async def slowly(name: str, value: str) -> None:
                monkeypatch.setattr(store, "remember", remember)
                await other._give_back_lost_time()
                await remember(name, value)

            monkeypatch.setattr(store, "remember", slowly)
            await one._give_back_lost_time()
            for table in (stayed, left):
                await tables.refresh(table)
                assert [event.data["away"] for event in table.events if event.type == "resumed"] == [3_600_000]
            assert deadline(stayed.state) == clock.now + 50_000
            await tables.act(left.state.id, ask.Return(do="return", id="r", seat=1), ADA)
            assert deadline(left.state) == clock.now + 50_000
            for house in (one, other):
                await house.close()

    asyncio.run(scene())


def test_a_match_that_everybody_has_left_is_closed_after_a_day(tmp_path: Path) -> None:
    async def scene() -> None:
        async with room(tmp_path) as (tables, clock):
            house = House(tables, 1, 0)
            deserted, waits = [await table_of(tables, ADA, ADA, rounds=2) for _ in range(2)]
            for table in (deserted, waits):
                await tables.act(
                    table.state.id, ask.OfferEnd(do="offer_end", id="e", expected=table.state.number, seat=1), ADA
                )
                assert table.state.status == "between"
            await tables.act(deserted.state.id, ask.Leave(do="leave", id="l"), ADA)
            clock.now += IDLE_TABLE - 1
            await house._sweep()
            assert deserted.state.status == "between"
            clock.now += 1
            await house._sweep()
            assert (deserted.state.status, deserted.state.closed) == ("over", True)
            assert deserted.state.winners is None  # of a match of which one round was played
            assert waits.state.status == "between"
            await house.close()

    asyncio.run(scene())


def test_what_a_bot_placed_in_ones_stead_is_not_undone(tmp_path: Path) -> None:
    """Or one could see what it would place, come back and choose anew."""

    async def scene() -> None:
        async with room(tmp_path) as (tables, _):
            loaded = await table_of(tables, ADA, BEN)
            table = loaded.state.id

            async def act(command: ask.AnyCommand, actor: Actor) -> None:
                await tables.act(table, command, actor)

            await act(ask.Leave(do="leave", id="l", expected=loaded.state.number), ADA)
            game = loaded.state.round.game if loaded.state.round else None
            assert game is not None
            move = str(game.legal_moves[0])
            await act(ask.Place(do="place", id="p", expected=loaded.state.number, seat=1, move=move), HOUSE)
            await act(ask.Return(do="return", id="r", expected=loaded.state.number, seat=1), ADA)
            assert "undo" not in may(loaded.state, ADA, tables.circumstances(table))
            with pytest.raises(Refusal, match="nothing_to_take_back"):
                await act(ask.Undo(do="undo", id="u", expected=loaded.state.number, seat=1), ADA)

    asyncio.run(scene())


def test_while_the_computer_sleeps_no_clock_runs(tmp_path: Path) -> None:
    async def sleep() -> None:
        async with room(tmp_path) as (tables, clock):
            house = House(tables, 1, 0)
            loaded = await table_of(tables, ADA, BEN, clock={"kind": "move", "seconds": 30})
            await house._sweep()
            clock.now += 3_600_000
            await house._sweep()
            assert not loaded.state.chairs[0].stand_in
            for _ in range(3):
                clock.now += 10_100
                await house._sweep()
            assert loaded.state.chairs[0].stand_in
            await house.close()

    asyncio.run(sleep())


def test_a_house_that_is_closed_lets_no_bot_begin(tmp_path: Path) -> None:
    """What was being written when it closed still changes tables."""
    begun: list[str] = []

    async def play_on(table: str) -> None:
        begun.append(table)

    async def scene() -> None:
        async with room(tmp_path) as (tables, _):
            house = House(tables, 1, 0)
            house._play_on = play_on  # type: ignore[method-assign]
            await house.open()
            await table_of(tables, None, None)
            await house.close()
            assert begun
            begun.clear()
            await table_of(tables, None, None)
            assert not begun

    asyncio.run(scene())


def test_a_placement_that_comes_while_a_bot_is_about_to_stop_is_answered(tmp_path: Path) -> None:
    """The bot's task has seen that a person has to place and ends; until it is forgotten the person may have placed."""

    async def scene() -> list[str]:
        store = Store(sqlite(tmp_path))
        await store.open()
        tables = Tables(store, Alone(), "w_test")
        house = House(tables, 1, 0.0)
        begun: list[str] = []

        class Waiting:
            id = "t"
            bot_to_play: int | None = None

        class Due(Waiting):
            bot_to_play = 1

        async def play_on(table: str) -> None:
            begun.append(table)
            if len(begun) == 1:
                house.look(Due())  # type: ignore[arg-type]  # a look needs no more of a table than this

        house._play_on = play_on  # type: ignore[method-assign]
        house.look(Due())  # type: ignore[arg-type]
        for _ in range(5):
            await asyncio.sleep(0)
        house.look(Waiting())  # type: ignore[arg-type]
        for _ in range(5):
            await asyncio.sleep(0)
        await store.close()
        return begun

    assert asyncio.run(scene()) == ["t", "t"]
