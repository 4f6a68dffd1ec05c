"""Learning keeps to its time, also when it goes on after a pause."""

from __future__ import annotations

from itertools import count
from types import SimpleNamespace

import pytest
import torch

from indigo.train import trainer
from indigo.train.config import Plan, Table
from indigo.train.dataset import Lessons, load_lessons
from indigo.train.network import Network
from indigo.train.selfplay import play_task
from indigo.train.trainer import Progress, fit, new_optimizer
from tests.support.learners import task

CPU = torch.device("cpu")
torch.set_num_threads(1)  # there is too little to do for more


@pytest.fixture(scope="module")
def lessons(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Lessons]:
    """A few games of two players."""
    file = tmp_path_factory.mktemp("001") / "2-1-00000.npz"
    file.write_bytes(play_task(task(Table("2", 1), games=4), None).data)
    return load_lessons([file], lambda_=1, held_out=4, device=CPU, threads=1)


def learn(lessons: dict[str, Lessons], epochs: int, progress: Progress, seconds: float | None) -> list[float]:
    """Go on from *progress*; the pace at the end of each epoch, as a part of the fastest."""
    plan, network = Plan(epochs=epochs), Network()
    optimizer = new_optimizer(network, plan)
    paces: list[float] = []

    def after_epoch() -> None:
        paces.append(optimizer.param_groups[0]["lr"] / plan.learning_rate)

    fit(
        network,
        optimizer,
        lessons,
        plan,
        1,
        progress,
        CPU,
        seconds=seconds,
        after_epoch=after_epoch,
        show=lambda done, total, loss: None,
    )
    return paces


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock on which a second passes with every look at it."""
    seconds = count()
    monkeypatch.setattr(trainer, "time", SimpleNamespace(monotonic=lambda: float(next(seconds))))


@pytest.mark.usefixtures("ticking")
def test_what_an_earlier_session_spent_is_not_taken_from_this_one(lessons: dict[str, Lessons]) -> None:
    progress = Progress(seconds=1000)
    learn(lessons, 3, progress, seconds=60)
    assert progress.epoch == 3  # all of it, though 1000 seconds are more than 60
    assert progress.steps == 3


@pytest.mark.usefixtures("ticking")
def test_the_pace_comes_to_rest_when_the_time_of_this_session_is_up(lessons: dict[str, Lessons]) -> None:
    progress = Progress(seconds=50)
    paces = learn(lessons, 1000, progress, seconds=50)
    assert progress.done >= 1
    assert 100 <= progress.seconds < 105
    assert paces[0] > 0.7  # half of the time was gone when it went on,
    assert paces[-1] < 0.01  # and all of it when it ended
