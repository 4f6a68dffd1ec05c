"""What one may see: two games that differ only in what a seat may not see look the same from there."""

from __future__ import annotations

import doctest
import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import indigo.view
from indigo.board import COPIES, KINDS
from indigo.position import UNKNOWN, HiddenTotal
from indigo.record import Record, read_record
from indigo.rules import Game
from indigo.view import see
from tests.support.strategies import games, played, seeds, tables

NAMES = ("Ada", "Ben", "Cleo", "Dan")


# ------------------------------------------------------------------------------------------------ twins


def tiles_got(game: Game) -> list[list[str]]:
    """By player: the kinds got so far, in order: the deal, then the draws."""
    got = [list(hand) for hand in game.start.hands]
    for turn in game.turns:
        got[turn.player - 1] += turn.draw or ""
    return got


def twin(game: Game, seats: tuple[int, ...], dice: random.Random) -> Game:
    """Another game with the same moves and, in these *seats*, the same tiles; all that they may not see is dealt anew.

    What another player has played, that player must have got before: which of the tiles then in hand it was is free.
    All tiles that are neither played nor in the seats' own hands are shuffled.
    """
    got = tiles_got(game)
    hidden: list[list[str | None]] = [
        [*tiles] if player in seats else [None] * len(tiles) for player, tiles in enumerate(got, start=1)
    ]
    in_hand = [list(range(game.hand_size)) for _ in got]  # by player: which of the tiles got are not played yet
    next_got = [game.hand_size] * len(got)
    for turn in game.turns:
        seat = turn.player - 1
        if turn.player not in seats:
            used = dice.choice(in_hand[seat])
            in_hand[seat].remove(used)
            hidden[seat][used] = turn.move.kind
        if turn.draw is not None:
            in_hand[seat].append(next_got[seat])
            next_got[seat] += 1

    pool = Counter(COPIES)
    pool.subtract(tile for tiles in hidden for tile in tiles if tile is not None)
    rest = list(pool.elements())
    dice.shuffle(rest)
    tiles = [[tile or rest.pop() for tile in tiles] for tiles in hidden]
    deal = ["".join(own[: game.hand_size]) for own in tiles]
    coming = [iter(own[game.hand_size :]) for own in tiles]
    draws = [next(coming[turn.player - 1]) for turn in game.turns if turn.draw is not None]
    moves = [turn.move for turn in game.turns]
    return Game(game.layout.name, deal, draws + rest, first=game.first, moves=moves)  # playing them checks the deal


def everything_in(view: Game) -> tuple[object, ...]:
    """All that can be asked of a view: state, events with journeys, the record, and what the object holds inside."""
    return (
        view,
        str(view),
        repr(view),
        tuple(view.position),
        [(turn, repr(turn), tuple(turn.before), tuple(turn.after), turn.journeys, turn.awards) for turn in view.turns],
        view.draws,
        view.unseen,
        view.playable_kinds,
        sorted(view.legal_moves),
        str(Record.of(view, NAMES[: view.layout.players], stack=True)),
        [getattr(view, slot) for slot in Game.__slots__],
    )


def some_or_none_of(players: int) -> list[tuple[int, ...]]:
    """A spectator, every seat alone, and every two seats together."""
    seats = range(1, players + 1)
    return [(), *combinations(seats, 1), *combinations(seats, 2)]


def hold_that_nothing_leaks(game: Game, dice: random.Random, every_viewer: bool) -> int:
    """Compare a game that goes on with its twins, for all viewers or one; tell how many twins really differed."""
    viewers = some_or_none_of(game.layout.players)
    different = 0
    for seats in viewers if every_viewer else [dice.choice(viewers)]:
        other = twin(game, seats, dice)
        assert not other.over
        assert [turn.move for turn in other.turns] == [turn.move for turn in game.turns]
        assert Counter(other.draws) + Counter("".join(other.start.hands)) == Counter(COPIES)
        different += other != game
        screens = dice.random() < 0.8
        assert everything_in(see(other, *seats, screens=screens)) == everything_in(see(game, *seats, screens=screens))
    return different


@given(tables, seeds, st.integers(0, 52))
@settings(max_examples=40)
def test_games_that_differ_only_in_what_a_seat_may_not_see_look_the_same(
    table: tuple[str, int], seed: int, turns: int
) -> None:
    game = played(*table, seed, first=1 + seed % 2, turns=turns)
    if not game.over:
        hold_that_nothing_leaks(game, random.Random(seed), every_viewer=True)


@pytest.mark.slow
def test_thousands_of_games_tell_no_secret(table: tuple[str, int]) -> None:
    dice = random.Random(repr(table))
    different = 0
    for seed in range(400):
        game = played(*table, seed, turns=dice.randrange(54))
        while game.over:
            game.undo()
        different += hold_that_nothing_leaks(game, dice, every_viewer=False)
    assert different > 360, "nearly all twins are real ones"


def test_a_twin_with_other_tiles_looks_different_to_those_who_hold_them(table: tuple[str, int]) -> None:
    dice = random.Random(repr(table))
    layout, hand = table
    seen_elsewhere = other_history = 0
    for seed in range(30):
        game = played(layout, hand, seed, turns=20)
        other = twin(game, (1,), dice)
        for player in range(2, game.layout.players + 1):
            differs = tiles_got(game)[player - 1] != tiles_got(other)[player - 1]
            assert (
                see(game, player).turns != see(other, player).turns
                or see(game, player).start != see(other, player).start
            ) == differs
            seen_elsewhere += differs
            other_history += tiles_got(game)[player - 1][:-hand] != tiles_got(other)[player - 1][:-hand]
    assert seen_elsewhere > 20
    assert (other_history > 20) == (hand == 2), "with two tiles in hand, past draws may have been others too"


# ------------------------------------------------------------------------------------------------ what is in a view


@given(games(), st.data())
def test_own_tiles_and_draws_are_known_and_those_of_others_are_not(game: Game, data: st.DataObject) -> None:
    seats = data.draw(st.sets(st.integers(1, game.layout.players)))
    view = see(game, *seats)
    if game.over:
        return
    assert [turn.move for turn in view.turns] == [turn.move for turn in game.turns]
    for before, seen in ((game.start, view.start), (game.position, view.position)):
        for player, hand in enumerate(before.hands, start=1):
            assert seen.hands[player - 1] == (hand if player in seats else UNKNOWN * len(hand))
    for turn, seen_turn in zip(game.turns, view.turns, strict=True):
        assert seen_turn.draw == (turn.draw if turn.player in seats or turn.draw is None else UNKNOWN)
        assert seen_turn.journeys == turn.journeys, "everybody sees where the gems go"
        assert seen_turn.awards == turn.awards
    assert view.draws == "".join(turn.draw or "" for turn in view.turns), "the order of the stacks is never told"
    assert view.position.stacked == game.position.stacked


@given(games(), st.data())
def test_the_text_of_a_view_names_no_hidden_tile(game: Game, data: st.DataObject) -> None:
    seats = data.draw(st.sets(st.integers(1, game.layout.players)))
    if game.over:
        return
    view = see(game, *seats)
    hands = str(view).split(" ")[4].split("/")
    assert all(set(hand) <= {UNKNOWN, "-"} for player, hand in enumerate(hands, start=1) if player not in seats)
    record = read_record(str(Record.of(view, NAMES[: game.layout.players], stack=True)))
    assert record.tag("Stack") == ("",)
    assert all(set(hand) == {UNKNOWN} for player, hand in enumerate(record.deal, start=1) if player not in seats)
    told = [draw for (_, draw), turn in zip(record.moves, game.turns, strict=True) if turn.player not in seats]
    assert set(told) <= {UNKNOWN, None}
    if not seats:
        named = Counter(letter for letter in repr(view).partition("moves=")[0] if letter in KINDS)
        assert not named


@given(games(), st.booleans())
def test_totals_of_others_are_hidden_while_screens_are_up(game: Game, screens: bool) -> None:
    for player in range(1, game.layout.players + 1):
        view = see(game, player, screens=screens)
        for other, total in enumerate(game.won, start=1):
            assert view.won[other - 1] == (total if other == player or game.over or not screens else None)
        if screens and not game.over:
            assert all(
                turn.after.won[other - 1] is None
                for turn in view.turns
                for other in range(1, len(game.won) + 1)
                if other != player
            )
            with pytest.raises(HiddenTotal):
                view.points  # noqa: B018
        else:
            assert view.points == game.points


@given(games())
def test_a_spectator_sees_no_hand_and_no_total(game: Game) -> None:
    view = see(game)
    if not game.over:
        assert set("".join(view.hands)) <= {UNKNOWN}
        assert set(view.won) == {None}
        assert see(game, screens=False).won == game.won


def test_at_the_end_everything_is_open(table: tuple[str, int]) -> None:
    for seed in range(5):
        game = played(*table, seed, hasty=seed == 0)
        assert game.over
        for seats in some_or_none_of(game.layout.players):
            view = see(game, *seats)
            assert view.position == game.position
            assert view.start == game.start
            assert view.turns == game.turns
            assert view.winners == game.winners
            names = NAMES[: game.layout.players]
            assert str(Record.of(view, names)) == str(Record.of(game, names))


def test_even_at_the_end_the_tiles_left_in_the_stacks_are_not_told() -> None:
    game = next(game for seed in range(100) if (game := played("2", 1, seed, hasty=True)).position.stacked > 1)
    assert len(game.draws) > len(see(game, 1).draws) == sum(turn.draw is not None for turn in game.turns)


def test_the_last_turn_taken_back_hides_everything_again(table: tuple[str, int]) -> None:
    game = played(*table, "over")
    game.undo()
    assert see(game, 1).turns_played == game.turns_played
    assert set(see(game, 1).hands[1]) <= {UNKNOWN}
    with pytest.raises(ValueError, match="nothing was taken back"):
        see(game, 1).redo()


@given(games(), st.data())
def test_a_view_of_a_view_shows_no_more_and_no_less(game: Game, data: st.DataObject) -> None:
    seats = data.draw(st.sets(st.integers(1, game.layout.players)))
    others = data.draw(st.sets(st.integers(1, game.layout.players)))
    view = see(game, *seats)
    assert see(view, *seats) == view
    assert see(view, *others) == see(game, *(seats & others))
    assert see(game, *seats, *seats) == view


@given(games())
def test_all_seats_together_see_the_game_but_not_the_coming_tiles(game: Game) -> None:
    view = see(game, *range(1, game.layout.players + 1))
    assert view.turns == game.turns
    assert view.position == game.position


def test_a_view_is_a_game_of_its_own() -> None:
    game = played("2", 1, "own", turns=10)
    before = game.copy()
    view = see(game, game.player)
    view.play(view.legal_moves[0], UNKNOWN)
    assert game == before


def test_a_game_that_began_in_the_middle_is_seen_too(table: tuple[str, int]) -> None:
    middle = played(*table, "middle", turns=15)
    game = Game.at(middle.position, middle.draws[15:], hand=table[1])
    for _ in range(10):
        game.play(game.legal_moves[0])
    view = see(game, 2)
    assert view.hand_size == table[1]
    assert view.turns_played == 10
    assert view.hands[1] == game.hands[1]
    assert set(view.hands[0]) == {UNKNOWN}


@pytest.mark.parametrize("seat", [0, 3, -1])
def test_there_is_no_view_from_a_seat_that_does_not_exist(seat: int) -> None:
    with pytest.raises(ValueError, match=f"there is no seat {seat}: seats are 1 to 2"):
        see(Game("2", ["E", "A"]), seat)


def test_the_examples_in_the_documentation_are_true() -> None:
    assert doctest.testmod(indigo.view).failed == 0
