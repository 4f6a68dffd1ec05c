"""What players met and nobody had thought of: time, other devices, new versions, quick fingers."""

from __future__ import annotations

import random

from playwright.sync_api import FilePayload, Route, WebSocketRoute, expect

from tests.support.browser import Visit, against_a_bot, two_at_a_table
from tests.support.person import Person, eventually, play_on

ME, OPEN = {"kind": "me"}, {"kind": "open"}
CLEO = {"kind": "device", "name": "Cleo"}


# ------------------------------------------------------------------------------------------------ time


def test_a_clock_runs_on_whoever_comes_to_watch(visit: Visit) -> None:
    ada, ben = visit(name="Ada"), visit(name="Ben")
    table = ada.make(ME, OPEN, start=False, clock={"kind": "move", "seconds": 300})
    ben.do(table, "sit", seat=2)
    ada.do(table, "start")
    ada.sit_at(table)

    def left() -> int:
        minutes, seconds = ada.page.locator("[data-seat='1'] [role=timer]").inner_text().split(":")
        return 60 * int(minutes) + int(seconds)

    eventually(lambda: left() <= 297, ada.page)
    visit(name="Eve").sit_at(table)
    expect(ada.page.get_by_text("1 spectator")).to_be_visible()
    assert left() <= 297


def test_the_menu_asks_what_one_may_do_by_now(visit: Visit) -> None:
    """Somebody may have been gone for long enough that a bot may play on; nothing has happened that would tell it."""
    ada, ben = visit(name="Ada"), visit(name="Ben")
    hellos: list[str] = []

    def through(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def up(message: str | bytes) -> None:
            if '"hello"' in str(message):
                hellos.append(str(message))
            server.send(message)

        socket.on_message(up)
        server.on_message(socket.send)

    ada.page.route_web_socket("**/live", through)
    two_at_a_table(ada, ben)
    ada.wait_for_turn()
    assert len(hellos) == 1
    ada.page.get_by_role("button", name="Menu").click()
    eventually(lambda: len(hellos) == 2, ada.page)


# ------------------------------------------------------------------------------------------------ one device for two


def test_nobodys_gems_are_seen_while_the_last_ones_run_and_the_device_is_passed(visit: Visit) -> None:
    ada = visit(name="Ada", still=False)
    table = ada.make(ME, CLEO, screens="up")
    ada.sit_at(table).page.locator(".cover button").click()
    ada.wait_for_turn()
    expect(ada.page.locator("[data-seat='1'] .points")).to_be_visible()
    ada.page.evaluate("""() => {
        window.leaks = 0;
        window.covers = 0;
        new MutationObserver(() => {
            if (!document.querySelector('.cover')) return;
            window.covers += 1;
            if (document.querySelector('[data-seat] .points')) window.leaks += 1;
        }).observe(document.body, { childList: true, subtree: true, attributes: true });
    }""")
    ada.click("d5")
    expect(ada.page.locator(".cover")).to_be_visible()
    eventually(lambda: ada.page.locator(".flyer").count() == 0, ada.page)
    assert ada.page.evaluate("window.covers") > 0
    assert ada.page.evaluate("window.leaks") == 0


def test_the_menu_takes_back_the_move_of_whoever_placed_last(visit: Visit) -> None:
    ada = visit(name="Ada")
    table = ada.make(ME, CLEO)
    ada.sit_at(table).page.locator(".cover button").click()
    ada.wait_for_turn()
    ada.click("c4")
    ada.expect_tiles(1)
    expect(ada.page.get_by_text("Pass the device to Cleo.")).to_be_visible()
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("button", name="Take back my last move").click()
    ada.expect_tiles(0)
    assert ada.view(table)["game"]["turns"] == 0


def test_with_a_bot_at_the_table_too_the_menu_takes_back_the_move_of_who_placed_last(visit: Visit) -> None:
    ada = visit(name="Ada")
    level = ada.call("GET", "/api/about")["levels"][0]
    table = ada.make(ME, CLEO, {"kind": "bot", "level": level})
    play_on(table, {1: ada, 2: ada}, random.Random(1), turns=2)
    ada.sit_at(table)
    ada.expect_tiles(3)
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("button", name="Take back my last move").click()
    ada.expect_tiles(1)  # the bot's and Cleo's are gone, Ada's stays


# ------------------------------------------------------------------------------------------------ quick and clumsy


def test_a_slip_of_the_finger_does_not_end_a_game_against_bots(visit: Visit) -> None:
    ada = visit(name="Ada")
    table = against_a_bot(ada)
    ada.wait_for_turn()
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("button", name="Offer to end now").click()
    expect(ada.page.get_by_text("The game ends now")).to_be_visible()
    assert ada.view(table)["status"] == "playing"
    ada.page.get_by_role("button", name="Yes, end it").click()
    eventually(lambda: ada.view(table)["status"] == "over", ada.page)


def test_who_goes_on_before_the_gem_has_come_to_rest_sees_the_next_figure(visit: Visit) -> None:
    pupil = visit(name=None, still=False)
    pupil.go("/learn?figure=3").page.wait_for_selector(".hand")
    pupil.click("b2")
    pupil.page.get_by_role("button", name="Next").click()
    expect(pupil.page.get_by_text("Figure 4 of 10")).to_be_visible()
    pupil.click("d5")  # which waits for all that is under way
    expect(pupil.page.locator(".field svg.board > g:not(.held) > use[href='#tile-D']")).to_have_count(1)
    expect(pupil.page.locator(".field svg.board > g:not(.held) > use[href='#tile-E']")).to_have_count(0)


def test_who_selects_text_and_lets_go_beside_the_sheet_keeps_it(visit: Visit) -> None:
    ada, ben = visit(name="Ada"), visit(name="Ben")
    two_at_a_table(ada, ben)
    ada.page.get_by_role("button", name="Menu").click()
    sheet = ada.page.get_by_role("dialog")
    box = sheet.get_by_role("heading", name="Menu").bounding_box()
    assert box is not None
    ada.page.mouse.move(box["x"] + 5, box["y"] + 5)
    ada.page.mouse.down()
    ada.page.mouse.move(10, 400)
    ada.page.mouse.up()
    ada.page.mouse.move(box["x"] + 5, box["y"] + 5)
    expect(sheet).to_be_visible()
    ada.page.mouse.click(10, 400)
    expect(sheet).to_have_count(0)


def test_what_is_said_is_heard_by_a_screen_reader_too(visit: Visit) -> None:
    ada, ben, eve = visit(name="Ada"), visit(name="Ben"), visit(name="Eve")
    table = two_at_a_table(ada, ben)
    ada.page.get_by_role("button", name="Say something").click()
    ada.page.get_by_role("button", name="Well played!").click()
    expect(ben.page.get_by_role("log").get_by_text("Ada: Well played!")).to_have_count(1)
    eve.do(table, "say", phrase="hello")
    expect(ben.page.get_by_role("log").get_by_text("Eve: ")).to_have_count(1)


# ------------------------------------------------------------------------------------------------ weak networks


def test_a_page_that_is_older_than_its_server_begins_anew(visit: Visit) -> None:
    ada = visit(name="Ada")
    gone: list[str] = []

    def once(route: Route) -> None:
        if gone:
            route.continue_()
        else:
            gone.append(route.request.url)
            route.fulfill(status=404)

    ada.page.route("**/assets/Rules-*.js", once)
    ada.go("/").page.get_by_role("link", name="Rules").first.click()
    expect(ada.page.locator("figure svg.board")).to_have_count(10)
    assert len(gone) == 1
    assert ada.complaints
    ada.complaints.clear()  # about what was gone


def test_without_a_network_a_page_that_has_not_come_yet_says_so(visit: Visit) -> None:
    ada = visit(name="Ada")
    ada.go("/").page.get_by_role("link", name="Rules").first.wait_for()
    ada.context.set_offline(True)
    ada.page.get_by_role("link", name="Rules").first.click()
    expect(ada.page.get_by_text("The server cannot be reached.")).to_be_visible()
    ada.context.set_offline(False)
    ada.complaints.clear()  # about the network


def after_three_moves(visit: Visit) -> tuple[Person, str]:
    """Ada, and a game of three moves that was ended by agreement."""
    ada, ben = visit(name="Ada"), visit(name="Ben")
    table = two_at_a_table(ada, ben)
    play_on(table, {1: ada, 2: ben}, random.Random(9), turns=3)
    ada.do(table, "offer_end", seat=1)
    ben.do(table, "answer", seat=2, yes=True)
    return ada, table


def test_an_analysis_outlives_a_moment_without_network(visit: Visit) -> None:
    ada, table = after_three_moves(visit)
    lost: list[str] = []

    def sometimes(route: Route) -> None:
        if len(lost) < 2:
            lost.append(route.request.url)
            route.abort()
        else:
            route.continue_()

    ada.page.route("**/api/analyses/*", sometimes)
    ada.go(f"/t/{table}/replay")
    ada.page.get_by_role("button", name="What does the engine think?").click()
    expect(ada.page.get_by_role("img", name="Chances of winning, move by move")).to_be_visible()
    expect(ada.page.get_by_text("The engine is thinking")).to_have_count(0)
    assert len(lost) == 2
    ada.complaints.clear()  # about the network


def test_each_gems_chances_stay_from_move_to_move(visit: Visit) -> None:
    ada, table = after_three_moves(visit)
    ada.go(f"/t/{table}/replay?move=1")
    ada.page.get_by_role("button", name="What does the engine think?").click()
    rings = ada.page.locator(".field .under")
    expect(ada.page.get_by_role("img", name="Chances of winning, move by move")).to_be_visible()
    expect(ada.page.get_by_text("The engine is thinking")).to_have_count(0)
    expect(rings.first).to_be_attached()
    ada.page.get_by_role("button", name="One move on").click()
    ada.expect_tiles(2)
    expect(rings.first).to_be_attached()


def test_a_record_that_was_ended_by_agreement_comes_back_whole(visit: Visit) -> None:
    ada, table = after_three_moves(visit)
    record = ada.context.request.get(f"{ada.server.url}/api/tables/{table}/record").body()
    chooser = ada.go("/").page.get_by_label("Open a game record")
    chooser.set_input_files(FilePayload(name="game.indigo", mimeType="text/plain", buffer=b"no record"))
    expect(ada.page.locator(".notices")).not_to_be_empty()
    assert chooser.input_value() == ""  # so that the same file can be chosen again when it is mended
    chooser.set_input_files(FilePayload(name="game.indigo", mimeType="text/plain", buffer=record))
    ada.page.wait_for_url(lambda url: "/r/" in url)
    expect(ada.page.get_by_role("button", name="What does the engine think?")).to_be_visible()
    expect(ada.page.get_by_text("Move 0 of 3")).to_be_visible()
    ada.page.get_by_role("button", name="Go to the end").click()
    expect(ada.page.get_by_text("Move 3 of 3")).to_be_visible()
    ada.page.get_by_role("button", name="Play through").click()  # once more from the beginning
    expect(ada.page.get_by_text("Move 1 of 3")).to_be_visible()
    ada.complaints.clear()  # about the file that was none
