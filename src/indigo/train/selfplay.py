"""Games against oneself: tasks that any process on any machine can do, and who does them.

A task's games follow from the task alone. What comes back is a chunk, the bytes of an `.npz` file: gems, standings and
what was judged for every sample, and the number of samples, shares and points for every game. Threads of one process do
tasks side by side, since the core needs no Python while it plays; Ray does the same tasks on many machines.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from indigo import _core
from indigo.board import CELLS, KINDS, OPEN_CELLS, TILES
from indigo.moves import Move
from indigo.record import Record
from indigo.rules import Game
from indigo.train.config import BadPlan, Plan, Table, derived_seed

if TYPE_CHECKING:
    from numpy.typing import NDArray

GEMS: Final = 12
_MOST_GAMES: Final = 128
"""Of one task: a few seconds of work, a file of some megabytes."""
_ALL_TILES: Final = len(OPEN_CELLS)
"""In the stacks of one game: as many as there are cells for them."""
_COMPRESSION: Final = 1
"""Most bytes are zeros; a little effort takes them away, more costs more than it saves."""
_PATIENCE: Final = 10.0
"""So many seconds a Ray that is there has to answer."""


@dataclass(frozen=True, slots=True)
class Task:
    """Some games at one table."""

    table: Table
    number: int
    games: int
    seed: int
    fillings: int
    width: int
    spread: float
    random: float
    records: int = 0
    """So many of the games come back as records as well."""

    @property
    def name(self) -> str:
        """The chunk's file name."""
        return f"{self.table.layout}-{self.table.hand}-{self.number:05}.npz"


@dataclass(frozen=True, slots=True)
class Chunk:
    """What a task gives."""

    task: Task
    games: int
    data: bytes
    records: tuple[str, ...] = ()


def table_of_chunk(name: str) -> Table:
    """The table whose games a chunk file holds."""
    layout, hand, _ = name.split("-")
    return Table(layout, int(hand))


def tasks_of(plan: Plan, generation: int) -> list[Task]:
    """The tasks of a generation, tables in turn, so that every moment has games of all."""
    by_table: list[list[Task]] = []
    for table, games in plan.games_by_table().items():
        size = min(_MOST_GAMES, max(1, -(-games // 16)))
        seed = derived_seed(plan.seed, generation, table)
        by_table.append(
            [
                Task(
                    table=table,
                    number=number,
                    games=min(size, games - number * size),
                    seed=seed + number * size,
                    fillings=plan.fillings,
                    width=plan.width,
                    spread=plan.spread,
                    random=plan.random,
                )
                for number in range(-(-games // size))
            ]
        )
    keyed = [((task.number + 0.5) / len(tasks), task) for tasks in by_table for task in tasks]
    tasks = [task for _, task in sorted(keyed, key=lambda pair: pair[0])]
    return _with_records(tasks, plan.records)


def _with_records(tasks: list[Task], records: int) -> list[Task]:
    """Ask the first tasks for records, one from each before two from any."""
    from dataclasses import replace

    wanted = [0] * len(tasks)
    while records > 0 and any(want < task.games for want, task in zip(wanted, tasks, strict=True)):
        for place, task in enumerate(tasks):
            if records > 0 and wanted[place] < task.games:
                wanted[place] += 1
                records -= 1
    return [replace(task, records=want) if want else task for want, task in zip(wanted, tasks, strict=True)]


# ------------------------------------------------------------------------------------------------ one task


def play_task(task: Task, model: bytes | None, stop: _core.StopToken | None = None) -> Chunk:
    """Play a task's games. If *stop* ends it early, the games that were finished count."""
    played = _core.self_play(
        task.table.layout,
        task.table.hand,
        task.games,
        task.seed,
        model=None if model is None else _core.Model(model),
        fillings=task.fillings,
        width=task.width,
        spread=task.spread,
        random=task.random,
        threads=1,
        stop=stop,
    )
    records = tuple(str(record_of(task, played, number)) for number in range(min(task.records, played.games)))
    return Chunk(task, played.games, packed(arrays_of(played)), records)


def arrays_of(played: _core.SelfPlay) -> dict[str, NDArray[Any]]:
    """The games as arrays, by sample or by game."""
    players, samples = played.players, np.array(played.samples, np.int32)
    count = int(samples.sum())
    return {
        "samples": samples,
        "gems": np.frombuffer(played.gems, np.uint8).reshape(count, players, GEMS, _core.GEM_FEATURES),
        "standings": np.frombuffer(played.standings, np.float32).reshape(count, players, _core.PLAYER_FEATURES),
        "judged": np.frombuffer(played.judged, np.float32).reshape(count, players),
        "shares": np.frombuffer(played.shares, np.float32).reshape(played.games, 4)[:, :players],
        "points": np.frombuffer(played.points, np.float32).reshape(played.games, 4)[:, :players],
    }


def packed(arrays: dict[str, NDArray[Any]]) -> bytes:
    """Arrays as the bytes of an `.npz` file, compressed lightly."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=_COMPRESSION) as archive:
        for name, array in arrays.items():
            member = zipfile.ZipInfo(f"{name}.npy")  # dated 1980, so that the same games are the same bytes
            member.compress_type = zipfile.ZIP_DEFLATED
            inner = io.BytesIO()
            np.lib.format.write_array(inner, np.ascontiguousarray(array), allow_pickle=False)
            archive.writestr(member, inner.getbuffer(), compresslevel=_COMPRESSION)
    return out.getvalue()


def record_of(task: Task, played: _core.SelfPlay, number: int) -> Record:
    """One of the games as a record, replayed by the rules: what was learnt from is a game that anybody can look at."""
    count, hand = task.table.players, task.table.hand
    drawn = played.stacks[number * _ALL_TILES : (number + 1) * _ALL_TILES]
    tiles = "".join(KINDS[kind] for kind in drawn)
    deal = ["".join(sorted(tiles[who * hand : (who + 1) * hand])) for who in range(count)]
    moves = [Move(CELLS[cell], *TILES[tile]) for cell, tile in played.moves(number)]
    game = Game(task.table.layout, deal, tiles[count * hand :], moves=moves)
    tags = {"Event": "Self-play", "Seed": str(task.seed + number)}
    return Record.of(game, [f"Indigo {seat}" for seat in range(1, count + 1)], tags)


# ------------------------------------------------------------------------------------------------ who does tasks


class Workers(Protocol):
    """Those who do tasks: threads, or machines."""

    def play(self, tasks: Sequence[Task], model: bytes | None, seconds: float | None) -> Iterator[Chunk]:
        """Do *tasks*; give each chunk as soon as it is there. After *seconds* what is not finished is left."""


@dataclass(frozen=True)
class Threads:
    """Threads of this process."""

    count: int

    def play(self, tasks: Sequence[Task], model: bytes | None, seconds: float | None) -> Iterator[Chunk]:
        import time

        stop = _core.StopToken()
        deadline = None if seconds is None else time.monotonic() + seconds
        waiting: set[Future[Chunk]] = set()
        coming = iter(tasks)
        with ThreadPoolExecutor(self.count) as pool:
            try:
                while True:
                    while len(waiting) < 2 * self.count and not stop.stopped and (task := next(coming, None)):
                        waiting.add(pool.submit(play_task, task, model, stop))
                    if not waiting:
                        return
                    left = None if deadline is None or stop.stopped else max(0.0, deadline - time.monotonic())
                    done, waiting = wait(waiting, left, FIRST_COMPLETED)
                    if not done:
                        stop.stop()  # the time is up: what is being played ends at the next move
                    for future in done:
                        if (chunk := future.result()).games:
                            yield chunk
            finally:
                stop.stop()
                pool.shutdown(cancel_futures=True)


@dataclass(frozen=True)
class RayWorkers:
    """Machines that Ray has gathered, or the cores of this one."""

    ray: Any

    def play(self, tasks: Sequence[Task], model: bytes | None, seconds: float | None) -> Iterator[Chunk]:
        import time

        ray = self.ray
        remote = ray.remote(num_cpus=1)(play_task)
        shared = ray.put(model)  # sent to each machine once
        deadline = None if seconds is None else time.monotonic() + seconds
        most = 3 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting: list[Any] = []
        coming = iter(tasks)
        try:
            while True:
                while len(waiting) < most and (task := next(coming, None)):
                    waiting.append(remote.remote(task, shared))
                if not waiting:
                    return
                left = None if deadline is None else max(0.0, deadline - time.monotonic())
                done, waiting = ray.wait(waiting, timeout=left)
                if not done:
                    return  # the time is up
                yield from ray.get(done)
        finally:
            for reference in waiting:
                ray.cancel(reference, force=True)


@contextmanager
def _ray_workers(address: str, threads: int) -> Iterator[RayWorkers]:
    import ray
    from ray.exceptions import RayError

    local = address == "local"
    try:
        _knock(address)
        ray.init(
            address=address,
            num_cpus=threads if local else None,
            include_dashboard=False if local else None,
            log_to_driver=False,
            configure_logging=False,
        )
    except (OSError, ValueError, OverflowError, RuntimeError, RayError) as error:
        reason = str(error).partition("\n")[0].rstrip(".")
        raise BadPlan("train.no_ray", address=address, reason=reason) from None
    try:
        yield RayWorkers(ray)
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """See whether anybody is at home at a `host:port`: Ray would wait for minutes, and may end the process then."""
    import socket

    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), timeout=_PATIENCE).close()


@contextmanager
def _threads(count: int) -> Iterator[Threads]:
    yield Threads(count)


def workers(threads: int, ray_address: str) -> AbstractContextManager[Workers]:
    """Threads of this process, or Ray's machines if there is an address: `local` starts one here.

    BadPlan if Ray does not answer there.
    """
    return _ray_workers(ray_address, threads) if ray_address else _threads(threads)
