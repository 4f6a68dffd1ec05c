"""How often somebody may do something: a bucket of tokens for each, that fills again with time."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Final

from indigo.server.errors import Refusal


@dataclass(frozen=True, slots=True)
class Limit:
    """So many at once, and so many a second after that."""

    burst: float
    per_second: float


HOUR: Final = 3600.0
LIMITS: Final[dict[str, Limit]] = {
    "requests": Limit(60, 20),
    "messages": Limit(100, 40),
    "commands": Limit(30, 10),
    "chat": Limit(5, 1),
    "players": Limit(10, 30 / HOUR),
    "tables": Limit(10, 30 / HOUR),
    "records": Limit(20, 20 / HOUR),
    "analyses": Limit(20, 20 / HOUR),
    "hints": Limit(10, 1),
    "codes": Limit(10, 30 / HOUR),
}
MOST_TABLES: Final = 50
MOST_TOKENS: Final = 10
CONNECTIONS_PER_PLAYER: Final = 20
CONNECTIONS_PER_ADDRESS: Final = 40
BODY: Final = 16 * 1024
RECORD_BODY: Final = 64 * 1024

_MOST_BUCKETS: Final = 20_000


def sender(address: str | None) -> str:
    """Whom an address stands for: in IPv6 everybody has as many as they like, so all of one network count as one.

    >>> sender("192.0.2.7"), sender("::ffff:192.0.2.7"), sender("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::/64')
    """
    try:
        found = ip_address((address or "?").partition("%")[0])
    except ValueError:  # a socket of this computer has a name, or none
        return address or "?"
    if isinstance(found, IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))


class Limiter:
    """Counts, for each kind of thing and each player or address."""

    def __init__(self, *, on: bool = True, clock: Callable[[], float] = time.monotonic) -> None:
        self._on = on
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def spend(self, kind: str, who: str) -> None:
        """Use one; refuse if there is none left, and say when there will be."""
        if not self._on:
            return
        limit, now, key = LIMITS[kind], self._clock(), (kind, who)
        tokens, since = self._buckets.pop(key, (limit.burst, now))
        tokens = min(limit.burst, tokens + (now - since) * limit.per_second)
        enough = tokens >= 1
        self._buckets[key] = (tokens - 1 if enough else tokens, now)
        if len(self._buckets) > _MOST_BUCKETS:
            self._buckets.popitem(last=False)
        if not enough:
            wait = (1 - tokens) / limit.per_second
            raise Refusal("too_many", f"too many {kind}: try again in {wait:.0f} s", retry_after=max(1.0, wait))

    @property
    def on(self) -> bool:
        """Whether anything is counted."""
        return self._on
