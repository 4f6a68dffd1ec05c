"""Indigo, Reiner Knizia's board game of winding routes and gems. Unofficial."""

from indigo.notation import read_position
from indigo.rules import Game, IllegalMove, Move, Position, RuleError
from indigo.view import see

__all__ = ["Game", "IllegalMove", "Move", "Position", "RuleError", "__version__", "read_position", "see"]

__version__ = "0.1.0"
