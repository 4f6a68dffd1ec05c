"""What a run is: how many games at which tables, how they are played, and how one learns from them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final, Literal, NamedTuple, get_type_hints

from indigo.board import LAYOUTS
from indigo.i18n import Words

_SEED_BITS: Final = 62
"""A few less than the core takes, so that seeds can be counted up from it."""


class Table(NamedTuple):
    """Who sits down: a layout, and how many tiles each player holds. Written `3own/2`."""

    layout: str
    hand: int

    def __str__(self) -> str:
        return f"{self.layout}/{self.hand}"

    @property
    def players(self) -> int:
        """How many sit there."""
        return LAYOUTS[self.layout].players


TABLES: Final = tuple(Table(layout, hand) for layout in LAYOUTS for hand in (1, 2))
DEFAULT_MIX: Final = "2/1=40 2/2=20 3/1=10 3own/1=10 4/1=10 3/2=3 3own/2=3 4/2=4"


class BadPlan(ValueError):
    """An option that makes no sense; *key* and *values* say why, in the words of the catalogue."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key, self.values = key, values

    def told(self, say: Words) -> str:
        """Why, in the language of *say*, with numbers as they are written in it."""
        written = {name: say.number(it) if isinstance(it, int) else it for name, it in self.values.items()}
        return say(self.key, **written)


def read_mix(text: str) -> dict[Table, float]:
    """Shares of the games by table, which add up to 1.

    >>> {str(table): share for table, share in read_mix("2/1=3 4/2=1").items()}
    {'2/1': 0.75, '4/2': 0.25}
    """
    known = {str(table): table for table in TABLES}
    shares: dict[Table, float] = {}
    for word in text.replace(",", " ").split():
        name, _, share = word.partition("=")
        try:
            shares[known[name]] = float(share or 1)
        except (KeyError, ValueError):
            raise BadPlan("train.bad_mix", text=word, choices=", ".join(known)) from None
    whole = sum(shares.values())
    if not shares or min(shares.values()) < 0 or not 0 < whole < 1e9:
        raise BadPlan("train.bad_mix", text=text, choices=", ".join(known))
    return {table: share / whole for table, share in shares.items() if share > 0}


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole run; `config.json` in its folder."""

    generations: int = 10
    games: int = 20_000
    """In each generation."""
    mix: str = DEFAULT_MIX
    fillings: int = 400
    """For a move, at most: the number is drawn between a sixteenth of it and all of it."""
    width: int = 24
    spread: float = 0.01
    random: float = 0.02
    players: Literal["newest", "best"] = "newest"
    """Who plays the games: the newest model unless it has clearly lost at the gate, or the gate's winner."""
    epochs: int = 4
    batch: int = 16_384
    learning_rate: float = 0.003
    lambda_: float = 1.0
    """How far a game's end counts against what was judged along the way; 1 is the end alone."""
    window: int = 4
    """So many generations of games are kept to learn from."""
    held_out: int = 20
    """One game of so many is kept apart, to see how much was really understood."""
    gate_games: int = 400
    gate_nodes: int = 2000
    gate_movetime: int = 0
    """In milliseconds, instead of the nodes; 0 leaves it to them."""
    records: int = 8
    """So many games of each generation are kept to be looked at."""
    seed: int = 0
    start: str = ""
    """The model with which the run began, by its fingerprint; the file itself is in the run's folder."""

    def __post_init__(self) -> None:
        """Refuse what cannot work."""
        read_mix(self.mix)
        least = {"generations": 1, "games": 1, "fillings": 1, "width": 1, "epochs": 1, "batch": 2, "window": 1}
        least |= {"held_out": 2, "gate_games": 0, "gate_nodes": 0, "gate_movetime": 0, "records": 0, "seed": 0}
        for name, number in least.items():
            if getattr(self, name) < number:
                raise BadPlan("train.too_small", option=option_name(name), least=number)
        most = {"fillings": 1_000_000, "width": 1_000_000, "gate_nodes": 10**15, "gate_movetime": 10**9}
        for name, number in most.items():
            if getattr(self, name) > number:
                raise BadPlan("train.too_large", option=option_name(name), most=number)
        if not (
            0 <= self.lambda_ <= 1 and 0 <= self.random <= 1 and 0 <= self.spread <= 1 and 0 < self.learning_rate < 1
        ):
            raise BadPlan("train.out_of_range", options="--lambda, --random, --spread, --learning-rate")
        if self.players not in ("newest", "best"):
            raise BadPlan("train.bad_players", text=self.players)
        if self.gate_games and not self.gate_nodes and not self.gate_movetime:
            raise BadPlan("train.gate_needs_limit")

    @property
    def tables(self) -> dict[Table, float]:
        """Shares of the games by table."""
        return read_mix(self.mix)

    def games_by_table(self) -> dict[Table, int]:
        """How many games of a generation are played at each table; the most frequent one takes what rounding leaves."""
        games = {table: int(self.games * share) for table, share in self.tables.items()}
        largest = max(self.tables, key=lambda table: self.tables[table])
        games[largest] += self.games - sum(games.values())
        return {table: count for table, count in games.items() if count}

    def as_json(self) -> str:
        """The plan as its file holds it."""
        return json.dumps(asdict(self), indent=2) + "\n"


KEPT: Final = (
    *("games", "mix", "fillings", "width", "spread", "random", "players", "held_out", "records", "seed", "start"),
)
"""What a run keeps from its first moment to its last: its games follow from these."""


def option_name(field: str) -> str:
    """A field as it is typed: `--gate-nodes`."""
    return "--" + field.rstrip("_").replace("_", "-")


def read_plan(text: str) -> Plan:
    """The plan that a file holds."""
    data: dict[str, Any] = json.loads(text)
    return Plan(**{field.name: data[field.name] for field in fields(Plan) if field.name in data})


def changed(plan: Plan, given: Mapping[str, Any]) -> Plan:
    """The plan of a run that goes on, with the options *given* this time."""
    for name in KEPT:
        if name in given and given[name] != getattr(plan, name):
            raise BadPlan("train.kept", option=option_name(name), value=str(getattr(plan, name)))
    return replace(plan, **given)


def option_types() -> dict[str, type]:
    """The type of every option of a plan but `start`, which is a file."""
    hints = get_type_hints(Plan)
    return {
        field.name: hints[field.name] if hints[field.name] in (int, float) else str
        for field in fields(Plan)
        if field.name != "start"
    }


def derived_seed(*parts: object) -> int:
    """A seed that follows from *parts* and from nothing else."""
    digest = hashlib.sha256("/".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:8], "big") >> (64 - _SEED_BITS)
