"""People at a table: sitting down, placing, taking back, ending, leaving, coming back, playing again."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from tests.support.client import Live, Refused, RunningServer, Visitor, eventually, play_out, sqlite

Visit = Callable[[str], Visitor]


def refused(code: str) -> pytest.RaisesExc[Refused]:
    """The server refuses with this code."""
    return pytest.RaisesExc(Refused, match=f"^{code}$")


def two_at_a_table(visit: Visit, **settings: object) -> tuple[Live, Live]:
    """Ada and Ben at a table, with live connections, and the game begun by Ada."""
    ada, ben = visit("Ada"), visit("Ben")
    settings.setdefault("first", 1)
    table = ada.make("me", "open", start=False, **settings)["id"]
    ben.do(table, "sit", seat=2)
    ada.do(table, "start")
    return ada.live(table), ben.live(table)


def test_two_play_a_whole_game(visit: Visit) -> None:
    ada, ben = two_at_a_table(visit)
    play_out({1: ada, 2: ben}, random.Random(1))
    ben.until(lambda live: live.view["status"] == "over")
    view = ada.view
    assert view["game"]["over"]
    assert view["game"]["end"] == "gems"
    assert view["sheet"][0]["points"] == view["total"] == view["game"]["points"]
    assert view["winners"] == view["sheet"][0]["winners"]
    assert [event["type"] for event in ada.events[-2:]] == ["round_over", "match_over"]
    assert max(len(text.encode()) for text in ada.raw) < 4096, "a view fits into four kilobytes even uncompressed"
    numbers = [event["number"] for event in ada.events]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


@pytest.mark.parametrize(("players", "hand", "own_gateways"), [(3, 1, False), (3, 2, True), (4, 2, False)])
def test_bots_fill_the_seats(visit: Visit, players: int, hand: int, own_gateways: bool) -> None:
    ada = visit("Ada")
    levels = ada.call("GET", "/api/about")["levels"]
    view = ada.make("me", *[levels[0]] * (players - 1), hand=hand, own_gateways=own_gateways)
    live = ada.live(view["id"])
    play_out({1: live}, random.Random(2))
    assert live.view["status"] == "over"
    assert len(live.view["sheet"][0]["points"]) == players


def test_bots_alone_play_to_the_end_and_anybody_watches(visit: Visit) -> None:
    ada, eve = visit("Ada"), visit("Eve")
    level = ada.call("GET", "/api/about")["levels"][0]
    table = ada.make(level, level, visibility="open")["id"]
    live = eve.live(table)
    live.until(lambda one: one.view["status"] == "over")
    assert live.view["you"]["seats"] == []


def test_pass_and_play_shows_the_hand_of_the_seat_that_plays(visit: Visit) -> None:
    ada = visit("Ada")
    table = ada.make("me", "device Ben", first=1)["id"]
    live = ada.live(table)
    assert live.view["you"]["seats"] == [1, 2]
    source = random.Random(3)
    for _ in range(4):
        seat = live.game["to_play"]
        assert live.view["you"]["seat"] == seat
        hands = live.game["position"].split(" ")[4].split("/")
        assert hands[seat - 1] != "?"
        assert hands[2 - seat] == "?"
        live.place_something(source)
    play_out({1: live, 2: live}, source)
    assert live.view["status"] == "over"


def test_with_two_tiles_both_can_be_placed(visit: Visit) -> None:
    ada, _ = two_at_a_table(visit, hand=2)
    hand = ada.game["position"].split(" ")[4].split("/")[0]
    assert len(hand) == 2
    assert set(ada.game["placements"]) == set(hand)


def test_three_rounds_fill_the_score_sheet_and_the_beginner_changes(visit: Visit) -> None:
    ada, ben = two_at_a_table(visit, rounds=3, first=2)
    source = random.Random(4)
    for number in (1, 2, 3):
        play_out({1: ada, 2: ben}, source)
        assert len(ada.view["sheet"]) == number
        if number < 3:
            assert ada.view["status"] == "between"
            ada.do("next_round")
    assert [row["first"] for row in ada.view["sheet"]] == [2, 1, 2]
    assert ada.view["status"] == "over"
    assert ada.view["total"] == [sum(row["points"][seat] for row in ada.view["sheet"]) for seat in (0, 1)]


# ------------------------------------------------------------------------------------------------ commands


def test_a_command_sent_twice_acts_once(visit: Visit) -> None:
    ada, ben = two_at_a_table(visit)
    move = str(sorted(ada.seen().legal_moves)[0])
    first = ada.do("place", id="twice", seat=1, move=move)
    assert ada.do("place", id="twice", expected=first - 1, seat=1, move=move) == first
    assert ada.game["turns"] == 1
    # Another person's command of the same id is another command.
    with refused("tile_not_in_hand|cell_taken"):
        ben.until(lambda live: live.view["number"] >= first)
        ben.do("place", id="twice", seat=2, move=move)


def test_a_stale_command_is_refused(visit: Visit) -> None:
    ada, ben = two_at_a_table(visit)
    before = ada.view["number"]
    ada.place_something(random.Random(5))
    ben.until(lambda live: live.view["number"] > before)
    move = str(sorted(ben.seen().legal_moves)[0])
    with refused("stale"):
        ben.do("place", seat=2, move=move, expected=before)
    assert ben.do("place", seat=2, move=move) > before


def test_chat_does_not_make_a_move_stale(visit: Visit) -> None:
    ada, ben = two_at_a_table(visit)
    before = ada.view["number"]
    ben.do("say", phrase="hello")
    ada.until(lambda live: live.view["number"] > before)
    ada.do("place", seat=1, move=str(sorted(ada.seen().legal_moves)[0]), expected=before)


def test_only_the_player_to_move_may_place_and_only_own_tiles(visit: Visit) -> None:
    ada, ben = two_at_a_table(visit)
    kind = ada.game["position"].split(" ")[4][0]
    other = next(letter for letter in "ABCDE" if letter != kind)
    for live, seat, move, code in (
        (ben, 2, "c4E0", "not_your_turn"),
        (ben, 1, "c4E0", "not_your_seat"),
        (ada, 1, f"c4{other}0", "tile_not_in_hand"),
        (ada, 1, f"e5{kind}0", "treasure_cell"),
        (ada, 1, f"z9{kind}0", "bad_move"),
        (ada, 1, f"c4{kind}0+A", "bad_move"),
        (ada, 1, "", "bad_move"),
        (ada, 3, f"c4{kind}0", "invalid"),
    ):
        with refused(code):
            live.do("place", seat=seat, move=move)
    forbidden = ada.game["placements"][kind]["forbidden"]
    if forbidden:
        cell, turns = next(iter(forbidden.items()))
        with refused("joins_exits"):
            ada.do("place", seat=1, move=f"{cell}{kind}{turns[0]}")
    with refused("not_your_seat"):
        visit("Eve").do(ada.table, "offer_end", seat=1)
    with refused("not_seated"):
        visit("Eve").do(ada.table, "leave")


def test_a_slip_is_undone_before_the_next_player_acts(visit: Visit) -> None:
    ada, ben = two_at_a_table(visit)
    start = ada.game["position"]
    ada.place_something(random.Random(6))
    assert "undo" in ada.view["you"]["may"]
    ada.do("undo", seat=1)
    assert ada.game["position"] == start
    ada.place_something(random.Random(6))
    ben.until(lambda live: live.game["to_play"] == 2 and live.view["number"] >= ada.view["number"])
    ben.place_something(random.Random(6))
    ada.until(lambda live: live.game["turns"] == 2)
    assert "undo" not in ada.view["you"]["may"]
    with refused("nothing_to_take_back"):
        ada.do("undo", seat=1)


def test_taking_back_needs_consent(visit: Visit) -> None:
    ada, ben = two_at_a_table(visit)
    start = ada.game["position"]
    source = random.Random(7)
    ada.place_something(source)
    ben.until(lambda live: live.game["turns"] == 1)
    ben.place_something(source)
    ada.until(lambda live: live.game["turns"] == 2)
    with refused("nothing_asked"):
        ben.do("answer", seat=2, yes=True)
    ada.do("take_back", seat=1)
    assert ada.view["asked"] == {"what": "take_back", "by": 1, "yes": [], "of": [2]}
    ben.until(lambda live: live.view["asked"] is not None)
    assert "answer" in ben.view["you"]["may"]
    with refused("already_asked"):
        ben.do("offer_end", seat=2)
    ben.do("answer", seat=2, yes=False)
    assert ben.view["asked"] is None
    assert ben.game["turns"] == 2
    ada.until(lambda live: live.view["asked"] is None)
    ada.do("take_back", seat=1)
    ben.until(lambda live: live.view["asked"] is not None)
    ben.do("answer", seat=2, yes=True)
    ada.until(lambda live: live.game["turns"] == 0)
    assert ada.game["position"] == start


def test_against_bots_alone_taking_back_is_at_once(visit: Visit) -> None:
    ada = visit("Ada")
    level = ada.call("GET", "/api/about")["levels"][0]
    live = ada.live(ada.make("me", level, level, first=1)["id"])
    start = live.game["position"]
    live.place_something(random.Random(8))
    live.until(lambda one: one.game["turns"] == 3)
    live.do("take_back", seat=1)
    assert live.game["turns"] == 0
    assert live.game["position"] == start


def test_a_game_ends_early_when_all_agree(visit: Visit) -> None:
    ada, ben = two_at_a_table(visit)
    ada.do("offer_end", seat=1)
    ada.do("withdraw", seat=1)
    assert ada.view["asked"] is None
    ada.do("offer_end", seat=1)
    ben.until(lambda live: live.view["asked"] is not None)
    ben.do("answer", seat=2, yes=True)
    assert ben.view["status"] == "over"
    assert ben.game["end"] == "agreed"
    assert "?" not in ben.game["position"]
    with refused("game_over"):
        ben.do("place", seat=2, move="c4E0")


# ------------------------------------------------------------------------------------------------ coming and going


def test_who_leaves_is_replaced_by_a_bot_and_may_come_back(visit: Visit) -> None:
    ada, ben = two_at_a_table(visit)
    ada.do("leave")
    assert ada.view["seats"][0]["stand_in"]
    ben.until(lambda live: live.game["to_play"] == 2)
    assert ben.game["turns"] == 1
    ada.until(lambda live: live.game["turns"] == 1)
    with refused("not_your_seat"):
        ada.do("place", seat=1, move="c4E0")
    ada.do("return", seat=1)
    assert not ada.view["seats"][0]["stand_in"]
    ben.until(lambda live: not live.view["seats"][0]["stand_in"])
    ben.place_something(random.Random(9))
    ada.until(lambda live: live.game["to_play"] == 1)
    ada.place_something(random.Random(9))


def test_nobody_is_removed_who_has_not_been_gone_for_long(visit: Visit) -> None:
    ada, ben = two_at_a_table(visit)
    with refused("not_gone"):
        ada.do("remove", seat=2)
    ben.close()
    ada.until(lambda live: any(2 not in message.get("here", [2]) for message in live.others))
    with refused("not_gone"):
        ada.do("remove", seat=2)
    assert "remove" not in ada.view["you"]["may"]


def test_the_host_seats_bots_and_opens_seats(visit: Visit) -> None:
    ada, ben = visit("Ada"), visit("Ben")
    level = ada.call("GET", "/api/about")["levels"][0]
    table = ada.make("me", "open", "open", start=False)["id"]
    with refused("not_host"):
        ben.do(table, "seat_bot", seat=2, level=level)
    with refused("unknown_level"):
        ada.do(table, "seat_bot", seat=2, level="nobody")
    ada.do(table, "seat_bot", seat=2, level=level)
    with refused("seat_taken"):
        ben.do(table, "sit", seat=2)
    with refused("seats_open"):
        ada.do(table, "start")
    ada.do(table, "open_seat", seat=2)
    ben.do(table, "sit", seat=2)
    ben.do(table, "sit", seat=3)
    assert [seat["kind"] for seat in ada.look(table)["seats"]] == ["person", "open", "person"]
    ben.do(table, "stand_up", seat=3)
    ada.do(table, "sit", seat=2, name="Grandma")
    assert ada.look(table)["you"]["seats"] == [1, 2]
    ada.do(table, "leave")
    view = ada.look(table)
    assert view["status"] == "over"


def test_the_youngest_begins(visit: Visit) -> None:
    ada, ben = visit("Ada"), visit("Ben")
    table = ada.make("me", "open", start=False, first="youngest")["id"]
    ben.do(table, "sit", seat=2)
    ben.do(table, "youngest", seat=2)
    ada.do(table, "start")
    assert ada.look(table)["game"]["first"] == 2


def test_rematch_seats_the_same_people_at_a_new_table(visit: Visit) -> None:
    ada, ben = two_at_a_table(visit)
    ada.do("offer_end", seat=1)
    ben.until(lambda live: live.view["asked"] is not None)
    ben.do("answer", seat=2, yes=True)
    ada.until(lambda live: live.view["status"] == "over")
    ada.do("rematch")
    ben.until(lambda live: live.view["rematch"] is not None)
    again = ben.visitor.look(ben.view["rematch"])
    assert [seat["name"] for seat in again["seats"]] == ["Ada", "Ben"]
    assert again["status"] == "waiting"
    assert again["you"]["may"] == ["stand_up", "youngest", "start", "leave", "say"]
    ben.visitor.do(again["id"], "start")
    with refused("wrong_status"):
        ben.do("rematch")


def test_the_lobby_shows_open_tables_games_to_watch_and_your_own(visit: Visit) -> None:
    ada, ben = visit("Ada"), visit("Ben")
    table = ada.make("me", "open", start=False, visibility="open")["id"]
    hidden = ada.make("me", "open", start=False)["id"]

    def ids(visitor: Visitor, part: str) -> list[str]:
        return [card["id"] for card in visitor.call("GET", "/api/lobby")[part]]

    assert table in ids(ben, "open")
    assert hidden not in ids(ben, "open")
    assert {table, hidden} <= set(ids(ada, "yours"))
    ben.do(table, "sit", seat=2)
    assert table not in ids(visit("Eve"), "open")
    ada.do(table, "start")
    assert table in ids(visit("Eve"), "watch")
    assert table in ids(ben, "yours")
    turns = [card["your_turn"] for card in ada.call("GET", "/api/lobby")["yours"]]
    assert turns == sorted(turns, reverse=True)


# ------------------------------------------------------------------------------------------------ saying


def test_set_phrases_and_signs_and_free_chat_only_where_the_table_chose_it(visit: Visit) -> None:
    ada, ben = two_at_a_table(visit)
    ada.do("say", phrase="good_luck")
    ada.do("say", sign="👍")
    with refused("no_free_chat"):
        ada.do("say", text="psst")
    with refused("invalid"):
        ada.do("say", phrase="rude")
    ben.until(lambda live: len(live.view["said"]) == 2)
    assert ben.view["said"][0]["phrase"] == "good_luck"
    free, other = two_at_a_table(visit, chat="free")
    free.do("say", text="  a\u202enice\nmove ")
    other.until(lambda live: bool(live.view["said"]))
    assert other.view["said"][0]["text"] == "a nice move"


# ------------------------------------------------------------------------------------------------ programs


def test_who_waits_for_news_is_answered_when_the_server_stops(tmp_path: Path) -> None:
    with RunningServer(sqlite(tmp_path)) as server:
        view = Visitor(server, "Ada").make("me", "open", start=False)
        path = f"/api/tables/{view['id']}/events?after={view['number']}"
        waiting = HTTPConnection(server.url.removeprefix("http://"))
        waiting.request("GET", f"{path}&wait=25")
        Visitor(server, "Ben")  # who is answered has come later, so it has been heard
        server.stop()
        answer = waiting.getresponse()
        assert answer.status == 200
        assert json.load(answer)["number"] == view["number"]
        waiting.close()


def test_a_token_that_is_void_leaves_nothing_behind(visit: Visit, server: RunningServer) -> None:
    ada = visit("Ada")
    token = ada.call("POST", "/api/me/tokens", {"name": "my bot"})
    program = Visitor(server)
    program.http.headers = {"Authorization": f"Bearer {token['token']}"}
    assert "set-cookie" not in program.http.post("/api/me", json={"name": "Ada"}).headers
    for path, body in (("/api/me/tokens", {"name": "another"}), ("/api/me/move", None)):
        with refused("token_not_enough"):
            program.call("POST", path, body)
    table = ada.make("me", "open", start=False, chat="free")["id"]
    live = program.live(table)
    live.do("say", phrase="hello")
    ada.call("DELETE", f"/api/me/tokens/{token['id']}")
    with refused("no_player"):
        live.do("say", phrase="hello")
    with refused("no_player"):
        program.call("GET", "/api/me")


def test_nobody_is_waited_for_where_a_bot_plays_on(visit: Visit) -> None:
    ada = visit("Ada")
    table = ada.make("me", "novice", rounds=2, first=1)["id"]

    def card() -> dict[str, Any]:
        found: dict[str, Any] = next(card for card in ada.call("GET", "/api/lobby")["yours"] if card["id"] == table)
        return found

    assert card()["your_turn"]
    ada.do(table, "leave")
    eventually(lambda: bool(card()["status"] == "between"))
    assert not card()["your_turn"]


def test_who_comes_back_while_something_is_asked_is_not_passed_over(visit: Visit) -> None:
    ada, ben, eve = visit("Ada"), visit("Ben"), visit("Eve")
    table = ada.make("me", "open", "open", start=False, first=1, players=3)["id"]
    ben.do(table, "sit", seat=2)
    eve.do(table, "sit", seat=3)
    ada.do(table, "start")
    eve.do(table, "leave")
    ada.do(table, "offer_end", seat=1)
    eve.do(table, "return", seat=3)
    with refused("nothing_asked"):
        ben.do(table, "answer", seat=2, yes=True)
    assert ada.look(table)["status"] == "playing"


def test_a_program_plays_through_plain_http_with_a_token(visit: Visit, server: RunningServer) -> None:
    ada = visit("Ada")
    token = ada.call("POST", "/api/me/tokens", {"name": "my bot"})
    assert "token" not in str(ada.call("GET", "/api/me/tokens")["tokens"][0].keys())
    program = Visitor(server)
    program.http.headers = {"Authorization": f"Bearer {token['token']}"}
    assert program.call("GET", "/api/me")["id"] == ada.id
    level = ada.call("GET", "/api/about")["levels"][0]
    table = program.make("me", level)["id"]
    number = 0
    source = random.Random(10)
    while True:
        update = program.call("GET", f"/api/tables/{table}/events?after={number}&wait=5")
        number, view = update["number"], update["view"]
        if view["status"] == "over":
            break
        if "place" in view["you"]["may"]:
            placements = view["game"]["placements"]
            kind = next(iter(placements))
            cell = source.choice(empty_cells(view["game"]["position"]))
            turns = [
                turn
                for turn in range(placements[kind]["turns"])
                if str(turn) not in placements[kind]["forbidden"].get(cell, "")
            ]
            program.do(table, "place", expected=number, seat=1, move=f"{cell}{kind}{source.choice(turns)}")
    ada.call("DELETE", f"/api/me/tokens/{token['id']}")
    with refused("no_player"):
        program.call("GET", "/api/me")


def empty_cells(position: str) -> list[str]:
    """The empty cells of a position, by name, read from the text alone."""
    cells: list[str] = []
    for row, text in zip("abcdefghi", position.split(" ")[0].split("/"), strict=True):
        column, place = 1, 0
        while place < len(text):
            if text[place] == "*":
                column, place = column + 1, place + 1
            elif text[place].isdigit():
                cells += [f"{row}{column + extra}" for extra in range(int(text[place]))]
                column, place = column + int(text[place]), place + 1
            else:
                column, place = column + 1, place + 2
    return cells


def test_a_spectator_counts_and_is_told_so(visit: Visit) -> None:
    ada, _ = two_at_a_table(visit)
    eve = visit("Eve").live(ada.table)
    ada.until(lambda live: any(message.get("spectators") == 1 for message in live.others))
    eve.close()
    ada.until(lambda live: live.others[-1].get("spectators") == 0)
    eventually(lambda: ada.visitor.look(ada.table)["spectators"] == 0)
