"""A running server for the tests that need one, and people who come to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.client import RunningServer, Visitor, sqlite


@pytest.fixture(scope="session")
def common_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One server for all tests that do not need their own. At the end it must not have complained."""
    with RunningServer(sqlite(tmp_path_factory.mktemp("tables"))) as running:
        yield running


@pytest.fixture
def server(common_server: RunningServer) -> Iterator[RunningServer]:
    """The common server; whoever came in a test goes at its end."""
    yield common_server
    common_server.leave_all()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[RunningServer]:
    """A server that a test may kill."""
    with RunningServer(sqlite(tmp_path)) as running:
        yield running


@pytest.fixture
def visit(server: RunningServer) -> Callable[[str], Visitor]:
    """Somebody who comes to the server."""
    return lambda name: Visitor(server, name)
