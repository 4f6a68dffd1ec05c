"""Bots play legal moves from what their seat sees, and nothing else reaches them."""

from __future__ import annotations

import re
import threading
import time
from pathlib import Path

import pytest

from indigo import _core
from indigo.engine.bot import Budget
from indigo.engine.core_bot import BASELINES, STRONGEST, CoreBot, with_totals
from indigo.engine.model import BadModel, shipped_file
from indigo.engine.roster import NAMES, bot_named, judges
from indigo.moves import Move
from indigo.notation import read_position
from indigo.rules import Game
from indigo.view import see

QUICK = Budget(nodes=2000)


def game_after(turns: int, layout: str = "2", hand: int = 1, seed: int = 7) -> Game:
    game = Game.shuffled(layout, hand, seed=seed)
    bot = CoreBot("greedy")
    for turn in range(turns):
        game.play(bot.think(see(game, game.player), QUICK, seed=turn).move)
    return game


@pytest.mark.parametrize("name", [*BASELINES[:-2], STRONGEST])
@pytest.mark.parametrize(("layout", "hand"), [("2", 1), ("2", 2), ("3", 1), ("3own", 2), ("4", 1), ("4", 2)])
def test_every_bot_answers_with_a_legal_move(name: str, layout: str, hand: int) -> None:
    for turns in (0, 20, 40):
        game = game_after(turns, layout, hand)
        if game.over:
            continue
        thought = CoreBot(name).think(see(game, game.player), QUICK, seed=1)
        assert thought.move in game.legal_moves
        assert thought.lines[0].move == thought.move
        assert len(thought.chances) == len(thought.points) == game.layout.players


@pytest.mark.parametrize(
    "name", ["nobody", "nobody:deepest=2", "champion:deepest=", "champion:depth=2", "master:deepest=2"]
)
def test_an_unknown_bot_is_a_key_error(name: str) -> None:
    with pytest.raises(KeyError):
        CoreBot(name)


@pytest.mark.parametrize("name", ["search", STRONGEST])
def test_the_plan_of_a_search_can_be_set(name: str) -> None:
    game = game_after(10)
    view, plenty = see(game, game.player), Budget(nodes=60_000)
    assert CoreBot(name).think(view, plenty, seed=1).depth > 2
    thought = CoreBot(f"{name}:deepest=2,lines=12").think(view, plenty, seed=1)
    assert (thought.depth, len(thought.lines)) == (2, 12)


@pytest.mark.parametrize("layout", ["2", "3", "4"])
def test_doubt_expects_less_of_what_others_choose(layout: str) -> None:
    game = game_after(15, layout)
    view, following = see(game, game.player), game.player % game.layout.players

    def expected(doubt: float) -> dict[Move, float]:
        bot = CoreBot(f"champion:lines=8,doubted_replies=6,doubt={doubt}")
        return {line.move: line.chances[following] for line in bot.think(view, Budget(depth=2), seed=1).lines}

    sure, nearly, doubting = expected(0), expected(1e-6), expected(0.1)
    assert nearly == pytest.approx(sure, abs=1e-4)
    if layout == "2":
        assert doubting == sure
    else:
        common = sure.keys() & doubting.keys()
        assert len(common) >= 5
        assert all(doubting[move] < sure[move] for move in common)


def test_another_plan_has_a_name_of_its_own() -> None:
    game = game_after(10)
    thought = bot_named("champion:deepest=2").think(see(game, game.player), QUICK, seed=1)
    assert thought.move in game.legal_moves
    for name in ("champion:", "champion:deepest=99", "champion:nothing=1", "novice:deepest=2", "champion:deepest=2\n"):
        with pytest.raises(KeyError):
            bot_named(name)


def test_who_judges_says_more_than_that_all_are_even() -> None:
    game = game_after(25)
    for name in NAMES:
        chances = bot_named(name).think(see(game, game.player), QUICK, seed=1).chances
        assert sum(chances) == pytest.approx(1, abs=1e-3)
        assert (max(chances) - min(chances) > 0.01) == judges(name)


@pytest.mark.parametrize("name", ["search", "champion"])
def test_a_line_goes_on_with_the_likeliest_tiles(name: str) -> None:
    for turns in (5, 20, 35):
        game = game_after(turns)
        view = see(game, game.player)
        most = max(view.unseen.values())
        for line in bot_named(name).think(view, Budget(nodes=20_000), seed=1).lines[:4]:
            assert len(line.moves) > 1
            assert view.unseen[line.moves[1].kind] == most


@pytest.mark.parametrize("budget", [Budget(nodes=3000), Budget(seconds=0.05)])
def test_flat_monte_carlo_keeps_to_its_limits(budget: Budget) -> None:
    game = game_after(10)
    thought = bot_named("flat-900000k").think(see(game, game.player), budget, seed=1)
    assert thought.move in game.legal_moves
    assert thought.nodes < 3300 or (budget.nodes is None and thought.seconds < 5)


def test_a_model_in_a_file_has_a_name_of_its_own(tmp_path: Path) -> None:
    game = game_after(10)
    same, other = tmp_path / "same.indigo-model", tmp_path / "other: a.indigo-model"
    same.write_bytes(shipped_file())
    other.write_bytes(shipped_file()[: -4 * _core.MODEL_NUMBERS] + bytes(4 * _core.MODEL_NUMBERS))
    names = ("champion", f"champion@{same}", f"champion:deepest=2@{same}", f"champion@{other}")
    champion, copy, shallow, empty = (bot_named(name).think(see(game, game.player), QUICK, seed=1) for name in names)
    assert copy.lines == champion.lines
    assert shallow.depth == 2
    assert empty.lines != champion.lines
    for name in (f"search@{same}", f"master@{same}", "champion@", f"champion:deepest=99@{same}"):
        with pytest.raises(KeyError):
            bot_named(name)
    same.write_bytes(b"nothing of the sort")
    for file in (same, tmp_path, tmp_path / "missing"):
        with pytest.raises(BadModel, match=re.escape(str(file))):
            bot_named(f"champion@{file}")


def test_when_the_end_is_solved_a_little_chance_is_worth_more_than_points() -> None:
    losing = read_position(
        "*D1B01*/D0E2D2C0A0D2/D2C0E4D2C0E01/D0B0D2B0A0A0C2E4/*E2B0D2*C11C2*/B0E2D2C01B0E1C2/1A0C12A11/1C1A0C11C1/*E01D1*"
        " Ag31,Ed62,Ee61 2 2 ?/E 120/310"
    )
    thought = CoreBot(STRONGEST).think(Game.at(losing), Budget(nodes=100_000), seed=0)
    assert thought.depth == losing.tiles.count(0)
    assert str(thought.move) == "h5E1"
    assert thought.chances[1] == pytest.approx(3 / 2520, abs=1e-6)


def test_totals_behind_screens_are_counted_up() -> None:
    game = game_after(40)
    assert sum(game.points) > 0
    assert with_totals(see(game, game.player)).won == game.won


@pytest.mark.parametrize("name", ["flat-2k", "absorption1", STRONGEST])
@pytest.mark.parametrize("hand", [1, 2])
def test_two_worlds_with_the_same_view_get_the_same_move(name: str, hand: int) -> None:
    game = game_after(14, hand=hand)
    me, other = game.player, 3 - game.player
    unlike = next(world for world in _other_worlds(game) if world.hands[other - 1] != game.hands[other - 1])
    one, two = see(game, me, screens=False), see(unlike, me, screens=False)
    assert one.position == two.position
    bot = CoreBot(name)
    assert bot.think(one, QUICK, seed=5).lines == bot.think(two, QUICK, seed=5).lines


def _other_worlds(game: Game) -> list[Game]:
    """The same table with the other player's tiles exchanged for coming ones."""
    other = 3 - game.player
    worlds = []
    coming = game.draws[game.turns_played :]
    for place, kind in enumerate(coming):
        hands = list(game.hands)
        held = hands[other - 1]
        hands[other - 1] = "".join(sorted(kind + held[1:]))
        draws = coming[:place] + held[0] + coming[place + 1 :]
        worlds.append(Game.at(game.position._replace(hands=tuple(hands)), draws, hand=game.hand_size))
    return worlds


def test_a_seat_without_a_bot_is_refused() -> None:
    with pytest.raises(ValueError, match="a bot for each player"):
        _core.play_game([(None, 0.0, 0), (None, 0.0, 0)], "2", 1, 0)  # type: ignore[list-item]


def test_a_stop_ends_a_look_in_the_middle() -> None:
    stop = _core.StopToken()
    bot = _core.Bot("search:fillings=1000000,root_fillings=250,moves=2")
    telling = threading.Timer(0.2, stop.stop)
    telling.start()
    began = time.process_time()
    thought = bot.think(_core.Position("2", ["E", "?"]), seconds=60, stop=stop)
    telling.join()
    assert thought.lines
    assert time.process_time() - began < 2  # one look of so many fillings takes many seconds


def test_no_number_for_the_time_means_the_usual_time() -> None:
    stop = _core.StopToken()
    watching = threading.Timer(20, stop.stop)
    watching.start()
    _core.Bot("search").think(_core.Position("2", ["E", "?"]), seconds=float("nan"), stop=stop)
    watching.cancel()
    assert not stop.stopped


def test_flat_says_how_many_playouts_there_were() -> None:
    bot = _core.Bot("flat-1000000k")
    short, longer = (bot.think(_core.Position("2", ["E", "?"]), seconds=seconds).nodes for seconds in (0.01, 1))
    assert 3 * short < longer
