"""The gate: a new model replaces the old one only after a match that it wins with 95 % confidence.

Every deal is played once from each seat: the new model sits in one, the old one in all others, and they move round. The
deal is what counts, and the match ends as soon as its result is clear, in a way that may look after every deal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Literal, NamedTuple

from indigo import _core
from indigo.engine.arena.ratings import Interval, clearly_apart, elo_of_interval, share_interval
from indigo.train.config import Plan, Table, derived_seed

LEARNED = "champion"
"""The bot of the core that thinks with a model,"""
UNLEARNED = "search"
"""and the strongest without."""

Verdict = Literal["better", "worse", "unclear"]


class Limits(NamedTuple):
    """What each may spend on a move; 0 is no limit."""

    seconds: float
    nodes: int


def limits_of(plan: Plan) -> Limits:
    """The limits of a plan's matches: time instead of nodes where it gives a time."""
    return Limits(plan.gate_movetime / 1000, 0) if plan.gate_movetime else Limits(0.0, plan.gate_nodes)


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal of the match: what the new model got of the wins, and what the others got, each on average."""

    table: Table
    new: float
    old: float

    @property
    def difference(self) -> float:
        """How much more the new model got."""
        return self.new - self.old


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended."""

    deals: tuple[Deal, ...]
    games: int

    @property
    def verdict(self) -> Verdict:
        """What is clear at 95 % confidence."""
        differences = [deal.difference for deal in self.deals]
        if not clearly_apart(differences):
            return "unclear"
        return "better" if fmean(differences) > 0 else "worse"

    @property
    def score(self) -> Interval:
        """The new model's share against the old one's, 0.5 for equals: with two players, its share of the wins."""
        return share_interval([(1 + deal.difference) / 2 for deal in self.deals], 2)

    @property
    def elo(self) -> Interval:
        """The same in Elo points."""
        return elo_of_interval(self.score)

    def as_data(self) -> dict[str, Any]:
        """As JSON has it."""
        tables = dict.fromkeys(deal.table for deal in self.deals)
        return {
            "games": self.games,
            "verdict": self.verdict,
            "score": [round(value, 4) for value in self.score],
            "elo": [round(value, 1) for value in self.elo],
            "wins": {
                str(table): round(fmean(deal.new for deal in self.deals if deal.table == table), 4) for table in tables
            },
        }


def tables_of_deals(plan: Plan) -> Iterator[Table]:
    """The tables of a match's deals, in the proportions of the mix, for ever."""
    owed = dict.fromkeys(plan.tables, 0.0)
    while True:
        for table, share in plan.tables.items():
            owed[table] += share
        due = max(owed, key=lambda table: owed[table])
        owed[due] -= 1
        yield due


def play_match(
    new: bytes,
    old: bytes | None,
    plan: Plan,
    generation: int,
    *,
    threads: int,
    earlier: Sequence[Deal] = (),
    keep: Callable[[Deal], None] = lambda deal: None,
    seconds: float | None = None,
) -> Result:
    """Play until the result is clear, the games are played or the time is up. No *old* model is the bot without one.

    *earlier* deals of the same match are not played again; *keep* is told of each new one, in their order.
    """
    import time

    models = _core.Model(new), None if old is None else _core.Model(old)
    limits = limits_of(plan)
    deals: list[Deal] = []
    games = number = 0
    deadline = None if seconds is None else time.monotonic() + seconds
    stop = _core.StopToken()
    tables = tables_of_deals(plan)
    waiting: list[tuple[Table, Future[Deal] | Deal]] = []
    begun_games = 0
    with ThreadPoolExecutor(threads) as pool:
        try:
            while True:
                while len(waiting) < 2 * threads and begun_games < plan.gate_games:
                    table = next(tables)
                    seed = derived_seed(plan.seed, generation, "gate", number)
                    waiting.append(
                        (table, earlier[number])
                        if number < len(earlier)
                        else (table, pool.submit(_play_deal, models, table, seed, limits, stop))
                    )
                    begun_games += table.players
                    number += 1
                if not waiting:
                    break
                table, coming = waiting.pop(0)
                if isinstance(coming, Deal):
                    deal = coming
                else:
                    try:
                        deal = coming.result(None if deadline is None else max(0.0, deadline - time.monotonic()))
                    except TimeoutError:
                        break
                    keep(deal)
                deals.append(deal)
                games += table.players
                if clearly_apart([deal.difference for deal in deals]):
                    break
        finally:
            stop.stop()  # what is still being played interests nobody any more
            pool.shutdown(cancel_futures=True)
    return Result(tuple(deals), games)


def _play_deal(
    models: tuple[_core.Model, _core.Model | None],
    table: Table,
    seed: int,
    limits: Limits,
    stop: _core.StopToken,
) -> Deal:
    new = _core.Bot(LEARNED, models[0])
    old = _core.Bot(UNLEARNED) if models[1] is None else _core.Bot(LEARNED, models[1])
    got = 0.0
    for seat in range(table.players):
        seats = [((new if who == seat else old), *limits) for who in range(table.players)]
        winners, _, _ = _core.play_game(seats, table.layout, table.hand, seed, stop)
        if seat + 1 in winners:
            got += 1 / len(winners)
    share = got / table.players
    return Deal(table, share, (1 - share) / (table.players - 1))
