"""A turn tells the whole way of every gem: complete enough to animate it."""

from __future__ import annotations

from indigo.board import CELL_NUMBER, CELLS, NEIGHBOURS, OUTSIDE, ROUTES, U_TURN_SIDES
from indigo.position import Position
from indigo.rules import UNKNOWN, Exit, Game, Journey, Meeting, Rest, Step, Turn
from tests.support.random_games import random_turns


def open_game(moves: str = "") -> Game:
    return Game("2", [UNKNOWN, UNKNOWN], UNKNOWN * 52, moves=moves)


def leads(position: Position, step: Step) -> bool:
    """Whether a route really joins the two sides of this step."""
    cell = CELL_NUMBER[step.cell]
    tile = position.tile_at(cell)
    routes = ROUTES[tile] if tile else [U_TURN_SIDES[cell]]
    return {step.side_in, step.side_out} in [set(route) for route in routes]


def beyond(cell: str, side: int) -> str | None:
    across = NEIGHBOURS[CELL_NUMBER[cell]][side]
    return None if across == OUTSIDE else CELLS[across]


def hold(turn: Turn, journey: Journey) -> None:
    first, last = journey.steps[0], journey.steps[-1]
    assert first.cell == turn.move.cell, "a gem starts over the new tile"
    assert beyond(journey.cell, journey.side) == first.cell
    assert (journey.side + 3) % 6 == first.side_in
    for step in journey.steps:
        assert leads(turn.after, step)
    for step, following in zip(journey.steps, journey.steps[1:], strict=False):
        assert beyond(step.cell, step.side_out) == following.cell
        assert (step.side_out + 3) % 6 == following.side_in
    if isinstance(journey.end, Rest):
        assert journey.end == (last.cell, last.side_out)
        ahead = beyond(*journey.end)
        assert ahead is not None
        assert turn.after.tiles[CELL_NUMBER[ahead]] == 0
        assert (journey.gem, CELL_NUMBER[last.cell], last.side_out) in turn.after.resting
    elif isinstance(journey.end, Exit):
        assert (journey.end.cell, journey.end.side) == (last.cell, last.side_out)
        assert beyond(last.cell, last.side_out) is None
        assert journey.end.owners == turn.after.layout.owners[journey.end.gateway - 1]
    else:
        other = turn.journeys[journey.end.journey]
        assert other is not journey
        assert other.gem == journey.end.gem
        assert isinstance(other.end, Meeting)
        assert turn.journeys[other.end.journey] is journey
        assert len(other.steps) == len(journey.steps), "both run the same distance"
        assert other.end.inside == journey.end.inside
        if journey.end.inside:
            assert (last.cell, last.side_in, last.side_out) == (
                other.steps[-1].cell,
                other.steps[-1].side_out,
                other.steps[-1].side_in,
            )
        else:
            assert beyond(last.cell, last.side_out) == other.steps[-1].cell
            assert beyond(other.steps[-1].cell, other.steps[-1].side_out) == last.cell


def test_journeys_are_whole_in_every_turn_of_random_games(table: tuple[str, int]) -> None:
    for seed in range(12):
        for turn in random_turns(Game.shuffled(*table, seed=seed), seed):
            for journey in turn.journeys:
                hold(turn, journey)
            won_before = [sum(total) for total in turn.before.won if total]
            assert sum(turn.after.gem_counts) - sum(won_before) == len(turn.awards)


def test_a_tile_away_from_all_gems_moves_none() -> None:
    turn = open_game().play("c4E0")
    assert turn.journeys == ()
    assert turn.awards == ()


def test_journeys_are_told_clockwise_by_the_side_where_each_gem_entered() -> None:
    turn = open_game("b2B0 e4D0 d3E3 d5E1 c4D0").play("c3C1")
    assert [journey.steps[0].side_in for journey in turn.journeys] == [1, 3, 5]


def test_two_gems_meet_in_the_middle_of_the_tile_that_joins_them() -> None:
    turn = open_game("b2B0 d4C2").play("c3C2")
    assert [journey.end for journey in turn.journeys] == [Meeting(1, "A", inside=True), Meeting(0, "E", inside=True)]


def test_two_gems_meet_at_the_side_between_two_tiles() -> None:
    turn = open_game("d5A1 c3A0 d3C2").play("d4B0")
    assert [journey.end for journey in turn.journeys] == [Meeting(1, "E", inside=False), Meeting(0, "E", inside=False)]


def test_journeys_stay_the_same_however_often_they_are_asked_for() -> None:
    turn = open_game().play("d4E5")
    assert turn.journeys is turn.journeys
