"""A list of players that an organiser pasted or uploaded: mentions, ids or names, a line each or a table."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator

from bot.text.translate import plain_text
from games.engine.core.errors import N_, UserError

LISTED_MAX = 100
"""The maximum number of people in a list."""
NAME_LENGTH = 40
LIST_LENGTH = 4000
"""The maximum length of a pasted list, in characters."""
FILE_BYTES_MAX = 64 * 1024
_ID = re.compile(r"<@!?([0-9]{1,20})>|(?<![0-9])([0-9]{15,20})(?![0-9])")
_HEADINGS = {"id", "player", "name"}
"""The headings by which the first line of a table is known: those of a tournament's own list."""


class NobodyListed(UserError):
    template = N_("There’s nobody on that list: write mentions, ids or names, a line each.")


class TooManyListed(UserError):
    template = N_("That’s more than {most} people. Please make two lists of it.")
    most: int


class ListTooLarge(UserError):
    template = N_("A list may have {most} KiB at most.")
    most: int


def read_list(text: str) -> tuple[str, ...]:
    """Return the people of a list, each once: an id as digits, or a name.

    Raises `NobodyListed` or `TooManyListed`.
    """
    people = tuple(dict.fromkeys(filter(None, _people(text.removeprefix("\ufeff")))))
    if not people:
        raise NobodyListed
    if len(people) > LISTED_MAX:
        raise TooManyListed(LISTED_MAX)
    return people


def _people(text: str) -> Iterator[str]:
    lines = [line for line in text.splitlines() if line.strip()]
    delimiter = next((each for each in ";\t" if lines and each in lines[0]), ",")
    heading = [each.strip().casefold() for each in next(csv.reader(lines[:1], delimiter=delimiter), [])]
    is_table = bool(_HEADINGS & {*heading})
    names = heading.index("name") if "name" in heading else 0
    for line in lines[is_table:]:
        cells = next(csv.reader([line], delimiter=delimiter), [])
        if is_table:
            # An id says more than the name beside it.
            cells = [line] if _ids(line) else cells[names : names + 1]
        for each in cells:
            yield from _ids(each) or [plain_text(each.strip().removeprefix("@"), NAME_LENGTH)]


def _ids(text: str) -> list[str]:
    return [mention or number for mention, number in _ID.findall(text)]
