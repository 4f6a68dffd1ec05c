"""What is learnt from: every sample once, targets as they should be, games kept apart never."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
import torch

from indigo.train.config import TABLES, Table
from indigo.train.dataset import Lessons, batches, load_lessons, mixed_targets
from indigo.train.selfplay import play_task
from tests.support.learners import task

CPU = torch.device("cpu")


def one_by_one(judged: np.ndarray, shares: np.ndarray, samples: np.ndarray, lambda_: float) -> np.ndarray:
    """The targets as one would write them down first: back from every game's end."""
    targets = np.empty_like(judged)
    start = 0
    for game, count in enumerate(samples):
        target = shares[game]
        for number in range(start + count - 1, start - 1, -1):
            targets[number] = target
            target = (1 - lambda_) * judged[number] + lambda_ * target
        start += count
    return targets


@pytest.mark.parametrize("lambda_", [0.0, 0.3, 0.9, 1.0])
def test_targets_mix_the_end_with_what_was_judged_later(lambda_: float) -> None:
    dice = np.random.default_rng(1)
    samples = np.array([5, 1, 9, 2], np.int32)
    judged = dice.random((samples.sum(), 3), np.float32)
    shares = dice.random((len(samples), 3), np.float32)
    assert np.allclose(mixed_targets(judged, shares, samples, lambda_), one_by_one(judged, shares, samples, lambda_))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A generation with a few games at three tables."""
    place = tmp_path_factory.mktemp("001")
    for number, table in enumerate((Table("2", 1), Table("2", 2), Table("4", 1))):
        chunk = play_task(task(table, games=3, seed=number), None)
        (place / f"{table.layout}-{table.hand}-00000.npz").write_bytes(chunk.data)
    return place


@pytest.fixture
def lessons(folder: Path) -> dict[str, Lessons]:
    return load_lessons(sorted(folder.iterdir()), lambda_=1, held_out=3, device=CPU, threads=1)


def test_lessons_hold_what_the_files_hold(folder: Path, lessons: dict[str, Lessons]) -> None:
    assert list(lessons) == ["2", "4"]
    files = [np.load(io.BytesIO((folder / name).read_bytes())) for name in ("2-1-00000.npz", "2-2-00000.npz")]
    two = lessons["2"]
    assert torch.equal(two.gems, torch.from_numpy(np.concatenate([file["gems"] for file in files])))
    assert torch.equal(two.standings, torch.from_numpy(np.concatenate([file["standings"] for file in files])))
    counts = [int(file["samples"].sum()) for file in files]
    assert [TABLES[number] for number in two.tables[[0, -1]]] == [("2", 1), ("2", 2)]
    assert torch.equal(two.shares[counts[0] :][0], torch.from_numpy(files[1]["shares"][0]))
    assert torch.equal(two.points[-1], torch.from_numpy(files[1]["points"][-1]))


def test_one_game_in_three_is_kept_apart_as_a_whole(lessons: dict[str, Lessons]) -> None:
    for lesson, games in zip(lessons.values(), (6, 3), strict=True):
        apart, learnt = (set(lesson.games[numbers].tolist()) for numbers in (lesson.held_out, lesson.learnt))
        assert not apart & learnt
        assert (len(apart), len(learnt)) == (games // 3, games - games // 3)
        assert len(lesson.held_out) + len(lesson.learnt) == len(lesson.gems)


def test_an_epoch_has_every_sample_once_and_mixes_layouts(lessons: dict[str, Lessons]) -> None:
    epoch = batches(lessons, 32, torch.Generator().manual_seed(1))
    for layout, lesson in lessons.items():
        seen = torch.cat([numbers for name, numbers in epoch if name == layout])
        assert sorted(seen.tolist()) == lesson.learnt.tolist()
    order = [layout for layout, _ in epoch]
    assert order not in (sorted(order), sorted(order, reverse=True))
    again = batches(lessons, 32, torch.Generator().manual_seed(1))
    assert all(torch.equal(one[1], other[1]) for one, other in zip(epoch, again, strict=True))
