"""What learning needs beyond the game itself, and how to say that it is not there."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

PACKAGES: Final = {"train": ("torch", "numpy"), "ray": ("ray",)}
"""The packages of each extra, as `pip install indigo-boardgame[train]` names it."""


class MissingExtra(ImportError):
    """A package that only learning needs is not installed."""

    def __init__(self, extra: str, package: str) -> None:
        self.package = package
        self.command = f'pip install "indigo-boardgame[{extra}]"'
        super().__init__(f"{package} is not installed: {self.command}")


def require(extra: str) -> None:
    """Make sure that the packages of an *extra* are there, before hours of work depend on them."""
    for package in PACKAGES[extra]:
        if find_spec(package) is None:
            raise MissingExtra(extra, package)
