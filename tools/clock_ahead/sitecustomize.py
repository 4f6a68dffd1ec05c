"""Shift the clock of every Python process a year ahead: `PYTHONPATH=$PWD/tools/clock_ahead make test`.

Tests must not depend on the day on which they run. `time.monotonic` and timeouts are left alone, so waiting works.
"""

from __future__ import annotations

import datetime
import time
from typing import Any

SHIFT = 366 * 24 * 60 * 60
real = {name: getattr(time, name) for name in ("time", "time_ns", "localtime", "gmtime", "strftime")}


def shifted() -> float:
    """The time in a year, in seconds."""
    return float(real["time"]()) + SHIFT


class ShiftedDatetime(datetime.datetime):
    __slots__ = ()  # C extensions check the size of the class

    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> Any:
        return cls.fromtimestamp(shifted(), tz)

    @classmethod
    def utcnow(cls) -> Any:
        return cls.fromtimestamp(shifted(), datetime.UTC).replace(tzinfo=None)

    @classmethod
    def today(cls) -> Any:
        return cls.now()


class ShiftedDate(datetime.date):
    __slots__ = ()

    @classmethod
    def today(cls) -> Any:
        return cls.fromtimestamp(shifted())


for name, replacement in {
    "time": shifted,
    "time_ns": lambda: real["time_ns"]() + SHIFT * 1_000_000_000,
    "localtime": lambda seconds=None: real["localtime"](shifted() if seconds is None else seconds),
    "gmtime": lambda seconds=None: real["gmtime"](shifted() if seconds is None else seconds),
    "strftime": lambda form, moment=None: real["strftime"](form, time.localtime() if moment is None else moment),
}.items():
    setattr(time, name, replacement)
for name, shifted_class in {"datetime": ShiftedDatetime, "date": ShiftedDate}.items():
    setattr(datetime, name, shifted_class)
