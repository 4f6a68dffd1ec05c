"""The command `indigo`.

`COMMANDS` lists every command with the module that holds it: a function `command`, whose parameters are the options.
Only the module that was asked for is imported, so `indigo --help` and each command start without waiting for the
others. A command whose module is not there is not offered.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from importlib import import_module
from importlib.util import find_spec
from typing import Final, ParamSpec

import typer

from indigo.cli.errors import INVALID, Failure
from indigo.cli.language import environment_words

COMMANDS: Final[Mapping[str, str | Mapping[str, str]]] = {
    "play": "indigo.cli.commands.play",
    "show": "indigo.cli.commands.show",
    "moves": "indigo.cli.commands.moves",
    "replay": "indigo.cli.commands.replay",
    "check": "indigo.cli.commands.check",
    "rules": "indigo.cli.commands.rules",
    "serve": "indigo.cli.commands.serve",
    "engine": "indigo.cli.commands.engine",
    "analyse": "indigo.cli.commands.analyse",
    "solve": "indigo.cli.commands.solve",
    "arena": "indigo.cli.commands.arena",
    "train": "indigo.cli.commands.train",
    "bench": {
        "rules": "indigo.cli.commands.bench_rules",
        "core": "indigo.cli.commands.bench_core",
        "agree": "indigo.cli.commands.bench_agree",
    },
}
"""Every command and its module; a command in two words, such as `bench rules`, has a table of its own.

What a command does is said in the catalogue, under `terminal.about_<command>`, in every language.
"""

ALONE: Final[Mapping[str, str]] = {"bench": "indigo.cli.commands.bench"}
"""What the first of two words does when it stands alone."""

_CANNOT_WRITE: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
"""The disk is full, or there is no disk any more."""
_BROKEN_PIPE_STATUS: Final = 141
"""What a shell reports for a program that wrote to a reader who had left, as `head` does."""

P = ParamSpec("P")


def main() -> None:
    """Run the command that was typed."""
    _see_to_streams()
    try:
        command_line(sys.argv[1:])(prog_name="indigo")
    except OSError as error:
        if error.errno not in _CANNOT_WRITE or error.filename is not None:
            raise
        _give_up_writing()
        problem = environment_words()("terminal.file_unwritable", file="stdout", reason=error.strerror or error)
        print(f"indigo: {problem}", file=sys.stderr)
        sys.exit(INVALID)


def _see_to_streams() -> None:
    """Make the best of the streams that there are: closed ones are empty, and what they cannot show is `?`."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _give_up_writing() -> None:
    """Nothing more can be said to standard output, not even by the interpreter at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def command_line(arguments: Sequence[str]) -> typer.Typer:
    """The command line, with the command that *arguments* ask for imported and all others known by name only."""
    say = environment_words()
    app = _new_app(say("terminal.about_indigo") + " " + say("terminal.unofficial"))
    completing = any(name.startswith("_INDIGO_COMPLETE") or name == "_TYPER_COMPLETE_ARGS" for name in os.environ)
    wanted = [argument for argument in arguments if not argument.startswith("-")][:2]
    for name, module in COMMANDS.items():
        asked = completing or name in wanted[:1]
        if isinstance(module, str):
            _register(app, name, module, say(f"terminal.about_{name}"), asked)
            continue
        group = _new_app(say(f"terminal.about_{name}"))
        for part, part_module in module.items():
            about = say(f"terminal.about_{name}_{part}")
            _register(group, part, part_module, about, asked and (completing or part in wanted[1:]))
        if asked and name in ALONE:
            alone = import_module(ALONE[name])
            about = f"{say(f'terminal.about_{name}')}\n\n{_examples(alone.EXAMPLES)}"
            group.callback(help=about, invoke_without_command=True, no_args_is_help=False)(_guarded(alone.command))
        app.add_typer(group, name=name)

    @app.callback()
    def indigo(
        version: bool = typer.Option(
            False, "--version", metavar="", help=say("terminal.about_version"), callback=_print_version, is_eager=True
        ),
    ) -> None:
        pass

    return app


def _print_version(wanted: bool) -> None:
    from indigo import __version__

    if wanted:
        typer.echo(f"indigo {__version__}")
        raise typer.Exit


def _new_app(about: str) -> typer.Typer:
    return typer.Typer(
        help=about,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
        context_settings={"help_option_names": ["-h", "--help"]},
    )


def _register(app: typer.Typer, name: str, module: str, about: str, asked: bool) -> None:
    if asked:
        if find_spec(module) is None:
            return
        loaded = import_module(module)
        app.command(name, help=f"{about}\n\n{_examples(loaded.EXAMPLES)}")(_guarded(loaded.command))
    elif find_spec(module) is not None:
        app.command(name, help=about)(_known_by_name_only)


def _known_by_name_only() -> None:
    """Stands for a command that was not asked for."""


def _examples(lines: Sequence[str]) -> str:
    """Lines for the help, each left as it is."""
    heading = environment_words()("terminal.examples_heading")
    escaped = (line.replace("[", r"\[") for line in lines)
    return f"[bold]{heading}[/bold]\n\n" + "\n\n".join(f"[cyan]{line}[/cyan]" for line in escaped)


def _guarded(command: Callable[P, None]) -> Callable[P, None]:
    """The command with failures told in one line on standard error, and exit codes that scripts can use."""

    @wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
            sys.stdout.flush()
        except Failure as failure:
            sys.stdout.flush()
            typer.echo(f"indigo: {failure}", err=True)
            raise typer.Exit(failure.status) from None
        except BrokenPipeError:
            _give_up_writing()
            raise typer.Exit(_BROKEN_PIPE_STATUS) from None

    return guarded
