"""The arena: fair, repeatable, and deaf to those who do not play by the rules."""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter
from itertools import chain
from multiprocessing import get_context
from pathlib import Path

import pytest

from indigo._core import StopToken
from indigo.engine.arena import runner
from indigo.engine.arena.runner import Contest, Deal, Entrant, lineups_for, play_contest, play_deal, play_game
from indigo.engine.arena.standings import standings
from indigo.engine.bot import Budget, Line, Thought
from indigo.engine.model import BadModel, shipped_file
from indigo.record import read_record
from indigo.rules import Game
from tests.support.engine_process import fake
from tests.support.random_games import TABLES

RANDOM, GREEDY = Entrant("random"), Entrant("greedy")
QUICK = Budget(seconds=0.1)


@pytest.mark.parametrize(
    ("numbers", "players", "lineups"),
    [
        ([0, 1], 2, ((0, 1),)),
        ([0, 1, 2], 2, ((0, 1), (0, 2), (1, 2))),
        ([0, 1], 4, ((0, 1, 1, 1),)),
        ([0, 0, 1, 1], 4, ((0, 0, 1, 1),)),
        ([0, 1, 2, 3], 3, ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))),
    ],
)
def test_everybody_finds_a_seat(numbers: list[int], players: int, lineups: tuple[tuple[int, ...], ...]) -> None:
    assert lineups_for(numbers, players) == lineups


def test_every_deal_is_played_from_every_seat(table: tuple[str, int]) -> None:
    layout, hand = table
    contest = Contest((RANDOM, GREEDY), layout=layout, hand=hand, deals=1)
    games = play_deal(Deal(contest, 0, 0))
    assert len(games) == contest.players
    starts = {game.record.deal for game in games}
    assert len(starts) == 1
    seats = Counter((seat, entrant) for game in games for seat, entrant in enumerate(game.seats))
    assert all(seats[seat, 0] == 1 for seat in range(contest.players))


def test_the_tiles_come_in_the_same_order_whoever_sits_where() -> None:
    games = play_deal(Deal(Contest((RANDOM, GREEDY), deals=1), 0, 0))
    draws = ["".join(draw for _, draw in game.record.moves if draw) for game in games]
    assert len(draws[0]) > 40
    shorter = min(map(len, draws))
    assert len({drawn[:shorter] for drawn in draws}) == 1


@pytest.mark.parametrize(("layout", "hand"), TABLES)
def test_every_game_is_kept_as_a_valid_record(layout: str, hand: int) -> None:
    contest = Contest((RANDOM, GREEDY), layout=layout, hand=hand, deals=1)
    for game in chain.from_iterable(play_contest(contest)):
        record = read_record(str(game.record))
        assert record.result == game.points
        assert record.players == tuple(contest.entrants[entrant].name for entrant in game.seats)
        assert sum(game.shares) == pytest.approx(1)


def test_the_same_contest_gives_the_same_games() -> None:
    contest = Contest((RANDOM, GREEDY), deals=2, seed=3)
    one, other = (["".join(str(game.record) for game in deal) for deal in play_contest(contest)] for _ in range(2))
    assert one == other
    another = Contest((RANDOM, GREEDY), deals=2, seed=4)
    assert ["".join(str(game.record) for game in deal) for deal in play_contest(another)] != one


def test_several_processes_give_the_same_games_in_the_same_order() -> None:
    contest = Contest((RANDOM, GREEDY, Entrant("random too", fake("play"))), deals=2)
    alone = [[str(game.record) for game in deal] for deal in play_contest(contest)]
    together = [[str(game.record) for game in deal] for deal in play_contest(contest, jobs=2)]
    assert together == alone


def test_processes_of_others_are_left_alone() -> None:
    other = get_context("spawn").Process(target=time.sleep, args=(600,))
    other.start()
    try:
        assert len(list(play_contest(Contest((RANDOM, GREEDY), deals=2), jobs=2))) == 2
        assert other.is_alive()
    finally:
        other.kill()
        other.join()


def test_a_process_whose_parent_has_gone_before_it_began_follows() -> None:
    code = "import time; from indigo.engine.arena.runner import _leave_when_told; _leave_when_told(0); time.sleep(300)"
    assert subprocess.run([sys.executable, "-c", code], timeout=120, check=False).returncode == 1


def test_it_stops_when_the_result_is_clear_and_not_before() -> None:
    contest = Contest((RANDOM, GREEDY), deals=200)
    clear = list(play_contest(contest, until_clear=True))
    assert 8 <= len(clear) < 60
    even = Contest((Entrant("one", fake("play")), Entrant("other", fake("play"))), deals=9)
    assert len(list(play_contest(even, until_clear=True))) == 9


def test_a_bot_is_shown_what_its_seat_sees_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    class Spy:
        name = "spy"

        def think(self, view: Game, budget: Budget, *, seed: int = 0, stop: StopToken | None = None) -> Thought:
            assert all(
                (set(hand) <= {"?"}) == (seat != view.player) or not hand
                for seat, hand in enumerate(view.hands, start=1)
            )
            assert not view.draws[view.turns_played :].strip("?")
            assert view.points is not None  # everybody saw every gem being won
            move = min(view.legal_moves)
            return Thought(move, (Line((move,), (0.5, 0.5), (0.0, 0.0)),), 1, 0.0)

    monkeypatch.setattr(runner, "bot_named", lambda *_: Spy())
    game = play_game(Deal(Contest((RANDOM, GREEDY), deals=1), 0, 0), 0)
    assert game.failing is None


# ------------------------------------------------------------------------------------------------ those who fail


@pytest.mark.parametrize(
    ("behaviour", "fault"), [("die", "crashed"), ("die-later", "crashed"), ("hang", "hung"), ("cheat", "cheated")]
)
def test_who_fails_loses_that_game_and_the_table_says_so(behaviour: str, fault: str) -> None:
    bad = Entrant("bad", fake(behaviour))
    grace = 0.2 if fault == "hung" else 30  # who does not hang ends the waiting, however busy the machine is
    contest = Contest((RANDOM, bad), deals=1, budget=QUICK, grace_seconds=grace)
    deals = list(play_contest(contest))
    for game in chain.from_iterable(deals):
        assert game.failing is not None
        assert game.failing.fault == fault
        assert game.shares[game.seats.index(1)] == 0
        assert game.shares[game.seats.index(0)] == 1
        record = read_record(str(game.record))
        assert record.result is None
        assert record.tag("Termination")[0].startswith("bad (seat ")
    table = standings(contest, deals)
    row = next(row for row in table.rows if row.name == "bad")
    assert row.faults == {fault: 2}
    assert row.share.mean == 0
    assert len(table.failures) == 2
    assert all(failure.startswith(f"bad {fault} ") for failure in table.failures)


def test_when_one_of_three_fails_the_others_share_the_win() -> None:
    contest = Contest((RANDOM, GREEDY, Entrant("bad", fake("die-later"))), layout="3", deals=1, budget=QUICK)
    for game in play_deal(Deal(contest, 0, 0)):
        assert sorted(game.shares) == [0, 0.5, 0.5]
        assert game.shares[game.seats.index(2)] == 0


def test_a_defect_in_a_bot_of_our_own_is_a_crash_too(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        name = "broken"

        def think(self, view: Game, budget: Budget, *, seed: int = 0, stop: StopToken | None = None) -> Thought:
            raise ZeroDivisionError("oops")

    monkeypatch.setattr(runner, "bot_named", lambda *_: Broken())
    game = play_game(Deal(Contest((RANDOM, GREEDY), deals=1), 0, 0), 0)
    assert game.failing is not None
    assert game.failing.fault == "crashed"
    assert "oops" in game.failing.text


def test_a_match_is_played_by_one_model_whatever_becomes_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "best.indigo-model"
    file.write_bytes(shipped_file())
    mine = Entrant(f"champion@{file}")
    contest = Contest((mine, GREEDY), deals=1, budget=Budget(nodes=200))
    before = [game.record.moves for game in play_deal(Deal(contest, 0, 0))]
    file.unlink()
    assert [game.record.moves for game in play_deal(Deal(contest, 0, 0))] == before
    with pytest.raises(BadModel):
        Entrant(mine.name)


def test_the_example_is_an_engine_that_plays_well_enough() -> None:
    example = Entrant("mine", (sys.executable, str(Path(__file__).parents[2] / "examples" / "engine.py")))
    games = list(chain(*play_contest(Contest((example, RANDOM), deals=3))))
    assert [game.failing for game in games] == [None] * 6
    wins = sum(share for game in games for seat, share in zip(game.seats, game.shares, strict=True) if seat == 0)
    assert wins > 4
