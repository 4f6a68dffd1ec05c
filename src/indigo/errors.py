"""What can go wrong at a table: one exception for each reason, with a code that never changes."""

from __future__ import annotations


class RuleError(ValueError):
    """Something the rules do not allow. `code` never changes; the text names the move and the position."""

    code = "rule_error"


class IllegalMove(RuleError):
    """A move that may not be played here. The game is as it was."""

    code = "illegal_move"


class BadMove(IllegalMove):
    """This is not a move: a move is a cell, a kind and a turn, such as `c4E2`."""

    code = "bad_move"


class NoSuchCell(IllegalMove):
    """The board has no cell of this name."""

    code = "no_such_cell"


class TreasureCell(IllegalMove):
    """A treasure tile lies on this cell from the start."""

    code = "treasure_cell"


class CellTaken(IllegalMove):
    """A route tile lies on this cell already."""

    code = "cell_taken"


class TileNotInHand(IllegalMove):
    """The player to move does not hold a tile of this kind."""

    code = "tile_not_in_hand"


class JoinsExits(IllegalMove):
    """A route may not join the two exits of one border cell."""

    code = "joins_exits"


class GameOver(IllegalMove):
    """No gem is left on the board: the game is over."""

    code = "game_over"


class IllegalDraw(RuleError):
    """A draw that cannot be. The game is as it was."""

    code = "illegal_draw"


class DrawNeeded(IllegalDraw):
    """This game has no stack of its own: say which tile is drawn."""

    code = "draw_needed"


class WrongDraw(IllegalDraw):
    """The stack holds another tile on top, or this is no tile."""

    code = "wrong_draw"


class TileUsedUp(IllegalDraw):
    """All tiles of this kind have been seen already."""

    code = "tile_used_up"


class StacksEmpty(IllegalDraw):
    """There is nothing to draw: the stacks are empty, or the game is over."""

    code = "stacks_empty"


class NothingToUndo(RuleError):
    """The game is at its start."""

    code = "nothing_to_undo"


class NothingToRedo(RuleError):
    """No move was taken back."""

    code = "nothing_to_redo"


class BadSetup(RuleError):
    """A game cannot start like this."""

    code = "bad_setup"


class NotationError(ValueError):
    """A text that cannot be read. `code` never changes; the text says what is wrong and where."""

    code = "bad_notation"


class BadPosition(NotationError):
    """A position that cannot be read or cannot arise; *field* names the part that is wrong."""

    code = "bad_position"

    def __init__(self, field: str, text: str) -> None:
        super().__init__(field, text)
        self.field = field
        self.text = text

    def __str__(self) -> str:
        return f"{self.field}: {self.text}"


class BadRecord(NotationError):
    """A game record that cannot be read, with the line and column, from 1, where it goes wrong."""

    code = "bad_record"

    def __init__(self, text: str, line: int, column: int) -> None:
        super().__init__(text, line, column)
        self.text = text
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.text}"


class BadMatch(RuleError):
    """Rounds that do not make a match."""

    code = "bad_match"
