"""What happens at home, on small screens, to trembling fingers and bad connections."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

from tests.support.browser import TOO_WIDE, Visit, against_a_bot, two_at_a_table
from tests.support.person import empty_cells, eventually, play_on

ME, OPEN = {"kind": "me"}, {"kind": "open"}
_PLAIN_HTTP = """
crypto.randomUUID = undefined;
Object.defineProperty(navigator, 'clipboard', { value: undefined });
"""
"""What a browser takes away where the address is neither HTTPS nor this computer: on every phone in the house."""


def test_at_home_without_https_everything_works(visit: Visit) -> None:
    ada, ben = visit(name="Ada"), visit(name="Ben")
    for person in (ada, ben):
        person.context.add_init_script(_PLAIN_HTTP)
    table = ada.make(ME, OPEN, start=False)
    ada.go(f"/t/{table}").page.get_by_role("button", name="Copy the link").click()
    expect(ada.page.get_by_role("button", name="Copied")).to_be_visible()
    ben.go(f"/t/{table}").page.get_by_role("button", name="Sit here").click()
    ada.page.get_by_role("button", name="Start", exact=True).click()
    ada.wait_for_turn()
    ada.click("c4")
    ben.expect_tiles(1)


# ------------------------------------------------------------------------------------------------ the waiting room


def test_somebody_else_sits_down_at_the_same_device(visit: Visit) -> None:
    ada = visit(name="Ada")
    table = ada.make(ME, OPEN, start=False)
    ada.go(f"/t/{table}").page.get_by_role("button", name="Somebody else on this device").click()
    ada.page.get_by_label("Name").fill("Cleo")
    ada.page.keyboard.press("Enter")
    expect(ada.page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    assert [seat["name"] for seat in ada.view(table)["seats"]] == ["Ada", "Cleo"]
    assert ada.view(table)["you"]["seats"] == [1, 2]


def test_a_table_that_was_closed_says_so(visit: Visit) -> None:
    ada, eve = visit(name="Ada"), visit(name="Eve")
    table = ada.make(ME, OPEN, start=False)
    eve.go(f"/t/{table}")
    expect(eve.page.get_by_role("heading", name="The table")).to_be_visible()
    ada.do(table, "leave")
    expect(eve.page.get_by_text("This table was closed")).to_be_visible()


# ------------------------------------------------------------------------------------------------ one device for two


def test_the_next_players_gems_are_hidden_while_the_device_is_passed(visit: Visit) -> None:
    ada = visit(name="Ada")
    table = ada.make(ME, {"kind": "device", "name": "Cleo"}, screens="up")
    source = random.Random(4)
    view = ada.view(table)
    while not any(won and sum(won) for won in _won(view)):
        play_on(table, {1: ada, 2: ada}, source, turns=view["game"]["turns"] + 1)
        view = ada.view(table)
    while not sum(_won(view)[view["you"]["seat"] - 1] or ()):
        play_on(table, {1: ada, 2: ada}, source, turns=view["game"]["turns"] + 1)
        view = ada.view(table)
    ada.sit_at(table)
    expect(ada.page.locator(".cover")).to_be_visible()
    mine = ada.page.locator(f"[data-seat='{view['you']['seat']}']")
    expect(mine).to_be_visible()
    expect(mine.locator(".gems")).to_have_count(0)
    expect(ada.page.get_by_role("button", name="Inside your screen")).to_have_count(0)
    ada.page.locator(".cover button").click()
    expect(mine.locator(".gems")).to_be_visible()


def _won(view: dict[str, Any]) -> list[tuple[int, ...] | None]:
    totals = view["game"]["position"].rsplit(" ", 1)[1].split("/")
    return [None if total == "???" else tuple(map(int, total)) for total in totals]


# ------------------------------------------------------------------------------------------------ fingers and keys


def test_a_finger_that_trembles_lays_the_tile_as_it_is(visit: Visit) -> None:
    ada = visit(name="Ada", phone=True)
    table = against_a_bot(ada)
    ada.wait_for_turn()
    kind = next(iter(ada.view(table)["game"]["placements"]))
    x, y = ada.point("d3")
    session = ada.context.new_cdp_session(ada.page)
    for move in ((x, y), (x + 3, y + 2), (x + 5, y)):
        step = "touchStart" if move == (x, y) else "touchMove"
        session.send("Input.dispatchTouchEvent", {"type": step, "touchPoints": [{"x": move[0], "y": move[1]}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(ada.page.locator(".held.pinned")).to_be_visible()
    tile = ada.page.locator(".held > use").first
    expect(tile).to_have_attribute("transform", "rotate(0)")
    ada.tap("d3")  # and a second tap turns it
    if kind != "A" and kind != "B":
        expect(tile).not_to_have_attribute("transform", "rotate(0)")


def test_a_board_to_look_at_lets_the_page_scroll(visit: Visit) -> None:
    ada = visit(name="Ada", phone=True)
    ada.go("/rules")
    board = ada.page.locator("svg.board").first
    expect(board).to_be_visible()
    assert board.evaluate("(board) => getComputedStyle(board).touchAction") == "auto"
    against_a_bot(ada)
    assert ada.page.locator(".field svg.board").evaluate("(board) => getComputedStyle(board).touchAction") != "auto"


@pytest.mark.parametrize("keys", ["Control+r", "Control+-", "Alt+ArrowLeft", "Meta+r"])
def test_the_browsers_own_keys_stay_its_own(visit: Visit, keys: str) -> None:
    ada = visit(name="Ada")
    against_a_bot(ada)
    ada.page.locator(".field").focus()
    ada.page.evaluate("addEventListener('keydown', (event) => { window.taken = event.defaultPrevented; })")
    modifier, _, key = keys.partition("+")
    asked = {"key": key, "bubbles": True, "cancelable": True}
    asked["altKey" if modifier == "Alt" else "metaKey" if modifier == "Meta" else "ctrlKey"] = True
    ada.page.evaluate("(init) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', init))", asked)
    assert ada.page.evaluate("window.taken") is False
    expect(ada.page.locator(".held")).to_have_count(0)


def test_whoever_works_by_keys_keeps_their_place(visit: Visit) -> None:
    ada = visit(name="Ada")
    ada.go("/").page.get_by_role("link", name="Rules").first.click()
    expect(ada.page.get_by_role("heading", level=1)).to_be_visible()
    focus = "document.activeElement.id || document.activeElement.dataset.cell || document.activeElement.className"
    eventually(lambda: ada.page.evaluate(focus) == "main", ada.page)
    table = against_a_bot(ada)
    ada.wait_for_turn()
    ada.page.locator(".field").focus()
    ada.page.keyboard.press("ArrowRight")
    ada.page.get_by_role("button", name="Place", exact=True).focus()
    ada.page.keyboard.press("Enter")
    ada.wait_until_played(table, 2, seat=1)
    ada.wait_for_turn()
    assert "place" in ada.page.evaluate(focus)
    ada.page.get_by_role("button", name="In words").click()
    cell = empty_cells(ada.view(table))[0]
    ada.page.get_by_role("grid").get_by_role("button", name=f"{cell}: empty").focus()
    ada.page.keyboard.press("Enter")
    ada.page.get_by_role("region", name=f"Place on {cell}").get_by_role("button").first.press("Enter")
    ada.wait_until_played(table, 4, seat=1)
    assert ada.page.evaluate(focus) == cell


def test_a_screen_reader_hears_everything_once(visit: Visit) -> None:
    ada, ben = visit(name="Ada"), visit(name="Ben")
    table = two_at_a_table(ada, ben)
    log = ada.page.get_by_role("log")
    log.evaluate(
        "(log) => { window.heard = 0; new MutationObserver((changes) => changes.forEach((change) => "
        "{ window.heard += change.addedNodes.length; })).observe(log, { childList: true }); }"
    )
    play_on(table, {1: ada, 2: ben}, random.Random(3), turns=45)
    ada.expect_tiles(45)
    assert log.locator("p").count() == 60
    assert ada.page.evaluate("window.heard") < 45 * 8


# ------------------------------------------------------------------------------------------------ small screens


@pytest.mark.parametrize(("width", "height"), [(320, 256), (427, 267), (568, 320), (667, 375)])
def test_however_far_one_zooms_in_the_game_can_be_played(visit: Visit, width: int, height: int) -> None:
    ada, ben = visit(name="Ada", width=width, height=height), visit(name="Ben")
    table = two_at_a_table(ada, ben)
    ada.wait_for_turn()
    for stage in ("playing", "over"):
        if stage == "over":
            play_on(table, {1: ada, 2: ben}, random.Random(7))
            expect(ada.page.get_by_role("region", name="The result")).to_be_visible()
        else:
            place = ada.page.get_by_role("button", name="Place", exact=True)
            place.scroll_into_view_if_needed()
            expect(place).to_be_in_viewport(ratio=1)
        assert ada.page.evaluate(TOO_WIDE) == []
        board = ada.page.locator(".field svg.board").bounding_box()
        assert board is not None
        assert board["width"] >= 150


# ------------------------------------------------------------------------------------------------ bad connections


def test_one_lost_answer_does_not_make_a_stranger_of_ada(visit: Visit) -> None:
    ada = visit(name="Ada")
    asked: list[str] = []

    def fail_once(route: Route) -> None:
        asked.append(route.request.method)
        if len(asked) == 1:
            route.fulfill(status=503, json={"error": {"code": "unavailable", "message": "busy"}})
        else:
            route.continue_()

    ada.page.route("**/api/me", fail_once)
    with ada.page.expect_event("requestfinished", lambda request: request.url.endswith("/api/me")):
        ada.go("/")
    ada.page.get_by_role("button", name="Play against a bot").click()
    ada.page.wait_for_selector(".table")
    assert ada.call("GET", "/api/me")["name"] == "Ada"
    ada.complaints = [text for text in ada.complaints if "503" not in text]


def test_a_connection_that_has_fallen_silent_is_noticed(visit: Visit) -> None:
    ada, ben = visit(name="Ada"), visit(name="Ben")
    silent = {"now": False}

    def through(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        dead: list[bool] = []

        def on(send: Any, message: str | bytes) -> None:
            if silent["now"]:
                dead.append(True)
            if not dead:
                send(message)

        socket.on_message(lambda message: on(server.send, message))
        server.on_message(lambda message: on(socket.send, message))

    ada.page.route_web_socket("**/live", through)
    table = two_at_a_table(ada, ben)
    ada.wait_for_turn()
    silent["now"] = True
    ada.page.evaluate("dispatchEvent(new Event('online'))")
    ada.click("c4")
    expect(ada.page.get_by_text("The connection is lost.")).to_be_visible()
    silent["now"] = False
    ben.expect_tiles(1)
    expect(ada.page.get_by_text("The connection is lost.")).to_have_count(0)
    assert ada.view(table)["game"]["turns"] == 1


def test_what_was_refused_does_not_cover_what_is_newer(visit: Visit) -> None:
    ada, ben = visit(name="Ada"), visit(name="Ben")
    held: list[Any] = []
    holding = {"now": False}

    def through(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def up(message: str | bytes) -> None:
            if holding["now"] and '"command"' in str(message):
                held.append(lambda: server.send(message))
            else:
                server.send(message)

        socket.on_message(up)
        server.on_message(socket.send)

    ben.page.route_web_socket("**/live", through)
    table = two_at_a_table(ada, ben)
    ada.wait_for_turn()
    ada.click("c4")
    ben.wait_for_turn()
    holding["now"] = True
    ben.click("g4")
    eventually(lambda: held, ben.page)
    ada.do(table, "undo", seat=1)
    expect(ben.page.locator(".status.mine")).to_have_count(0)
    held[0]()
    expect(ben.page.locator(".notices")).not_to_be_empty()  # refused, and told so
    ben.page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    assert ben.tiles() == 0
