"""Analysis: gems' chances, moves and whole games, and pictures of all that."""

from __future__ import annotations

import json
from collections import Counter
from xml.etree import ElementTree

import pytest

from indigo._core import StopToken
from indigo.engine.analysis import (
    HiddenHand,
    analyse_game,
    analyse_position,
    chances_after,
    gem_chances,
    share_of,
)
from indigo.engine.arena.runner import Contest, Entrant, play_contest
from indigo.engine.arena.standings import standings
from indigo.engine.bot import Budget, Line, Thought
from indigo.engine.plots import game_svg, position_svg, standings_svg
from indigo.i18n import words
from indigo.journeys import Exit
from indigo.notation import read_position
from indigo.record import Record
from indigo.rules import Game
from indigo.view import see
from tests.support.random_games import random_game, random_turns


class Points:
    """A bot whose chances can be checked by hand: who has more points is sure to win. It plays the first move."""

    name = "points"

    def think(self, view: Game, budget: Budget, *, seed: int = 0, stop: StopToken | None = None) -> Thought:
        move = min(view.legal_moves)
        most = max(view.points)
        leaders = [points == most for points in view.points]
        chances = tuple(leader / sum(leaders) for leader in leaders)
        return Thought(move, (Line((move,), chances, tuple(map(float, view.points))),), 1, 0.0)


def part_played(layout: str, hand: int, turns: int, seed: object = "analysis") -> Game:
    game = Game.shuffled(layout, hand, seed=repr(seed))
    for _, _ in zip(range(turns), random_turns(game, seed), strict=False):
        pass
    return game


# ------------------------------------------------------------------------------------------------ gems


@pytest.mark.parametrize("turns", [0, 10, 30, 45])
def test_every_gem_ends_somewhere(turns: int) -> None:
    position = part_played("2", 1, turns).position
    gems = gem_chances(position, fillings=500)
    assert len(gems) == position.left
    for gem in gems:
        assert sum(gem.gateways) + gem.meets == pytest.approx(1)


def test_at_the_start_all_corners_are_alike() -> None:
    gems = gem_chances(Game.shuffled("2", seed=1).position, fillings=20_000)
    assert [gem.gem for gem in gems].count("A") == 6
    assert [gem.gem for gem in gems].count("E") == 6  # one of them is the sapphire, and nobody knows which
    assert sum(gem.worth for gem in gems) == pytest.approx(6 * 1 + 5 * 2 + 3)
    by_gateway = [sum(gem.worth * gem.gateways[number] for gem in gems) for number in range(6)]
    assert max(by_gateway) - min(by_gateway) < 0.06
    corners = [gem for gem in gems if gem.gem == "A"]
    likeliest = [max(gem.gateways) for gem in corners]
    assert max(likeliest) - min(likeliest) < 0.03
    assert {gem.cell for gem in corners} == {"a1", "a5", "e9", "i5", "i1", "e1"}


def test_with_one_cell_left_the_chances_are_those_of_the_last_tiles_turns() -> None:
    game = next(game for seed in range(100) if (game := random_game("2", 1, seed)).turns_played == 54)
    game.undo()
    moves = tuple(game.legal_moves)
    leaves: Counter[tuple[str, int, int]] = Counter()
    for move in moves:
        for journey in game.play(move).journeys:
            if isinstance(journey.end, Exit):
                leaves[journey.cell, journey.side, journey.end.gateway] += 1
        game.undo()
    for gem in gem_chances(game.position, fillings=50_000):
        for gateway, chance in enumerate(gem.gateways, start=1):
            assert chance == pytest.approx(leaves[gem.cell, gem.side, gateway] / len(moves), abs=0.02)


def test_a_board_without_gems_has_no_chances() -> None:
    assert gem_chances(random_game("2", 1, 1).position) == ()


# ------------------------------------------------------------------------------------------------ positions and moves


def test_a_position_is_seen_through_the_eyes_of_the_player_to_move() -> None:
    class Watching(Points):
        def think(self, view: Game, budget: Budget, *, seed: int = 0, stop: StopToken | None = None) -> Thought:
            assert view.hands[view.player % 2] == "?"
            return super().think(view, budget, seed=seed, stop=stop)

    game = part_played("2", 1, 12)
    data = json.loads(json.dumps(analyse_position(game, Watching(), Budget()).as_data()))
    assert data["format"] == "indigo-analysis-position-1"
    assert set(data) == {"format", "position", "player", "best", "depth", "nodes", "seconds", "moves", "gems"}
    assert data["position"] == str(game.position)
    assert set(data["moves"][0]) == {"move", "chances", "points", "line"}
    assert set(data["gems"][0]) == {"gem", "cell", "side", "worth", "gateways", "meets"}


@pytest.mark.parametrize("hand", [1, 2])
def test_after_a_move_every_tile_that_the_next_player_may_hold_is_asked_about_once(hand: int) -> None:
    asked: list[str] = []

    class Asked(Points):
        def think(self, view: Game, budget: Budget, *, seed: int = 0, stop: StopToken | None = None) -> Thought:
            asked.append(view.hands[view.player - 1])
            assert set(view.hands[view.player % 2]) == {"?"}
            return super().think(view, budget, seed=seed, stop=stop)

    game = part_played("2", hand, 8)
    view = see(game, game.player, screens=False)
    chances = chances_after(view, min(game.legal_moves), Asked(), Budget())
    assert len(asked) == len(set(asked)) == (5 if hand == 1 else 15)
    assert sum(chances) == pytest.approx(1)


def test_the_budget_is_divided() -> None:
    assert share_of(Budget(1.0, 100, 3, 2), 4) == Budget(0.25, 25, 3, 2)
    assert share_of(Budget(nodes=1), 5) == Budget(nodes=1)


# ------------------------------------------------------------------------------------------------ games


def test_the_best_move_costs_nothing_and_none_brings_a_profit() -> None:
    record = Record.of(random_game("2", 1, "game"), ["Ada", "Ben"])
    seen: list[int] = []
    analysis = analyse_game(record, Points(), Budget(), progress=seen.append)
    assert seen == list(range(1, len(record.moves) + 1))
    assert [moment.move for moment in analysis.moments] == [move for move, _ in record.moves]
    assert all(moment.loss >= 0 for moment in analysis.moments)
    assert all(moment.loss == 0 for moment in analysis.moments if moment.move == moment.best)
    assert analysis.result is not None
    assert sum(analysis.result) == pytest.approx(1)
    data = json.loads(json.dumps(analysis.as_data()))
    assert set(data) == {
        "format",
        "players",
        "layout",
        "moves",
        "turning_points",
        "mean_loss",
        "result",
        "points",
    }
    assert data["points"] == list(record.result or ())


def test_a_move_that_throws_the_game_away_is_a_turning_point() -> None:
    class Tyrant(Points):
        """Knows that player 1 wins whenever a2 is filled next, and at no other time."""

        def think(self, view: Game, budget: Budget, *, seed: int = 0, stop: StopToken | None = None) -> Thought:
            filled = view.position.tile_at(1) is not None
            line = Line((min(view.legal_moves),), (1.0, 0.0) if filled else (0.0, 1.0), (0.0, 0.0))
            return Thought(line.move, (line,), 1, 0.0)

    game = Game("2", ["E", "A"], draws="CCCC", moves=["d4E5"])
    analysis = analyse_game(Record.of(game, ["Ada", "Ben"]), Tyrant(), Budget())
    [moment] = analysis.turning_points
    assert (moment.number, moment.player, moment.loss) == (1, 1, 1.0)
    assert analysis.mean_loss(1) == 1.0
    assert analysis.result is None


def test_a_record_with_hidden_tiles_cannot_be_judged() -> None:
    game = part_played("2", 1, 6)
    with pytest.raises(HiddenHand):
        analyse_game(Record.of(see(game, 1), ["Ada", "Ben"]), Points(), Budget())


# ------------------------------------------------------------------------------------------------ pictures


def test_pictures_are_well_formed_and_the_same_every_time(table: tuple[str, int]) -> None:
    layout, hand = table
    say = words("ru")
    game = part_played(layout, hand, 15)
    position = analyse_position(game, Points(), Budget())
    whole = analyse_game(
        Record.of(random_game(layout, 1, "picture"), ["<&>"] * game.layout.players), Points(), Budget()
    )
    contest = Contest((Entrant("random"), Entrant("greedy")), layout=layout, hand=hand, deals=1)
    results = standings(contest, list(play_contest(contest)))
    for theme in ("light", "dark"):
        for svg, again in (
            (position_svg(position, say, theme=theme), position_svg(position, say, theme=theme)),
            (game_svg(whole, say, theme=theme), game_svg(whole, say, theme=theme)),
            (standings_svg(results, say, theme=theme), standings_svg(results, say, theme=theme)),
        ):
            assert svg == again
            assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"


def test_a_game_of_which_nothing_is_played_has_a_picture_too() -> None:
    analysis = analyse_game(Record.of(Game.shuffled("2", seed=1), ["Ada", "Ben"]), Points(), Budget())
    ElementTree.fromstring(game_svg(analysis, words("en")))


def test_the_best_move_lies_on_the_board_in_the_picture() -> None:
    start = Game.at(read_position("*3*/6/7/8/*3*3*/8/7/6/*3* - 2 1 E/? 000/000"))
    svg = position_svg(analyse_position(start, Points(), Budget()), words("en"))
    assert "a2E0" in svg
    assert "opacity" in svg
