"""Setting up, a turn, the end; what is refused and why; taking back; a game as a value."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from collections.abc import Callable, Container

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from indigo import errors
from indigo.board import CELLS, COPIES, KINDS, LAYOUTS
from indigo.errors import IllegalMove, RuleError
from indigo.moves import LegalMoves, Move
from indigo.notation import read_position
from indigo.position import HiddenTotal, Position
from indigo.record import read_record
from indigo.rules import UNKNOWN, Exit, Game, shuffled_tiles
from tests.support.random_games import TABLES, random_game, random_turns
from tests.support.strategies import played


def open_game(moves: str = "", **more: int) -> Game:
    """Two players; nobody knows the tiles, so any may be played."""
    return Game("2", [UNKNOWN, UNKNOWN], UNKNOWN * 52, moves=moves, **more)


def among(move: object, moves: Container[object]) -> bool:
    """Whether *move*, a text perhaps, is one of the *moves*."""
    return move in moves


# ------------------------------------------------------------------------------------------------ setting up


def test_a_game_begins_with_all_gems_on_their_treasures(table: tuple[str, int]) -> None:
    layout, hand = table
    game = Game.shuffled(layout, hand, seed=1)
    assert game.position.left == 12
    assert game.position.centre == 6
    assert game.position.resting == ()
    assert game.points == (0,) * game.layout.players
    assert not game.over
    assert game.winners == ()
    assert game.turns == ()
    assert game.hand_size == hand
    assert all(len(tiles) == hand for tiles in game.hands)
    assert len(game.draws) == game.position.stacked == 54 - hand * game.layout.players


def test_a_shuffled_game_holds_all_54_tiles(table: tuple[str, int]) -> None:
    layout, hand = table
    game = Game.shuffled(layout, hand, seed="any")
    assert Counter("".join(game.hands) + game.draws) == COPIES


def test_the_same_seed_gives_the_same_game_and_leaves_global_randomness_alone() -> None:
    before = random.getstate()
    assert Game.shuffled("4", 2, seed=5) == Game.shuffled("4", 2, seed=5)
    assert Game.shuffled("4", 2, seed=5) != Game.shuffled("4", 2, seed=6)
    assert random.getstate() == before
    assert shuffled_tiles(random.Random(9)) == shuffled_tiles(9)


@pytest.mark.parametrize("first", [1, 2, 3])
def test_any_player_may_begin_and_turns_go_clockwise(first: int) -> None:
    game = Game.shuffled("3", seed=1, first=first)
    order = [turn.player for turn, _ in zip(random_turns(game, 1), range(7), strict=False)]
    assert order == [(first - 1 + number) % 3 + 1 for number in range(len(order))]
    assert game.first == first


@pytest.mark.parametrize(
    ("start", "says"),
    [
        (lambda: Game("5", ["A"] * 5), "layout '5'"),
        (lambda: Game("2", ["A"]), "needs the tiles of 2 players"),
        (lambda: Game("2", ["A", "BC"]), "every player gets one tile"),
        (lambda: Game("2", ["", ""]), "every player gets one tile"),
        (lambda: Game("2", ["ABC", "ABC"]), "every player gets one tile"),
        (lambda: Game("2", ["A", "B"], first=3), "player 3 cannot begin"),
        (lambda: Game("2", ["A", "B"], first=0), "player 0 cannot begin"),
        (lambda: Game("2", ["A", "B"], "A" * 6), "more than 6 tiles of kind A"),
        (lambda: Game("2", ["A", "X"]), "'X': tiles are A"),
        (lambda: Game("2", ["A", "B"], "?" * 53), "53 draws: only 52"),
        (lambda: Game.shuffled("6", seed=1), "layout '6'"),
        (lambda: Game.shuffled("2", 3, seed=1), "3 in hand"),
    ],
)
def test_a_game_cannot_start_wrongly(start: Callable[[], Game], says: str) -> None:
    with pytest.raises(errors.BadSetup, match=says) as problem:
        start()
    assert problem.value.code == "bad_setup"


# ------------------------------------------------------------------------------------------------ a turn


def test_a_turn_places_moves_awards_and_draws() -> None:
    game = Game("2", ["E", "B"], "CD")
    turn = game.play("b2E5")
    assert (turn.player, turn.move, turn.draw) == (1, Move("b2", "E", 5), "C")
    assert game.hands == ("C", "B")
    assert game.player == 2
    turn = game.play("a2B0")
    assert turn.awards == ((1, "A"),)
    assert turn.journeys[0].end == Exit("a2", 0, 1, (1,))
    assert game.won == ((1, 0, 0), (0, 0, 0))
    assert game.hands == ("C", "D")
    assert str(game) == "*B02*/1E54/7/8/*3*3*/8/7/6/*3* - 2 1 C/D 100/000"


def test_a_move_may_be_a_text_a_move_or_a_text_with_its_draw() -> None:
    games = [Game("2", ["C", "A"]) for _ in range(4)]
    games[0].play("c4C5+B")
    games[1].play(Move("c4", "C", 2), "B")
    games[2].play("c4C2", "B")
    games[3].play("c4C2+B", "B")
    assert len(set(games)) == 1
    assert games[0].turns[0].move == Move("c4", "C", 2), "a turn is told as the smallest that looks the same"
    assert str(games[0].turns[0]) == "c4C2+B"


def test_of_two_tiles_one_is_played_and_one_kept() -> None:
    game = Game("2", ["EA", "BC"], "DD")
    assert game.hands == ("AE", "BC")
    assert {move.kind for move in game.legal_moves} == {"A", "E"}
    game.play("c4E0")
    assert game.hands == ("AD", "BC")
    game.play("c5C0")
    assert game.hands == ("AD", "BD")


def test_own_gateways_for_three_share_nothing() -> None:
    game = Game("3own", [UNKNOWN] * 3, UNKNOWN * 51, moves="b5E0 b6B0")
    assert game.turns[-1].awards == ((2, "A"),)
    game = Game("3", [UNKNOWN] * 3, UNKNOWN * 51, moves="b5E0 b6B0")
    assert game.turns[-1].awards == ((1, "A"), (2, "A"))


def test_legal_moves_count_list_and_contain_the_same(table: tuple[str, int]) -> None:
    game = Game.shuffled(*table, seed=4)
    for _ in random_turns(game, 4):
        moves = game.legal_moves
        listed = list(moves)
        assert len(moves) == len(listed) == len(set(listed))
        assert sorted(moves[number] for number in range(len(moves))) == sorted(listed)
        assert all(among(str(move), moves) and move in moves and game.why_not(move) is None for move in listed[:20])
        if listed:
            assert moves[-1] == moves[len(moves) - 1]
            assert moves[1:5] == listed[1:5]


def test_legal_moves_hold_nothing_else() -> None:
    game = Game("2", ["C", "A"], moves="c4C0+C")
    moves = game.legal_moves
    for wrong in ("c4A0", "c5C0", "e5A0", "a2A1", "z9A0", "", 7, None, ("c5", "A", 0, 0)):
        assert not among(wrong, moves)
    assert among("c5A0", moves)
    assert among("c5A5", moves)
    assert repr(moves) == f"<{len(moves)} legal moves>"
    for number in (len(moves), -len(moves) - 1):
        with pytest.raises(IndexError):
            moves[number]


def test_there_are_no_legal_moves_after_the_end() -> None:
    assert len(random_game("2", 1, 1).legal_moves) == 0
    assert list(LegalMoves("", b"", b"")) == []


# ------------------------------------------------------------------------------------------------ what is refused


def late_game() -> Game:
    """Player 1 holds a D; the game knows two coming tiles."""
    return Game("2", ["E", "B"], "DCAB", moves="d4E5 c3B0")


REFUSED = [
    ("", errors.BadMove),
    ("c4", errors.BadMove),
    ("c4E", errors.BadMove),
    ("c4E6", errors.BadMove),
    ("c4F0", errors.BadMove),
    ("c4e0", errors.BadMove),
    (" c4E0", errors.BadMove),
    ("c4E0 ", errors.BadMove),
    ("c4E٣", errors.BadMove),
    ("j1D0", errors.NoSuchCell),
    ("a6D0", errors.NoSuchCell),
    ("a0D0", errors.NoSuchCell),
    ("e5D0", errors.TreasureCell),
    ("a1D0", errors.TreasureCell),
    ("d4D0", errors.CellTaken),
    ("c3D0", errors.CellTaken),
    ("c4E0", errors.TileNotInHand),
    ("c4D0+B", errors.WrongDraw),
    ("c4D0+X", errors.WrongDraw),
    ("c4D0+", errors.WrongDraw),
    ("c4D0+?", errors.WrongDraw),
]


@pytest.mark.parametrize(("move", "reason"), REFUSED)
def test_a_wrong_move_is_refused_with_its_reason_and_changes_nothing(move: str, reason: type[RuleError]) -> None:
    game = late_game()
    game.undo()
    game.redo()
    with pytest.raises(reason) as refused:
        game.play(move)
    assert type(refused.value) is reason
    assert str(game) in str(refused.value)
    assert game == late_game()
    if issubclass(reason, IllegalMove):
        why = game.why_not(move)
        assert type(why) is reason
        assert not among(move, game.legal_moves)


def test_a_refused_move_keeps_what_can_be_redone() -> None:
    game = late_game()
    undone = game.undo()
    with pytest.raises(IllegalMove):
        game.play("e5B0")
    assert game.redo() == undone


def test_the_exits_of_a_border_cell_may_not_be_joined() -> None:
    game = Game("2", ["A", "B"], "C")
    with pytest.raises(errors.JoinsExits, match="a3A1: a route would join the two exits of a3"):
        game.play("a3A1")
    with pytest.raises(errors.JoinsExits):
        game.play(Move("a3", "A", 3))
    assert game == Game("2", ["A", "B"], "C")


def test_nothing_is_played_after_the_end() -> None:
    game = random_game("2", 1, 1)
    empty = [CELLS[cell] for cell in game.position.inner + game.position.border]
    assert isinstance(game.why_not("c4A0"), errors.GameOver)
    with pytest.raises(errors.GameOver, match="the game is over"):
        game.play(f"{empty[0] if empty else 'c4'}A0")


def test_every_error_has_a_code_of_its_own() -> None:
    def family(kind: type[Exception]) -> list[type[Exception]]:
        return [kind, *(one for child in kind.__subclasses__() for one in family(child))]

    codes = [vars(kind)["code"] for kind in family(RuleError)]
    assert len(codes) == len(set(codes))
    assert all(code.isidentifier() and code.islower() for code in codes)
    assert all(kind.__doc__ for kind in family(RuleError))


def test_an_error_in_a_text_names_its_place_and_survives_pickling() -> None:
    with pytest.raises(errors.BadPosition) as position:
        read_position("*3*/6/7/8/*3*3*/8/7/6/*3* - 5 1 E/? 000/000")
    assert position.value.field == "layout"
    assert str(position.value).startswith("layout: ")
    with pytest.raises(errors.BadRecord) as record:
        read_record('[Layout "2"]\n[Hand "3"]\n[Players "Ada" "Ben"]\n[Deal "E" "A"]\n\n*\n')
    assert (record.value.line, record.value.column) == (2, 1)
    assert str(record.value).startswith("line 2, column 1: ")
    for error in (position.value, record.value):
        assert str(pickle.loads(pickle.dumps(error))) == str(error)


@given(st.text(max_size=8) | st.from_regex(r"[a-j][0-9][A-F][0-6](\+[A-F?])?", fullmatch=True))
def test_any_text_is_played_or_refused(text: str) -> None:
    game = Game("2", ["E", "A"], "CD")
    try:
        game.play(text)
    except RuleError:
        assert game == Game("2", ["E", "A"], "CD")
    else:
        assert among(text.partition("+")[0], Game("2", ["E", "A"], "CD").legal_moves)


# ------------------------------------------------------------------------------------------------ drawing


def test_a_game_without_a_stack_must_be_told_each_draw() -> None:
    game = Game("2", ["E", "A"])
    with pytest.raises(errors.DrawNeeded):
        game.play("c4E0")
    assert game == Game("2", ["E", "A"])
    game.play("c4E0", "B")
    assert game.hands == ("B", "A")


def test_a_given_draw_must_be_the_stacks_top() -> None:
    game = Game("2", ["E", "A"], "B")
    with pytest.raises(errors.WrongDraw, match="the next tile is B"):
        game.play("c4E0", "C")
    assert game.play("c4E0", "B").draw == "B"


def test_a_draw_told_twice_must_be_the_same() -> None:
    with pytest.raises(errors.WrongDraw, match="told twice"):
        Game("2", ["E", "A"]).play("c4E0+B", "C")


def test_a_draw_must_be_a_tile() -> None:
    for draw in ("F", "", "AB", "e"):
        with pytest.raises(errors.WrongDraw):
            Game("2", ["E", "A"]).play("c4E0", draw)


def test_a_kind_that_is_used_up_cannot_be_drawn() -> None:
    game = Game("2", ["B", "B"], "BBB", moves="c4B0 c5B0 c6B0")
    game.play("g5B0", "B")
    with pytest.raises(errors.TileUsedUp, match="all 6 such tiles are known"):
        game.play("g4B0", "B")
    game.play("g4B0", "A")


def test_an_unknown_tile_that_is_played_counts_as_seen() -> None:
    game = Game("2", ["B", UNKNOWN], "B?B?A", moves="c4B0 c5B0 c6B0 g5B0 g4B0")
    assert game.unseen["B"] == 1
    with pytest.raises(errors.TileUsedUp):
        game.play("g3B0", "B")  # the unknown tile is the sixth B, so it cannot be drawn again
    game.play("g3B0", "C")
    assert game.unseen["B"] == 0
    assert game.hands == ("A", "C")


def test_nothing_is_drawn_from_empty_stacks_or_after_the_end() -> None:
    game = Game.shuffled("2", seed=11)
    for turn in random_turns(game, 11):
        if turn.draw is None:
            break
    last = game.undo()
    before = str(game)
    with pytest.raises(errors.StacksEmpty, match="nothing to draw"):
        game.play(last.move, "A")
    assert str(game) == before
    assert game.play(last.move).draw is None


def test_unknown_draws_stay_unknown_until_told() -> None:
    game = Game("2", ["E", "A"], "??", moves="c4E0 c5A0")
    assert game.hands == ("?", "?")
    assert game.draws == "??"
    assert set(game.playable_kinds) == set(KINDS)
    told = Game("2", ["E", "A"], "??", moves="c4E0+B c5A0+?")
    assert told.hands == ("B", "?")
    assert told.draws == "B?"
    assert game != told


def test_an_unknown_tile_may_be_any_that_is_left() -> None:
    game = Game("2", ["A", UNKNOWN], "A?A?A?A?A", moves="c4A0 c5B0 c6A0 g5B0 g4A0 g3B0 c2A0 d3B0 g6A0")
    assert game.hands == ("A", UNKNOWN)
    assert game.playable_kinds == "BCDE", "all six A lie on the board or in the other hand"
    assert {move.kind for move in game.legal_moves} == set("BCDE")
    with pytest.raises(errors.TileNotInHand):
        game.play("f3A0")


def test_a_tile_that_is_known_to_come_is_neither_drawn_nor_held_before() -> None:
    game = Game("2", ["E", "?"], "?BBBBBB")
    with pytest.raises(errors.TileUsedUp):
        game.play("c4E0", "B")
    game.play("c4E0", "A")
    assert game.playable_kinds == "ACDE", "all six B are still in the stacks, so the unknown tile is none of them"
    assert rebuilt(game) == game


def test_with_an_unknown_tile_in_hand_the_known_one_is_played_first() -> None:
    game = Game("2", ["E?", "AA"], "??")
    assert game.hands[0] == "?E"
    assert set(game.playable_kinds) == set(KINDS)
    game.play("c4E0")
    assert game.hands[0] == "??"
    game.play("g4A0")
    game.play("c5D0", "C")
    assert game.hands[0] == "?C"


# ------------------------------------------------------------------------------------------------ taking back


def test_undo_and_redo_go_all_the_way_and_restore_everything(table: tuple[str, int]) -> None:
    game = Game.shuffled(*table, seed=21)
    states: list[tuple[Position, str, int]] = [(game.position, game.draws, game.turns_played)]
    for _ in random_turns(game, 21):
        states.append((game.position, game.draws, game.turns_played))
    for state in states[-2::-1]:
        game.undo()
        assert (game.position, game.draws, game.turns_played) == state
    assert game == Game.shuffled(*table, seed=21)
    for state in states[1:]:
        game.redo()
        assert (game.position, game.draws, game.turns_played) == state
    assert game.over


def test_there_is_nothing_to_undo_at_the_start_nor_to_redo_at_the_end() -> None:
    game = Game("2", ["E", "A"], "BC")
    with pytest.raises(errors.NothingToUndo):
        game.undo()
    with pytest.raises(errors.NothingToRedo):
        game.redo()
    turn = game.play("c4E0")
    assert game.undo() is turn
    game.play("c4E1")
    with pytest.raises(errors.NothingToRedo):
        game.redo()


def test_a_draw_that_was_told_is_forgotten_when_it_is_taken_back() -> None:
    game = Game("2", ["E", "A"])
    game.play("c4E0", "B")
    game.undo()
    assert game.draws == ""
    game.play("c4E0", "C")
    assert game.hands == ("C", "A")


class TakingBack(RuleBasedStateMachine):
    """Play, undo and redo in any order: the game is always what its moves make it."""

    @initialize(table=st.sampled_from(TABLES), seed=st.integers(0, 10**6))
    def sit_down(self, table: tuple[str, int], seed: int) -> None:
        self.game = Game.shuffled(*table, seed=seed)
        self.start = self.game.copy()
        self.line: list[Move] = []
        self.played = 0

    @precondition(lambda self: not self.game.over)
    @rule(pick=st.integers(0, 10**6))
    def play(self, pick: int) -> None:
        moves = self.game.legal_moves
        move = moves[pick % len(moves)]
        self.game.play(move)
        self.line = [*self.line[: self.played], move]
        self.played += 1

    @precondition(lambda self: self.played > 0)
    @rule()
    def undo(self) -> None:
        self.played -= 1
        assert self.game.undo().move == self.line[self.played]

    @precondition(lambda self: self.played < len(self.line))
    @rule()
    def redo(self) -> None:
        assert self.game.redo().move == self.line[self.played]
        self.played += 1

    @invariant()
    def is_what_its_moves_make_it(self) -> None:
        again = self.start.copy()
        for move in self.line[: self.played]:
            again.play(move)
        assert self.game == again
        assert self.game.position == again.position


TakingBack.TestCase.settings = settings(max_examples=25, stateful_step_count=40, deadline=None)
test_play_undo_and_redo_in_any_order = TakingBack.TestCase


# ------------------------------------------------------------------------------------------------ the end


def test_the_game_is_over_as_soon_as_no_gem_is_left(table: tuple[str, int]) -> None:
    for seed in range(5):
        game = Game.shuffled(*table, seed=seed)
        for turn in random_turns(game, seed):
            assert game.over == (not turn.after.left) == (game.turns_played == 54 or not turn.after.left)
            assert bool(game.winners) == game.over
        assert game.turns_played <= 54


def test_points_and_winners_wait_behind_the_screens() -> None:
    position = random_game("3", 1, 2).position
    assert position.winners
    hidden = position._replace(won=(position.won[0], None, position.won[2]))
    for ask in ("points", "gem_counts", "winners"):
        with pytest.raises(HiddenTotal, match="behind a screen"):
            getattr(hidden, ask)
    assert "???" in str(hidden)


def test_a_hidden_total_stays_hidden_when_a_gem_is_won() -> None:
    start = read_position("*3*/6/7/8/*3*3*/8/7/6/*3* - 2 1 ?/? ???/000")
    game = Game.at(start, UNKNOWN * 52, moves="b2E5 a2B0")
    assert game.turns[-1].awards == ((1, "A"),)
    assert game.won == (None, (0, 0, 0))
    game = Game.at(start, UNKNOWN * 52, moves="b5E0 b6B0")
    assert game.won == (None, (1, 0, 0))


# ------------------------------------------------------------------------------------------------ in the middle


def test_a_game_may_start_at_a_position() -> None:
    whole = Game.shuffled("3", 2, seed=8)
    moves = [turn.move for turn in random_turns(whole, 8)]
    for number in (0, 1, 10, 40):
        before = Game.shuffled("3", 2, seed=8)
        for move in moves[:number]:
            before.play(move)
        game = Game.at(before.position, before.draws[number:], moves=moves[number:])
        assert game.position == whole.position
        assert game.start == before.position
        assert game.first == before.player
        assert game.hand_size == 2


def test_a_full_hand_may_be_told_where_the_position_does_not_show_it() -> None:
    position = Game("2", ["E", "A"]).position
    assert Game.at(position).hand_size == 1
    assert Game.at(position, hand=2).hand_size == 2
    for hand in (0, 3):
        with pytest.raises(errors.BadSetup, match="in hand"):
            Game.at(position, hand=hand)


def test_more_tiles_than_there_are_cannot_come_after_a_position() -> None:
    with pytest.raises(errors.BadSetup):
        Game.at(Game("2", ["E", "A"]).position, "B" * 7)


# ------------------------------------------------------------------------------------------------ as a value


def test_a_copy_goes_its_own_way() -> None:
    game = Game.shuffled("2", seed=3)
    game.play(game.legal_moves[0])
    twin = game.copy()
    assert twin == game
    assert hash(twin) == hash(game)
    twin.play(twin.legal_moves[0])
    assert twin != game
    assert game.turns_played == 1
    twin.undo()
    twin.undo()
    assert game.turns_played == 1
    assert twin.redo() == game.turns[0]


def test_python_s_own_copies_go_their_own_way_too() -> None:
    game = Game.shuffled("2", seed=3)
    for twin in (copy.copy(game), copy.deepcopy(game)):
        twin.play(twin.legal_moves[0])
        assert game.turns_played == 0
        twin.undo()
        assert twin == game


def test_games_are_equal_when_they_began_and_went_alike() -> None:
    def game() -> Game:
        return Game("2", ["E", "A"], "BC", moves="c4E0")

    assert game() == game()
    assert game() != Game("2", ["E", "A"], "BD", moves="c4E0")
    assert game() != Game("2", ["E", "A"], "BC", moves="c4E1")
    assert game() != Game("2", ["E", "B"], "BC", moves="c4E0")
    assert game() != Game("2", ["E", "A"], "BC")
    assert game() != "game"
    assert len({game(), game()}) == 1
    turn, other = game().turns[0], game().turns[0]
    assert turn == other
    assert hash(turn) == hash(other)
    assert turn != "turn"
    assert repr(turn) == "<Turn: player 1 c4E0+B>"


def test_a_game_can_be_pickled(table: tuple[str, int]) -> None:
    game = Game.shuffled(*table, seed=12)
    for _ in zip(range(30), random_turns(game, 12), strict=False):
        pass
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert again.position == game.position
    assert [turn.journeys for turn in again.turns] == [turn.journeys for turn in game.turns]


def rebuilt(game: Game) -> Game:
    found = eval(repr(game), {"Game": Game, "read_position": read_position})
    assert isinstance(found, Game)
    return found


def test_a_positions_repr_rebuilds_it() -> None:
    position = Game("2", ["E", "A"], "BC", moves="c4E0").position
    assert repr(position) == "read_position('*3*/6/3E03/8/*3*3*/8/7/6/*3* - 2 2 B/A 000/000')"
    assert eval(repr(position), {"read_position": read_position}) == position


def test_a_games_repr_rebuilds_it(table: tuple[str, int]) -> None:
    game = Game.shuffled(*table, seed=13, first=2)
    assert rebuilt(game) == game
    for _ in random_turns(game, 13):
        assert rebuilt(game) == game
    assert repr(Game("2", ["E", "A"], "BC", moves="c4E0")) == (
        "Game('2', ('E', 'A'), first=1, draws='BC', moves='c4E0')"
    )


@pytest.mark.parametrize(("layout", "hand"), [("2", 1), ("4", 2)])
def test_no_tile_is_lost_when_a_game_ends_before_the_stacks_do(layout: str, hand: int) -> None:
    ended = (played(layout, hand, seed, hasty=True) for seed in range(100))
    game = next(game for game in ended if game.position.stacked)
    assert len(game.draws) == game.start.stacked
    assert rebuilt(game) == game
    assert rebuilt(game).draws == game.draws


@pytest.mark.parametrize(
    "position",
    [
        "*3*/6/7/8/*3*3*/8/7/6/*3* - 2 1 E/? 000/000",
        "*3*/6/7/8/*3*3*/8/7/6/*3* - 2 1 E/? ???/000",
        "*3*/1B04/7/3C24/*3*3*/8/7/6/*3* Ab22,Ed45 2 2 C/? 000/000",
        "*3*/6/7/8/*3*3*/8/7/6/*3* - 3own 3 AB/??/CC 000/000/000",
    ],
)
@pytest.mark.parametrize("hand", [None, 2])
def test_a_repr_rebuilds_a_game_that_started_at_a_position(position: str, hand: int | None) -> None:
    game = Game.at(read_position(position), hand=hand)
    assert rebuilt(game) == game


def test_positions_are_values(table: tuple[str, int]) -> None:
    one, other = random_game(*table, 5), random_game(*table, 5)
    assert [turn.after for turn in one.turns] == [turn.after for turn in other.turns]
    assert len({turn.after for turn in one.turns}) == one.turns_played
    assert pickle.loads(pickle.dumps(one.position)) == one.position
    assert one.turns[0].after != one.turns[1].after
    assert one.position != "a position"


def test_positions_are_equal_whatever_the_order_of_placing() -> None:
    one, other = open_game("c4B0 c5B0 c6B0 d6B0"), open_game("d6B0 c6B0 c5B0 c4B0")
    assert one.position == other.position
    assert hash(one.position) == hash(other.position)
    assert one != other, "the games went differently"


def test_a_notebook_shows_games_and_positions_as_pictures() -> None:
    game = open_game("c4E3")
    assert game._repr_svg_().startswith("<svg")
    assert game.position._repr_svg_().startswith("<svg")


def test_a_position_tells_what_lies_on_a_cell() -> None:
    position = open_game("c4E3").position
    assert position.tile_at(CELLS.index("c4")) == ("E", 3)
    assert position.tile_at(CELLS.index("c5")) is None
    assert position.tile_at(CELLS.index("e5")) is None
    assert position.placed == {"E": 1}
    assert not position.over


def test_layouts_are_those_of_the_box() -> None:
    assert list(LAYOUTS) == ["2", "3", "3own", "4"]
