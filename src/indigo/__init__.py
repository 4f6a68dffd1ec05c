"""Indigo, Reiner Knizia's board game of winding routes and gems. Unofficial."""

from indigo.rules import Game, IllegalMove, Move, Position, RuleError

__all__ = ["Game", "IllegalMove", "Move", "Position", "RuleError", "__version__"]

__version__ = "0.1.0"
