"""What there is to learn from: the samples of the last generations, by layout, on the device where learning happens.

Chunks stay bytes until they are there. A batch is of one layout, as the number of players is its shape; batches of all
layouts follow one another in a random order, as many of each as it has samples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from indigo import _core
from indigo.train.config import TABLES
from indigo.train.selfplay import GEMS, table_of_chunk

if TYPE_CHECKING:
    from numpy.typing import NDArray


def mixed_targets(
    judged: NDArray[np.float32], shares: NDArray[np.float32], samples: NDArray[np.int32], lambda_: float
) -> NDArray[np.float32]:
    """What each sample should have been judged as: the game's end by *lambda_*, else what was judged one move later.

    A game's last sample is judged by its end. *judged* is by sample and player, *shares* by game and player; *samples*
    counts those of each game.
    """
    games = np.repeat(np.arange(len(samples)), samples)
    targets: NDArray[np.float32] = shares[games].astype(np.float32)
    if lambda_ == 1 or not len(games):
        return targets
    ends = np.cumsum(samples)
    for back in range(2, int(samples.max()) + 1):  # all games at once, from their ends
        at = (ends - back)[samples >= back]
        targets[at] = (1 - lambda_) * judged[at + 1] + lambda_ * targets[at + 1]
    return targets


@dataclass
class Lessons:
    """All samples of one layout, with everything that is known of them, as tensors."""

    gems: torch.Tensor  # samples x players x gems x features, bytes
    standings: torch.Tensor  # samples x players x features
    targets: torch.Tensor  # samples x players: what to learn
    shares: torch.Tensor  # samples x players: how the game ended
    points: torch.Tensor  # samples x players
    tables: torch.Tensor  # samples: the number of the table in TABLES
    games: torch.Tensor  # samples: the number of the game
    learnt: torch.Tensor  # the numbers of the samples to learn from,
    held_out: torch.Tensor  # and of those of the games kept apart

    def batch(self, numbers: torch.Tensor, device: torch.device) -> tuple[torch.Tensor, ...]:
        """Gems, standings, targets and points of some samples, on the device."""
        parts = (self.gems, self.standings, self.targets, self.points)
        return tuple(part[numbers].to(device, non_blocking=True) for part in parts)


def load_lessons(
    files: Sequence[Path], *, lambda_: float, held_out: int, device: torch.device, threads: int
) -> dict[str, Lessons]:
    """Read chunks, layout by layout. One game in *held_out* is kept apart."""
    by_layout: dict[str, list[Path]] = {}
    for file in sorted(files):
        by_layout.setdefault(table_of_chunk(file.name).layout, []).append(file)
    place = device if _fits(files, device) else torch.device("cpu")
    with ThreadPoolExecutor(threads) as pool:
        return {layout: _read(pool, chunks, lambda_, held_out, place) for layout, chunks in sorted(by_layout.items())}


def _fits(files: Sequence[Path], device: torch.device) -> bool:
    """Whether all samples find room on the device, with as much again for learning."""
    if device.type != "cuda":
        return True
    torch.cuda.empty_cache()  # PyTorch keeps what earlier lessons took, and the GPU would count it as taken
    free, _ = torch.cuda.mem_get_info(device)
    a_player = GEMS * _core.GEM_FEATURES + 4 * _core.PLAYER_FEATURES + 12
    needed = 0
    for file in files:
        needed += int(_samples(file).sum()) * table_of_chunk(file.name).players * a_player
    return bool(needed < 0.6 * free)


def _read(
    pool: ThreadPoolExecutor, files: Sequence[Path], lambda_: float, held_out: int, place: torch.device
) -> Lessons:
    counts = list(pool.map(_samples, files))
    total = sum(int(samples.sum()) for samples in counts)
    players = table_of_chunk(files[0].name).players
    lessons = Lessons(
        gems=torch.empty((total, players, GEMS, _core.GEM_FEATURES), dtype=torch.uint8, device=place),
        standings=torch.empty((total, players, _core.PLAYER_FEATURES), device=place),
        targets=torch.empty((total, players), device=place),
        shares=torch.empty((total, players), device=place),
        points=torch.empty((total, players), device=place),
        tables=torch.empty(total, dtype=torch.int8, device=place),
        games=torch.empty(total, dtype=torch.int32, device=place),
        learnt=torch.empty(0, dtype=torch.int64),
        held_out=torch.empty(0, dtype=torch.int64),
    )
    apart = np.zeros(total, np.bool_)
    before: Counter[Path] = Counter()  # games by generation: one that was kept apart once stays so
    start = 0
    for file, chunk in zip(files, _ahead(pool, files, lambda_), strict=True):
        count = len(chunk["gems"])
        for name in ("gems", "standings", "targets", "shares", "points"):
            getattr(lessons, name)[start : start + count] = torch.from_numpy(chunk[name]).to(place)
        lessons.tables[start : start + count] = TABLES.index(table_of_chunk(file.name))
        games = np.repeat(np.arange(len(chunk["samples"])), chunk["samples"])
        apart[start : start + count] = (games + before[file.parent]) % held_out == held_out - 1
        lessons.games[start : start + count] = torch.from_numpy(games + before.total()).to(place)
        before[file.parent] += len(chunk["samples"])
        start += count
    lessons.learnt = torch.from_numpy(np.flatnonzero(~apart)).to(place)
    lessons.held_out = torch.from_numpy(np.flatnonzero(apart)).to(place)
    return lessons


def games_in(file: Path) -> int:
    """How many games a chunk holds: fewer than its task asked for if the time was up."""
    return len(_samples(file))


def _samples(file: Path) -> NDArray[np.int32]:
    with np.load(file) as chunk:
        samples: NDArray[np.int32] = chunk["samples"]
    return samples


def _ahead(pool: ThreadPoolExecutor, files: Sequence[Path], lambda_: float) -> Iterator[dict[str, NDArray[Any]]]:
    """The chunks in order, a few read ahead: all at once would not find room."""
    waiting = [pool.submit(_chunk, file, lambda_) for file in files[:16]]
    for number in range(len(files)):
        chunk = waiting.pop(0).result()
        if number + 16 < len(files):
            waiting.append(pool.submit(_chunk, files[number + 16], lambda_))
        yield chunk


def _chunk(file: Path, lambda_: float) -> dict[str, NDArray[Any]]:
    """One file, its results spread over the samples."""
    with np.load(file) as archive:
        chunk: dict[str, NDArray[Any]] = {name: archive[name] for name in archive.files}
    games = np.repeat(np.arange(len(chunk["samples"])), chunk["samples"])
    chunk["targets"] = mixed_targets(chunk["judged"], chunk["shares"], chunk["samples"], lambda_)
    chunk["shares"], chunk["points"] = chunk["shares"][games], chunk["points"][games]
    return chunk


def batches(lessons: dict[str, Lessons], size: int, generator: torch.Generator) -> list[tuple[str, torch.Tensor]]:
    """One epoch: every sample to learn from once, in batches of about *size*, each of one layout, in random order."""
    found: list[tuple[str, torch.Tensor]] = []
    for layout, lesson in lessons.items():
        count = len(lesson.learnt)
        if count:
            order = torch.randperm(count, generator=generator).to(lesson.learnt.device)
            found += [(layout, part) for part in lesson.learnt[order].tensor_split(max(1, round(count / size)))]
    order = torch.randperm(len(found), generator=generator)
    return [found[int(number)] for number in order]
