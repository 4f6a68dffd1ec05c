"""The fast core against the law: random games played on both, and everything compared after every move.

Compared are the tiles, the gems' places, the far ends of the routes, gems won and left, hands, stacks, the player to
move, the legal moves, the end and the winners; the way each gem walked, tile by tile; and every position once more when
the whole game is taken back.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from indigo import _core
from indigo.board import CELL_NUMBER, EXIT_GATEWAY, GEMS, LAYOUTS, PORTS
from indigo.engine.conversion import core_move, core_position
from indigo.journeys import Exit, Rest, Turn
from indigo.position import GEM_CODE, Position
from indigo.rules import Game

TABLES: Final = tuple((layout, hand) for layout in LAYOUTS for hand in (1, 2))
"""Every layout with one tile in hand and with two."""
_LIST_EVERY: Final = 27
"""Legal moves are counted at every move and listed, on average, at every so many: listing costs more than the rest."""


class Difference(NamedTuple):
    """Where the two engines part: enough to play it again."""

    seed: str
    layout: str
    hand: int
    moves: str
    what: str

    def __str__(self) -> str:
        table = f"layout {self.layout}, hand {self.hand}, seed {self.seed}"
        return f"{self.what} differ after {self.moves or 'the deal'} ({table})"


class Report(NamedTuple):
    """How many games and moves were compared, how long it took, and what differed."""

    games: int
    moves: int
    seconds: float
    differences: tuple[Difference, ...]


def agree(
    games: int,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
    *,
    tables: tuple[tuple[str, int], ...] = TABLES,
) -> Report:
    """Play *games* random games on both engines, *tables* in turn; tell *progress* how many are done.

    Stops after the tenth game that differs.
    """
    differences: list[Difference] = []
    moves = played = 0
    began = time.perf_counter()
    for number in range(games):
        layout, hand = tables[number % len(tables)]
        placed, difference = compare_game(layout, hand, f"{seed}/{number}")
        moves += placed
        played += 1
        if difference is not None:
            differences.append(difference)
            if len(differences) == 10:
                break
        if progress is not None and (number + 1) % 100 == 0:
            progress(number + 1)
    return Report(played, moves, time.perf_counter() - began, tuple(differences))


def compare_game(layout: str, hand: int, seed: str) -> tuple[int, Difference | None]:
    """Play one random game on both engines; tell how many moves it had and what differed first."""
    source = random.Random(seed)
    game = Game.shuffled(layout, hand, seed=source, first=source.randrange(LAYOUTS[layout].players) + 1)
    core = core_position(game.position)
    legal = game.legal_moves
    snapshots = [snapshot(game.position, len(legal))]
    listed = source.randrange(_LIST_EVERY)

    def difference(what: str) -> tuple[int, Difference]:
        moves = " ".join(map(str, game.turns))
        return game.turns_played, Difference(seed, layout, hand, moves, what)

    if core.snapshot() != snapshots[0]:
        return difference("positions")
    while legal:
        if len(snapshots) % _LIST_EVERY == listed and sorted(map(core_move, legal)) != core.legal_moves():
            return difference("legal moves")
        turn = game.play(legal[int(source.random() * len(legal))])
        core.play(*core_move(turn.move), turn.draw)
        legal = game.legal_moves
        snapshots.append(snapshot(turn.after, len(legal)))
        if core.snapshot() != snapshots[-1]:
            return difference("positions")
        if walked(turn) != (turn.after.gems, turn.after.won):
            return difference("journeys")
    if not game.over:
        return difference("ends")
    for earlier in reversed(snapshots[:-1]):
        core.undo()
        if core.snapshot() != earlier:
            return difference("positions taken back")
    return game.turns_played, None


def snapshot(position: Position, legal: int) -> bytes:
    """A position and its number of *legal* moves as bytes, written as the core's `Position.snapshot` writes it."""
    winners = sum(1 << (winner - 1) for winner in position.winners)
    numbers = bytes(
        (position.centre, position.left, position.player, position.stacked, legal & 255, legal >> 8, winners)
    )
    won = b"".join(bytes(gems or (0, 0, 0)) for gems in position.won)
    return b"".join((position.tiles, position.far, position.gems, numbers, won, "/".join(position.hands).encode()))


def walked(turn: Turn) -> tuple[bytes, tuple[tuple[int, int, int] | None, ...]]:
    """Where the gems are and what is won after a turn, told by the gems' journeys alone."""
    if not turn.journeys:
        return turn.before.gems, turn.before.won
    gems = bytearray(turn.before.gems)
    won = [None if counts is None else list(counts) for counts in turn.before.won]
    for journey in turn.journeys:
        gems[PORTS[CELL_NUMBER[journey.cell]][journey.side]] = 0
    for journey in turn.journeys:
        match journey.end:
            case Rest(cell, side):
                gems[PORTS[CELL_NUMBER[cell]][side]] = GEM_CODE[journey.gem]
            case Exit(cell, side, gateway, owners):
                assert EXIT_GATEWAY[PORTS[CELL_NUMBER[cell]][side]] == gateway
                for owner in owners:
                    counts = won[owner - 1]
                    if counts is not None:
                        counts[GEMS.index(journey.gem)] += 1
    totals = tuple(None if counts is None else (counts[0], counts[1], counts[2]) for counts in won)
    return bytes(gems), totals


# ------------------------------------------------------------------------------------------------ perft


class Perft(NamedTuple):
    """All sequences of legal moves of one length; with their last moves: gems won, gems out, games ended."""

    sequences: int
    won: int
    out: int
    ended: int


def core_perft(position: Position, draws: str, depth: int, *, threads: int = 1) -> Perft:
    """Count on the core."""
    return Perft(*_core.perft(core_position(position), draws, depth, threads))


def rules_perft(game: Game, depth: int) -> Perft:
    """Count by the law. *game* must know its draws."""
    sequences = won = out = ended = 0
    for move in tuple(game.legal_moves):
        turn = game.play(move)
        if depth > 1:
            below = rules_perft(game, depth - 1)
            sequences, won, out, ended = (
                sequences + below.sequences,
                won + below.won,
                out + below.out,
                ended + below.ended,
            )
        else:
            exits = sum(isinstance(journey.end, Exit) for journey in turn.journeys)
            sequences += 1
            won += exits
            out += turn.before.left - turn.after.left - exits
            ended += game.over
        game.undo()
    return Perft(sequences, won, out, ended)
