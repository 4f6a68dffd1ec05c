"""Every page of the site, with something on it: for pictures and for checks that look at all of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.support.person import Person, empty_cells, play_on

ME, OPEN = {"kind": "me"}, {"kind": "open"}


class Tables(NamedTuple):
    """Tables in every stage."""

    waiting: str
    playing: str
    four: str
    passing: str
    over: str


def set_tables(ada: Person, ben: Person) -> Tables:
    """Tables in every stage; Ada sits at all of them."""
    level = ada.call("GET", "/api/about")["levels"][0]
    bot = {"kind": "bot", "level": level}
    source = random.Random(7)
    waiting = ada.make(ME, OPEN, bot, start=False, visibility="open")
    playing = ada.make(ME, OPEN, start=False, visibility="open", clock={"kind": "game", "seconds": 900, "increment": 5})
    ben.do(playing, "sit", seat=2)
    ada.do(playing, "start")
    play_on(playing, {1: ada, 2: ben}, source, turns=18)
    ben.do(playing, "say", phrase="nice_move")
    four = ada.make(ME, bot, bot, OPEN, start=False, hand=2, rounds=3, screens="down")
    ben.do(four, "sit", seat=4)
    ada.do(four, "start")
    play_on(four, {1: ada, 4: ben}, source, turns=24)
    passing = ada.make(ME, {"kind": "device", "name": "Cleo"})
    over = ada.make(ME, OPEN, start=False)
    ben.do(over, "sit", seat=2)
    ada.do(over, "start")
    play_on(over, {1: ada, 2: ben}, source)
    return Tables(waiting, playing, four, passing, over)


def show_ghost(person: Person, table: str) -> None:
    """Hold the tile over a cell where it would move a gem."""
    view = person.view(table)
    placements = view["game"]["placements"]
    moving = [
        cell
        for kind in sorted(placements)[:1]
        for cell, words in placements[kind]["moves"].items()
        if words[0] and "0" not in placements[kind]["forbidden"].get(cell, "")
    ]
    cell = (moving or empty_cells(view))[0]
    x, y = person.point(cell)
    if person.page.evaluate("navigator.maxTouchPoints"):
        person.page.touchscreen.tap(x, y)
    else:
        person.page.mouse.move(x, y)


def every_page(tables: Tables) -> Iterator[tuple[str, Callable[[Person], None]]]:
    """A name for each page, and how to get there."""

    def visiting(path: str, wait: str, then: Callable[[Person], None] | None = None) -> Callable[[Person], None]:
        def go(person: Person) -> None:
            person.page.mouse.move(1, 1)
            person.go(path).page.wait_for_selector(wait)
            person.page.locator(wait).first.wait_for()
            if then is not None:
                then(person)
                person.page.wait_for_timeout(150)

        return go

    def press(selector: str) -> Callable[[Person], None]:
        return lambda person: person.page.locator(selector).first.click()

    board = ".field svg.board"
    yield "home", visiting("/", "h1")
    yield "new", visiting("/new", "form")
    yield "new_options", visiting("/new", "form", press("summary"))
    yield "me", visiting("/me", "h1")
    yield "waiting", visiting(f"/t/{tables.waiting}", ".seats")
    yield "table", visiting(f"/t/{tables.playing}", board, lambda person: show_ghost(person, tables.playing))
    yield "table_four", visiting(f"/t/{tables.four}", board)
    yield "menu", visiting(f"/t/{tables.playing}", board, press(".top button:first-child"))
    yield "talk", visiting(f"/t/{tables.playing}", board, press(".top button:last-child"))
    yield "screen", visiting(f"/t/{tables.playing}", board, press("li.yours .inside"))
    yield "pass", visiting(f"/t/{tables.passing}", ".cover")
    yield "text_board", visiting(f"/t/{tables.playing}", board, press(".board-switch"))
    yield "result", visiting(f"/t/{tables.over}", ".hand-side section")
    yield "replay", visiting(f"/t/{tables.over}/replay?move=31", "input[type=range]")
    yield "learn", visiting("/learn?figure=8", board)
    yield "rules", visiting("/rules", "main figure svg")
    yield "lost", visiting("/no/such/page", "h1")
