"""Where other versions of Indigo went wrong: each mistake has its test."""

from __future__ import annotations

import pytest

from indigo.board import CELLS, EXIT_SIDES, GATEWAYS, KINDS, ROUTES, TURNS
from indigo.errors import JoinsExits
from indigo.moves import Move
from indigo.notation import read_position
from indigo.record import Record, read_record
from indigo.rules import UNKNOWN, Exit, Game, Meeting, Rest
from indigo.view import see
from tests.support.random_games import random_game, random_turns


def open_game(moves: str = "", layout: str = "2", players: int = 2) -> Game:
    """A game in which nobody knows the tiles, so that any may be played."""
    return Game(layout, [UNKNOWN] * players, UNKNOWN * (54 - players), moves=moves)


# ------------------------------------------------------------------------------------------------ the forbidden curve


def test_the_forbidden_curve_is_seen_in_both_directions_of_travel() -> None:
    game = open_game()
    refused = 0
    for cell, exits in EXIT_SIDES.items():
        for kind in KINDS:
            for turn in range(6):
                move = Move(CELLS[cell], kind, turn)
                routes = ROUTES[kind, turn % TURNS[kind]]
                if exits in routes or exits[::-1] in routes:
                    refused += 1
                    assert move not in game.legal_moves
                    with pytest.raises(JoinsExits):
                        game.play(move)
                else:
                    assert game.why_not(move) is None
    assert refused == 18 * (3 + 2 + 1)  # on each border cell, of six turns: A in three, C in two, E in one


def test_each_gateway_refuses_the_same_number_of_placements() -> None:
    game = open_game()
    legal = {str(move) for move in game.legal_moves}
    for gateway in GATEWAYS:
        for cell in gateway.cells:
            by_kind = {
                kind: sum(f"{CELLS[cell]}{kind}{turn}" in legal for turn in range(TURNS[kind])) for kind in KINDS
            }
            assert by_kind == {"A": 1, "B": 1, "C": 2, "D": 3, "E": 5}


# ------------------------------------------------------------------------------------------------ meetings on loops


def test_two_gems_meet_on_a_loop_outside_the_tile_one_of_them_from_the_centre() -> None:
    game = open_game("d5A1 c3A0 d3C2")
    assert [gem for gem, *_ in game.position.resting] == ["E"]
    turn = game.play("d4B0")
    assert [journey.cell for journey in turn.journeys] == ["d5", "e5"]
    assert [[step.cell for step in journey.steps] for journey in turn.journeys] == [["d4", "d3"], ["d4", "c3"]]
    assert [journey.end for journey in turn.journeys] == [Meeting(1, "E", inside=False), Meeting(0, "E", inside=False)]
    assert game.position.resting == ()
    assert game.position.centre == 4
    assert game.position.left == 10


def test_an_amber_and_an_emerald_meet_on_a_loop_outside_the_tile() -> None:
    game = open_game("e2D2 d2E4 d3B0 c4A1 c3A1")
    assert str(game).split()[1] == "Ad31"
    turn = game.play("d4E4")
    ways = {journey.gem: [step.cell for step in journey.steps] for journey in turn.journeys}
    assert ways == {"E": ["d4", "c4"], "A": ["d4", "c3"]}
    assert all(isinstance(journey.end, Meeting) and not journey.end.inside for journey in turn.journeys)
    assert (game.position.left, game.position.centre) == (10, 5)
    assert game.points == (0, 0)


# ------------------------------------------------------------------------------------------------ at the centre

_AT_THE_CENTRE = {  # by the centre's side: a corner's straight way there, and the tile that ends it
    5: ("b2B0 c3B0", "d4B0"),
    0: ("b5B0 c5B0", "d5B0"),
    1: ("e8B0 e7B0", "e6B0"),
    2: ("h5B0 g5B0", "f5B0"),
    3: ("h2B0 g3B0", "f4B0"),
    4: ("e2B0 e3B0", "e4B0"),
}


@pytest.mark.parametrize("side", _AT_THE_CENTRE)
def test_an_amber_that_reaches_the_centre_meets_an_emerald_and_none_leaves_by_that_side_again(side: int) -> None:
    approach, last = _AT_THE_CENTRE[side]
    game = open_game(approach)
    turn = game.play(last)
    assert sorted(journey.gem for journey in turn.journeys) == ["A", "E"]
    assert all(isinstance(journey.end, Meeting) for journey in turn.journeys)
    assert (game.position.centre, game.position.left, game.points) == (5, 10, (0, 0))
    released = []
    for other, (_, beside) in _AT_THE_CENTRE.items():
        if other != side:
            (journey,) = game.play(f"{beside[:2]}D{other % 3}").journeys  # straight away from the centre
            assert (journey.cell, journey.side) == ("e5", other)
            released.append(journey.gem)
    assert released == ["E", "E", "E", "E", "S"]
    assert [gem for gem, _, _ in game.position.resting] == released
    assert game.position.centre == 0


def test_an_amber_that_reaches_the_centre_last_of_all_meets_the_sapphire() -> None:
    game = open_game("b2B0 c3B0")
    for side in (0, 1, 2, 3, 4):
        game.play(f"{_AT_THE_CENTRE[side][1][:2]}D{side % 3}")
    assert game.position.centre == 1
    assert "S" not in [gem for gem, *_ in game.position.resting]
    turn = game.play("d4B0")
    assert {journey.gem for journey in turn.journeys if isinstance(journey.end, Meeting)} == {"A", "S"}


def test_two_gems_of_the_centre_meet_like_any_others() -> None:
    game = open_game("d4A1")  # the emerald turns aside at once: in from the centre, out towards d5
    assert str(game).split()[1] == "Ed41"
    turn = game.play("d5A1")  # in from the centre by 3, out by 4, towards the gem on d4
    assert [journey.gem for journey in turn.journeys] == ["E", "E"]
    assert game.position.centre == 4
    assert game.position.resting == ()


# ------------------------------------------------------------------------------------------------ the end


def test_the_game_goes_on_with_the_tiles_in_hand_when_the_stacks_are_empty(table: tuple[str, int]) -> None:
    layout, hand = table
    for seed in range(30):
        game = Game.shuffled(layout, hand, seed=seed)
        for _ in random_turns(game, seed):
            if not game.position.stacked:
                break
        in_hands = sum(map(len, game.hands))
        if game.over:
            continue
        assert in_hands == game.layout.players * hand
        assert game.legal_moves
        while not game.over:
            turn = game.play(game.legal_moves[0])
            assert turn.draw is None
            in_hands -= 1
            assert sum(map(len, game.hands)) == in_hands
        assert game.winners
        return
    pytest.fail("no game lasted until the stacks were empty")


def test_the_last_gem_ends_the_game_and_the_mover_does_not_draw() -> None:
    early = [game for seed in range(200) if (game := random_game("2", 1, seed)).position.stacked]
    assert early, "some game ends before the stacks are empty"
    for game in early:
        assert game.turns[-1].draw is None
        assert len(game.hands[game.turns[-1].player - 1]) == 0
        assert game.legal_moves[:] == []


# ------------------------------------------------------------------------------------------------ undo and ties


def test_undo_restores_the_gems_won_so_that_ties_are_decided_rightly(table: tuple[str, int]) -> None:
    for seed in range(10):
        game = random_game(*table, seed)
        counts, points, winners = game.position.gem_counts, game.points, game.winners
        undone = 0
        while game.position.gem_counts == counts:
            game.undo()
            undone += 1
        assert sum(game.position.gem_counts) < sum(counts)
        assert game.winners == ()
        for _ in range(undone):
            game.redo()
        assert (game.position.gem_counts, game.points, game.winners) == (counts, points, winners)


@pytest.mark.parametrize(
    ("won", "winners"),
    [
        ("411/010", (1,)),  # most points
        ("300/001", (1,)),  # 3 points each: three ambers are more gems than one sapphire
        ("001/300", (2,)),
        ("020/020", (1, 2)),  # still tied: they share
        ("000/000", (1, 2)),
    ],
)
def test_ties_go_to_most_gems_and_are_shared_after_that(won: str, winners: tuple[int, ...]) -> None:
    totals = tuple((int(total[0]), int(total[1]), int(total[2])) for total in won.split("/"))
    over = random_game("2", 1, 0).position._replace(won=totals)
    assert over.winners == winners


# ------------------------------------------------------------------------------------------------ what is secret


def test_a_player_is_not_shown_the_tiles_of_others_and_a_spectator_none(table: tuple[str, int]) -> None:
    layout, hand = table
    game = Game.shuffled(layout, hand, seed=3)
    for _ in zip(range(20), random_turns(game, 3), strict=False):
        for seat in range(1, game.layout.players + 1):
            seen = see(game, seat)
            for player, tiles in enumerate(seen.hands, start=1):
                assert tiles == (game.hands[player - 1] if player == seat else UNKNOWN * len(game.hands[player - 1]))
            assert {turn.draw for turn in seen.turns if turn.player != seat} <= {UNKNOWN, None}
            assert len(seen.draws) == game.turns_played
        assert set("".join(see(game).hands)) == {UNKNOWN}


# ------------------------------------------------------------------------------------------------ saved games


def test_a_saved_game_remembers_its_variant(table: tuple[str, int]) -> None:
    layout, hand = table
    game = Game.shuffled(layout, hand, seed=7, first=2)
    for _ in zip(range(25), random_turns(game, 7), strict=False):
        pass
    names = [f"player {number}" for number in range(1, game.layout.players + 1)]
    again = read_record(str(Record.of(game, names, stack=True))).game()
    assert (again.layout, again.hand_size, again.first) == (game.layout, hand, 2)
    assert again == game


def test_a_position_remembers_its_variant(table: tuple[str, int]) -> None:
    layout, hand = table
    game = Game.shuffled(layout, hand, seed=7)
    again = Game.at(read_position(str(game)))
    assert (again.layout.name, again.hand_size) == (layout, hand)


# ------------------------------------------------------------------------------------------------ and more of the kind


def test_a_gem_runs_through_the_u_turn_behind_a_corners_arrow() -> None:
    game = open_game("b2E4 a2D2")  # the amber of a1 rests on b2, before b1; beyond the corner lies a way out
    (journey,) = game.play("b1E0").journeys
    assert [step.cell for step in journey.steps] == ["b1", "a1", "a2"]
    assert journey.end == Exit("a2", 0, gateway=1, owners=(1,))
    assert game.won == ((1, 0, 0), (0, 0, 0))


def test_a_gem_may_rest_at_the_far_end_of_a_u_turn() -> None:
    game = open_game("b2E4")
    (journey,) = game.play("b1E0").journeys
    assert journey.end == Rest("a1", 1)
    assert str(game).split()[1] == "Aa11"
    assert str(read_position(str(game))) == str(game)
    (journey,) = game.play("a2D2").journeys
    assert (journey.cell, journey.side) == ("a1", 1)
    assert game.won == ((1, 0, 0), (0, 0, 0))


def test_a_gem_crosses_the_new_tile_again_when_its_route_comes_back_to_it() -> None:
    game = open_game("c3A0 d3C2")
    (journey,) = game.play("d4B0").journeys  # out by 5, round over c3 and d3, in again by 4, out by 1
    assert [step.cell for step in journey.steps] == ["d4", "c3", "d3", "d4"]
    assert journey.end == Rest("d4", 1)


def test_a_shared_gateway_gives_both_owners_a_gem_whoever_placed_the_tile() -> None:
    for first in (1, 2, 3, 4):
        game = Game("4", [UNKNOWN] * 4, UNKNOWN * 50, first=first, moves="b2E5")
        assert str(game).split()[1] == "Ab20"
        turn = game.play("a2B0")
        assert turn.awards == ((1, "A"), (2, "A"))  # gateway 1 belongs to players 1 and 2
        assert game.won == ((1, 0, 0), (1, 0, 0), (0, 0, 0), (0, 0, 0))
        assert game.position.left == 11
