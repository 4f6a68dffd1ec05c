"""Game records: a whole game as a text file that anybody can read, replay and keep.

    [Layout "2"]
    [Hand "1"]
    [Players "Ada" "Ben"]
    [Deal "E" "A"]

    1. d4E5+E b3A1+E 2. g4E0+C c3E4+A ... 11-8

Reading a record replays it, so what was read is a game that really went like this. What is wrong is said with its line
and column. A game that goes on ends in `*`; draws that the writer may not know are `+?`. Tags beyond the required ones
are kept as they are; one of them, `Stack`, holds the coming tiles of a game that was laid aside to be resumed.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, NoReturn

from indigo.board import LAYOUTS
from indigo.errors import BadRecord, RuleError
from indigo.moves import Move
from indigo.notation import read_move
from indigo.rules import Game

LONGEST_FILE: Final = 1 << 17
"""The most characters that are read: some 200 games. It bounds the time that reading any file can take."""

_REQUIRED: Final = ("Layout", "Hand", "Players", "Deal")
_OWN: Final = (*_REQUIRED, "First", "Stack")  # what follows from the game itself
_SPACE: Final = re.compile(r"\s*")
_NAME: Final = r"[A-Za-z][A-Za-z0-9_]*"
_BRACKET: Final = re.compile(r"\[[ \t]*")
_TAG_NAME: Final = re.compile(rf"({_NAME})[ \t]*")
_TAG_VALUE: Final = re.compile(r'"((?:[^"\\\n\r]|\\["\\])*)"[ \t]*')
_TAG_END: Final = re.compile(r"\]")
_COMMENT: Final = re.compile(r"\{([^}]*)\}")
_NUMBER: Final = re.compile(r"([0-9]{1,3})\.")
_MOVE: Final = re.compile(r"[a-i][1-9][A-E][0-5](?:\+[A-E?])?(?![^\s{])")
_RESULT: Final = re.compile(r"(\*|[0-9]{1,2}(?:-[0-9]{1,2})+)(?![^\s{\[])")
_WIDTH: Final = 100


class Remarks(NamedTuple):
    """What a record tells beside its game: tags that do not follow from it, and comments."""

    tags: tuple[tuple[str, tuple[str, ...]], ...] = ()
    comments: tuple[tuple[int, str], ...] = ()  # each with the number of moves that stand before it

    def fitting(self, moves: int) -> Remarks:
        """The same for a game of so many *moves*: what was said later, before moves were taken back, stands last."""
        return Remarks(self.tags, tuple((min(number, moves), text) for number, text in self.comments))


NO_REMARKS: Final = Remarks()


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it stands in a file: tags, moves with their draws, comments, and the points at the end."""

    tags: tuple[tuple[str, tuple[str, ...]], ...]
    moves: tuple[tuple[Move, str | None], ...] = ()
    comments: tuple[tuple[int, str], ...] = ()  # each with the number of moves that stand before it
    result: tuple[int, ...] | None = None  # the points, or None while the game goes on

    @classmethod
    def of(
        cls,
        game: Game,
        players: Sequence[str],
        tags: Mapping[str, str | tuple[str, ...]] | None = None,
        *,
        comments: Iterable[tuple[int, str]] = (),
        stack: bool = False,
    ) -> Record:
        """The record of *game* so far, with the *players'* names; with *stack*, the coming tiles too, to resume it.

        Only games that began with an empty board and full hands can be recorded.
        """
        if game.start.placed or any(len(hand) != game.hand_size for hand in game.start.hands):
            raise BadRecord("a record begins with an empty board and full hands, this game does not", 1, 1)
        if game.over and None in game.won:
            raise BadRecord("a finished game ends with its points, and a total of this one is behind a screen", 1, 1)
        if len(players) != game.layout.players:
            raise BadRecord(f"{len(players)} names for {game.layout.players} players", 1, 1)
        all_tags: list[tuple[str, tuple[str, ...]]] = [
            ("Layout", (game.layout.name,)),
            ("Hand", (str(game.hand_size),)),
            ("Players", tuple(players)),
            ("Deal", game.start.hands),
        ]
        if game.first != 1:
            all_tags.append(("First", (str(game.first),)))
        if stack and not game.over:
            all_tags.append(("Stack", (game.draws[game.turns_played :],)))
        given = [(name, (value,) if isinstance(value, str) else value) for name, value in (tags or {}).items()]
        for name, values in given:
            if name in _OWN:
                raise BadRecord(f"tag {name}: it follows from the game", 1, 1)
            if name in _VALUE_OF and not _is_value(name, values):
                raise BadRecord(f"{name}: {_MEANING_OF[name]}", 1, 1)
        for name, values in given + all_tags:
            if not re.fullmatch(_NAME, name) or not values or any(re.search(r"[\n\r]", value) for value in values):
                raise BadRecord(f"tag {name!r}: a name is letters and digits, a value one line", 1, 1)
        remarks = tuple(sorted(comments, key=lambda remark: remark[0]))
        if any("}" in text or not 0 <= number <= game.turns_played for number, text in remarks):
            raise BadRecord("a comment stands before or after a move, in braces: it cannot hold a closing one", 1, 1)
        texts = [value for _, values in given + all_tags for value in values] + [text for _, text in remarks]
        if not all(map(_is_unicode, texts)):
            raise BadRecord("names, tags and comments must be text that UTF-8 can hold", 1, 1)
        early = [tag for tag in given if tag[0] in ("Event", "Site", "Date", "Round")]
        return cls(
            tags=(*early, *all_tags, *(tag for tag in given if tag not in early)),
            moves=tuple((turn.move, turn.draw) for turn in game.turns),
            comments=remarks,
            result=game.points if game.over else None,
        )

    def tag(self, name: str) -> tuple[str, ...]:
        """The values of a tag; none if it is not there."""
        return dict(self.tags).get(name, ())

    @property
    def layout(self) -> str:
        """How many play and who owns which gateway: `2`, `3`, `3own` or `4`."""
        return self.tag("Layout")[0]

    @property
    def hand(self) -> int:
        """How many tiles each player holds."""
        return int(self.tag("Hand")[0])

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self.tag("Players")

    @property
    def deal(self) -> tuple[str, ...]:
        """Each player's first tiles."""
        return self.tag("Deal")

    @property
    def first(self) -> int:
        """The player who began."""
        return int((self.tag("First") or ("1",))[0])

    @property
    def round(self) -> int | None:
        """Which round of a match this is, if it says so."""
        number = self.tag("Round")
        return int(number[0]) if number else None

    @property
    def agreed(self) -> bool:
        """Whether the players agreed to end the game here, with the points as they stand."""
        return self.tag("End") == ("agreed",)

    @property
    def remarks(self) -> Remarks:
        """What this record tells beside its game, to be kept when the game is written again."""
        return Remarks(tuple(tag for tag in self.tags if tag[0] not in _OWN), self.comments)

    def start(self) -> Game:
        """The game before its first move."""
        drawn = "".join(draw for _, draw in self.moves if draw)
        return Game(self.layout, self.deal, drawn + "".join(self.tag("Stack")), first=self.first)

    def game(self) -> Game:
        """The game, played to where the record ends."""
        game = self.start()
        for move, draw in self.moves:
            game.play(move, draw)
        return game

    def __str__(self) -> str:
        """The record as a file's text; games of a match are written one after another."""
        lines = [f"[{name} {' '.join(map(_quoted, values))}]" for name, values in self.tags]
        comments: defaultdict[int, list[str]] = defaultdict(list)
        for number, text in self.comments:
            comments[number].append(f"{{{text}}}")
        words: list[str] = []
        players = len(self.players)
        for number, (move, draw) in enumerate(self.moves):
            counted = f"{number // players + 1}. " if number % players == 0 else ""
            words += [*comments[number], f"{counted}{move}+{draw}" if draw else f"{counted}{move}"]
        words += comments[len(self.moves)]
        words.append("-".join(map(str, self.result)) if self.result is not None else "*")
        return "\n".join([*lines, "", *_wrapped(words)]) + "\n"


def _is_value(name: str, values: Sequence[str]) -> bool:
    """Whether this is what the tag *name* may hold."""
    return len(values) == 1 and re.fullmatch(_VALUE_OF[name], values[0]) is not None


def _is_unicode(text: str) -> bool:
    """Whether a file can hold this text; half of a surrogate pair is no character."""
    return not re.search(r"[\ud800-\udfff]", text)


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    """Words in lines that fit; a comment is never broken, since its spaces are its own."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > _WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line


# ------------------------------------------------------------------------------------------------ reading


def read_records(data: str | bytes) -> list[Record]:
    """Read a file: one game, or the games of a match one after another."""
    return _Reader(_decoded(data)).records()


def read_record(data: str | bytes) -> Record:
    """Read a file that holds a single game."""
    records = read_records(data)
    if len(records) != 1:
        raise BadRecord(f"{len(records)} games, where one was expected", 1, 1)
    return records[0]


def _decoded(data: str | bytes) -> str:
    """The file's text, without the mark that some editors put at its beginning."""
    if len(data) > LONGEST_FILE:
        raise BadRecord(f"longer than {LONGEST_FILE} characters", 1, 1)
    try:
        data = data.removeprefix(BOM_UTF8).decode() if isinstance(data, bytes) else data.removeprefix("\ufeff")
        data.encode()
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode()
    except UnicodeEncodeError as error:
        before = error.object[: error.start]
    else:
        return data
    raise BadRecord("this is not text in UTF-8", *_line_and_column(before, len(before)))


def _line_and_column(text: str, place: int) -> tuple[int, int]:
    return text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)


class _Reader:
    """A place in a text, and what can be read from there."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0

    def fail(self, why: str, place: int | None = None) -> NoReturn:
        raise BadRecord(why, *_line_and_column(self.text, self.place if place is None else place))

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = pattern.match(self.text, self.place)
        if match:
            self.place = match.end()
        return match

    def records(self) -> list[Record]:
        found: list[Record] = []
        self.take(_SPACE)
        while self.place < len(self.text) or not found:
            found.append(self.record())
            self.take(_SPACE)
        return found

    def record(self) -> Record:
        begin = self.place
        comments: list[tuple[int, str]] = []
        tags, places = self.tags(comments)
        missing = [name for name in _REQUIRED if name not in tags]
        if missing:
            self.fail(f"the tag {missing[0]} is missing: a record needs {', '.join(_REQUIRED)}", begin)
        game = self.start(tags, places)
        moves, result = self.movetext(game, comments)
        if "Stack" in tags:
            try:
                Game.at(game.position, tags["Stack"])
            except RuleError as error:
                self.fail(f"Stack: {error}", places["Stack"])
        return Record(tuple(tags.items()), tuple(moves), tuple(comments), result)

    def comment(self, comments: list[tuple[int, str]], moves: int) -> bool:
        """Read a comment, if one stands here, into *comments*, with the number of *moves* before it."""
        comment = self.take(_COMMENT)
        if comment:
            comments.append((moves, comment[1]))
        elif self.text.startswith("{", self.place):
            self.fail("this comment is not closed")
        return comment is not None

    def tags(self, comments: list[tuple[int, str]]) -> tuple[dict[str, tuple[str, ...]], dict[str, int]]:
        tags: dict[str, tuple[str, ...]] = {}
        places: dict[str, int] = {}
        while True:
            self.take(_SPACE)
            begin = self.place
            if self.comment(comments, 0):
                continue
            if not self.take(_BRACKET):
                return tags, places
            name = self.take(_TAG_NAME)
            if name is None:
                self.fail('a tag is a name and texts in quotes, such as [Layout "2"]')
            values: list[str] = []
            while value := self.take(_TAG_VALUE):
                values.append(re.sub(r"\\(.)", r"\1", value[1]))
            if not values or not self.take(_TAG_END):
                self.fail(f'tag {name[1]}: texts in quotes and a closing bracket must follow, such as [Layout "2"]')
            if name[1] in tags:
                self.fail(f"the tag {name[1]} stands twice", begin)
            tags[name[1]] = tuple(values)
            places[name[1]] = begin

    def start(self, tags: Mapping[str, tuple[str, ...]], places: Mapping[str, int]) -> Game:
        """Set up the game that the tags describe, or say which tag is wrong."""
        (layout_name, *more), (hand, *more_hands) = tags["Layout"], tags["Hand"]
        layout = LAYOUTS.get(layout_name)
        if layout is None or more:
            self.fail(f"Layout: one of {', '.join(LAYOUTS)}", places["Layout"])
        if hand not in ("1", "2") or more_hands:
            self.fail("Hand: the number of tiles in hand, 1 or 2", places["Hand"])
        if len(tags["Players"]) != layout.players:
            self.fail(f"Players: {len(tags['Players'])} names for {layout.players} players", places["Players"])
        deal = tags["Deal"]
        if len(deal) != layout.players or not all(re.fullmatch(r"[A-E?]+", tiles) for tiles in deal):
            self.fail(f"Deal: the first tiles of {layout.players} players, kinds A to E or ?", places["Deal"])
        if any(len(tiles) != int(hand) for tiles in deal):
            self.fail(f"Deal: {hand} in each hand, as the tag Hand says", places["Deal"])
        first = tags.get("First", ("1",))
        if first not in {(str(player),) for player in range(1, layout.players + 1)}:
            self.fail(f"First: the player who begins, from 1 to {layout.players}", places["First"])
        for name in ("Round", "Stack"):
            values = tags.get(name)
            if values and not _is_value(name, values):
                self.fail(f"{name}: {_MEANING_OF[name]}", places[name])
        try:
            return Game(layout_name, deal, first=int(first[0]))
        except RuleError as error:
            self.fail(f"Deal: {error}", places["Deal"])

    def movetext(
        self, game: Game, comments: list[tuple[int, str]]
    ) -> tuple[list[tuple[Move, str | None]], tuple[int, ...] | None]:
        """The moves, played on *game* as they are read, and the result; comments between them and behind it."""
        moves: list[tuple[Move, str | None]] = []
        counted = False  # the number of this round of turns has been read
        while True:
            self.take(_SPACE)
            begin = self.place
            if self.comment(comments, len(moves)):
                continue
            if text := self.take(_RESULT):
                points = self.result(game, text[1], begin)
                self.take(_SPACE)
                while self.comment(comments, len(moves)):
                    self.take(_SPACE)
                return moves, points
            if number := self.take(_NUMBER):
                turn, rest = divmod(len(moves), game.layout.players)
                if rest or counted or int(number[1]) != turn + 1:
                    expected = "a move" if rest or counted else f"{turn + 1}."
                    self.fail(f"{number[0]} stands where {expected} is expected", begin)
                counted = True
            elif text := self.take(_MOVE):
                try:
                    move, draw = read_move(text[0])
                    game.play(move, draw)
                except RuleError as error:
                    self.fail(f"move {len(moves) + 1}: {error}", begin)
                moves.append((move, draw))
                counted = False
            elif self.place == len(self.text):
                self.fail("the record breaks off: the points, or * for a game that goes on, must stand at the end")
            else:
                word = self.text[begin : begin + 20].split()[0]
                self.fail(f"{word!r} is no move, number, comment or result")

    def result(self, game: Game, text: str, begin: int) -> tuple[int, ...] | None:
        if text == "*":
            if game.over:
                self.fail("the game is over, so its points must stand here, not *", begin)
            return None
        points = tuple(map(int, text.split("-")))
        if not game.over:
            self.fail("the game is not over yet, so * must stand here", begin)
        if points != game.points:
            self.fail(f"{text}: the points are {'-'.join(map(str, game.points))}", begin)
        return points


_VALUE_OF: Final = {"Round": r"[1-9][0-9]{0,3}", "Stack": r"[A-E?]{0,54}"}
_MEANING_OF: Final = {"Round": "the number of the round, from 1", "Stack": "the kinds of the coming tiles, in order"}
