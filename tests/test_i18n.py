"""The words of the game: the same messages in six languages, each with its own plurals and typography."""

from __future__ import annotations

import re
import string
import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files

import pytest

from indigo import errors
from indigo.i18n import (
    LANGUAGES,
    PLURAL_CATEGORIES,
    Message,
    MissingWords,
    areas,
    best_language,
    messages,
    plural_category,
    rules_text,
    words,
)

AREAS = areas("en")
TRANSLATIONS = [language for language in LANGUAGES if language != "en"]

GLOSSARY = {
    "board": "board Spielplan plateau spelbord tabellone игровое_поле",
    "cell": "space Feld case speelveld spazio ячейка",
    "route_tile": "route_tile Wegekarte tuile_Chemins wegkaartje tessera_percorso путевой_тайл",
    "treasure_tile": "treasure_tile Schatzkarte tuile_Trésor schatkaartje tessera_Tesoro тайл_сокровищ",
    "route": "route Weg chemin weg sentiero дорожка",
    "gem": "gem Edelstein pierre_précieuse edelsteen gemma драгоценный_камень",
    "amber": "amber Bernstein ambre barnsteen ambra янтарь",
    "emerald": "emerald Smaragd émeraude smaragd smeraldo изумруд",
    "sapphire": "sapphire Saphir saphir saffier zaffiro сапфир",
    "gateway": "gateway Tor porte doel porta ворота",
    "exit": "exit Ausgang sortie uitgang uscita выход",
    "token": "token Spielstein jeton fiche gettone жетон",
    "screen": "screen Sichtschirm paravent scherm schermo ширма",
    "reserve": "reserve Vorrat réserve voorraad riserva резерв",
    "stack": "stack Stapel pile stapel pila стопка",
    "round": "round Runde manche ronde round раунд",
    "player": "player Spieler joueur speler giocatore игрок",
    "turn": "turn Zug tour beurt turno ход",
    "point": "point Punkt point punt punto очко",
    "red": "red Rot rouge rood rosso красный",
    "turquoise": "turquoise Türkis turquoise turkoois turchese бирюзовый",
    "white": "white Weiß blanc wit bianco белый",
    "violet": "violet Violett violet paars viola фиолетовый",
}
"""The terms that players of each edition know, in the order of LANGUAGES; `_` stands for a space."""


def error_codes() -> set[str]:
    """The code of everything that can go wrong at a table."""
    return {error.code for error in vars(errors).values() if isinstance(error, type) and hasattr(error, "code")}


def forms(message: Message) -> list[str]:
    """Every sentence of a message: one, or one for each plural category."""
    return [message] if isinstance(message, str) else list(message.values())


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def sentences(language: str) -> Iterator[tuple[str, str]]:
    """Every sentence of *language* with its key."""
    for area in areas(language):
        for key, message in messages(language, area).items():
            for form in forms(message):
                yield f"{area}.{key}", form


# ------------------------------------------------------------------------------------------------ the catalogue


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_area(language: str) -> None:
    assert {"game", "terminal", "scenes"} <= set(areas(language))
    assert areas(language) == AREAS


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_message_exists_in_the_same_order(language: str, area: str) -> None:
    assert list(messages(language, area)) == list(messages("en", area))


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_has_the_same_placeholders(language: str, area: str) -> None:
    for key, english in messages("en", area).items():
        expected = placeholders(forms(english)[0])
        for form in forms(messages(language, area)[key]):
            assert placeholders(form) == expected, f"{language} {area}.{key}"


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_counted_message_has_the_plurals_of_its_language(language: str, area: str) -> None:
    for key, english in messages("en", area).items():
        message = messages(language, area)[key]
        assert isinstance(message, str) == isinstance(english, str), f"{language} {area}.{key}"
        if not isinstance(message, str):
            assert tuple(message) == PLURAL_CATEGORIES[language], f"{language} {area}.{key}"
            assert all("n" in placeholders(form) for form in message.values()), f"{language} {area}.{key}"


@pytest.mark.parametrize("area", AREAS)
def test_keys_are_flat_names_and_appear_once(area: str) -> None:
    for language in LANGUAGES:
        text = files("indigo").joinpath("locales", language, f"{area}.json").read_text(encoding="utf-8")
        keys = re.findall(r'^  "([^"]*)":', text, re.MULTILINE)
        assert len(keys) == len(set(keys))
        assert all(re.fullmatch(r"[a-z][a-zA-Z0-9_]*", key) for key in keys)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_empty_or_has_stray_spaces(language: str) -> None:
    for key, sentence in sentences(language):
        assert sentence.strip(), key
        assert sentence == sentence.strip(), key
        assert "  " not in sentence, key


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_long_sentences_are_translated(language: str) -> None:
    english = dict(sentences("en"))
    for key, sentence in sentences(language):
        if len(re.sub(r"\{\w+\}|\W", "", sentence)) > 20:
            assert sentence != english[key], key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_has_a_message(language: str) -> None:
    say = words(language)
    assert len(error_codes()) > 15
    for code in error_codes():
        assert say(f"game.error_{code}", move="c4E2", cell="c4", kind="E")
        assert placeholders(str(messages(language, "game")[f"error_{code}"])) <= {"move", "cell", "kind"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_is_kept(language: str) -> None:
    column = list(LANGUAGES).index(language)
    rules = rules_text(language).casefold()
    for key, terms in GLOSSARY.items():
        term = terms.split()[column].replace("_", " ")
        assert words(language)(f"game.{key}") == term
        # The rules speak of everything, but bend their words ("Wegekarten", "на игровом поле"): the stems are enough.
        stems = r"\w*\s".join(word[: max(3, len(word) - 2)] for word in term.casefold().split())
        assert re.search(rf"\b{stems}", rules), term


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_to_type_are_one_word_each_and_differ(language: str) -> None:
    say = words(language)
    typed = [say(f"terminal.{key}") for key in messages("en", "terminal") if key.startswith("word_")]
    assert len(typed) == len(set(typed)) >= 12
    assert not any(re.search(r"\s|\d", word) for word in typed)
    assert say("terminal.yes_letter") != say("terminal.no_letter")
    assert say("terminal.bot_random") != say("terminal.bot_greedy")


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotation_marks_are_those_of_the_language(language: str) -> None:
    own = {"en": "“”", "de": "„“", "fr": "«»", "nl": "“”", "it": "«»", "ru": "«»"}[language]
    texts = [*sentences(language), ("rules.md", rules_text(language))]
    for key, sentence in texts:
        assert set(re.findall("[\"„“”«»']", sentence)) <= set(own), f"{key}: {sentence}"


def test_french_puts_a_narrow_space_before_high_punctuation() -> None:
    prose = re.sub(r"!\[[^]]*\]\([^)]*\)|-{3,}", "", rules_text("fr"))
    for key, sentence in [*sentences("fr"), ("rules.md", prose)]:
        assert not re.search(r"[^\u202f][;:!?»]|«[^\u202f]", sentence), f"{key}: {sentence}"


def test_a_russian_dash_begins_no_line() -> None:
    shown = [(key, sentence) for key, sentence in sentences("ru") if key.startswith(("game.", "table.", "scenes."))]
    for key, sentence in [*shown, ("rules.md", rules_text("ru"))]:
        assert not re.search("[^\u00a0]—", sentence), f"{key}: {sentence}"


# ------------------------------------------------------------------------------------------------ plurals


@pytest.mark.parametrize(
    ("n", "spoken"),
    [
        (0, "0 очков"),
        (1, "1 очко"),
        (2, "2 очка"),
        (4, "4 очка"),
        (5, "5 очков"),
        (11, "11 очков"),
        (12, "12 очков"),
        (14, "14 очков"),
        (21, "21 очко"),
        (22, "22 очка"),
        (25, "25 очков"),
        (101, "101 очко"),
        (111, "111 очков"),
        (112, "112 очков"),
    ],
)
def test_russian_counts_in_three_forms(n: int, spoken: str) -> None:
    assert words("ru")("game.points", n=n) == spoken


@pytest.mark.parametrize(
    ("language", "spoken"),
    [
        ("en", "0 points, 1 point, 2 points"),
        ("de", "0 Punkte, 1 Punkt, 2 Punkte"),
        ("fr", "0 point, 1 point, 2 points"),
        ("nl", "0 punten, 1 punt, 2 punten"),
        ("it", "0 punti, 1 punto, 2 punti"),
    ],
)
def test_none_one_and_two_points(language: str, spoken: str) -> None:
    assert ", ".join(words(language)("game.points", n=n) for n in (0, 1, 2)) == spoken


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_finds_its_form(language: str) -> None:
    assert {plural_category(language, n) for n in range(200)} == set(PLURAL_CATEGORIES[language])


# ------------------------------------------------------------------------------------------------ numbers


@pytest.mark.parametrize(
    ("language", "number", "signed", "percent"),
    [
        ("en", "12,345.7", "-1,000", "12.5%"),
        ("de", "12.345,7", "-1.000", "12,5\N{NO-BREAK SPACE}%"),
        ("fr", "12\N{NARROW NO-BREAK SPACE}345,7", "-1\N{NARROW NO-BREAK SPACE}000", "12,5\N{NO-BREAK SPACE}%"),
        ("nl", "12.345,7", "-1.000", "12,5%"),
        ("it", "12.345,7", "-1000", "12,5%"),
        ("ru", "12\N{NO-BREAK SPACE}345,7", "-1\N{NO-BREAK SPACE}000", "12,5\N{NO-BREAK SPACE}%"),
    ],
)
def test_numbers_are_written_as_in_the_browser(language: str, number: str, signed: str, percent: str) -> None:
    say = words(language)
    assert say.number(12345.67, 1) == number
    assert say.number(-1000, signed=True) == signed
    assert say.percent(0.125, 1) == percent


def test_a_sign_only_where_it_is_asked_for() -> None:
    say = words("en")
    assert [say.number(value, signed=True) for value in (3, 0, -0.2, -3)] == ["+3", "+0", "+0", "-3"]
    assert [say.number(value) for value in (3, 0, -0.2, -3)] == ["3", "0", "0", "-3"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_write_percentages_as_numbers_are_written(language: str) -> None:
    sign = words(language).percent(1).removeprefix("100")
    for key, text in sentences(language):
        for found in re.findall(r"\d(\s?%)", text):
            assert found == sign, key


# ------------------------------------------------------------------------------------------------ speaking


def test_names_and_numbers_go_where_they_belong() -> None:
    assert words("en")("terminal.pass_keyboard", name="Ada") == "Pass the keyboard to Ada."
    assert words("de")("terminal.round_heading", round=2, rounds=4) == "Runde 2 von 4"


def test_a_name_with_braces_is_only_a_name() -> None:
    assert words("en")("terminal.begins", name="{n}") == "{n} begins."


def test_names_are_listed_as_people_say_them() -> None:
    assert words("en").listed(["Ada"]) == "Ada"
    assert words("de").listed(["Ada", "Ben"]) == "Ada und Ben"
    assert words("ru").listed(["Ada", "Ben", "Cleo", "Dan"]) == "Ada, Ben, Cleo и Dan"


def test_a_message_can_be_looked_for() -> None:
    say = words("nl")
    assert "game.points" in say
    assert "game.nonsense" not in say
    assert "nonsense.points" not in say
    assert "points" not in say


@pytest.mark.parametrize(
    ("key", "values", "complaint"),
    [
        ("game.nonsense", {}, "no message 'game.nonsense' in language 'en'"),
        ("nonsense.points", {}, "no area 'nonsense' in language 'en'"),
        ("../de/game.points", {}, "no area"),
        ("points", {}, "no area 'points'"),
        ("terminal.begins", {}, "message 'terminal.begins' needs a value for {name}"),
        ("game.points", {}, "message 'game.points' needs a whole number for {n}, not None"),
        ("game.points", {"n": "3"}, "message 'game.points' needs a whole number for {n}, not '3'"),
    ],
)
def test_missing_words_are_named(key: str, values: dict[str, object], complaint: str) -> None:
    with pytest.raises(MissingWords) as error:
        words("en")(key, **values)
    assert complaint in str(error.value)


def test_an_unknown_language_is_named_with_those_there_are() -> None:
    with pytest.raises(MissingWords, match="no language 'tlh'; there are en, de, fr, nl, it, ru"):
        words("tlh")
    with pytest.raises(MissingWords, match="no language"):
        rules_text("../en")


def test_words_show_how_to_get_them_again() -> None:
    assert repr(words("fr")) == "words('fr')"
    assert words("fr") is words("fr")


def test_nothing_is_read_before_somebody_speaks() -> None:
    code = "import sys, indigo.i18n as w; print(w.messages.cache_info().currsize, 'importlib.resources' in sys.modules)"
    spoken = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert spoken.stdout == "0 False\n"


# ------------------------------------------------------------------------------------------------ choosing a language


@pytest.mark.parametrize(
    ("preferences", "language"),
    [
        (["de"], "de"),
        (["de-AT"], "de"),
        (["fr_FR.UTF-8"], "fr"),
        (["it.UTF-8"], "it"),
        (["NL-be"], "nl"),
        (["ru_RU@cyrillic"], "ru"),
        (["it;q=0.8"], "it"),
        ([" it-CH;q=0.8"], "it"),
        (["ja", "pt-BR", "fr-CA", "de"], "fr"),
        (["C", "POSIX", ""], "en"),
        (["den"], "en"),
        ([], "en"),
    ],
)
def test_the_first_language_that_is_spoken_here_is_taken(preferences: list[str], language: str) -> None:
    assert best_language(preferences) == language


def test_without_a_match_the_default_is_taken() -> None:
    assert best_language(["ja"], default="nl") == "nl"


# ------------------------------------------------------------------------------------------------ the rules and figures


def outline(language: str) -> list[int]:
    """The levels of the headings of the rules, in order."""
    return [len(marks) for marks in re.findall(r"^(#+) \S", rules_text(language), re.MULTILINE)]


def skeleton(language: str) -> list[str]:
    """What kind of line follows what: heading, table row with its numbers, list entry, figure, or prose."""
    lines = []
    for line in rules_text(language).splitlines():
        if line.startswith("|"):
            lines.append("row " + " ".join(re.findall(r"[\d+]+", line)))
        elif figure := re.match(r"!\[figure (\d+)\]\(figure-\1\)$", line):
            lines.append(f"figure {figure[1]}")
        elif line.startswith(("#", "- ")) or re.match(r"\d\. ", line):
            lines.append(line.split()[0])
        elif line:
            lines.append("prose")
    return lines


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_the_rules_are_built_alike_in_every_language(language: str) -> None:
    assert outline(language) == outline("en")
    assert skeleton(language) == skeleton("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_show_every_figure_once(language: str) -> None:
    figures = [int(n) for n in re.findall(r"^!\[figure (\d+)\]\(figure-\1\)$", rules_text(language), re.MULTILINE)]
    assert figures == list(range(1, 11))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_figure_has_its_words(language: str) -> None:
    expected = [f"figure_{n}_{part}" for n in range(1, 11) for part in ("title", "before", "task", "after")]
    assert [key for key in messages(language, "scenes") if key.startswith("figure_")] == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_unofficial_and_say_so(language: str) -> None:
    notice = {
        "en": "unofficial",
        "de": "inoffiziell",
        "fr": "non officiel",
        "nl": "onofficië",
        "it": "non ufficial",
        "ru": "неофициальн",
    }
    assert notice[language] in rules_text(language).casefold()
    assert notice[language] in words(language)("game.unofficial").casefold()
