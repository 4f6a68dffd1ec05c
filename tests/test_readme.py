"""The README's game is played as it stands there, so that it stays true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_readme_plays_a_game() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


def test_every_file_that_the_documentation_links_to_exists() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]:
        links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
        links += re.findall(r'(?:src|srcset)="([^":]+)"', page.read_text("utf-8"))
        for link in links:
            assert (page.parent / link).exists(), f"{page.name} links to {link}"
