"""Tests of learning need PyTorch, which `make test-train` installs; without it there is nothing to test."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("torch") is not None else ["test_*.py"]
