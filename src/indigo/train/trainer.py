"""Learning from lessons: the network's numbers are moved, batch by batch, towards how the games went on.

The pace rises and falls once over the whole work (a one-cycle schedule), by the part of the work that is done: counted
in batches, or in seconds when there is a limit, so that it comes to rest in time.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import torch
from torch.nn import functional

from indigo.train.calibration import Bin, mean_gap, reliability
from indigo.train.config import TABLES, Plan, derived_seed
from indigo.train.dataset import Lessons, batches
from indigo.train.network import FILLINGS_CHANCE, Network

_POINTS_WEIGHT: Final = 0.01
"""Points matter little beside winning, but they tell more early on."""
_WEIGHT_DECAY: Final = 1e-4
_RISE: Final = 0.25
"""The part of the work in which the pace rises,"""
_FIRST_PACE: Final = 0.04
"""from this part of the fastest,"""
_LAST_PACE: Final = 1e-4
"""and where it ends."""
_LEAST_CHANCE: Final = 5e-3
"""What the fillings say counts as no less: they cannot know that something is impossible."""
_FEWEST_STEPS: Final = 64
"""An epoch has no fewer batches than this,"""
_SMALL_BATCH: Final = 256
"""unless they would be smaller than this."""
_LOOK: Final = 8192
"""Samples that are judged at a time when nothing is learnt."""


@dataclass
class Progress:
    """How far learning has come within a generation; with the network and the optimizer all there is to resume it."""

    epoch: int = 0
    steps: int = 0
    seconds: float = 0.0
    done: float = 0.0
    """The part of the work that is done, from 0 to 1."""
    losses: list[dict[str, Any]] = field(default_factory=list)
    """By epoch: on what is learnt and, by table, on what is held out."""


@dataclass(frozen=True, slots=True)
class Understanding:
    """How well a network judges the games that were kept apart."""

    losses: dict[str, float]
    """By table: the log loss of its chances,"""
    fillings: dict[str, float]
    """and that of the chances which random fillings give."""
    points_off: dict[str, float]
    """By table: how far the points are off, on average."""
    bins: tuple[Bin, ...]

    def as_data(self) -> dict[str, Any]:
        """As JSON has it."""
        from indigo.train.calibration import as_data

        return {
            "losses": {name: round(value, 5) for name, value in self.losses.items()},
            "fillings": {name: round(value, 5) for name, value in self.fillings.items()},
            "points_off": {name: round(value, 3) for name, value in self.points_off.items()},
            "calibration": as_data(self.bins),
            "gap": round(mean_gap(self.bins), 5),
        }


def pace(done: float) -> float:
    """The learning rate when a part of the work is *done*, as a part of the fastest.

    >>> [round(pace(done), 2) for done in (0, 0.25, 0.5, 1)]
    [0.04, 1.0, 0.75, 0.0]
    """
    if done < _RISE:
        return _FIRST_PACE + (1 - _FIRST_PACE) * (1 - math.cos(math.pi * done / _RISE)) / 2
    return _LAST_PACE + (1 - _LAST_PACE) * (1 + math.cos(math.pi * (min(done, 1.0) - _RISE) / (1 - _RISE))) / 2


def batch_size(wanted: int, samples: int) -> int:
    """The size of a batch: as *wanted*, but no more than a small part of all samples, or few steps would be taken.

    >>> batch_size(16384, 10_000_000), batch_size(16384, 100_000), batch_size(16384, 3_000)
    (16384, 1562, 256)
    """
    return min(wanted, max(_SMALL_BATCH, samples // _FEWEST_STEPS))


def new_optimizer(network: Network, plan: Plan) -> torch.optim.Optimizer:
    """AdamW over all numbers of the network."""
    optimizer: torch.optim.Optimizer = torch.optim.AdamW(
        network.parameters(), lr=plan.learning_rate, weight_decay=_WEIGHT_DECAY
    )
    return optimizer


def fit(
    network: Network,
    optimizer: torch.optim.Optimizer,
    lessons: dict[str, Lessons],
    plan: Plan,
    generation: int,
    progress: Progress,
    device: torch.device,
    *,
    seconds: float | None,
    after_epoch: Callable[[], None],
    show: Callable[[int, int, float], None],
) -> None:
    """Learn from where *progress* stands to the end of the work, or of the *seconds* that may be spent on it from now.

    What was spent before counts as work done, so the pace still comes to rest when the time is up. *after_epoch* is
    called when an epoch is over, *show* with the steps done, of how many, and the loss.
    """
    size = batch_size(plan.batch, sum(len(lesson.learnt) for lesson in lessons.values()))
    total = plan.epochs * sum(max(1, round(len(lesson.learnt) / size)) for lesson in lessons.values())
    began = time.monotonic() - progress.seconds
    budget = None if seconds is None else progress.seconds + seconds
    while progress.epoch < plan.epochs and progress.done < 1:
        generator = torch.Generator().manual_seed(derived_seed(plan.seed, generation, "epoch", progress.epoch))
        summed, count = torch.zeros((), device=device), 0
        network.train()
        for layout, numbers in batches(lessons, size, generator):
            gone = time.monotonic() - began
            progress.done = max(progress.steps / total, gone / budget if budget else 0.0)
            if progress.done >= 1:
                break
            for group in optimizer.param_groups:
                group["lr"] = plan.learning_rate * pace(progress.done)
            gems, standings, targets, points = lessons[layout].batch(numbers, device)
            scores, expected = network(gems, standings)
            loss = -(targets * functional.log_softmax(scores, 1)).sum(1).mean()
            optimizer.zero_grad(set_to_none=True)
            (loss + _POINTS_WEIGHT * functional.smooth_l1_loss(expected, points)).backward()
            optimizer.step()
            progress.steps += 1
            summed, count = summed + loss.detach(), count + 1
            if progress.steps % 50 == 0:
                show(progress.steps, total, float(summed) / count)
        else:
            progress.done = progress.steps / total
        progress.epoch += 1
        progress.seconds = time.monotonic() - began
        if count:
            known = understanding(network, lessons, device)
            progress.losses.append({"learnt": round(float(summed) / count, 5), **known.as_data()["losses"]})
            show(progress.steps, total, float(summed) / count)
        after_epoch()


def understanding(network: Network, lessons: dict[str, Lessons], device: torch.device) -> Understanding:
    """How well the network judges the samples that were held out, beside what random fillings say."""
    network.eval()
    losses: dict[str, float] = {}
    fillings: dict[str, float] = {}
    points_off: dict[str, float] = {}
    given: list[torch.Tensor] = []
    won: list[torch.Tensor] = []
    games: list[torch.Tensor] = []
    counted = 0
    for lesson in lessons.values():
        if not len(lesson.held_out):
            continue
        parts = [_look(network, lesson, numbers, device) for numbers in lesson.held_out.split(_LOOK)]
        logs, points = (torch.cat(part) for part in zip(*parts, strict=True))
        shares, ends = lesson.shares[lesson.held_out].cpu(), lesson.points[lesson.held_out].cpu()
        said = lesson.standings[lesson.held_out][..., FILLINGS_CHANCE].cpu().clamp(_LEAST_CHANCE, 1).log()
        tables = lesson.tables[lesson.held_out].cpu()
        for number in torch.unique(tables):
            here, name = tables == number, str(TABLES[int(number)])
            losses[name] = float(-(shares[here] * logs[here]).sum(1).mean())
            fillings[name] = float(-(shares[here] * said[here]).sum(1).mean())
            points_off[name] = float((points[here] - ends[here]).abs().mean())
        given.append(logs.exp().flatten())
        won.append(shares.flatten())
        games.append(lesson.games[lesson.held_out].cpu().repeat_interleave(shares.shape[1]) + counted)
        counted += int(lesson.games.max()) + 1
    if not given:
        return Understanding(losses, fillings, points_off, ())
    bins = reliability(*(torch.cat(part).numpy() for part in (given, won, games)))
    return Understanding(losses, fillings, points_off, bins)


def _look(
    network: Network, lesson: Lessons, numbers: torch.Tensor, device: torch.device
) -> tuple[torch.Tensor, torch.Tensor]:
    gems, standings, _, _ = lesson.batch(numbers, device)
    with torch.no_grad():
        scores, points = network(gems, standings)
    return functional.log_softmax(scores, 1).cpu(), points.cpu()
