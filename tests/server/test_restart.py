"""The server is killed in the middle: nothing acknowledged is lost, bots and clocks go on."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

from indigo.server.table.clocks import DAY
from tests.support.client import RunningServer, Visitor, age, eventually, play_out, sqlite


def test_killed_in_the_middle_of_a_game_with_bots(own_server: RunningServer) -> None:
    ada = Visitor(own_server, "Ada")
    level = ada.call("GET", "/api/about")["levels"][0]
    table = ada.make("me", level, level, "open", start=False, first=1)["id"]
    ada.do(table, "seat_bot", seat=4, level=level)
    ada.do(table, "start")
    source = random.Random(1)
    live = ada.live(table)
    acknowledged: list[int] = []
    for _ in range(3):
        live.until(lambda one: one.game["to_play"] == 1)
        move = source.choice(live.seen().legal_moves)
        acknowledged.append(live.do("place", id=f"move {len(acknowledged)}", seat=1, move=str(move)))
    own_server.kill()
    live.until(lambda one: one.closed) if not live.closed else None
    own_server.start()
    again = ada.live(table, after=acknowledged[-1])
    events = ada.call("GET", f"/api/tables/{table}/events?after=0")["events"]
    mine = [event for event in events if event["type"] == "placed" and event["seat"] == 1]
    assert [event["number"] for event in mine] == acknowledged
    # The same command, sent again because its answer was lost, still acts once.
    assert again.do("place", id="move 2", seat=1, expected=acknowledged[-1] - 1, move="c4E0") == acknowledged[-1]
    # The bots go on by themselves.
    again.until(lambda one: one.game["to_play"] == 1)
    play_out({1: again}, source)
    assert again.view["status"] == "over"


def test_bots_alone_go_on_after_a_restart(own_server: RunningServer) -> None:
    ada = Visitor(own_server, "Ada")
    level = ada.call("GET", "/api/about")["levels"][0]
    table = ada.make(level, level)["id"]
    eventually(lambda: ada.look(table)["game"]["turns"] >= 3)
    own_server.kill()
    own_server.start()
    eventually(lambda: ada.look(table)["status"] == "over")
    numbers = [event["number"] for event in ada.call("GET", f"/api/tables/{table}/events")["events"]]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_clock_does_not_run_while_no_server_runs(tmp_path: Path) -> None:
    server = RunningServer(sqlite(tmp_path)).start()
    try:
        ada = Visitor(server, "Ada")
        table = ada.make("me", "device Ben", first=1, clock={"kind": "move", "seconds": 60})["id"]
        left = ada.look(table)["clock"]["left"][0]
        assert 50_000 < left <= 60_000
        server.kill()
        # As if the server had been away for an hour.
        age(tmp_path, 3_600_000)
        with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
            connection.execute("UPDATE facts SET value = CAST(value AS INTEGER) - 3600000 WHERE name = 'awake'")
        connection.close()
        server.start()
        view = ada.look(table)
        assert view["clock"]["running"] == 1
        assert 30_000 < view["clock"]["left"][0] <= 60_000  # the moments since the last heartbeat are given back too
        assert not view["seats"][0]["stand_in"]
    finally:
        server.close()


def test_a_clock_in_days_runs_on_and_ends(tmp_path: Path) -> None:
    server = RunningServer(sqlite(tmp_path)).start()
    try:
        ada = Visitor(server, "Ada")
        table = ada.make("me", "device Ben", first=1, clock={"kind": "days", "days": 1})["id"]
        server.kill()
        age(tmp_path, DAY)
        server.start()
        eventually(lambda: ada.look(table)["seats"][0]["stand_in"])
        left = [e for e in ada.call("GET", f"/api/tables/{table}/events")["events"] if e["type"] == "left"]
        assert left[0]["reason"] == "time"
        eventually(lambda: ada.look(table)["game"]["turns"] >= 1)
        ada.do(table, "return", seat=1)
    finally:
        server.close()


@pytest.mark.parametrize("after", [0, 2])
def test_a_client_that_was_away_asks_for_what_it_missed(server: RunningServer, after: int) -> None:
    ada = Visitor(server, "Ada")
    level = ada.call("GET", "/api/about")["levels"][0]
    live = ada.live(ada.make("me", level, first=1)["id"])
    live.place_something(random.Random(2))
    live.until(lambda one: one.game["turns"] == 2)
    live.close()
    back = ada.live(live.table, after=after)
    back.caught_up_with(live)
    assert [event["number"] for event in back.events] == list(range(after + 1, back.view["number"] + 1))
    # One that claims to know more than has happened is told everything anew.
    lost = ada.live(live.table, after=999)
    assert lost.events == []
    assert lost.view["number"] == back.view["number"]
