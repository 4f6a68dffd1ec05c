"""Learning and studying: the tutorial, the rules, the engine's opinion, another device."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from indigo.figures import figures
from tests.support.browser import Visit, against_a_bot, two_at_a_table
from tests.support.person import eventually, play_on


def test_the_tutorial_plays_the_ten_figures(visit: Visit) -> None:
    pupil = visit(name=None)
    pupil.go("/learn")
    for scene in figures():
        heading = pupil.page.get_by_text(f"Figure {scene.number} of 10")
        expect(heading).to_be_visible()
        if scene.cell is not None:
            pupil.click(scene.cell)
        else:
            move = next(play.move for play in scene.plays if play.error is None)
            cell, turn = move[:2], int(move[3])
            pupil.page.mouse.move(*pupil.point(cell))
            held = pupil.page.locator(".held > use").first
            for _ in range(6):
                if held.get_attribute("transform") == f"rotate({turn * 60})":
                    break
                pupil.page.locator(".field").focus()
                pupil.page.keyboard.press("r")
            expect(held).to_have_attribute("transform", f"rotate({turn * 60})")
            pupil.click(cell)
        expect(pupil.page.locator(".after")).to_be_visible()
        if scene.number < 10:
            pupil.page.get_by_role("button", name="Next").click()
    pupil.page.get_by_role("link", name="Now let’s play").click()
    pupil.page.get_by_role("button", name="Play against a bot").wait_for()


def test_a_wrong_answer_is_told_kindly(visit: Visit) -> None:
    pupil = visit(name=None)
    pupil.go("/learn?figure=3")
    pupil.page.wait_for_selector(".hand")
    pupil.click("e4")
    expect(pupil.page.get_by_text("Not quite.")).to_be_visible()
    pupil.expect_tiles(0)


def test_the_rules_have_all_pictures(visit: Visit) -> None:
    reader = visit(name=None, language="it")
    reader.go("/rules")
    expect(reader.page.locator("figure svg.board")).to_have_count(10)
    expect(reader.page.get_by_role("heading", level=1)).to_be_visible()


def test_the_engine_says_what_it_thinks_of_a_game(visit: Visit) -> None:
    ada, ben = visit(name="Ada"), visit(name="Ben")
    table = two_at_a_table(ada, ben)
    play_on(table, {1: ada, 2: ben}, random.Random(9), turns=3)
    ada.do(table, "offer_end", seat=2 if ada.view(table)["you"]["seat"] == 2 else 1)
    ben.do(table, "answer", seat=2, yes=True)
    ada.go(f"/t/{table}/replay")
    ada.page.get_by_role("button", name="What does the engine think?").click()
    expect(ada.page.get_by_role("img", name="Chances of winning, move by move")).to_be_visible(timeout=60_000)
    expect(ada.page.locator(".chance").first).to_contain_text("%")
    expect(ada.page.get_by_text("The engine is thinking")).to_have_count(0, timeout=60_000)
    positions = ada.call("POST", "/api/analyses", {"table": table, "game": 1})["positions"]
    costs = [int(position["loss"] / 10 + 0.5) for position in positions[:3]]  # of the first three moves
    assert any(costs)
    for move, cost in enumerate(costs, start=1):
        ada.page.get_by_role("button", name="One move on").click()
        expect(ada.page.get_by_text(f"Move {move} of 3")).to_be_visible()
        told = ada.page.get_by_text("off the chance of winning")
        expect(told).to_have_text([f"This move took {cost}% off the chance of winning."] if cost else [])


def test_playing_on_from_a_finished_game(visit: Visit) -> None:
    ada = visit(name="Ada")
    table = against_a_bot(ada)
    play_on(table, {1: ada}, random.Random(10))
    ada.go(f"/t/{table}/replay?round=1&move=20")
    ada.page.get_by_role("button", name="Play on from here").click()
    ada.page.wait_for_url(lambda url: "/t/" in url and table not in url)
    ada.wait_for_turn()
    ada.expect_tiles(20)


def test_a_link_moves_you_to_another_device(visit: Visit) -> None:
    ada, phone = visit(name="Ada"), visit(name=None, phone=True)
    ada.go("/me").page.get_by_role("button", name="Make a link").click()
    link = ada.page.get_by_label("Link").input_value()
    phone.page.goto(link)
    expect(phone.page.get_by_text("Welcome back, Ada.")).to_be_visible()
    assert "#" not in phone.page.url
    assert phone.call("GET", "/api/me") == ada.call("GET", "/api/me")


def test_a_plan_made_while_others_think_waits_for_the_turn(visit: Visit) -> None:
    ada, ben = visit(name="Ada"), visit(name="Ben")
    two_at_a_table(ada, ben)
    ada.wait_for_turn()
    ben.click("g4")
    expect(ben.page.locator(".held.pinned")).to_be_visible()
    ben.expect_tiles(0)
    ada.click("c4")
    ben.wait_for_turn()
    expect(ben.page.locator(".held.pinned")).to_be_visible()
    ben.page.get_by_role("button", name="Place", exact=True).click()
    ada.expect_tiles(2)


def test_a_plan_is_dropped_when_its_cell_is_taken(visit: Visit) -> None:
    ada, ben = visit(name="Ada"), visit(name="Ben")
    two_at_a_table(ada, ben)
    ada.wait_for_turn()
    ben.click("c4")
    expect(ben.page.locator(".held.pinned")).to_be_visible()
    ada.click("c4")
    ben.wait_for_turn()
    expect(ben.page.locator(".held")).to_have_count(0)


_SEE_ALL = """() => {
    window.seen = [];
    new MutationObserver((changes) => {
        for (const change of changes)
            for (const node of change.addedNodes)
                for (const one of node.querySelectorAll ? [node, ...node.querySelectorAll('*')] : [])
                    window.seen.push(...one.classList);
    }).observe(document.body, { childList: true, subtree: true });
}"""
"""Remembers the classes of everything that comes to the page, however soon it is gone."""


def test_with_reduced_motion_nothing_runs(visit: Visit) -> None:
    ada = visit(name="Ada", still=False)
    ada.page.emulate_media(reduced_motion="reduce")
    against_a_bot(ada)
    ada.wait_for_turn()
    ada.page.evaluate(_SEE_ALL)
    ada.click("d5")
    eventually(lambda: "way" in ada.page.evaluate("window.seen"), ada.page)
    ada.wait_for_turn()  # the bot has answered
    assert "flyer" not in ada.page.evaluate("window.seen")
