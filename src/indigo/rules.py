"""The rulebook as code: setting up, a turn, the end.

This module is the law. It is pure: no files, no clock, no randomness but what the caller brings. Read `Game` from top
to bottom and you have read the rules: *Setting up*, *A turn* (place, move gems, award, draw), *The end*.

How gems move: for every port that ends a run of joined routes a position remembers the port at the run's other end, its
*far* end. A tile joins ports in pairs, and a gem that stands at one of them goes straight to the far end of the other.
Loops, U-turns and a way that crosses the new tile again need no case of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from indigo.board import (
    CELL_NUMBER,
    COPIES,
    EXIT_GATEWAY,
    KINDS,
    LAYOUTS,
    TREASURES,
    Layout,
)
from indigo.errors import (
    BadMove,
    BadSetup,
    CellTaken,
    DrawNeeded,
    GameOver,
    IllegalMove,
    JoinsExits,
    NoSuchCell,
    NothingToRedo,
    NothingToUndo,
    RuleError,
    StacksEmpty,
    TileNotInHand,
    TileUsedUp,
    TreasureCell,
    WrongDraw,
)
from indigo.journeys import Exit, Journey, Meeting, Rest, Step, Turn
from indigo.moves import PLACEMENTS, LegalMoves, Move, Placement
from indigo.position import CENTRE_GEM, GEM_CODE, UNKNOWN, Position, Won, empty_table

if TYPE_CHECKING:
    from random import Random

__all__ = [
    "UNKNOWN",
    "Exit",
    "Game",
    "IllegalMove",
    "Journey",
    "LegalMoves",
    "Meeting",
    "Move",
    "Position",
    "Rest",
    "RuleError",
    "Step",
    "Turn",
    "shuffled_tiles",
]

_EMERALD = GEM_CODE["E"]
_SAPPHIRE = GEM_CODE["S"]
_NO_PLACEMENT = Placement(Move("", "none", 0), "none", 0, b"", b"", False, ())
ALL_TILES: Final = "".join(kind * COPIES[kind] for kind in KINDS)
"""The 54 route tiles, by kind."""


def shuffled_tiles(seed: int | str | Random) -> str:
    """All 54 route tiles in an order that follows from *seed*."""
    if isinstance(seed, int | str):
        from random import Random  # here, since it takes longer to import than all of the rules

        seed = Random(seed)
    random_key = seed.random  # unlike `shuffle`, this is promised to give the same in every version of Python
    return "".join(sorted(ALL_TILES, key=lambda _: random_key()))


class Game:
    """A game of Indigo: who plays, what lies where, and everything that has happened.

    *layout* is `"2"`, `"3"`, `"3own"` or `"4"`; *deal* gives each player's first tiles; *draws* the tiles that will be
    drawn, in order, as far as they are known: where they end, `play` must be told. *moves* are played at once.

    >>> game = Game("2", ["E", "A"], draws="EC")
    >>> turn = game.play("d4E5")
    >>> turn.journeys[0].end
    Rest(cell='d4', side=4)
    >>> game.player, game.hands
    (2, ('E', 'A'))
    """

    __slots__ = ("_draws", "_hand_size", "_position", "_start", "_turns", "_undone")

    # -------------------------------------------------------------------------------------------- setting up

    def __init__(
        self,
        layout: str,
        deal: Sequence[str],
        draws: Iterable[str] = "",
        *,
        first: int = 1,
        moves: str | Iterable[Move | str] = (),
    ) -> None:
        table = LAYOUTS.get(layout)
        if table is None:
            raise BadSetup(f"layout {layout!r}: there are {', '.join(LAYOUTS)}")
        if len(deal) != table.players:
            raise BadSetup(f"deal {tuple(deal)!r}: layout {layout} needs the tiles of {table.players} players")
        if len({len(hand) for hand in deal}) != 1 or len(deal[0]) not in (1, 2):
            raise BadSetup(f"deal {tuple(deal)!r}: every player gets one tile, or every player two")
        if not 1 <= first <= table.players:
            raise BadSetup(f"player {first} cannot begin: there are {table.players}")
        hands = tuple("".join(sorted(hand)) for hand in deal)
        self._set(empty_table(table, first, hands), len(deal[0]), draws)
        for move in moves.split() if isinstance(moves, str) else moves:
            self.play(move)

    @classmethod
    def shuffled(cls, layout: str = "2", hand: int = 1, *, seed: int | str | Random, first: int = 1) -> Game:
        """Set up a game with all tiles shuffled: the same *seed*, the same game."""
        if layout not in LAYOUTS or hand not in (1, 2):
            raise BadSetup(f"layout {layout!r}, {hand!r} in hand: layouts are {', '.join(LAYOUTS)}, hands 1 or 2")
        tiles = shuffled_tiles(seed)
        dealt = LAYOUTS[layout].players * hand
        deal = [tiles[start : start + hand] for start in range(0, dealt, hand)]
        return cls(layout, deal, tiles[dealt:], first=first)

    @classmethod
    def at(
        cls,
        position: Position,
        draws: Iterable[str] = "",
        *,
        hand: int | None = None,
        moves: str | Iterable[Move | str] = (),
    ) -> Game:
        """Start a game in the middle: at *position*, with *hand* tiles in a full hand (by default the largest hand)."""
        largest = max(map(len, position.hands))
        if hand not in (None, 1, 2) or largest > (hand or 2):
            raise BadSetup(f"{hand!r} in hand: a full hand is 1 or 2, and not smaller than those in {position}")
        game = cls.__new__(cls)
        game._set(position, hand or max(1, largest), draws)
        for move in moves.split() if isinstance(moves, str) else moves:
            game.play(move)
        return game

    def _set(self, start: Position, hand_size: int, draws: Iterable[str]) -> None:
        self._start = self._position = start
        self._hand_size = hand_size
        self._draws = "".join(draws)
        self._turns: list[Turn] = []
        self._undone: list[Turn] = []
        for kind in KINDS:
            if start.seen(kind) + self._draws.count(kind) > COPIES[kind]:
                raise BadSetup(f"more than {COPIES[kind]} tiles of kind {kind}")
        if stray := ("".join(start.hands) + self._draws).strip("ABCDE?"):
            raise BadSetup(f"{stray!r}: tiles are {', '.join(KINDS)}, or {UNKNOWN} for one that is not known")
        if len(self._draws) > start.stacked:
            raise BadSetup(f"{len(self._draws)} draws: only {start.stacked} tiles are in the stacks")

    # -------------------------------------------------------------------------------------------- a turn

    def play(self, move: Move | str, draw: str | None = None) -> Turn:
        """Take a whole turn: place the tile, move gems, award them, draw. Tell what happened.

        A text may hold the draw as well, as in a record: `"c4E2+A"`. *draw* is needed only where the game does not know
        the coming tile itself; `"?"` stands for one that nobody here may know.

        Raises an `IllegalMove` or `IllegalDraw` that says why; the game is then as it was.
        """
        before = self._position
        (layout, tiles, far, gems, centre, left, inner, border, player, hands, stacked, won) = before

        # 1. Place your tile, turned as you like, on any empty cell.
        hand = hands[player - 1]
        placed, kind, cell, tile, single, at_border, routes = PLACEMENTS.get(move, _NO_PLACEMENT)
        if kind not in hand or tiles[cell] or not left:
            (placed, kind, cell, tile, single, at_border, routes), draw = self._look_closer(move, draw)
        tiles = tiles[:cell] + tile + tiles[cell + 1 :]
        if at_border:
            border = border.replace(single, b"")
        else:
            inner = inner.replace(single, b"")

        # 2. Every gem that stands at a side of the new tile moves at once, to the far end of its route.
        new_far = bytearray(far)
        new_gems = bytearray(gems)
        for a, b in routes:
            far_a, far_b = new_far[a], new_far[b]
            new_far[far_a], new_far[far_b] = far_b, far_a
            gem, other = new_gems[a], new_gems[b]
            if gem or other:
                new_gems[a] = new_gems[b] = 0
                if gem == CENTRE_GEM or other == CENTRE_GEM:
                    # One gem leaves the centre: an emerald while there is one, the sapphire last.
                    leaving = _EMERALD if centre > 1 else _SAPPHIRE
                    centre -= 1
                    if gem == CENTRE_GEM:
                        gem = leaving
                    else:
                        other = leaving
                if gem and other:  # If two gems meet on one route, both are out of the game.
                    left -= 2
                    continue
                end = far_b if gem else far_a
                if end in EXIT_GATEWAY:
                    # 3. A gem that leaves through an exit goes to the gateway's owners, one for each.
                    won = _award(won, layout.owners[EXIT_GATEWAY[end] - 1], gem or other)
                    left -= 1
                else:
                    new_gems[end] = gem or other

        # 4. Draw a new tile. When the stacks are empty, play goes on with the tiles in hand.
        turns = self._turns
        hand = hand.replace(kind if kind in hand else UNKNOWN, "", 1)
        if stacked and left:
            known = draw is None and len(turns) < len(self._draws)
            draw = self._draws[len(turns)] if known else self._told(draw, kind)
            stacked -= 1
            hand = hand + draw if hand < draw else draw + hand  # in the order of the alphabet
        elif draw is not None:
            raise StacksEmpty(f"{placed}+{draw}: there is nothing to draw in {before}")
        hands = (*hands[: player - 1], hand, *hands[player:])

        # Then it is the next player's turn, clockwise.
        after = tuple.__new__(Position, (  # what `Position(...)` does, without a detour
            layout, tiles, bytes(new_far), bytes(new_gems), centre, left, inner, border,
            player % len(hands) + 1, hands, stacked, won,
        ))  # fmt: skip
        turn = Turn(placed, draw, before, after)
        turns.append(turn)
        if self._undone:
            self._undone.clear()
        self._position = after
        return turn

    def _told(self, draw: str | None, played: str) -> str:
        """The draw that the caller told, if it can be."""
        if draw is None:
            raise DrawNeeded(f"this game does not know the next tile: say which is drawn in {self._position}")
        top = self._draws[len(self._turns) :][:1] or UNKNOWN
        if top not in (UNKNOWN, draw):
            raise WrongDraw(f"draw {draw}: the next tile is {top} in {self._position}")
        if draw == UNKNOWN:
            return draw
        if draw not in KINDS:
            raise WrongDraw(f"draw {draw!r}: tiles are {', '.join(KINDS)} in {self._position}")
        from_unknown = draw == played and draw not in self._position.hands[self._position.player - 1]
        to_come = self._draws.count(draw, len(self._turns) + 1)
        if self._position.seen(draw) + from_unknown + to_come >= COPIES[draw]:
            raise TileUsedUp(f"draw {draw}: all {COPIES[draw]} such tiles are known already in {self._position}")
        return draw

    def _look_closer(self, move: Move | str, draw: str | None) -> tuple[Placement, str | None]:
        """Find out why a move looked wrong at first sight: say it, or accept the move after all."""
        position = self._position
        text = str(move)
        if isinstance(move, str) and "+" in text:
            text, _, told = text.partition("+")
            if draw is not None and draw != told:
                raise WrongDraw(f"{move}: the draw is told twice, the other time as {draw}, in {position}")
            draw = told
        cell, kind, turn = text[:2], text[2:3], text[3:]
        if len(text) != 4 or kind not in COPIES or turn not in {"0", "1", "2", "3", "4", "5"}:
            raise BadMove(f"{move!s}: a move is a cell, a kind and a turn, such as c4E2, in {position}")
        if cell not in CELL_NUMBER:
            raise NoSuchCell(f"{move}: there is no cell {cell} in {position}")
        if position.over:
            raise GameOver(f"{move}: the game is over in {position}")
        number = CELL_NUMBER[cell]
        if number in TREASURES:
            raise TreasureCell(f"{move}: a treasure tile lies on {cell} in {position}")
        if position.tiles[number]:
            raise CellTaken(f"{move}: a tile lies on {cell} already in {position}")
        if kind not in self.playable_kinds:
            raise TileNotInHand(f"{move}: player {position.player} holds no {kind} in {position}")
        placement = PLACEMENTS.get(text)
        if placement is None:
            raise JoinsExits(f"{move}: a route would join the two exits of {cell} in {position}")
        return placement, draw

    @property
    def playable_kinds(self) -> str:
        """The kinds that the player to move may play: those in hand; with an unknown tile, all that may be it."""
        hand = self._position.hands[self._position.player - 1]
        if UNKNOWN not in hand:
            return hand[:1] if hand[:1] == hand[1:] else hand
        seen, to_come = self._position.seen, self._draws[len(self._turns) :]
        return "".join(kind for kind in KINDS if kind in hand or seen(kind) + to_come.count(kind) < COPIES[kind])

    @property
    def legal_moves(self) -> LegalMoves:
        """All moves that the player to move may play; none when the game is over."""
        position = self._position
        if not position.left:
            return LegalMoves("", b"", b"")
        return LegalMoves(self.playable_kinds, position.inner, position.border)

    def why_not(self, move: Move | str) -> IllegalMove | None:
        """Why *move* may not be played now, or None if it may."""
        try:
            self._look_closer(move, None)
        except IllegalMove as reason:
            return reason
        return None

    # -------------------------------------------------------------------------------------------- taking back

    def undo(self) -> Turn:
        """Take the last turn back, drawn tile and won gems included; tell which it was."""
        if not self._turns:
            raise NothingToUndo(f"nothing has been played in {self._position}")
        turn = self._turns.pop()
        self._undone.append(turn)
        self._position = turn.before
        return turn

    def redo(self) -> Turn:
        """Play the turn again that was taken back last."""
        if not self._undone:
            raise NothingToRedo(f"nothing was taken back in {self._position}")
        turn = self._undone.pop()
        self._turns.append(turn)
        self._position = turn.after
        return turn

    # -------------------------------------------------------------------------------------------- the end

    @property
    def over(self) -> bool:
        """Whether the game has ended: no gem is left on the board, treasure tiles included."""
        return not self._position.left

    @property
    def winners(self) -> tuple[int, ...]:
        """Most points win; among those tied, most gems; if still tied, they share. Empty before the end."""
        return self._position.winners

    # -------------------------------------------------------------------------------------------- what is on the table

    @property
    def position(self) -> Position:
        """What lies on the table now: immutable, so it can be kept, compared and used as a key."""
        return self._position

    @property
    def start(self) -> Position:
        """What lay on the table at the beginning."""
        return self._start

    @property
    def layout(self) -> Layout:
        """How many play and who owns which gateway."""
        return self._position.layout

    @property
    def hand_size(self) -> int:
        """How many tiles a player holds while the stacks last: one, or two in the tactical game."""
        return self._hand_size

    @property
    def first(self) -> int:
        """The player who began."""
        return self._start.player

    @property
    def player(self) -> int:
        """The player whose turn it is, from 1."""
        return self._position.player

    @property
    def hands(self) -> tuple[str, ...]:
        """Each player's tiles."""
        return self._position.hands

    @property
    def won(self) -> tuple[Won | None, ...]:
        """Each player's won ambers, emeralds and sapphires."""
        return self._position.won

    @property
    def points(self) -> tuple[int, ...]:
        """Each player's points."""
        return self._position.points

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns played so far."""
        return tuple(self._turns)

    @property
    def turns_played(self) -> int:
        """How many turns have been played."""
        return len(self._turns)

    @property
    def draws(self) -> str:
        """All draws that the game knows of: those made, then those to come."""
        made = "".join(turn.draw or "" for turn in self._turns)
        return made + self._draws[len(made) :]  # fewer than turns: who ends the game draws nothing

    @property
    def unseen(self) -> Counter[str]:
        """How many tiles of each kind lie neither on the board nor in a hand that is known."""
        return Counter({kind: COPIES[kind] - self._position.seen(kind) for kind in KINDS})

    # -------------------------------------------------------------------------------------------- as a value

    def copy(self) -> Game:
        """The same game once more; playing one leaves the other as it is."""
        twin = Game.__new__(Game)
        twin._start, twin._position = self._start, self._position
        twin._hand_size, twin._draws = self._hand_size, self._draws
        twin._turns, twin._undone = self._turns.copy(), self._undone.copy()
        return twin

    __copy__ = copy

    def _key(self) -> tuple[Position, int, str, tuple[Move, ...]]:
        return self._start, self._hand_size, self.draws, tuple(turn.move for turn in self._turns)

    def __eq__(self, other: object) -> bool:
        """Games are equal when they began alike, went alike, and the same tiles are to come."""
        return self._key() == other._key() if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        """A hash of the game as it is now; for a lasting key use `position`, which never changes."""
        return hash(self._key())

    def __repr__(self) -> str:
        moves = " ".join(str(turn.move) for turn in self._turns)
        tail = f"{self.draws!r}, moves={moves!r})"
        hands = self._start.hands
        if self._start == empty_table(self.layout, self.first, hands) and len(hands[0]) == self._hand_size:
            return f"Game({self.layout.name!r}, {hands!r}, first={self.first}, draws={tail}"
        return f"Game.at(read_position({str(self._start)!r}), hand={self._hand_size}, draws={tail}"

    def _repr_svg_(self) -> str:
        """The board as a picture, for notebooks."""
        from indigo.svg import board_svg  # the one import that points down, so that a notebook needs none

        return board_svg(self, size=480)

    def __str__(self) -> str:
        return str(self._position)


def _award(won: tuple[Won | None, ...], owners: tuple[int, ...], gem: int) -> tuple[Won | None, ...]:
    """Give each owner of a gateway one gem of this kind: one gets the gem itself, another one from the reserve."""
    totals = list(won)
    for owner in owners:
        total = totals[owner - 1]
        if total is not None:
            ambers, emeralds, sapphires = total
            totals[owner - 1] = (ambers + (gem == 1), emeralds + (gem == 2), sapphires + (gem == 3))
    return tuple(totals)
