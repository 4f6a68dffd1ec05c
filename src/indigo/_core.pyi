"""The game at native speed, for search and simulation. `indigo.rules` is the law; this agrees with it."""

from collections.abc import Sequence

import numpy
import numpy.typing
from typing_extensions import Buffer

class StopToken:
    """Given to a long call, lets another thread end it at once; what was done by then counts."""

    def __init__(self) -> None: ...
    def stop(self) -> None: ...
    def clear(self) -> None: ...
    @property
    def stopped(self) -> bool: ...

class Position:
    """A position of the game that plays and takes back at native speed."""

    def __init__(
        self,
        layout: str,
        hands: Sequence[str],
        player: int = 1,
        *,
        tiles: bytes | None = None,
        gems: bytes | None = None,
        won: Sequence[tuple[int, int, int]] | None = None,
    ) -> None: ...
    def copy(self) -> Position:
        """The same position, without its past."""

    @property
    def layout(self) -> str: ...
    @property
    def player(self) -> int:
        """Whose turn it is, from 1."""

    @property
    def tiles(self) -> bytes:
        """By cell, coded as `indigo.position.Position.tiles`."""

    @property
    def gems(self) -> bytes:
        """By port, coded as `indigo.position.Position.gems`."""

    @property
    def left(self) -> int:
        """Gems on the board, treasure tiles included."""

    @property
    def stacked(self) -> int:
        """Tiles in the stacks."""

    @property
    def empty_cells(self) -> int: ...
    @property
    def unseen(self) -> tuple[int, int, int, int, int]:
        """Tiles in the stacks or unknown in a hand, by kind."""

    @property
    def hands(self) -> tuple[str, ...]: ...
    @property
    def won(self) -> tuple[tuple[int, int, int], ...]: ...
    @property
    def points(self) -> tuple[int, ...]: ...
    @property
    def over(self) -> bool: ...
    @property
    def winners(self) -> tuple[int, ...]:
        """Empty before the end."""

    @property
    def key(self) -> int:
        """64 bits; equal positions have equal keys."""

    def legal_moves(self) -> list[tuple[int, int]]:
        """All legal moves as (cell, tile), by number."""

    def is_legal(self, cell: int, tile: int) -> bool: ...
    def play(self, cell: int, tile: int, draw: str | None = None) -> None:
        """A whole turn. Raises ValueError if it is not legal. Nothing is drawn when the game is over."""

    def undo(self) -> None:
        """Take the last turn back."""

    def snapshot(self) -> bytes:
        """
        All of it as bytes, for comparing.

        Tiles, far ends, gems; then gems in the centre, gems left, player, stacked, number of legal moves
        (two bytes, low first), winners (one bit each); then won; then hands with / between.
        """

class RandomGames:
    """Many random games, summed up."""

    @property
    def games(self) -> int: ...
    @property
    def placements(self) -> int: ...
    @property
    def points(self) -> list[int]: ...
    @property
    def wins(self) -> list[int]:
        """By player; a shared win counts for each."""

class Fillings:
    """Many random fillings of a board, summed up."""

    @property
    def games(self) -> int: ...
    @property
    def points(self) -> list[int]: ...
    @property
    def wins(self) -> list[float]:
        """By player; a shared win counts in parts."""

    def ends(self, port: int) -> list[int]:
        """How often the gem that stands at this port left by each gateway, and last how often it met another."""

def random_games(
    position: Position, games: int, seed: int = 0, threads: int = 1, stop: StopToken | None = None
) -> RandomGames:
    """Play on at random, every legal placement of the tile in hand equally likely. *threads* 0 means all."""

def fillings(
    position: Position, games: int, seed: int = 0, threads: int = 1, stop: StopToken | None = None
) -> Fillings:
    """Fill the empty cells at random and see where the gems end: the playouts of search. *threads* 0 means all."""

def random_moves(position: Position, seed: int) -> tuple[list[tuple[int, int]], list[int]]:
    """One random game: its moves as (cell, tile), and the points at its end."""

def perft(
    position: Position, draws: str, depth: int, threads: int = 1, stop: StopToken | None = None
) -> tuple[int, int, int, int]:
    """Count all sequences of *depth* legal moves; with their last moves, gems won, gems out, and games ended."""

ACTIONS: int = 915

class Batch:
    """
    Many games at once, stepped together; by one thread at a time.

    An action is 15 * cell + tile. Arrays are the caller's: of int32 for actions, of bytes for the rest.
    """

    def __init__(self, size: int, layout: str = "2", hand: int = 1, seed: int = 0) -> None: ...
    def __len__(self) -> int: ...
    def reset(self) -> None:
        """Shuffle and deal all games again."""

    def reset_over(self) -> int:
        """Shuffle and deal those that are over; tell how many."""

    def step(self, actions: numpy.typing.NDArray[numpy.int32] | Buffer) -> None:
        """Take one turn in every game that is not over. If one is not legal, ValueError, and none is taken."""

    def random_actions(self, actions: numpy.typing.NDArray[numpy.int32] | Buffer) -> None:
        """Write a legal action for every game, each equally likely; -1 where the game is over."""

    def position(self, game: int) -> Position:
        """One of the games, to look at."""

    def observe(
        self,
        *,
        tiles: numpy.typing.NDArray[numpy.uint8] | Buffer | None = None,
        gems: numpy.typing.NDArray[numpy.uint8] | Buffer | None = None,
        hands: numpy.typing.NDArray[numpy.uint8] | Buffer | None = None,
        won: numpy.typing.NDArray[numpy.uint8] | Buffer | None = None,
        player: numpy.typing.NDArray[numpy.uint8] | Buffer | None = None,
        over: numpy.typing.NDArray[numpy.uint8] | Buffer | None = None,
        winners: numpy.typing.NDArray[numpy.uint8] | Buffer | None = None,
        legal: numpy.typing.NDArray[numpy.uint8] | Buffer | None = None,
    ) -> None:
        """
        Write what is to be seen into the arrays given, all of bytes, game after game.

        Shapes after the number of games: tiles 61, gems 210, hands 4 x 5, won 4 x 3, legal 915; the others none.
        `player` counts from 0; `winners` is one bit a player.
        """

GEM_FEATURES: int = 56

PLAYER_FEATURES: int = 39

GEM_WIDTH: int = 32

PLAYER_WIDTH: int = 64

LAST_WIDTH: int = 32

MODEL_NUMBERS: int = 11683

class Model:
    """A learned judgement of positions, from the bytes of its file."""

    def __init__(self, file: bytes) -> None: ...
    @property
    def about(self) -> str:
        """What the file says of itself, as JSON."""

    def judge(
        self, gems: numpy.typing.NDArray[numpy.uint8] | Buffer, players: numpy.typing.NDArray[numpy.float32] | Buffer
    ) -> tuple[list[float], list[float]]:
        """
        Everybody's chance to win and points, from one sample of `self_play`: shapes players x 12 x GEM_FEATURES and
        players x PLAYER_FEATURES.
        """

def judge_moves(
    position: Position, model: Model | None, *, fillings: int = 400, seed: int = 0
) -> list[tuple[tuple[int, int], list[float], list[float]]]:
    """
    Every legal move, best first by random fillings, with everybody's chances and points after it as the model judges
    them, without looking ahead. Without a model, as the fillings say.
    """

class SelfPlay:
    """
    Games of a bot against itself. Everything as bytes, game after game; a sample is a
    position after a move that did not end the game.
    """

    @property
    def games(self) -> int: ...
    @property
    def players(self) -> int: ...
    @property
    def samples(self) -> list[int]:
        """Of each game."""

    @property
    def gems(self) -> bytes:
        """Bytes: samples x players x 12 x GEM_FEATURES."""

    @property
    def standings(self) -> bytes:
        """Floats: samples x players x PLAYER_FEATURES."""

    @property
    def judged(self) -> bytes:
        """Floats: samples x players, the chances to win as they were judged when the move was chosen."""

    @property
    def shares(self) -> bytes:
        """Floats: games x 4, who won; a shared win in parts."""

    @property
    def points(self) -> bytes:
        """Floats: games x 4, at the end."""

    @property
    def stacks(self) -> bytes:
        """Bytes: games x 54, the tiles in the order in which they were drawn, kinds from 0."""

    def moves(self, game: int) -> list[tuple[int, int]]:
        """As (cell, tile)."""

def self_play(
    layout: str,
    hand: int,
    games: int,
    seed: int,
    *,
    model: Model | None = None,
    fillings: int = 400,
    width: int = 24,
    spread: float = 0.009999999776482582,
    random: float = 0.019999999552965164,
    threads: int = 1,
    stop: StopToken | None = None,
) -> SelfPlay:
    """
    Play games to learn from. Game i is the same for the same seed + i, whatever the number of threads (0 means all).
    Stopped, it returns the games that were finished.
    """

class Thought:
    """A move with its reasons."""

    @property
    def move(self) -> tuple[int, int]:
        """As (cell, tile)."""

    @property
    def lines(self) -> list[tuple[list[tuple[int, int]], list[float], list[float]]]:
        """The best moves, best first: how play may go on, each player's chance to win, and points at the end."""

    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def depth(self) -> int: ...

class Bot:
    """A bot of the core, by name."""

    def __init__(self, name: str, model: Model | None = None) -> None:
        """Those that have learned need a model."""

    @property
    def name(self) -> str: ...
    def think(
        self,
        view: Position,
        *,
        seconds: float = 0.0,
        nodes: int = 0,
        depth: int = 0,
        threads: int = 1,
        seed: int = 0,
        stop: StopToken | None = None,
    ) -> Thought:
        """
        Choose a move for the player to move. A limit of 0 is none; *threads* 0 means all. The view holds no more
        than that player may know: tiles of others are unknown.
        """

class Solution:
    """The end of a game, exactly."""

    @property
    def chances(self) -> list[float]:
        """With best play."""

    @property
    def moves(self) -> list[tuple[tuple[int, int], list[float]]]:
        """Every legal move with each player's chance to win after it, best first."""

    @property
    def nodes(self) -> int: ...
    @property
    def complete(self) -> bool:
        """Whether it came to the end of its work; if not, `moves` holds only those it had looked at."""

def solve(
    position: Position, *, seconds: float = 0.0, nodes: int = 0, all: bool = True, stop: StopToken | None = None
) -> Solution:
    """
    The chances of everybody with best play, unseen tiles being chance. Only for few empty cells.
    Without *all* only the best move's chances are exact; those of others are at most what is said.
    """

def play_game(
    seats: Sequence[tuple[Bot, float, int]], layout: str, hand: int, seed: int, stop: StopToken | None = None
) -> tuple[list[int], list[int], list[float]]:
    """
    A whole game between bots, each with seconds and nodes a move (0 for no limit), dealt from *seed*.

    Returns the winners (none if it was stopped), everybody's points, and everybody's mean seconds a move.
    """
