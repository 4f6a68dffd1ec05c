"""How a server is set up: by arguments, else by environment variables, else by good defaults."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path


def data_folder() -> Path:
    """Where this user's programs keep their data."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "indigo"


def _default_database() -> str:
    return os.environ.get("INDIGO_DATABASE_URL") or f"sqlite:///{data_folder() / 'tables.sqlite'}"


def _number(name: str, usual: float) -> float:
    """What a variable says. ValueError names it if that is no number, or none that makes sense."""
    text = os.environ.get(name) or str(usual)
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 10_000:
        raise ValueError(f"{name}: {text!r}")
    return number


def _bot_threads() -> int:
    return max(1, int(_number("INDIGO_BOT_THREADS", (os.cpu_count() or 2) - 1)))


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that can be set. Each field has an environment variable; docs/hosting.md lists them."""

    database_url: str = field(default_factory=_default_database)
    redis_url: str | None = field(default_factory=lambda: os.environ.get("INDIGO_REDIS_URL") or None)
    public_url: str | None = field(default_factory=lambda: os.environ.get("INDIGO_PUBLIC_URL") or None)
    """Where people reach this server, if it stands behind a proxy: `https://indigo.example.org`."""
    bot_threads: int = field(default_factory=_bot_threads)
    """How many bots may think at once."""
    bot_pause: float = field(default_factory=lambda: _number("INDIGO_BOT_PAUSE", 0.8))
    """The seconds that a bot waits at least before it places, so that people can follow and undo a slip."""
    limits: bool = field(default_factory=lambda: os.environ.get("INDIGO_LIMITS", "on") != "off")
    """Whether requests are counted. Off only for tests and for a server among friends."""
    static_folder: Path = field(default_factory=lambda: Path(__file__).parent / "static")
