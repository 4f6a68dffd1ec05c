"""A small project with this one's Makefile and tools, and made-up wheels: setting up is tested without a network."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[2]
PYTHON = str(getattr(sys, "_base_executable", sys.executable))
"""The system's Python, whose `venv` brings the pip that people have."""
UNREACHABLE = "http://127.0.0.1:9/simple"
"""Nothing listens there."""


class Project:
    """A folder in which `make` sets up what made-up lock files hold. Its name is a hard one."""

    def __init__(self, parent: Path) -> None:
        self.folder = parent / "it's a $5 folder"
        self.folder.mkdir()
        self.wheels = parent / "wheels"
        self.wheels.mkdir()
        shutil.copy(ROOT / "Makefile", self.folder)
        shutil.copytree(ROOT / "tools", self.folder / "tools")
        (self.folder / "requirements").mkdir()
        for name in ("build", "dev"):
            self.write(f"requirements/{name}.in", "")
        self.needs()

    def needs(self, *packages: str) -> None:
        """Write down in pyproject.toml what the project needs."""
        extras = "".join(f"{name} = []\n" for name in ("png", "scale", "train", "ray"))
        tables = (
            "[build-system]\nrequires = []\n",
            f"[project]\ndependencies = {list(packages)}\n",
            f"[project.optional-dependencies]\n{extras}",
        )
        self.write("pyproject.toml", "".join(tables))

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")

    def wheel(self, name: str, version: str, *needs: str, extras: Iterable[str] = ()) -> str:
        """Make a wheel; return its line for a lock file."""
        path = self.wheels / f"{name}-{version}-py3-none-any.whl"
        about = [f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}"]
        about += [f"Provides-Extra: {extra}" for extra in extras]
        about += [f"Requires-Dist: {one}" for one in needs]
        files = {
            f"{name}.py": "",
            f"{name}-{version}.dist-info/METADATA": "\n".join(about) + "\n",
            f"{name}-{version}.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        }
        record = f"{name}-{version}.dist-info/RECORD"
        files[record] = "".join(f"{file},,\n" for file in (*files, record))
        with ZipFile(path, "w") as archive:
            for file, text in files.items():
                archive.writestr(file, text)
        return f"{name}=={version} --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"

    def run(self, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the folder, with pip as a stranger has it but for the index; errors come with the rest."""
        return subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment(**environment),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    def environment(self, **changes: str) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        pip = {
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(self.wheels),
            "PIP_RETRIES": "1",
        }
        return kept | pip | changes

    def make(self, target: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return self.run("make", target, f"PYTHON={PYTHON}", **environment)

    def venv(self) -> subprocess.CompletedProcess[str]:
        return self.run("tools/venv", ".venv", PYTHON)

    def install(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return self.run(".venv/bin/python", "tools/install.py", *arguments, **environment)

    def installed(self) -> dict[str, str]:
        """What is installed beside pip itself."""
        listed = self.run(
            ".venv/bin/python", "-m", "pip", "list", "--format=freeze", "--disable-pip-version-check"
        ).stdout
        found = dict(line.split("==") for line in listed.split())
        return {name: version for name, version in found.items() if name not in ("pip", "setuptools", "wheel")}

    def works(self) -> bool:
        return self.run(".venv/bin/python", "-m", "pip", "--version").returncode == 0

    def program(self, name: str, script: str) -> str:
        """A PATH with a made-up program in front of the system's few that scripts cannot do without."""
        folder = self.folder / "made-up"
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        (folder / name).chmod(0o755)
        for needed in ("bash", "sh", "tr", "grep", "paste", "cat", "rm", "mv", "mktemp", "env"):
            if not (folder / needed).exists():
                (folder / needed).symlink_to(str(shutil.which(needed)))
        return str(folder)
