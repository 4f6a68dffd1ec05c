"""Game records: a game as a file and back, and where a file goes wrong."""

from __future__ import annotations

import random
import time
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indigo.errors import BadRecord
from indigo.notation import read_position
from indigo.record import LONGEST_FILE, Record, read_record, read_records
from indigo.rules import Game
from indigo.view import see
from tests.support.strategies import Edits, edited, edits, games, played, records

TAGS = '[Layout "2"]\n[Hand "1"]\n[Players "Ada" "Ben"]\n[Deal "E" "A"]\n'
NAMES = ("Ada", "Ben", "Cleo", "Dan")
BEGUN = f"{TAGS}\n1. d4E5+E b3A1+E 2. g4E0+C *\n"


@pytest.fixture(scope="module")
def whole() -> str:
    """The record of a finished game."""
    return str(Record.of(played("2", 1, "whole"), ("Ada", "Ben"), {"Event": "Sunday"}))


# ------------------------------------------------------------------------------------------------ there and back


@given(records())
def test_a_record_reads_as_it_was_written(record: Record) -> None:
    text = str(record)
    read = read_record(text)
    assert read == record
    assert str(read) == text
    assert read_record(text.encode()) == record


@given(games())
def test_a_record_replays_to_the_same_game(game: Game) -> None:
    record = read_record(str(Record.of(game, NAMES[: game.layout.players], stack=True)))
    again = record.game()
    assert again.turns == game.turns
    assert again.over or again == game, "the coming tiles are the same, so the game can be resumed"
    assert record.start().start == game.start
    assert (record.layout, record.hand, record.first) == (game.layout.name, game.hand_size, game.first)
    assert record.deal == game.start.hands
    assert record.result == (game.points if game.over else None)


@given(games())
def test_a_record_without_the_stack_tells_nothing_of_the_coming_tiles(game: Game) -> None:
    names = [""] * game.layout.players
    again = read_record(str(Record.of(game, names))).game()
    assert again.turns == game.turns
    assert again.draws == "".join(turn.draw or "" for turn in game.turns)


@given(games())
def test_a_record_with_unknown_draws_can_be_read_and_written(game: Game) -> None:
    blind = Game(game.layout.name, ["?" * game.hand_size] * game.layout.players, first=game.first)
    for turn in game.turns:
        blind.play(turn.move, turn.draw and "?")
    record = Record.of(blind, [""] * game.layout.players)
    text = str(record)
    assert read_record(text) == record
    assert read_record(text).game() == blind
    if game.over:
        assert record.result == game.points, "who has won what follows from the moves alone"


@given(st.lists(records(), min_size=1, max_size=3))
@settings(max_examples=30)
def test_games_in_one_file_follow_one_another(several: list[Record]) -> None:
    text = "\n".join(map(str, several))
    assert read_records(text) == several
    assert "\n".join(map(str, read_records(text))) == text


def test_a_record_looks_like_this() -> None:
    game = Game("2", ["E", "A"], draws="EEC", moves="d4E5 b3A1 g4E0")
    record = Record.of(
        game,
        ("Ada", 'Ben "the \\ cat"'),
        {"Annotator": "Cleo", "Date": "2026-11-15", "Event": "Sunday", "Round": "2"},
        comments=[(3, "why there?"), (0, "a slow start"), (3, "ah")],
    )
    assert str(record) == (
        '[Date "2026-11-15"]\n[Event "Sunday"]\n[Round "2"]\n[Layout "2"]\n[Hand "1"]\n'
        '[Players "Ada" "Ben \\"the \\\\ cat\\""]\n[Deal "E" "A"]\n[Annotator "Cleo"]\n\n'
        "{a slow start} 1. d4E5+E b3A1+E 2. g4E0+C {why there?} {ah} *\n"
    )
    assert record.round == 2
    assert record.players == ("Ada", 'Ben "the \\ cat"')
    assert record.tag("Annotator") == ("Cleo",)
    assert record.tag("Site") == ()
    assert read_record(BEGUN).round is None


def test_lines_stay_short_and_a_number_stays_with_its_move(whole: str) -> None:
    moves = whole.partition("\n\n")[2].splitlines()
    assert len(moves) > 1
    assert all(len(line) <= 100 and not line.endswith(".") for line in moves)


def test_a_player_other_than_the_first_may_begin() -> None:
    text = BEGUN.replace('[Deal "E" "A"]', '[Deal "A" "E"]\n[First "2"]')
    record = read_record(text)
    assert record.first == 2
    assert [turn.player for turn in record.game().turns] == [2, 1, 2]
    assert str(record) == text


def test_a_game_laid_aside_is_resumed_with_the_same_coming_tiles() -> None:
    game = played("3", 2, "aside", turns=10)
    record = read_record(str(Record.of(game, ("", "", ""), stack=True)))
    assert record.tag("Stack") == (game.draws[10:],)
    assert record.game() == game


def test_a_finished_game_needs_no_stack() -> None:
    early = next(game for seed in range(100) if (game := played("2", 1, seed, hasty=True)).position.stacked)
    assert Record.of(early, ("", ""), stack=True).tag("Stack") == ()


# ------------------------------------------------------------------------------------------------ other ways to write


@pytest.mark.parametrize(
    "text",
    [
        BEGUN.replace("\n", "\r\n"),
        BEGUN.replace(" ", "\t"),
        BEGUN.replace("\n\n", "\n"),
        BEGUN.replace("\n", "\n\n\n"),
        BEGUN.replace("1. ", "1.").replace("2. ", "2."),
        BEGUN.replace("1. ", "").replace("2. ", ""),
        "\ufeff" + BEGUN,
        "  \n" + BEGUN.rstrip(),
        BEGUN.replace("[", "[ ").replace('"]', '" ]').replace('" "', '"\t"'),
        BEGUN.replace(' "', '"'),
        BEGUN.replace("b3A1", "b3A5").replace("\n\n", "").replace("]\n", "]"),
    ],
)
def test_space_numbers_and_turns_may_be_written_in_other_ways(text: str) -> None:
    for data in (text, text.encode()):
        assert str(read_record(data)) == BEGUN


def test_comments_may_stand_anywhere_between_tags_and_moves() -> None:
    text = "{one}" + BEGUN.replace("\n[Deal", "{two}[Deal").replace("\n\n", "{three}\n")
    text = text.replace("1. d4E5+E ", "1.{four}d4E5+E{five}").replace("*", "*{six\r\n}\n {seven}")
    record = read_record(text)
    assert record.comments == (
        *((0, "one"), (0, "two"), (0, "three"), (0, "four"), (1, "five")),
        *((3, "six\r\n"), (3, "seven")),
    )
    assert read_record(str(record)) == record


def test_a_comment_behind_a_result_belongs_to_that_game() -> None:
    first, second = read_records(BEGUN + "{well begun}" + BEGUN)
    assert first.comments == ((3, "well begun"),)
    assert second.comments == ()


def test_tags_with_several_texts_are_kept() -> None:
    text = BEGUN.replace("[Layout", '[Colours "red" "white"]\n[Layout')
    assert read_record(text).tag("Colours") == ("red", "white")
    assert str(read_record(text)) == text


def test_the_kinds_of_a_first_hand_may_stand_in_any_order() -> None:
    text = '[Layout "2"]\n[Hand "2"]\n[Players "" ""]\n[Deal "EC" "?A"]\n\n*\n'
    assert read_record(text).game().hands == ("CE", "?A")
    assert str(read_record(text)) == text


# ------------------------------------------------------------------------------------------------ what is wrong

MARK = "\N{PLACE OF INTEREST SIGN}"  # stands in a text before the place where reading should stop


def refuse(marked: str, why: str) -> None:
    """Hold that reading stops at the mark, with this reason: as text and as bytes, with either line ending."""
    before, _, after = marked.partition(MARK)
    text = before + after
    for data in (text, text.encode(), text.replace("\n", "\r\n"), b"\xef\xbb\xbf" + text.encode()):
        with pytest.raises(BadRecord) as caught:
            read_records(data)
        error = caught.value
        assert why in error.text
        place = (len(before.split("\n")), len(before.split("\n")[-1]) + 1)
        assert (error.line, error.column) == place, error
        assert str(error) == f"line {place[0]}, column {place[1]}: {error.text}"


def changed(old: str, new: str) -> str:
    """The record of a game just begun, with one place changed."""
    assert BEGUN.count(old) == 1
    return BEGUN.replace(old, new)


@pytest.mark.parametrize(
    ("marked", "why"),
    [
        (MARK, "the tag Layout is missing: a record needs Layout, Hand, Players, Deal"),
        ("\n\n " + MARK, "the tag Layout is missing"),
        (MARK + "1. d4E5+E *", "the tag Layout is missing"),
        ("\n" + MARK + changed('[Hand "1"]\n', ""), "the tag Hand is missing"),
        (MARK + changed('[Players "Ada" "Ben"]\n', ""), "the tag Players is missing"),
        (MARK + changed('[Deal "E" "A"]\n', ""), "the tag Deal is missing"),
        (changed("[Layout ", f"[ {MARK}"), "a tag is a name and texts in quotes"),
        (changed("[Layout", f"[{MARK}2"), "a tag is a name and texts in quotes"),
        (changed("[Layout", f"[{MARK}\nLayout"), "a tag is a name and texts in quotes"),
        (changed('[Hand "1"]', f"[Hand {MARK}]"), "tag Hand: texts in quotes and a closing bracket must follow"),
        (changed('[Hand "1"]', f"[Hand {MARK}1]"), "tag Hand: texts in quotes"),
        (changed('[Hand "1"]', f'[Hand "1"{MARK}'), "tag Hand: texts in quotes"),
        (changed('[Hand "1"]', f'[Hand {MARK}"1]'), "tag Hand: texts in quotes"),
        (changed('[Hand "1"]', f'[Hand {MARK}"\\1"]'), "tag Hand: texts in quotes"),
        (changed('[Hand "1"]', f'[Hand\v{MARK}"1"]').replace(f"\v{MARK}", f"{MARK}\v"), "tag Hand: texts in quotes"),
        (changed('[Hand "1"]', f'[Hand "1"]\n{MARK}[Hand "1"]'), "the tag Hand stands twice"),
        (changed('[Layout "2"]', MARK + '[Layout "5"]'), "Layout: one of 2, 3, 3own, 4"),
        (changed('[Layout "2"]', MARK + '[Layout "2" "3"]'), "Layout: one of"),
        (changed('[Hand "1"]', MARK + '[Hand "3"]'), "Hand: the number of tiles in hand, 1 or 2"),
        (changed('[Hand "1"]', MARK + '[Hand "1" "1"]'), "Hand: the number of tiles in hand"),
        (
            changed('[Hand "1"]', MARK + '[Hand "2"]').replace(MARK, "").replace("[Deal", f"{MARK}[Deal"),
            "2 in each hand",
        ),
        (changed('[Players "Ada"', MARK + "[Players"), "Players: 1 names for 2 players"),
        (changed('[Deal "E" "A"]', MARK + '[Deal "E"]'), "Deal: the first tiles of 2 players"),
        (changed('[Deal "E" "A"]', MARK + '[Deal "E" ""]'), "Deal: the first tiles of 2 players"),
        (changed('[Deal "E" "A"]', MARK + '[Deal "E" "F"]'), "Deal: the first tiles of 2 players"),
        (changed('[Deal "E" "A"]', MARK + '[Deal "E" "AA"]'), "Deal: 1 in each hand, as the tag Hand says"),
        (changed("\n\n", f'\n{MARK}[First "3"]\n\n'), "First: the player who begins, from 1 to 2"),
        (changed("\n\n", f'\n{MARK}[First "1" "2"]\n\n'), "First: the player who begins"),
        (changed("\n\n", f'\n{MARK}[Round "0"]\n\n'), "Round: the number of the round, from 1"),
        (changed("\n\n", f'\n{MARK}[Round "{"9" * 5000}"]\n\n'), "Round: the number of the round"),
        (changed("\n\n", f'\n{MARK}[Round "1" "2"]\n\n'), "Round: the number of the round"),
        (changed("\n\n", f'\n{MARK}[Stack "F"]\n\n'), "Stack: the kinds of the coming tiles, in order"),
        (changed("\n\n", f'\n{MARK}[Stack "{"?" * 50}"]\n\n'), "Stack: 50 draws: only 49 tiles are in the stacks"),
        (changed("\n\n", f'\n{MARK}[Stack "{"A" * 6}"]\n\n'), "Stack: more than 6 tiles of kind A"),
        (changed("2. ", MARK + "3. "), "3. stands where 2. is expected"),
        (changed("b3A1", MARK + "2. b3A1"), "2. stands where a move is expected"),
        (changed("b3A1", MARK + "1. b3A1"), "1. stands where a move is expected"),
        (changed("1. ", "1. " + MARK + "1. "), "1. stands where a move is expected"),
        (changed("b3A1+E", MARK + "b3A1+F"), "'b3A1+F' is no move, number, comment or result"),
        (changed("b3A1+E", MARK + "b3A1+EE"), "'b3A1+EE' is no move"),
        (changed("b3A1+E", MARK + "hello,_this_is_far_too_long"), "'hello,_this_is_far_t' is no move"),
        (changed("b3A1+E", MARK + "d4A1+E"), "move 2: d4A1: a tile lies on d4 already"),
        (changed("b3A1+E", MARK + "a6A1+E"), "move 2: 'a6A1+E': a move is a cell, a kind and a turn"),
        (changed("b3A1+E", MARK + "b3C1+E"), "move 2: b3C1: player 2 holds no C"),
        (changed("b3A1+E", MARK + "b3A1"), "move 2: this game does not know the next tile"),
        (changed("*\n", f"\n{MARK}"), "the record breaks off"),
        (changed("*\n", MARK), "the record breaks off"),
        (changed("*", MARK + "0-0"), "the game is not over yet, so * must stand here"),
        (changed("*", MARK + "{so"), "this comment is not closed"),
        (changed("*", f"*{{yes}} {MARK}{{so"), "this comment is not closed"),
        (MARK + "{" + BEGUN, "this comment is not closed"),
        (changed("*", MARK + "**"), "'**' is no move"),
        (BEGUN + MARK + "*", "the tag Layout is missing"),
        (BEGUN + BEGUN + "\n" + MARK + "x", "the tag Layout is missing"),
    ],
)
def test_what_is_wrong_is_said_with_its_line_and_column(marked: str, why: str) -> None:
    refuse(marked, why)


def test_an_impossible_deal_is_refused() -> None:
    text = '[Layout "4"]\n[Hand "2"]\n[Players "" "" "" ""]\n' + MARK + '[Deal "BB" "BB" "BB" "BB"]\n*'
    refuse(text, "Deal: more than 6 tiles of kind B")


def test_tiles_played_from_unknown_hands_are_not_in_the_stack_too() -> None:
    text = f'{TAGS.replace("E", "?")}{MARK}[Stack "{"E" * 14}"]\n\n1. d4E5+? *\n'
    refuse(text, "Stack: more than 14 tiles of kind E")
    assert read_record(text.replace(MARK, "").replace("E" * 14, "E" * 13)).game().hands == ("?", "A")


def test_a_finished_game_ends_with_its_points(whole: str) -> None:
    body, _, points = whole.rstrip().replace("\n", " \n").rpartition(" ")
    ours, theirs = points.split("-")
    refuse(f"{body} {MARK}*", "the game is over, so its points must stand here")
    refuse(f"{body} {MARK}{ours}-{int(theirs) + 1}", f"the points are {points}")
    refuse(f"{body} {MARK}{points}-0", f"the points are {points}")
    refuse(f"{body} {MARK}{ours}", f"'{ours}' is no move")
    refuse(f"{body} {MARK}d4E0 {points}", "the game is over")


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (b"\xff\xfe", 1, 1),
        (b'[Event "caf\xe9"]', 1, 12),
        ('[Event "Grüße"]\n{é'.encode() + b"\xc3", 2, 3),
        (b"\xef\xbb\xbf[Event \x80", 1, 8),
        (b"\r\n\r\n\xed\xa0\x80", 3, 1),
        ("\n\n{é\ud800}", 3, 3),
        ("\ufeff\udfff", 1, 1),
    ],
)
def test_bytes_that_are_no_text_are_refused_where_they_stand(data: str | bytes, line: int, column: int) -> None:
    with pytest.raises(BadRecord, match="this is not text in UTF-8") as caught:
        read_records(data)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_read_record_wants_one_game() -> None:
    with pytest.raises(BadRecord, match="2 games, where one was expected"):
        read_record(BEGUN + BEGUN)


# ------------------------------------------------------------------------------------------------ not to be written


@pytest.mark.parametrize(
    ("names", "tags", "comments", "why"),
    [
        (("Ada",), {}, [], "1 names for 2 players"),
        (("Ada", "B\nn"), {}, [], "tag 'Players': a name is letters and digits, a value one line"),
        (("Ada", "\ud800"), {}, [], "text that UTF-8 can hold"),
        (("", ""), {"": "x"}, [], "tag '': a name is letters and digits"),
        (("", ""), {" Event": "x"}, [], "tag ' Event': a name"),
        (("", ""), {"Evént": "x"}, [], "tag 'Evént': a name"),
        (("", ""), {"2": "x"}, [], "tag '2': a name"),
        (("", ""), {"Event": "a\rb"}, [], "tag 'Event': a name is letters and digits, a value one line"),
        (("", ""), {"Event": "\udfff"}, [], "text that UTF-8 can hold"),
        (("", ""), {"Round": "one"}, [], "Round: the number of the round, from 1"),
        (("", ""), {"Layout": "3"}, [], "tag Layout: it follows from the game"),
        (("", ""), {"First": "2"}, [], "tag First: it follows from the game"),
        (("", ""), {"Stack": ""}, [], "tag Stack: it follows from the game"),
        (("", ""), {}, [(0, "a } b")], "a comment stands before or after a move"),
        (("", ""), {}, [(4, "")], "a comment stands before or after a move"),
        (("", ""), {}, [(-1, "")], "a comment stands before or after a move"),
        (("", ""), {}, [(0, "\ud800")], "text that UTF-8 can hold"),
    ],
)
def test_what_no_file_can_hold_is_refused(
    names: tuple[str, ...], tags: dict[str, str], comments: list[tuple[int, str]], why: str
) -> None:
    game = read_record(BEGUN).game()
    with pytest.raises(BadRecord) as caught:
        Record.of(game, names, tags, comments=comments)
    assert why in caught.value.text


@pytest.mark.parametrize("hand", [1, 2])
def test_a_game_that_began_in_the_middle_is_not_recorded(hand: int) -> None:
    middle = Game.at(read_position("*3*/6/7/3E54/*3*3*/8/7/6/*3* Ed44 2 1 E/? 000/000"))
    short = Game.at(Game("2", ["E", "E"]).position, hand=2)
    for game in (middle, short):
        with pytest.raises(BadRecord, match="a record begins with an empty board and full hands"):
            Record.of(game, ("", ""))


def test_a_finished_game_with_a_total_behind_a_screen_is_not_recorded() -> None:
    game = played("2", 1, "hidden")
    hidden = Game.at(
        game.start._replace(won=(None, (0, 0, 0))), game.draws, moves=[turn.move for turn in game.turns[:-1]]
    )
    assert Record.of(hidden, NAMES[:2]).result is None
    hidden.play(game.turns[-1].move)
    with pytest.raises(BadRecord, match="a total of this one is behind a screen"):
        Record.of(hidden, NAMES[:2])


def test_a_tag_may_be_given_several_texts_but_not_none() -> None:
    game = read_record(BEGUN).game()
    text = str(Record.of(game, NAMES[:2], {"Guests": ("Eve", "Fay")}))
    assert '[Guests "Eve" "Fay"]' in text
    assert read_record(text).remarks.tags == (("Guests", ("Eve", "Fay")),)
    with pytest.raises(BadRecord, match="tag 'Guests'"):
        Record.of(game, NAMES[:2], {"Guests": ()})
    with pytest.raises(BadRecord, match="Round: the number of the round"):
        Record.of(game, NAMES[:2], {"Round": ("1", "2")})


# ------------------------------------------------------------------------------------------------ any bytes at all


SOON: Final = 10  # seconds of a processor: a busy one needs one or two, who looks back again and again needs minutes


def read_or_refused(data: str | bytes) -> list[Record]:
    """Hold that any data is soon read, then writes and reads again as the same, or is refused with a place in it."""
    refusal, read = None, list[Record]()
    begin = time.process_time()
    try:
        read = read_records(data)
    except BadRecord as reason:
        refusal = reason
    assert time.process_time() - begin < SOON
    if refusal:
        lines = (data.decode(errors="replace") if isinstance(data, bytes) else data).split("\n")
        assert 1 <= refusal.line <= len(lines)
        assert 1 <= refusal.column <= len(lines[refusal.line - 1]) + 1
        str(refusal).encode()
    elif len(data) < LONGEST_FILE // 2:  # it may be written with more space than it had
        assert read_records("\n".join(map(str, read))) == read
    return read


@given(st.binary() | st.text())
def test_any_bytes_and_any_text_are_refused_with_a_place(data: str | bytes) -> None:
    read_or_refused(data)


@given(records(), edits('[]{}"\\\r\n\t *-.?+0123456789ABCDEabcdefghi\ufeff'))
@settings(max_examples=60)
def test_an_edited_record_is_read_right_or_refused(record: Record, changes: Edits) -> None:
    read_or_refused(edited(str(record), changes))


@pytest.mark.parametrize("alphabet", ['[]{}"\\ \n*-.?+0123456789ABCDEabcdefghi', "".join(map(chr, range(256)))])
def test_thousands_of_edited_records_are_read_right_or_refused(whole: str, alphabet: str) -> None:
    dice = random.Random(alphabet)
    aside = Record.of(played("4", 2, "aside", turns=9), ("", "", "", ""), {"Round": "1"}, stack=True)
    files = [whole, BEGUN + whole, str(aside), str(Record.of(see(played("3", 2, "seen", turns=20), 2), ("", "", "")))]
    read = 0
    for _ in range(1500):
        data = dice.choice(files).encode()
        for _ in range(dice.choice((1, 1, 2, 5))):
            place, length = dice.randrange(len(data)), dice.choice((0, 1, 1, 2, 30))
            new = "".join(dice.choices(alphabet, k=dice.choice((0, 1, 1, 2)))).encode("latin-1")
            data = data[:place] + new + data[place + length :]
        read += bool(read_or_refused(data))
    assert read > 30, "some edits leave a record"


HEAD = '[Layout"2"][Hand"1"][Players""""][Deal"E""A"]'


@pytest.mark.no_cover  # time is told only of those whom nobody follows line by line
@pytest.mark.parametrize(
    "piece",
    [
        *("[", "{", '"', "\\", "1", "1.", "1. ", "*", "* ", " ", "\n", "\r", "\t", "\0", "-", "0-", "?", "é", "🜁"),
        *("{}", '""', '[A"', '[A""]', "[ ", "a2A0 ", "d4E5+E ", "9-9", "\\\\", '\\"', "{[", "\ufeff", "\ud800", BEGUN),
    ],
)
@pytest.mark.parametrize("before", ["", HEAD, HEAD + "{", '[Event "', "[Event ", HEAD + "1. d4E5+E "])
def test_a_file_of_one_thing_over_and_over_is_answered_soon(before: str, piece: str) -> None:
    text = before + piece * ((LONGEST_FILE - len(before)) // len(piece))
    read_or_refused(text)
    if not before:
        read_or_refused(text.encode(errors="surrogatepass")[:LONGEST_FILE])
        read_or_refused(text * 8)


@pytest.mark.no_cover
def test_hundreds_of_games_in_one_file_are_read_soon(whole: str) -> None:
    shortest = whole.replace("Ada", "").replace("Ben", "").replace('[Event "Sunday"]\n', "")
    assert len(read_or_refused(shortest * (LONGEST_FILE // len(shortest)))) > 200
    assert len(read_or_refused((HEAD + "*") * (LONGEST_FILE // len(HEAD + "*")))) > 2500


@pytest.mark.no_cover
def test_twice_the_games_take_twice_the_time(whole: str) -> None:
    """And not four times, as for a reader that looks back at every game before."""
    half, all_of_it = (whole * (LONGEST_FILE // share // len(whole)) for share in (2, 1))

    def seconds(data: str) -> float:
        begin = time.process_time()
        read_records(data)
        return time.process_time() - begin

    assert any(seconds(all_of_it) < 3 * seconds(half) for _ in range(10))  # a busy machine may make either longer


def test_a_file_that_is_too_long_is_refused_at_once() -> None:
    with pytest.raises(BadRecord, match=f"longer than {LONGEST_FILE} characters"):
        read_records(BEGUN + " " * LONGEST_FILE)
    assert read_records(BEGUN + " " * (LONGEST_FILE - len(BEGUN)))
