"""The same code on PostgreSQL and Redis, as two workers: what one does, the other's people see."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from indigo.notation import read_position
from indigo.rules import Game
from indigo.server.db.store import Store
from tests.support.client import Live, Refused, RunningServer, Visitor, eventually, play_out

pytestmark = pytest.mark.slow


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def listening(command: Callable[[int], Sequence[str | Path]]) -> tuple[subprocess.Popen[bytes], int]:
    """A program that listens on a port of its own; on another if somebody takes that port first."""
    for _ in range(5):
        port = free_port()
        process = subprocess.Popen(command(port), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 30
        while process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                return process, port
            except OSError:
                assert time.monotonic() < end, f"nothing listens on {port}"
                time.sleep(0.05)
    raise AssertionError(f"{command(0)} does not start")


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """A real PostgreSQL of the test's own, in a folder of its own: where pytest keeps its files, others may not go."""
    with tempfile.TemporaryDirectory(prefix="indigo-postgres-") as folder:
        yield from run_postgres(Path(folder))


def run_postgres(folder: Path) -> Iterator[str]:
    """Start PostgreSQL, tell where it is, and stop it."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    initdb = str(found[-1]) if found else shutil.which("initdb")
    if initdb is None:
        pytest.skip("PostgreSQL is not installed")
    as_other: list[str] = []
    if os.geteuid() == 0:  # PostgreSQL does not run as root
        shutil.chown(folder, "postgres")
        as_other = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
    data = folder / "data"
    making = [*as_other, initdb, "-D", str(data), "-A", "trust", "-U", "indigo", "-N"]
    subprocess.run(making, check=True, stdout=subprocess.DEVNULL)
    server = Path(initdb).with_name("postgres")
    process, port = listening(
        lambda port: [
            *as_other,
            server,
            "-D",
            data,
            "-p",
            str(port),
            "-k",
            folder,
            "-h",
            "127.0.0.1",
            "-c",
            "fsync=off",
        ]
    )
    url = f"postgresql://indigo@127.0.0.1:{port}/postgres"
    ready = [str(Path(initdb).with_name("pg_isready")), "-h", "127.0.0.1", "-p", str(port)]
    eventually(lambda: subprocess.run(ready, stdout=subprocess.DEVNULL, check=False).returncode == 0)
    yield url
    process.send_signal(signal.SIGINT)  # without waiting for those who are still connected
    process.wait(60)


def run_redis(folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    """A real Redis of the test's own, and its address."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("Redis is not installed")
    process, port = listening(
        lambda port: [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]
    )
    return process, f"redis://127.0.0.1:{port}"


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Redis for all tests here."""
    process, url = run_redis(tmp_path_factory.mktemp("redis"))
    yield url
    process.terminate()
    process.wait()


@pytest.fixture(scope="module")
def workers(postgres: str, redis: str) -> Iterator[tuple[RunningServer, RunningServer]]:
    """Two servers on one database."""
    with (
        RunningServer(postgres, redis_url=redis) as one,
        RunningServer(postgres, redis_url=redis) as two,
    ):
        yield one, two


def same_person(visitor: Visitor, server: RunningServer) -> Visitor:
    """The same player's browser, on another worker."""
    other = Visitor(server)
    for name, value in visitor.http.cookies.items():
        other.http.cookies.set(name, value)
    other.id = visitor.id
    return other


def test_workers_that_remember_something_for_the_first_time_at_once_all_may(postgres: str) -> None:
    async def remember() -> tuple[list[None], str | None]:
        stores = [Store(postgres) for _ in range(8)]
        await stores[0].open()
        for store in stores:
            await store.fact("connected")
        done = await asyncio.gather(*[store.remember("first", str(n)) for n, store in enumerate(stores)])
        found = await stores[0].fact("first")
        for store in stores:
            await store.close()
        return done, found

    done, found = asyncio.run(remember())
    assert done == [None] * 8
    assert found in [str(number) for number in range(8)]


def test_two_play_through_two_workers(workers: tuple[RunningServer, RunningServer]) -> None:
    one, two = workers
    ada, ben = Visitor(one, "Ada"), Visitor(two, "Ben")
    table = ada.make("me", "open", "novice", start=False, first=1)["id"]
    ben.do(table, "sit", seat=2)
    assert ada.look(table)["seats"][1]["name"] == "Ben"
    ada.do(table, "start")
    lives = {1: ada.live(table), 2: ben.live(table)}
    lives[1].until(lambda live: any(2 in message.get("here", []) for message in live.others) or seat_here(live, 2))
    play_out(lives, random.Random(1))
    lives[2].until(lambda live: live.view["status"] == "over")
    for live in lives.values():
        events = live.visitor.call("GET", f"/api/tables/{table}/events")["events"]
        numbers = [event["number"] for event in events]
        assert numbers == list(range(1, len(numbers) + 1))
        assert [event["seat"] for event in events if event["type"] == "placed"][:3] == [1, 2, 3]


def seat_here(live: Live, seat: int) -> bool:
    """Whether the view says that the person is connected."""
    return bool(live.view["seats"][seat - 1]["here"])


def test_a_program_that_only_asks_now_and_then_is_here_at_every_worker(
    workers: tuple[RunningServer, RunningServer],
) -> None:
    one, two = workers
    ada, ben = Visitor(one, "Ada"), Visitor(two, "Ben")
    table = ada.make("me", "open", start=False)["id"]
    watching = ada.live(table)
    ben.do(table, "sit", seat=2)  # sits down by HTTP, and has not looked at the table since
    watching.until(lambda live: live.view["seats"][1]["name"] == "Ben")
    ben.look(table)
    watching.until(lambda live: any(2 in message.get("here", []) for message in live.others) or seat_here(live, 2))
    assert ada.look(table)["seats"][1]["here"]


def test_a_command_sent_to_both_workers_acts_once(workers: tuple[RunningServer, RunningServer]) -> None:
    one, two = workers
    ada = Visitor(one, "Ada")
    table = ada.make("me", "device Ben", first=1)["id"]
    twin = same_person(ada, two)
    here, there = ada.live(table), twin.live(table)
    for number in range(6):
        seat, move = here.game["to_play"], str(sorted(here.seen().legal_moves)[number])
        expected, name = here.view["number"], f"m{number}"
        command = {
            "type": "command",
            "id": name,
            "expected": expected,
            "do": "place",
            "seat": seat,
            "move": move,
        }
        here.send(command)
        there.send(command)
        for live in (here, there):
            assert live.answer(name)["type"] == "done"
        assert here.answer(name)["number"] == there.answer(name)["number"]
        here.beyond(expected)
        there.beyond(expected)
        assert here.game["turns"] == there.game["turns"] == number + 1


def test_a_program_may_ask_any_worker_each_time(workers: tuple[RunningServer, RunningServer]) -> None:
    one, two = workers
    ada = Visitor(one, "Ada")
    table = ada.make("me", "device Ben", first=1)["id"]
    twin = same_person(ada, two)
    number = ada.look(table)["number"]
    for turn in range(8):
        here, there = (ada, twin) if turn % 2 else (twin, ada)
        view = here.look(table)
        assert view["number"] == number
        live_view = read_position(view["game"]["position"])
        move = sorted(Game.at(live_view, "?" * live_view.stacked).legal_moves)[turn]
        number = there.do(table, "place", expected=number, seat=live_view.player, move=str(move))


def test_two_different_commands_at_once_never_both_act(workers: tuple[RunningServer, RunningServer]) -> None:
    one, two = workers
    ada = Visitor(one, "Ada")
    table = ada.make("me", "device Ben", first=1)["id"]
    here, there = ada.live(table), same_person(ada, two).live(table)
    moves = [str(move) for move in sorted(here.seen().legal_moves)[:2]]
    for live, move in ((here, moves[0]), (there, moves[1])):
        live.send(
            {"type": "command", "id": move, "expected": live.view["number"], "do": "place", "seat": 1, "move": move}
        )
    here.until(lambda live: moves[0] in live.answers)
    there.until(lambda live: moves[1] in live.answers)
    kinds = sorted([here.answers[moves[0]]["type"], there.answers[moves[1]]["type"]])
    assert kinds == ["done", "refused"]
    here.until(lambda live: live.game["turns"] == 1)


def test_when_a_worker_dies_the_other_goes_on_with_its_bots(postgres: str, redis: str) -> None:
    with RunningServer(postgres, redis_url=redis) as one, RunningServer(postgres, redis_url=redis) as two:
        ada = Visitor(one, "Ada")
        table = ada.make("novice", "novice")["id"]
        one.kill()
        watcher = Visitor(two, "Eve")
        # The dead worker's lease has to end first.
        eventually(lambda: watcher.look(table)["status"] == "over", 120)


def test_the_lobby_and_limits_of_names_hold_on_postgres(workers: tuple[RunningServer, RunningServer]) -> None:
    one, two = workers
    ada, eve = Visitor(one, "Ada"), Visitor(two, "Eve")
    table = ada.make("me", "open", start=False, visibility="open")["id"]
    assert table in [card["id"] for card in eve.call("GET", "/api/lobby")["open"]]
    code = ada.call("POST", "/api/me/move")["code"]
    assert same_person(eve, one).call("POST", "/api/me/moved", {"code": code})["id"] == ada.id
    with pytest.raises(Refused, match="bad_code"):
        eve.call("POST", "/api/me/moved", {"code": code})


def test_when_redis_dies_nothing_is_lost_and_the_others_catch_up(postgres: str, tmp_path: Path) -> None:
    process, url = run_redis(tmp_path)
    with RunningServer(postgres, redis_url=url) as one, RunningServer(postgres, redis_url=url) as two:
        ada = Visitor(one, "Ada")
        table = ada.make("me", "device Ben", first=1)["id"]
        here, there = ada.live(table), same_person(ada, two).live(table)
        process.terminate()
        process.wait()
        here.place_something(random.Random(1))
        there.until(lambda live: live.game["turns"] == 1)
        there.place_something(random.Random(2))
        here.until(lambda live: live.game["turns"] == 2)
