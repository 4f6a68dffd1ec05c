"""The engine protocol: a bot as a program of its own, spoken to in lines (the notation's chapter *Engines*).

`serve` reads lines from a file descriptor and answers them until `quit` or the end of the input. Whatever arrives,
however long or wrong, gets an answer or an `error`, and the last good position stays. Thinking happens in a thread of
its own, so that `stop`, `isready` and `show` are answered while it goes on.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from indigo import __version__
from indigo._core import StopToken
from indigo.engine.bot import Bot, Budget, Thought, thousandths
from indigo.engine.untold import play_open
from indigo.errors import BadMove, BadPosition, RuleError
from indigo.notation import read_move, read_position
from indigo.position import UNKNOWN, HiddenTotal
from indigo.rules import Game
from indigo.view import see

LONGEST_LINE: Final = 1 << 14
"""The most bytes a line may have: many times what the longest game needs. The rest of a longer one is thrown away."""
EMPTY_TABLE: Final = "*3*/6/7/8/*3*3*/8/7/6/*3* - 2 1 ?/? 000/000"
"""What an engine has before it is told a position."""
_LONGEST_ERROR: Final = 300
_CHUNK: Final = 1 << 16
_FOREVER: Final = 365 * 24 * 3600.0
_LAST_WORDS: Final = 2.0
"""How long a thought that was begun may still take, in seconds, when the input has ended."""
_LARGEST: Final = 1 << 53


class ProtocolError(ValueError):
    """A line that cannot be obeyed; the text goes back as `error …`."""


def lines_from(descriptor: int) -> Iterator[bytes | None]:
    """The lines that arrive at *descriptor*; None for one that is too long. The end of the input ends the last line."""
    line = bytearray()
    too_long = False
    while chunk := os.read(descriptor, _CHUNK):
        *ended, rest = chunk.split(b"\n")
        for part in ended:
            too_long = too_long or len(line) + len(part) > LONGEST_LINE
            yield None if too_long else bytes(line + part)
            line.clear()
            too_long = False
        too_long = too_long or len(line) + len(rest) > LONGEST_LINE
        if too_long:
            line.clear()
        else:
            line += rest
    if line or too_long:
        yield None if too_long else bytes(line)


# ------------------------------------------------------------------------------------------------ options


@dataclass(frozen=True, slots=True)
class Settings:
    """What `setoption` changes."""

    level: str
    threads: int = 1
    seed: int = 0


_MOST_THREADS: Final = max(1, os.cpu_count() or 1)


def _whole_number(name: str, text: str, low: int, high: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and low <= int(text) <= high):
        raise ProtocolError(f"{name}: a whole number from {low} to {high}, not {_shortened(text)}")
    return int(text)


# ------------------------------------------------------------------------------------------------ thinking


class _Thinking:
    """One thought under way: begun by `go`, over when `bestmove` has been written."""

    def __init__(
        self,
        bot: Bot,
        view: Game,
        budget: Budget,
        seed: int,
        *,
        wait: bool,
        finish: Callable[[_Thinking, Thought | Exception], None],
    ) -> None:
        self.view = view
        self._token = StopToken()
        self._may_answer = threading.Event()
        if not wait:
            self._may_answer.set()

        def think() -> None:
            result: Thought | Exception
            try:
                result = bot.think(view, budget, seed=seed, stop=self._token)
            except Exception as error:  # a defect of the bot must not silence the engine
                result = error
            self._may_answer.wait()
            finish(self, result)

        self._thread = threading.Thread(target=think, name="thinking", daemon=True)

    def begin(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._token.stop()
        self._may_answer.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the answer is written; whether it is."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    @property
    def answers_by_itself(self) -> bool:
        return self._may_answer.is_set()


# ------------------------------------------------------------------------------------------------ the engine


class Engine:
    """A bot behind the protocol: it is told lines and writes lines.

    *levels* are the names that the option `Level` can take, the default *level* among them; *make_bot* gives the bot of
    a name; *write* is handed every line of an answer, without its end.
    """

    def __init__(
        self, levels: Sequence[str], level: str, make_bot: Callable[[str], Bot], write: Callable[[str], None]
    ) -> None:
        self._levels = tuple(levels)
        self._default = level
        self._make_bot = make_bot
        self._write_line = write
        self._settings = Settings(level)
        self._bot = make_bot(level)
        self._game = Game.at(read_position(EMPTY_TABLE))
        self._thinking: _Thinking | None = None
        self._lock = threading.RLock()
        self._commands: Mapping[str, Callable[[list[str]], None]] = {
            "iep": self._iep,
            "setoption": self._setoption,
            "isready": self._isready,
            "newgame": self._newgame,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
            "show": self._show,
            "moves": self._moves,
        }

    def tell(self, line: bytes | None) -> bool:
        """Obey one line; whether the engine goes on after it. None stands for a line that is too long."""
        try:
            words = self._words(line)
            if words[0] == "quit":
                _nothing_more("quit", words[1:])
                return False
            command = self._commands.get(words[0])
            if command is None:
                raise ProtocolError(f"unknown command {_shortened(words[0])}")
            command(words[1:])
        except (ProtocolError, BadPosition, BadMove, RuleError) as error:
            self._write(f"error {error}")
        return True

    def finish(self) -> None:
        """Answer what is still open, and stop: a bounded thought may come to its end if that is soon."""
        thinking = self._thinking
        if thinking is None:
            return
        if not (thinking.answers_by_itself and thinking.wait(_LAST_WORDS)):
            thinking.stop()
            thinking.wait(_LAST_WORDS)

    def quit(self) -> None:
        """Stop at once; the move found so far is still told."""
        if thinking := self._thinking:
            thinking.stop()
            thinking.wait(_LAST_WORDS)

    def _write(self, line: str) -> None:
        with self._lock:
            printable = line.encode("ascii", "backslashreplace").decode("ascii")
            if line.startswith("error ") and len(printable) > _LONGEST_ERROR:
                printable = printable[: _LONGEST_ERROR - 3] + "..."
            self._write_line("".join(character if character.isprintable() else "?" for character in printable))

    @staticmethod
    def _words(line: bytes | None) -> list[str]:
        if line is None:
            raise ProtocolError(f"a line has at most {LONGEST_LINE} bytes")
        try:
            words = line.decode("utf-8").split()
        except UnicodeDecodeError:
            raise ProtocolError("a line is text in UTF-8") from None
        if not words:
            raise ProtocolError("an empty line")
        return words

    # -------------------------------------------------------------------------------------------- about itself

    def _iep(self, words: list[str]) -> None:
        _nothing_more("iep", words)
        with self._lock:
            self._write(f"id name Indigo {__version__}")
            self._write(f"option name Level type combo default {self._default} var {' var '.join(self._levels)}")
            self._write(f"option name Threads type spin default 1 min 1 max {_MOST_THREADS}")
            self._write(f"option name Seed type spin default 0 min 0 max {_LARGEST}")
            self._write("iepok")

    def _setoption(self, words: list[str]) -> None:
        self._must_be_idle()
        if words[:1] != ["name"] or "value" not in words[2:]:
            raise ProtocolError("setoption name N value V")
        split = words.index("value", 2)
        name, value = " ".join(words[1:split]), " ".join(words[split + 1 :])
        match name.casefold():
            case "level":
                if value not in self._levels:
                    raise ProtocolError(f"Level {_shortened(value)}: there are {', '.join(self._levels)}")
                self._bot = self._make_bot(value)
                self._settings = replace(self._settings, level=value)
            case "threads":
                self._settings = replace(self._settings, threads=_whole_number("Threads", value, 1, _MOST_THREADS))
            case "seed":
                self._settings = replace(self._settings, seed=_whole_number("Seed", value, 0, _LARGEST))
            case _:
                raise ProtocolError(f"there is no option {_shortened(name)}: there are Level, Threads and Seed")

    def _isready(self, words: list[str]) -> None:
        _nothing_more("isready", words)
        self._write("readyok")

    # -------------------------------------------------------------------------------------------- positions

    def _newgame(self, words: list[str]) -> None:
        _nothing_more("newgame", words)
        self._must_be_idle()
        self._game = Game.at(read_position(EMPTY_TABLE))
        self._bot = self._make_bot(self._settings.level)  # whatever it remembered of the last game is gone

    def _position(self, words: list[str]) -> None:
        self._must_be_idle()
        split = words.index("moves") if "moves" in words else len(words)
        game = Game.at(read_position(" ".join(words[:split])))
        for word in words[split + 1 :]:
            move, draw = read_move(word)
            play_open(game, str(move), draw)
        self._game = game

    def _show(self, words: list[str]) -> None:
        _nothing_more("show", words)
        try:
            winners = self._game.winners
        except HiddenTotal:  # who has won cannot be told
            winners = ()
        told = "".join(f" {player}" for player in winners)
        self._write(f"position {self._game.position}" + (f" winner{told}" if told else ""))

    def _moves(self, words: list[str]) -> None:
        _nothing_more("moves", words)
        self._write(" ".join(["moves", *sorted(map(str, self._game.legal_moves))]))

    # -------------------------------------------------------------------------------------------- thinking

    def _must_be_idle(self) -> None:
        with self._lock:
            if self._thinking is not None:
                raise ProtocolError("still thinking: send stop first")

    def _go(self, words: list[str]) -> None:
        self._must_be_idle()
        budget, infinite = self._budget(words)
        if self._game.over:
            raise ProtocolError("the game is over")
        player = self._game.player
        if UNKNOWN in self._game.hands[player - 1]:
            raise ProtocolError(f"the tiles of player {player}, who is to move, are not known")
        thinking = _Thinking(
            self._bot,
            see(self._game, player, screens=False),
            budget,
            self._settings.seed,
            wait=infinite,
            finish=self._answer,
        )
        self._thinking = thinking
        thinking.begin()

    def _budget(self, words: list[str]) -> tuple[Budget, bool]:
        """What `go` allows, and whether the answer waits for `stop`."""
        given: dict[str, int] = {}
        infinite = False
        rest = iter(words)
        for word in rest:
            if word == "infinite":
                infinite = True
            elif word in ("movetime", "nodes", "depth"):
                given[word] = max(1, _whole_number(word, next(rest, ""), 0, _LARGEST))
            else:
                raise ProtocolError(f"go {_shortened(word)}: there are movetime, nodes, depth and infinite")
        seconds = min(given["movetime"] / 1000, _FOREVER) if "movetime" in given else _FOREVER if infinite else None
        depth = min(given["depth"], 60) if "depth" in given else None
        return Budget(seconds, given.get("nodes"), depth, self._settings.threads), infinite

    def _answer(self, thinking: _Thinking, result: Thought | Exception) -> None:
        """Written by the thinking thread. When it is, the engine is idle again, before anybody can ask."""
        with self._lock:
            try:
                self._write_answer(result)
            finally:
                self._thinking = None  # not before: who leaves meanwhile waits for the thought

    def _write_answer(self, result: Thought | Exception) -> None:
        if isinstance(result, Exception):
            self._write(f"error the bot failed: {result!r}")
            return
        milliseconds = round(result.seconds * 1000)
        rate = round(result.nodes / result.seconds) if result.seconds > 0 else result.nodes
        score = " ".join(map(str, thousandths(result.chances)))
        line = " ".join(map(str, result.lines[0].moves))
        self._write(
            f"info depth {result.depth} nodes {result.nodes} nps {rate} time {milliseconds} score {score} pv {line}"
        )
        self._write(f"bestmove {result.move}")

    def _stop(self, words: list[str]) -> None:
        _nothing_more("stop", words)
        with self._lock:
            thinking = self._thinking
        if thinking is None:
            raise ProtocolError("nothing to stop")
        thinking.stop()
        thinking.wait()


def _nothing_more(command: str, words: list[str]) -> None:
    if words:
        raise ProtocolError(f"{command} stands alone, without {_shortened(words[0])}")


def _shortened(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")


def serve(
    levels: Sequence[str], level: str, make_bot: Callable[[str], Bot], *, read_from: int = 0, write_to: int = 1
) -> None:
    """Speak the protocol until `quit`, or until the other side has gone."""
    heard = True

    def write(line: str) -> None:
        nonlocal heard
        data = line.encode("ascii") + b"\n"
        try:
            while data and heard:
                data = data[os.write(write_to, data) :]
        except BrokenPipeError:  # nobody listens any more; the thread that wrote need not know
            heard = False

    engine = Engine(levels, level, make_bot, write)
    try:
        for line in lines_from(read_from):
            if not (engine.tell(line) and heard):
                engine.quit()
                return
        engine.finish()
    except KeyboardInterrupt:
        engine.quit()  # or the thought would still be there when all else has gone
        raise
