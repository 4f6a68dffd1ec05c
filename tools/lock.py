"""Pin every package anew: all lock files in requirements/ and the web app's. Run by `make lock`.

Versions are resolved with uv, for every platform and every Python from 3.11 on. No lock file of Python's is replaced
before all of them are resolved; at the end each is installed into a new environment and checked for completeness.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from locks import FOLDER, LOCKS, ROOT, Lock

UV = (sys.executable, "-m", "uv", "--quiet")
COMPILE = (
    *UV, "pip", "compile", "--universal", "--python-version=3.11", "--upgrade", "--generate-hashes",
    "--no-strip-extras", "--no-header", "--no-emit-index-url", "--no-emit-find-links", "--no-sources",
)  # fmt: skip
NPM = ("npm", "--prefix", "web", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
GPU = re.compile(r"torch$|triton$|nvidia-|cuda-")
"""The packages that come with PyTorch as it usually is."""


def main() -> None:
    """Resolve, write, install."""
    if shutil.which("npm") is None:
        raise SystemExit("npm is missing, which the web app's lock file needs: `make web` fetches it.")
    cpu = newest_cpu_build()
    with tempfile.TemporaryDirectory() as folder:
        new = Path(folder)
        tell("Resolving what working on it, playing, Node and the resolver itself need")
        compile_lock(LOCKS["dev"], new)
        compile_lock(LOCKS["play"], new, constraints=["dev"])  # the same versions in both
        compile_lock(LOCKS["node"], new)
        compile_lock(LOCKS["resolver"], new)
        tell("Resolving what learning needs")
        compile_learning(new, cpu)
        for name in LOCKS:
            if (new / f"{name}.lock").exists():
                shutil.copyfile(new / f"{name}.lock", LOCKS[name].path)
    tell("Resolving the web app's packages")
    run(*NPM, "update", "--package-lock-only", "--omit-lockfile-registry-resolved")
    run(*NPM, "ci", "--dry-run")
    for names in (["play"], ["dev"], ["node"], ["resolver"], ["--learning"], ["train", "train-cuda"]):
        tell(f"Installing {' '.join(names).lstrip('-')} into a new environment")
        environment = Path("build/lock-check")
        shutil.rmtree(ROOT / environment, ignore_errors=True)
        run("tools/venv", str(environment), sys.executable)
        run(str(environment / "bin/python"), "tools/install.py", *names)
    shutil.rmtree(ROOT / "build/lock-check", ignore_errors=True)
    print("Done. `make test` and `make test-train` say whether the new versions are good.")


def compile_lock(lock: Lock, new: Path, constraints: Iterable[str] = ()) -> None:
    """Write a lock file into the folder *new*."""
    sources = [str((FOLDER / f"{name}.in").relative_to(ROOT)) for name in lock.inputs]
    if lock.package:
        sources = ["pyproject.toml", *(f"--extra={extra}" for extra in lock.extras), *sources]
    held = [f"--constraints={new / f'{name}.lock'}" for name in constraints]
    text = run(*COMPILE, *held, *sources)
    (new / f"{lock.name}.lock").write_text(without_paths(text, new), encoding="utf-8")


def compile_learning(new: Path, cpu: str | None) -> None:
    """Resolve PyTorch and Ray at once, and write what belongs to PyTorch's usual build into a lock file of its own."""
    asked = [str(requirement) for requirement in LOCKS["train"].requirements()]
    if cpu is not None:
        asked.append(f"torch=={cpu.partition('+')[0]}")
    text = run(*COMPILE, f"--constraints={new / 'dev.lock'}", "-", said="\n".join(asked))
    entries = re.split(r"^(?=[A-Za-z0-9])", without_paths(text, new), flags=re.MULTILINE)
    gpu = [entry for entry in entries if GPU.match(re.split(r"[\[=]", entry)[0])]
    rest = [entry for entry in entries if entry not in gpu]
    about = (
        "# What learning needs beside PyTorch, which is in train-cpu.lock or, as it usually comes, train-cuda.lock.\n"
        "# `make test-train` installs this and one of those two.\n"
    )
    (new / "train.lock").write_text(about + "".join(rest), encoding="utf-8")
    about = "# PyTorch as it usually comes, with what it needs on GPUs: several gigabytes on Linux.\n"
    (new / "train-cuda.lock").write_text(about + "".join(gpu), encoding="utf-8")
    if cpu is None:
        print(
            "  pip knows of no PyTorch for the CPU alone here: requirements/train-cpu.lock stays as it is.", flush=True
        )
        return
    with tempfile.TemporaryDirectory() as folder:
        run(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", f"--dest={folder}", f"torch=={cpu}")
        (wheel,) = Path(folder).iterdir()
        hashed = run(sys.executable, "-m", "pip", "hash", str(wheel)).splitlines()[-1]
        about = f"# PyTorch built for the CPU alone, from its makers' own index: {wheel.name}.\n"
        version = ".".join(platform.python_version_tuple()[:2])
        here = f"python_version == '{version}' and sys_platform == '{sys.platform}'"
        text = f"{about}torch=={cpu} ; {here} and platform_machine == '{platform.machine()}' \\\n    {hashed}\n"
        (new / "train-cpu.lock").write_text(text, encoding="utf-8")


def newest_cpu_build() -> str | None:
    """The newest release of PyTorch of which pip, as it is set up here, knows a build for the CPU alone."""
    said = run(sys.executable, "-m", "pip", "index", "versions", "torch")
    return next(iter(re.findall(r"\b\d[\d.]*\+cpu\b", said)), None)


def without_paths(text: str, new: Path) -> str:
    """Without the folder in which this was resolved, and without lines that only say which file held a version back."""
    lines = text.replace(f"{new}{os.sep}", "").splitlines(keepends=True)
    return "".join(line for line in lines if not re.match(r"\s+#\s+(via\s+)?-c ", line))


def run(*command: str, said: str | None = None) -> str:
    """Run a command in the project's folder and return what it prints. If it fails, show what it said and stop."""
    done = subprocess.run(command, cwd=ROOT, input=said, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{done.stdout}{done.stderr}\nThis failed: {' '.join(command)}")
    return done.stdout


def tell(what: str) -> None:
    print(f"{what} ...", flush=True)


if __name__ == "__main__":
    main()
