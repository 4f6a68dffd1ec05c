"""A bot of your own at somebody's table, through the API: nothing but Python's standard library.

    python examples/visiting_bot.py http://localhost:8000 TOKEN TABLE [SEAT]

Get a token in the browser (your name, then "Bots of your own") or with `POST /api/me/tokens`; the table's id stands at
the end of its address. The bot sits down on an open seat, waits for its turns, and places the tile that wins most at
once. Replace `choose` by something better.

A token is the player who made it: the bot sits under that name, and where that player sits already it plays that seat.
To play against it yourself, make its token under another name, for example in a private window.

Everything it needs to know comes with the view: for each kind in its hand, which turns are forbidden where, and the
journeys that gems would make. It needs no rules of its own. docs/api.md explains every field.
"""

from __future__ import annotations

import json
import random
import sys
import uuid
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

POINTS = {"A": 1, "E": 2, "S": 3}
OWNERS = {  # who owns gateways 1 to 6, by layout
    "2": ((1,), (2,), (1,), (2,), (1,), (2,)),
    "3": ((1,), (1, 2), (3,), (3, 1), (2,), (2, 3)),
    "3own": ((1,), (2,), (3,), (1,), (2,), (3,)),
    "4": ((1, 2), (2, 3), (1, 4), (4, 2), (3, 1), (3, 4)),
}
ROWS = "abcdefghi"


class Table:
    """A table somewhere, seen through HTTP."""

    def __init__(self, server: str, token: str, table: str) -> None:
        self._url = f"{server.rstrip('/')}/api/tables/{table}"
        self._token = token

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(self._url + path, data, headers, method=method), timeout=60) as answer:
            answered: dict[str, Any] = json.load(answer)
        return answered

    def view(self) -> dict[str, Any]:
        """What we may see now."""
        return self._ask("GET", "")

    def wait(self, after: int) -> dict[str, Any]:
        """What we may see when something has happened, or after a while."""
        view: dict[str, Any] = self._ask("GET", f"/events?after={after}&wait=20")["view"]
        return view

    def do(self, do: str, expected: int, **more: Any) -> None:
        """A command. If the answer is lost, the same id may be sent again: it acts once."""
        self._ask("POST", "/commands", {"id": uuid.uuid4().hex, "expected": expected, "do": do, **more})


def empty_cells(position: str) -> list[str]:
    """The empty cells, from the first field of a position: digits are that many empty cells."""
    cells: list[str] = []
    for row, text in zip(ROWS, position.split(" ")[0].split("/"), strict=True):
        column, rest = 1, text
        while rest:
            if rest[0].isdigit():
                cells += [f"{row}{column + more}" for more in range(int(rest[0]))]
                column, rest = column + int(rest[0]), rest[1:]
            else:  # a treasure tile is one letter, a route tile is its kind and its turn
                column, rest = column + 1, rest[1:] if rest[0] == "*" else rest[2:]
    return cells


def gain(journeys: str, seat: int, layout: str) -> int:
    """What a placement wins for us, less what it wins for the others."""
    total = 0
    for journey in journeys.split():
        if ">" in journey:  # it leaves the board through a gateway
            owners = OWNERS[layout][int(journey[-1]) - 1]
            total += sum(POINTS[journey[0]] * (1 if owner == seat else -1) for owner in owners)
    return total


def choose(view: dict[str, Any], seat: int) -> str:
    """The placement that wins most at once; one of them by lot."""
    game = view["game"]
    layout = game["position"].split(" ")[2]
    best: list[tuple[int, float, str]] = []
    for kind, placements in game["placements"].items():
        for cell in empty_cells(game["position"]):
            for turn in range(placements["turns"]):
                if str(turn) in placements["forbidden"].get(cell, ""):
                    continue
                journeys = placements["moves"].get(cell, [""] * 6)[turn]
                best.append((gain(journeys, seat, layout), random.random(), f"{cell}{kind}{turn}"))
    return max(best)[2]


def play(table: Table, wanted: int | None = None) -> dict[str, Any]:
    """Sit down, play until the match is over, and return the last view."""
    view = table.view()
    if not view["you"]["seats"]:
        free = [seat["seat"] for seat in view["seats"] if seat["kind"] == "open" and wanted in (None, seat["seat"])]
        if not free:
            raise SystemExit("there is no free seat")
        table.do("sit", view["number"], seat=free[0])
        view = table.view()
    seat = view["you"]["seats"][0]
    while view["status"] != "over":
        if "place" in view["you"]["may"] and view["game"]["to_play"] == seat:
            try:
                table.do("place", view["number"], seat=seat, move=choose(view, seat))
            except HTTPError as error:
                if error.code != 409:  # 409: the table has moved on meanwhile; look again
                    raise
            view = table.view()
        else:
            view = table.wait(view["number"])
    return view


def main() -> None:
    """Play at the table that the command line names."""
    if len(sys.argv) < 4:
        raise SystemExit(__doc__)
    server, token, table = sys.argv[1:4]
    view = play(Table(server, token, table), int(sys.argv[4]) if len(sys.argv) > 4 else None)
    names = [seat["name"] for seat in view["seats"]]
    print("; ".join(f"{name}: {points}" for name, points in zip(names, view["total"], strict=True)))


if __name__ == "__main__":
    main()
