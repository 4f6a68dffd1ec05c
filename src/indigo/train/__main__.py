"""`python -m indigo.train`: `indigo train` for a machine that has PyTorch and the core and nothing else."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from indigo.i18n import Words, best_language, words
from indigo.train.config import BadPlan, Plan, option_name, option_types
from indigo.train.launcher import Errand, begin
from indigo.train.progress import PlainWatcher


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the options and go; the exit code."""
    typed = sys.argv[1:] if arguments is None else list(arguments)
    language = os.environ.get("INDIGO_LANGUAGE") or os.environ.get("LC_ALL") or os.environ.get("LANG") or ""
    say = words(best_language([language]))
    options = vars(_parser(say).parse_args(typed))
    errand = Errand(
        out=options["out"],
        given={name: options[name] for name in option_types() if options[name] is not None},
        resume=options["resume"],
        start=options["start"],
        device=options["device"],
        threads=options["threads"],
        ray=options["ray"],
        minutes=options["minutes"],
        command=shlex.join(["python", "-m", "indigo.train", *typed]),
    )
    try:
        finished = begin(errand, PlainWatcher(say), say)
    except BadPlan as bad:
        print(f"indigo: {bad.told(say)}", file=sys.stderr)
        return 2
    return 0 if finished else 130


def _parser(say: Words) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m indigo.train", description=say("terminal.about_train"))
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help=say("train.about_out"))
    parser.add_argument("--resume", action="store_true", help=say("train.about_resume"))
    parser.add_argument("--start", type=Path, metavar="MODEL", help=say("train.about_start"))
    plan = Plan()
    for name, kind in option_types().items():
        about = say(f"train.about_{name.rstrip('_')}").replace("%", "%%")
        told = f"{about} [{getattr(plan, name)}]"
        parser.add_argument(option_name(name), dest=name, type=kind, metavar=kind.__name__.upper(), help=told)
    parser.add_argument("--device", default="auto", help=say("train.about_device"))
    parser.add_argument("--threads", type=int, default=0, help=say("train.about_threads"))
    parser.add_argument("--ray", default="", metavar="ADDRESS", help=say("train.about_ray"))
    parser.add_argument("--minutes", type=float, help=say("train.about_minutes"))
    return parser


if __name__ == "__main__":
    sys.exit(main())
