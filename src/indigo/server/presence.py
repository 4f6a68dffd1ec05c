"""Who is here now. Not part of a table's events: it is forgotten with the connection."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from indigo.server.table.state import TableState
from indigo.server.views import Company

POLLING_COUNTS: Final = 60_000
"""Programs without a live connection count as here for so many milliseconds after each request."""
POLLING_TOLD: Final = POLLING_COUNTS // 4
"""So often others are told of such a program again."""
REMOTE_COUNTS: Final = 40_000
"""What another worker said about its connections holds for so long."""
_MOST_KEPT: Final = 50_000


class Presence:
    """The connections of this worker, and what the others said about theirs."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._here: dict[str, Counter[str | None]] = {}
        self._remote: dict[str, dict[str, tuple[int, Counter[str | None]]]] = {}
        # Whoever was never seen counts from the first look: nobody is gone for longer than this server looks for them.
        self._last_seen: dict[tuple[str, str], int] = {}
        self._polled: dict[tuple[str, str], int] = {}
        self._told: dict[tuple[str, str], int] = {}

    def came(self, table: str, player: str | None) -> None:
        """A connection opened."""
        self._here.setdefault(table, Counter())[player] += 1

    def went(self, table: str, player: str | None) -> None:
        """A connection closed."""
        here = self._here[table]
        here[player] -= 1
        if not here[player]:
            del here[player]
        if not here:
            del self._here[table]
        if player is not None:
            self._left(table, player, self._clock())

    def touched(self, table: str, player: str) -> bool:
        """A program asked about the table; whether that is news to others."""
        now = self._clock()
        self._saw(table, player, now)
        self._polled[table, player] = now
        _forget_the_oldest(self._polled)
        news = now - self._told.get((table, player), -POLLING_TOLD) >= POLLING_TOLD
        if news:
            self._told[table, player] = now
            _forget_the_oldest(self._told)
        return news

    def fell_silent(self) -> set[str]:
        """The tables where a program has stopped asking, each once."""
        gone = [key for key in self._polled if not self._polls(*key)]
        for key in gone:
            del self._polled[key]
            self._told.pop(key, None)
        return {table for table, _ in gone}

    def _saw(self, table: str, player: str, at: int) -> None:
        self._last_seen[table, player] = max(at, self._last_seen.get((table, player), at))
        _forget_the_oldest(self._last_seen)

    def _left(self, table: str, player: str, at: int) -> None:
        """A player who has closed a connection is gone, even if a program of theirs asked a moment ago."""
        self._saw(table, player, at)
        self._polled.pop((table, player), None)
        self._told.pop((table, player), None)

    def _last(self, table: str, player: str) -> int:
        """When a player was last at a table, as far as anybody looked."""
        known = self._last_seen.get((table, player))
        if known is None:
            known = self._clock()
            self._saw(table, player, known)
        return known

    def heard(self, table: str, worker: str, players: list[str | None]) -> None:
        """Another worker told who is connected to it."""
        now = self._clock()
        theirs = self._remote.setdefault(table, {})
        for gone in set(theirs.get(worker, (0, Counter()))[1]) - set(players):
            if gone is not None:
                self._left(table, gone, now)
        if players:
            theirs[worker] = (now + REMOTE_COUNTS, Counter(players))
        else:
            theirs.pop(worker, None)
            if not theirs:
                del self._remote[table]

    def local(self, table: str) -> list[str | None]:
        """The players behind this worker's own connections."""
        return list(self._here.get(table, Counter()).elements())

    @property
    def tables(self) -> list[str]:
        """The tables to which somebody is connected here."""
        return list(self._here)

    def _all(self, table: str) -> Counter[str | None]:
        found = Counter(self._here.get(table, Counter()))
        for players in self._elsewhere(table):
            found += players
        return found

    def _elsewhere(self, table: str) -> list[Counter[str | None]]:
        """Who is connected to the other workers; the people of one that has fallen silent were here until then."""
        now, theirs = self._clock(), self._remote.get(table, {})
        for worker, (until, players) in list(theirs.items()):
            if until <= now:
                del theirs[worker]
                for player in players:
                    if player is not None:
                        self._saw(table, player, until)
        if not theirs:
            self._remote.pop(table, None)
        return [players for _, players in theirs.values()]

    def company(self, state: TableState) -> Company:
        """Who is at this table."""
        connected = self._all(state.id)

        def here(player: str) -> bool:
            return player in connected or self._polls(state.id, player)

        seated = {chair.player for chair in state.chairs if chair.player is not None}
        for player in seated:
            self._last(state.id, player)
        spectators = sum(count for player, count in connected.items() if player not in seated)
        return Company(here, spectators)

    def _polls(self, table: str, player: str) -> bool:
        return self._clock() - self._polled.get((table, player), -POLLING_COUNTS) < POLLING_COUNTS

    def gone_since(self, table: str, player: str) -> int | None:
        """Since when a player has not been at a table; None while here."""
        if player in self._all(table) or self._polls(table, player):
            return None
        return self._last(table, player)


def _forget_the_oldest(times: dict[tuple[str, str], int]) -> None:
    if len(times) > _MOST_KEPT:
        for key in sorted(times, key=times.__getitem__)[: _MOST_KEPT // 5]:
            del times[key]
