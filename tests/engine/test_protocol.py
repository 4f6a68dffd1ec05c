"""The engine protocol, line by line, and what happens when the lines are wrong."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from math import inf
from pathlib import Path

import pytest

from indigo._core import StopToken
from indigo.engine.bot import Budget, Line, Thought, thousandths
from indigo.engine.model import shipped_file
from indigo.engine.protocol import LONGEST_LINE, Engine
from indigo.notation import read_position
from indigo.rules import Game
from tests.support.engine_process import START, Talk
from tests.support.random_games import random_game


class Ponderer:
    """A bot that thinks until it is stopped, or until its nodes are counted."""

    name = "ponderer"

    def __init__(self) -> None:
        self.views: list[Game] = []
        self.budgets: list[Budget] = []
        self.broken = False

    def think(self, view: Game, budget: Budget, *, seed: int = 0, stop: StopToken | None = None) -> Thought:
        if self.broken:
            raise ZeroDivisionError("oops")
        self.views.append(view)
        self.budgets.append(budget)
        waiting = threading.Event()
        while budget.nodes is None and stop is not None and not stop.stopped:
            waiting.wait(0.001)
        move = min(view.legal_moves)
        players = view.layout.players
        return Thought(move, (Line((move,), (1 / players,) * players, (0.0,) * players),), budget.nodes or 1, 0.001)


class Desk:
    """An engine in this process, and everything it has written."""

    def __init__(self) -> None:
        self.bot = Ponderer()
        self.written: list[str] = []
        self.answered = threading.Condition()
        self.engine = Engine(("ponderer", "other"), "ponderer", lambda _: self.bot, self.write)

    def write(self, line: str) -> None:
        with self.answered:
            self.written.append(line)
            self.answered.notify_all()

    def tell(self, line: str) -> list[str]:
        """What is written while the line is obeyed."""
        before = len(self.written)
        assert self.engine.tell(line.encode())
        return self.written[before:]

    def wait_for(self, beginning: str) -> str:
        with self.answered:
            found = self.answered.wait_for(lambda: any(line.startswith(beginning) for line in self.written), 30)
        assert found, self.written
        return next(line for line in self.written if line.startswith(beginning))


@pytest.fixture
def desk() -> Iterator[Desk]:
    it = Desk()
    yield it
    it.engine.quit()


# ------------------------------------------------------------------------------------------------ positions


def test_it_introduces_itself_with_its_options(desk: Desk) -> None:
    lines = desk.tell("iep")
    assert lines[0].startswith("id name Indigo ")
    assert "option name Level type combo default ponderer var ponderer var other" in lines
    assert all(line.startswith(("id ", "option name ")) for line in lines[:-1])
    assert lines[-1] == "iepok"


def test_a_position_is_shown_as_it_was_told(desk: Desk) -> None:
    assert desk.tell(f"position {START}") == []
    assert desk.tell("show") == [f"position {START}"]


def test_draws_that_were_not_given_are_unknown(desk: Desk) -> None:
    assert desk.tell(f"position {START} moves d4E5+C b3A1") == []
    assert desk.tell("show") == ["position *3*/2A13/7/3E54/*3*3*/8/7/6/*3* Ed44 2 1 C/? 000/000"]
    assert desk.tell(f"position {START} moves d4E5") == []
    assert desk.tell("show") == ["position *3*/6/7/3E54/*3*3*/8/7/6/*3* Ed44 2 2 ?/? 000/000"]


@pytest.mark.parametrize(
    "line",
    [
        f"position {START} moves d4E5 d4E5",
        f"position {START} moves d4A0",
        f"position {START} moves d4E5+Q",
        f"position {START} moves hello",
        "position",
        "position 1 2 3",
        f"position {START} more",
    ],
)
def test_after_an_illegal_move_the_last_good_position_stays(desk: Desk, line: str) -> None:
    desk.tell(f"position {START} moves d4E5+C")
    [before] = desk.tell("show")
    [answer] = desk.tell(line)
    assert answer.startswith("error ")
    assert desk.tell("show") == [before]


def test_whole_games_with_all_their_draws_end_with_the_winner(table: tuple[str, int], desk: Desk) -> None:
    layout, hand = table
    game = random_game(layout, hand, "protocol")
    moves = " ".join(f"{turn.move}+{turn.draw}" if turn.draw else str(turn.move) for turn in game.turns)
    assert desk.tell(f"position {game.start} moves {moves}") == []
    assert desk.tell("show") == [f"position {game.position} winner {' '.join(map(str, game.winners))}"]
    assert desk.tell("moves") == ["moves"]
    assert desk.tell("go nodes 1") == ["error the game is over"]


def test_a_whole_game_without_draws_can_be_told_too(desk: Desk) -> None:
    game = random_game("2", 1, "protocol")
    moves = " ".join(str(turn.move) for turn in game.turns)
    assert desk.tell(f"position {game.start} moves {moves}") == []
    [shown] = desk.tell("show")
    assert shown.endswith(f"winner {' '.join(map(str, game.winners))}")


def test_the_winner_is_not_told_while_a_total_is_behind_a_screen(desk: Desk) -> None:
    over = next(game for seed in range(20) if (game := random_game("2", 1, seed)).over)
    hidden = str(over.position).rpartition(" ")[0] + " ???/???"
    desk.tell(f"position {hidden}")
    assert desk.tell("show") == [f"position {hidden}"]


def test_moves_are_the_legal_ones_in_ascii_order(desk: Desk) -> None:
    desk.tell(f"position {START}")
    [line] = desk.tell("moves")
    moves = line.split()[1:]
    assert moves == sorted(moves)
    assert set(moves) == {str(move) for move in Game.at(read_position(START)).legal_moves}


# ------------------------------------------------------------------------------------------------ thinking


def test_a_thought_is_told_before_the_move(desk: Desk) -> None:
    desk.tell(f"position {START}")
    desk.tell("go nodes 500")
    assert desk.wait_for("bestmove") == "bestmove a2E0"
    assert desk.written[-2] == "info depth 1 nodes 500 nps 500000 time 1 score 500 500 pv a2E0"


def test_infinite_thinking_is_answered_only_when_stopped(desk: Desk) -> None:
    desk.tell(f"position {START}")
    assert desk.tell("go infinite nodes 5") == []
    assert desk.tell("isready") == ["readyok"]
    assert desk.tell("show") == [f"position {START}"]
    info, best = desk.tell("stop")
    assert info.startswith("info ")
    assert best == "bestmove a2E0"


def test_stop_is_answered_while_thinking(desk: Desk) -> None:
    desk.tell(f"position {START}")
    desk.tell("go movetime 100000")
    assert desk.tell("stop")[-1] == "bestmove a2E0"
    assert desk.tell("stop") == ["error nothing to stop"]


@pytest.mark.parametrize("line", [f"position {START}", "newgame", "go", "setoption name Seed value 1"])
def test_while_thinking_nothing_is_changed(desk: Desk, line: str) -> None:
    desk.tell(f"position {START}")
    desk.tell("go infinite")
    assert desk.tell(line) == ["error still thinking: send stop first"]
    assert desk.tell("stop")[-1] == "bestmove a2E0"


def test_the_bot_sees_only_what_the_player_to_move_may_see(desk: Desk) -> None:
    desk.tell("position *3*/6/7/8/*3*3*/8/7/6/*3* - 2 1 E/A 000/000")
    desk.tell("go nodes 1")
    desk.wait_for("bestmove")
    assert desk.bot.views[-1].hands == ("E", "?")


def test_without_the_tiles_of_the_player_to_move_there_is_nothing_to_think_about(desk: Desk) -> None:
    desk.tell(f"position {START} moves d4E5")
    [answer] = desk.tell("go nodes 1")
    assert answer == "error the tiles of player 2, who is to move, are not known"


def test_the_budget_is_the_one_that_was_given(desk: Desk) -> None:
    desk.tell(f"position {START}")
    desk.tell("go movetime 250 nodes 7 depth 3")
    desk.wait_for("bestmove")
    assert desk.bot.budgets == [Budget(0.25, 7, 3, 1)]


@pytest.mark.parametrize(
    "words", ["movetime", "nodes -1", "depth x", "ponder", "nodes 99999999999999999999", "nodes ٣"]
)
def test_a_budget_that_makes_no_sense_is_refused(desk: Desk, words: str) -> None:
    desk.tell(f"position {START}")
    [answer] = desk.tell(f"go {words}")
    assert answer.startswith("error ")
    assert desk.bot.budgets == []


def test_a_bot_that_fails_is_an_error_and_the_engine_lives(desk: Desk) -> None:
    desk.bot.broken = True
    desk.tell(f"position {START}")
    desk.tell("go nodes 1")
    assert "oops" in desk.wait_for("error")
    assert desk.tell("isready") == ["readyok"]


def test_chances_are_told_in_thousandths_that_make_up_a_whole() -> None:
    assert thousandths((1 / 3, 1 / 3, 1 / 3)) == (334, 333, 333)
    assert thousandths((0.1234, 0.8766)) == (123, 877)
    assert thousandths((0.0, 0.0)) == (0, 0)
    for seed in range(200):
        parts = [random.Random(seed).random() + seat for seat in range(4)]
        assert sum(thousandths([part / sum(parts) for part in parts])) == 1000


# ------------------------------------------------------------------------------------------------ wrong lines


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"   ",
        b"hello",
        b"IEP",
        b"iep please",
        b"quit now",
        b"\xff\xfe\x00",
        b"\x00" * 100,
        b"setoption",
        b"setoption name Level value nobody",
        b"setoption name Colour value blue",
        b"setoption name Threads value 0",
        "position \N{SNOWMAN} - 2 1 E/? 000/000".encode(),
        b"stop",
        b"error error",
        None,
    ],
)
def test_a_wrong_line_gets_one_error_and_changes_nothing(desk: Desk, line: bytes | None) -> None:
    desk.tell(f"position {START} moves d4E5+C")
    [before] = desk.tell("show")
    desk.written.clear()
    assert desk.engine.tell(line)
    [answer] = desk.written
    assert answer.startswith("error ")
    assert answer.isascii()
    assert answer.isprintable()
    assert len(answer) <= 300
    assert desk.tell("show") == [before]


def test_any_bytes_are_answered_by_the_real_program() -> None:
    dice = random.Random(7)
    words = [b"position", b"moves", b"go", b"d4E5", START.encode(), b"nodes", b"1", b"setoption", b"name", b"value"]
    with Talk("--level", "random") as talk:
        for number in range(300):
            if number % 2:
                line = bytes(byte for byte in dice.randbytes(dice.randrange(200)) if byte != 0x0A)
            else:
                line = b" ".join(dice.choices(words, k=dice.randrange(1, 9)))
            talk.send(line + b"\n")
            if number % 50 == 49:
                talk.send("isready")
                assert all(
                    answer.startswith(("error ", "info ", "bestmove ", "readyok"))
                    for answer in talk.hear_until("readyok")
                )
        talk.send("quit")
        assert talk.process.wait(30) == 0


def test_a_line_of_ten_megabytes_is_too_long_and_nothing_more() -> None:
    with Talk("--level", "random") as talk:
        chunk = b"position " * 100_000
        for _ in range(12):
            talk.send(chunk)
        assert talk.ask("") == f"error a line has at most {LONGEST_LINE} bytes"
        assert talk.ask("isready") == "readyok"


def test_an_engine_plays_on_with_the_model_it_began_with(tmp_path: Path) -> None:
    file = tmp_path / "mine.indigo-model"
    file.write_bytes(shipped_file())
    with Talk("--level", f"champion@{file}") as talk:
        assert talk.ask("isready") == "readyok"
        file.unlink()
        talk.send("newgame")
        assert talk.ask("isready") == "readyok"


def test_the_end_of_the_input_ends_the_program() -> None:
    with Talk("--level", "random") as talk:
        assert talk.ask("isready") == "readyok"
        assert talk.end() == 0


def test_a_last_line_without_its_end_is_obeyed() -> None:
    with Talk("--level", "random") as talk:
        talk.send(b"isready")
        assert talk.process.stdin is not None
        talk.process.stdin.close()
        assert talk.hear() == "readyok"


def test_who_only_asks_for_one_move_gets_it_before_the_end() -> None:
    with Talk("--level", "random") as talk:
        talk.send(f"position {START}\ngo nodes 10\n")
        assert talk.end() == 0
        assert talk.hear_until("bestmove")[-1].startswith("bestmove ")


def test_ctrl_c_stops_a_thought_and_leaves_in_good_order() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "indigo", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a test run in the background ignores it
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdin.write(f"position {START}\ngo infinite\nisready\n".encode())
        engine.stdin.flush()
        assert engine.stdout.readline() == b"readyok\n"
        engine.send_signal(signal.SIGINT)
        out, errors = engine.communicate(timeout=60)
    assert out.splitlines()[-1].startswith(b"bestmove ")
    assert errors.strip() == b""
    assert engine.returncode == 130


def test_the_end_waits_for_an_answer_that_is_being_written() -> None:
    lines: list[str] = []
    writing = threading.Event()

    def write(line: str) -> None:
        if line.startswith("info "):
            writing.set()
            time.sleep(0.5)
        lines.append(line)

    engine = Engine(["ponderer"], "ponderer", lambda _: Ponderer(), write)
    engine.tell(f"position {START}".encode())
    engine.tell(b"go nodes 10")
    assert writing.wait(30)
    engine.finish()
    assert lines[-1].startswith("bestmove ")


def test_the_strongest_is_stopped_within_fifty_milliseconds() -> None:
    with Talk() as talk:
        talk.send(f"position {START}")
        delays = [inf]
        while min(delays) >= 0.05 and len(delays) <= 40:
            talk.send("go infinite")
            assert talk.ask("isready") == "readyok"
            began = time.perf_counter()
            talk.send("stop")
            best = talk.hear_until("bestmove")[-1]
            delays.append(time.perf_counter() - began)
            assert best.split()[1] in {str(move) for move in Game.at(read_position(START)).legal_moves}
        # The machine may be busy with something else, even again and again; the engine is not.
        assert min(delays) < 0.05


def test_the_same_position_seed_and_nodes_give_the_same_move() -> None:
    answers = []
    for _ in range(2):
        with Talk() as talk:
            talk.send(f"setoption name Seed value 5\nposition {START}\ngo nodes 2000\n")
            answers.append(talk.hear_until("bestmove")[-1])
    assert answers[0] == answers[1]
