"""Pages are reloaded, connections are lost, servers die: the game goes on."""

from __future__ import annotations

import random
from pathlib import Path

from playwright.sync_api import Browser, expect

from indigo.server.live_tables import IDLE_TABLE
from tests.support.browser import Visit, two_at_a_table
from tests.support.client import RunningServer, age, sqlite
from tests.support.person import Person, empty_cells, eventually, play_on

ME, OPEN = {"kind": "me"}, {"kind": "open"}
_KEEP_SOCKETS = """
window.sockets = [];
window.WebSocket = class extends WebSocket {
  constructor(...where) { super(...where); window.sockets.push(this); }
};
"""
"""So that a test can cut a connection that stands, as a tunnel would."""


def test_a_reload_in_the_middle_of_a_move(visit: Visit) -> None:
    ada, ben = visit(name="Ada"), visit(name="Ben")
    table = two_at_a_table(ada, ben)
    ada.wait_for_turn()
    ada.page.mouse.move(*ada.point("c4"))
    expect(ada.page.locator(".held")).to_be_visible()
    ada.page.reload()
    ada.wait_for_turn()
    ada.expect_tiles(0)
    ada.click("c4")
    ben.expect_tiles(1)
    ben.page.reload()
    ben.wait_for_turn()
    ben.expect_tiles(1)
    ben.click("g4")
    ada.expect_tiles(2)
    assert ada.view(table)["game"]["turns"] == 2


def test_a_connection_lost_in_the_middle_of_a_move(visit: Visit) -> None:
    ada, ben = visit(name="Ada"), visit(name="Ben")
    ada.context.add_init_script(_KEEP_SOCKETS)
    table = two_at_a_table(ada, ben)
    ada.wait_for_turn()
    ada.context.set_offline(True)
    ada.page.evaluate("window.sockets.forEach((socket) => socket.close())")
    expect(ada.page.get_by_text("The connection is lost.")).to_be_visible()
    ada.click("c4")
    ada.expect_tiles(1)  # drawn at once
    ada.context.set_offline(False)
    ben.expect_tiles(1)
    ben.wait_for_turn()
    ben.click("g4")
    ada.expect_tiles(2)
    view = ada.view(table)
    assert view["game"]["turns"] == 2
    events = ada.call("GET", f"/api/tables/{table}/events?after=0")["events"]
    assert [event["move"][:2] for event in events if event["type"] == "placed"] == ["c4", "g4"]


def test_the_server_is_killed_and_started_again(chromium: Browser, own_server: RunningServer) -> None:
    ada, ben = Person(chromium, own_server, name="Ada"), Person(chromium, own_server, name="Ben")
    table = two_at_a_table(ada, ben)
    play_on(table, {1: ada, 2: ben}, random.Random(5), turns=8)
    ada.expect_tiles(8)
    ada.wait_for_turn()
    own_server.kill()
    expect(ada.page.get_by_text("The connection is lost.")).to_be_visible()
    own_server.start()
    expect(ada.page.get_by_text("The connection is lost.")).to_have_count(0)
    ada.wait_for_turn()
    view = ada.view(table)
    assert view["game"]["turns"] == 8
    ada.click(empty_cells(view)[0])
    ben.wait_for_turn()
    ben.expect_tiles(9)
    ben.click(empty_cells(ben.view(table))[0])
    ada.expect_tiles(10)
    assert play_on(table, {1: ada, 2: ben}, random.Random(6))["status"] == "over"
    ada.close()
    ben.close()


def test_two_tabs_of_one_player_agree(visit: Visit) -> None:
    ada, ben = visit(name="Ada"), visit(name="Ben")
    table = two_at_a_table(ada, ben)
    other = ada.open()
    other.goto(f"/t/{table}")
    expect(other.locator(".status.mine")).to_be_visible()
    ada.wait_for_turn()
    ada.click("c4")
    expect(other.locator(".field svg.board > g > use[href^='#tile-']")).to_have_count(1)
    eventually(lambda: ada.view(table)["game"]["turns"] == 1, ada.page)


def test_a_match_that_everybody_has_left_says_so_a_day_later(chromium: Browser, tmp_path: Path) -> None:
    with RunningServer(sqlite(tmp_path)) as server:
        ada = Person(chromium, server, name="Ada")
        table = ada.make(ME, {"kind": "device", "name": "Ben"}, rounds=2)
        ada.do(table, "offer_end", seat=1)
        ada.do(table, "leave")
        server.kill()
        age(tmp_path, IDLE_TABLE)
        server.start()
        eventually(lambda: ada.view(table)["status"] == "over", ada.page)
        ada.go(f"/t/{table}")
        expect(ada.page.get_by_role("heading", name="Everybody left before the last round.")).to_be_visible()
        expect(ada.page.get_by_text("win", exact=False)).to_have_count(0)
        ada.close()
