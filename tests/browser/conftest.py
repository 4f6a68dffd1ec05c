"""Chromium, a server, and people who come to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.support.browser import Visit, find_chromium
from tests.support.client import RunningServer, sqlite
from tests.support.person import Person


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One Chromium for all; everybody gets a profile of their own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def common_table_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One server for all tests that do not kill it."""
    with RunningServer(sqlite(tmp_path_factory.mktemp("browser"))) as running:
        yield running


@pytest.fixture
def server(common_table_server: RunningServer) -> RunningServer:
    """The common server."""
    return common_table_server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[RunningServer]:
    """A server that a test may kill."""
    with RunningServer(sqlite(tmp_path)) as running:
        yield running


@pytest.fixture
def visit(chromium: Browser, server: RunningServer) -> Iterator[Visit]:
    """Somebody comes to the server with a browser; at the end of the test everybody goes."""
    people: list[Person] = []

    def come(*, at: RunningServer = server, **options: Any) -> Person:
        person = Person(chromium, at, **options)
        people.append(person)
        return person

    yield come
    for person in people:
        person.close()
