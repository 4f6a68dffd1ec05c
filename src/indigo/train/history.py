"""The history of a run: a line for every model, with its losses, its match at the gate and its rating."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

from indigo.train.folder import write_whole

Entry: TypeAlias = dict[str, Any]
"""What is known of a generation: see `learning` for what it holds."""


def read_history(file: Path) -> list[Entry]:
    """All generations that have come to their end."""
    if not file.exists():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def write_history(file: Path, entries: Sequence[Entry]) -> None:
    """Write all of it anew: it is short, and must be whole."""
    write_whole(file, "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries))


def markdown(entries: Sequence[Entry]) -> str:
    """The history as a table for people."""
    lines = [
        "| model | games seen | held-out loss / fillings' loss, by table | chances off by | opponent | score, 95 % "
        "| Elo | verdict | rating |",
        "|---|---:|---|---:|---|---|---|---|---:|",
    ]
    for entry in entries:
        known, gate = entry["understanding"], entry["gate"]
        losses = ", ".join(
            f"{table} {known['losses'][table]:.4f} / {known['fillings'][table]:.4f}" for table in known["losses"]
        )
        score = elo = verdict = "–"
        if gate["games"]:
            mean, low, high = (f"{100 * value:.1f}" for value in gate["score"])
            score = f"{mean} % ({low} to {high}), {gate['games']} games"
            elo = "{:+.0f} ({:+.0f} to {:+.0f})".format(*gate["elo"])
            verdict = gate["verdict"]
        rating = "–" if entry["rating"] is None else f"{entry['rating']:+.0f}"
        lines.append(
            f"| {entry['model']} | {entry['games_seen']:,} | {losses} | {100 * known['gap']:.1f} % "
            f"| {gate['opponent']} | {score} | {elo} | {verdict} | {rating} |"
        )
    return "\n".join(lines) + "\n"
