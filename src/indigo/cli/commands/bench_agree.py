"""`indigo bench agree`: random games on the core and by the rules, compared after every move."""

from __future__ import annotations

import json
from typing import Annotated, Final

import typer

from indigo.cli.errors import Failure
from indigo.cli.language import environment_words

EXAMPLES: Final = ("indigo bench agree", "indigo bench agree --games 1000000", "indigo bench agree --seed 7 --json")
_say = environment_words()


def command(
    games: Annotated[int, typer.Option(min=1, help=_say("engine.about_games"))] = 1000,
    seed: Annotated[int, typer.Option(min=0, help=_say("terminal.about_seed"))] = 0,
    as_json: Annotated[bool, typer.Option("--json", help=_say("terminal.about_json"))] = False,
) -> None:
    from indigo.cli.progress import progress_bar
    from indigo.engine.agreement import agree

    with progress_bar(_say("engine.comparing"), games) as show:
        report = agree(games, seed, lambda done: show(done, ""))
    if as_json:
        data = report._asdict() | {"bench": "agree", "differences": [each._asdict() for each in report.differences]}
        print(json.dumps(data, indent=2))
    else:
        counted = _say("game.games", n=report.games), _say("game.moves", n=report.moves)
        print(_say("engine.compared", games=counted[0], moves=counted[1], seconds=_say.number(report.seconds, 1)))
        for difference in report.differences:
            print(difference)
    if report.differences:
        raise Failure(_say("engine.they_differ"))
    if not as_json:
        print(_say("engine.they_agree"))
