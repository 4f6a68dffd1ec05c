"""By finger, by keyboard, by ear: everybody can play a whole game."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from tests.support.browser import Visit, against_a_bot
from tests.support.person import Person, empty_cells, eventually


def tab_to(person: Person, name: str) -> None:
    """Press Tab until something of this name has the focus."""
    for _ in range(40):
        person.page.keyboard.press("Tab")
        said = person.page.evaluate(
            "(document.activeElement.getAttribute('aria-label') || document.activeElement.innerText || '').trim()"
        )
        if said.startswith(name):
            return
    raise AssertionError(f"Tab never came to {name!r}")


def test_a_whole_game_on_a_phone_by_touch(visit: Visit) -> None:
    ada = visit(name="Ada", phone=True)
    table = against_a_bot(ada)
    source = random.Random(1)
    while (view := ada.view(table))["status"] == "playing":
        ada.wait_for_turn()
        cell = source.choice(empty_cells(view))
        ada.tap(cell)
        expect(ada.page.locator(".held.pinned")).to_be_visible()
        if view["game"]["turns"] < 4:
            before = ada.page.locator(".held > use").first.get_attribute("transform")
            kind = next(iter(view["game"]["placements"]))
            ada.tap(cell)  # a second tap turns the tile
            if view["game"]["placements"][kind]["turns"] > 2:
                expect(ada.page.locator(".held > use").first).not_to_have_attribute("transform", before or "")
            if view["game"]["turns"] == 0:
                ada.page.touchscreen.tap(8, 400)  # a tap beside puts it back
                expect(ada.page.locator(".held")).to_have_count(0)
                ada.tap(cell)
                ada.page.get_by_role("button", name="Cancel").tap()
                expect(ada.page.locator(".held")).to_have_count(0)
                ada.tap(cell)
        ada.page.get_by_role("button", name="Place", exact=True).tap()
        ada.wait_until_played(table, view["game"]["turns"] + 2, seat=1)
    expect(ada.page.get_by_role("region", name="The result")).to_be_visible()


def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    ada = visit(name=None)
    ada.go("/").page.get_by_role("button", name="Play against a bot").wait_for()
    tab_to(ada, "Play against a bot")
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_selector(".table")
    table = ada.page.url.rsplit("/", 1)[1]
    tab_to(ada, "Board.")
    source = random.Random(2)
    keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "r", "R"]
    mine = ada.view(table)["you"]["seat"]
    ada.wait_until_played(table, 0, seat=mine)  # the bot may begin
    while (view := ada.view(table))["status"] == "playing":
        ada.wait_for_turn()
        ada.page.keyboard.press("ArrowRight")
        for _ in range(3):
            ada.page.keyboard.press(source.choice(keys))
        expect(ada.page.locator(".held.pinned")).to_be_visible()
        if view["game"]["turns"] < 2:
            ada.page.keyboard.press("Escape")
            expect(ada.page.locator(".held")).to_have_count(0)
            ada.page.keyboard.press("ArrowDown")
        ada.page.keyboard.press("Enter")
        ada.wait_until_played(table, view["game"]["turns"] + 1, seat=mine)
    expect(ada.page.get_by_role("region", name="The result")).to_be_visible()


def test_a_whole_game_on_the_text_board_alone(visit: Visit) -> None:
    ada = visit(name="Ada")
    table = against_a_bot(ada)
    ada.page.get_by_role("button", name="In words").click()
    grid = ada.page.get_by_role("grid", name="Board in words")
    source = random.Random(3)
    while (view := ada.view(table))["status"] == "playing":
        ada.wait_for_turn()
        cell = source.choice(empty_cells(view))
        button = grid.get_by_role("button", name=f"{cell}: empty")
        button.focus()
        ada.page.keyboard.press("Enter")
        choices = ada.page.get_by_role("region", name=f"Place on {cell}")
        kind = next(iter(view["game"]["placements"]))
        told = choices.get_by_role("button", name=f"Place tile {kind}").all()
        forbidden = view["game"]["placements"][kind]["forbidden"].get(cell, "")
        assert len(told) == view["game"]["placements"][kind]["turns"] - len(forbidden)
        source.choice(told).press("Enter")
        ada.wait_until_played(table, view["game"]["turns"] + 2, seat=1)
    expect(ada.page.get_by_role("region", name="The result")).to_be_visible()
    assert ada.page.get_by_role("log").get_by_text("tile").count() > 5


def test_arrow_keys_walk_the_text_board(visit: Visit) -> None:
    ada = visit(name="Ada")
    against_a_bot(ada)
    ada.page.get_by_role("button", name="In words").click()
    grid = ada.page.get_by_role("grid", name="Board in words")
    grid.get_by_role("button", name="e4:").focus()
    walked = []
    for key in ("ArrowRight", "ArrowRight", "ArrowUp", "Home", "End"):
        ada.page.keyboard.press(key)
        walked.append(ada.page.evaluate("document.activeElement.dataset.cell"))
    assert walked == ["e5", "e6", "d5", "d1", "d8"]


def test_forbidden_turns_are_skipped_with_the_reason(visit: Visit) -> None:
    ada = visit(name="Ada")
    table = against_a_bot(ada)
    ada.wait_for_turn()
    view = ada.view(table)
    kind = next(iter(view["game"]["placements"]))
    forbidden = view["game"]["placements"][kind]["forbidden"]
    if not forbidden:
        return  # three straights never join two exits
    cell = next(iter(forbidden))
    ada.page.mouse.move(*ada.point(cell))

    def turned_past_one() -> bool:
        ada.page.mouse.wheel(0, 100)
        ada.page.wait_for_timeout(120)  # the wheel has a pause of its own
        return f"exits of {cell}" in ada.page.locator(".message").inner_text()

    eventually(turned_past_one, ada.page)
