"""The core's positions, as Python sees them: checked when they are set up, played on, taken back."""

from __future__ import annotations

import pytest

from indigo import _core
from indigo.board import CELL_NUMBER, CELLS, LAYOUTS, PORT_SIDES, TILE_NUMBER
from indigo.engine.agreement import snapshot
from indigo.engine.conversion import core_position
from indigo.notation import read_position
from indigo.rules import Game

D4, E5, A2 = (CELL_NUMBER[cell] for cell in ("d4", "e5", "a2"))
E0, E5_TURN, A0, A1, B0 = (TILE_NUMBER[kind, turn] for kind, turn in (("E", 0), ("E", 5), ("A", 0), ("A", 1), ("B", 0)))
TWO_CELLS_LEFT = (
    "*C0C21*/D21D0E2D0D0/E1D2B0D0E0E5E1/E0C0C1D1A0D1C0E5/*E5A1C0*B0C2D0*/D2C0E2D1B0C2C2E2/C1B0A0C1A1D0A0/B0E0D2E2A0C2/"
    "*B0E0E5* Ac35,Eb34 2 1 D/C 100/240"
)


def test_an_emerald_leaves_the_centre_and_comes_back_when_the_tile_does() -> None:
    position = _core.Position("2", ["E", "A"])
    before = position.snapshot()
    position.play(D4, E5_TURN, "C")
    assert (position.player, position.hands, position.left, position.stacked) == (2, ("C", "A"), 12, 51)
    assert position.gems.count(2) == 1
    assert position.gems.count(4) == 5
    position.undo()
    assert position.snapshot() == before
    with pytest.raises(ValueError, match="nothing has been played"):
        position.undo()


def test_a_copy_goes_its_own_way() -> None:
    position = _core.Position("2", ["E", "A"])
    twin = position.copy()
    twin.play(D4, E5_TURN, "C")
    assert position.player == 1
    assert twin.player == 2


@pytest.mark.parametrize(
    ("cell", "tile"),
    [(E5, E0), (-1, E0), (61, E0), (D4, -1), (D4, 15), (D4, A0)],
    ids=["treasure", "no cell", "beyond the board", "no tile", "beyond the tiles", "not in hand"],
)
def test_what_is_not_legal_is_refused(cell: int, tile: int) -> None:
    position = _core.Position("2", ["E", "A"])
    assert not position.is_legal(cell, tile)
    with pytest.raises(ValueError, match="not legal"):
        position.play(cell, tile)
    assert position.player == 1


def test_a_route_may_not_join_two_exits() -> None:
    position = _core.Position("2", ["A", "A"])
    assert position.is_legal(A2, A0) != position.is_legal(A2, A1)


def test_no_move_is_legal_when_the_game_is_over() -> None:
    position = core_position(read_position(TWO_CELLS_LEFT))
    position.play(CELL_NUMBER["b2"], TILE_NUMBER["D", 2])
    assert position.over
    assert position.winners == (2,)
    assert position.legal_moves() == []
    assert not position.is_legal(CELL_NUMBER["a4"], TILE_NUMBER["C", 0])


def test_draws_are_checked() -> None:
    position = _core.Position("2", ["E", "BBBBBB"])
    for draw, complaint in (("B", "seen"), ("X", "kind"), ("EE", "one kind")):
        with pytest.raises(ValueError, match=complaint):
            position.play(D4, E0, draw)
    position.play(D4, E0, "?")
    assert position.hands == ("?", "BBBBBB")


def test_the_last_of_its_kind_cannot_be_played_and_drawn() -> None:
    position = _core.Position("2", ["?", "BBBBB"])
    with pytest.raises(ValueError, match="seen"):
        position.play(D4, B0, "B")
    position.play(D4, B0, "E")
    assert position.unseen == (6, 0, 14, 14, 13)


def test_an_unknown_tile_may_be_any_that_is_unseen() -> None:
    hands = ("?", "BBBBBB")
    kinds = {tile for _, tile in _core.Position("2", hands).legal_moves()}
    assert kinds == set(range(15)) - {B0}


@pytest.mark.parametrize(
    ("layout", "hands", "player", "won"),
    [
        ("5", ["E", "A"], 1, None),
        ("2", ["E"], 1, None),
        ("2", ["E", "F"], 1, None),
        ("2", ["E", "A"], 3, None),
        ("2", ["E", "A"], 0, None),
        ("2", ["B" * 7, "A"], 1, None),
        ("2", ["E", "?" * 54], 1, None),
        ("2", ["?" * 54, "A"], 1, None),
        ("2", ["E" * 300, "A"], 1, None),
        ("2", ["E", "A"], 1, [(0, 0, 0)]),
        ("2", ["E", "A"], 1, [(0, 0, 0), (0, 0, -1)]),
        ("2", ["E", "A"], 1, [(7, 0, 0), (0, 0, 0)]),
        ("2", ["E", "A"], 1, [(0, 6, 0), (0, 0, 0)]),
        ("2", ["E", "A"], 1, [(0, 0, 2), (0, 0, 0)]),
    ],
)
def test_nonsense_is_refused(
    layout: str, hands: list[str], player: int, won: list[tuple[int, int, int]] | None
) -> None:
    with pytest.raises(ValueError, match=r"^\w+"):
        _core.Position(layout, hands, player, won=won)


@pytest.mark.parametrize(
    ("tiles", "gems"), [(bytes(60), None), (bytes(61), None), (None, bytes(209)), (None, bytes([1] * 210))]
)
def test_boards_of_the_wrong_form_are_refused(tiles: bytes | None, gems: bytes | None) -> None:
    with pytest.raises(ValueError, match=r"tiles|gems"):
        _core.Position("2", ["E", "A"], tiles=tiles, gems=gems)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_position_with_hidden_tiles_is_the_same_on_both(layout: str) -> None:
    game = Game.shuffled(layout, 2, seed=layout)
    for number in range(20):
        game.play(sorted(game.legal_moves)[number])
    hidden = game.position._replace(hands=tuple("??" for _ in game.hands))
    shown = Game.at(hidden)
    here, there = core_position(hidden).snapshot(), snapshot(hidden, len(shown.legal_moves))
    far_ends = slice(len(CELLS), len(CELLS) + len(PORT_SIDES))  # inside a run they tell only how it came about
    assert here.replace(here[far_ends], b"", 1) == there.replace(there[far_ends], b"", 1)
    assert core_position(hidden).unseen == tuple(shown.unseen[kind] for kind in "ABCDE")


def test_a_board_that_lacks_a_gem_is_refused() -> None:
    position = _core.Position("2", ["E", "A"])
    position.play(D4, E5_TURN, "C")
    assert position.gems.count(2) == 1
    with pytest.raises(ValueError, match="gems: one is missing"):
        _core.Position("2", ["C", "A"], 2, tiles=position.tiles, gems=bytes(len(position.gems)))


def test_the_sapphire_is_the_last_to_set_out() -> None:
    position = _core.Position("2", ["E", "A"])
    position.play(D4, E5_TURN, "C")
    with pytest.raises(ValueError, match="sapphire"):
        _core.Position("2", ["C", "A"], 2, tiles=position.tiles, gems=position.gems.replace(b"\2", b"\3"))


def test_what_cannot_be_printed_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="no such tile"):
        _core.Position("2", ["é", "A"])


def test_sequences_are_counted_only_where_all_hands_are_known() -> None:
    with pytest.raises(ValueError, match="hands"):
        _core.perft(_core.Position("2", ["A", "?"]), "C", 1)
