"""Answers players who ask for a hint."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from indigo.rules import Game
from indigo.server import engine_room
from indigo.server.errors import Refusal
from indigo.server.responses import HintMove
from indigo.server.table.state import TableState

MOST_ASKING: Final = 20
"""So many hints may be waited for at a time."""
MOST_ADVICE: Final = 500
"""So many hints are remembered: who asks again in the same position gets the same answer."""
_ASK_AGAIN: Final = 5.0
"""In so many seconds, for one who was too many."""


class Adviser:
    """One thread that thinks for people who ask, so that no bot waits for it."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="hint")
        self._advice: OrderedDict[tuple[str, int, int], list[HintMove]] = OrderedDict()
        self._asking = 0

    async def close(self) -> None:
        """Stop; who still waits is let go."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def hint(self, state: TableState, seat: int, seen: Game) -> list[HintMove]:
        """The engine's best moves for a seat, which sees *seen*."""
        place = (state.id, state.played_on, seat)
        if place not in self._advice:
            if self._asking >= MOST_ASKING:
                raise Refusal("unavailable", "many ask for hints", retry_after=_ASK_AGAIN)
            self._asking += 1
            try:
                loop = asyncio.get_running_loop()
                self._advice[place] = await loop.run_in_executor(self._thread, engine_room.hint, seen)
            finally:
                self._asking -= 1
            if len(self._advice) > MOST_ADVICE:
                self._advice.popitem(last=False)
        return self._advice[place]
