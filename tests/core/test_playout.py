"""Random games on the core: what they are like, and how they are stopped."""

from __future__ import annotations

import contextlib
import threading

import pytest

from indigo import _core
from indigo.board import LAYOUTS
from indigo.engine.bench import WORKLOADS, bench_core
from indigo.engine.conversion import core_position, rules_move
from indigo.notation import read_position
from indigo.rules import Game

OPENING = _core.Position("2", ["E", "A"])


def test_random_play_lasts_as_long_and_loses_as_much_as_the_rules_say() -> None:
    games = _core.random_games(OPENING, 100_000, seed=1)
    assert games.placements / games.games == pytest.approx(53.704, abs=0.01)
    assert 19 - sum(games.points) / games.games == pytest.approx(5.817, abs=0.05)


def test_fillings_lose_nearly_as_much() -> None:
    fillings = _core.fillings(OPENING, 100_000, seed=1)
    assert 19 - sum(fillings.points) / fillings.games == pytest.approx(5.848, abs=0.05)
    assert sum(fillings.wins) == pytest.approx(fillings.games)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_random_game_is_one_by_the_rules(layout: str) -> None:
    start = Game.shuffled(layout, seed="start").position
    hidden = start._replace(hands=tuple("?" for _ in start.hands))
    for seed in range(20):
        moves, points = _core.random_moves(core_position(hidden), seed)
        game = Game.at(hidden, draws="?" * hidden.stacked)
        for cell, tile in moves:
            game.play(rules_move(cell, tile))
        assert game.over
        assert game.points == tuple(points)
        assert game.turns_played == len(moves)


def test_more_threads_change_nothing_but_the_time() -> None:
    alone, together = (_core.random_games(OPENING, 10_000, 5, threads) for threads in (1, 2))
    assert (alone.placements, alone.points, alone.wins) == (together.placements, together.points, together.wins)


def test_shared_wins_are_the_same_on_any_number_of_threads() -> None:
    position = _core.Position("4", ["?"] * 4)
    counted = {tuple(_core.fillings(position, 20_000, 7, threads=threads).wins) for threads in (1, 2, 3)}
    assert len(counted) == 1
    assert sum(counted.pop()) == pytest.approx(20_000)


def test_each_gem_ends_somewhere_in_every_filling() -> None:
    fillings = _core.fillings(OPENING, 1000)
    with_gem = [port for port in range(210) if sum(fillings.ends(port))]
    assert len(with_gem) == 12
    assert all(sum(fillings.ends(port)) == 1000 for port in with_gem)
    with pytest.raises(IndexError):
        fillings.ends(210)


def test_the_last_tile_sends_the_gem_where_it_must_go() -> None:
    # One cell and one tile are left: a filling is then that tile in one of its legal turns.
    position = read_position(
        "*B0C2E3*/D2D2A1C2A1C0/B0C0E4E5A1D1D0/E11E4E5A0A0D2D0/*C1C1C2*B0C0C0*/D2D0E0C0D1E5C2D1/D0D0D0E0C2E4C2/B0E1E0B0B0D1/"
        "*E3A1E4* Ad34,Ee35 2 2 -/C 220/110"
    )
    ends: dict[tuple[int, ...], int] = {}
    for turn in range(3):
        game = Game.at(position)
        game.play(f"d2C{turn}")
        ends[game.points] = ends.get(game.points, 0) + 1
    fillings = _core.fillings(core_position(position), 30_000)
    for player in range(2):
        expected = sum(points[player] * count for points, count in ends.items()) / 3
        assert fillings.points[player] / fillings.games == pytest.approx(expected, abs=0.05)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_long_call_stops_when_told_and_lets_others_run(threads: int) -> None:
    stop = _core.StopToken()
    finished: list[int] = []
    worker = threading.Thread(
        target=lambda: finished.append(_core.random_games(OPENING, 10**12, threads=threads, stop=stop).games)
    )
    worker.start()
    assert not finished
    stop.stop()
    worker.join(timeout=10)
    assert not worker.is_alive()
    assert finished[0] < 10**12
    assert stop.stopped


def test_more_games_than_anybody_can_play_are_begun() -> None:
    stop = _core.StopToken()
    threading.Timer(1, stop.stop).start()
    assert _core.random_games(OPENING, 2**64 - 1, stop=stop).games > 0


def test_another_thread_may_play_on_in_a_position_that_is_being_looked_at() -> None:
    position, done = _core.Position("2", ["EE", "EE"]), threading.Event()
    moves = position.legal_moves()[::37]

    def play() -> None:
        while not done.is_set():
            for move in moves:
                position.play(*move, "?")
                position.undo()

    playing = threading.Thread(target=play)
    playing.start()
    try:
        bot, counted = _core.Bot("search"), 0
        for seed in range(20):
            counted += _core.fillings(position, 5_000, seed).games
            with contextlib.suppress(ValueError):  # it may be the other's turn, whose hand is not known
                assert bot.think(position, nodes=5_000, seed=seed).lines
    finally:
        done.set()
        playing.join()
    assert counted == 20 * 5_000


def test_a_long_count_stops_when_told() -> None:
    stop = _core.StopToken()
    finished: list[int] = []
    worker = threading.Thread(target=lambda: finished.append(_core.perft(OPENING, "CDECDE", 7, stop=stop)[0]))
    worker.start()
    stop.stop()
    worker.join(timeout=10)
    assert not worker.is_alive()


def test_the_bench_times_everything_and_tells_how_far_it_is() -> None:
    told: list[int] = []
    bench = bench_core(tries=1, progress=told.append)
    assert told == list(range(1, WORKLOADS + 1))
    assert all(speed.best >= speed.median > 0 for speed in bench.speeds)
    assert bench.machine
