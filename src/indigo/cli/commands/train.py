"""`indigo train`: the engine plays against itself, learns from it, and shows how strong it becomes."""

from __future__ import annotations

import shlex
import sys
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from indigo.cli.errors import INTERRUPTED, USAGE, Failure
from indigo.cli.language import environment_words
from indigo.train.config import BadPlan, Plan

if TYPE_CHECKING:
    from indigo.train.progress import Show

EXAMPLES: Final = (
    "indigo train --out runs/first --generations 3 --games 2000",
    "indigo train --out runs/first --resume --generations 6",
    "indigo train --out runs/big --generations 30 --games 40000 --window 3 --minutes 180 --device cuda --threads 16",
    'indigo train --out runs/two --mix "2/1=80 2/2=20" --start best.indigo-model --ray local',
)
_say = environment_words()
_plan = Plan()


class _CommandWatcher:
    """Shows bars on standard error and tells the rest on standard output."""

    def stage(self, doing: str, steps: int) -> AbstractContextManager[Show]:
        from indigo.cli.progress import progress_bar

        return progress_bar(doing, steps)

    def tell(self, text: str) -> None:
        print(text, flush=True)


def command(
    out: Annotated[Path, typer.Option(metavar="FOLDER", help=_say("train.about_out"))],
    resume: Annotated[bool, typer.Option("--resume", help=_say("train.about_resume"))] = False,
    start: Annotated[Path | None, typer.Option(metavar="MODEL", help=_say("train.about_start"))] = None,
    generations: Annotated[
        int | None, typer.Option(help=_say("train.about_generations"), show_default=str(_plan.generations))
    ] = None,
    games: Annotated[int | None, typer.Option(help=_say("train.about_games"), show_default=str(_plan.games))] = None,
    mix: Annotated[str | None, typer.Option(help=_say("train.about_mix"), show_default=_plan.mix)] = None,
    fillings: Annotated[
        int | None, typer.Option(help=_say("train.about_fillings"), show_default=str(_plan.fillings))
    ] = None,
    width: Annotated[int | None, typer.Option(help=_say("train.about_width"), show_default=str(_plan.width))] = None,
    spread: Annotated[
        float | None, typer.Option(help=_say("train.about_spread"), show_default=str(_plan.spread))
    ] = None,
    random: Annotated[
        float | None, typer.Option(help=_say("train.about_random"), show_default=str(_plan.random))
    ] = None,
    players: Annotated[str | None, typer.Option(help=_say("train.about_players"), show_default=_plan.players)] = None,
    epochs: Annotated[int | None, typer.Option(help=_say("train.about_epochs"), show_default=str(_plan.epochs))] = None,
    batch: Annotated[int | None, typer.Option(help=_say("train.about_batch"), show_default=str(_plan.batch))] = None,
    learning_rate: Annotated[
        float | None, typer.Option(help=_say("train.about_learning_rate"), show_default=str(_plan.learning_rate))
    ] = None,
    lambda_: Annotated[
        float | None,
        typer.Option("--lambda", help=_say("train.about_lambda"), show_default=str(_plan.lambda_)),
    ] = None,
    window: Annotated[int | None, typer.Option(help=_say("train.about_window"), show_default=str(_plan.window))] = None,
    held_out: Annotated[
        int | None, typer.Option(help=_say("train.about_held_out"), show_default=str(_plan.held_out))
    ] = None,
    gate_games: Annotated[
        int | None, typer.Option(help=_say("train.about_gate_games"), show_default=str(_plan.gate_games))
    ] = None,
    gate_nodes: Annotated[
        int | None, typer.Option(help=_say("train.about_gate_nodes"), show_default=str(_plan.gate_nodes))
    ] = None,
    gate_movetime: Annotated[
        int | None, typer.Option(help=_say("train.about_gate_movetime"), show_default=str(_plan.gate_movetime))
    ] = None,
    records: Annotated[
        int | None, typer.Option(help=_say("train.about_records"), show_default=str(_plan.records))
    ] = None,
    seed: Annotated[int | None, typer.Option(help=_say("train.about_seed"), show_default=str(_plan.seed))] = None,
    device: Annotated[str, typer.Option(help=_say("train.about_device"))] = "auto",
    threads: Annotated[int, typer.Option(min=0, max=1024, help=_say("train.about_threads"))] = 0,
    ray: Annotated[str, typer.Option(metavar="ADDRESS", help=_say("train.about_ray"))] = "",
    minutes: Annotated[float | None, typer.Option(min=0, help=_say("train.about_minutes"))] = None,
) -> None:
    from indigo.train.launcher import Errand, begin

    options = {
        "generations": generations,
        "games": games,
        "mix": mix,
        "fillings": fillings,
        "width": width,
        "spread": spread,
        "random": random,
        "players": players,
        "epochs": epochs,
        "batch": batch,
        "learning_rate": learning_rate,
        "lambda_": lambda_,
        "window": window,
        "held_out": held_out,
        "gate_games": gate_games,
        "gate_nodes": gate_nodes,
        "gate_movetime": gate_movetime,
        "records": records,
        "seed": seed,
    }
    errand = Errand(
        out=out,
        given={name: value for name, value in options.items() if value is not None},
        resume=resume,
        start=start,
        device=device,
        threads=threads,
        ray=ray,
        minutes=minutes,
        command=shlex.join(["indigo", *sys.argv[1:]]),
    )
    try:
        finished = begin(errand, _CommandWatcher(), _say)
    except BadPlan as bad:
        raise Failure(bad.told(_say), USAGE) from None
    if not finished:
        raise typer.Exit(INTERRUPTED)
