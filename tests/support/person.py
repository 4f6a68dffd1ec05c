"""Somebody at a browser: sees the page, points, taps and types; and can let the API play on to save time."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from indigo.board import CELL_NUMBER, CELLS
from indigo.notation import read_position
from indigo.svg.geometry import CENTRES
from tests.support.client import RunningServer

Json = dict[str, Any]
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)

_EXPECTED_COMPLAINTS = re.compile(
    r"status of 401"  # a browser asks who it is before it has a name
    r"|Service Worker registration blocked"
    r"|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|WebSocket connection to"  # tests take the connection away
)
_ids = itertools.count(1)

_TO_PAGE = """([x, y]) => {
  const matrix = document.querySelector('.field svg.board').getScreenCTM();
  return [matrix.a * x + matrix.e, matrix.d * y + matrix.f];
}"""


class Person:
    """A browser of its own, with its own cookie. Whatever the page complains about fails the test."""

    def __init__(
        self,
        browser: Browser,
        server: RunningServer,
        *,
        name: str | None = "Ada",
        language: str = "en",
        phone: bool = False,
        scheme: Any = "light",
        still: bool = True,
        width: int | None = None,
        height: int | None = None,
        bypass_csp: bool = False,
    ) -> None:
        self.server = server
        self.complaints: list[str] = []
        size = {"width": width or (360 if phone else 1280), "height": height or (740 if phone else 800)}
        self.context: BrowserContext = browser.new_context(
            base_url=server.url,
            viewport={"width": size["width"], "height": size["height"]},
            has_touch=phone,
            is_mobile=phone,
            locale=language,
            color_scheme=scheme,
            bypass_csp=bypass_csp,
            service_workers="block",
        )
        self.context.set_default_timeout(PATIENCE)
        if still:
            self.context.add_init_script(
                "localStorage.getItem('indigo.preferences') || "
                "localStorage.setItem('indigo.preferences', JSON.stringify({speed: 'none'}))"
            )
        if name is not None:
            self.call("POST", "/api/me", {"name": name})
        self.page: Page = self.open()

    def open(self) -> Page:
        """Another tab."""
        page = self.context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not _EXPECTED_COMPLAINTS.search(message.text):
            self.complaints.append(message.text)

    # -------------------------------------------------------------------------------------------- through the API

    def call(self, method: str, path: str, body: Json | None = None) -> Json:
        """A request with this person's cookie."""
        answer = self.context.request.fetch(
            self.server.url + path, method=method, data=body, headers={"Origin": self.server.url}
        )
        assert answer.ok, f"{method} {path}: {answer.text()}"
        found: Json = answer.json()
        return found

    def make(self, *seats: Json, start: bool = True, **settings: object) -> str:
        """Make a table and answer its id."""
        settings = {"players": len(seats), "first": 1, **settings}
        made = self.call("POST", "/api/tables", {"settings": settings, "seats": list(seats), "start": start})
        return str(made["id"])

    def view(self, table: str) -> Json:
        """What this person may see of a table."""
        return self.call("GET", f"/api/tables/{table}")

    def do(self, table: str, deed: str, **fields: object) -> None:
        """A command."""
        expected = self.view(table)["number"]
        command = {"id": f"test {next(_ids)}", "expected": expected, "do": deed, **fields}
        self.call("POST", f"/api/tables/{table}/commands", command)

    def place_any(self, view: Json, source: random.Random) -> None:
        """Place a tile somewhere, through the API."""
        move = any_move(view, source)
        body = {"id": f"test {next(_ids)}", "expected": view["number"], "do": "place"}
        self.call("POST", f"/api/tables/{view['id']}/commands", {**body, "seat": view["game"]["to_play"], "move": move})

    # -------------------------------------------------------------------------------------------- at the page

    def go(self, path: str) -> Person:
        """Visit a page."""
        self.page.goto(path)
        return self

    def sit_at(self, table: str) -> Person:
        """Go to a table that is being played, and wait for the board."""
        self.go(f"/t/{table}")
        self.page.wait_for_selector(".table")
        return self

    def point(self, cell: str) -> tuple[float, float]:
        """Where a cell is on this page."""
        place = CENTRES[CELL_NUMBER[cell]]
        x, y = self.page.evaluate(_TO_PAGE, [place.x, place.y])
        return x, y

    def click(self, cell: str) -> None:
        """Point at a cell and click."""
        x, y = self.point(cell)
        self.page.mouse.move(x, y)
        self.page.mouse.click(x, y)

    def tap(self, cell: str) -> None:
        """Touch a cell with a finger."""
        self.page.touchscreen.tap(*self.point(cell))

    def wait_for_turn(self) -> None:
        """Until it is this person's turn."""
        expect(self.page.locator(".status.mine")).to_be_visible()

    def tiles(self) -> int:
        """How many route tiles lie on the board that the page shows."""
        return self.page.locator(".field svg.board g > use[href^='#tile-']").count()

    def expect_tiles(self, count: int) -> None:
        """The board comes to show so many route tiles."""
        expect(self.page.locator(".field svg.board > g:not(.held) > use[href^='#tile-']")).to_have_count(count)

    def wait_until_played(self, table: str, turns: int, seat: int | None = None) -> None:
        """Until so many turns are played and, if a seat is named, it is that seat's turn; or until the game is over."""

        def played() -> bool:
            view = self.view(table)
            return view["status"] == "over" or (
                view["game"]["turns"] >= turns and (seat is None or view["game"]["to_play"] == seat)
            )

        eventually(played, self.page)

    def close(self) -> None:
        """Go. The page must not have complained."""
        self.context.close()
        assert not self.complaints, self.complaints


def empty_cells(view: Json) -> list[str]:
    """The cells on which nothing lies."""
    position = read_position(view["game"]["position"])
    return [CELLS[cell] for cell in (*position.inner, *position.border)]


def any_move(view: Json, source: random.Random) -> str:
    """A legal move, told from the placements that came with the view."""
    placements = view["game"]["placements"]
    kind = source.choice(sorted(placements))
    cell = source.choice(sorted(empty_cells(view)))
    forbidden = placements[kind]["forbidden"].get(cell, "")
    turns = [turn for turn in range(placements[kind]["turns"]) if str(turn) not in forbidden]
    return f"{cell}{kind}{source.choice(turns)}"


def eventually(found: Callable[[], Any], page: Page, patience: int = PATIENCE) -> Any:
    """What is found, as soon as it is found; the page lives on meanwhile."""
    for _ in range(patience // 50):
        answer = found()
        if answer:
            return answer
        page.wait_for_timeout(50)
    raise AssertionError("it never came")


def play_on(table: str, people: dict[int, Person], source: random.Random, turns: int = 54) -> Json:
    """Let the API play for the people at the seats until so many turns are played or the round is over."""
    anybody = next(iter(people.values()))
    while True:
        view = anybody.view(table)
        game = view["game"]
        if view["status"] != "playing" or game["turns"] >= turns:
            return view
        seat = game["to_play"]
        if seat in people:
            view = people[seat].view(table)
            if view["game"]["to_play"] == seat:
                people[seat].place_any(view, source)
        else:
            anybody.page.wait_for_timeout(20)
