"""A word that would break out wherever it is not escaped, and a look for it in HTML."""

from __future__ import annotations

import re
from html.parser import HTMLParser

WORD = "<zq o=x>\"'&lt*z*_z_"
"""A tag, the end of an attribute, an entity, and Markdown: `zq` marks it, wherever it turns up."""
CUT = re.compile(
    re.escape(WORD[:3]) + "".join(f"(?:{re.escape(each)}" for each in WORD[3:]) + ")?" * len(WORD[3:]) + "…"
)
"""The word where a long text ends."""


class Read(HTMLParser):
    """The words of a page with nothing else: those between two tags, and those of attributes."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep the names, which no person chooses, and the values."""
        self.words += [tag, *(name for name, _value in attrs), *(value or "" for _name, value in attrs)]

    def handle_data(self, data: str) -> None:
        """Keep words."""
        self.words.append(data)

    def handle_comment(self, data: str) -> None:
        """Keep a comment, of which the page has none."""
        self.words.append(f"comment zq {data}")

    def handle_decl(self, decl: str) -> None:
        """Keep nothing: the page begins with one."""


def broken(html: str) -> list[str]:
    """Return the places where the word stands as anything but itself."""
    found = []
    for words in Read(html).words:
        rest = CUT.sub("", words.replace(WORD, ""))
        if "zq" in rest or "\u202e" in words:
            found.append(words)
    return found
