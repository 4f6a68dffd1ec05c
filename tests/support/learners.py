"""Networks and runs to test with: small, quick, the same every time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import torch

from indigo.train.config import Plan, Table
from indigo.train.network import Network, to_file
from indigo.train.selfplay import Task

TINY: Final = (
    *("--generations", "2", "--games", "24", "--fillings", "10", "--mix", "2/1=2 3/2=1 4/1=1", "--epochs", "2"),
    *("--batch", "128", "--held-out", "4", "--gate-games", "8", "--gate-nodes", "20", "--records", "3"),
    *("--threads", "1", "--device", "cpu"),
)
"""A whole run of a few seconds."""

DEVICES: Final = ("cpu", "cuda") if torch.cuda.is_available() else ("cpu",)
"""Everything on which one can learn here."""

SMALL_PLAN: Final = Plan(games=12, mix="2/1", fillings=10, gate_games=200, gate_nodes=20)


def task(table: Table, games: int = 2, seed: int = 7, records: int = 0) -> Task:
    """Some games with little thought."""
    return Task(table, 0, games, seed, fillings=10, width=8, spread=0.01, random=0.02, records=records)


def some_network(seed: int = 1) -> Network:
    """A network with numbers in every layer."""
    torch.manual_seed(seed)
    network = Network()
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(0.2 * torch.randn(parameter.shape))
    return network


def model(trust: float = 1.0, **about: object) -> bytes:
    """A model that believes the random fillings by so much, and adds nothing of its own; *about* is its head."""
    network = Network()
    with torch.no_grad():
        network.trust.fill_(trust)
    return to_file(network, about)


def train(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `python -m indigo.train` to its end."""
    return subprocess.run(command(*arguments), capture_output=True, text=True, check=False, env=environment())


def command(*arguments: str) -> list[str]:
    """How it is called."""
    return [sys.executable, "-m", "indigo.train", *arguments]


def environment() -> dict[str, str]:
    """English, whatever the machine speaks."""
    return {**os.environ, "INDIGO_LANGUAGE": "en"}


def weights(file: Path) -> bytes:
    """A model's numbers without its head, which holds the date."""
    return file.read_bytes().split(b"\n", 2)[2]
