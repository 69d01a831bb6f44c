"""Translation of texts, sanitising of users' own texts (F-46), and formatting of numbers and days.

The current language is a context variable: the server's language for a public message, the player's for a
private one. English needs no catalogue. Every other language has one file, `bot/locales/<language>.po`, which
is parsed directly, so that translators need no compiler.
"""

from __future__ import annotations

import gettext
import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from datetime import date
from functools import cache, lru_cache
from pathlib import Path

from babel import Locale
from babel.dates import format_date
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, get_group_symbol

LOCALES = Path(__file__).parents[1] / "locales"
_FOLDERS: list[Path] = []
"""Folders of other packages with such files."""
ENGLISH = "en"
NAME_LENGTH = 32
SERVER_NAME_LENGTH = 100
"""The maximum length of a server's name on Discord."""
MARKS_MAX = 2
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that Unicode classifies as letters or symbols, but that are invisible."""
_ISOLATE, _END = "\u2068", "\u2069"
_RIGHT_TO_LEFT = ("R", "AL")
_MARKS = re.compile(r"([\\*_~|`>#\[\]()<:@+\-.!])")
NO_PICTURE = "\u2060"
"""A word joiner, which is invisible: it marks an emoji of a user's name, which the page draws as text."""
_PICTURES = re.compile("(?=[👑🏆🏅🎲🃏🛡⚖])")
"""Emojis that screens use as symbols, and that the page draws as pictures."""
_FORMULA = re.compile(r"(^|;)(\s*)(?=[=+\-@＝＋－＠])")  # noqa: RUF001  # full-width characters count, too
"""The beginning of a formula in spreadsheets; `;` separates cells where the comma is the decimal sign."""
MINUS = "−"
NUMBERS_KEPT = 4000
"""The size of the cache of formatted numbers: a table shows the same numbers again and again."""
GROUPED = 1000
"""The smallest number whose form depends on the language."""
FINISHED = 0.9
"""The share of translated texts that a language needs to be offered to users."""
EPOCH = date(1970, 1, 1).toordinal()
_PLAIN = re.compile(r"[0-9]{1,16}")
_NARROW = str.maketrans("０１２３４５６７８９，．", "0123456789,.")  # noqa: RUF001  # as they are typed in East Asia
language: ContextVar[str] = ContextVar("language", default=ENGLISH)
"""The current language, by Discord's codes: `en-GB`, `pt-BR`, `de`."""


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Set the language for this block, in this task only."""
    before = language.set(code)
    try:
        yield
    finally:
        language.reset(before)


def _(text: str) -> str:
    """Return the text in the current language; the empty text stays empty."""
    return catalogue(language.get()).gettext(text) if text else ""


def pgettext(context: str, text: str) -> str:
    """Return the text in the current language; `context` distinguishes two meanings of one English text."""
    return catalogue(language.get()).pgettext(context, text)


def ngettext(one: str, many: str, count: int) -> str:
    """Return the plural form for a count, in the current language."""
    return catalogue(language.get()).ngettext(one, many, count)


def add_folder(folder: Path) -> None:
    """Add another package's translations, `de.po` and so on; the bot's own translations take precedence."""
    if folder not in _FOLDERS:
        _FOLDERS.append(folder)
        catalogue.cache_clear()


@cache
def all_languages() -> tuple[str, ...]:
    """Return English and all languages with a catalogue, finished or not, as a server's setting may be."""
    return (ENGLISH, *sorted(path.stem.replace("_", "-") for path in LOCALES.glob("*.po")))


@cache
def languages() -> tuple[str, ...]:
    """Return the languages offered to users: with at least `FINISHED` of the most complete one's texts."""
    sizes = {code: len(_read(LOCALES / _file(code)).texts) for code in all_languages() if code != ENGLISH}
    least = FINISHED * max(sizes.values(), default=0)
    return (ENGLISH, *(code for code, size in sizes.items() if size >= least))


@cache
def spoken(code: str) -> str:
    """Return the best of `languages` for this language: itself, another variant of it, or English."""
    base = code.partition("-")[0]
    variants = (each for each in languages() if each.partition("-")[0] == base)
    return code if code in languages() else next(variants, ENGLISH)


def written_in(code: str) -> str:
    """Return the language itself if it has a catalogue, finished or not, or else like `spoken`."""
    return code if code in all_languages() else spoken(code)


@cache
def catalogue(code: str) -> gettext.NullTranslations:
    """Return the catalogue for this language, together with the texts of other packages."""
    language_code = written_in(code)
    if language_code == ENGLISH:
        return English()
    merged = copy(_read(LOCALES / _file(language_code)))
    for path in (folder / _file(language_code) for folder in _FOLDERS):
        if path.is_file():
            merged.texts = _read(path).texts | merged.texts
    return merged


def _file(code: str) -> str:
    return f"{code.replace('-', '_')}.po"


@cache
def _read(path: Path) -> Catalogue:
    with path.open("rb") as file:
        return Catalogue(read_po(file, path.stem))


class English(gettext.NullTranslations):
    """Returns texts unchanged, and fast: a press needs a hundred of them."""

    gettext = staticmethod(str)  # type: ignore[assignment]


class Catalogue(gettext.NullTranslations):
    """The texts of a language, parsed from its file; untranslated texts are English.

    Compiling the file first, as `gettext` requires, takes longer than parsing it.
    """

    def __init__(self, catalog: Catalog) -> None:
        super().__init__()
        self._form = gettext.c2py(catalog.plural_expr)
        self.texts: dict[tuple[str | None, str], tuple[str, ...]] = {}
        """The translations by context and English text: the text, or its plural forms."""
        for each in catalog:
            forms = (each.string,) if isinstance(each.string, str) else tuple(each.string or ())
            # Fuzzy entries are left out: their English text has changed since.
            if each.id and any(forms) and not each.fuzzy:
                self.texts[each.context, each.id if isinstance(each.id, str) else each.id[0]] = forms

    def gettext(self, message: str) -> str:
        """Return the text in this language."""
        return self.texts.get((None, message), (message,))[0]

    def pgettext(self, context: str, message: str) -> str:
        """Return the text in this language, in this context."""
        return self.texts.get((context, message), (message,))[0]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form for this count, in this language."""
        forms = self.texts.get((None, msgid1), ())
        return "".join(forms[self._form(n) :][:1]) or super().ngettext(msgid1, msgid2, n)


def server_name(name: str, server: int) -> str:
    """Return a server's name, without what can't be shown; its id if that is all of it."""
    return plain_text(name, SERVER_NAME_LENGTH) or str(server)


@lru_cache(maxsize=4096)
def plain_name(name: str, username: str) -> str:
    """Return a name of at most 32 characters, as on Discord; the user name if the name is invisible.

    Names are stored, and shown in several languages, so no translated text may replace them.
    """
    return plain_text(name, NAME_LENGTH) or plain_text(username, NAME_LENGTH) or "?"


def plain_text(text: str, length: int) -> str:
    """Return a single line of limited length, without control, direction and zero-width characters.

    Letters keep at most two combining marks, so that they don't reach into other lines. The result is empty
    if nothing is visible.
    """
    kept: list[str] = []
    marks = 0
    for each in unicodedata.normalize("NFC", text[: length * 8]):
        category = unicodedata.category(each)[0]
        marks = marks + 1 if category == "M" else 0
        if each.isspace() or (category != "C" and each not in BLANK and marks <= MARKS_MAX):
            kept.append(each)
    plain = " ".join("".join(kept).split())[:length].strip()
    return plain if any(unicodedata.category(each)[0] not in "MZ" for each in plain) else ""


@lru_cache(maxsize=4096)
def shown(name: str) -> str:
    """Return a name escaped for Markdown, without mentions, links, formats and pictures, and `isolated`."""
    return isolated(_PICTURES.sub(NO_PICTURE, _MARKS.sub(r"\\\1", name)))


@lru_cache(maxsize=4096)
def isolated(name: str) -> str:
    """Return a name whose right-to-left letters don't change the order of the text around it (F-46)."""
    is_turned = any(unicodedata.bidirectional(each) in _RIGHT_TO_LEFT for each in name)
    return f"{_ISOLATE}{name}{_END}" if is_turned else name


def quoted(words: str) -> str:
    """Return a user's text, already escaped, in the quotation marks of the current language."""
    # Translators: what somebody wrote, as with “Thank you!”; only the quotation marks are yours.
    return _("“{words}”").format(words=words)


def spreadsheet_cell(text: str) -> str:
    """Return a user's text as a cell of a CSV file that spreadsheets don't take for a formula."""
    return _FORMULA.sub(r"\1\2'", text)


def number(value: float, decimals: int = 0) -> str:
    """Return a number as the current language writes it: 1,234.5 or 1.234,5."""
    if not decimals and isinstance(value, int) and 0 <= value < GROUPED:
        return str(int(value))
    # A negative zero is written without its sign.
    return _written(value or 0, decimals, written_in(language.get()))


def narrow(text: str) -> str:
    """Return a typed text with full-width digits and separators replaced by ASCII ones."""
    return text.translate(_NARROW)


def read_number(text: str) -> int | None:
    """Parse a whole number, grouped as `number` does or by spaces, or plain; None if it is invalid."""
    # `str.strip` removes ASCII's separator characters, too, which `int` does not accept.
    plain = narrow(text).strip()
    if _grouped(written_in(language.get())).fullmatch(plain):
        plain = "".join(filter(str.isdigit, plain))
    return int(plain) if _PLAIN.fullmatch(plain) else None


def typed_length(most: int) -> int:
    """Return the length of the largest number that may be typed."""
    return len(number(most))


def change(value: float, decimals: int = 0) -> str:
    """Return a signed difference: +5, −5, ±0."""
    sign = "+" if value > 0 else MINUS if value < 0 else "±"
    return sign + number(abs(value), decimals)


def day(number: int) -> str:
    """Return a stored day, counted from 1970 on, as a date in medium format."""
    return format_date(date.fromordinal(EPOCH + number), "medium", locale=_locale(written_in(language.get())))


def own_name(code: str) -> str:
    """Return a language's name in that language."""
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
    """Return the pattern of a number in groups of three, with equal separators."""
    sign = re.escape(get_group_symbol(_locale(code)))
    return re.compile(rf"[1-9][0-9]{{0,2}}(?:([{sign} \u00a0\u202f])[0-9]{{3}})(?:\1[0-9]{{3}}){{0,4}}")
