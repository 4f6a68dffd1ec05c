"""What hypothesis draws from: games of every layout and hand size, what one sees of them, and texts of all sorts."""

from __future__ import annotations

import random
from functools import cache
from typing import Final

from hypothesis import strategies as st

from indigo.board import KINDS, LAYOUTS
from indigo.moves import PLACEMENTS, Move
from indigo.position import UNKNOWN, Position
from indigo.record import Record
from indigo.rules import Game
from indigo.view import see
from tests.support.random_games import TABLES

WHOLE_GAME: Final = 54
"""More turns than this no game has: there are as many tiles."""

tables = st.sampled_from(TABLES)
seeds = st.integers(0, 2**32 - 1)
moves = st.sampled_from(sorted({placement.move for placement in PLACEMENTS.values()}))
draws = st.sampled_from([None, UNKNOWN, *KINDS])

FILE_CHARACTERS: Final = st.characters(exclude_categories=["Cs"])  # halves of surrogate pairs fit in no file
one_line = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), max_size=12) | st.text(
    st.sampled_from('"\\[]{}*? \t'), max_size=8
)
comment_texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="}"), max_size=20) | st.text(
    st.sampled_from('{["\\\r\n\t*1.'), max_size=8
)
tag_names = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True).filter(
    lambda name: name not in {"Layout", "Hand", "Players", "Deal", "First", "Stack", "Round"}
)


def played(
    layout: str, hand: int, seed: object, first: int = 1, turns: int = WHOLE_GAME, *, hasty: bool = False
) -> Game:
    """A game after some random *turns*, or at its end if it has no more.

    *Hasty* players look at a dozen moves and take the one that leaves the fewest gems: such games often end while tiles
    are in the stacks, as games of random moves hardly ever do.
    """
    game = Game.shuffled(layout, hand, seed=repr(seed), first=first)
    dice = random.Random(repr(seed))
    while not game.over and game.turns_played < turns:
        some = [game.legal_moves[int(dice.random() * len(game.legal_moves))] for _ in range(12 if hasty else 1)]
        game.play(min(some, key=lambda move: _gems_left_after(game, move)) if hasty else some[0])
    return game


def _gems_left_after(game: Game, move: Move) -> int:
    game.play(move)
    return game.undo().after.left


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game at any moment, with any player beginning; often near its end."""
    layout, hand = draw(tables)
    return played(
        layout,
        hand,
        draw(seeds),
        first=draw(st.integers(1, LAYOUTS[layout].players)),
        turns=draw(st.integers(0, WHOLE_GAME) | st.integers(WHOLE_GAME - 12, WHOLE_GAME)),
        hasty=draw(st.integers(0, 7)) == 0,
    )


@st.composite
def views(draw: st.DrawFn) -> Game:
    """What some seats together, or a spectator, see of a game at any moment; sometimes everything."""
    game = draw(games())
    if draw(st.integers(0, 3)) == 0:
        return game
    seats = draw(st.sets(st.integers(1, game.layout.players)))
    return see(game, *seats, screens=draw(st.booleans()))


positions: st.SearchStrategy[Position] = views().map(lambda game: game.position)


@cache
def a_few_hundred_positions() -> list[Position]:
    """Positions of all sorts out of a few games, for tests that need very many and quickly."""
    found: list[Position] = []
    for layout, hand in TABLES:
        for hasty in (False, True):
            whole = played(layout, hand, "some", hasty=hasty)
            going_on = played(layout, hand, "some", turns=40, hasty=hasty)
            for game in (whole, see(going_on, 1), see(going_on, 2, screens=False), see(going_on)):
                found += [game.start, *(turn.after for turn in game.turns[::4]), game.position]
    return found


some_positions: st.SearchStrategy[Position] = st.deferred(lambda: st.sampled_from(a_few_hundred_positions()))


@st.composite
def records(draw: st.DrawFn) -> Record:
    """The record of a game or of a view of one, with tags, comments and names that hold anything a file can."""
    game = draw(views())
    tags = draw(st.dictionaries(tag_names, one_line, max_size=4))
    if draw(st.booleans()):
        tags["Round"] = str(draw(st.integers(1, 9999)))
    remarks = draw(st.lists(st.tuples(st.integers(0, game.turns_played), comment_texts), max_size=4))
    names = draw(st.lists(one_line, min_size=game.layout.players, max_size=game.layout.players))
    return Record.of(game, names, tags, comments=remarks, stack=draw(st.booleans()))


Edits = list[tuple[int, int, str, bool]]
"""Each: a place, how many characters to cut there, what to put in, and whether the cut goes to the end of the text."""


def edited(text: str, changes: Edits) -> str:
    """*text* after some edits."""
    for place, length, new, moved in changes:
        start = place % (len(text) + 1)
        cut = text[start : start + length]
        text = text[:start] + new + text[start + length :] + (cut if moved else "")
    return text


def edits(alphabet: str) -> st.SearchStrategy[Edits]:
    """Edits that put characters of an *alphabet* into a text, and now and then any others."""
    new = st.text(st.sampled_from(alphabet), max_size=4) | st.text(max_size=2)
    return st.lists(st.tuples(st.integers(0, 999), st.integers(0, 4), new, st.booleans()), min_size=1, max_size=4)
