"""Games against oneself follow from their tasks alone, whoever plays them."""

from __future__ import annotations

import numpy as np
import pytest

from indigo.train.config import BadPlan, Plan, Table, read_mix
from indigo.train.selfplay import Chunk, Task, Workers, play_task, tasks_of, workers
from tests.support.learners import model, task

TASKS = [task(Table("2", 1), seed=1), task(Table("3own", 2), seed=2), task(Table("4", 1), seed=3)]


def played(who: Workers, tasks: list[Task] = TASKS) -> dict[int, bytes]:
    return {chunk.task.seed: chunk.data for chunk in who.play(tasks, model(), None)}


def test_a_task_gives_the_same_bytes_again() -> None:
    assert play_task(TASKS[1], model()).data == play_task(TASKS[1], model()).data
    assert play_task(TASKS[1], model()).data != play_task(TASKS[1], model(0.2)).data


def test_threads_change_nothing() -> None:
    with workers(1, "") as one, workers(3, "") as three:
        assert played(one) == played(three) == {one.seed: play_task(one, model()).data for one in TASKS}


@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_ray_plays_the_same_games() -> None:
    pytest.importorskip("ray")
    with workers(1, "local") as machines, workers(1, "") as thread:
        assert played(machines) == played(thread)


def test_time_that_is_up_ends_the_games_and_keeps_those_that_ended() -> None:
    endless = [task(Table("2", 1), games=100_000, seed=number) for number in range(3)]
    with workers(2, "") as threads:
        chunks: list[Chunk] = list(threads.play(endless, None, 0.5))
    assert chunks
    for chunk in chunks:
        assert 0 < chunk.games < 100_000


def test_tasks_cover_the_mix_and_no_game_twice() -> None:
    plan = Plan(games=1000, mix="2/1=60 3/2=30 4/1=10", records=5)
    tasks = tasks_of(plan, 1)
    counts = {table: sum(one.games for one in tasks if one.table == table) for table in plan.tables}
    assert counts == {("2", 1): 600, ("3", 2): 300, ("4", 1): 100}
    assert sum(one.records for one in tasks) == 5
    for table in counts:
        seeds = [one.seed + number for one in tasks if one.table == table for number in range(one.games)]
        assert len(set(seeds)) == counts[table]
    assert len({one.name for one in tasks}) == len(tasks)
    assert {one.seed for one in tasks}.isdisjoint(one.seed for one in tasks_of(plan, 2))


@pytest.mark.parametrize("mix", ["", "5/1", "2/3=1", "2/1=x", "2/1=0", "2/1=-1 4/1=2", "2/1=nan"])
def test_a_mix_that_makes_no_sense_is_refused(mix: str) -> None:
    with pytest.raises(BadPlan):
        read_mix(mix)


def test_a_mix_is_made_of_shares() -> None:
    assert read_mix("2/1=3, 4/2=1") == {("2", 1): 0.75, ("4", 2): 0.25}
    assert sum(Plan().tables.values()) == pytest.approx(1)
    assert np.isclose(sum(Plan().games_by_table().values()), Plan().games)
