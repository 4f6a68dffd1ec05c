"""The command as a whole: help that teaches, exit codes for scripts, nothing imported that is not needed."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

from indigo import __version__
from indigo.cli import COMMANDS
from indigo.i18n import LANGUAGES, words
from tests.support.command import program, run

START = "*3*/6/7/8/*3*3*/8/7/6/*3* - 2 1 E/? 000/000"
GROUPS = [((), COMMANDS), *(((name,), table) for name, table in COMMANDS.items() if not isinstance(table, str))]
OFFERED = [
    (*first, name)
    for first, table in GROUPS
    for name, module in table.items()
    if isinstance(module, str) and find_spec(module) is not None
]


def test_the_help_lists_every_command() -> None:
    result = run("--help")
    assert result.exit_code == 0
    for name in {command[0] for command in OFFERED}:
        assert f" {name} " in result.output


@pytest.mark.parametrize("command", OFFERED, ids=" ".join)
def test_the_help_of_each_command_teaches_by_examples(command: tuple[str, ...]) -> None:
    result = run(*command, "--help", COLUMNS="200")
    assert result.exit_code == 0
    assert "Examples" in result.output
    assert f"indigo {' '.join(command)}" in result.output


def test_the_help_is_for_people_of_six_languages() -> None:
    for language in LANGUAGES:
        result = run("--help", INDIGO_LANGUAGE=language, COLUMNS="200")
        assert words(language)("terminal.about_play") in result.output


def test_version() -> None:
    result = run("--version")
    assert (result.exit_code, result.output) == (0, f"indigo {__version__}\n")


@pytest.mark.parametrize("arguments", [["dance"], ["moves"], ["show", START, "--size", "0"], ["bench", "dance"]])
def test_a_command_that_makes_no_sense_ends_with_2(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert not result.stdout
    assert result.stderr


def test_each_command_imports_itself_only() -> None:
    code = (
        "import sys; from indigo.cli import command_line; command_line(['moves', 'x']);"
        "print(*sorted(m for m in sys.modules if m.startswith(('indigo.cli.', 'rich.console', 'indigo.svg'))))"
    )
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert set(output.split()) == {
        "indigo.cli.commands",
        "indigo.cli.commands.moves",
        "indigo.cli.errors",
        "indigo.cli.language",
    }


def test_the_library_imports_nothing_of_the_command() -> None:
    code = "import sys, indigo; print([m for m in ('typer', 'rich', 'indigo.cli', 'json') if m in sys.modules])"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert output == "[]\n"


def test_a_reader_who_leaves_early_is_no_error() -> None:
    left, output = os.pipe()
    os.close(left)
    done = subprocess.run(program("moves", START), stdout=output, stderr=subprocess.PIPE, check=False)
    os.close(output)
    assert done.stderr == b""
    assert done.returncode == 141
