"""How quick and how small the server is: start, memory with 100 tables, size of a view, time until others see a move.

    python benchmarks/server.py [--json FILE] [--tables 100]

Everything is measured from outside, on a real server process with its own SQLite file: start until the address is said,
resident memory from the operating system, bytes on the wire behind the WebSocket's compression.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from indigo.notation import read_position
from indigo.rules import Game

Json = dict[str, Any]


def started(database: Path) -> tuple[subprocess.Popen[str], str, float]:
    """A server process, its address, and the seconds until it said it."""
    environment = {
        **os.environ,
        "INDIGO_DATABASE_URL": f"sqlite:///{database}",
        "INDIGO_BOT_PAUSE": "0",
        "INDIGO_LIMITS": "off",
    }
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "indigo.server.main", "0"], env=environment, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    return process, address, time.perf_counter() - began


def processor_seconds(process: int) -> float:
    """The processor time that a process has used: on a machine with nothing else to do, a start takes as long."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def stopped(process: subprocess.Popen[str]) -> None:
    """Stop a server and wait for its end."""
    process.terminate()
    process.wait()
    if process.stdout is not None:
        process.stdout.close()


def resident_mb(process: int) -> float:
    """The memory of a process, in MB, as the operating system counts it."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("this benchmark needs /proc")


@dataclass
class Seat:
    """A player's live connection, with what came over it."""

    socket: ClientConnection
    player: httpx.Client
    view: Json = field(default_factory=dict)
    sizes: list[int] = field(default_factory=list)  # of updates, as text
    wire: list[int] = field(default_factory=list)  # of updates, as they travel
    arrived: float = 0.0

    def __post_init__(self) -> None:
        # permessage-deflate keeps its window from message to message, so this is what the wire carries.
        self._deflate = zlib.compressobj(wbits=-12)

    async def update(self, after: int = -1) -> None:
        """Wait for an update that is newer than an event."""
        while True:
            text = await self.socket.recv()
            message = json.loads(text)
            if message["type"] != "update":
                continue
            self.arrived = time.perf_counter()
            data = text.encode() if isinstance(text, str) else text
            self.sizes.append(len(data))
            self.wire.append(len(self._deflate.compress(data) + self._deflate.flush(zlib.Z_SYNC_FLUSH)))
            self.view = message["view"]
            await self.socket.send(json.dumps({"type": "seen", "number": message["number"]}))
            if message["number"] > after:
                return

    async def place(self, dice: random.Random) -> None:
        """Place something for the seat that has to."""
        position = read_position(self.view["game"]["position"])
        move = str(dice.choice(Game.at(position, "?" * position.stacked).legal_moves))
        command = {
            "type": "command",
            "id": f"{self.view['number']}",
            "expected": self.view["number"],
            "do": "place",
            "seat": position.player,
            "move": move,
        }
        await self.socket.send(json.dumps(command))


def player(address: str, name: str) -> httpx.Client:
    """Somebody with a cookie."""
    client = httpx.Client(base_url=address, headers={"Origin": address}, timeout=30)
    client.post("/api/me", json={"name": name}).raise_for_status()
    return client


async def sit(address: str, who: httpx.Client, table: str) -> Seat:
    """A live connection to a table."""
    cookie = "; ".join(f"{name}={value}" for name, value in who.cookies.items())
    socket = await connect(
        f"{address.replace('http', 'ws', 1)}/api/tables/{table}/live",
        origin=Origin(address),
        additional_headers={"Cookie": cookie},
    )
    seat = Seat(socket, who)
    await socket.send(json.dumps({"type": "hello", "after": None}))
    await seat.update()
    return seat


def make(host: httpx.Client, guest: httpx.Client, **settings: Any) -> str:
    """A table for two, begun by the host."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = host.post("/api/tables", json={"settings": {"first": 1, **settings}, "seats": seats})
    table: str = made.raise_for_status().json()["id"]
    guest.post(f"/api/tables/{table}/commands", json={"id": "s", "do": "sit", "seat": 2}).raise_for_status()
    start = {"id": "b", "do": "start", "expected": 3}
    host.post(f"/api/tables/{table}/commands", json=start).raise_for_status()
    return table


async def whole_game(seats: list[Seat], dice: random.Random, waits: list[float]) -> None:
    """Play a table to its end; note how long it took until the other saw each move."""
    while seats[0].view["status"] == "playing":
        number = seats[0].view["number"]
        mover = seats[seats[0].view["game"]["to_play"] - 1]
        sent = time.perf_counter()
        await mover.place(dice)
        await asyncio.gather(*(seat.update(number) for seat in seats))
        waits.append(1000 * (max(seat.arrived for seat in seats if seat is not mover) - sent))


async def at_tables(address: str, process: int, tables: int) -> Json:
    """Two players at many tables, all connected; some of the games played out."""
    ada, ben = player(address, "Ada"), player(address, "Ben")
    idle = resident_mb(process)
    games: list[list[Seat]] = []
    for number in range(tables):
        table = make(ada, ben, hand=2 if number % 2 else 1)
        games.append([await sit(address, ada, table), await sit(address, ben, table)])
    connected = resident_mb(process)
    waits: list[float] = []
    for number, seats in enumerate(games[:20]):
        await whole_game(seats, random.Random(number), waits)
    dice = random.Random(0)
    for seats in games[20:]:
        for _ in range(20):
            number = seats[0].view["number"]
            mover = seats[seats[0].view["game"]["to_play"] - 1]
            await mover.place(dice)
            await asyncio.gather(*(seat.update(number) for seat in seats))
    busy = resident_mb(process)
    sizes = [size for seats in games for seat in seats for size in seat.sizes]
    wire = [size for seats in games for seat in seats for size in seat.wire]
    for seats in games:
        for seat in seats:
            await seat.socket.close()
    return {
        "memory_idle_mb": round(idle, 1),
        "memory_connected_mb": round(connected, 1),
        "memory_played_mb": round(busy, 1),
        "update_bytes_mean": round(statistics.mean(sizes)),
        "update_bytes_max": max(sizes),
        "wire_bytes_mean": round(statistics.mean(wire)),
        "wire_bytes_max": max(wire),
        "seen_by_others_ms_median": round(statistics.median(waits), 1),
        "seen_by_others_ms_p95": round(statistics.quantiles(waits, n=20)[18], 1),
    }


def measure(tables: int) -> Json:
    """All numbers."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "tables.sqlite"
        process, _, first = started(database)
        stopped(process)
        starts: list[float] = []
        worked: list[float] = []
        for _ in range(5):
            process, address, seconds = started(database)
            try:
                httpx.get(f"{address}/api/health").raise_for_status()
                worked.append(processor_seconds(process.pid))
            except BaseException:
                stopped(process)
                raise
            starts.append(seconds)
            if len(starts) < 5:
                stopped(process)
        try:
            found = asyncio.run(at_tables(address, process.pid, tables))
        finally:
            stopped(process)
    return {
        "tables": tables,
        "first_start_s": round(first, 2),
        "start_s": round(min(starts), 2),
        "start_cpu_s": round(min(worked), 2),
        **found,
    }


def main() -> None:
    """Measure, print a table, and write JSON if asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", type=Path, help="write the numbers to this file")
    parser.add_argument("--tables", type=int, default=100)
    asked = parser.parse_args()
    found = measure(asked.tables)
    for name, value in found.items():
        print(f"{name:28} {value:>10}")
    if asked.json is not None:
        asked.json.write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
