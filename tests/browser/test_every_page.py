"""Every page, in every language, light and dark, wide and narrow."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser

from indigo.i18n import LANGUAGES
from tests.support.browser import TOO_WIDE
from tests.support.client import RunningServer
from tests.support.pages import Tables, every_page, set_tables
from tests.support.person import Person

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

_SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.fixture(scope="module")
def people(chromium: Browser, common_table_server: RunningServer) -> Any:
    """Ada and Ben, who have set tables in every stage."""
    ada, ben = Person(chromium, common_table_server, name="Ada"), Person(chromium, common_table_server, name="Ben")
    tables = set_tables(ada, ben)
    yield ada, tables
    ada.close()
    ben.close()


def like_ada(people: tuple[Person, Tables], chromium: Browser, **options: Any) -> Person:
    """Ada at another browser."""
    ada = people[0]
    person = Person(chromium, ada.server, name=None, **options)
    cookies: Any = ada.context.cookies()
    person.context.add_cookies(cookies)
    return person


def speak(person: Person, language: str) -> None:
    """Choose a language in another tab: this one follows, and nothing on it is lost."""
    person.page.evaluate(
        "(language) => dispatchEvent(new StorageEvent('storage', {key: 'indigo.language', newValue: language}))",
        language,
    )
    person.page.locator(f"html[lang={language}]").wait_for()


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "wide"])
def test_every_page_speaks_and_fits(people: tuple[Person, Tables], chromium: Browser, phone: bool) -> None:
    person = like_ada(people, chromium, phone=phone)
    problems = []
    for name, go in every_page(people[1]):
        go(person)
        said = set()
        for language in LANGUAGES:
            speak(person, language)
            person.page.wait_for_timeout(30)  # words of the rules and figures come a moment later
            seen = person.page.locator("body").inner_text()
            said.add(seen)
            if "⟦" in seen or "undefined" in seen or "NaN" in seen or "{" in seen:
                problems.append(f"{name}, {language}: a word is missing")
            problems += [f"{name}, {language}: {problem}" for problem in person.page.evaluate(TOO_WIDE)]
        if len(said) != len(LANGUAGES):
            problems.append(f"{name}: two languages say the same")
        if name == "text_board":
            person.page.locator(".board-switch").click()  # the preference is kept: switch it off again
    person.close()
    assert not problems, "\n".join(problems)


def test_axe_finds_nothing_in_light_and_dark(people: tuple[Person, Tables], chromium: Browser) -> None:
    person = like_ada(people, chromium, bypass_csp=True)
    source = AXE.read_text(encoding="utf-8")
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    problems = []
    for name, go in every_page(people[1]):
        go(person)
        person.page.evaluate(source)
        for scheme in _SCHEMES:
            person.page.emulate_media(color_scheme=scheme)
            found = person.page.evaluate("(tags) => axe.run({runOnly: tags, resultTypes: ['violations']})", tags)
            for violation in found["violations"]:
                nodes = [f"{node['target']} {node['failureSummary'][:160]}" for node in violation["nodes"][:3]]
                problems.append(f"{name}, {scheme}: {violation['id']}: {nodes}")
        if name == "text_board":
            person.page.locator(".board-switch").click()
    person.close()
    assert not problems, "\n".join(problems)


def test_the_first_visit_is_small(people: tuple[Person, Tables], chromium: Browser) -> None:
    person = Person(chromium, people[0].server, name=None)
    session = person.context.new_cdp_session(person.page)
    session.send("Network.enable")
    sizes: dict[str, float] = {}
    kinds: dict[str, str] = {}
    session.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))
    session.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    person.go("/").page.wait_for_load_state("networkidle")
    total = sum(size for request, size in sizes.items() if kinds.get(request) in ("Document", "Script", "Stylesheet"))
    person.close()
    assert 10_000 < total < 150_000
