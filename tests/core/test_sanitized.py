"""The core's own tests, built without Python and watched for bad addresses and undefined behaviour."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
BUILD = ROOT / "build" / "sanitize"


def run(*command: str | Path) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def program(name: str) -> str:
    """A build tool: the one beside this Python if there is one."""
    beside = Path(sys.executable).parent / name
    return str(beside) if beside.exists() else shutil.which(name) or name


@pytest.mark.slow
def test_the_core_passes_its_tests_under_the_sanitizers() -> None:
    run(
        program("cmake"), "-S", ROOT, "-B", BUILD, "-G", "Ninja", "-DINDIGO_TESTS=ON", "-DINDIGO_SANITIZE=ON",
        "-DINDIGO_WERROR=ON",
        f"-DPython_EXECUTABLE={sys.executable}", f"-DCMAKE_MAKE_PROGRAM={program('ninja')}",
    )  # fmt: skip
    run(program("cmake"), "--build", BUILD)
    assert "tests passed" in run(BUILD / "core_tests")
