"""How quick the table feels in a browser: python benchmarks/browser.py [--json FILE].

Real Chromium against a real server. The first visit is measured as a phone would have it: processor four times slower
and a network like 4G, by Chromium's own throttling. Moves are timed inside the pages, from the click to the next
picture that shows the tile, on clocks that both pages share.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from browser.conftest import find_chromium
from browser.person import Person, any_move, eventually, play_on
from server.visitor import RunningServer, sqlite

_FAST_4G = {"offline": False, "latency": 60, "downloadThroughput": 9e6 / 8, "uploadThroughput": 1.35e6 / 8}
"""9 megabits a second down, 60 ms there and back."""
_SLOWDOWN = 4
_MOVES = 12

_WATCH_FOR_BOARD = """
  const watch = () => {
    if (document.querySelector('svg.board')) requestAnimationFrame(() => { window.boardShown = performance.now(); });
    else requestAnimationFrame(watch);
  };
  watch();
"""
_WATCH_TILES = """() => {
  const lying = () => document.querySelectorAll(".field svg.board > g:not(.held) > use[href^='#tile-']").length;
  window.clicked = window.drawn = 0;
  window.tilesBefore = lying();
  const now = () => performance.timeOrigin + performance.now();
  addEventListener('pointerup', () => { window.clicked = now(); }, { capture: true, once: true });
  const watch = () => {
    if (lying() > window.tilesBefore) window.drawn = now();
    else requestAnimationFrame(watch);
  };
  requestAnimationFrame(watch);
}"""
_COUNT_FRAMES = """(milliseconds) => new Promise(resolve => {
  const times = [];
  const watch = now => {
    times.push(now);
    if (now - times[0] < milliseconds) requestAnimationFrame(watch); else resolve(times);
  };
  requestAnimationFrame(watch);
})"""


class Measured(NamedTuple):
    """One row: what, how much, and what it must stay under or reach."""

    what: str
    value: float
    unit: str
    limit: str


def first_visit(browser: Browser, server: RunningServer) -> list[Measured]:
    """Bytes and time of the first page, with nothing in the cache."""
    context = browser.new_context(base_url=server.url, viewport={"width": 360, "height": 740}, is_mobile=True)
    page = context.new_page()
    wire = context.new_cdp_session(page)
    received: list[float] = []
    wire.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", _FAST_4G)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWDOWN})
    page.add_init_script(_WATCH_FOR_BOARD)
    page.goto("/")
    shown = eventually(lambda: page.evaluate("window.boardShown"), page)
    page.wait_for_load_state("networkidle")
    context.close()
    return [
        Measured("first visit, everything on the wire", sum(received) / 1000, "kB", "150"),
        Measured("first visit, board on the screen (4G, processor 4 times slower)", shown, "ms", "1000"),
    ]


def moves(browser: Browser, server: RunningServer) -> list[Measured]:
    """From a click to the tile on the own screen, and on the other player's."""
    ada = Person(browser, server, name="Ada", still=False)
    ben = Person(browser, server, name="Ben", still=False)
    table = ada.make({"kind": "me"}, {"kind": "open"}, start=False)
    ben.do(table, "sit", seat=2)
    ada.do(table, "start")
    ada.sit_at(table)
    ben.sit_at(table)
    source = random.Random(1)
    own: list[float] = []
    others: list[float] = []
    for _ in range(_MOVES):
        ada.wait_for_turn()
        cell = any_move(ada.view(table), source)[:2]
        ada.page.mouse.move(*ada.point(cell))
        for page in (ada.page, ben.page):
            page.evaluate(_WATCH_TILES)
        ada.page.mouse.click(*ada.point(cell))
        drawn = [_drawn(page) for page in (ada.page, ben.page)]
        clicked = ada.page.evaluate("window.clicked")
        own.append(drawn[0] - clicked)
        others.append(drawn[1] - clicked)
        play_on(table, {2: ben}, source, turns=ada.view(table)["game"]["turns"] + 1)
    ada.close()
    ben.close()
    return [
        Measured("own move drawn after the click, median", statistics.median(own), "ms", "50"),
        Measured("own move drawn after the click, slowest", max(own), "ms", "50"),
        Measured("seen by the other player, median", statistics.median(others), "ms", "100"),
        Measured("seen by the other player, slowest", max(others), "ms", "100"),
    ]


def _drawn(page: Page) -> float:
    return float(eventually(lambda: page.evaluate("window.drawn"), page))


def frames(browser: Browser, server: RunningServer) -> list[Measured]:
    """Pictures a second while gems run, on a page that is slowed down like a phone."""
    ada = Person(browser, server, name="Ada", still=False, phone=True)
    table = ada.make({"kind": "me"}, {"kind": "device", "name": "Ben"}, start=True)
    source = random.Random(5)
    play_on(table, {1: ada, 2: ada}, source, turns=30)
    ada.sit_at(table)
    wire = ada.context.new_cdp_session(ada.page)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWDOWN})
    gaps: list[float] = []
    while ada.view(table)["game"]["turns"] < 44:
        view = ada.view(table)
        placements = view["game"]["placements"]
        with_journeys = [
            f"{cell}{kind}{turn}"
            for kind, hand in placements.items()
            for cell, journeys in hand["moves"].items()
            for turn, journey in enumerate(journeys)
            if journey and str(turn) not in hand["forbidden"].get(cell, "")
        ]
        move = source.choice(with_journeys) if with_journeys else any_move(view, source)
        ada.do(table, "place", seat=view["game"]["to_play"], move=move)
        if with_journeys:
            times: list[float] = ada.page.evaluate(_COUNT_FRAMES, 700)
            gaps += [after - before for before, after in pairwise(times)]
    ada.close()
    return [
        Measured(
            "pictures a second while gems run (processor 4 times slower)", 1000 / statistics.mean(gaps), "fps", "60"
        ),
        Measured("longest gap between two pictures", max(gaps), "ms", ""),
    ]


def main() -> None:
    """Measure everything and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="also write the numbers to this file")
    arguments = parser.parse_args()
    rows: list[Measured] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        RunningServer(sqlite(Path(folder))) as server,
        sync_playwright() as playwright,
    ):
        flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=flags)
        for measure in (first_visit, moves, frames):
            rows += measure(browser, server)
        browser.close()
    for row in rows:
        print(f"{row.what:70} {row.value:8.1f} {row.unit:4} {f'(limit {row.limit})' if row.limit else ''}")
    if arguments.json:
        data: list[dict[str, Any]] = [row._asdict() for row in rows]
        arguments.json.write_text(json.dumps(data, indent=2))


if __name__ == "__main__":
    main()
