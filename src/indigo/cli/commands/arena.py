"""`indigo arena`: bots and engines of others play many games, and the table says who is stronger."""

from __future__ import annotations

import json
import shlex
import shutil
from enum import Enum
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Annotated, Final

import typer

from indigo.board import LAYOUTS
from indigo.cli.bot_option import LARGEST_NUMBER, LONGEST_TIME, chosen_bot
from indigo.cli.errors import INTERRUPTED, USAGE, Failure
from indigo.cli.language import environment_words

if TYPE_CHECKING:
    from indigo.engine.arena.runner import Contest, Entrant, PlayedGame
    from indigo.engine.arena.standings import Standings

EXAMPLES: Final = (
    "indigo arena skilled casual",
    "indigo arena novice learner casual regular --deals 20 --jobs 2",
    "indigo arena expert flat-20k --layout 4 --movetime 200 --until-clear",
    'indigo arena mine casual --engine "mine=./my-engine --fast" --records games -o result.svg',
)
_say = environment_words()
_SHOWN_FAILURES: Final = 6
"""The table counts them all; so many are told in words."""


def command(
    entrants: Annotated[list[str], typer.Argument(metavar="BOT...", help=_say("engine.about_entrants"))],
    programs: Annotated[
        list[str] | None, typer.Option("--engine", metavar="NAME=COMMAND", help=_say("engine.about_program"))
    ] = None,
    layout: Annotated[str, typer.Option(help=_say("terminal.about_layout"))] = "2",
    hand: Annotated[int, typer.Option(min=1, max=2, help=_say("terminal.about_hand"))] = 1,
    deals: Annotated[int, typer.Option(min=1, max=1_000_000, help=_say("engine.about_deals"))] = 50,
    movetime: Annotated[int | None, typer.Option(min=1, max=LONGEST_TIME, help=_say("engine.about_movetime"))] = None,
    nodes: Annotated[int | None, typer.Option(min=1, max=LARGEST_NUMBER, help=_say("engine.about_nodes"))] = None,
    depth: Annotated[int | None, typer.Option(min=1, max=60, help=_say("engine.about_depth"))] = None,
    grace: Annotated[int, typer.Option(min=0, max=LONGEST_TIME, help=_say("engine.about_grace"))] = 2000,
    jobs: Annotated[int, typer.Option(min=1, max=256, help=_say("engine.about_jobs"))] = 1,
    seed: Annotated[int, typer.Option(min=0, max=LARGEST_NUMBER, help=_say("terminal.about_seed"))] = 0,
    until_clear: Annotated[bool, typer.Option("--until-clear", help=_say("engine.about_until_clear"))] = False,
    records: Annotated[Path | None, typer.Option(metavar="FOLDER", help=_say("engine.about_records"))] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help=_say("terminal.about_output"))
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help=_say("terminal.about_json"))] = False,
) -> None:
    from indigo.cli.outputs import check_picture_name, write_picture
    from indigo.engine.arena.runner import Contest, lineups_for
    from indigo.engine.arena.standings import standings
    from indigo.engine.bot import Budget
    from indigo.engine.plots import standings_svg

    check_picture_name(output, _say)
    if layout not in LAYOUTS:
        raise Failure(_say("terminal.unknown_layout", layout=layout, choices=", ".join(LAYOUTS)), USAGE)
    who = _entrants(entrants, programs or [])
    players = LAYOUTS[layout].players
    if len(entrants) > players > len(who):
        raise Failure(_say("engine.arena_too_few_differ", players=players), USAGE)
    numbers = {entrant.name: number for number, entrant in enumerate(who)}
    contest = Contest(
        entrants=who,
        lineups=lineups_for([numbers[name] for name in entrants], players),
        layout=layout,
        hand=hand,
        deals=deals,
        seed=seed,
        budget=Budget(None if movetime is None else movetime / 1000, nodes, depth),
        grace_seconds=grace / 1000,
    )
    kept = None if records is None else _Records(records)
    played, ended = _play(contest, jobs, until_clear, kept)
    if not played:
        raise Failure(_say("engine.arena_nothing"), INTERRUPTED)
    table = standings(contest, played)
    if as_json:
        data = {**table.as_data(), "interrupted": ended is _Ended.INTERRUPTED}
        print(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        _print(table, _say(ended.value) if ended.value else "")
    if output is not None:
        write_picture(standings_svg(table, _say), output, _say)
    if kept is not None and kept.problem is not None:
        raise kept.problem
    if ended is _Ended.INTERRUPTED:
        raise typer.Exit(INTERRUPTED)


def _entrants(names: list[str], programs: list[str]) -> tuple[Entrant, ...]:
    """Who plays, each name once."""
    from indigo.engine.arena.runner import Entrant
    from indigo.engine.roster import NAMES

    commands: dict[str, tuple[str, ...]] = {}
    for text in programs:
        name, equals, given = text.partition("=")
        try:
            command_words = tuple(shlex.split(given))
        except ValueError:  # a quotation mark without its partner
            command_words = ()
        if not equals or not name.strip() or not name.isprintable() or not command_words:
            raise Failure(_say("engine.arena_bad_program", text=text), USAGE)
        if name not in names:
            raise Failure(_say("engine.arena_unused_program", name=name), USAGE)
        if shutil.which(command_words[0]) is None:
            raise Failure(_say("engine.arena_missing_program", text=text, program=command_words[0]), USAGE)
        commands[name] = command_words
    choices = (*NAMES, *commands)
    for name in names:
        if name not in commands:
            chosen_bot(name, choices, _say)
    distinct = tuple(dict.fromkeys(names))
    if len(distinct) < 2:
        raise Failure(_say("engine.arena_too_few", choices=", ".join(choices)), USAGE)
    return tuple(Entrant(name, commands.get(name, ())) for name in distinct)


class _Ended(Enum):
    """How a contest came to its end, and what is said of it."""

    AS_PLANNED = ""
    CLEARLY = "engine.arena_clear"
    INTERRUPTED = "engine.arena_interrupted"


def _play(
    contest: Contest, jobs: int, until_clear: bool, kept: _Records | None
) -> tuple[list[tuple[PlayedGame, ...]], _Ended]:
    """Play with a bar that shows how far it is; what was played counts even if somebody loses patience."""
    from indigo.cli.interrupt import stopped_by_ctrl_c
    from indigo.cli.progress import progress_bar
    from indigo.engine.arena.runner import deal_means, play_contest

    played: list[tuple[PlayedGame, ...]] = []
    results: dict[int, list[float]] = {entrant: [] for entrant in range(len(contest.entrants))}
    games = 0
    try:
        with stopped_by_ctrl_c() as stop, progress_bar(_say("engine.playing"), contest.games) as show:
            for deal in play_contest(contest, jobs=jobs, until_clear=until_clear, stop=stop):
                played.append(deal)
                for game in deal:
                    games += 1
                    if kept is not None:
                        kept.keep(game)
                for entrant, share in deal_means(deal).items():
                    results[entrant].append(share)
                leader = max(results, key=lambda entrant: fmean(results[entrant] or [0.0]))
                show(games, f"{contest.entrants[leader].name} {_say.percent(fmean(results[leader]))}")
    except KeyboardInterrupt:
        return played, _Ended.INTERRUPTED
    return played, _Ended.CLEARLY if games < contest.games else _Ended.AS_PLANNED


class _Records:
    """A folder in which games are kept, behind those that are there already."""

    problem: Failure | None = None
    """The first that could not be written. The games go on: their result is worth more than their records."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            there = [int(file.stem) for file in folder.glob("*.indigo") if file.stem.isdecimal()]
        except OSError as error:
            raise Failure(_say("terminal.file_unwritable", file=folder, reason=error.strerror or error)) from None
        self._count = max(there, default=0)

    def keep(self, game: PlayedGame) -> None:
        """Write one down."""
        if self.problem is not None:
            return
        self._count += 1
        file = self._folder / f"{self._count:06}.indigo"
        try:
            file.write_text(str(game.record), encoding="utf-8")
        except OSError as error:
            self.problem = Failure(_say("terminal.file_unwritable", file=file, reason=error.strerror or error))


def _print(table: Standings, remark: str) -> None:
    from rich.table import Table

    from indigo.cli.terminal.console import new_console

    shown = Table(box=None, padding=(0, 2, 0, 0))
    shown.add_column(_say("engine.head_bot"), overflow="fold", min_width=12)
    for heading in ("games", "share", "interval"):
        shown.add_column(_say(f"engine.head_{heading}"), justify="right", no_wrap=True)
    shown.add_column(_say(f"engine.rating_{table.rating_system}"), justify="right", no_wrap=True)
    for heading in ("points", "time"):
        shown.add_column(_say(f"engine.head_{heading}"), justify="right", no_wrap=True)
    digits = 0 if table.rating_system == "elo" else 1
    for row in table.rows:
        shown.add_row(
            row.name,
            str(row.games),
            _say.percent(row.share.mean, 1),
            f"{_say.number(100 * row.share.low, 1)}–{_say.percent(row.share.high, 1)}",
            f"{_say.number(row.rating.value, digits)} ± {_say.number(row.rating.margin, digits)}",
            _say.number(row.points, 2),
            _say.number(1000 * row.seconds_a_move, 1),
        )
    console = new_console()
    console.print(shown)
    for pair in table.pairs:
        console.print(_pair(pair.one, pair.other, pair.share, pair.elo), soft_wrap=True)
    for row in table.rows:
        if row.faults:
            told = ", ".join(_say(f"engine.fault_{fault}", n=count) for fault, count in row.faults.items())
            console.print(_say("game.told_of", what=row.name, told=told), soft_wrap=True)
    for failure in table.failures[:_SHOWN_FAILURES]:
        console.print(failure, soft_wrap=True)
    if remark:
        console.print(remark)


def _pair(one: str, other: str, share: tuple[float, float, float], elo: tuple[float, float, float]) -> str:
    return _say(
        "engine.pair_line",
        one=one,
        other=other,
        share=_say.percent(share[0], 1),
        low=_say.percent(share[1], 1),
        high=_say.percent(share[2], 1),
        elo=_say.number(elo[0], signed=True),
        elo_low=_say.number(elo[1], signed=True),
        elo_high=_say.number(elo[2], signed=True),
    )
