"""Taking back, leaving and coming back, watching, talking: how people behave at a table."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from tests.support.browser import Visit, against_a_bot, two_at_a_table
from tests.support.person import empty_cells, eventually, play_on

ME = {"kind": "me"}


def test_a_slip_is_undone_before_the_next_player_acts(visit: Visit) -> None:
    ada, ben = visit(name="Ada"), visit(name="Ben")
    two_at_a_table(ada, ben)
    ada.wait_for_turn()
    ada.click("c4")
    ben.expect_tiles(1)
    ada.page.get_by_role("button", name="Undo").click()
    ada.expect_tiles(0)
    ben.expect_tiles(0)
    ada.wait_for_turn()


def test_against_bots_a_move_is_taken_back_at_once(visit: Visit) -> None:
    ada = visit(name="Ada")
    table = against_a_bot(ada)
    ada.wait_for_turn()
    ada.click("c4")
    ada.expect_tiles(2)
    ada.wait_for_turn()
    ada.page.get_by_role("button", name="Take back").click()
    ada.expect_tiles(0)
    assert ada.view(table)["game"]["turns"] == 0


def test_among_people_a_move_is_taken_back_by_consent(visit: Visit) -> None:
    ada, ben = visit(name="Ada"), visit(name="Ben")
    two_at_a_table(ada, ben)
    ada.wait_for_turn()
    ada.click("c4")
    ben.wait_for_turn()
    ben.click("g4")
    ada.wait_for_turn()
    ada.page.get_by_role("button", name="Take back").click()
    question = "Ada would like to take back the last move."
    for person in (ada, ben):
        expect(person.page.locator(".question")).to_contain_text(question)
        expect(person.page.get_by_role("log").get_by_text(question)).to_have_count(1)
    ben.page.get_by_role("button", name="No, thank you").click()
    for person in (ada, ben):
        expect(person.page.locator(".question")).to_have_count(0)
    expect(ada.page.get_by_role("button", name="Take back")).to_be_visible()
    ada.expect_tiles(2)
    ada.page.get_by_role("button", name="Take back").click()
    ben.page.get_by_role("button", name="Yes, gladly").click()
    ada.expect_tiles(0)
    ben.expect_tiles(0)


def test_a_game_is_ended_by_consent(visit: Visit) -> None:
    ada, ben = visit(name="Ada"), visit(name="Ben")
    two_at_a_table(ada, ben)
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("button", name="Offer to end now").click()
    ben.page.get_by_role("button", name="Yes, gladly").click()
    for person in (ada, ben):
        expect(person.page.get_by_text("Everybody agreed to end here.")).to_be_visible()


def test_who_leaves_may_come_back(visit: Visit) -> None:
    ada, ben = visit(name="Ada"), visit(name="Ben")
    table = two_at_a_table(ada, ben)
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("button", name="Leave the table").click()
    ada.page.get_by_role("button", name="Yes, leave").click()
    ada.page.wait_for_url(lambda url: url.endswith("/"))
    expect(ben.page.get_by_text("A bot stands in")).to_be_visible()
    ben.wait_for_turn()  # the bot has placed for Ada
    ada.sit_at(table)
    ada.page.get_by_role("button", name="Take my seat again").click()
    expect(ben.page.get_by_text("A bot stands in")).to_have_count(0)
    ben.click(empty_cells(ben.view(table))[0])
    ada.wait_for_turn()


def test_a_spectator_sees_the_board_and_no_hand(visit: Visit) -> None:
    ada, ben, eve = visit(name="Ada"), visit(name="Ben"), visit(name=None)
    table = two_at_a_table(ada, ben)
    eve.sit_at(table)
    expect(eve.page.get_by_text("You are watching.")).to_be_visible()
    expect(ada.page.get_by_text("1 spectator")).to_be_visible()
    ada.wait_for_turn()
    ada.click("c4")
    eve.expect_tiles(1)
    assert eve.page.locator(".tiles").count() == 0
    eve.click("g4")
    eve.expect_tiles(1)


def test_a_rematch_with_the_same_people(visit: Visit) -> None:
    ada, ben = visit(name="Ada"), visit(name="Ben")
    table = two_at_a_table(ada, ben)
    play_on(table, {1: ada, 2: ben}, random.Random(7))
    ada.page.get_by_role("button", name="Play again").click()
    ada.page.wait_for_url(lambda url: "/t/" in url and table not in url)
    ben.page.get_by_role("link", name="Go to the new table").click()
    expect(ben.page.locator(".seats")).to_contain_text("Ada")


def test_set_phrases_are_heard_in_the_listeners_language(visit: Visit) -> None:
    ada, ben = visit(name="Ada"), visit(name="Ben", language="ru")
    two_at_a_table(ada, ben)
    ada.page.get_by_role("button", name="Say something").click()
    ada.page.get_by_role("button", name="Well played!").click()
    expect(ben.page.locator(".said")).to_have_text("Хорошо сыграно!")


def test_a_finished_game_is_replayed_to_any_move(visit: Visit) -> None:
    ada = visit(name="Ada")
    table = against_a_bot(ada)
    view = play_on(table, {1: ada}, random.Random(8))
    ada.page.get_by_role("link", name="Look at the game again").click()
    ada.page.get_by_role("slider").wait_for()
    ada.expect_tiles(0)
    for _ in range(3):
        ada.page.get_by_role("button", name="One move on").click()
    ada.expect_tiles(3)
    assert "move=3" in ada.page.url
    ada.page.get_by_role("button", name="Go to the end").click()
    ada.expect_tiles(view["game"]["turns"])
    ada.page.goto(f"/t/{table}/replay?round=1&move=17")
    ada.expect_tiles(17)
    with ada.page.expect_download() as download:
        ada.page.get_by_role("link", name="Save the game record").click()
    saved = download.value.path().read_text(encoding="utf-8")
    assert "[Players" in saved
    ada.go("/").page.get_by_label("Open a game record").set_input_files(
        {"name": "game.indigo", "mimeType": "text/plain", "buffer": saved.encode()}
    )
    ada.page.wait_for_url(lambda url: "/r/" in url)
    ada.page.get_by_role("button", name="Go to the end").click()
    ada.expect_tiles(view["game"]["turns"])


def test_the_language_changes_in_the_middle_of_a_move(visit: Visit) -> None:
    ada = visit(name="Ada")
    against_a_bot(ada)
    ada.wait_for_turn()
    ada.page.locator(".field").focus()
    ada.page.keyboard.press("ArrowRight")
    expect(ada.page.locator(".held")).to_be_visible()
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_label("Language").select_option("de")
    expect(ada.page.get_by_role("heading", name="Menü")).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_text("Du bist am Zug").first).to_be_visible()
    expect(ada.page.locator(".held")).to_be_visible()
    ada.page.get_by_role("button", name="Legen").click()
    eventually(lambda: ada.tiles() >= 1, ada.page)
