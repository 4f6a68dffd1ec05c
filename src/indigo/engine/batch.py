"""Many games at once, stepped together at the core's speed: for whoever lets a machine learn, or counts something."""

from __future__ import annotations

from indigo._core import ACTIONS, Batch

__all__ = ["ACTIONS", "Batch"]
