"""The network in PyTorch and the model in the core are one: the same file, the same judgement."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch

from indigo import _core
from indigo.engine.model import fingerprint
from indigo.i18n import words
from indigo.train.config import Table
from indigo.train.generation import Run, Setting
from indigo.train.network import BadModel, Network, from_file, to_file
from indigo.train.progress import NOBODY
from indigo.train.selfplay import arrays_of, workers
from tests.support.learners import DEVICES, SMALL_PLAN, some_network, task

LIMIT = 1e-4
"""How far the core's chances may be from PyTorch's, and its points in tens."""


def samples(table: tuple[str, int]) -> dict[str, np.ndarray]:
    """Real positions of two games."""
    layout, hand = table
    return arrays_of(_core.self_play(layout, hand, 2, 11, fillings=20))


@pytest.mark.parametrize("device", DEVICES)
def test_the_core_judges_as_the_network_does(table: tuple[str, int], device: str, tmp_path: Path) -> None:
    as_in_a_run(tmp_path, torch.device(device))
    network = some_network()
    model = _core.Model(to_file(network, {}))
    found = samples(table)
    seen = [torch.from_numpy(found[name].copy()).to(device) for name in ("gems", "standings")]
    with torch.no_grad():
        scores, points = (told.cpu() for told in network.to(device)(*seen))
    chances = torch.softmax(scores, 1).numpy()
    assert chances.std() > 0.05  # else agreeing would be no feat
    for number in range(len(chances)):
        gems, standings = found["gems"][number].copy(), found["standings"][number].copy()
        core_chances, core_points = model.judge(gems, standings)
        assert np.abs(np.array(core_chances) - chances[number]).max() < LIMIT
        assert np.abs(np.array(core_points) - points[number].numpy()).max() < 10 * LIMIT


def as_in_a_run(folder: Path, device: torch.device) -> None:
    """Let PyTorch reckon as exactly as it does while learning."""
    with workers(1, "") as found:
        Run(SMALL_PLAN, Setting(folder, device, 1, found, NOBODY, words("en"), [""]))


def test_a_new_network_says_what_the_fillings_say() -> None:
    found = samples(("2", 1))
    with torch.no_grad():
        scores, _ = Network()(torch.from_numpy(found["gems"].copy()), torch.from_numpy(found["standings"].copy()))
    assert np.allclose(torch.softmax(scores, 1).numpy(), found["judged"], atol=0.02)


def test_a_network_comes_back_from_its_file_with_what_it_says_of_itself() -> None:
    network = some_network()
    data = to_file(network, {"command": "indigo train", "seed": 3, "games": 12})
    again, about = from_file(data)
    for one, other in zip(network.parameters(), again.parameters(), strict=True):
        assert torch.equal(one, other)
    assert (about["command"], about["seed"], about["games"]) == ("indigo train", 3, 12)
    assert about["widths"] == [_core.GEM_WIDTH, _core.PLAYER_WIDTH, _core.LAST_WIDTH]
    assert json.loads(_core.Model(data).about) == about
    assert fingerprint(data) == fingerprint(to_file(again, {}))
    assert fingerprint(data) != fingerprint(to_file(some_network(2), {}))


@pytest.mark.parametrize("damage", [lambda data: data[:-4], lambda data: b"x" + data, lambda data: data[:8]])
def test_what_is_no_model_is_refused(damage: object) -> None:
    assert callable(damage)
    with pytest.raises(BadModel):
        from_file(damage(to_file(some_network(), {})))


def test_a_record_of_self_play_is_a_game_that_the_rules_know(tmp_path: Path) -> None:
    from indigo.record import read_record
    from indigo.train.selfplay import play_task

    for layout, hand in (("2", 2), ("3", 1), ("4", 2)):
        chunk = play_task(task(Table(layout, hand), games=2, records=1), None)
        game = read_record(chunk.records[0].encode()).game()
        assert game.over
        assert (game.layout.name, game.hand_size) == (layout, hand)
