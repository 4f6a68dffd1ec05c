"""What the documentation shows is done as it stands there, so that it stays true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from indigo.record import read_record

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_what_a_page_types_is_answered_as_it_says(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(page, module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


def test_the_games_that_come_along_are_games() -> None:
    games = [read_record(file.read_bytes()).game() for file in sorted((ROOT / "examples" / "games").iterdir())]
    assert len(games) >= 2
    assert all(game.over for game in games)


def test_every_file_that_the_documentation_links_to_exists() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]:
        links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
        links += re.findall(r'(?:src|srcset)="([^":]+)"', page.read_text("utf-8"))
        for link in links:
            assert (page.parent / link).exists(), f"{page.name} links to {link}"
