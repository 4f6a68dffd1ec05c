"""Moves and positions as text: both ways, and what is wrong with a text that cannot be read."""

from __future__ import annotations

import doctest
import random
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import indigo.notation
from indigo.board import KINDS, TURNS
from indigo.errors import BadMove, BadPosition
from indigo.moves import PLACEMENTS, Move
from indigo.notation import read_move, read_position
from indigo.position import UNKNOWN, Position
from indigo.rules import Game
from tests.support.strategies import (
    WHOLE_GAME,
    Edits,
    a_few_hundred_positions,
    draws,
    edited,
    edits,
    games,
    moves,
    played,
    positions,
    some_positions,
)

FIELDS = ("board", "gems", "layout", "turn", "hands", "won")
NEW_GAME = "*3*/6/7/8/*3*3*/8/7/6/*3* - 2 1 E/? 000/000"
EMPTY_BOARD = NEW_GAME.split()[0]


def with_field(field: str, text: str, position: str = NEW_GAME) -> str:
    """A position with one field exchanged."""
    fields = position.split(" ")
    fields[FIELDS.index(field)] = text
    return " ".join(fields)


def with_smallest_turns(position: str) -> str:
    """A position's text as it is written: every turn the smallest of those that look alike."""
    board, _, rest = position.partition(" ")
    board = re.sub("([A-E])([0-5])", lambda tile: f"{tile[1]}{int(tile[2]) % TURNS[tile[1]]}", board)
    return f"{board} {rest}"


# ------------------------------------------------------------------------------------------------ moves


@given(moves, draws)
def test_a_move_reads_as_it_was_written(move: Move, draw: str | None) -> None:
    text = f"{move}+{draw}" if draw else str(move)
    assert read_move(text) == (move, draw)


@pytest.mark.parametrize("kind", KINDS)
def test_a_turn_beyond_the_last_is_written_as_the_equal_smaller_one(kind: str) -> None:
    for turn in range(6):
        move, _ = read_move(f"d4{kind}{turn}")
        assert str(move) == f"d4{kind}{turn % TURNS[kind]}"
        assert PLACEMENTS[f"d4{kind}{turn}"].move == move


@pytest.mark.parametrize(
    "text",
    [
        *("", "c4", "c4E", "c4E6", "c4F0", "C4E0", "a6E0", "j1E0", "a0E0", "c4E2+", "c4E2+F", "c4E2+AA", "c4E2+?+?"),
        *("c4E2 ", "c4E2\n", "c4E²", "c٤E2", "c4E-1", "c4E02"),
    ],
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(BadMove, match="a move is a cell, a kind and a turn"):
        read_move(text)


@given(st.text(max_size=8) | st.text(st.sampled_from("acei1590AEF+?"), max_size=8))
def test_any_text_is_a_move_or_is_refused(text: str) -> None:
    try:
        move, draw = read_move(text)
    except BadMove as reason:
        why = str(reason)
    else:
        why = ""
        assert re.sub(r"\d(?=\+|$)", str(move.turn), text) == (f"{move}+{draw}" if draw else str(move))
    assert why.isprintable()


# ------------------------------------------------------------------------------------------------ positions, both ways


@given(positions)
def test_a_position_reads_as_it_was_written(position: Position) -> None:
    text = str(position)
    read = read_position(text)
    assert read == position
    assert str(read) == text
    assert hash(read) == hash(position)


@given(games())
def test_a_position_that_was_read_can_be_played_on_to_the_same_end(game: Game) -> None:
    coming = game.draws[game.turns_played :]
    read = Game.at(read_position(str(game)), coming, hand=game.hand_size)
    while not game.over:
        move = sorted(game.legal_moves)[game.turns_played * 7919 % len(game.legal_moves)]
        turn = game.play(move)
        assert read.play(move) == turn
        assert read.turns[-1].journeys == turn.journeys
    assert read.over
    assert read.winners == game.winners


@given(games(), st.integers(0, 5))
def test_turns_in_a_position_may_be_any_that_look_alike(game: Game, more: int) -> None:
    board, _, rest = str(game).partition(" ")

    def turned_on(tile: re.Match[str]) -> str:
        kind, turn = tile[1], int(tile[2])
        alike = range(turn, 6, TURNS[kind])
        return f"{kind}{alike[more % len(alike)]}"

    text = f"{re.sub('([A-E])([0-5])', turned_on, board)} {rest}"
    assert str(read_position(text)) == str(game)


# ------------------------------------------------------------------------------------------------ what is wrong


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        NEW_GAME.replace(" - ", "  - "),
        NEW_GAME + " ",
        " " + NEW_GAME,
        NEW_GAME + " 1",
        NEW_GAME.replace(" ", "\t"),
        NEW_GAME.rpartition(" ")[0],
        "*" * 1_000_000,
        " " * 1_000_000,
    ],
)
def test_a_position_has_six_fields_with_one_space_between(text: str) -> None:
    with pytest.raises(BadPosition, match="six fields with one space between: board, gems, layout") as caught:
        read_position(text)
    assert caught.value.field == "position"
    assert len(str(caught.value)) < 300


def refuse(field: str, position: str, why: str) -> None:
    """Hold that this position is refused because of that field."""
    with pytest.raises(BadPosition) as caught:
        read_position(position)
    assert caught.value.field == field, caught.value
    assert why in caught.value.text
    assert str(caught.value) == f"{field}: {caught.value.text}"


@pytest.mark.parametrize(
    ("board", "why"),
    [
        ("*3*/6/7/8/*3*3*/8/7/6", "8 rows"),
        (EMPTY_BOARD + "/5", "10 rows"),
        ("*4*/6/7/8/*3*3*/8/7/6/*3*", "row a: 6 cells, not 5"),
        ("*3*/6/7/8/*3*3*/8/7/6/*2*", "row i: 4 cells, not 5"),
        ("*3*//7/8/*3*3*/8/7/6/*3*", "row b: 0 cells, not 6"),
        ("*3*/6/7/8/*3*3*/8/7/06/*3*", "row h: '06'"),
        ("*3*/6/7/8/*3*3*/8/7/x5/*3*", "row h: 'x5'"),
        ("*3*/6/7/8/*3*3*/8/7/E65/*3*", "row h: 'E65'"),
        ("*3*/6/7/8/*3*3*/8/7/5E/*3*", "row h: 'E'"),
        ("*3*/6/7/8/*3*3*/8/7/٦/*3*", "row h: '٦'"),
        ("*3*/33/7/8/*3*3*/8/7/6/*3*", "'*3*/33/7/8/*3*3*/8/7/6/*3*' is written *3*/6/"),
        ("4*/6/7/8/*3*3*/8/7/6/*3*", "a1 holds a treasure tile"),
        ("*3*/6/7/8/*7*/8/7/6/*3*", "e5 holds a treasure tile"),
        ("*3*/6/7/8/*3E03*/8/7/6/*3*", "e5 holds a treasure tile"),
        ("*3*/6/2*4/8/*3*3*/8/7/6/*3*", "c3 has no treasure tile"),
        ("*3*/B0B0B03/B0B0B0B03/8/*3*3*/8/7/6/*3*", "7 tiles of kind B: there are 6"),
    ],
)
def test_the_board_must_have_its_shape(board: str, why: str) -> None:
    refuse("board", with_field("board", board), why)


def test_no_tile_on_the_board_joins_two_exits() -> None:
    # a3 has its exits at sides 5 and 0: kind A joins them when turned once.
    refuse("board", with_field("board", "*1A11*/6/7/8/*3*3*/8/7/6/*3*"), "the tile on a3 joins its two exits")
    read_position(with_field("board", "*1A01*/6/7/8/*3*3*/8/7/6/*3*"))


# The tile on d4 has taken an emerald from the centre to its left side; the one on b2 an amber from the corner a1.
ON_THE_WAY = "*3*/1C24/7/3E54/*3*3*/8/7/6/*3* Ab22,Ed44 2 1 E/? 000/000"


@pytest.mark.parametrize(
    ("gems", "why"),
    [
        ("", "'': a gem is A, E or S with its cell and side"),
        ("Ab22,", "'': a gem is A, E or S"),
        ("Ab22;Ed44", "'Ab22;Ed44': a gem is"),
        ("Bb22,Ed44", "'Bb22': a gem is"),
        ("Ab26,Ed44", "'Ab26': a gem is"),
        ("Ab72,Ed44", "'Ab72': a gem is"),
        ("Ab22,Ed41", "Ed41: this route does not come from the centre"),
        ("Ab23,Ed44", "Ab23: this route does not come from a corner"),
        ("Ab22,Ad44", "Ad44: this route does not come from a corner"),
        ("Eb22,Ed44", "Eb22: this route does not come from the centre"),
        ("Ab22,Ed42", "Ed42: a gem rests where a route ends before an empty cell"),
        ("Ab22,Ec34", "Ec34: a gem rests where a route ends"),
        ("Aa12,Ab22,Ed44", "Aa12: a gem rests where a route ends"),
        ("Ee50,Ab22,Ed44", "Ee50: a gem rests where a route ends"),
        ("Ab22,Ed44,Ed44", "Ed44: two gems at one place"),
        ("Ed44,Ab22", "'Ed44,Ab22' is written Ab22,Ed44"),
        ("Ab22,Sd44", "the sapphire leaves the centre last"),
        ("Ab22", "a gem must rest at d44, where its route ends"),
        ("Ed44", "a gem must rest at b22, where its route ends"),
        ("-", "a gem must rest at b22, where its route ends"),
    ],
)
def test_gems_rest_only_where_they_can_and_wherever_they_must(gems: str, why: str) -> None:
    read_position(ON_THE_WAY)
    refuse("gems", with_field("gems", gems, ON_THE_WAY), why)


def test_no_gem_rests_at_an_exit() -> None:
    exit_side = with_field("board", "*1A01*/6/7/8/*3*3*/8/7/6/*3*")
    refuse("gems", with_field("gems", "Aa30", exit_side), "Aa30: a gem rests where a route ends before an empty cell")


# Six straights around the centre have taken all its gems one cell outwards.
AROUND_THE_CENTRE = "*3*/6/7/3B0B03/*2B0*B02*/3B0B03/7/6/*3* {} 2 1 E/? 000/000"


def test_of_the_gems_from_the_centre_one_is_the_sapphire() -> None:
    read_position(AROUND_THE_CENTRE.format("Ed45,Ed50,Ee44,Ee61,Ef43,Sf52"))
    for all_six in ("Ed45,Ed50,Ee44,Ee61,Ef43,Ef52", "Ed45,Ed50,Ee44,Ee61,Sf43,Sf52"):
        refuse("gems", AROUND_THE_CENTRE.format(all_six), "more gems than there are")


def test_a_gem_may_rest_at_the_end_of_a_u_turn() -> None:
    # The amber from a1 runs down to b2, from there up to a2, and through the U-turn of a1 to its other side.
    game = Game("2", ["E", "E"], draws="EE")
    game.play("a2E3")
    game.play("b2E5")
    assert [gem[1] for gem in game.position.resting] == [0], "the amber should rest on the treasure tile a1"
    assert read_position(str(game)) == game.position
    refuse("gems", with_field("gems", "-", str(game)), "a gem must rest at a13, where its route ends")


@pytest.mark.parametrize("layout", ["", "1", "5", "3 own".replace(" ", "_"), "3OWN", "02", "２"])
def test_the_layout_must_be_one_of_the_four(layout: str) -> None:
    refuse("layout", with_field("layout", layout), "layouts are 2, 3, 3own, 4")


@pytest.mark.parametrize("turn", ["", "0", "3", "-1", "01", "x", "１", "9" * 300])
def test_the_player_to_move_must_exist(turn: str) -> None:
    refuse("turn", with_field("turn", turn), "the player to move is a number from 1 to 2")


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        ("E", "2 hands with / between"),
        ("E/E/E", "2 hands with / between"),
        ("E/", "2 hands with / between"),
        ("E/F", "2 hands with / between"),
        ("EEE/EEE", "2 hands with / between"),
        ("E/--", "2 hands with / between"),
        ("EC/CE", "'EC/CE' is written CE/CE"),
        ("E?/EE", "'E?/EE' is written ?E/EE"),
        ("E/EE", "players hold equally many tiles"),
        ("EE/E", "players hold equally many tiles"),
        ("-/-", "players hold equally many tiles"),
        ("E/-", "players hold equally many tiles"),
    ],
)
def test_hands_hold_equally_many_tiles_while_the_stacks_last(hands: str, why: str) -> None:
    refuse("hands", with_field("hands", hands), why)


def test_no_kind_is_seen_more_often_than_there_are_copies() -> None:
    board = with_field("board", "*3*/6/B0B0B04/B0B0B05/*3*3*/8/7/6/*3*")
    read_position(board)
    refuse("hands", with_field("hands", "B/?", board), "7 tiles of kind B: there are 6")
    refuse("hands", with_field("hands", "BB/BB", with_field("board", "*3*/6/7/B0B0B05/*3*3*/8/7/6/*3*")), "7 tiles of")


def near_the_end(layout: str, hand: int, empty_cells: int) -> Game:
    """A game of random moves with so many cells left empty and gems still on the board."""
    begun = (played(layout, hand, seed, turns=WHOLE_GAME - empty_cells) for seed in range(1000))
    return next(game for game in begun if not game.over)


def test_when_the_stacks_are_empty_those_who_have_played_hold_one_less() -> None:
    game = near_the_end("3", 2, 4)
    ahead = game.position
    assert sorted(map(len, ahead.hands)) == [1, 1, 2]
    assert read_position(str(ahead)) == ahead
    for wrong in (ahead._replace(player=ahead.player % 3 + 1), ahead._replace(player=(ahead.player + 1) % 3 + 1)):
        refuse("hands", str(wrong), "one less who moved after the stacks ended")
    refuse("hands", str(ahead._replace(hands=("??", "??", "??"))), "6 tiles in hand, but only 4 are not on the board")
    refuse("hands", str(ahead._replace(hands=("-", "??", "??"))), "players hold equally many tiles")
    of_two = near_the_end("2", 2, 2).position
    refuse("hands", str(of_two._replace(player=1, hands=("??", ""))), "players hold equally many tiles")


@pytest.mark.parametrize(("layout", "hand"), [("2", 1), ("4", 2)])
def test_who_ends_the_game_does_not_draw(layout: str, hand: int) -> None:
    ended = (played(layout, hand, seed, hasty=True) for seed in range(1000))
    game = next(game for game in ended if game.position.stacked > 1)
    last = game.turns[-1].player - 1
    assert len(game.hands[last]) == hand - 1
    assert read_position(str(game)) == game.position
    level = tuple(f"?{held}" if seat == last else held for seat, held in enumerate(game.hands))
    refuse("hands", str(game.position._replace(hands=level)), "who ended the game did not draw")


def test_who_ends_a_game_of_two_tiles_with_the_stacks_does_not_hold_two() -> None:
    ended = (played("2", 2, seed, hasty=True) for seed in range(1000))
    game = next(game for game in ended if game.position.stacked == 1)
    full = game.position._replace(hands=("??", "??"))
    refuse("hands", str(full), "who ended the game did not draw")


@pytest.mark.parametrize(
    ("won", "why"),
    [
        ("000", "2 totals with / between"),
        ("000/000/000", "2 totals with / between"),
        ("000/00", "2 totals with / between"),
        ("000/0000", "2 totals with / between"),
        ("000/??", "2 totals with / between"),
        ("000/0?0", "2 totals with / between"),
        ("000/٠٠٠", "2 totals with / between"),
        ("100/000", "more gems of kind A than there are"),
        ("010/000", "more gems of kind E than there are"),
        ("???/001", "more gems of kind S than there are"),
    ],
)
def test_nobody_has_won_gems_that_are_still_on_the_board(won: str, why: str) -> None:
    refuse("won", with_field("won", won), why)


def test_the_gems_won_and_those_on_the_board_are_no_more_than_there_are() -> None:
    read_position(AROUND_THE_CENTRE.format("Ed45,Ed50,Ee44,Ee61,Ef43,Sf52"))
    full = near_the_end("2", 1, 1).position._replace(won=((6, 0, 0), (0, 0, 0)))
    on_board = full.gems.count(1)
    fits = full._replace(won=((6 - on_board, 0, 0), (0, 0, 0)))
    assert read_position(str(fits)) == fits
    too_many = full._replace(won=((6 - on_board, 0, 0), (1, 0, 0)))
    refuse("won", str(too_many), "more gems of kind A than there are")


def test_a_shared_gateway_gives_each_owner_a_gem_so_totals_may_be_twice_as_many() -> None:
    text = str(near_the_end("4", 1, 1))
    position = read_position(text)
    ambers = 6 - position.gems.count(1)
    everything = position._replace(won=((ambers, 0, 0), (ambers, 0, 0), (0, 0, 0), (0, 0, 0)))
    assert read_position(str(everything)) == everything
    refuse("won", str(everything._replace(won=((ambers, 0, 0), (ambers, 0, 0), (1, 0, 0), (0, 0, 0)))), "kind A")
    refuse("won", str(everything._replace(won=((ambers + 1, 0, 0), None, None, None))), "kind A")


# ------------------------------------------------------------------------------------------------ any text at all


def read_or_refused(text: str) -> Position | None:
    """Hold that a text is read right or refused with a field, and soon."""
    begin = time.process_time()
    refusal, position = None, None
    try:
        position = read_position(text)
    except BadPosition as reason:
        refusal = reason
    assert time.process_time() - begin < 10  # a busy processor needs a thousandth of it
    if refusal:
        assert refusal.field in (*FIELDS, "position")
        assert str(refusal).isprintable()
    if position:
        assert str(position) == with_smallest_turns(text)
        assert sum(map(len, position.hands)) + position.stacked + position.placed.total() == WHOLE_GAME
    return position


EDITS = edits("*/-,? 0123456789ABCDESabcdefghi")


@given(some_positions, EDITS)
def test_an_edited_position_is_read_right_or_refused(position: Position, changes: Edits) -> None:
    read_or_refused(edited(str(position), changes))


def test_thousands_of_edited_positions_are_read_right_or_refused() -> None:
    dice = random.Random("edits")
    texts = [str(position) for position in a_few_hundred_positions()]
    read = 0
    for _ in range(6000):
        text = dice.choice(texts)
        for _ in range(dice.choice((1, 1, 2, 3))):
            place, length = dice.randrange(len(text)), dice.choice((0, 1, 1, 2))
            new = "".join(dice.choices("*/-,? 0123456789ABCDESabcdefghi", k=dice.choice((0, 1, 1, 2))))
            text = text[:place] + new + text[place + length :]
        read += text not in texts and read_or_refused(text) is not None
    assert read > 20, "some edits lead to another position"


@given(some_positions, some_positions, st.integers(0, 5))
def test_a_field_of_another_position_is_read_right_or_refused(position: Position, other: Position, field: int) -> None:
    read_or_refused(with_field(FIELDS[field], str(other).split(" ")[field], str(position)))


@given(st.text() | st.text(st.sampled_from("*/-,? 0123456789ABCDES"), max_size=420))
def test_any_text_is_refused_as_a_position(text: str) -> None:
    read_or_refused(text)


@pytest.mark.parametrize("piece", ["*", "/", "9", "E0", "?", "Ea10,", " ", "\0", "\ud800", "🜁"])
@pytest.mark.parametrize("field", FIELDS)
def test_endless_fields_are_refused(field: str, piece: str) -> None:
    for length in (100, 5_000_000):
        read_or_refused(with_field(field, piece * (length // len(piece))))


def test_a_board_with_an_endless_row_is_refused() -> None:
    read_or_refused(with_field("board", "9" * 5_000_000 + "/" * 8))


def test_an_unknown_tile_stands_first_in_a_hand() -> None:
    position = read_position(with_field("hands", "?E/??"))
    assert position.hands == (UNKNOWN + "E", UNKNOWN * 2)


def test_the_examples_in_the_documentation_are_true() -> None:
    assert doctest.testmod(indigo.notation).failed == 0
