"""Whole games in real browsers."""

from __future__ import annotations

import random
import re

from playwright.sync_api import expect

from tests.support.browser import Visit
from tests.support.person import Person, empty_cells, play_on

ME = {"kind": "me"}


def level(person: Person) -> str:
    """The weakest bot of the house."""
    return str(person.call("GET", "/api/about")["levels"][0])


def test_two_browsers_play_a_whole_game(visit: Visit) -> None:
    ada, ben = visit(name=None), visit(name=None, language="de")
    ada.go("/").page.get_by_role("link", name="New table").click()
    ada.page.get_by_role("button", name="Open the table").click()
    ada.page.get_by_placeholder("Your name").fill("Ada")
    ada.page.get_by_role("button", name="Here I am").click()
    ada.page.wait_for_url(re.compile("/t/"))
    table = ada.page.url.rsplit("/", 1)[1]

    ben.go(f"/t/{table}").page.get_by_role("button", name="Platz nehmen").click()
    ben.page.get_by_placeholder("Dein Name").fill("Ben")
    ben.page.get_by_role("button", name="Da bin ich").click()
    expect(ada.page.get_by_text("Ben")).to_be_visible()
    ada.page.get_by_role("button", name="Start", exact=True).click()
    for person in (ada, ben):
        person.page.wait_for_selector(".table")

    source = random.Random(1)
    players = {1: ada, 2: ben}
    placed = 0
    while True:
        view = ada.view(table)
        if view["status"] == "over":
            break
        mover = players[view["game"]["to_play"]]
        mover.wait_for_turn()
        mover.expect_tiles(placed)
        mover.click(source.choice(empty_cells(view)))
        placed += 1
        ada.wait_until_played(table, placed)
    assert placed >= 20
    for person in players.values():
        person.expect_tiles(placed)
    winners = [view["seats"][seat - 1]["name"] for seat in view["winners"]]
    expect(ada.page.get_by_role("heading", level=2)).to_have_text(
        re.compile("You win!|Ben wins" if len(winners) == 1 else "share the win")
    )
    expect(ben.page.get_by_role("heading", level=2)).to_have_text(
        re.compile("Du gewinnst!|Ada gewinnt" if len(winners) == 1 else "teilen sich den Sieg")
    )
    points = ada.page.locator(".total").all_inner_texts()
    assert [int(total) for total in points] == view["total"]


def test_four_seats_with_two_bots(visit: Visit) -> None:
    ada, ben = visit(name="Ada"), visit(name="Ben")
    bot = {"kind": "bot", "level": level(ada)}
    table = ada.make(ME, bot, {"kind": "open"}, bot, start=False)
    ada.go(f"/t/{table}")
    ben.go(f"/t/{table}").page.get_by_role("button", name="Sit here").click()
    ada.page.get_by_role("button", name="Start", exact=True).click()
    for turn, person in ((0, ada), (2, ben)):
        person.wait_for_turn()
        person.click(empty_cells(person.view(table))[0])
        person.wait_until_played(table, turn + 1)
    view = play_on(table, {1: ada, 3: ben}, random.Random(2))
    assert view["status"] == "over"
    for person in (ada, ben):
        expect(person.page.get_by_role("region", name="The result")).to_be_visible()
        expect(person.page.locator("tbody tr")).to_have_count(4)


def test_pass_and_play_hides_the_hand_between_turns(visit: Visit) -> None:
    ada = visit(name="Ada")
    ada.go("/new")
    ada.page.get_by_label("Seat turquoise").select_option("device")
    ada.page.get_by_label("Name").fill("Cleo")
    ada.page.get_by_role("button", name="Start", exact=True).click()
    ada.page.wait_for_url(re.compile("/t/"))
    table = ada.page.url.rsplit("/", 1)[1]
    for placed in range(6):
        view = ada.view(table)
        name = view["seats"][view["game"]["to_play"] - 1]["name"]
        expect(ada.page.get_by_text(f"Pass the device to {name}.")).to_be_visible()
        assert ada.page.locator(".tiles .tile").count() == 0
        ada.page.get_by_role("button", name=f"I am {name}").click()
        expect(ada.page.locator(".tiles .tile")).to_be_visible()
        ada.expect_tiles(placed)
        ada.wait_for_turn()
        ada.click(empty_cells(view)[placed])
        ada.wait_until_played(table, placed + 1)
    view = play_on(table, {1: ada, 2: ada}, random.Random(3))
    assert view["status"] == "over"
    expect(ada.page.get_by_role("region", name="The result")).to_be_visible()


def test_two_tiles_in_hand(visit: Visit) -> None:
    ada = visit(name="Ada")
    table = ada.make(ME, {"kind": "bot", "level": level(ada)}, hand=2)
    ada.sit_at(table)
    played = 0
    for turn in range(0, 24, 2):
        ada.wait_until_played(table, turn, seat=1)
        ada.expect_tiles(turn)
        ada.wait_for_turn()
        view = ada.view(table)
        if len(view["game"]["placements"]) == 2:
            other = ada.page.get_by_role("button", name=re.compile("^Choose tile"))  # than the one chosen already
            second = (other.get_attribute("aria-label") or "").removeprefix("Choose tile ")[0]
            other.click()
            ada.click(empty_cells(view)[0])
            ada.wait_until_played(table, turn + 1)
            events = ada.call("GET", f"/api/tables/{table}/events?after={view['number']}")["events"]
            mine = next(event for event in events if event["type"] == "placed" and event["seat"] == 1)
            assert mine["move"][2] == second
            played += 1
        else:
            ada.place_any(view, random.Random(4))
        if played == 2:
            break
    assert played == 2
    view = play_on(table, {1: ada}, random.Random(4))
    assert view["status"] == "over"


def test_three_rounds_with_the_score_sheet(visit: Visit) -> None:
    ada = visit(name="Ada")
    table = ada.make(ME, {"kind": "bot", "level": level(ada)}, rounds=3, screens="down")
    ada.sit_at(table)
    for played in (1, 2, 3):
        play_on(table, {1: ada}, random.Random(played))
        expect(ada.page.get_by_role("region", name="The result")).to_be_visible()
        if played < 3:
            ada.page.get_by_role("button", name="Next round").click()
            expect(ada.page.get_by_text(f"Round {played + 1} of 3")).to_be_visible()
    view = ada.view(table)
    assert view["status"] == "over"
    assert len(view["sheet"]) == 3
    shown = [row.locator("td").all_inner_texts() for row in ada.page.locator("tbody tr").all()]
    for seat, cells in enumerate(shown):
        assert [int(cell) for cell in cells[:3]] == [row["points"][seat] for row in view["sheet"]]
        assert int(cells[-1]) == view["total"][seat]


def test_one_click_against_a_bot(visit: Visit) -> None:
    stranger = visit(name=None)
    stranger.go("/").page.get_by_role("button", name="Play against a bot").click()
    stranger.page.wait_for_url(re.compile("/t/"))
    stranger.wait_for_turn()
    expect(stranger.page.locator(".tiles .tile")).to_be_visible()
