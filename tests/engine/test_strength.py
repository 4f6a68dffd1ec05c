"""Matches of benchmarks/strength.py: stopped and gone on with, they are the match that was never stopped."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.strength import Player, Terms, match, resume
from indigo.engine.model import shipped_file

TERMS = Terms("2", 1, seconds=0, nodes=50, others_seconds=0, others_nodes=50, seed=1)
EXPERT, CASUAL = Player.named("expert"), Player.named("casual")


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
    assert len(resume(record, EXPERT, CASUAL, TERMS)) == 1
    for first, second, terms in ((CASUAL, EXPERT, TERMS), (EXPERT, CASUAL, replace(TERMS, nodes=51))):
        with pytest.raises(ValueError, match="another match"):
            resume(record, first, second, terms)
    played_otherwise = json.loads(record.read_text().splitlines()[0]) | {"play": 1}
    record.write_text(json.dumps(played_otherwise) + "\n")
    with pytest.raises(ValueError, match="another match"):
        resume(record, EXPERT, CASUAL, TERMS)


def test_a_match_goes_on_only_with_the_model_it_began_with(tmp_path: Path) -> None:
    record, file = tmp_path / "match.jsonl", tmp_path / "mine.indigo-model"
    file.write_bytes(shipped_file())
    name = f"champion@{file}"
    match(name, "casual", 2, TERMS, 1, record)
    begun = Player.named(name)
    file.write_bytes(shipped_file()[:-4] + bytes(4))
    with pytest.raises(ValueError, match="another match"):
        match(name, "casual", 4, TERMS, 1, record)
    assert len(resume(record, begun, CASUAL, TERMS)) == 1


def test_a_line_that_broke_off_is_played_again(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    match("expert", "casual", 6, TERMS, 1, record)
    whole = results(record)
    record.write_text(record.read_text()[:-20])
    assert len(resume(record, EXPERT, CASUAL, TERMS)) == 2
    match("expert", "casual", 6, TERMS, 1, record)
    assert results(record) == whole
    head, first, *more = record.read_text().splitlines()
    record.write_text("\n".join([head, first[:-20], *more]) + "\n")
    with pytest.raises(ValueError, match="damaged"):
        resume(record, EXPERT, CASUAL, TERMS)


@pytest.mark.parametrize("content", [b"\n", b"Expert beat casual.\n", b"\xff\xfe", b'{"first": "exp'])
def test_a_file_that_is_no_record_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "letter.txt"
    file.write_bytes(content)
    with pytest.raises(ValueError, match=r"letter\.txt does not begin as the record of a match does"):
        resume(file, EXPERT, CASUAL, TERMS)
    assert file.read_bytes() == content


def test_an_empty_file_is_begun(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.touch()
    assert resume(file, EXPERT, CASUAL, TERMS) == []
    match("expert", "casual", 2, TERMS, 1, file)
    assert len(resume(file, EXPERT, CASUAL, TERMS)) == 1
