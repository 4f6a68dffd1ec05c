"""Beginning a run, or going on with one: everything is checked before anything is done."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from indigo.engine.model import BadModel, fingerprint, model_file
from indigo.i18n import Words
from indigo.train.config import BadPlan, Plan, changed, read_plan
from indigo.train.extras import MissingExtra, require
from indigo.train.folder import InUse, alone_in, write_whole
from indigo.train.progress import Watcher

_DISK: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""The disk is full, or there is no disk any more."""


@dataclass(frozen=True, slots=True)
class Errand:
    """What somebody has asked for: options of the plan as far as they were given, and where it shall run."""

    out: Path
    given: Mapping[str, Any]
    resume: bool = False
    start: Path | None = None
    device: str = "auto"
    threads: int = 0
    """0 means one for each core."""
    ray: str = ""
    minutes: float | None = None
    command: str = ""


def begin(errand: Errand, watcher: Watcher, say: Words) -> bool:
    """Do it; False if Ctrl-C came before its end. BadPlan if it makes no sense, with the words to say so."""
    began = time.monotonic()
    plan, model = _planned(errand)
    if errand.device not in ("auto", "cpu", "cuda"):
        raise BadPlan("train.bad_device", device=errand.device)
    if errand.threads < 0:
        raise BadPlan("train.too_small", option="--threads", least=0)
    try:
        require("train")
        if errand.ray:
            require("ray")
    except MissingExtra as missing:
        raise BadPlan("train.missing", package=missing.package, command=missing.command) from None

    import torch

    from indigo.train.generation import NothingToLearn, Run, Setting, chosen_device
    from indigo.train.selfplay import workers

    if errand.device == "cuda" and not torch.cuda.is_available():
        raise BadPlan("train.no_gpu")
    threads = errand.threads or cores()
    with workers(threads, errand.ray) as found, _folder(errand.out):
        commands = _write_down(errand.out, plan, model, errand.command)
        setting = Setting(
            folder=errand.out,
            device=chosen_device(errand.device),
            threads=threads,
            workers=found,
            watcher=watcher,
            say=say,
            commands=commands,
            deadline=None if errand.minutes is None else began + 60 * errand.minutes,
        )
        try:
            Run(plan, setting).learn()
        except NothingToLearn:
            raise BadPlan("train.nothing_to_learn") from None
        except OSError as error:
            if error.filename is None and error.errno not in _DISK:
                raise
            # What has been done is there, whole: --resume goes on with it.
            raise _unwritable(error.filename or errand.out, error) from None
        except KeyboardInterrupt:
            watcher.tell(say("train.stopped", folder=errand.out))
            return False
    watcher.tell(say("train.done", folder=errand.out))
    return True


def cores() -> int:
    """How many cores this process may use; all there are where the system does not tell."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def _planned(errand: Errand) -> tuple[Plan, bytes | None]:
    """The plan of the run, and the model with which a new run begins, if there is one."""
    config = errand.out / "config.json"
    begun = config.exists() or (errand.out / "history.jsonl").exists()
    if errand.resume:
        if errand.start is not None:
            raise BadPlan("train.start_or_resume")
        try:
            plan = changed(read_plan(config.read_text(encoding="utf-8")), errand.given)
        except OSError as error:
            if begun:  # a run that has lost its plan
                raise BadPlan("terminal.file_unreadable", file=config, reason=error.strerror) from None
            raise BadPlan("train.nothing_to_resume", folder=errand.out) from None
        except (KeyError, TypeError, ValueError) as wrong:
            if isinstance(wrong, BadPlan):
                raise
            raise BadPlan("terminal.file_unreadable", file=config, reason=wrong) from None
        if plan.start:
            _model(errand.out / "start.indigo-model")  # or the run would miss it hours later
        return plan, None
    if begun:
        raise BadPlan("train.exists", folder=errand.out)
    model = None if errand.start is None else _model(errand.start)
    return Plan(**errand.given, start="" if model is None else fingerprint(model)), model


@contextmanager
def _folder(folder: Path) -> Iterator[None]:
    """Have the run's folder, and nobody else."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        stack = ExitStack()
        stack.enter_context(alone_in(folder))
    except InUse:
        raise BadPlan("train.in_use", folder=folder) from None
    except OSError as error:
        raise _unwritable(folder, error) from None
    with stack:
        yield


def _write_down(folder: Path, plan: Plan, model: bytes | None, command: str) -> list[str]:
    """Lay what the run needs into its folder; the commands by which it was begun and gone on with."""
    file = folder / "commands.txt"
    try:
        begun = (folder / "config.json").exists() and file.exists()
        commands = [*(file.read_text("utf-8", "replace").splitlines() if begun else ()), command]
        write_whole(file, "".join(f"{line}\n" for line in commands))
        if model is not None:
            write_whole(folder / "start.indigo-model", model)
        write_whole(folder / "config.json", plan.as_json())
    except OSError as error:
        raise _unwritable(folder, error) from None
    return commands


def _unwritable(file: object, error: OSError) -> BadPlan:
    return BadPlan("terminal.file_unwritable", file=file, reason=error.strerror or error)


def _model(file: Path) -> bytes:
    try:
        return model_file(file)
    except BadModel as bad:
        raise BadPlan("terminal.file_unreadable", file=bad.file, reason=bad.reason) from None
