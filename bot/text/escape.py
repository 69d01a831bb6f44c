"""People's names and other words of theirs, made harmless (F-46)."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from bot.text.translate import _

NAME_LENGTH = 32
MARKS_MAX = 2
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs to Unicode, of which nothing is seen."""
_ISOLATE, _END = "\u2068", "\u2069"
_RIGHT_TO_LEFT = ("R", "AL")
_MARKS = re.compile(r"([\\*_~|`>#\[\]()<:@+\-.!])")

_FORMULA = re.compile(r"(^|;)(\s*)(?=[=+\-@＝＋－＠])")  # noqa: RUF001  # the wide ones count as well
"""Characters that begin a formula in spreadsheets; `;` separates cells where the comma is decimal."""


@lru_cache(maxsize=4096)
def plain_name(name: str, username: str) -> str:
    """A name of at most 32 characters, as Discord has it; their username for anyone whose name shows nothing.

    Names are stored, and read in other languages: so no word of ours stands in.
    """
    return plain_text(name, NAME_LENGTH) or plain_text(username, NAME_LENGTH) or "?"


def plain_text(text: str, length: int) -> str:
    """A single line of limited length, without control, direction and zero-width characters.

    Letters keep at most two combining marks, so that none grows out of its line; empty if nothing is seen.
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
    """A name escaped for Markdown: no mention, no link, no formatting, and by itself in its direction."""
    return isolated(_MARKS.sub(r"\\\1", name))


@lru_cache(maxsize=4096)
def isolated(name: str) -> str:
    """A name that keeps its own direction to itself: the numbers after it stay where they are (F-46)."""
    is_turned = any(unicodedata.bidirectional(each) in _RIGHT_TO_LEFT for each in name)
    return f"{_ISOLATE}{name}{_END}" if is_turned else name


def quoted(words: str) -> str:
    """Somebody's words, escaped already, in the quotation marks of the reader's language."""
    # Translators: what somebody wrote, as with “Thank you!”; only the quotation marks are yours.
    return _("“{words}”").format(words=words)


def spreadsheet_cell(text: str) -> str:
    """Somebody's words as a cell of a CSV file, where they cannot act as a formula."""
    return _FORMULA.sub(r"\1\2'", text)
