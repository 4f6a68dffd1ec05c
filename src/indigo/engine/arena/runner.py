"""The arena: bots and engines of others play many games, fairly, and every game is kept.

Luck is large in Indigo, so every deal is played once in each rotation of the seats: with two players, twice, with the
seats exchanged. A deal, not a game, is the unit of all statistics (see `ratings`). An engine that crashes, hangs or
cheats loses that game. Each program is started anew for every game, since one that lived on would know the deal when it
meets it again from another seat.
"""

from __future__ import annotations

import hashlib
import os
import random
import signal
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from itertools import combinations
from multiprocessing import active_children, get_context
from typing import Final, NoReturn

from indigo._core import StopToken
from indigo.board import LAYOUTS
from indigo.engine.arena.ratings import clearly_apart
from indigo.engine.bot import Bot, Budget
from indigo.engine.core_bot import model_in
from indigo.engine.external import EngineFault, ExternalEngine, Fault, end_all_engines
from indigo.engine.roster import bot_named
from indigo.errors import RuleError
from indigo.record import Record
from indigo.rules import Game
from indigo.signals import hear_signals, uninterrupted
from indigo.view import see

_SEED_BITS: Final = 53
_LOOKS_FOR_ITS_PARENT: Final = 1.0
"""So many seconds after its parent has gone a process follows it at the latest."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who plays: one of our own bots by name, or a program of somebody else by its command.

    A model whose file is part of the name is read here, once: whatever becomes of the file, all games are its own.
    """

    name: str
    command: tuple[str, ...] = ()
    model: bytes | None = field(init=False, default=None, repr=False)

    def __post_init__(self) -> None:
        """Read the model. BadModel if there is none in the file."""
        if not self.command:
            object.__setattr__(self, "model", model_in(self.name))


def lineups_for(numbers: Sequence[int], players: int) -> tuple[tuple[int, ...], ...]:
    """Who sits down together. Up to *players* all do, and the last one takes the seats that are left: a bot against
    three of another. Of more, every choice of so many plays: a round robin.

    >>> lineups_for([0, 1], 4), lineups_for([0, 1, 2], 2)
    (((0, 1, 1, 1),), ((0, 1), (0, 2), (1, 2)))
    """
    if len(numbers) > players:
        return tuple(combinations(dict.fromkeys(numbers), players))
    return ((*numbers, *[numbers[-1]] * (players - len(numbers))),)


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played: who, at which kind of table, how many deals, and how long everybody may think.

    *lineups* says who sits down together, by number of entrant; without it `lineups_for` does.
    """

    entrants: tuple[Entrant, ...]
    layout: str = "2"
    hand: int = 1
    deals: int = 50
    seed: int = 0
    budget: Budget = field(default_factory=Budget)
    grace_seconds: float = 2.0
    patience_seconds: float = 60.0
    lineups: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        """Seat everybody, if the caller has not."""
        if not self.lineups:
            object.__setattr__(self, "lineups", lineups_for(tuple(range(len(self.entrants))), self.players))

    @property
    def players(self) -> int:
        """How many sit at a table."""
        return LAYOUTS[self.layout].players

    @property
    def games(self) -> int:
        """How many games it is in all."""
        return len(self.lineups) * self.deals * self.players


@dataclass(frozen=True, slots=True)
class Failing:
    """Who failed in a game, and how."""

    seat: int
    fault: Fault
    text: str


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of the arena: who sat where, what each got, and how it came to its end."""

    lineup: int
    deal: int
    rotation: int
    seats: tuple[int, ...]
    """By seat: the number of the entrant."""
    shares: tuple[float, ...]
    """By seat: the part of the win. Who fails gets nothing, and the others share what is left."""
    points: tuple[int, ...]
    moves: int
    seconds: tuple[float, ...]
    """By seat: the time spent on thinking."""
    turns: tuple[int, ...]
    """By seat: how many moves were asked for."""
    failing: Failing | None
    record: Record


@dataclass(frozen=True, slots=True)
class Deal:
    """All games of one deal: the task that a process is given."""

    contest: Contest
    lineup: int
    number: int

    @property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """The lineup in every rotation. Who sits next to whom differs from deal to deal."""
        dice = random.Random(f"{self.contest.seed}/{self.number}/seats")
        order = sorted(self.contest.lineups[self.lineup], key=lambda _: dice.random())
        return tuple(tuple(order[turn:] + order[:turn]) for turn in range(len(order)))


# ------------------------------------------------------------------------------------------------ one game


def play_deal(deal: Deal, stop: StopToken | None = None) -> tuple[PlayedGame, ...]:
    """Play a deal once in every rotation of the seats."""
    return tuple(play_game(deal, rotation, stop) for rotation in range(deal.contest.players))


def play_game(deal: Deal, rotation: int, stop: StopToken | None = None) -> PlayedGame:
    """Play one game to its end, or until somebody fails; with *stop* raised, everybody moves at once."""
    contest = deal.contest
    seats = deal.seatings[rotation]
    game = Game.shuffled(contest.layout, contest.hand, seed=f"{contest.seed}/{deal.number}")
    seconds = [0.0] * len(seats)
    turns = [0] * len(seats)
    failing: Failing | None = None
    with ExitStack() as running:
        bots: list[Bot] = []
        for seat, entrant in enumerate(seats, start=1):
            try:
                bots.append(_sat_down(contest, contest.entrants[entrant], running))
            except EngineFault as fault:
                failing = Failing(seat, fault.fault, fault.text)
                break
        while failing is None and not game.over:
            seat = game.player
            began = time.perf_counter()
            turns[seat - 1] += 1
            try:
                seed = _seed(contest.seed, deal.number, game.turns_played)
                _take_turn(game, bots[seat - 1], contest.budget, seed, stop)
            except EngineFault as fault:
                failing = Failing(seat, fault.fault, fault.text)
            seconds[seat - 1] += time.perf_counter() - began
    return PlayedGame(
        lineup=deal.lineup,
        deal=deal.number,
        rotation=rotation,
        seats=seats,
        shares=_shares(game, failing),
        points=game.points,
        moves=game.turns_played,
        seconds=tuple(seconds),
        turns=tuple(turns),
        failing=failing,
        record=_record(deal, rotation, game, failing),
    )


def _sat_down(contest: Contest, entrant: Entrant, running: ExitStack) -> Bot:
    """The entrant's bot, fresh for this seat and this game."""
    if not entrant.command:
        return bot_named(entrant.name, entrant.model)
    engine = ExternalEngine(
        entrant.name,
        entrant.command,
        grace_seconds=contest.grace_seconds,
        patience_seconds=contest.patience_seconds,
    )
    running.push(engine)  # before it runs, so that nothing can come between
    return engine.__enter__()


def _take_turn(game: Game, bot: Bot, budget: Budget, seed: int, stop: StopToken | None) -> None:
    """Show the bot what its seat sees, and play the move that it answers with."""
    # Totals are open: everybody saw every gem being won, and a program forgets nothing.
    view = see(game, game.player, screens=False)
    try:
        thought = bot.think(view, budget, seed=seed, stop=stop)
    except EngineFault:
        raise
    except Exception as error:  # a defect in one bot must not end the contest of all
        raise EngineFault("crashed", repr(error)) from error
    try:
        game.play(thought.move)
    except RuleError as error:
        raise EngineFault("cheated", str(error)) from None


def _seed(*parts: int) -> int:
    digest = hashlib.sha256("/".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:8], "big") >> (64 - _SEED_BITS)


def _shares(game: Game, failing: Failing | None) -> tuple[float, ...]:
    seats = range(1, game.layout.players + 1)
    winners = game.winners if failing is None else [seat for seat in seats if seat != failing.seat]
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in seats)


def _record(deal: Deal, rotation: int, game: Game, failing: Failing | None) -> Record:
    contest = deal.contest
    names = [contest.entrants[entrant].name for entrant in deal.seatings[rotation]]
    tags = {"Event": "Arena", "Shuffle": f"{contest.seed}/{deal.number}"}
    comments: list[tuple[int, str]] = []
    if failing is not None:
        tags["Termination"] = f"{names[failing.seat - 1]} (seat {failing.seat}) {failing.fault}"
        comments.append((game.turns_played, failing.text.replace("}", ")").replace("{", "(")[:200]))
    return Record.of(game, names, tags, comments=comments)


# ------------------------------------------------------------------------------------------------ a whole contest


def play_contest(
    contest: Contest, *, jobs: int = 1, until_clear: bool = False, stop: StopToken | None = None
) -> Iterator[tuple[PlayedGame, ...]]:
    """Play all deals, one after the other or in *jobs* processes; give each deal's games as soon as its turn has come.

    The deals come in order, whoever finishes first, so the same contest gives the same games (if budgets are in nodes).
    With *until_clear*, a lineup plays no more as soon as every two in it are clearly apart. *stop* ends the thoughts of
    this process, so that whoever raises it does not wait for them; other processes are ended with the iteration.
    """
    tasks = [Deal(contest, lineup, number) for number in range(contest.deals) for lineup in range(len(contest.lineups))]
    apart = _Apart(contest) if until_clear else None
    for played in _in_order(tasks, jobs, apart) if jobs > 1 else _one_by_one(tasks, apart, stop):
        if apart is None or apart.takes(played):
            yield played


class _Apart:
    """Watches which lineups are decided: the same whichever deal happened to be finished first."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._differences: list[dict[tuple[int, int], list[float]]] = [
            {pair: [] for pair in combinations(sorted(set(lineup)), 2)} for lineup in contest.lineups
        ]
        self._decided = [False] * len(contest.lineups)

    def decided(self, lineup: int) -> bool:
        return self._decided[lineup]

    def takes(self, played: Sequence[PlayedGame]) -> bool:
        """Count a deal, unless its lineup is decided already."""
        lineup = played[0].lineup
        if self._decided[lineup]:
            return False
        means = deal_means(played)
        for (one, other), differences in self._differences[lineup].items():
            differences.append(means[one] - means[other])
        self._decided[lineup] = all(map(clearly_apart, self._differences[lineup].values()))
        return True


def deal_means(played: Sequence[PlayedGame]) -> dict[int, float]:
    """By entrant: the mean share of the win, over all games and seats of one deal."""
    shares: dict[int, list[float]] = {}
    for game in played:
        for entrant, share in zip(game.seats, game.shares, strict=True):
            shares.setdefault(entrant, []).append(share)
    return {entrant: sum(values) / len(values) for entrant, values in shares.items()}


def _one_by_one(
    tasks: Sequence[Deal], apart: _Apart | None, stop: StopToken | None
) -> Iterator[tuple[PlayedGame, ...]]:
    for task in tasks:
        if apart is None or not apart.decided(task.lineup):
            yield play_deal(task, stop)


def _in_order(tasks: Sequence[Deal], jobs: int, apart: _Apart | None) -> Iterator[tuple[PlayedGame, ...]]:
    """Play in several processes, a few deals ahead at most, and hand the deals out in their order."""
    not_ours = set(active_children())
    # Fresh processes, since a fork of one with threads may hang.
    pool = ProcessPoolExecutor(
        jobs, mp_context=get_context("spawn"), initializer=_leave_when_told, initargs=(os.getpid(),)
    )
    waiting: dict[int, Future[tuple[PlayedGame, ...]]] = {}
    begun = 0
    try:
        for number, task in enumerate(tasks):
            while begun < len(tasks) and begun < number + 2 * jobs:
                if apart is None or not apart.decided(tasks[begun].lineup):
                    with uninterrupted():  # which starts a process
                        waiting[begun] = pool.submit(play_deal, tasks[begun])
                begun += 1
            if number not in waiting:
                continue
            if apart is not None and apart.decided(task.lineup):
                waiting.pop(number).cancel()
                continue
            yield waiting.pop(number).result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(active_children()) - not_ours:  # what is still being played interests nobody any more
            process.terminate()
            process.join()


def _leave_when_told(parent: int) -> None:
    """Let a process end as soon as it is told to or its *parent* is gone, with the engines that it has started.

    Not by a Ctrl-C of its own, and not only when the core returns: a thread sees to it. The parent says who it is: when
    this process comes to ask, it may be gone already.
    """
    heard, told = hear_signals()
    heard.settimeout(_LOOKS_FOR_ITS_PARENT)

    def leave(_: socket.socket) -> NoReturn:  # which keeps the other end open
        while os.getppid() == parent:
            with suppress(TimeoutError):
                heard.recv(1)
                break
        end_all_engines()
        os._exit(1)  # an exception would only end the game at hand, and the next one would begin

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, lambda *_: None)
    threading.Thread(target=leave, args=(told,), daemon=True).start()
