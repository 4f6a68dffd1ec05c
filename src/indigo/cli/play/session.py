"""A table in the terminal: rounds, turns of people and bots, and everything a player may type."""

from __future__ import annotations

import random
import re
import shlex
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table as Grid

from indigo.board import CELL_NUMBER
from indigo.cli.errors import Failure
from indigo.cli.play.savefile import Laid, is_there, save, written
from indigo.cli.play.seats import resolve_bot
from indigo.cli.play.setup import Agreement
from indigo.cli.terminal.narration import told_journeys, told_turn
from indigo.cli.terminal.prompt import Asker
from indigo.cli.terminal.scores import told_match, told_result, told_score
from indigo.cli.terminal.screen import Screen
from indigo.engine.simple_bots import BOTS
from indigo.errors import IllegalMove, NothingToRedo, NothingToUndo
from indigo.i18n import Words
from indigo.match import Match
from indigo.record import NO_REMARKS
from indigo.rules import Game, Turn
from indigo.signals import like_ctrl_c
from indigo.text_board import Style
from indigo.view import see

_TYPED_MOVE: Final = re.compile(r"([a-z][0-9])([a-z])?([0-9])?")
_LOOK_ALIKES: Final = str.maketrans("асевн", "acebh")
"""Cyrillic letters that nobody can tell from the Latin ones on the board."""
_WORDS: Final = (
    "help",
    "board",
    "turns",
    "moves",
    "score",
    "gateways",
    "undo",
    "redo",
    "save",
    "rules",
    "position",
    "quit",
)


class _Quit(Exception):
    """The players stop before the end."""


class Table:
    """Plays a match at one keyboard."""

    def __init__(
        self, console: Console, say: Words, style: Style, agreement: Agreement, *, quick: bool, save_as: str | None
    ) -> None:
        self.console = console
        self.say = say
        self.agreement = agreement
        self.quick = quick
        self.save_as = save_as
        self.ask = Asker(console, say)
        self.screen = Screen(console, say, style, agreement.names)
        self.match = Match(agreement.layout, agreement.hand, agreement.rounds, agreement.names, first=agreement.first)
        self.game = self._dealt()
        self.remarks = NO_REMARKS  # what a file told beside this round
        people = [number for number, seat in enumerate(agreement.seats, start=1) if seat.bot is None]
        self.people = frozenset(people)
        self.at_keyboard: int | None = people[0] if len(people) == 1 else None
        self.hand_on_screen = False
        self.told: list[str] = []  # what happened since a person last saw the board
        self.meanings: dict[str, str] = {word: word for word in _WORDS} | {
            say(f"terminal.word_{word}").casefold(): word for word in _WORDS
        }
        self.meanings["?"] = "help"

    # -------------------------------------------------------------------------------------------- rounds

    def _dealt(self) -> Game:
        """The next round, shuffled: from the seed, so that the same seed gives the same match."""
        number = len(self.match.games) + 1
        seed: int | str = self.agreement.seed
        if isinstance(seed, str) and seed.isascii() and seed.isdigit():
            seed = int(seed)
        return Game.shuffled(
            self.agreement.layout,
            self.agreement.hand,
            seed=seed if number == 1 else f"{seed}, round {number}",
            first=self.match.next_first,
        )

    def play(self) -> None:
        """Play all rounds to their end, or until the players stop."""
        self.screen.warn_if_small()
        if not self.people:
            self.console.print(self.say("terminal.bots_only"))
        for line in (*self.screen.gateways(self.agreement.layout), *self.screen.signs()):
            self.console.print(line)
        self.console.print(self.say("terminal.begins", name=self._name(self.game.player)))
        self._rounds()

    def resume(self, laid: Laid, file: str) -> None:
        """Go on with a game that was laid aside."""
        self.match = laid.match
        if laid.game is None and self.match.over:
            self.game = self.match.games[-1]
            self.console.print(self.say("terminal.resumed_finished", file=file))
            self._show_end()
            return
        self.game = self._dealt() if laid.game is None else laid.game
        self.remarks = laid.remarks
        self.screen.warn_if_small()
        self.console.print(self.say("terminal.resumed", file=file))
        self._rounds()

    def _rounds(self) -> None:
        with like_ctrl_c():
            self._play_rounds()

    def _play_rounds(self) -> None:
        try:
            while True:
                if self.match.rounds > 1:
                    number = len(self.match.games) + 1
                    heading = self.say("terminal.round_heading", round=number, rounds=self.match.rounds)
                    self.console.print(heading, style="bold")
                self._round()
                self.match.add(self.game, remarks=self.remarks)
                self.remarks = NO_REMARKS
                self._show_end()
                if self.match.over:
                    break
                number, name = len(self.match.games) + 1, self._name(self.match.next_first)
                self.console.print(self.say("terminal.next_round", round=number, rounds=self.match.rounds, name=name))
                if self.people:
                    answer = self.ask.line(self.say("terminal.press_for_next_round"))
                    if self.meanings.get(answer.casefold()) == "quit":
                        raise _Quit
                if len(self.people) > 1:  # everybody has been looking at the result
                    self.at_keyboard = None
                self.game = self._dealt()
            self._keep()
        except (_Quit, KeyboardInterrupt, EOFError):
            self._stop()

    def _round(self) -> None:
        self.told = []
        while not self.game.over:
            seat = self.agreement.seats[self.game.player - 1]
            bot = resolve_bot(seat.bot) if seat.bot else None
            if bot is None:
                self._person()
                continue
            if seat.bot not in BOTS:
                self.console.print(self.say("terminal.bot_thinking", name=seat.name), style="dim")
            dice = random.Random(f"{self.agreement.seed} {len(self.match.games)} {self.game.turns_played}")
            move = bot(see(self.game, self.game.player, screens=self.agreement.screens), dice)
            self._happened(self.game.play(move))

    def _happened(self, turn: Turn) -> None:
        sentences = told_turn(turn, self.agreement.names, self.say)
        if turn.draw is None and not turn.after.over:
            sentences.append(self.say("terminal.drew_nothing", name=self._name(turn.player)))
        if self.people:
            self.told.append(" ".join(sentences))
        else:
            self.console.print(" ".join(sentences))

    def _show_end(self) -> None:
        self.console.print()
        for sentence in self.told:
            self.console.print(sentence)
        self.told = []
        everyone = range(1, len(self.agreement.seats) + 1)
        self.screen.show(see(self.game, *everyone, screens=False))  # also when the players agreed to end the round
        for line in told_result(self.game, self.agreement.names, self.say):
            self.console.print(line)
        if self.match.rounds > 1:
            self._show_sheet()
            if self.match.over:
                for line in told_match(self.match, self.say):
                    self.console.print(line, style="bold")

    def _show_sheet(self) -> None:
        say = self.say
        sheet = Grid(title=say("terminal.sheet_heading"), title_justify="left", show_footer=True)
        sheet.add_column(say("terminal.sheet_round"), say("terminal.sheet_total"))
        for name, points, gems in zip(self.match.players, self.match.points, self.match.gems, strict=True):
            sheet.add_column(name, f"{points} ({say('game.gems', n=gems)})", justify="right")
        for number, row in enumerate(self.match.sheet, start=1):
            sheet.add_row(str(number), *map(str, row.points))
        self.console.print(sheet)

    # -------------------------------------------------------------------------------------------- a person's turn

    def _name(self, player: int) -> str:
        return self.agreement.seats[player - 1].name

    def _seen(self) -> Game:
        """The game as the player to move sees it: all that is ever shown comes from here."""
        return see(self.game, self.game.player, screens=self.agreement.screens)

    def _person(self) -> None:
        """A person's turn, up to a move, or something that makes it another's turn."""
        player = self.game.player
        if self.at_keyboard != player:
            self._pass_keyboard()
            self.at_keyboard = player
        self._show_turn()
        typed = self.game.turns_played
        while self.game.turns_played == typed and self.game.player == player:
            self._answer(self.ask.line(f"{self.say('terminal.prompt')}:"))

    def _pass_keyboard(self) -> None:
        name = self._name(self.game.player)
        if self.hand_on_screen:
            # What everybody may see stays while the keyboard changes hands; the tiles do not.
            self.screen.hide()
            self.hand_on_screen = False
            for sentence in self.told:
                self.console.print(sentence)
            self.screen.show(see(self.game, screens=self.agreement.screens))
        self.console.print(self.say("terminal.pass_keyboard", name=name), style="bold")
        self.ask.line(self.say("terminal.press_when_ready", name=name))
        self.screen.hide()

    def _show_turn(self) -> None:
        seen = self._seen()
        self.console.print()
        for sentence in self.told:
            self.console.print(sentence)
        self.screen.show(seen, hand=True)
        self.hand_on_screen = True
        self.console.print(self.say("terminal.your_turn", name=self._name(self.game.player)), style="bold")
        self._hint("prompt_hint")

    def _hint(self, key: str, **values: str) -> None:
        moves = self._seen().legal_moves
        example = moves[len(moves) // 2]
        word = self.say("terminal.word_help")
        self.console.print(self.say(f"terminal.{key}", move=example, cell=example.cell, help=word, **values))

    def _answer(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        meaning = self.meanings.get(word.casefold())
        if not line:
            self._hint("prompt_hint")
        elif meaning is not None:
            actions: dict[str, Callable[[str], object]] = {
                "help": self._help,
                "board": lambda _: self._show_turn(),
                "turns": lambda _: self.screen.show_hand(self._seen()),
                "moves": self._list_moves,
                "score": self._score,
                "gateways": self._gateways,
                "undo": lambda _: self._undo(),
                "redo": lambda _: self._redo(),
                "save": self._save,
                "rules": lambda _: self._rules(),
                "position": lambda _: self.console.print(str(self._seen().position), soft_wrap=True),
                "quit": self._quit,
            }
            actions[meaning](rest.strip())
        else:
            self._move(line)

    # -------------------------------------------------------------------------------------------- moving

    def _move(self, line: str) -> None:
        typed = _TYPED_MOVE.fullmatch(re.sub(r"[\s,.+-]", "", line.casefold().translate(_LOOK_ALIKES)))
        seen = self._seen()
        if typed is None:
            self._hint("not_understood", text=line[:40])
            return
        cell, kind, turn = typed[1], (typed[2] or "").upper(), typed[3]
        if not kind and len(set(seen.playable_kinds)) == 1:
            kind = seen.playable_kinds
        if not kind or turn is None:
            if cell in CELL_NUMBER and not self._refused(seen, f"{cell}{seen.playable_kinds[0]}0", only_cell=True):
                self._choose_turn(seen, cell, kind)
            elif cell not in CELL_NUMBER:
                self._refused(seen, f"{cell}{kind or seen.playable_kinds[0]}{turn or 0}")
            return
        self._try(seen, f"{cell}{kind}{turn}")

    def _refused(self, seen: Game, move: str, *, only_cell: bool = False) -> bool:
        """Whether a move is refused; says why. With *only_cell*, how the tile would lie does not matter."""
        reason = seen.why_not(move)
        if reason is None or (only_cell and reason.code == "joins_exits"):
            return False
        self._say_why(reason, move)
        return True

    def _say_why(self, reason: IllegalMove, move: str) -> None:
        text = self.say(f"game.error_{reason.code}", move=move, cell=move[:2], kind=move[2:3])
        self.console.print(self.say("terminal.illegal", reason=text), style="bold")
        if reason.code == "joins_exits":
            self._list_moves(move[:2])

    def _choose_turn(self, seen: Game, cell: str, kind: str) -> None:
        """A cell was named, but not how the tile shall lie there: show what fits, and ask."""
        fitting = {one: turns for one, turns in self.screen.legal_turns(seen, cell).items() if not kind or one == kind}
        if not fitting:
            self._refused(seen, f"{cell}{kind}0")
            return
        moves = [f"{one}{turn}" for one, turns in fitting.items() for turn in turns]
        if len(moves) == 1:
            self._try(seen, cell + moves[0])
            return
        for one, turns in fitting.items():
            self.console.print(self.screen.tiles(one, turns), soft_wrap=True)
        choices = {one[1] if len(fitting) == 1 else one: one for one in moves}
        question = self.say("terminal.choose_turn", cell=cell, turns=", ".join(choices))
        typed = self.ask.line(question)
        answer = typed.casefold()
        chosen = {one.casefold(): move for one, move in choices.items()} | {one.casefold(): one for one in moves}
        if answer in chosen:
            self._try(seen, cell + chosen[answer])
        elif typed:
            self._answer(typed)

    def _try(self, seen: Game, move: str) -> None:
        """Show where the gems would go, ask, and place the tile."""
        if self._refused(seen, move):
            return
        if not self.quick:
            turn = self.game.copy().play(move)
            sentences = told_journeys(turn, self.agreement.names, self.say) or [self.say("terminal.nothing_moves")]
            if turn.journeys:
                self.screen.show(seen, shown=turn)
            self.console.print(" ".join(sentences))
            answer = self.ask.agreed_or_else(self.say("terminal.ask_confirm", move=turn.move))
            if isinstance(answer, str):
                self._answer(answer)  # a better idea: another move, or a look at the board
                return
            if not answer:
                self.console.print(self.say("terminal.try_again"))
                return
        self.told = []
        self._happened(self.game.play(move))

    def _undo(self) -> None:
        """Take back moves until it is a person's turn again: that person's last move, and the bots' after it."""
        try:
            if not any(turn.player in self.people for turn in self.game.turns):
                raise NothingToUndo
            self.game.undo()
            while self.game.player not in self.people and self.game.turns_played:
                self.game.undo()
        except NothingToUndo as error:
            self.console.print(self.say(f"game.error_{error.code}"))
            return
        self.told = [self.say("terminal.undone", name=self._name(self.game.player))]
        self._after_time_travel()

    def _redo(self) -> None:
        told, self.told = self.told, []
        try:
            self._happened(self.game.redo())
            while not self.game.over and self.game.player not in self.people:
                self._happened(self.game.redo())
        except NothingToRedo as error:
            if not self.told:
                self.told = told
                self.console.print(self.say(f"game.error_{error.code}"))
                return
        if not self.game.over:
            self.told.append(self.say("terminal.redone", name=self._name(self.game.player)))
        self._after_time_travel()

    def _after_time_travel(self) -> None:
        if len(self.people) > 1 and not self.game.over:
            self.at_keyboard = None

    # -------------------------------------------------------------------------------------------- asking and telling

    def _help(self, _: str) -> None:
        say, seen = self.say, self._seen()
        example = seen.legal_moves[len(seen.legal_moves) // 2]
        lines = [
            say("terminal.help_move", move=example, kind=example.kind, cell=example.cell, turn=example.turn),
            say("terminal.help_move_short", short=f"{example.cell}{example.turn}"),
            say("terminal.help_cell_only", cell=example.cell),
            say("terminal.help_cells"),
            say("terminal.help_turns_explained"),
        ]
        self.console.print(say("terminal.help_heading"), style="bold")
        for line in lines:
            self.console.print(line)
        words = Grid.grid(padding=(0, 2, 0, 0))
        for word in _WORDS:
            typed = say(f"terminal.word_{word}")
            extra = {"moves": f"{typed} {example.cell}", "save": f"{typed} sunday.indigo"}.get(word, "")
            words.add_row(typed, say(f"terminal.help_{word}", example=extra))
        self.console.print(words)
        for sign in self.screen.signs():
            self.console.print(sign)

    def _list_moves(self, rest: str) -> None:
        cell, seen = rest.casefold(), self._seen()
        if cell not in CELL_NUMBER:
            self.console.print(self.say("terminal.moves_count", n=len(seen.legal_moves)))
            self.console.print(self.say("terminal.moves_hint", example=f"{self.say('terminal.word_moves')} c4"))
            return
        fitting = self.screen.legal_turns(seen, cell)
        for kind, turns in fitting.items():
            listed = ", ".join(f"{cell}{kind}{turn}" for turn in turns)
            self.console.print(self.say("terminal.legal_turns_here", cell=cell, turns=listed))
            self.console.print(self.screen.tiles(kind, turns), soft_wrap=True)
        if not fitting:
            self._refused(seen, f"{cell}{seen.playable_kinds[0]}0")

    def _score(self, _: str) -> None:
        self.console.print(self.say("terminal.score_heading"), style="bold")
        for line in told_score(self._seen().position, self.agreement.names, self.say):
            self.console.print(line)
        if self.match.games:
            self._show_sheet()

    def _gateways(self, _: str) -> None:
        for line in self.screen.gateways(self.agreement.layout):
            self.console.print(line)

    def _rules(self) -> None:
        from rich.markdown import Markdown

        from indigo.cli.commands.rules import rules_in_words

        with self.console.pager(styles=self.console.color_system is not None):
            self.console.print(Markdown(rules_in_words(self.say.language)), width=min(self.console.width, 100))

    def _quit(self, _: str) -> None:
        raise _Quit

    # -------------------------------------------------------------------------------------------- saving

    def _save(self, name: str) -> bool:
        """Save under *name*, or under one that is asked for; the game goes on. False if that could not be."""
        if not name:
            default = self.save_as or f"indigo-{date.today().isoformat()}.indigo"
            name = self.ask.line(self.say("terminal.ask_file"), default)
        file = Path(name if name.endswith(".indigo") else f"{name}.indigo")
        if (
            is_there(file)
            and name != self.save_as
            and not self.ask.agreed(self.say("terminal.ask_overwrite", file=file), default=False)
        ):
            self.console.print(self.say("terminal.not_saved"))
            return True
        return self._write(file)

    def _write(self, file: Path) -> bool:
        try:
            self._put(file)
        except Failure as failure:
            if not self.people:  # nobody could give another name
                raise
            self.console.print(str(failure), style="bold")
            return False
        self.save_as = str(file)
        self.console.print(self.say("terminal.saved", file=file))
        if not self.match.over:
            command = f"indigo play {shlex.quote(str(file))}"
            self.console.print(self.say("terminal.resume_hint", command=command), soft_wrap=True)
        return True

    def _put(self, file: Path) -> None:
        today = date.today().isoformat()
        text = written(self.agreement, self.match, self.game, self.say.language, today, self.remarks)
        save(file, text, self.say)

    def _write_somewhere(self) -> None:
        """Write where it was asked for, or if that cannot be, where somebody says."""
        saved = self.save_as is not None and self._write(Path(self.save_as))
        while not saved:
            self.save_as = None
            saved = self._save("")

    def _keep(self) -> None:
        """After the end: write the record where that was asked for, or ask."""
        asked = self.people and sys.stdin.isatty()
        if self.save_as is not None or (asked and self.ask.agreed(self.say("terminal.keep_record"), default=False)):
            self._write_somewhere()
        self.console.print(self.say("terminal.goodbye"))

    def _stop(self) -> None:
        """Before the end: offer to save. Whoever presses Ctrl-C again means it."""
        if self.save_as is not None:
            with suppress(Failure):  # of which the players hear below
                self._put(Path(self.save_as))  # first of all: the terminal may be gone
        self.console.print()
        try:
            if self.save_as is not None or self.ask.agreed(self.say("terminal.ask_save_before_quit")):
                self._write_somewhere()
            else:
                self.console.print(self.say("terminal.not_saved"))
        except (KeyboardInterrupt, EOFError):
            self.console.print(f"\n{self.say('terminal.not_saved')}")
        self.console.print(self.say("terminal.goodbye"))
