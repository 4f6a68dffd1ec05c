"""Lock files name packages, versions and hashes, agree with each other, and hold all that is needed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.project import ROOT

FOLDER = ROOT / "requirements"
NAMES = sorted(path.stem for path in FOLDER.glob("*.lock"))


def entries(name: str) -> dict[str, frozenset[str]]:
    """What a lock file pins, each with its hashes."""
    text = (FOLDER / f"{name}.lock").read_text(encoding="utf-8")
    found = {}
    for entry in re.split(r"^(?=[A-Za-z0-9])", text, flags=re.MULTILINE):
        if pin := re.match(r"[^ \\\n]+==[^\\\n]+", entry):
            found[pin[0].strip()] = frozenset(re.findall(r"--hash=(sha256:[0-9a-f]{64})\b", entry))
    return found


@pytest.fixture
def locks(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """tools/locks.py as a module."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    import locks

    return locks


@pytest.mark.parametrize("name", NAMES)
def test_every_package_has_a_version_and_hashes_and_no_address(name: str) -> None:
    assert entries(name)
    assert all(entries(name).values())
    text = (FOLDER / f"{name}.lock").read_text(encoding="utf-8")
    assert not re.search(r"://|^-|--(extra-)?index-url|--find-links", text, re.MULTILINE)


def test_the_tools_know_every_lock_file(locks: ModuleType) -> None:
    assert sorted(locks.LOCKS) == NAMES
    assert {path.stem for path in FOLDER.glob("*.in")} == {
        name for lock in locks.LOCKS.values() for name in lock.inputs
    }


def test_whoever_works_on_it_has_what_players_have() -> None:
    playing, working = entries("play"), entries("dev")
    assert {pin: working.get(pin) for pin in playing} == playing


def test_players_install_none_of_the_tests() -> None:
    names = {re.split(r"[\[=]", pin)[0] for pin in entries("play")}
    assert names.isdisjoint({"pytest", "hypothesis", "mypy", "numpy", "playwright", "ruff"})


def test_what_is_installed_here_is_complete(locks: ModuleType) -> None:
    assert locks.check(["dev"]) == []


def test_a_requirement_that_does_not_fit_is_told(locks: ModuleType) -> None:
    asked = [locks.Requirement(text) for text in ("pytest>=900", "no-such-package", "packaging")]
    installed = {one.name.lower(): one for one in locks.metadata.distributions()}
    version = installed["pytest"].version
    assert locks.problems(asked, {"pytest": {version}, "packaging": {"0.1"}}, installed) == [
        "indigo needs no-such-package, which is in no lock file.",
        f"indigo needs pytest>=900, but {version} is pinned.",
        f"packaging {installed['packaging'].version} is installed, but 0.1 is pinned.",
    ]


def test_the_web_apps_packages_have_hashes_and_no_address() -> None:
    packages = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))["packages"]
    rest = {name: about for name, about in packages.items() if name}
    assert rest
    assert [name for name, about in rest.items() if "integrity" not in about or "resolved" in about] == []


def test_players_install_none_of_the_web_apps_tests() -> None:
    packages = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))["packages"]
    played = {name.rpartition("node_modules/")[2] for name, about in packages.items() if not about.get("dev")}
    assert played.isdisjoint({"axe-core", "openapi-typescript", "svelte-check", "vitest"})
    assert "svelte" in played


@pytest.mark.parametrize("page", sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]), ids=lambda page: page.name)
def test_pages_install_lock_files_without_a_resolver(page: Path) -> None:
    for line in page.read_text(encoding="utf-8").splitlines():
        if re.search(r"pip install.*\.lock", line):
            assert "--no-deps" in line
