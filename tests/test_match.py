"""A match: rounds, the score sheet, who begins next, and the match as one file."""

from __future__ import annotations

import doctest
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import indigo.match
from indigo.board import LAYOUTS
from indigo.errors import BadMatch, BadRecord
from indigo.match import MOST_ROUNDS, Match, Row, read_match
from indigo.record import Record, read_records
from indigo.rules import Game
from tests.support.strategies import one_line, played, seeds, tables

NAMES = ("Ada", "Ben", "Cleo", "Dan")


@cache
def round_of(seed: int, first: int, layout: str = "2", hand: int = 1) -> Game:
    """A finished round."""
    return played(layout, hand, seed, first=first)


def a_match(rounds: int, layout: str = "2", hand: int = 1, first: int = 1, of: int | None = None) -> Match:
    """A match with so many rounds played, *of* more if it goes on."""
    match = Match(layout, hand, of or rounds, NAMES[: LAYOUTS[layout].players], first=first)
    for number in range(rounds):
        match.add(round_of(number, match.next_first, layout, hand))
    return match


def ending(points: tuple[int, ...], gems: tuple[int, ...], first: int) -> Game:
    """A finished round of two with these points and gems, ambers and emeralds alone."""
    won = tuple((2 * n - p, p - n, 0) for p, n in zip(points, gems, strict=True))
    return Game.at(round_of(0, first).position._replace(player=first, won=won), hand=1)


# ------------------------------------------------------------------------------------------------ rounds


@pytest.mark.parametrize("first", [1, 2, 3])
def test_the_next_round_is_begun_by_the_next_player_clockwise(first: int) -> None:
    match = a_match(4, "3", 2, first)
    began = [(first - 1 + number) % 3 + 1 for number in range(4)]
    assert [row.first for row in match.sheet] == began
    assert [game.first for game in match.games] == began


def test_points_and_gems_are_added_up_on_the_score_sheet() -> None:
    match = a_match(3, "4")
    assert match.sheet == tuple(Row(game.first, game.points, game.position.gem_counts) for game in match.games)
    assert match.points == tuple(map(sum, zip(*(game.points for game in match.games), strict=True)))
    assert match.gems == tuple(map(sum, zip(*(game.position.gem_counts for game in match.games), strict=True)))


def test_a_match_is_over_when_all_rounds_have_been_played() -> None:
    match = a_match(1, of=2)
    assert not match.over
    assert match.winners == ()
    match.add(round_of(1, match.next_first))
    assert match.over
    assert match.winners


def test_a_match_begins_with_an_empty_sheet() -> None:
    match = Match("3own", 2, 5, NAMES[:3], first=3)
    assert (match.sheet, match.points, match.gems, match.winners) == ((), (0, 0, 0), (0, 0, 0), ())
    assert match.next_first == 3
    assert str(match) == ""


@pytest.mark.parametrize(
    ("rounds", "winners"),
    [
        ([((5, 3), (4, 3)), ((1, 4), (1, 2))], (2,)),  # 6 to 7 points
        ([((5, 3), (4, 3)), ((2, 4), (2, 2))], (1,)),  # 7 points each, 6 gems to 5
        ([((5, 3), (4, 3)), ((2, 4), (1, 3))], (2,)),  # 7 points each, 5 gems to 6
        ([((5, 3), (4, 3)), ((2, 4), (2, 3))], (1, 2)),  # equal in both
        ([((0, 0), (0, 0)), ((0, 0), (0, 0))], (1, 2)),
    ],
)
def test_most_points_win_then_most_gems_then_the_win_is_shared(
    rounds: list[tuple[tuple[int, ...], tuple[int, ...]]], winners: tuple[int, ...]
) -> None:
    match = Match("2", 1, 2, NAMES[:2])
    for points, gems in rounds:
        game = ending(points, gems, match.next_first)
        assert game.points == points
        match.add(game)
    assert match.winners == winners


def test_a_round_that_the_players_agreed_to_end_counts_with_its_points() -> None:
    game = next(game for seed in range(100) if any((game := played("2", 1, seed, turns=40)).points))
    match = Match("2", 1, 1, NAMES[:2])
    match.add(game, agreed=True)
    assert match.over
    assert match.points == game.points
    assert match.winners
    read = read_match(str(match))
    assert '[End "agreed"]' in str(match)
    assert read.sheet == match.sheet
    assert str(read) == str(match)


def test_a_round_on_the_sheet_does_not_change_with_the_game() -> None:
    match, game = Match("2", 1, 1, NAMES[:2]), round_of(0, 1).copy()
    match.add(game)
    sheet = match.sheet
    for _ in range(game.turns_played):
        game.undo()
    assert match.sheet == sheet
    assert match.games[0].over


# ------------------------------------------------------------------------------------------------ what is no match


@pytest.mark.parametrize(
    ("layout", "hand", "rounds", "names", "first", "why"),
    [
        ("5", 1, 1, 2, 1, "layout '5', 1 in hand: layouts are 2, 3, 3own, 4, hands 1 or 2"),
        ("2", 3, 1, 2, 1, "layout '2', 3 in hand"),
        ("2", 1, 1, 3, 1, "3 names for 2 players"),
        ("2", 1, 0, 2, 1, "0 rounds: a match has 1 to 100"),
        ("2", 1, MOST_ROUNDS + 1, 2, 1, "101 rounds: a match has 1 to 100"),
        ("2", 1, 1, 2, 0, "player 0 cannot begin: there are 2"),
        ("2", 1, 1, 2, 3, "player 3 cannot begin: there are 2"),
    ],
)
def test_a_match_that_cannot_be_is_refused(
    layout: str, hand: int, rounds: int, names: int, first: int, why: str
) -> None:
    with pytest.raises(BadMatch) as caught:
        Match(layout, hand, rounds, NAMES[:names], first)
    assert why in str(caught.value)


def test_a_round_that_does_not_belong_is_refused_and_the_sheet_stays() -> None:
    match = a_match(1, of=3)
    sheet = match.sheet
    going_on = played("2", 1, "going on", first=2, turns=20)
    for game, why in (
        (round_of(1, 1), "player 1 began this round, but it was player 2's turn to begin"),
        (round_of(1, 2, "3"), "this round was played with layout 3 and 1 in hand, the match is 2 with 1"),
        (round_of(1, 2, "2", 2), "this round was played with layout 2 and 2 in hand, the match is 2 with 1"),
        (going_on, "this round is not over yet"),
    ):
        with pytest.raises(BadMatch) as caught:
            match.add(game)
        assert str(caught.value) == why
        assert match.sheet == sheet


def test_no_round_is_added_to_a_match_that_is_over() -> None:
    match = a_match(2)
    with pytest.raises(BadMatch, match="all 2 rounds have been played"):
        match.add(round_of(2, 1))


# ------------------------------------------------------------------------------------------------ as one file


@given(tables, seeds, st.integers(1, 3), st.integers(0, 2), st.data())
@settings(max_examples=25)
def test_a_match_reads_as_it_was_written(
    table: tuple[str, int], seed: int, played_rounds: int, more: int, data: st.DataObject
) -> None:
    layout, hand = table
    players = LAYOUTS[layout].players
    names = data.draw(st.lists(one_line, min_size=players, max_size=players))
    match = Match(layout, hand, played_rounds + more, names, first=data.draw(st.integers(1, players)))
    for number in range(played_rounds):
        match.add(played(layout, hand, seed + number, first=match.next_first))
    text = str(match)
    read = read_match(text.encode())
    assert str(read) == text
    assert (read.layout, read.hand, read.rounds, read.players, read.first) == (
        layout,
        hand,
        match.rounds,
        tuple(names),
        match.first,
    )
    assert read.sheet == match.sheet
    assert read.winners == match.winners


def test_each_round_has_its_number_and_the_tags_of_the_match() -> None:
    records = a_match(2, of=3).records({"Event": "Sunday"})
    assert [record.round for record in records] == [1, 2]
    assert [record.first for record in records] == [1, 2]
    assert [record.tag("Event") for record in records] == [("Sunday",)] * 2
    assert [record.tag("Rounds") for record in records] == [("3",)] * 2
    assert "".join(map(str, records)).count("[Round ") == 2


def test_an_unfinished_last_round_is_not_on_the_sheet_yet() -> None:
    match = a_match(1, of=2)
    going_on = Record.of(played("2", 1, "going on", first=2, turns=9), NAMES[:2], {"Round": "2"}, stack=True)
    read = read_match(f"{match}\n{going_on}")
    assert read.sheet == match.sheet
    assert (read.rounds, read.next_first, read.over) == (2, 2, False)


def test_rounds_follow_one_that_was_ended_by_agreement() -> None:
    first = record_of(played("2", 1, "agreed", turns=30), Round="1", Rounds="3", End="agreed")
    second = record_of(played("2", 1, "agreed", first=2, turns=20), Round="2", Rounds="3", End="agreed")
    match = read_match(f"{first}\n{second}")
    assert [row.points for row in match.sheet] == [first.game().points, second.game().points]
    assert (match.rounds, match.next_first, match.over) == (3, 1, False)
    assert str(match) == f"{first}\n{second}"


def test_tags_and_comments_of_each_round_are_written_again() -> None:
    one, two = a_match(2).games
    rounds = {"Rounds": "2", "Weather": "rain"}
    said = [(0, " hello "), (5, " well played ")]
    first = Record.of(one, NAMES[:2], {"Event": "Sunday", "Site": "Ulm", "Round": "1", **rounds}, comments=said)
    second = Record.of(two, NAMES[:2], {"Event": "Monday", "Round": "2", **rounds, "Guests": ("Eve", "Fay")})
    text = f"{first}\n{second}"
    assert str(read_match(text)) == text
    told = read_match(text).records({"Event": "Tuesday"})
    assert [record.tag("Event") for record in told] == [("Tuesday",)] * 2
    assert [record.tag("Site") for record in told] == [("Ulm",), ()]


def test_a_match_may_consist_of_a_round_that_goes_on() -> None:
    going_on = Record.of(played("4", 2, "going on", first=3, turns=9), NAMES)
    match = Match.of([going_on])
    assert (match.layout, match.hand, match.rounds, match.players) == ("4", 2, 1, NAMES)
    assert (match.sheet, match.first, match.next_first) == ((), 3, 3)


def test_without_a_tag_for_it_a_match_has_as_many_rounds_as_the_file() -> None:
    text = str(a_match(3)).replace('[Rounds "3"]\n', "").replace('[Round "2"]\n', "")
    assert read_match(text).rounds == 3
    assert read_match(text).over


def record_of(game: Game, *names: str, **tags: str) -> Record:
    return Record.of(game, names or NAMES[: game.layout.players], tags)


@pytest.mark.parametrize(
    ("records", "why"),
    [
        ([], "a match needs at least one round"),
        ([record_of(round_of(0, 1), Round="2")], "round 2 stands where round 1 is expected"),
        (
            [record_of(round_of(0, 1)), record_of(round_of(1, 2), "Ada", "Eve")],
            "round 2: the players are ('Ada', 'Eve'), not ('Ada', 'Ben')",
        ),
        ([record_of(round_of(0, 1)), record_of(round_of(1, 1))], "it was player 2's turn to begin"),
        ([record_of(round_of(0, 1)), record_of(round_of(1, 2, hand=2))], "played with layout 2 and 2 in hand"),
        (
            [record_of(played("2", 1, 0, turns=9)), record_of(round_of(1, 2))],
            "this round is not over yet",
        ),
        ([record_of(round_of(0, 1)), record_of(played("2", 1, 0, turns=9))], "it was player 2's turn to begin"),
        (
            [record_of(round_of(0, 1)), record_of(played("2", 2, 0, first=2, turns=9))],
            "played with layout 2 and 2 in hand",
        ),
        (
            [record_of(round_of(0, 1), Rounds="1"), record_of(played("2", 1, 0, first=2, turns=9))],
            "all 1 rounds have been played",
        ),
        ([record_of(round_of(0, 1), Rounds="1"), record_of(round_of(1, 2))], "all 1 rounds have been played"),
        ([record_of(round_of(0, 1), Rounds="0")], "0 rounds: a match has 1 to 100"),
        ([record_of(round_of(0, 1), Rounds="101")], "101 rounds: a match has 1 to 100"),
        ([record_of(round_of(0, 1), Rounds="two")], "Rounds: the number of rounds of the match"),
        ([record_of(round_of(0, 1), Rounds="²")], "Rounds: the number of rounds of the match"),
        ([record_of(round_of(0, 1), Rounds="9" * 5000)], "Rounds: the number of rounds of the match"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_records_that_make_no_match_are_refused(records: list[Record], why: str) -> None:
    with pytest.raises(BadMatch) as caught:
        Match.of(records)
    assert why in str(caught.value)


def test_a_match_file_that_cannot_be_read_is_refused_with_its_place() -> None:
    text = str(a_match(2)) + "\n?"
    with pytest.raises(BadRecord) as caught:
        read_match(text)
    assert (caught.value.line, caught.value.column) == (len(text.splitlines()), 1)
    assert len(read_records(text[:-1])) == 2


def test_the_examples_in_the_documentation_are_true() -> None:
    assert doctest.testmod(indigo.match).failed == 0
