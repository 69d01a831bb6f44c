"""People's names and other words of theirs, made harmless (F-46)."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from bot.text.translate import _

NAME_LENGTH = 32
MARKS_MAX = 2
_MARKS = re.compile(r"([\\*_~|`>#\[\]()<:@+\-.!])")

_FORMULA = re.compile(r"(^|;)(\s*)(?=[=+\-@＝＋－＠])")  # noqa: RUF001  # the wide ones count as well
"""Characters that begin a formula in spreadsheets; `;` separates cells where the comma is decimal."""


def plain_name(name: str, username: str) -> str:
    """A name of at most 32 characters, as Discord has it; their username for anyone whose name shows nothing.

    Names are stored, and read in other languages: so no word of ours stands in.
    """
    return plain_text(name, NAME_LENGTH) or plain_text(username, NAME_LENGTH) or "?"


def plain_text(text: str, length: int) -> str:
    """A single line of limited length, without control, direction and zero-width characters.

    Letters keep at most two combining marks, so that none grows out of its line.
    """
    kept: list[str] = []
    marks = 0
    for each in unicodedata.normalize("NFC", text[: length * 8]):
        category = unicodedata.category(each)[0]
        marks = marks + 1 if category == "M" else 0
        if each.isspace() or (category != "C" and marks <= MARKS_MAX):
            kept.append(each)
    return " ".join("".join(kept).split())[:length].strip()


@lru_cache(maxsize=4096)
def shown(name: str) -> str:
    """A name escaped for Markdown: no mention, no link, no formatting."""
    return _MARKS.sub(r"\\\1", name)


def quoted(words: str) -> str:
    """Somebody's words, escaped already, in the quotation marks of the reader's language."""
    # Translators: what somebody wrote, as with “Thank you!”; only the quotation marks are yours.
    return _("“{words}”").format(words=words)


def spreadsheet_cell(text: str) -> str:
    """Somebody's words as a cell of a CSV file, where they cannot act as a formula."""
    return _FORMULA.sub(r"\1\2'", text)
