"""The network in PyTorch: the same sums as core/eval/model.cpp, with slopes; and its file, which both read."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any, Final

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from indigo import _core

MAGIC: Final = b"indigo model 1\n"
POINTS_SCALE: Final = 10.0
"""The network's last layer speaks of points in tens."""
FILLINGS_SCORE: Final = 0
"""Which of a player's features is the logarithm of the chance that random fillings give,"""
FILLINGS_CHANCE: Final = 1
"""which the chance itself,"""
FILLINGS_POINTS: Final = 2
"""and which the points that they expect."""


class BadModel(ValueError):
    """The bytes are no model that this version can use."""


class Network(nn.Module):
    """Each gem through two layers, seen by each player; their sum, the others' and the standing through three more."""

    def __init__(self) -> None:
        super().__init__()
        gem_width, player_width, last_width = (_core.GEM_WIDTH, _core.PLAYER_WIDTH, _core.LAST_WIDTH)
        self.gem_first = nn.Linear(_core.GEM_FEATURES, gem_width)
        self.gem_second = nn.Linear(gem_width, gem_width)
        self.player_first = nn.Linear(2 * gem_width + _core.PLAYER_FEATURES, player_width)
        self.player_second = nn.Linear(player_width, last_width)
        self.last = nn.Linear(last_width, 2)
        self.trust = nn.Parameter(torch.ones(()))
        nn.init.zeros_(self.last.weight)  # so that it begins with what the fillings say
        nn.init.zeros_(self.last.bias)

    @property
    def layers(self) -> tuple[Any, ...]:
        """In the order of the file."""
        return self.gem_first, self.gem_second, self.player_first, self.player_second, self.last

    def forward(self, gems: torch.Tensor, standings: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Scores (the chances are their softmax over the players) and points, both by sample and player.

        *gems* are bytes of shape samples x players x gems x features; *standings* samples x players x features.
        """
        there = gems.amax(-1, keepdim=True) > 0  # rows of gems that are gone are zeros
        seen = functional.relu(self.gem_first(gems.float() * (1 / 255)))
        seen = functional.relu(self.gem_second(seen)) * there
        mine = seen.sum(2)
        others = (mine.sum(1, keepdim=True) - mine) / (mine.shape[1] - 1)
        player = functional.relu(self.player_first(torch.cat([mine, others, standings], -1)))
        out = self.last(functional.relu(self.player_second(player)))
        scores = self.trust * standings[..., FILLINGS_SCORE] + out[..., 0]
        return scores, POINTS_SCALE * (standings[..., FILLINGS_POINTS] + out[..., 1])


def shape_of_models() -> dict[str, object]:
    """The network's form, for the head of its file; the core itself goes by the magic and the number of numbers."""
    return {
        "gem_features": _core.GEM_FEATURES,
        "player_features": _core.PLAYER_FEATURES,
        "widths": [_core.GEM_WIDTH, _core.PLAYER_WIDTH, _core.LAST_WIDTH],
    }


def to_file(network: Network, about: dict[str, object]) -> bytes:
    """The network as the core reads it: a line of magic, a line of JSON, then all numbers."""
    numbers = []
    for layer in network.layers:
        numbers += [layer.weight.detach().cpu().numpy().T.ravel(), layer.bias.detach().cpu().numpy()]
    numbers.append(network.trust.detach().cpu().numpy().reshape(1))
    head = json.dumps({**about, **shape_of_models()}, ensure_ascii=False)
    return MAGIC + head.encode() + b"\n" + np.concatenate(numbers).astype("<f4").tobytes()


def from_file(data: bytes) -> tuple[Network, dict[str, Any]]:
    """The network of a file, to go on learning with, and what the file says of itself."""
    try:
        about = json.loads(_core.Model(data).about)  # which checks it all
    except ValueError as wrong:
        raise BadModel(str(wrong)) from None
    numbers = np.frombuffer(data, "<f4", offset=len(data) - 4 * _core.MODEL_NUMBERS)
    network = Network()
    sizes = [size for layer in network.layers for size in (layer.weight.numel(), layer.bias.numel())]
    ends = np.cumsum([0, *sizes, 1])
    parts = iter([numbers[start:end] for start, end in pairwise(ends)])
    with torch.no_grad():
        for layer in network.layers:
            weight = next(parts).reshape(layer.in_features, layer.out_features)
            layer.weight.copy_(torch.from_numpy(weight.T.copy()))
            layer.bias.copy_(torch.from_numpy(next(parts).copy()))
        network.trust.copy_(torch.tensor(float(next(parts)[0])))
    return network, about
