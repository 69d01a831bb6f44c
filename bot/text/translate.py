"""Translation of everything that a person reads.

The current language is a context variable, set for whoever will read: the server's for a public
message, the player's for a private one. English needs no catalogue; others are in
`bot/locales/<language>/LC_MESSAGES/taproom.mo`.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

LOCALES = Path(__file__).parents[1] / "locales"

language: ContextVar[str] = ContextVar("language", default="en")
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


def ngettext(one: str, many: str, count: int) -> str:
    """The plural form for a count, in the current language."""
    return catalogue(language.get()).ngettext(one, many, count)


def languages() -> tuple[str, ...]:
    """The languages that the bot speaks."""
    found = LOCALES.glob("*/LC_MESSAGES/taproom.mo")
    return ("en", *sorted(path.parts[-3].replace("_", "-") for path in found))


@cache
def catalogue(code: str) -> gettext.NullTranslations:
    """The catalogue of a language, with or without its region; English if there is none."""
    locale = code.replace("-", "_")
    wanted = [locale, locale.partition("_")[0]]
    return gettext.translation("taproom", LOCALES, wanted, fallback=True)
