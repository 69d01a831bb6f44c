"""People's names: which of them read alike, and how people of one name are told apart (F-46)."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

APART_LENGTH = 40
"""Letters of a name with what tells it apart: of longer names less is shown."""
SHORT_LENGTH = 8
"""Letters that are always left of a name."""


@dataclass(frozen=True, slots=True)
class Called:
    """Somebody's name, and their user name if it is known; `who` is the same for one person alone."""

    who: object
    name: str
    handle: str


@lru_cache(maxsize=4096)
def same_name(name: str) -> str:
    """What names have in common that are one to a reader: neither capitals nor the form of letters count."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def told_apart(people: Sequence[Called]) -> tuple[str, ...]:
    """Their names, with the user name after those that different people have."""
    owners: defaultdict[str, set[object]] = defaultdict(set)
    for each in people:
        owners[same_name(each.name)].add(each.who)
    return tuple(_apart(each) if len(owners[same_name(each.name)]) > 1 else each.name for each in people)


def _apart(called: Called) -> str:
    if not called.handle:
        return called.name
    room = max(SHORT_LENGTH, APART_LENGTH - len(called.handle) - len(" ()"))
    name = called.name if len(called.name) <= room else f"{called.name[: room - 1].rstrip()}…"
    return f"{name} ({called.handle})"
