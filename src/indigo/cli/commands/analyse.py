"""`indigo analyse`: a position or a whole game through the engine's eyes, as text, JSON or a picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from indigo.cli.bot_option import LARGEST_NUMBER, LONGEST_TIME, chosen_bot
from indigo.cli.errors import USAGE, Failure
from indigo.cli.language import environment_words
from indigo.position import UNKNOWN

if TYPE_CHECKING:
    from indigo.engine.analysis import GameAnalysis, PositionAnalysis
    from indigo.engine.bot import Bot, Budget
    from indigo.position import Position
    from indigo.record import Record

_START: Final = "*3*/6/7/8/*3*3*/8/7/6/*3* - 2 1 E/? 000/000"
EXAMPLES: Final = (
    f'indigo analyse "{_START}"',
    f'indigo analyse "{_START}" --movetime 5000 -o thoughts.svg',
    "indigo analyse game.indigo -o chances.png",
    "indigo analyse game.indigo --json > game.json",
)
_say = environment_words()
_POSITION_SECONDS: Final = 1.0
_MOVE_SECONDS: Final = 0.5
"""How long a position, or each move of a game, is thought about unless something else is asked for."""


def command(
    subject: Annotated[list[str], typer.Argument(metavar="POSITION|FILE", help=_say("engine.about_analysed"))],
    level: Annotated[str | None, typer.Option(show_default="champion", help=_say("engine.about_level"))] = None,
    movetime: Annotated[int | None, typer.Option(min=1, max=LONGEST_TIME, help=_say("engine.about_movetime"))] = None,
    nodes: Annotated[int | None, typer.Option(min=1, max=LARGEST_NUMBER, help=_say("engine.about_nodes"))] = None,
    depth: Annotated[int | None, typer.Option(min=1, max=60, help=_say("engine.about_depth"))] = None,
    threads: Annotated[int, typer.Option(min=0, max=256, help=_say("engine.about_threads"))] = 1,
    seed: Annotated[int, typer.Option(min=0, max=LARGEST_NUMBER, help=_say("engine.about_dice"))] = 0,
    moves: Annotated[int, typer.Option(min=1, max=1000, help=_say("engine.about_shown_moves"))] = 5,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help=_say("terminal.about_output"))
    ] = None,
    theme: Annotated[Literal["light", "dark"], typer.Option(help=_say("engine.about_plot_theme"))] = "light",
    as_json: Annotated[bool, typer.Option("--json", help=_say("terminal.about_json"))] = False,
) -> None:
    from indigo.cli.interrupt import stopped_by_ctrl_c
    from indigo.cli.outputs import check_picture_name, write_picture
    from indigo.engine.bot import Budget, Stoppable
    from indigo.engine.plots import game_svg, position_svg
    from indigo.engine.roster import JUDGES, LEVELS, judges
    from indigo.record import Record

    check_picture_name(output, _say)
    chosen = chosen_bot(LEVELS[-1] if level is None else level, JUDGES, _say)
    if not judges(chosen.name):
        raise Failure(_say("engine.analyse_no_judge", bot=chosen.name, choices=", ".join(JUDGES)), USAGE)
    looked_at = _given(subject)
    seconds = None if movetime is None else movetime / 1000
    if movetime is None and nodes is None and depth is None:
        seconds = _POSITION_SECONDS if not isinstance(looked_at, Record) else _MOVE_SECONDS
    budget = Budget(seconds, nodes, depth, threads)
    with stopped_by_ctrl_c() as stop:
        bot = Stoppable(chosen, stop)
        if isinstance(looked_at, Record):
            game = _game(looked_at, bot, budget, seed)
        else:
            position = _position(looked_at, bot, budget, seed)
    if not isinstance(looked_at, Record):
        if as_json:
            print(json.dumps(position.as_data(), indent=2))
        elif output is None:
            _print_position(position, moves)
        picture = position_svg(position, _say, theme=theme) if output else ""
    else:
        if as_json:
            print(json.dumps(game.as_data(), indent=2, ensure_ascii=False))
        elif output is None:
            _print_game(game)
        picture = game_svg(game, _say, theme=theme) if output else ""
    if output is not None:
        write_picture(picture, output, _say)


# ------------------------------------------------------------------------------------------------ what is given


def _given(subject: list[str]) -> Position | Record:
    """A position, given as one argument or as its fields, or the game in a file; `-` may be either."""
    from indigo.cli.inputs import STANDARD_INPUT, given_bytes, given_position, given_records, records_in

    [first, *more] = subject
    if subject == [STANDARD_INPUT]:
        data = given_bytes(STANDARD_INPUT, _say)
        text = data.decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
        if text and not text.startswith("[") and "\ufffd" not in text:  # a record begins with a tag
            return given_position(text.split(), _say)
        records = records_in(data, STANDARD_INPUT, _say)
    elif more or (" " in first and not _is_file(first)):
        return given_position(subject, _say)
    else:
        records = given_records(first, _say)
    if len(records) != 1:
        raise Failure(_say("engine.one_game_wanted", file=Path(first).name, n=len(records)))
    return records[0]


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # longer than any name, or with characters that no name has
        return False


def _position(position: Position, bot: Bot, budget: Budget, seed: int) -> PositionAnalysis:
    from indigo.engine.analysis import analyse_position
    from indigo.rules import Game

    if position.over:
        raise Failure(_say("engine.game_is_over"))
    if UNKNOWN in position.hands[position.player - 1]:
        raise Failure(_say("engine.hand_unknown", player=position.player))
    if None in position.won:
        raise Failure(_say("engine.totals_unknown", mark="???"))
    return analyse_position(Game.at(position), bot, budget, seed=seed)


def _game(record: Record, bot: Bot, budget: Budget, seed: int) -> GameAnalysis:
    from indigo.cli.progress import progress_bar
    from indigo.engine.analysis import HiddenHand, analyse_game

    try:
        with progress_bar(_say("engine.analysing"), len(record.moves)) as show:
            return analyse_game(record, bot, budget, seed=seed, progress=lambda done: show(done, ""))
    except HiddenHand as error:
        raise Failure(_say("engine.hand_unknown", player=error.player)) from None


# ------------------------------------------------------------------------------------------------ as text


def _print_position(analysis: PositionAnalysis, moves: int) -> None:
    from rich.table import Table

    from indigo.board import GATEWAYS
    from indigo.cli.terminal.console import new_console

    console = new_console()
    best = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("move", "chances", "expected", "line"):
        best.add_column(_say(f"engine.head_{heading}"), no_wrap=heading != "line")
    for line in analysis.thought.lines[:moves]:
        best.add_row(
            str(line.move),
            "  ".join(_say.percent(chance, 1).rjust(6) for chance in line.chances),
            "  ".join(_say.number(points, 1).rjust(4) for points in line.points),
            " ".join(map(str, line.moves[1:5])),
        )
    console.print(best)
    thought = analysis.thought
    console.print(
        _say("engine.thought_line", nodes=_say.number(thought.nodes), seconds=_say.number(thought.seconds, 2))
    )
    console.print()
    console.print(_say("engine.gems_heading"), soft_wrap=True)
    gems = Table(box=None, padding=(0, 2, 0, 0))
    gems.add_column(_say("engine.head_gem"))
    for gateway in GATEWAYS:
        gems.add_column(str(gateway.number), justify="right")
    gems.add_column(_say("engine.head_meets"), justify="right")
    for gem in analysis.gems:
        ends = (*gem.gateways, gem.meets)
        gems.add_row(f"{gem.gem}{gem.cell}{gem.side}", *map(_say.percent, ends))
    console.print(gems)


def _print_game(analysis: GameAnalysis) -> None:
    from rich.table import Table

    from indigo.cli.terminal.console import new_console

    console = new_console()
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("", justify="right")
    for heading in ("player", "move", "chances", "loss", "best"):
        table.add_column(_say(f"engine.head_{heading}"), no_wrap=True, justify="right" if heading == "loss" else "left")
    for moment in analysis.moments:
        table.add_row(
            str(moment.number),
            analysis.players[moment.player - 1],
            str(moment.move),
            "  ".join(_say.percent(chance, 1).rjust(6) for chance in moment.chances),
            _say.percent(moment.loss, 1) if moment.loss else "",
            str(moment.best) if moment.best != moment.move else "",
        )
    console.print(table)
    for player, name in enumerate(analysis.players, start=1):
        loss = _say.percent(analysis.mean_loss(player), 1)
        console.print(_say("game.told_of", what=name, told=_say("engine.mean_loss", loss=loss)), soft_wrap=True)
    console.print()
    console.print(_say("engine.turning_heading"))
    if not analysis.turning_points:
        console.print(_say("engine.turning_none"), soft_wrap=True)
    for moment in analysis.turning_points:
        told = _say(
            "engine.turning_point",
            number=moment.number,
            name=analysis.players[moment.player - 1],
            move=moment.move,
            loss=_say.percent(moment.loss),
            best=moment.best,
        )
        console.print(told, soft_wrap=True)
