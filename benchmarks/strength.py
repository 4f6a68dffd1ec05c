"""Matches between bots on the core, the same deals from every seat: python benchmarks/strength.py FIRST SECOND.

FIRST plays one seat and SECOND all others; every deal is played once from each seat. A shared win counts in parts. The
interval is of 95 %, from the spread between deals.

    python benchmarks/strength.py champion flat-200k --games 200 --seconds 1
    python benchmarks/strength.py champion flat-200k --games 100 --layout 4 --nodes 24000
    python benchmarks/strength.py champion search --games 400 --nodes 20000 --others-nodes 20000
    python benchmarks/strength.py --ladder --games 100

A match of hours can be stopped at any time: with --record FILE every deal is written down as it ends, and the same
command goes on from there. A file is only gone on with by the same bots under the same terms that play the same moves.

    python benchmarks/strength.py champion search --games 400 --seconds 1 --others-seconds 1 --record second.jsonl
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from statistics import mean, stdev

from indigo import _core
from indigo.board import LAYOUTS
from indigo.engine.core_bot import core_bot, model_in
from indigo.engine.fingerprint import fingerprint
from indigo.engine.levels import LEVELS
from indigo.engine.model import fingerprint as model_fingerprint


@dataclass(frozen=True)
class Terms:
    """What a match is played under: each side's limits, 0 for what it is used to."""

    layout: str
    hand: int
    seconds: float
    nodes: int
    others_seconds: float
    others_nodes: int
    seed: int


@dataclass(frozen=True)
class Deal:
    """One deal, played from every seat."""

    wins: float  # the first bot's share
    lead: float  # its points over the mean of the others'
    seconds: float  # a move of the first bot's
    others_seconds: float


@dataclass(frozen=True)
class Player:
    """A bot by its name, with the model of the file in it, if there is one: read once, whatever becomes of the file."""

    name: str
    model: bytes | None

    @classmethod
    def named(cls, name: str) -> Player:
        """The bot of this name."""
        return cls(name, model_in(name))


def play_deal(first: Player, second: Player, number: int, terms: Terms) -> Deal:
    """Play one deal from every seat."""
    players = LAYOUTS[terms.layout].players
    one, other = core_bot(first.name, first.model), core_bot(second.name, second.model)
    wins = lead = seconds = others_seconds = 0.0
    for seat in range(players):
        seats = [(other, terms.others_seconds, terms.others_nodes)] * players
        seats[seat] = (one, terms.seconds, terms.nodes)
        winners, points, thought = _core.play_game(seats, terms.layout, terms.hand, terms.seed * 1_000_003 + number)
        wins += (seat + 1 in winners) / len(winners) / players
        lead += (points[seat] - (sum(points) - points[seat]) / (players - 1)) / players
        seconds += thought[seat] / players
        others_seconds += (sum(thought) - thought[seat]) / (players - 1) / players
    return Deal(wins, lead, seconds, others_seconds)


def match(first: str, second: str, games: int, terms: Terms, threads: int, record: Path | None = None) -> None:
    """Play, and say how it stands after every ten deals; go on where *record* ends, if there is one."""
    one, other = Player.named(first), Player.named(second)
    deals = [] if record is None else resume(record, one, other, terms)
    count = -(-games // LAYOUTS[terms.layout].players)
    if len(deals) >= count:
        _tell(first, second, deals, terms, end="\n")
    with ThreadPoolExecutor(threads) as pool:
        for deal in pool.map(lambda number: play_deal(one, other, number, terms), range(len(deals), count)):
            deals.append(deal)
            if record is not None:
                with record.open("a") as file:
                    file.write(json.dumps(asdict(deal)) + "\n")
            if len(deals) % 10 == 0 or len(deals) == count:
                _tell(first, second, deals, terms, end="\n" if len(deals) == count else "\r")


@cache
def play() -> int:
    """The number that changes only when the bots' play changes."""
    return fingerprint()


def resume(record: Path, first: Player, second: Player, terms: Terms) -> list[Deal]:
    """The deals that *record* holds; begin it if there is none. Raise ValueError if it is of another match."""
    match = {"first": first.name, "second": second.name, **asdict(terms), "play": play()}
    match |= {f"{one.name} is": model_fingerprint(one.model) for one in (first, second) if one.model is not None}
    if not record.exists() or record.stat().st_size == 0:
        record.write_text(json.dumps(match) + "\n")
        return []
    try:
        head, *lines = record.read_text().splitlines()
        begun = json.loads(head)
    except ValueError:
        raise ValueError(f"{record} does not begin as the record of a match does") from None
    if begun != match:
        raise ValueError(f"{record} is of another match: {begun}, not {match}")
    try:
        deals = [Deal(**json.loads(line)) for line in lines[:-1]]
    except (TypeError, ValueError):
        raise ValueError(f"{record} is damaged") from None
    with suppress(TypeError, ValueError):  # the last line may have broken off, with the power or a full disk
        deals += [Deal(**json.loads(line)) for line in lines[-1:]]
    if len(deals) < len(lines):
        record.write_text("".join(line + "\n" for line in (head, *lines[:-1])))
    return deals


def _tell(first: str, second: str, deals: list[Deal], terms: Terms, end: str) -> None:
    share = mean(deal.wins for deal in deals)
    interval = 1.96 * stdev(deal.wins for deal in deals) / len(deals) ** 0.5 if len(deals) > 1 else 0.5
    print(
        f"{first} - {second}, layout {terms.layout}, {terms.hand} in hand, {len(deals) * LAYOUTS[terms.layout].players}"
        f" games: {share:.1%} ± {interval:.1%}, lead {mean(deal.lead for deal in deals):+.2f},"
        f" {mean(deal.seconds for deal in deals):.3f} s a move"
        f" against {mean(deal.others_seconds for deal in deals):.3f} s",
        end=end,
        flush=True,
    )


def main() -> None:
    """Read what to play, and play it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bots", nargs="*", metavar="BOT")
    parser.add_argument("--ladder", action="store_true", help="every level against the one below")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--layout", choices=list(LAYOUTS), default="2")
    parser.add_argument("--hand", type=int, choices=(1, 2), default=1)
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--nodes", type=int, default=0)
    parser.add_argument("--others-seconds", type=float, default=0.0, help="for all seats but the first bot's")
    parser.add_argument("--others-nodes", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--record", type=Path, help="write every deal down in this file, and go on where it ends")
    asked = parser.parse_args()
    terms = Terms(
        asked.layout, asked.hand, asked.seconds, asked.nodes, asked.others_seconds, asked.others_nodes, asked.seed
    )
    if asked.ladder and asked.record is not None:
        parser.error("--record holds one match, not a ladder")
    if asked.ladder:
        for lower, upper in pairwise(LEVELS):
            match(upper, lower, asked.games, terms, asked.threads)
    elif len(asked.bots) == 2:
        try:
            match(asked.bots[0], asked.bots[1], asked.games, terms, asked.threads, asked.record)
        except (OSError, ValueError) as problem:
            parser.error(str(problem))
    else:
        parser.error("two bots, or --ladder")


if __name__ == "__main__":
    main()
