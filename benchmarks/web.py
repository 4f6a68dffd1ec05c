"""How fast the table is in a real browser: the first visit, a move, gems on their way, the size of a view.

    python benchmarks/web.py [--json FILE]

Chromium slows itself down four times and its network to that of a phone; the server runs on the same machine.
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
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.support.browser import find_chromium
from tests.support.client import RunningServer, sqlite
from tests.support.person import Person, any_move, eventually, play_on

PHONE_NETWORK = {"offline": False, "latency": 40, "downloadThroughput": 4e6 / 8, "uploadThroughput": 3e6 / 8}
"""About 4G: 4 Mbit/s down, 3 up, 40 ms."""
ME, OPEN = {"kind": "me"}, {"kind": "open"}

_FRAMES = """() => new Promise((resolve) => {
  const times = [];
  const frame = (now) => {
    times.push(now);
    const running = document.querySelector('.flyer');
    if (times.length > 400 || (times.length > 30 && !running)) resolve(times);
    else requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})"""
_WATCH_BOARD = """
  const watch = () => {
    const picture = document.querySelector('.picture img');
    const live = document.querySelector('svg.board');
    if (live || (picture?.complete && picture.naturalWidth)) window.seen ??= performance.now();
    if (live) requestAnimationFrame(() => { window.live = performance.now(); });
    else requestAnimationFrame(watch);
  };
  watch();
"""
_WATCH_TILES = """() => {
  window.drawn = [];
  const count = () => document.querySelectorAll(".field svg.board > g:not(.held) > use[href^='#tile-']").length;
  let last = count();
  new MutationObserver(() => {
    const now = count();
    if (now === last) return;
    last = now;
    requestAnimationFrame(() => window.drawn.push(performance.timeOrigin + performance.now()));
  }).observe(document.querySelector('.field'), {childList: true, subtree: true});
  document.addEventListener('pointerup', () => { window.clicked = performance.timeOrigin + performance.now(); }, true);
}"""


def throttled(person: Person, *, network: bool) -> CDPSession:
    """A processor four times slower, and a phone's network if asked."""
    session = person.context.new_cdp_session(person.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    if network:
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", PHONE_NETWORK)
    return session


def first_visit(browser: Browser, server: RunningServer) -> dict[str, float]:
    """Bytes over the wire, and the time until the board is on the screen."""
    seen, live, size = [], [], 0.0
    for _ in range(5):
        person = Person(browser, server, name=None, phone=True)
        session = throttled(person, network=True)
        sizes: dict[str, float] = {}
        kinds: dict[str, str] = {}
        session.on(
            "Network.responseReceived", lambda event, kinds=kinds: kinds.update({event["requestId"]: event["type"]})
        )
        session.on(
            "Network.loadingFinished",
            lambda event, sizes=sizes: sizes.update({event["requestId"]: event["encodedDataLength"]}),
        )
        person.page.add_init_script(_WATCH_BOARD)
        person.page.goto("/", wait_until="commit")
        live.append(_eventually_known(person.page, "window.live"))
        seen.append(_eventually_known(person.page, "window.seen"))
        size = sum(count for each, count in sizes.items() if kinds.get(each) in ("Document", "Script", "Stylesheet"))
        person.close()
    return {
        "first visit, bytes": size,
        "first visit, board on screen, ms": statistics.median(seen),
        "first visit, the app in its place, ms": statistics.median(live),
    }


def _eventually_known(page: Page, expression: str) -> float:
    """A number that the page will know soon."""
    return float(eventually(lambda: page.evaluate(expression), page))


def moves(browser: Browser, server: RunningServer) -> dict[str, float]:
    """From the click to the own tile on the screen, and to that of the others."""
    ada, ben = Person(browser, server, name="Ada"), Person(browser, server, name="Ben")
    table = ada.make(ME, OPEN, start=False)
    ben.do(table, "sit", seat=2)
    ada.do(table, "start")
    source = random.Random(1)
    people = {1: ada, 2: ben}
    for person in people.values():
        person.sit_at(table)
        person.page.evaluate(_WATCH_TILES)
    own, others = [], []
    for placed in range(20):
        view = ada.view(table)
        mover, other = people[view["game"]["to_play"]], people[3 - view["game"]["to_play"]]
        mover.wait_for_turn()
        mover.click(any_move(mover.view(table), source)[:2])
        for person in people.values():
            person.expect_tiles(placed + 1)
        clicked = mover.page.evaluate("window.clicked")
        own.append(mover.page.evaluate("window.drawn.at(-1)") - clicked)
        others.append(other.page.evaluate("window.drawn.at(-1)") - clicked)
    for person in people.values():
        person.close()
    return {"own move drawn, ms": statistics.median(own), "others see it, ms": statistics.median(others)}


def frames(browser: Browser, server: RunningServer) -> dict[str, float]:
    """Pictures a second while gems run, on a phone-like page with a slow processor."""
    ada, ben = Person(browser, server, name="Ada", phone=True, still=False), Person(browser, server, name="Ben")
    table = ada.make(ME, OPEN, start=False)
    ben.do(table, "sit", seat=2)
    ada.do(table, "start")
    play_on(table, {1: ada, 2: ben}, random.Random(3), turns=24)
    ada.sit_at(table)
    throttled(ada, network=False)
    rates: list[float] = []
    source = random.Random(4)
    while (view := ada.view(table))["status"] == "playing" and view["game"]["turns"] < 48 and len(rates) < 6:
        mover = ada if view["game"]["to_play"] == 1 else ben
        seen = mover.view(table)
        moving = longest_move(seen["game"]["placements"])
        ada.page.wait_for_timeout(400)
        if moving is None:
            mover.place_any(seen, source)
            continue
        command: dict[str, Any] = {"id": f"frames {view['number']}", "expected": view["number"], "do": "place"}
        mover.call(
            "POST", f"/api/tables/{table}/commands", {**command, "seat": view["game"]["to_play"], "move": moving}
        )
        times = ada.page.evaluate(_FRAMES)
        gaps = [after - before for before, after in pairwise(times)]
        rates.append(1000 / statistics.mean(gaps))
    for person in (ada, ben):
        person.close()
    return {"pictures a second while gems run": statistics.median(rates)}


def longest_move(placements: dict[str, Any]) -> str | None:
    """The move that makes a gem run furthest."""
    best: tuple[int, str] | None = None
    for kind, placed in placements.items():
        for cell, by_turn in placed["moves"].items():
            for turn, journeys in enumerate(by_turn):
                if str(turn) in placed["forbidden"].get(cell, "") or not journeys:
                    continue
                length = max(len(word) for word in journeys.split())
                if best is None or length > best[0]:
                    best = (length, f"{cell}{kind}{turn}")
    return best[1] if best else None


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--json", type=Path)
    wanted = parser.parse_args()
    found: dict[str, float] = {}
    with (
        tempfile.TemporaryDirectory() as data,
        RunningServer(sqlite(Path(data))) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
        for measure in (first_visit, moves, frames):
            found |= measure(browser, server)
        browser.close()
    for name, value in found.items():
        print(f"{name:<40} {value:>10,.0f}")
    if wanted.json:
        wanted.json.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
