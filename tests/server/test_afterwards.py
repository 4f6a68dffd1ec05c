"""After the game: replay, records, pictures, playing on from a moment, analysis."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from indigo.engine.simple_bots import BOTS
from indigo.match import read_match
from indigo.record import Record, read_records
from indigo.rules import Game
from indigo.server import analyses, engine_room
from indigo.server.app import create_app
from indigo.server.codec import read_journey
from indigo.server.config import Config
from indigo.server.db.store import Store
from indigo.server.errors import Refusal
from indigo.server.middleware import Guard
from indigo.server.responses import AnalysedPosition, Analysis
from indigo.server.routes import records
from tests.support.client import Live, Refused, RunningServer, Visitor, eventually, play_out, sqlite

Visit = Callable[[str], Visitor]


@pytest.fixture
def finished(visit: Visit) -> Live:
    """A match of two rounds that is over."""
    ada = visit("Ada")
    live = ada.live(ada.make("me", "device Ben", first=2, rounds=2)["id"])
    source = random.Random(11)
    play_out({1: live, 2: live}, source)
    live.do("next_round")
    play_out({1: live, 2: live}, source)
    return live


def test_replay_record_upload_and_play_on(finished: Live, visit: Visit) -> None:
    ada, table = finished.visitor, finished.table
    eve = visit("Eve")
    replay = eve.call("GET", f"/api/tables/{table}/replay?round=2")
    assert replay["complete"]
    assert replay["players"] == ["Ada", "Ben"]
    assert (replay["game"], replay["games"]) == (2, 2)
    assert "?" not in replay["start"] + replay["turns"][-1]["position"]
    assert all(turn["seconds"] is not None for turn in replay["turns"])

    file = eve.http.get(f"/api/tables/{table}/record")
    assert file.headers["content-disposition"].endswith('.indigo"')
    records = read_records(file.text)
    assert [record.round for record in records] == [1, 2]
    assert list(records[1].game().points) == replay["points"]

    uploaded = eve.call("POST", "/api/records", content=file.content, headers={"content-type": "text/plain"})
    assert uploaded["games"] == 2
    again = eve.call("GET", f"/api/records/{uploaded['id']}/replay?game=2")
    assert [turn["move"] for turn in again["turns"]] == [turn["move"] for turn in replay["turns"]]
    assert eve.http.get(f"/api/records/{uploaded['id']}/record").text == file.text
    with pytest.raises(Refused, match="not_found"):
        eve.call("GET", f"/api/records/{uploaded['id']}/replay?game=3")

    level = eve.call("GET", "/api/about")["levels"][0]
    for source in ({"table": table}, {"record": uploaded["id"]}):
        started = eve.call(
            "POST",
            "/api/tables",
            {
                "seats": [{"kind": "me"}, {"kind": "bot", "level": level}],
                "start": True,
                "from": {**source, "game": 2, "move": 20},
            },
        )
        live = eve.live(started["id"])
        live.until(lambda one: one.game["to_play"] == 1)
        board = live.game["position"].split(" ")[0]
        assert live.game["turns"] in (20, 21)
        if live.game["turns"] == 20:
            assert board == replay["turns"][19]["position"].split(" ")[0]
            assert "undo" not in live.view["you"]["may"]
            assert "take_back" not in live.view["you"]["may"]
        play_out({1: live}, random.Random(12))
        assert live.view["status"] == "over"
        assert read_records(eve.http.get(f"/api/tables/{started['id']}/record").text)
    with pytest.raises(Refused, match="invalid"):
        ada.call("POST", "/api/tables", {"from": {"table": table, "game": 1, "move": 54}})


def test_the_record_of_a_match_with_rounds_that_were_ended_by_agreement_is_a_match(visit: Visit) -> None:
    ada = visit("Ada")
    live = ada.live(ada.make("me", "device Ben", first=1, rounds=3)["id"])
    source = random.Random(13)
    for number in (1, 2):
        for _ in range(30):
            live.place_something(source)
        live.do("offer_end", seat=1)
        if live.view["asked"] is not None:
            live.do("answer", seat=2, yes=True)
        assert live.game["end"] == "agreed"
        match = read_match(ada.http.get(f"/api/tables/{live.table}/record").text)
        assert (len(match.games), match.rounds, match.over) == (number, 3, False)
        live.do("next_round")
    assert [list(row.points) for row in match.sheet] == [row["points"] for row in live.view["sheet"]]


def test_a_game_of_one_round_has_no_number_of_rounds(visit: Visit) -> None:
    ada = visit("Ada")
    live = ada.live(ada.make("me", "device Ben", first=1)["id"])
    live.do("offer_end", seat=1)
    if live.view["asked"] is not None:
        live.do("answer", seat=2, yes=True)
    (record,) = read_records(ada.http.get(f"/api/tables/{live.table}/record").text)
    assert record.agreed
    assert record.tag("Rounds") == ()


def test_the_journeys_on_the_wire_lead_where_the_gems_went(finished: Live) -> None:
    replay = finished.visitor.call("GET", f"/api/tables/{finished.table}/replay?round=1")
    ends: set[str] = set()
    for turn in replay["turns"]:
        for word in turn["journeys"].split():
            gem, steps, end = read_journey(word)
            ends.add(end[0])
            assert steps[0][0] == turn["move"][:2]
            if end == ".":
                cell, _, side = steps[-1]
                assert f"{gem}{cell}{side}" in turn["position"].split(" ")[1]
    assert {".", ">"} <= ends


def test_while_a_game_is_played_there_is_no_record_and_the_replay_is_masked(visit: Visit) -> None:
    ada, eve = visit("Ada"), visit("Eve")
    live = ada.live(ada.make("me", "device Ben")["id"])
    live.place_something(random.Random(13))
    for path in ("record",):
        with pytest.raises(Refused, match="game_going_on"):
            eve.call("GET", f"/api/tables/{live.table}/{path}")
    with pytest.raises(Refused, match="game_going_on"):
        eve.call("POST", "/api/tables", {"from": {"table": live.table, "move": 0}})
    with pytest.raises(Refused, match="game_going_on"):
        eve.call("POST", "/api/analyses", {"table": live.table})
    replay = eve.call("GET", f"/api/tables/{live.table}/replay")
    assert not replay["complete"]
    assert replay["turns"][0]["draw"] == "?"
    assert "?/?" in replay["start"]


def test_a_bad_record_is_told_where_it_is_bad(visit: Visit) -> None:
    ada = visit("Ada")
    for text in (b"", b"nonsense", b"\x00", b"\xff\xfe", b'[Layout "2"]\n'):
        with pytest.raises(Refused, match="bad_record"):
            ada.call("POST", "/api/records", content=text, headers={"content-type": "text/plain"})
    with pytest.raises(Refused, match="too_large"):
        ada.call("POST", "/api/records", content=b"x" * 70_000)


def test_a_record_has_at_most_99_games(visit: Visit) -> None:
    ada, text = visit("Ada"), {"content-type": "text/plain"}
    begun = b'[Layout "2"][Hand "1"][Players "a" "b"][Deal "A" "A"]*\n'
    assert ada.call("POST", "/api/records", content=begun * 99, headers=text)["games"] == 99
    with pytest.raises(Refused, match="too_large"):
        ada.call("POST", "/api/records", content=begun * 100, headers=text)


def test_while_a_record_is_read_the_server_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    readers: list[int] = []

    def read(text: str | bytes) -> list[Record]:
        readers.append(threading.get_ident())
        return read_records(text)

    monkeypatch.setattr(records, "read_records", read)
    guard = create_app(Config(database_url=sqlite(tmp_path)))
    assert isinstance(guard, Guard)
    assert isinstance(guard.app, FastAPI)
    app = guard.app

    async def upload_and_show() -> int:
        transport = httpx.ASGITransport(guard)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://table", headers={"origin": "http://table"}) as ada,
        ):
            await ada.post("/api/me", json={"name": "Ada"})
            begun = b'[Layout "2"][Hand "1"][Players "a" "b"][Deal "A" "A"]*\n'
            record = (await ada.post("/api/records", content=begun)).json()["id"]
            return (await ada.get(f"/api/records/{record}/replay")).status_code

    assert asyncio.run(upload_and_show()) == 200
    assert len(readers) == 2
    assert threading.get_ident() not in readers


def test_a_position_as_a_picture(visit: Visit) -> None:
    ada = visit("Ada")
    view = ada.make("me", "device Ben")
    position = view["game"]["position"]
    picture = ada.http.get("/api/picture.svg", params={"position": position, "last": "c4E2", "theme": "dark"})
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")
    code = ada.http.get(f"/api/tables/{view['id']}/invitation.svg")
    assert code.text.startswith("<svg")


def test_hints_are_for_your_own_turn_where_the_table_allows_them(visit: Visit) -> None:
    ada, eve = visit("Ada"), visit("Eve")
    table = ada.make("me", "device Ben", first=1)["id"]
    moves = ada.call("POST", f"/api/tables/{table}/hint", {"seat": 1})["moves"]
    assert 1 <= len(moves) <= 3
    assert len(moves[0]["chances"]) == 2
    ada.do(table, "place", seat=1, move=moves[0]["move"])
    with pytest.raises(Refused, match="not_your_turn"):
        ada.call("POST", f"/api/tables/{table}/hint", {"seat": 1})
    with pytest.raises(Refused, match="not_your_seat"):
        eve.call("POST", f"/api/tables/{table}/hint", {"seat": 2})
    strict = ada.make("me", "device Ben", first=1, hints=False)["id"]
    with pytest.raises(Refused, match="no_hints"):
        ada.call("POST", f"/api/tables/{strict}/hint", {"seat": 1})


@pytest.mark.slow
def test_a_finished_game_is_analysed_once(visit: Visit) -> None:
    ada = visit("Ada")
    if ada.call("GET", "/api/about")["levels"][-1] in BOTS:
        pytest.skip("no engine that reckons chances")
    live = ada.live(ada.make("me", "device Ben", first=1)["id"])
    play_out({1: live, 2: live}, random.Random(14), until=lambda view: view["game"]["turns"] == 4)
    live.do("offer_end", seat=1)
    asked = ada.call("POST", "/api/analyses", {"table": live.table})
    assert ada.call("POST", "/api/analyses", {"table": live.table})["id"] == asked["id"]
    eventually(lambda: ada.call("GET", f"/api/analyses/{asked['id']}")["state"] == "done", 120)
    done = ada.call("GET", f"/api/analyses/{asked['id']}")
    assert [position["move"] for position in done["positions"]] == list(range(5))
    for position in done["positions"]:
        assert sum(position["chances"]) == pytest.approx(1000, abs=3)
        for gem in position["gems"]:
            assert sum(gem["gateways"]) + gem["out"] == pytest.approx(1000, abs=8)


# ------------------------------------------------------------------------------------------------ interrupted analyses


@pytest.mark.slow
def test_after_a_restart_looking_at_an_analysis_is_enough(own_server: RunningServer) -> None:
    ada = Visitor(own_server, "Ada")
    if ada.call("GET", "/api/about")["levels"][-1] in BOTS:
        pytest.skip("no engine that reckons chances")
    live = ada.live(ada.make("me", "device Ben", first=1)["id"])
    play_out({1: live, 2: live}, random.Random(14), until=lambda view: view["game"]["turns"] == 2)
    live.do("offer_end", seat=1)
    file = ada.http.get(f"/api/tables/{live.table}/record").content
    record = ada.call("POST", "/api/records", content=file, headers={"content-type": "text/plain"})["id"]
    asked = [ada.call("POST", "/api/analyses", source)["id"] for source in ({"table": live.table}, {"record": record})]
    own_server.kill()
    own_server.start()
    eventually(lambda: all(ada.call("GET", f"/api/analyses/{name}")["state"] == "done" for name in asked), 120)


def _no_opinion(_game: Game, move: int) -> AnalysedPosition:
    return {"move": move, "chances": [500, 500], "best": [], "best_chances": [], "loss": None, "gems": []}


@pytest.fixture
def quick_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that answers at once."""
    monkeypatch.setattr(engine_room, "check", lambda game: None)
    monkeypatch.setattr(engine_room, "analyse", _no_opinion)


async def _until_done(worker: analyses.Analyst, name: str) -> Analysis:
    async def game_of(source: str) -> Game:
        assert source == "t/1"
        return Game.shuffled("2", seed=1)

    async with asyncio.timeout(30):
        while (found := await worker.get(name, game_of))["state"] != "done":
            await asyncio.sleep(0)
    return found


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.usefixtures("quick_engine")
def test_an_analysis_that_a_stopped_server_left_is_taken_up_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, alone: bool
) -> None:
    now = 1_000_000
    stopped_once = threading.Event()

    def slow(game: Game, move: int) -> AnalysedPosition:
        stopped_once.wait()
        return _no_opinion(game, move)

    monkeypatch.setattr(engine_room, "analyse", slow)

    async def stop_and_go_on() -> None:
        nonlocal now
        store = Store(sqlite(tmp_path))
        await store.open()
        stopped, next_one = (analyses.Analyst(store, lambda: now, alone=alone) for _ in range(2))
        name = (await stopped.ask("t/1", Game.shuffled("2", seed=1)))["id"]
        await stopped.close()
        assert (await stopped.get(name))["state"] != "done"
        stopped_once.set()
        if not alone:  # the other worker may still be at it, until it has been silent for long
            await next_one.ask("t/1", Game.shuffled("2", seed=1))
            assert not next_one._tasks
            now += 60_000
        assert (await _until_done(next_one, name))["progress"] == 1
        await next_one.close()
        await store.close()

    asyncio.run(stop_and_go_on())


@pytest.mark.usefixtures("quick_engine")
def test_a_game_that_finds_no_room_for_its_analysis_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask_twice() -> None:
        store = Store(sqlite(tmp_path))
        await store.open()
        worker = analyses.Analyst(store, lambda: 1_000_000)
        monkeypatch.setattr(analyses, "_MOST_WAITING", 0)
        with pytest.raises(Refusal, match="unavailable"):
            await worker.ask("t/1", Game.shuffled("2", seed=1))
        monkeypatch.setattr(analyses, "_MOST_WAITING", 1)
        name = (await worker.ask("t/1", Game.shuffled("2", seed=1)))["id"]
        await _until_done(worker, name)
        await worker.close()
        await store.close()

    asyncio.run(ask_twice())
