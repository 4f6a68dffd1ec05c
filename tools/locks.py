"""The lock files in requirements/: what each is made from, and whether what is installed is complete.

`python tools/locks.py LOCK ...` checks an environment that was installed from these lock files. Starting at
pyproject.toml and the .in files, it follows the metadata of everything installed: every requirement must stand in one
of the lock files, be installed in the version pinned there, and fit. Extras are followed too, unlike by `pip check`.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

# pip's own copy: the check has to run where a lock file has forgotten something, and pip is always there.
from pip._vendor.packaging.requirements import Requirement
from pip._vendor.packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "requirements"


@dataclass(frozen=True)
class Lock:
    """A lock file, and where its first requirements stand."""

    name: str
    inputs: tuple[str, ...] = ()
    """Names of .in files in requirements/."""
    package: bool = False
    """Whether it holds what pyproject.toml asks for to build and to run, without any extra."""
    extras: tuple[str, ...] = ()
    """The extras of pyproject.toml that it holds."""

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.lock"

    def requirements(self) -> Iterator[Requirement]:
        """What a person wrote down; the rest of the lock file follows from it."""
        for name in self.inputs:
            for line in (FOLDER / f"{name}.in").read_text(encoding="utf-8").splitlines():
                if written := line.partition("#")[0].strip():
                    yield Requirement(written)
        written_down = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
        project = written_down["project"]
        if self.package:
            yield from map(Requirement, written_down["build-system"]["requires"])
            yield from map(Requirement, project["dependencies"])
        for extra in self.extras:
            yield from map(Requirement, project["optional-dependencies"][extra])


RUNNING = ("png", "scale")
"""Small extras that everybody with a checkout gets: pictures as PNG, PostgreSQL and Redis."""
LOCKS = {
    lock.name: lock
    for lock in (
        Lock("play", ("build",), package=True, extras=RUNNING),
        Lock("dev", ("build", "dev"), package=True, extras=RUNNING),
        Lock("node", ("node",)),
        Lock("resolver", ("resolver",)),
        Lock("train", extras=("train", "ray")),
        Lock("train-cpu"),
        Lock("train-cuda"),
    )
}
TRAIN = ("train", "train-cpu", "train-cuda")
"""Learning has three: PyTorch comes from one of the last two, or was there before."""


def pinned(text: str) -> dict[str, set[str]]:
    """The versions that a lock file's text pins for each package. A package can have several, told apart by markers."""
    versions: dict[str, set[str]] = {}
    for line in text.splitlines():
        if match := re.match(r"([A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[^]]*])?==([^\s;\\]+)", line):
            versions.setdefault(canonicalize_name(match[1]), set()).add(match[2])
    return versions


def problems(
    roots: Iterable[Requirement],
    pins: Mapping[str, set[str]],
    installed: Mapping[str, metadata.Distribution],
    own: Collection[str] = (),
) -> list[str]:
    """What is wrong with an environment, a sentence each: for every requirement that is reached from *roots*.

    Packages in *own* are the user's, and so is what they need.
    """
    found: list[str] = []
    todo: list[tuple[str, Requirement]] = [("indigo", root) for root in roots]
    seen: set[tuple[str, str]] = set()
    while todo:
        by, requirement = todo.pop()
        name = canonicalize_name(requirement.name)
        if name in own:
            continue
        if name not in pins:
            found.append(f"{by} needs {requirement}, which is in no lock file.")
        elif name not in installed:
            found.append(f"{by} needs {requirement}, which is not installed.")
        elif installed[name].version not in pins[name]:
            versions = " or ".join(sorted(pins[name]))
            found.append(f"{requirement.name} {installed[name].version} is installed, but {versions} is pinned.")
        elif not requirement.specifier.contains(installed[name].version, prereleases=True):
            found.append(f"{by} needs {requirement}, but {installed[name].version} is pinned.")
        else:
            for extra in ("", *requirement.extras):
                if (name, extra) not in seen:
                    seen.add((name, extra))
                    todo += [(requirement.name, one) for one in _needed(installed[name], extra)]
    return sorted(set(found))


def _needed(distribution: metadata.Distribution, extra: str) -> Iterator[Requirement]:
    """What a package asks for by itself (extra ""), or what one of its extras adds, in this environment."""
    for line in distribution.requires or ():
        requirement = Requirement(line)
        marker = requirement.marker
        if marker is None:
            if not extra:
                yield requirement
        elif marker.evaluate({"extra": extra}) and not (extra and marker.evaluate({"extra": ""})):
            yield requirement


def check(names: Iterable[str]) -> list[str]:
    """What is wrong with this environment, which was installed from these lock files."""
    locks = [LOCKS[name] for name in names]
    pins: dict[str, set[str]] = {}
    for lock in locks:
        for name, versions in pinned(lock.path.read_text(encoding="utf-8")).items():
            pins.setdefault(name, set()).update(versions)
    installed: dict[str, metadata.Distribution] = {canonicalize_name(one.name): one for one in metadata.distributions()}
    torch = installed.get("torch")
    own = {"torch"} if torch is not None and torch.version not in pins.get("torch", ()) else set()
    return problems((root for lock in locks for root in lock.requirements() if _applies(root)), pins, installed, own)


def _applies(requirement: Requirement) -> bool:
    return requirement.marker is None or bool(requirement.marker.evaluate({"extra": ""}))


if __name__ == "__main__":
    wrong = check(sys.argv[1:])
    print("\n".join(wrong) or "Every requirement is pinned, installed and fits.")
    sys.exit(bool(wrong))
