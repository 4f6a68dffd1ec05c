"""What is handed on as one file holds all that players need, and nothing that only we do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

import indigo

ROOT = Path(__file__).parents[2]
NEEDED = (
    "indigo/py.typed",
    "indigo/_core.pyi",
    "indigo/design.json",
    "indigo/figures.json",
    "indigo/engine/champion.indigo-model",
    "indigo/locales/ru/game.json",
    "indigo/server/static/index.html",
    "indigo/server/db/migrations/env.py",
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as one file, built from what is here."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    quickly = [f"--config-settings=build-dir={folder / 'build'}", "--config-settings=cmake.build-type=Debug"]
    strictly = ["--config-settings=cmake.define.INDIGO_WERROR=ON"]  # the only build of the binding that minds warnings
    here = ["--no-build-isolation", "--no-deps", "--no-index", f"--wheel-dir={folder}"]
    subprocess.run([*pip, "wheel", *quickly, *strictly, *here, str(ROOT)], check=True)
    (built,) = folder.glob("*.whl")
    subprocess.run([*pip, "install", "--no-deps", "--no-index", f"--target={folder / 'installed'}", built], check=True)
    return built


def test_a_wheel_holds_what_players_need(wheel: Path) -> None:
    names = set(ZipFile(wheel).namelist())
    assert names.issuperset(NEEDED)
    assert any(name.startswith("indigo/_core.") and name.endswith(".so") for name in names)
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert {name.partition("/")[0] for name in names} == {"indigo", f"indigo_boardgame-{indigo.__version__}.dist-info"}
    assert not [name for name in names if "__pycache__" in name or name.endswith((".cpp", ".hpp"))]


def test_what_was_installed_from_it_plays(wheel: Path) -> None:
    installed = wheel.parent / "installed"
    lines = (
        "import indigo, indigo.engine.roster, indigo.engine.bot as thought",
        "game = indigo.Game.shuffled(seed=1)",
        "bot = indigo.engine.roster.bot_named('champion')",
        "print(indigo.__file__, bot.think(game, thought.Budget(nodes=500)).move in game.legal_moves)",
    )
    # Isolated from the editable install, which is found by a hook of its own.
    hook = "import sys; sys.meta_path = [one for one in sys.meta_path if 'ScikitBuild' not in type(one).__name__]"
    told = subprocess.run(
        [sys.executable, "-P", "-c", "\n".join((hook, *lines))],
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert told == [str(installed / "indigo" / "__init__.py"), "True"]


def test_there_is_one_version() -> None:
    assert json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["version"] == indigo.__version__
    assert f'version = "{indigo.__version__}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
