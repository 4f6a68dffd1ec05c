"""Imports point one way: a room knows only the rooms before it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import indigo

PACKAGE: Final = Path(indigo.__file__).parent

ROOMS: Final = (
    "board",
    "errors",
    "position",
    "moves",
    "journeys",
    "rules",
    "notation",
    "record",
    "view",
    "match",
    "__init__",
    "i18n",
    "figures",
    "design",
    "picture",
    "svg",
    "text_canvas",
    "text_board",
    "signals",
    "_core",
    "engine",
    "train",
    "server",
    "cli",
    "__main__",
)
"""The rooms of the package, lowest first. `__init__` is the front door: `from indigo import Game`."""

LAST: Final = ("train", "server", "cli")
"""Rooms that nobody imports,"""
DOORS: Final = {("__main__", "cli"), ("cli", "server"), ("cli", "train")}
"""but for the doors to them: `python -m indigo` opens the command, and the command opens the table and the school."""

PURE: Final = ("board", "errors", "position", "moves", "journeys", "rules")
"""Rooms without files, clock or outside libraries, and what of the standard library they may use."""
PURE_IMPORTS: Final = {"__future__", "collections", "collections.abc", "random", "typing"}

FILES: Final = sorted(PACKAGE.rglob("*.py"))


def room_of(file: Path) -> str:
    """The room in which a file lives: its folder right under the package, or itself."""
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


def nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Everything in a file but `_repr_svg_`: a notebook shows a picture of what has never heard of pictures."""
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.FunctionDef) and child.name == "_repr_svg_"):
            yield child
            yield from nodes(child)


def imports(file: Path) -> Iterator[tuple[str, str]]:
    """All imports in *file*, wherever they stand, as (module, name)."""
    parts = ("indigo", *file.relative_to(PACKAGE).with_suffix("").parts)
    for node in nodes(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, ""
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(parts[: len(parts) - node.level]) if node.level else ""
            module = ".".join(filter(None, (base, node.module)))
            for alias in node.names:
                yield module, alias.name


def rooms_imported(file: Path) -> set[str]:
    found = set()
    for module, name in imports(file):
        first, *rest = module.split(".")
        if first == "indigo":
            inner = rest[0] if rest else name
            found.add(inner if inner in ROOMS else "__init__" if not rest else inner)
    return found


def test_every_room_is_in_the_table() -> None:
    assert {room_of(file) for file in FILES} <= set(ROOMS)


@pytest.mark.parametrize("file", FILES, ids=[str(file.relative_to(PACKAGE)) for file in FILES])
def test_a_room_imports_only_rooms_before_it(file: Path) -> None:
    room = room_of(file)
    for imported in rooms_imported(file) - {room}:
        assert imported in ROOMS, f"{imported} is no room"
        assert ROOMS.index(imported) < ROOMS.index(room), f"{room} may not import {imported}"
        assert imported not in LAST or (room, imported) in DOORS, f"nothing may import {imported}"


def test_the_rules_are_pure() -> None:
    for room in PURE:
        for module, _ in imports(PACKAGE / f"{room}.py"):
            assert module in PURE_IMPORTS or module.startswith("indigo."), f"{room} imports {module}"


def test_the_front_door_opens_only_the_rules_and_their_text() -> None:
    assert rooms_imported(PACKAGE / "__init__.py") <= set(ROOMS[: ROOMS.index("__init__")])
