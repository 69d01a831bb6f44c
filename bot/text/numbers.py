"""Numbers, days and languages as the reader's language writes them."""

from __future__ import annotations

from datetime import date
from functools import cache

from babel import Locale
from babel.dates import format_date
from babel.numbers import format_decimal

from bot.text.translate import language, spoken

MINUS = "−"
GROUPED = 1000
"""The least number that languages write differently."""
EPOCH = date(1970, 1, 1).toordinal()


def number(value: float, decimals: int = 0) -> str:
    """A number with its groups of three and its decimal sign: 1,234.5 or 1.234,5."""
    if not decimals and isinstance(value, int) and 0 <= value < GROUPED:
        return str(int(value))
    return format_decimal(value, _pattern(decimals), locale=_locale(spoken(language.get())))


def change(value: float, decimals: int = 0) -> str:
    """How much more or less there is than before: +5, −5, ±0."""
    sign = "+" if value > 0 else MINUS if value < 0 else "±"
    return sign + number(abs(value), decimals)


def day(number: int) -> str:
    """A day as it is stored, counted from 1970 on, with its month and year in few letters."""
    return format_date(date.fromordinal(EPOCH + number), "medium", locale=_locale(spoken(language.get())))


def own_name(code: str) -> str:
    """What a language calls itself."""
    name: str = _locale(code).get_display_name() or code
    return name[:1].upper() + name[1:]


@cache
def _locale(code: str) -> Locale:
    return Locale.parse(code, sep="-")


@cache
def _pattern(decimals: int) -> str:
    return "#,##0" + ("." + "0" * decimals if decimals else "")
