"""Writes pictures of every page, desktop and phone, light and dark, in two languages, to a folder.

python tools/screens.py screens
python tools/screens.py --readme docs/pictures      # only the two that the README shows
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, sync_playwright

from tests.support.browser import find_chromium
from tests.support.client import RunningServer, sqlite
from tests.support.pages import every_page, set_tables, show_ghost
from tests.support.person import Person

GAME = Path(__file__).parents[1] / "examples" / "games" / "two-players.indigo"
MOVES = 32


@contextmanager
def house() -> Iterator[tuple[Browser, RunningServer]]:
    """A browser, and a server to visit."""
    with (
        tempfile.TemporaryDirectory() as data,
        RunningServer(sqlite(Path(data))) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
        yield browser, server
        browser.close()


def for_the_readme(folder: Path) -> None:
    """A game in the middle, light and dark, with a tile in hand over the board."""
    with house() as (browser, server):
        ada = Person(browser, server, name="Ada")
        sent = ada.context.request.post(
            "/api/records",
            data=GAME.read_bytes(),
            headers={"content-type": "text/plain", "origin": server.url},
        )
        record = sent.json()["id"]
        made = {
            "settings": {"clock": {"kind": "game", "seconds": 900, "increment": 5}},
            "seats": [{"kind": "me"}, {"kind": "bot", "level": "master"}],
            "start": True,
            "from": {"record": record, "game": 1, "move": MOVES},
        }
        table = ada.call("POST", "/api/tables", made)["id"]
        for scheme, name in (("light", "table.png"), ("dark", "table-dark.png")):
            person = Person(browser, server, name=None, scheme=scheme)
            cookies: Any = ada.context.cookies()
            person.context.add_cookies(cookies)
            person.go(f"/t/{table}").page.wait_for_selector("svg.board")
            show_ghost(person, table)
            person.page.wait_for_timeout(300)
            person.page.screenshot(path=folder / name)
            person.close()


def main(folder: Path) -> None:
    """Write all pictures into *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    with house() as (browser, server):
        ada, ben = Person(browser, server, name="Ada"), Person(browser, server, name="Ben")
        tables = set_tables(ada, ben)
        for language, phone, scheme in product(("en", "de"), (False, True), ("light", "dark")):
            person = Person(browser, server, name=None, language=language, phone=phone, scheme=scheme)
            cookies: Any = ada.context.cookies()
            person.context.add_cookies(cookies)
            for name, go in every_page(tables):
                go(person)
                person.page.wait_for_load_state("networkidle")
                size = "phone" if phone else "desktop"
                person.page.screenshot(path=folder / f"{name}-{size}-{scheme}-{language}.png")
                if name == "text_board":
                    person.page.locator(".board-switch").click()
            person.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}/")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--readme"]:
        for_the_readme(Path(sys.argv[2]))
    else:
        main(Path(sys.argv[1] if len(sys.argv) > 1 else "screens"))
