"""`indigo rules` and `indigo bench rules`."""

from __future__ import annotations

import json

import pytest

from indigo.i18n import LANGUAGES, words
from tests.support.command import run


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_in_six_languages(language: str) -> None:
    result = run("rules", "--language", language)
    assert result.exit_code == 0
    assert result.output.startswith("# ")
    assert "](figure" not in result.output
    for number in range(1, 11):
        assert words(language)(f"scenes.figure_{number}_title") in result.output


def test_the_rules_in_the_reader_s_language() -> None:
    assert run("rules", INDIGO_LANGUAGE="fr").output == run("rules", "--language", "fr").output


def test_a_language_that_is_not_spoken() -> None:
    result = run("rules", "--language", "xx")
    assert result.exit_code == 2
    assert "xx" in result.stderr


def test_bench_prints_a_table() -> None:
    result = run("bench", "rules", "--seconds", "0.01", "--layout", "3own", "--hand", "2")
    assert result.exit_code == 0
    assert "games/s" in result.output
    assert "3own" in result.output
    assert "Fingerprint: " in result.output


def test_bench_as_data() -> None:
    result = run("bench", "rules", "--seconds", "0.01", "--json")
    assert result.exit_code == 0
    measured = json.loads(result.output)
    assert [(table["layout"], table["hand"]) for table in measured["tables"]] == [
        (layout, hand) for layout in ("2", "3", "3own", "4") for hand in (1, 2)
    ]
    assert all(table["games"] >= 25 and table["best"] >= table["median"] > 0 for table in measured["tables"])
    assert all(40 < table["moves"] / table["games"] <= 54 for table in measured["tables"])


def test_the_fingerprint_changes_only_when_play_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    from indigo.cli.commands import bench_rules

    before = bench_rules.fingerprint()
    assert bench_rules.fingerprint() == before
    play = bench_rules.random_game
    monkeypatch.setattr(bench_rules, "random_game", lambda layout, hand, seed: play(layout, hand, seed + 1))
    assert bench_rules.fingerprint() != before


def test_a_layout_that_does_not_exist() -> None:
    assert run("bench", "rules", "--layout", "5").exit_code == 2
