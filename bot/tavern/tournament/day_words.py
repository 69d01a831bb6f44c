"""The words for days that people type, in every language of the bot (TN-41).

Names of weekdays and months come from CLDR. Words such as *today*, *tomorrow* and *in* come from the
catalogues, which have several words for each. Words are stored without accents, since `unaccented` removes
accents from the typed text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from babel import Locale

from bot.text.translate import all_languages, pgettext, speaking

WEEKDAYS_TOO = {"tues": 1, "thur": 3, "thurs": 3, "sonnabend": 5}
MONTHS_TOO = {"sept": 9}
"""Common names that CLDR lacks."""
CONTEXTS, WIDTHS = ("format", "stand-alone"), ("wide", "abbreviated", "short")


@dataclass(frozen=True, slots=True)
class DayWords:
    """The meanings of words: weekdays from Monday (0) on, months, and days from today on."""

    weekdays: Mapping[str, int]
    months: Mapping[str, int]
    near: Mapping[str, int]
    ahead: tuple[str, ...]
    """The words before a duration, such as *in* in “in 2 hours”."""


def day_words() -> DayWords:
    """Return the words of all languages; a word with two meanings has that of the first language."""
    return _day_words(all_languages())


def alternatives(words: Iterable[str]) -> str:
    """Return a regular expression that matches any of these words, the longest first."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


def unaccented(text: str) -> str:
    """Return text without accents, which people leave out when they type quickly."""
    return "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))


@cache
def _day_words(codes: tuple[str, ...]) -> DayWords:
    weekdays, months, near = dict(WEEKDAYS_TOO), dict(MONTHS_TOO), dict[str, int]()
    ahead: list[str] = []
    for code in codes:
        locale = Locale.parse(code, sep="-")
        for name, weekday in _names(locale.days):
            # Portuguese names such as “segunda-feira” are shortened to “segunda”.
            weekdays.setdefault(name, weekday)
            weekdays.setdefault(name.partition("-")[0], weekday)
        for name, month in _names(locale.months):
            months.setdefault(name, month)
        with speaking(code):
            # Translators: how people type these days, as in “today 8pm”; several words with | between.
            near_days = (pgettext("typed time", "today|tonight"), pgettext("typed time", "tomorrow"))
            # Translators: typed before a length, as in “in 90 min”; several words with | between.
            ahead += unaccented(pgettext("typed time", "in")).casefold().split("|")
        for days, words in enumerate(near_days):
            near.update(dict.fromkeys(unaccented(words).casefold().split("|"), days))
    return DayWords(weekdays, months, near, tuple(ahead))


def _names(by_context: Mapping[str, Mapping[str, Mapping[int, str]]]) -> Iterator[tuple[str, int]]:
    """Yield CLDR's names with their numbers."""
    for context in CONTEXTS:
        for width in WIDTHS:
            for index, name in by_context[context].get(width, {}).items():
                yield unaccented(name).casefold().rstrip("."), index
