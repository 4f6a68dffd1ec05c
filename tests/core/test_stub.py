"""What the type checker is told of the core is what the core says of itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_the_stub_is_up_to_date(tmp_path: Path) -> None:
    fresh = tmp_path / "_core.pyi"
    subprocess.run([sys.executable, str(ROOT / "core" / "python" / "write_stub.py"), str(fresh)], check=True)
    written = (ROOT / "src" / "indigo" / "_core.pyi").read_text(encoding="utf-8")
    assert fresh.read_text(encoding="utf-8") == written, "run: python core/python/write_stub.py"
