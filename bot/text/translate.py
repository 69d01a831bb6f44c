"""Translation of everything that a person reads.

The current language is a context variable, set for whoever will read: the server's for a public
message, the player's for a private one. English needs no catalogue; every other language is one file,
`bot/locales/<language>.po`, read as it is: whoever translates needs no compiler.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALES = Path(__file__).parents[1] / "locales"
ENGLISH = "en"

language: ContextVar[str] = ContextVar("language", default=ENGLISH)
"""The current language, as Discord writes it: `en-GB`, `pt-BR`, `de`."""


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Set the language for this block, in this task only."""
    before = language.set(code)
    try:
        yield
    finally:
        language.reset(before)


def _(text: str) -> str:
    """The text in the current language; the empty text stays empty."""
    return catalogue(language.get()).gettext(text) if text else ""


def pgettext(context: str, text: str) -> str:
    """The text in the current language, where the same English words need not be the same elsewhere."""
    return catalogue(language.get()).pgettext(context, text)


def ngettext(one: str, many: str, count: int) -> str:
    """The plural form for a count, in the current language."""
    return catalogue(language.get()).ngettext(one, many, count)


@cache
def languages() -> tuple[str, ...]:
    """The languages that the bot speaks."""
    return (ENGLISH, *sorted(path.stem.replace("_", "-") for path in LOCALES.glob("*.po")))


@cache
def spoken(code: str) -> str:
    """The one of `languages` that somebody with this language reads: theirs, its sister's, or English."""
    own = code.partition("-")[0]
    sisters = (each for each in languages() if each.partition("-")[0] == own)
    return code if code in languages() else next(sisters, ENGLISH)


@cache
def catalogue(code: str) -> gettext.NullTranslations:
    """The catalogue that somebody with this language reads."""
    found = spoken(code)
    if found == ENGLISH:
        return gettext.NullTranslations()
    compiled = BytesIO()
    with (LOCALES / f"{found.replace('-', '_')}.po").open("rb") as file:
        # Without what is marked as fuzzy: that may say something else.
        write_mo(compiled, read_po(file, found.replace("-", "_")))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
