"""Display names of people at a table (F-46), and the characters of house players (TB-12)."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, Protocol

DISTINCT_LENGTH = 40
"""The maximum length of a displayed name in characters, including an added user name."""
SHORT_LENGTH = 8
"""The minimum number of characters kept of a shortened name."""


class DisplayName(Protocol):
    """A display name, with the unique user name of a person; empty if unknown.

    `player` is a person's id, or None for a house player, whose name is unique.
    """

    @property
    def player(self) -> int | None:
        """The person's id, or None."""

    @property
    def name(self) -> str:
        """The display name."""

    @property
    def handle(self) -> str:
        """The user name."""


@lru_cache(maxsize=4096)
def same_name(name: str) -> str:
    """Return a name's normal form: equal for names that differ only in case or in the form of characters."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def distinct_names(people: Sequence[DisplayName]) -> list[str]:
    """Return the names, with the user name added where different people share one."""
    owners: dict[str, object] = {}
    shared: set[str] = set()
    for each in people:
        normal, owner = same_name(each.name), each.player or each.name
        if owners.setdefault(normal, owner) != owner:
            shared.add(normal)
    return [_with_handle(each) if same_name(each.name) in shared else each.name for each in people]


def _with_handle(person: DisplayName) -> str:
    if not person.handle:
        return person.name
    room = max(SHORT_LENGTH, DISTINCT_LENGTH - len(person.handle) - len(" ()"))
    name = person.name if len(person.name) <= room else f"{person.name[: room - 1].rstrip()}…"
    return f"{name} ({person.handle})"


Skill = Literal["apprentice", "regular", "master"]
Temper = Literal["even", "bold", "careful", "talker"]


class _TemperTraits(NamedTuple):
    confidence: float = 0.0
    bluffing: float = 1.0
    bets: tuple[float, ...] = ()
    """Shares of the pot to bet, all equally likely."""


_TRAITS: Mapping[Temper, _TemperTraits] = {
    "even": _TemperTraits(),
    "bold": _TemperTraits(confidence=0.05, bets=(0.75, 1.0, 1.0, 1.0, 1.25)),
    "careful": _TemperTraits(confidence=-0.05, bluffing=0.5, bets=(0.33, 0.4, 0.5, 0.65, 0.75)),
    "talker": _TemperTraits(bluffing=2.0, bets=(0.5, 0.65, 0.75, 0.75, 0.85)),
}
_RISKS: Mapping[Skill, float] = {"apprentice": 0.15, "regular": 0.15, "master": 1.0}
_EAGERNESS: Mapping[Skill, float] = {"apprentice": 0.3, "regular": 0.3, "master": 0.0}
_ATTENTION: Mapping[Skill, float] = {"apprentice": 0.25, "regular": 0.75, "master": 1.0}


@dataclass(frozen=True, slots=True)
class Character:
    """A house player's skill and temper, always the same for one person."""

    skill: Skill = "master"
    temper: Temper = "even"

    @property
    def confidence(self) -> float:
        """The overestimation of its own winning probability, as a share of one."""
        return _TRAITS[self.temper].confidence

    @property
    def bluffing(self) -> float:
        """The bluffing frequency relative to an even temper."""
        return _TRAITS[self.temper].bluffing

    @property
    def bets(self) -> tuple[float, ...]:
        """The shares of the pot that it bets; empty if it bets by expected value."""
        return _TRAITS[self.temper].bets

    @property
    def risk(self) -> float:
        """The share of its stack that it bets at most without very good cards."""
        return _RISKS[self.skill]

    @property
    def eagerness(self) -> float:
        """The frequency of bets in situations where others check, regardless of the cards."""
        return _EAGERNESS[self.skill]

    @property
    def attention(self) -> float:
        """The weight of rivals' actions in its decisions, from 0 to 1."""
        return _ATTENTION[self.skill]


MASTER = Character()
