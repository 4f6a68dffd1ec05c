"""What one can say at a table without free chat. The client has the words, in every language."""

from __future__ import annotations

from typing import Final

PHRASES: Final = (
    "hello",
    "good_luck",
    "well_played",
    "thank_you",
    "sorry",
    "one_moment",
    "your_turn",
    "nice_move",
    "ouch",
    "good_game",
    "again",
    "goodbye",
)
SIGNS: Final = ("😊", "😄", "🤔", "😮", "😢", "👍", "👏", "💎")
