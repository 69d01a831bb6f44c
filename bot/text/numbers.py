"""Numbers, days and languages as the reader's language writes them."""

from __future__ import annotations

import re
from datetime import date
from functools import cache, lru_cache

from babel import Locale
from babel.dates import format_date
from babel.numbers import format_decimal, get_group_symbol

from bot.text.translate import language, spoken

MINUS = "−"
NUMBERS_KEPT = 4000
"""Numbers kept as they are written: a table shows the same ones again and again."""
GROUPED = 1000
"""The least number that languages write differently."""
EPOCH = date(1970, 1, 1).toordinal()
_PLAIN = re.compile(r"[0-9]{1,16}")
_NARROW = str.maketrans("０１２３４５６７８９，．", "0123456789,.")  # noqa: RUF001  # as they are typed in East Asia


def number(value: float, decimals: int = 0) -> str:
    """A number with its groups of three and its decimal sign: 1,234.5 or 1.234,5."""
    if not decimals and isinstance(value, int) and 0 <= value < GROUPED:
        return str(int(value))
    # A nought below zero would be taken for any other.
    return _written(value or 0, decimals, spoken(language.get()))


def narrow(text: str) -> str:
    """What was typed, with full-width digits and their separators as everybody types them."""
    return text.translate(_NARROW)


def read_number(text: str) -> int | None:
    """A whole number as `number` writes it, with blanks between groups, or plain; None for anything else."""
    # `int` strips less than this does: no separator of ASCII's.
    plain = narrow(text).strip()
    if _grouped(spoken(language.get())).fullmatch(plain):
        plain = "".join(filter(str.isdigit, plain))
    return int(plain) if _PLAIN.fullmatch(plain) else None


def typed_length(most: int) -> int:
    """How many letters a number up to this one may take when it is typed."""
    return len(number(most))


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


@lru_cache(maxsize=NUMBERS_KEPT)
def _written(value: float, decimals: int, code: str) -> str:
    pattern = "#,##0" + ("." + "0" * decimals if decimals else "")
    return format_decimal(value, pattern, locale=_locale(code))


@cache
def _locale(code: str) -> Locale:
    return Locale.parse(code, sep="-")


@cache
def _grouped(code: str) -> re.Pattern[str]:
    """A number in groups of three, all parted by the same sign."""
    sign = re.escape(get_group_symbol(_locale(code)))
    return re.compile(rf"[1-9][0-9]{{0,2}}(?:([{sign} \u00a0\u202f])[0-9]{{3}})(?:\1[0-9]{{3}}){{0,4}}")
