"""Write the type stub of indigo._core from the built module: `python core/python/write_stub.py [OUTPUT]`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

STUB = Path(__file__).parent.parent.parent / "src" / "indigo" / "_core.pyi"


def write_stub(output: Path) -> None:
    """Have nanobind list the module, and ruff give it the project's form."""
    run = [sys.executable, "-m"]
    subprocess.run([*run, "nanobind.stubgen", "-q", "-m", "indigo._core", "-o", str(output)], check=True)
    config = ["--config", str(STUB.parent.parent.parent / "pyproject.toml")]
    layout = [*run, "ruff", "format", *config, "-q", str(output)]
    subprocess.run(layout, check=True)
    subprocess.run([*run, "ruff", "check", *config, "-q", "--fix", "--unsafe-fixes", str(output)], check=True)
    subprocess.run(layout, check=True)


if __name__ == "__main__":
    write_stub(Path(sys.argv[1]) if len(sys.argv) > 1 else STUB)
