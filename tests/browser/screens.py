"""Writes pictures of every page, desktop and phone, light and dark, in two languages, to a folder.

python tests/browser/screens.py screens
"""

from __future__ import annotations

import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import sync_playwright

from browser.conftest import find_chromium
from browser.pages import every_page, set_tables
from browser.person import Person
from server.visitor import RunningServer, sqlite


def main(folder: Path) -> None:
    """Write all pictures into *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        RunningServer(sqlite(Path(data))) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
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
        browser.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}/")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "screens"))
