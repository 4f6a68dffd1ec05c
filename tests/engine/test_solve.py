"""The solver against a second one that is short, slow and plain."""

from __future__ import annotations

from collections import Counter

import pytest

from indigo import _core
from indigo.board import COPIES, KINDS
from indigo.engine.bot import Budget
from indigo.engine.conversion import core_position, rules_move
from indigo.engine.core_bot import CoreBot
from indigo.engine.solver import NotSolved, solve
from indigo.notation import read_position
from indigo.position import UNKNOWN, Position
from indigo.rules import Game
from indigo.view import see


def late_game(empty: int, layout: str, seed: int) -> Game | None:
    """A game between careless players until so many cells are empty, if it lasts so long."""
    game = Game.shuffled(layout, seed=seed)
    bot = CoreBot("greedy")
    while not game.over and game.position.tiles.count(0) > empty:
        game.play(bot.think(see(game, game.player), Budget(), seed=seed + game.turns_played).move)
    return None if game.over else game


def plain(position: Position, kind: str) -> tuple[float, ...]:
    """Everybody's chances when the player to move holds *kind* and every other tile is chance."""
    me = position.player
    best: tuple[float, ...] = ()
    hands = tuple(kind if player == me else UNKNOWN for player in range(1, position.layout.players + 1))
    game = Game.at(position._replace(hands=hands), UNKNOWN * position.stacked, hand=1)
    for move in game.legal_moves:
        game.play(move)
        here = expected(game.position) if not game.over else shares(game.winners, game.layout.players)
        game.undo()
        if not best or here[me - 1] > best[me - 1]:
            best = here
    return best


def expected(position: Position) -> tuple[float, ...]:
    left = Counter(COPIES)
    left.subtract(position.placed)
    total = [0.0] * position.layout.players
    for kind in KINDS:
        if left[kind]:
            for who, chance in enumerate(plain(position, kind)):
                total[who] += chance * left[kind] / left.total()
    return tuple(total)


def shares(winners: tuple[int, ...], players: int) -> tuple[float, ...]:
    return tuple((player in winners) / len(winners) for player in range(1, players + 1))


def tense(game: Game) -> Position:
    """The position as the player to move sees it, with the totals level, so that every gem left counts."""
    position = see(game, game.player, screens=False).position
    return position._replace(won=((0, 0, 0),) * len(position.won))


def test_the_end_is_solved_as_a_plain_solver_solves_it() -> None:
    games = [game for seed in range(16) if (game := late_game(3, "2", seed)) is not None]
    undecided = 0
    for game in games:
        position = tense(game)
        truth = plain(position, position.hands[game.player - 1])
        assert solve(position).chances == pytest.approx(truth, abs=1e-5)
        undecided += 0 < truth[0] < 1
    assert undecided


@pytest.mark.parametrize("layout", ["3", "3own", "4"])
def test_with_more_players_the_chances_together_are_one(layout: str) -> None:
    game = next(game for seed in range(50) if (game := late_game(4, layout, seed)) is not None)
    for answer in solve(tense(game)).answers:
        assert sum(answer.chances) == pytest.approx(1, abs=1e-4)


def test_every_move_is_in_the_answer_and_the_best_is_first() -> None:
    game = next(game for seed in range(50) if (game := late_game(4, "2", seed)) is not None)
    solution = solve(see(game, game.player, screens=False).position)
    assert {answer.move for answer in solution.answers} == set(game.legal_moves)
    own = [answer.chances[game.player - 1] for answer in solution.answers]
    assert own == sorted(own, reverse=True)


def test_a_waiting_game_with_nine_cells_is_seen_through_with_few_nodes() -> None:
    position = read_position(
        "*D11E3*/C1E4A1E5C2C1/C1C0D11D2E31/D2C0E4D02E5B0/*C2B01*E41C0*/B0D2E3E2E41A1D0/D1D0D0D1C1A11/C0E3B0E0C0B0/*B0D0C0*"
        " Ec31,Ee65,Ef45 2 2 ?/C 310/300"
    )
    best = _core.solve(core_position(position), nodes=175_000, all=False)
    assert best.complete
    (move, chances), *_ = best.moves
    assert str(rules_move(*move)) == "c4C2"
    assert chances == pytest.approx([0.25, 0.75], abs=1e-6)


def test_where_not_all_moves_can_be_solved_the_best_of_some_is_known() -> None:
    """What the moves are worth is from the solver, given all the time that it needs."""
    position = read_position(
        "*D1E1D1*/1E3C1D1A11/2D2E5E52/B01C2E4D1C0C01/*E4C0B0*A1C0E5*/A0D2D1E11B0E1E3/A0E0D0C1E1B01/B0A0D2C1A1C1/*D1C2D1*"
        " Af64,Ed70,Ee63 2 1 D/? 320/210"
    )
    thought = CoreBot("champion").think(see(Game.at(position), 1, screens=False), Budget(nodes=350_000), seed=1)
    assert thought.depth < 10  # the whole solution takes longer
    assert str(thought.move) in ("d2D0", "c1D2")
    assert thought.lines[0].chances[0] == pytest.approx(0.671, abs=5e-4)


def test_too_many_empty_cells_are_not_solved() -> None:
    game = Game.shuffled("2", seed=1)
    with pytest.raises(NotSolved):
        solve(see(game, 1, screens=False).position, nodes=1000)


def test_solving_stops_when_told() -> None:
    stop = _core.StopToken()
    stop.stop()
    game = Game.shuffled("2", seed=1)
    with pytest.raises(NotSolved):
        solve(see(game, 1, screens=False).position, stop=stop)
