"""People's names: which of them read alike, and how people of one name are told apart (F-46)."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

APART_LENGTH = 40
"""Letters of a name with what tells it apart: of longer names less is shown."""
SHORT_LENGTH = 8
"""Letters that are always left of a name."""


class Called(Protocol):
    """Somebody's name, and a person's user name, which nobody else has; empty if it is not known.

    `player` is one person's alone; None for a house player, whose name is.
    """

    @property
    def player(self) -> int | None:
        """Whose name it is."""

    @property
    def name(self) -> str:
        """What they are called."""

    @property
    def handle(self) -> str:
        """The user name."""


@lru_cache(maxsize=4096)
def same_name(name: str) -> str:
    """What names have in common that are one to a reader: neither capitals nor the form of letters count."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def told_apart(people: Sequence[Called]) -> list[str]:
    """Their names, with the user name after those that different people have."""
    owners: dict[str, object] = {}
    shared: set[str] = set()
    for each in people:
        read, owner = same_name(each.name), each.player or each.name
        if owners.setdefault(read, owner) != owner:
            shared.add(read)
    return [_apart(each) if same_name(each.name) in shared else each.name for each in people]


def _apart(called: Called) -> str:
    if not called.handle:
        return called.name
    room = max(SHORT_LENGTH, APART_LENGTH - len(called.handle) - len(" ()"))
    name = called.name if len(called.name) <= room else f"{called.name[: room - 1].rstrip()}…"
    return f"{name} ({called.handle})"
