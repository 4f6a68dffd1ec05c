"""Somebody at a table, for tests: over real HTTP and a real WebSocket, with every byte that came kept."""

from __future__ import annotations

import itertools
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from indigo.moves import Move
from indigo.notation import read_position
from indigo.rules import Game

PATIENCE = 30.0
Json = dict[str, Any]
_ids = itertools.count(1)


class RunningServer:
    """A server in a process of its own, on a database that outlives it."""

    def __init__(self, database_url: str, *, redis_url: str | None = None, **environment: str) -> None:
        self._environment = {
            **os.environ,
            "INDIGO_DATABASE_URL": database_url,
            "INDIGO_REDIS_URL": redis_url or "",
            "INDIGO_BOT_PAUSE": "0",
            "INDIGO_LIMITS": "off",
            "INDIGO_BOT_THREADS": "2",
            "PYTHONWARNINGS": "default",
            **environment,
        }
        self._port = 0
        self.process: subprocess.Popen[str] | None = None
        self._folder = tempfile.TemporaryDirectory()
        self._log = Path(self._folder.name) / "log"
        self._visitors: list[Visitor] = []

    def start(self) -> RunningServer:
        """Start it, on the same port as before, and wait until it says where it is."""
        with self._log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "indigo.server.main", str(self._port)],
                env=self._environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        with self.process.stdout as said:
            address = said.readline().strip()
        assert address, f"the server did not start: {self.errors}"
        self._port = int(address.rsplit(":", 1)[1])
        return self

    @property
    def errors(self) -> str:
        """Everything it complained about, in all its lives."""
        return self._log.read_text()

    def kill(self) -> None:
        """Kill it without warning, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to stop."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(timeout=PATIENCE)
            self.process = None

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://localhost:{self._port}"

    def __enter__(self) -> RunningServer:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    def leave_all(self) -> None:
        """Close the connections of everybody who came."""
        for visitor in self._visitors:
            visitor.close()
        self._visitors.clear()

    def came(self, visitor: Visitor) -> None:
        """Remember somebody whose connections must be closed."""
        self._visitors.append(visitor)

    def close(self) -> None:
        """Stop it for good; it must not have complained."""
        self.leave_all()
        self.stop()
        complaints = self.errors
        self._folder.cleanup()
        assert "Traceback" not in complaints, complaints


def age(folder: Path, milliseconds: int) -> None:
    """Let everything at the tables in this folder's database have happened so much earlier; no server may run."""
    with closing(sqlite3.connect(folder / "tables.sqlite")) as connection, connection:
        connection.execute("UPDATE events SET at = at - ?", (milliseconds,))
        connection.execute("UPDATE tables SET wake = wake - ?, changed = changed - ?", (milliseconds, milliseconds))


def sqlite(folder: Path) -> str:
    """A database in a folder of the test's own."""
    return f"sqlite:///{folder / 'tables.sqlite'}"


class Refused(Exception):
    """The server refused; the code is the text."""

    def __init__(self, error: Json) -> None:
        super().__init__(error["code"])
        self.code: str = error["code"]
        self.error = error


class Visitor:
    """A browser or a program with its cookie."""

    def __init__(self, server: RunningServer, name: str | None = None) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.url, headers={"Origin": server.url}, timeout=PATIENCE)
        self.bytes_received: list[bytes] = []
        self.lives: list[Live] = []
        self.id = ""
        server.came(self)
        if name is not None:
            self.id = self.call("POST", "/api/me", {"name": name})["id"]

    def call(self, method: str, path: str, body: Json | None = None, **options: Any) -> Any:
        """Ask; the answer as JSON, or Refused."""
        if body is not None:
            options["json"] = body
        answer = self.http.request(method, path, **options)
        self.bytes_received.append(answer.content)
        if answer.status_code >= 400:
            raise Refused(answer.json()["error"])
        return answer.json() if answer.content else None

    def make(self, *seats: Any, start: bool = True, **settings: Any) -> Json:
        """Make a table; seats are "me", "open", "device Ben" or a bot's level."""
        wanted: list[Json] = []
        for seat in seats:
            kind, _, name = str(seat).partition(" ")
            if kind in ("me", "open"):
                wanted.append({"kind": kind})
            elif kind == "device":
                wanted.append({"kind": kind, "name": name})
            else:
                wanted.append({"kind": "bot", "level": kind})
        settings.setdefault("players", len(seats))
        view: Json = self.call("POST", "/api/tables", {"settings": settings, "seats": wanted, "start": start})
        return view

    def do(self, table: str, do: str, *, expected: int | None = None, **more: Any) -> int:
        """A command by HTTP; the number of the last event that it made."""
        if expected is None:
            expected = self.call("GET", f"/api/tables/{table}")["number"]
        command = {"id": f"c{next(_ids)}", "expected": expected, "do": do, **more}
        done: Json = self.call("POST", f"/api/tables/{table}/commands", command)
        return int(done["number"])

    def look(self, table: str) -> Json:
        """The view by HTTP."""
        view: Json = self.call("GET", f"/api/tables/{table}")
        return view

    def live(self, table: str, after: int | None = None) -> Live:
        """A live connection."""
        return Live(self, table, after)

    def close(self) -> None:
        """Close all connections."""
        for live in self.lives:
            live.close()
        self.http.close()

    @property
    def cookie(self) -> str:
        """The cookie as a header."""
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())


class Live:
    """A live connection that acknowledges everything and keeps the last view."""

    def __init__(self, visitor: Visitor, table: str, after: int | None = None, *, hello: bool = True) -> None:
        self.visitor = visitor
        self.table = table
        self.events: list[Json] = []
        self.view: Json = {}
        self.raw: list[str] = []
        self.answers: dict[str, Json] = {}
        self.others: list[Json] = []
        self.closed = False
        self._changed = threading.Condition()
        url = visitor.server.url.replace("http", "ws", 1)
        headers = {"Cookie": visitor.cookie} if visitor.cookie else {}
        if token := visitor.http.headers.get("authorization"):
            headers["Authorization"] = token
        self._opened = ExitStack()
        self.socket: ClientConnection = self._opened.enter_context(
            connect(
                f"{url}/api/tables/{table}/live",
                origin=Origin(visitor.server.url),
                additional_headers=headers,
                open_timeout=PATIENCE,
            )
        )
        visitor.lives.append(self)
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()
        if hello:
            self.send({"type": "hello", "after": after})
            self.until(lambda live: bool(live.view))

    def send(self, message: Json) -> None:
        """Send anything."""
        self.socket.send(json.dumps(message))

    def _listen(self) -> None:
        try:
            for text in self.socket:
                assert isinstance(text, str)
                self._take(text)
        except ConnectionClosed:
            pass
        with self._changed:
            self.closed = True
            self._changed.notify_all()

    def _take(self, text: str) -> None:
        message = json.loads(text)
        with self._changed:
            self.raw.append(text)
            match message["type"]:
                case "update":
                    self.events += message["events"]
                    self.view = message["view"]
                case "done" | "refused":
                    self.answers[message["id"]] = message
                case _:
                    self.others.append(message)
            self._changed.notify_all()
        if message["type"] == "update":
            with suppress(ConnectionClosed):
                self.send({"type": "seen", "number": message["number"]})

    def until(self, true: Callable[[Live], bool]) -> Live:
        """Wait until something holds."""
        with self._changed:
            if not self._changed.wait_for(lambda: true(self) or self.closed, PATIENCE) or not true(self):
                raise AssertionError(
                    f"waited in vain; closed: {self.closed}; last: {self.raw[-1:]}, {self.others[-1:]}"
                )
        return self

    def answer(self, command: str) -> Json:
        """Wait for the answer to a command."""
        self.until(lambda live: command in live.answers)
        return self.answers[command]

    def beyond(self, number: int) -> Live:
        """Wait for a newer event."""
        return self.until(lambda live: bool(live.view["number"] > number))

    def caught_up_with(self, other: Live) -> Live:
        """Wait until this connection knows what another one knows."""
        return self.beyond(other.view["number"] - 1)

    def do(self, do: str, *, id: str | None = None, expected: int | None = None, **more: Any) -> int:
        """A command; waits for its answer. Refused is raised."""
        name = id or f"c{next(_ids)}"
        number = self.view["number"] if expected is None else expected
        with self._changed:
            self.answers.pop(name, None)
        self.send({"type": "command", "id": name, "expected": number, "do": do, **more})
        answer = self.answer(name)
        if answer["type"] == "refused":
            raise Refused(answer["error"])
        self.until(lambda live: live.view["number"] >= answer["number"])
        return int(answer["number"])

    # -------------------------------------------------------------------------------------------- playing

    @property
    def game(self) -> Json:
        """The game in the last view."""
        game: Json = self.view["game"]
        return game

    def seen(self) -> Game:
        """The game as this connection sees it, to choose a move from."""
        position = read_position(self.game["position"])
        return Game.at(position, "?" * position.stacked)

    def place_something(self, source: random.Random) -> Move:
        """Place any tile anywhere, for the seat that has to."""
        move = source.choice(self.seen().legal_moves)
        self.do("place", seat=self.game["to_play"], move=str(move))
        return move

    def close(self) -> None:
        """Go away."""
        self._opened.close()
        self._thread.join(PATIENCE)


def play_out(lives: dict[int, Live], source: random.Random, *, until: Callable[[Json], bool] | None = None) -> None:
    """Let the people at these seats play until the round is over, or something holds."""
    first = next(iter(lives.values()))
    while True:
        first.until(lambda live: live.view["status"] != "playing" or live.game["to_play"] in lives)
        if first.view["status"] != "playing" or (until is not None and until(first.view)):
            return
        live = lives[first.game["to_play"]].caught_up_with(first)
        number = live.view["number"]
        live.place_something(source)
        first.beyond(number)


def eventually(true: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Ask until something holds; for things that only HTTP can tell."""
    end = time.monotonic() + patience
    while not true():
        assert time.monotonic() < end, "waited in vain"
        threading.Event().wait(0.02)


__all__ = ["Live", "Refused", "RunningServer", "Visitor", "eventually", "play_out", "sqlite"]
