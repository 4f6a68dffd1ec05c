"""The browser's side knows what the server says: its types are those of the OpenAPI description."""

from __future__ import annotations

import subprocess
from pathlib import Path

from indigo.server.app import openapi_json

WEB = Path(__file__).parents[2] / "web"


def test_the_generated_types_are_those_of_the_server() -> None:
    program = WEB / "node_modules" / ".bin" / "openapi-typescript"
    done = subprocess.run(
        [program, "-o", "src/api/schema.ts", "--check"],
        cwd=WEB,
        input=openapi_json(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"run `npm run types` in web/: {done.stdout}{done.stderr}"
