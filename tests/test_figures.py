"""The ten figures of the rulebook happen as they are told."""

from __future__ import annotations

import pytest

from indigo.board import CELL_NUMBER, CELLS, NEIGHBOURS
from indigo.errors import IllegalMove
from indigo.figures import NUMBERS, WORDS, Play, Scene, figure, figures
from indigo.i18n import LANGUAGES, words
from indigo.notation import read_position
from indigo.rules import UNKNOWN, Exit, Game, Meeting, Rest

PLAYS = [(scene, play) for scene in figures() for play in scene.plays]


def start(scene: Scene) -> Game:
    return Game.at(read_position(scene.position))


@pytest.fixture(params=NUMBERS, ids=[f"figure {number}" for number in NUMBERS])
def scene(request: pytest.FixtureRequest) -> Scene:
    return figure(request.param)


def test_there_are_ten_figures_in_order() -> None:
    assert [scene.number for scene in figures()] == list(range(1, 11))
    assert [figure(number) for number in NUMBERS] == list(figures())


@pytest.mark.parametrize("number", [0, 11, -1])
def test_there_is_no_eleventh_figure(number: int) -> None:
    with pytest.raises(ValueError, match=f"no figure {number}"):
        figure(number)


def test_a_figure_shows_a_position_that_arises_in_play(scene: Scene) -> None:
    shown = read_position(scene.position)
    tiles = [f"{CELLS[cell]}{tile[0]}{tile[1]}" for cell in range(61) if (tile := shown.tile_at(cell))]
    players = shown.layout.players
    game = Game(shown.layout.name, [UNKNOWN] * players, UNKNOWN * (54 - players), moves=tiles)
    assert game.position.tiles == shown.tiles
    assert game.position.gems == shown.gems
    assert game.won == shown.won


@pytest.mark.parametrize(("scene", "play"), PLAYS, ids=[f"figure {scene.number}, {play.move}" for scene, play in PLAYS])
def test_what_a_figure_tells_happens(scene: Scene, play: Play) -> None:
    game = start(scene)
    if play.error:
        with pytest.raises(IllegalMove) as reason:
            game.play(play.move, UNKNOWN)
        assert reason.value.code == play.error
        assert str(game) == play.after == scene.position
        return
    turn = game.play(play.move, UNKNOWN)
    assert turn.journeys == play.journeys
    assert turn.awards == play.awards
    assert tuple(journey.gem for journey in turn.journeys if isinstance(journey.end, Meeting)) == play.out
    assert str(game) == play.after


def test_a_figures_own_moves_are_answers_to_its_task(scene: Scene) -> None:
    for play in scene.plays:
        if play.error:
            assert play.move in scene.refused
            assert not scene.accepts(play.move)
        else:
            assert scene.accepts(play.move)


def test_answers_are_legal_and_do_what_the_figure_shows(scene: Scene) -> None:
    for move in scene.answers or ():
        turn = start(scene).play(move, UNKNOWN)
        if scene.number == 2:
            continue
        shown = scene.plays[0]
        assert [(type(j.end), j.gem) for j in turn.journeys] == [(type(j.end), j.gem) for j in shown.journeys]
        assert turn.awards == shown.awards


def test_a_figure_takes_every_move_that_does_what_it_asks(scene: Scene) -> None:
    if scene.answers is None or scene.cell:
        return
    game = start(scene)
    shown = scene.plays[-1]
    wanted = [(type(journey.end), journey.gem) for journey in shown.journeys]
    for move in map(str, game.legal_moves):
        twin = game.copy()
        turn = twin.play(move, UNKNOWN)
        same = [(type(journey.end), journey.gem) for journey in turn.journeys] == wanted
        asked = move[:2] in {answer[:2] for answer in scene.answers}
        assert scene.accepts(move) == (same and asked)


def test_figure_1_places_beside_another_tile_and_alone() -> None:
    beside, alone = figure(1).plays
    tiles = read_position(figure(1).position).tiles

    def has_neighbours(move: str) -> bool:
        return any(tiles[cell] for cell in NEIGHBOURS[CELL_NUMBER[move[:2]]] if cell >= 0)

    assert has_neighbours(beside.move)
    assert not has_neighbours(alone.move)
    assert all(figure(1).accepts(str(move)) for move in start(figure(1)).legal_moves)


def test_figure_2_refuses_the_curve_on_every_border_cell_and_takes_the_tile_turned() -> None:
    scene = figure(2)
    game = start(scene)
    assert len({move[:2] for move in scene.refused}) == 18
    for move in scene.refused:
        reason = game.why_not(move)
        assert reason is not None
        assert reason.code == "joins_exits"
    assert scene.answers is not None
    assert {move[:3] for move in scene.answers} == {move[:3] for move in scene.refused}


def test_figures_5_and_6_show_one_gem_before_and_after_its_route_goes_on() -> None:
    before, after = figure(5), figure(6)
    assert before.position == after.position
    assert before.plays == ()
    (gem,) = read_position(before.position).resting
    assert CELLS[NEIGHBOURS[gem[1]][gem[2]]] == before.cell == after.plays[0].move[:2]
    (journey,) = after.plays[0].journeys
    assert (journey.gem, journey.cell, journey.side) == (gem[0], CELLS[gem[1]], gem[2])
    assert len(journey.steps) == 3
    assert isinstance(journey.end, Rest)


def test_figures_7_to_10_show_what_their_titles_say() -> None:
    assert len(figure(7).plays[0].journeys) == 3
    assert sorted(figure(8).plays[0].out) == ["A", "E"]
    for number, owners in ((9, (1,)), (10, (1, 2))):
        (journey,) = figure(number).plays[0].journeys
        assert isinstance(journey.end, Exit)
        assert journey.end.owners == owners


def test_figures_stay_clear_enough_to_take_in_at_a_glance(scene: Scene) -> None:
    assert sum(read_position(scene.position).placed.values()) <= 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_figure_has_its_words(scene: Scene, language: str) -> None:
    say = words(language)
    assert all(say(scene.message(part)) for part in WORDS)
