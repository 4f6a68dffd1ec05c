"""Looking at a position, or at a whole game, through the engine's eyes.

A position: the best moves with everybody's chances, and for every gem how likely it is to leave by each gateway. A
game: everybody's chances before every move, what each move cost the one who made it, and the turning points.

What a move is worth is asked in the same way for the move that was played and for the best one: the next player's
tile, which nobody else knows, is taken for every kind that it may be, and the bot answers each time. So the two can be
compared, and a player who was unlucky is not blamed for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Final

from indigo import _core
from indigo.board import (
    AMBER,
    ARROWS,
    CELLS,
    CENTRE_ARROW_PORTS,
    CORNER_ARROW_PORTS,
    EMERALD,
    GATEWAYS,
    KINDS,
    POINTS,
    PORTS,
    SAPPHIRE,
    Gem,
)
from indigo.engine.bot import Bot, Budget, Line, Thought
from indigo.engine.conversion import core_position
from indigo.engine.untold import play_open
from indigo.moves import Move
from indigo.position import NO_GEM, UNKNOWN, Position
from indigo.record import Record
from indigo.rules import Game
from indigo.view import see

POSITION_FORMAT: Final = "indigo-analysis-position-1"
GAME_FORMAT: Final = "indigo-analysis-game-1"
FILLINGS: Final = 40_000
"""Random fillings behind the gems' chances: enough for the second digit."""
TURNING_POINT: Final = 0.1
"""A move that costs a tenth of all chances, or more, turns the game."""


class HiddenHand(ValueError):
    """A record does not say which tiles a player held, so the player's moves cannot be judged."""

    def __init__(self, number: int, player: int) -> None:
        super().__init__(f"move {number}: the tiles of player {player} are not known")
        self.player = player


# ------------------------------------------------------------------------------------------------ gems


@dataclass(frozen=True, slots=True)
class GemChances:
    """Where a gem may end, if everybody played at random from here."""

    gem: Gem
    """In the centre an emerald as long as it may be one: by which arrow the sapphire will leave, nobody knows."""
    cell: str
    side: int
    """The gem stands on this cell, at this side: at the end of its route, or on a treasure tile's arrow."""
    worth: float
    """Its points; of one in the centre, those to be expected."""
    gateways: tuple[float, ...]
    """The chance of each gateway, from 1 to 6."""
    meets: float
    """The chance that it meets another gem and is out of the game."""

    def as_data(self) -> dict[str, object]:
        """As JSON has it."""
        return {
            "gem": self.gem,
            "cell": self.cell,
            "side": self.side,
            "worth": round(self.worth, 4),
            "gateways": [round(chance, 4) for chance in self.gateways],
            "meets": round(self.meets, 4),
        }


def gem_chances(position: Position, *, fillings: int = FILLINGS, seed: int = 0) -> tuple[GemChances, ...]:
    """Every gem's chances: those at rest, those in the corners, those in the centre. The sapphire leaves it last."""
    if position.over:
        return ()
    filled = _core.fillings(core_position(position), fillings, seed % 2**64)
    places: list[tuple[Gem, int, int, float]] = [(gem, cell, side, POINTS[gem]) for gem, cell, side in position.resting]
    for (cell, side), port in zip(ARROWS, CORNER_ARROW_PORTS + CENTRE_ARROW_PORTS, strict=True):
        if position.gems[port] == NO_GEM:
            continue
        if port not in CENTRE_ARROW_PORTS:
            places.append((AMBER, cell, side, POINTS[AMBER]))
        else:
            sapphire = 1 / position.centre
            gem = SAPPHIRE if position.centre == 1 else EMERALD
            places.append((gem, cell, side, sapphire * POINTS[SAPPHIRE] + (1 - sapphire) * POINTS[EMERALD]))
    found: list[GemChances] = []
    for gem, cell, side, worth in places:
        *gateways, meets = filled.ends(PORTS[cell][side])
        found.append(
            GemChances(
                gem,
                CELLS[cell],
                side,
                worth,
                tuple(count / filled.games for count in gateways[: len(GATEWAYS)]),
                meets / filled.games,
            )
        )
    return tuple(found)


# ------------------------------------------------------------------------------------------------ a position


@dataclass(frozen=True, slots=True)
class PositionAnalysis:
    """What the engine thinks of a position."""

    position: Position
    thought: Thought
    gems: tuple[GemChances, ...]

    def as_data(self) -> dict[str, object]:
        """As JSON has it."""
        return {
            "format": POSITION_FORMAT,
            "position": str(self.position),
            "player": self.position.player,
            "best": str(self.thought.move),
            "depth": self.thought.depth,
            "nodes": self.thought.nodes,
            "seconds": round(self.thought.seconds, 3),
            "moves": [_line_data(line) for line in self.thought.lines],
            "gems": [gem.as_data() for gem in self.gems],
        }


def analyse_position(game: Game, bot: Bot, budget: Budget, *, seed: int = 0) -> PositionAnalysis:
    """Look at where *game* stands, with the eyes of the player to move."""
    view = see(game, game.player, screens=False)
    return PositionAnalysis(game.position, bot.think(view, budget, seed=seed), gem_chances(game.position, seed=seed))


def _line_data(line: Line) -> dict[str, object]:
    return {
        "move": str(line.move),
        "chances": _rounded(line.chances),
        "points": [round(points, 2) for points in line.points],
        "line": [str(move) for move in line.moves],
    }


def _rounded(chances: Sequence[float]) -> list[float]:
    return [round(chance, 4) for chance in chances]


# ------------------------------------------------------------------------------------------------ a move


def chances_after(view: Game, move: Move, bot: Bot, budget: Budget, *, seed: int = 0) -> tuple[float, ...]:
    """Everybody's chances after *move*, before anybody knows the next player's tiles."""
    trial = Game.at(view.position, hand=view.hand_size)
    play_open(trial, str(move), None)
    if trial.over:
        return final_shares(trial)
    hands = list(_possible_hands(trial))
    each = share_of(budget, len(hands))
    sums = [0.0] * trial.layout.players
    for hand, chance in hands:
        position = trial.position
        known = tuple(
            hand if player == position.player else UNKNOWN * len(other)
            for player, other in enumerate(position.hands, start=1)
        )
        told = Game.at(position._replace(hands=known), hand=view.hand_size)
        for player, value in enumerate(bot.think(told, each, seed=seed).chances):
            sums[player] += chance * value
    return tuple(sums)


def _possible_hands(game: Game) -> Iterator[tuple[str, float]]:
    """The hands that the player to move may hold, each with its chance."""
    hand = game.hands[game.player - 1]
    known = hand.replace(UNKNOWN, "")
    hidden = len(hand) - len(known)
    unseen = game.unseen
    all_hands = comb(sum(unseen.values()), hidden)
    for more in combinations_with_replacement(KINDS, hidden):
        ways = prod(comb(unseen[kind], number) for kind, number in Counter(more).items())
        if ways:
            yield "".join(sorted((*known, *more))), ways / all_hands


def share_of(budget: Budget, parts: int) -> Budget:
    """A budget for one of so many equal parts."""
    return replace(
        budget,
        seconds=None if budget.seconds is None else budget.seconds / parts,
        nodes=None if budget.nodes is None else max(1, budget.nodes // parts),
    )


def final_shares(game: Game) -> tuple[float, ...]:
    """Who has won a game that is over: a shared win counts in parts."""
    winners = game.winners
    return tuple(1 / len(winners) if player in winners else 0.0 for player in range(1, game.layout.players + 1))


# ------------------------------------------------------------------------------------------------ a game


@dataclass(frozen=True, slots=True)
class Moment:
    """One move of a game, and what the engine thinks of it."""

    number: int
    player: int
    move: Move
    best: Move
    chances: tuple[float, ...]
    """Everybody's chances before the move, if the best one is played."""
    loss: float
    """What the move cost its player, in chances to win; 0 for the best move."""

    @property
    def is_turning_point(self) -> bool:
        """Whether the game turned here."""
        return self.loss >= TURNING_POINT

    def as_data(self) -> dict[str, object]:
        """As JSON has it."""
        return {
            "number": self.number,
            "player": self.player,
            "move": str(self.move),
            "best": str(self.best),
            "chances": _rounded(self.chances),
            "loss": round(self.loss, 4),
            "turning_point": self.is_turning_point,
        }


@dataclass(frozen=True, slots=True)
class GameAnalysis:
    """A game from its first move to where its record ends."""

    players: tuple[str, ...]
    layout: str
    moments: tuple[Moment, ...]
    result: tuple[float, ...] | None
    """Who has won, in parts; None while the game goes on."""
    points: tuple[int, ...] | None

    @property
    def turning_points(self) -> tuple[Moment, ...]:
        """The moves that cost most, in the order of the game."""
        return tuple(moment for moment in self.moments if moment.is_turning_point)

    def mean_loss(self, player: int) -> float:
        """What a player's moves cost on average."""
        losses = [moment.loss for moment in self.moments if moment.player == player]
        return sum(losses) / len(losses) if losses else 0.0

    def as_data(self) -> dict[str, object]:
        """As JSON has it."""
        return {
            "format": GAME_FORMAT,
            "players": list(self.players),
            "layout": self.layout,
            "moves": [moment.as_data() for moment in self.moments],
            "turning_points": [moment.number for moment in self.turning_points],
            "mean_loss": [round(self.mean_loss(player), 4) for player in range(1, len(self.players) + 1)],
            "result": None if self.result is None else _rounded(self.result),
            "points": None if self.points is None else list(self.points),
        }


def analyse_game(
    record: Record,
    bot: Bot,
    budget: Budget,
    *,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> GameAnalysis:
    """Look at every move of a record; tell *progress* how many are done. *budget* is for each move.

    Half of the budget goes into finding the best move, half into comparing it with the one that was played.
    """
    game = record.start()
    moments: list[Moment] = []
    for number, (move, draw) in enumerate(record.moves, start=1):
        if UNKNOWN in game.hands[game.player - 1]:
            raise HiddenHand(number, game.player)
        view = see(game, game.player, screens=False)
        thought = bot.think(view, share_of(budget, 2), seed=seed)
        loss = 0.0
        if thought.move != move:
            best, played = (
                chances_after(view, tried, bot, share_of(budget, 4), seed=seed)[game.player - 1]
                for tried in (thought.move, move)
            )
            loss = max(0.0, best - played)
        moments.append(Moment(number, game.player, move, thought.move, thought.chances, loss))
        game.play(move, draw)
        if progress is not None:
            progress(number)
    return GameAnalysis(
        players=record.players,
        layout=record.layout,
        moments=tuple(moments),
        result=final_shares(game) if game.over else None,
        points=game.points if game.over else None,
    )
