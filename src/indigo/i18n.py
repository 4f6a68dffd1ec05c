"""The words of the game in six languages, one catalogue for the terminal and the browser.

    >>> from indigo.i18n import words
    >>> say = words("ru")
    >>> say("game.points", n=1), say("game.points", n=2), say("game.points", n=5)
    ('1 очко', '2 очка', '5 очков')

A message lives in `locales/<language>/<area>.json` under a key in snake_case and is called as `"<area>.<key>"`. It is a
sentence with {placeholders}, or one sentence for each plural category of its language, chosen by the value of `n`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

LANGUAGES: Final[dict[str, str]] = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "nl": "Nederlands",
    "it": "Italiano",
    "ru": "Русский",
}
"""Every language with the name that its own speakers give it."""

Message: TypeAlias = str | Mapping[str, str]
"""A sentence, or a sentence for each plural category."""


class MissingWords(KeyError):
    """A language, a message, or a value for a placeholder does not exist."""

    def __str__(self) -> str:
        # KeyError shows the repr of its argument; a sentence should be read as a sentence.
        return str(self.args[0])


# ------------------------------------------------------------------------------------------------ plurals


def _one_or_other(n: int) -> str:
    return "one" if n == 1 else "other"


def _french(n: int) -> str:
    return "one" if n in (0, 1) else "other"


def _russian(n: int) -> str:
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14):
        return "few"
    return "many"


_PLURAL_RULES: Final[dict[str, Callable[[int], str]]] = {
    "en": _one_or_other,
    "de": _one_or_other,
    "fr": _french,
    "nl": _one_or_other,
    "it": _one_or_other,
    "ru": _russian,
}
PLURAL_CATEGORIES: Final[dict[str, tuple[str, ...]]] = {
    language: ("one", "few", "many") if language == "ru" else ("one", "other") for language in LANGUAGES
}
"""The plural categories that whole numbers need in each language, as Intl.PluralRules names them.

Numbers of this game stay far below the millions, for which French and Italian would have a form of their own.
"""


def plural_category(language: str, n: int) -> str:
    """Which plural form *language* takes after the whole number *n*: `"one"`, `"few"`, `"many"` or `"other"`."""
    return _PLURAL_RULES[_known(language)](abs(n))


# ------------------------------------------------------------------------------------------------ numbers


class _Marks(NamedTuple):
    decimal: str
    thousands: str
    percent: str
    grouped_from: int = 1_000


_MARKS: Final[dict[str, _Marks]] = {
    "en": _Marks(".", ",", "%"),
    "de": _Marks(",", ".", "\N{NO-BREAK SPACE}%"),
    "fr": _Marks(",", "\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}%"),
    "nl": _Marks(",", ".", "%"),
    "it": _Marks(",", ".", "%", grouped_from=10_000),
    "ru": _Marks(",", "\N{NO-BREAK SPACE}", "\N{NO-BREAK SPACE}%"),
}
"""How numbers are written, as Intl.NumberFormat writes them in the browser."""


# ------------------------------------------------------------------------------------------------ reading the catalogue


def _known(language: str) -> str:
    if language not in LANGUAGES:
        raise MissingWords(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
    return language


def _folder(language: str) -> Traversable:
    from importlib.resources import files  # here, because importing it takes longer than importing all of indigo

    return files("indigo").joinpath("locales", _known(language))


def areas(language: str = "en") -> tuple[str, ...]:
    """The areas of the catalogue: one for each JSON file of *language*."""
    names = (file.name for file in _folder(language).iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in names if name.endswith(".json")))


@cache
def messages(language: str, area: str) -> Mapping[str, Message]:
    """All messages of one *area* in *language*, as the browser gets them."""
    file = _folder(language).joinpath(f"{area}.json")
    if not area.isidentifier() or not file.is_file():
        raise MissingWords(f"no area {area!r} in language {language!r}; there are {', '.join(areas(language))}")
    catalogue: dict[str, Message] = json.loads(file.read_text(encoding="utf-8"))
    return catalogue


def rules_text(language: str) -> str:
    """The whole rules in *language*, as Markdown; `![figure 3](figure-3)` stands where figure 3 belongs."""
    return _folder(language).joinpath("rules.md").read_text(encoding="utf-8")


# ------------------------------------------------------------------------------------------------ speaking


class Words:
    """Speaks one language: `say = words("fr"); say("game.points", n=3)`."""

    def __init__(self, language: str) -> None:
        self.language: Final = _known(language)

    def __repr__(self) -> str:
        return f"words({self.language!r})"

    def __contains__(self, key: str) -> bool:
        """Whether there is a message *key*, such as `"game.points"`."""
        area, _, name = key.partition(".")
        return area in areas(self.language) and name in messages(self.language, area)

    def __call__(self, key: str, /, **values: object) -> str:
        """The message *key* with *values* in its placeholders; `n` chooses the plural form where there is one."""
        area, _, name = key.partition(".")
        try:
            message = messages(self.language, area)[name]
        except MissingWords:
            raise
        except KeyError:
            raise MissingWords(f"no message {key!r} in language {self.language!r}") from None
        if not isinstance(message, str):
            message = self._plural_form(key, message, values.get("n"))
        try:
            return message.format_map(values)
        except KeyError as missing:
            raise MissingWords(f"message {key!r} needs a value for {{{missing.args[0]}}}") from None

    def _plural_form(self, key: str, forms: Mapping[str, str], n: object) -> str:
        if not isinstance(n, int):
            raise MissingWords(f"message {key!r} needs a whole number for {{n}}, not {n!r}")
        return forms[plural_category(self.language, n)]

    def number(self, value: float, digits: int = 0, *, signed: bool = False) -> str:
        """A number as it is written in this language, with so many *digits* after the decimal mark."""
        marks = _MARKS[self.language]
        grouping = "," if abs(value) >= marks.grouped_from else ""
        plain = f"{value:{'+' if signed else '-'}z{grouping}.{digits}f}"
        return plain.translate(str.maketrans(".,", marks.decimal + marks.thousands))

    def percent(self, share: float, digits: int = 0) -> str:
        """A *share* of one in percent: `"12.5%"`, `"12,5 %"`."""
        return self.number(100 * share, digits) + _MARKS[self.language].percent

    def listed(self, names: Iterable[str]) -> str:
        """Several *names* as one phrase: `"Ada, Ben and Cleo"`."""
        *others, last = names
        if not others:
            return last
        listed = others[0]
        for name in others[1:]:
            listed = self("game.list_next", list=listed, next=name)
        return self("game.list_last", list=listed, last=last)


@cache
def words(language: str) -> Words:
    """The words of the game in *language*, one of LANGUAGES."""
    return Words(language)


# ------------------------------------------------------------------------------------------------ choosing


def best_language(preferences: Iterable[str], default: str = "en") -> str:
    """The first of the *preferences* that is spoken here; reads `de-AT`, `fr_FR.UTF-8` and `nl;q=0.8` alike."""
    for preference in preferences:
        language = preference.strip().replace("_", "-").split("-")[0].split(".")[0].split(";")[0].split("@")[0].lower()
        if language in LANGUAGES:
            return language
    return default
