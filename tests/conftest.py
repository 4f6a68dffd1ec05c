"""What all tests share: every way to sit down at the table, and how long hypothesis may search."""

from __future__ import annotations

import hashlib
import os
from importlib.util import find_spec

import pytest
from hypothesis import HealthCheck, settings

from tests.support.random_games import TABLES

# Machines differ and the first example pays for imports, so a deadline per example would only fail by chance.
settings.register_profile("indigo", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("indigo")

# Learning needs PyTorch, which `make test-train` installs; without it there is nothing to test.
collect_ignore = [] if find_spec("torch") is not None else ["train"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """INDIGO_SHUFFLE=SEED runs the test files in a random order: none may depend on another."""
    if seed := os.environ.get("INDIGO_SHUFFLE"):
        items.sort(key=lambda item: hashlib.sha256(f"{seed} {item.path.name}".encode()).digest())


@pytest.fixture(params=TABLES, ids=[f"{layout} players, {hand} in hand" for layout, hand in TABLES])
def table(request: pytest.FixtureRequest) -> tuple[str, int]:
    """A layout and a hand size; a test that asks for it runs for all of them."""
    layout, hand = request.param
    return str(layout), int(hand)
