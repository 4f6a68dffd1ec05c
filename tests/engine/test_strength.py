"""Matches of benchmarks/strength.py: stopped and gone on with, they are the match that was never stopped."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.strength import Terms, match, resume

TERMS = Terms("2", 1, seconds=0, nodes=50, others_seconds=0, others_nodes=50, seed=1)


def results(record: Path) -> list[tuple[float, float]]:
    """What every deal brought, but for the time it took."""
    return [(deal["wins"], deal["lead"]) for deal in map(json.loads, record.read_text().splitlines()[1:])]


def test_a_stopped_match_goes_on_where_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    match("expert", "casual", 12, TERMS, 1, whole)
    said = capsys.readouterr().out
    for games in (4, 12, 12):
        match("expert", "casual", games, TERMS, 1, parts)
    assert results(parts) == results(whole)
    assert len(set(results(whole))) > 1
    before_times = said.split(" s a move")[0].rpartition(",")[0]
    assert capsys.readouterr().out.count(before_times) == 2  # played to the end, then only told


def test_only_the_same_match_is_gone_on_with(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    match("expert", "casual", 2, TERMS, 1, record)
    assert len(resume(record, "expert", "casual", TERMS)) == 1
    for first, second, terms in (("casual", "expert", TERMS), ("expert", "casual", replace(TERMS, nodes=51))):
        with pytest.raises(ValueError, match="another match"):
            resume(record, first, second, terms)
    played_otherwise = json.loads(record.read_text().splitlines()[0]) | {"play": 1}
    record.write_text(json.dumps(played_otherwise) + "\n")
    with pytest.raises(ValueError, match="another match"):
        resume(record, "expert", "casual", TERMS)
