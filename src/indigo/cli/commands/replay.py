"""`indigo replay`: a recorded game, move by move."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from indigo.cli.language import chosen_words, environment_words
from indigo.i18n import LANGUAGES, Words
from indigo.journeys import Turn
from indigo.position import Position
from indigo.record import Record

EXAMPLES: Final = (
    "indigo replay game.indigo",
    "indigo replay game.indigo --positions",
    "indigo replay game.indigo --positions | tail -1 | indigo show - -o end.svg",
)
_say = environment_words()


def command(
    file: Annotated[str, typer.Argument(metavar="FILE", help=_say("terminal.about_file_argument"))],
    positions: Annotated[bool, typer.Option("--positions", metavar="", help=_say("terminal.about_positions"))] = False,
    ascii_only: Annotated[bool, typer.Option("--ascii", metavar="", help=_say("terminal.about_ascii"))] = False,
    language: Annotated[
        str | None, typer.Option("--language", "-l", metavar="|".join(LANGUAGES), help=_say("terminal.about_language"))
    ] = None,
) -> None:
    from indigo.cli.inputs import given_records

    say = chosen_words(language)
    records = given_records(file, say)
    if positions:
        for record in records:
            game = record.start()
            print(game.position)
            for move, draw in record.moves:
                print(game.play(move, draw).after)
        return
    for record in records:
        _tell(record, say, ascii_only)


def _tell(record: Record, say: Words, ascii_only: bool) -> None:
    from indigo.cli.terminal.console import new_console, painted, style_for
    from indigo.cli.terminal.narration import told_turn
    from indigo.cli.terminal.scores import told_result
    from indigo.text_board import largest_scale, text_board

    console = new_console()
    style = style_for(console, ascii_only=ascii_only)
    scale = largest_scale(console.width, console.height)
    comments: dict[int, list[str]] = {}
    for number, comment in record.comments:
        comments.setdefault(number, []).append(comment.strip())

    def board(caption: str, shown: Position | Turn) -> None:
        console.print(caption, style="bold")
        console.print(painted(text_board(shown, style=style, scale=scale), console), soft_wrap=True)

    if record.round is not None:
        rounds = (record.tag("Rounds") or (str(record.round),))[0]
        console.print(say("terminal.round_heading", round=record.round, rounds=rounds), style="bold")
    game = record.start()
    heading = say(
        "terminal.replay_heading", players=say.listed(record.players), moves=say("game.moves", n=len(record.moves))
    )
    board(f"{heading}\n\n{say('terminal.replay_start')}", game.position)
    for remark in comments.get(0, ()):
        console.print(remark, style="italic")
    for number, (move, draw) in enumerate(record.moves, start=1):
        turn = game.play(move, draw)
        board(say("terminal.replay_after", number=number, move=move), turn)
        for sentence in told_turn(turn, record.players, say) + comments.get(number, []):
            console.print(sentence)
        console.print()
    if game.over or record.agreed:
        for line in told_result(game, record.players, say):
            console.print(line)
    else:
        console.print(say("terminal.replay_unfinished"))
