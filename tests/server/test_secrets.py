"""What is hidden never leaves: not by any message, to a seat or to a spectator, in whole games."""

from __future__ import annotations

import json
import random
import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic_core import to_json

from indigo.rules import Game, shuffled_tiles
from indigo.server.codec import journey_words
from indigo.server.table.decision import Circumstances
from indigo.server.table.events import Event
from indigo.server.table.state import TableState
from indigo.server.views import Company, event_view, table_replay, view
from tests.support.client import RunningServer, Visitor, play_out, sqlite
from tests.support.random_games import TABLES

Visit = Callable[[str], Visitor]


# ------------------------------------------------------------------------------------------------ on the wire


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RunningServer, Path]]:
    """A server, and its database for the test to read."""
    folder = tmp_path_factory.mktemp("kept")
    with RunningServer(sqlite(folder)) as running:
        yield running, folder / "tables.sqlite"


def secrets_of(database: Path, table: str) -> dict[str, Any]:
    """The deal and the stack, read from the database."""
    with sqlite3.connect(database) as connection:
        query = "SELECT data FROM events WHERE \"table\" = ? AND type = 'started'"
        (data,) = connection.execute(query, (table,)).fetchone()
    connection.close()
    found: dict[str, Any] = json.loads(data)
    return found


POSITION = re.compile(r"([*A-E0-9/]{20,}) (\S+) (2|3own|3|4) ([1-4]) ([A-E?/-]+) ([0-9?/]+)")


def check_bytes(received: str, seats: list[int], draws: str) -> int:
    """Look at every byte that somebody with these seats received while the game went on."""
    assert '"deal"' not in received
    assert '"draws"' not in received
    assert '"begin"' not in received
    for start in range(len(draws) - 7):
        assert draws[start : start + 8] not in received, "a piece of the stack"
    positions = POSITION.findall(received)
    for *_, hands, won in positions:
        for seat, (hand, total) in enumerate(zip(hands.split("/"), won.split("/"), strict=True), start=1):
            if seat not in seats:
                assert set(hand) <= set("?-"), f"the tiles of seat {seat}: {hands}"
                assert total == "???", f"the total of seat {seat}: {won}"
    return len(positions)


@pytest.mark.parametrize(("layout", "hand"), TABLES)
def test_every_byte_of_a_whole_game(kept: tuple[RunningServer, Path], layout: str, hand: int) -> None:
    server, database = kept
    players = int(layout[0])
    ada, ben, eve = (Visitor(server, name) for name in ("Ada", "Ben", "Eve"))
    level = ada.call("GET", "/api/about")["levels"][0]
    seats = ["me", "open", *[level] * (players - 2)]
    table = ada.make(*seats, start=False, hand=hand, own_gateways=layout == "3own")["id"]
    ben.do(table, "sit", seat=2)
    ada.do(table, "start")
    lives = {1: ada.live(table), 2: ben.live(table)}
    watching = eve.live(table)
    draws = secrets_of(database, table)["draws"]

    def nearly_over(now: dict[str, Any]) -> bool:
        return bool(now["game"]["turns"] >= 36)

    play_out(lives, random.Random(f"{layout}{hand}"), until=nearly_over)
    for visitor in (ada, ben, eve):
        visitor.call("GET", f"/api/tables/{table}/events?after=0")
        visitor.call("GET", f"/api/tables/{table}/replay")
        visitor.call("GET", "/api/lobby")
    for visitor, live, own in ((ada, lives[1], [1]), (ben, lives[2], [2]), (eve, watching, [])):
        live.caught_up_with(lives[1])
        received = "".join(live.raw) + b"".join(visitor.bytes_received).decode()
        assert check_bytes(received, own, draws) > 40
        for text in live.raw:
            message = json.loads(text)
            for event in message.get("events", []):
                if event["type"] == "placed" and event["seat"] not in own:
                    assert event["draw"] in ("?", None)
    play_out(lives, random.Random(1))
    assert "?" not in eve.look(table)["game"]["position"]
    server.leave_all()


def test_the_look_at_every_byte_would_find_a_leak() -> None:
    hidden = "*3*/6/7/8/*3*3*/8/7/6/*3* - 2 1 A/? 000/???"
    assert check_bytes(hidden, [1], "ABCDEABCDE") == 1
    for leak, seats in ((hidden, [2]), (hidden.replace("?", "B", 1), [1]), (hidden.replace("???", "100"), [1])):
        with pytest.raises(AssertionError):
            check_bytes(leak, seats, "ABCDEABCDE")
    with pytest.raises(AssertionError):
        check_bytes('{"next": "CDEABCDE"}', [1], "ABCDEABCDE")


# ------------------------------------------------------------------------------------------------ no dependence


AROUND = Circumstances(0, ("random",), lambda tiles: tiles, lambda most: 1, lambda player: 0, lambda: "next")
COMPANY = Company(lambda player: True, 0)


def life_of_a_table(layout: str, hand: int, tiles: str, moves: list[str]) -> list[Event]:
    """The events of a table where these tiles lay in the stacks and these moves were played."""
    players = int(layout[0])
    dealt = players * hand
    deal = ["".join(sorted(tiles[start : start + hand])) for start in range(0, dealt, hand)]
    settings = {"players": players, "own_gateways": layout == "3own", "hand": hand}
    events: list[tuple[str, dict[str, Any]]] = [("made", {"by": "p1", "settings": settings})]
    for seat in range(1, players + 1):
        sitting = {"seat": seat, "kind": "person", "player": f"p{seat}", "name": f"P{seat}", "level": None}
        events.append(("sat", sitting))
    events.append(("started", {"round": 1, "first": 1, "deal": deal, "draws": tiles[dealt:]}))
    game = Game(layout, deal, tiles[dealt:])
    for move in moves:
        turn = game.play(move)
        placed = {
            "seat": turn.player,
            "move": move,
            "draw": turn.draw,
            "journeys": journey_words(turn.journeys),
            "awards": [list(award) for award in turn.awards],
            "stand_in": False,
        }
        events.append(("placed", placed))
    return [Event(number, number, kind, data) for number, (kind, data) in enumerate(events, start=1)]


def all_bytes(events: list[Event], player: str | None) -> bytes:
    """Everything that a connection of this player would ever be sent about these events."""
    state = TableState("t")
    sent: list[Any] = []
    for event in events:
        state.apply(event)
        sent += [view(state, player, AROUND, COMPANY), event_view(state, event, player)]
        if state.round is not None:
            sent.append(table_replay(state, state.round, player))
    return to_json(sent)


@pytest.mark.parametrize("seed", range(4))
def test_nothing_sent_depends_on_what_is_hidden(table: tuple[str, int], seed: int) -> None:
    layout, hand = table
    dice = random.Random(f"{layout} {hand} {seed}")
    tiles = shuffled_tiles(dice)
    players = int(layout[0])
    dealt = players * hand
    game = Game(layout, ["".join(sorted(tiles[at : at + hand])) for at in range(0, dealt, hand)], tiles[dealt:])
    for _ in range(dice.randrange(5, 45)):
        game.play(dice.choice(game.legal_moves))
        if game.over:
            game.undo()
            break
    moves = [str(turn.move) for turn in game.turns]

    # Exchange a tile in somebody's hand that has not been played with another one in the stacks.
    exchanged: tuple[int, str] | None = None
    for seat in range(2, players + 1):
        for kind in set(game.hands[seat - 1]):
            other = exchange(layout, hand, tiles, moves, seat, kind)
            if other is not None:
                exchanged = seat, other
    if exchanged is None:
        pytest.skip("all tiles in hand are of the kinds that are left")
    owner, other_tiles = exchanged
    one, another = life_of_a_table(layout, hand, tiles, moves), life_of_a_table(layout, hand, other_tiles, moves)
    for player in [None, "stranger", *(f"p{seat}" for seat in range(1, players + 1) if seat != owner)]:
        assert all_bytes(one, player) == all_bytes(another, player), f"{player} was told something"
    assert all_bytes(one, f"p{owner}") != all_bytes(another, f"p{owner}"), "the owner sees the own tiles"


def exchange(layout: str, hand: int, tiles: str, moves: list[str], seat: int, kind: str) -> str | None:
    """Another order of the tiles in which everything went the same, but this seat holds something else now."""
    dealt = int(layout[0]) * hand
    drawn = dealt + len(moves)
    for held in range(min(drawn, len(tiles)) - 1, -1, -1):
        if tiles[held] != kind:
            continue
        for stacked in range(drawn, len(tiles)):
            if tiles[stacked] == kind:
                continue
            swapped = list(tiles)
            swapped[held], swapped[stacked] = swapped[stacked], swapped[held]
            other = "".join(swapped)
            deal = ["".join(sorted(other[at : at + hand])) for at in range(0, dealt, hand)]
            try:
                changed = Game(layout, deal, other[dealt:], moves=moves)
                same = Game(
                    layout,
                    ["".join(sorted(tiles[at : at + hand])) for at in range(0, dealt, hand)],
                    tiles[dealt:],
                    moves=moves,
                )
            except ValueError:
                continue
            differing = [at for at in range(1, int(layout[0]) + 1) if changed.hands[at - 1] != same.hands[at - 1]]
            if differing == [seat]:
                return other
    return None


def test_moves_so_far_tell_several_at_one_device_nobodys_gems(visit: Visit) -> None:
    """The link is at hand while the device is passed."""
    ada = visit("Ada")
    live = ada.live(ada.make("me", "device Ben", screens="up", first=1)["id"])
    play_out({1: live, 2: live}, random.Random(4), until=lambda view: view["game"]["turns"] == 40)
    replay = ada.call("GET", f"/api/tables/{live.view['id']}/replay?round=1")
    assert {turn["position"].rsplit(" ", 1)[1] for turn in replay["turns"]} == {"???/???"}
    alone = ada.live(ada.make("me", "novice", screens="up", first=1)["id"])
    alone.place_something(random.Random(4))
    mine = ada.call("GET", f"/api/tables/{alone.view['id']}/replay?round=1")
    assert mine["turns"][0]["position"].rsplit(" ", 1)[1] == "000/???"
