"""What a player has before the eyes: the board, who plays, the tiles in hand with all their turns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Final

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from indigo.board import LAYOUTS, TURNS, Kind
from indigo.cli.terminal.console import painted, painted_rows
from indigo.design import design
from indigo.i18n import Words
from indigo.moves import Move
from indigo.position import UNKNOWN, Position
from indigo.rules import Game, Turn
from indigo.text_board import SMALLEST, Scale, Style, board_size, largest_scale, text_board, text_tile, token
from indigo.text_canvas import Glyph

_SIDE_COLUMNS: Final = 40
"""How wide a window must be beyond the board for the tiles in hand to stand beside it."""
_LINES_BELOW: Final = 12
"""Lines that hand and questions need below the board."""
_LINES_BESIDE: Final = 8


class Screen:
    """Draws for one table, in one language, with the players' names."""

    def __init__(self, console: Console, say: Words, style: Style, names: Sequence[str]) -> None:
        self.console = console
        self.say = say
        self.style: Style = style
        self.names = tuple(names)

    # -------------------------------------------------------------------------------------------- the window

    @property
    def wide(self) -> bool:
        """Whether there is room beside the board."""
        return self.console.width >= board_size(SMALLEST)[0] + _SIDE_COLUMNS

    def _scale(self) -> Scale:
        if self.wide:
            return largest_scale(self.console.width - _SIDE_COLUMNS, self.console.height - _LINES_BESIDE)
        return largest_scale(self.console.width, self.console.height - _LINES_BELOW)

    def warn_if_small(self) -> None:
        """Say how large the window should be, if it is smaller."""
        columns, lines = board_size(SMALLEST)
        lines += _LINES_BESIDE if self.wide else _LINES_BELOW
        if self.console.is_terminal and (self.console.width < columns or self.console.height < lines):
            self.console.print(self.say("terminal.terminal_too_small", columns=columns, rows=lines), style="bold")

    def hide(self) -> None:
        """Clear the window and what was above it, so that nobody finds another's tiles by scrolling back."""
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.file.write("\x1b[H\x1b[2J\x1b[3J")
            self.console.file.flush()
        else:
            self.console.print("\n" * max(100, self.console.height))

    # -------------------------------------------------------------------------------------------- the board

    def show(self, seen: Game, *, shown: Turn | None = None, hand: bool = False) -> None:
        """The board as *seen*, or after the turn *shown*, with the tiles in hand of the player to move if asked for."""
        last = seen.turns[-1] if seen.turns_played else None
        board = painted(text_board(shown or last or seen, style=self.style, scale=self._scale()), self.console)
        beside = [*self._who_plays(seen), *self._what_is_left(seen.position)]
        tiles = self._hand(seen) if hand else []
        if self.wide:
            grid = Grid.grid(padding=(0, 2, 0, 0))
            grid.add_column(no_wrap=True)
            grid.add_column()
            side = Text("\n").join([Text(""), *beside, Text(""), *self.signs(), Text(""), *tiles])
            grid.add_row(board, side)
            self.console.print(grid)
        else:
            self.console.print(Text("   ").join(self._who_plays(seen)), soft_wrap=True)
            self.console.print(board, soft_wrap=True)
            self.console.print(Text(", ").join(self._what_is_left(seen.position)))
            for text in tiles:
                self.console.print(text, soft_wrap=True)

    def _who_plays(self, seen: Game) -> list[Text]:
        lines: list[Text] = []
        for player, name in enumerate(self.names, start=1):
            ink = ""
            if self.style == "colour":
                ink = f"{design()['players'][player - 1]['fill']} on {design()['themes']['dark']['seat']}"
            line = Text.assemble((token(player, self.style), ink), " ", name)
            total = seen.won[player - 1]
            if total is not None:
                ambers, emeralds, sapphires = total
                line.append(f", {self.say('game.points', n=ambers + 2 * emeralds + 3 * sapphires)}")
            if player == seen.player and not seen.over:
                line.stylize("bold")
                line = Text.assemble(line, " <")
            lines.append(line)
        return lines

    def _what_is_left(self, position: Position) -> list[Text]:
        return [
            Text(self.say("terminal.tiles_left", n=position.stacked)),
            Text(self.say("terminal.gems_left", n=position.left)),
        ]

    def signs(self) -> list[Text]:
        """What the signs on the board mean."""
        return [Text(self.say(f"terminal.legend_{'letters' if self.style == 'ascii' else 'signs'}"), style="dim")]

    # -------------------------------------------------------------------------------------------- tiles

    def _hand(self, seen: Game) -> list[Text]:
        say = self.say
        kinds = [kind for kind in dict.fromkeys(seen.hands[seen.player - 1]) if kind != UNKNOWN]
        lines: list[Text] = []
        if len(seen.hands[seen.player - 1]) > 1:
            held = ", ".join(seen.hands[seen.player - 1])
            lines.append(Text(say("terminal.your_tiles", kinds=held), style="bold"))
        for kind in kinds:
            if len(seen.hands[seen.player - 1]) == 1:
                heading = say("terminal.your_tile", kind=kind, routes=say(f"game.kind_{kind}"))
                lines.append(Text(heading, style="bold"))
            lines.append(self.tiles(kind, range(TURNS[kind])))
        return lines

    def show_hand(self, seen: Game) -> None:
        """The tiles in hand of the player to move, in all their turns."""
        for text in self._hand(seen):
            self.console.print(text, soft_wrap=True)

    def tiles(self, kind: Kind, turns: Iterable[int]) -> Text:
        """One kind of tile in several turns, side by side, each with the turn to type."""
        room = _SIDE_COLUMNS if self.wide else self.console.width
        drawn = [(turn, text_tile(kind, turn, style=self.style)) for turn in turns]
        step = SMALLEST.columns + 2
        a_row = max(1, room // step)
        rows: list[list[Glyph]] = []
        for begin in range(0, len(drawn), a_row):
            some = drawn[begin : begin + a_row]
            for parts in zip_longest(*(canvas.rows() for _, canvas in some), fillvalue=[]):
                row: list[Glyph] = []
                for part in parts:
                    row += [*part, *[Glyph(" ")] * (step - len(part))]
                rows.append(row)
            labels = "".join(f"{kind}{turn}".center(SMALLEST.columns).ljust(step) for turn, _ in some)
            rows.append([Glyph(char) for char in labels.rstrip()])
        text = painted_rows(rows, self.console)
        text.rstrip()
        return text

    def legal_turns(self, seen: Game, cell: str) -> dict[Kind, list[int]]:
        """The turns in which the tiles in hand fit on *cell*."""
        fitting: dict[Kind, list[int]] = {}
        for kind in seen.playable_kinds:
            turns = [turn for turn in range(TURNS[kind]) if Move(cell, kind, turn) in seen.legal_moves]
            if turns:
                fitting[kind] = turns
        return fitting

    # -------------------------------------------------------------------------------------------- gateways

    def gateways(self, layout: str) -> list[Text]:
        """Who owns which gateway."""
        lines = [Text(self.say("terminal.gateways_heading"), style="bold")]
        for number, owners in enumerate(LAYOUTS[layout].owners, start=1):
            place = self.say(f"game.gateway_{number}_place")
            names = [f"{token(owner, self.style)} {self.names[owner - 1]}" for owner in owners]
            if len(names) == 1:
                lines.append(Text(self.say("terminal.gateway_owner", gateway=number, place=place, name=names[0])))
            else:
                text = self.say("terminal.gateway_owners", gateway=number, place=place, name=names[0], other=names[1])
                lines.append(Text(text))
        return lines
