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


def _bot_threads() -> int:
    return int(os.environ.get("INDIGO_BOT_THREADS") or max(1, (os.cpu_count() or 2) - 1))


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that can be set. Each field has an environment variable; docs/hosting.md lists them."""

    database_url: str = field(default_factory=_default_database)
    redis_url: str | None = field(default_factory=lambda: os.environ.get("INDIGO_REDIS_URL") or None)
    public_url: str | None = field(default_factory=lambda: os.environ.get("INDIGO_PUBLIC_URL") or None)
    """Where people reach this server, if it stands behind a proxy: `https://indigo.example.org`."""
    bot_threads: int = field(default_factory=_bot_threads)
    """How many bots may think at once."""
    bot_pause: float = field(default_factory=lambda: float(os.environ.get("INDIGO_BOT_PAUSE") or 0.8))
    """The seconds that a bot waits at least before it places, so that people can follow and undo a slip."""
    limits: bool = field(default_factory=lambda: os.environ.get("INDIGO_LIMITS", "on") != "off")
    """Whether requests are counted. Off only for tests and for a server among friends."""
    static_folder: Path = field(default_factory=lambda: Path(__file__).parent / "static")
