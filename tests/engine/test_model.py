"""The model that ships with the game: it is the one that the documentation tells of, and it judges soundly."""

from __future__ import annotations

import math
import struct
import threading
import time
from array import array
from collections.abc import Iterator, Sequence
from operator import mul
from pathlib import Path
from typing import TypeVar

import pytest

from indigo import _core
from indigo.board import COPIES, KINDS, TILES
from indigo.engine.bot import Budget
from indigo.engine.core_bot import CoreBot
from indigo.engine.model import BadModel, about, fingerprint, model_file, shipped, shipped_file
from indigo.rules import Game
from indigo.view import see

STRENGTH = Path(__file__).parents[2] / "docs" / "strength.md"
GEMS = 12
UNSEEN, KEPT = slice(20, 25), slice(34, 39)
"""Where a player's features tell of the tiles that nobody has shown, and of those kept (core/eval/features.cpp)."""

Row = TypeVar("Row", bytes, tuple[float, ...], list[bytes])
Layer = tuple[list[tuple[float, ...]], tuple[float, ...]]
"""The weights of each output, and the biases."""


def test_the_shipped_model_is_the_documented_one() -> None:
    """A model that replaces it has won at the gate first, and stands in the table there."""
    section = STRENGTH.read_text(encoding="utf-8").partition("### The models")[2].partition("\n#")[0]
    ships = [line for line in section.splitlines() if line.startswith("|") and "ships" in line]
    assert len(ships) == 1
    assert f"`{fingerprint(shipped_file())}`" in ships[0]


def test_the_file_is_small_and_says_how_it_came_about() -> None:
    assert len(shipped_file()) < 5_000_000
    told = about(shipped())
    assert {"version", "command", "seed", "games", "samples", "seconds", "date"} <= told.keys()
    assert "indigo.train" in str(told["command"])


@pytest.mark.parametrize(
    "data", [b"", b"indigo model 1\n", b"indigo model 2\n{}\n", shipped_file()[:-1], b"\0" * 50_000]
)
def test_what_is_no_model_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="model"):
        _core.Model(data)


def test_without_a_model_there_is_no_champion() -> None:
    with pytest.raises(ValueError, match="champion"):
        _core.Bot("champion")


@pytest.mark.parametrize(("layout", "hand"), [("2", 1), ("2", 2), ("3", 1), ("3own", 1), ("4", 1)])
def test_chances_at_the_beginning_are_nearly_even(layout: str, hand: int) -> None:
    game = Game.shuffled(layout, hand, seed=1)
    chances = CoreBot("champion").think(see(game, 1), Budget(nodes=6000), seed=1).chances
    assert sum(chances) == pytest.approx(1, abs=1e-4)
    assert all(abs(chance - 1 / len(chances)) < 0.2 for chance in chances)


def test_self_play_is_the_same_for_the_same_seed_on_any_number_of_threads() -> None:
    one, two = (_core.self_play("3", 2, 4, 11, model=shipped(), fillings=20, threads=threads) for threads in (1, 2))
    assert one.gems == two.gems
    assert one.standings == two.standings
    assert [one.moves(game) for game in range(4)] == [two.moves(game) for game in range(4)]


def test_stopped_self_play_returns_what_was_finished() -> None:
    stop = _core.StopToken()
    stop.stop()
    assert _core.self_play("2", 1, 5, 1, stop=stop).games == 0


def test_self_play_ends_in_the_middle_of_a_look_and_keeps_no_part_of_a_game() -> None:
    stop = _core.StopToken()

    def tell() -> None:
        stop.stop()
        time.sleep(1)  # on a busy machine nobody may look for a while
        stop.clear()  # whoever uses the token again at once must not be given unfinished games

    telling = threading.Timer(0.1, tell)
    telling.start()
    began = time.process_time()
    played = _core.self_play("2", 1, 1, 1, fillings=1_000_000, stop=stop)
    telling.join()
    assert played.games == 0
    assert time.process_time() - began < 2  # a look of so many fillings takes longer, and a game has fifty of them


@pytest.mark.parametrize("fillings", [0, 1_000_001])
def test_fillings_have_limits(fillings: int) -> None:
    with pytest.raises(ValueError, match="fillings"):
        _core.self_play("2", 1, 1, 1, fillings=fillings)
    with pytest.raises(ValueError, match="fillings"):
        _core.judge_moves(_core.Position("2", ["E", "A"]), None, fillings=fillings)


@pytest.mark.parametrize("head", ["hello", "[]", "3"])
def test_a_model_whose_head_is_no_object_is_refused(tmp_path: Path, head: str) -> None:
    file, text = tmp_path / "odd.indigo-model", shipped_file()
    about = shipped().about.encode()
    assert text.count(about) == 1
    file.write_bytes(text.replace(about, head.encode().ljust(len(about))))
    with pytest.raises(BadModel):
        model_file(file)


# ------------------------------------------------------------------------------------------------ the sums


def samples_of(played: _core.SelfPlay) -> Iterator[tuple[bytes, tuple[float, ...]]]:
    """The gems and the standings of each sample, all players' one after another."""
    gems, standings = played.gems, tuple(array("f", played.standings))
    count = sum(played.samples)
    yield from zip(in_rows(gems, len(gems) // count), in_rows(standings, len(standings) // count), strict=True)


def in_rows(values: Row, length: int) -> list[Row]:
    return [values[start : start + length] for start in range(0, len(values), length)]


def layers_of(file: bytes) -> tuple[list[Layer], float]:
    """The layers of a model's file, and its trust in what the fillings say."""
    numbers = struct.unpack(f"<{_core.MODEL_NUMBERS}f", file[-4 * _core.MODEL_NUMBERS :])
    gem, player, last = _core.GEM_WIDTH, _core.PLAYER_WIDTH, _core.LAST_WIDTH
    shapes = (_core.GEM_FEATURES, gem), (gem, gem), (2 * gem + _core.PLAYER_FEATURES, player), (player, last), (last, 2)
    layers: list[Layer] = []
    start = 0
    for inputs, outputs in shapes:
        end = start + inputs * outputs
        weights = [numbers[start + output : end : outputs] for output in range(outputs)]
        layers.append((weights, numbers[end : end + outputs]))
        start = end + outputs
    assert start == len(numbers) - 1
    return layers, numbers[start]


def through(layer: Layer, values: Sequence[float]) -> list[float]:
    return [bias + sum(map(mul, weights, values)) for weights, bias in zip(*layer, strict=True)]


def clipped(values: Sequence[float]) -> list[float]:
    return [max(0.0, value) for value in values]


def judge_plainly(
    layers: Sequence[Layer], trust: float, gems: Sequence[Sequence[bytes]], standings: Sequence[Sequence[float]]
) -> tuple[list[float], list[float]]:
    """Everybody's chances and points, by the sums that docs/learning.md tells of."""
    gem_first, gem_second, player_first, player_second, last = layers
    sums: list[list[float]] = []
    for rows in gems:
        firsts = [clipped(through(gem_first, [value / 255 for value in row])) for row in rows if any(row)]
        seconds = [clipped(through(gem_second, first)) for first in firsts]
        sums.append([sum(column) for column in zip(*seconds, strict=True)])
    scores, points = [], []
    for who, standing in enumerate(standings):
        others = [sum(column) / (len(sums) - 1) for column in zip(*sums[:who], *sums[who + 1 :], strict=True)]
        player = clipped(through(player_first, [*sums[who], *others, *standing]))
        score, more = through(last, clipped(through(player_second, player)))
        scores.append(trust * standing[0] + score)
        points.append(10 * (standing[2] + more))
    parts = [math.exp(score - max(scores)) for score in scores]
    return [part / sum(parts) for part in parts], points


@pytest.mark.parametrize("layout", ["2", "3", "4"])
def test_the_core_adds_up_the_shipped_model_as_plain_python_does(layout: str) -> None:
    layers, trust = layers_of(shipped_file())
    corrections: list[float] = []
    for gems, standings in list(samples_of(_core.self_play(layout, 1, 1, 7, fillings=40)))[::5]:
        players = len(standings) // _core.PLAYER_FEATURES
        rows = in_rows(in_rows(gems, _core.GEM_FEATURES), GEMS)
        by_player = in_rows(standings, _core.PLAYER_FEATURES)
        chances, points = shipped().judge(
            memoryview(gems).cast("B", (players, GEMS, _core.GEM_FEATURES)),
            memoryview(array("f", standings)).cast("B").cast("f", (players, _core.PLAYER_FEATURES)),
        )
        true_chances, true_points = judge_plainly(layers, trust, rows, by_player)
        assert chances == pytest.approx(true_chances, abs=1e-4)
        assert points == pytest.approx(true_points, abs=1e-3)
        corrections += [abs(chance - standing[1]) for chance, standing in zip(chances, by_player, strict=True)]
    assert max(corrections) > 0.05  # else agreeing would be no feat


# ------------------------------------------------------------------------------------------------ what is hidden


def known_after(
    stack: bytes, moves: list[tuple[int, int]], players: int, hand: int
) -> Iterator[tuple[int, list[int], list[int]]]:
    """After each move: who made it, what that player keeps and which tiles it has not seen, by kind."""
    tiles = iter(stack)
    hands = [[0] * len(KINDS) for _ in range(players)]
    for held in hands:
        for _ in range(hand):
            held[next(tiles)] += 1
    left = list(COPIES.values())
    for turn, (_, tile) in enumerate(moves):
        who, kind = turn % players, KINDS.index(TILES[tile][0])
        hands[who][kind] -= 1
        left[kind] -= 1
        yield who, list(hands[who]), [there - kept for there, kept in zip(left, hands[who], strict=True)]
        drawn = next(tiles, None)
        if drawn is not None:
            hands[who][drawn] += 1


@pytest.mark.parametrize("hand", [1, 2])
@pytest.mark.parametrize("layout", ["2", "3", "4"])
def test_self_play_does_not_look_into_the_hands_of_others_or_the_stack(layout: str, hand: int) -> None:
    played = _core.self_play(layout, hand, 2, 5, fillings=20)
    stacks = in_rows(played.stacks, sum(COPIES.values()))
    samples = samples_of(played)
    for game in range(played.games):
        moves = played.moves(game)
        assert played.samples[game] == len(moves) - 1  # the last move ended the game
        for who, kept, unseen in known_after(stacks[game], moves[:-1], played.players, hand):
            share = tuple(count / max(1, sum(unseen)) for count in unseen)
            for player, standing in enumerate(in_rows(next(samples)[1], _core.PLAYER_FEATURES)):
                assert standing[UNSEEN] == pytest.approx(share, abs=1e-6)
                assert standing[KEPT] == tuple(float(player == who and count > 0) for count in kept)
    assert next(samples, None) is None
