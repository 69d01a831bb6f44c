"""People at a table: how those of one name are told apart (F-46), and how a house player plays (TB-12)."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, Protocol

APART_LENGTH = 40
"""Letters of a name with what tells it apart: of longer names less is shown."""
SHORT_LENGTH = 8
"""Letters that are always left of a name."""


class DisplayName(Protocol):
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


def told_apart(people: Sequence[DisplayName]) -> list[str]:
    """Their names, with the user name after those that different people have."""
    owners: dict[str, object] = {}
    shared: set[str] = set()
    for each in people:
        read, owner = same_name(each.name), each.player or each.name
        if owners.setdefault(read, owner) != owner:
            shared.add(read)
    return [_apart(each) if same_name(each.name) in shared else each.name for each in people]


def _apart(called: DisplayName) -> str:
    if not called.handle:
        return called.name
    room = max(SHORT_LENGTH, APART_LENGTH - len(called.handle) - len(" ()"))
    name = called.name if len(called.name) <= room else f"{called.name[: room - 1].rstrip()}…"
    return f"{name} ({called.handle})"


Skill = Literal["apprentice", "regular", "master"]
Temper = Literal["even", "bold", "careful", "talker", "rememberer", "stickler"]


class _Habit(NamedTuple):
    confidence: float = 0.0
    bluffing: float = 1.0
    bets: tuple[float, ...] = ()
    """Shares of the pot, one as often as another."""


_HABITS: Mapping[Temper, _Habit] = {
    "even": _Habit(),
    "bold": _Habit(confidence=0.05, bets=(0.75, 1.0, 1.0, 1.0, 1.25)),
    "careful": _Habit(confidence=-0.05, bluffing=0.5, bets=(0.33, 0.4, 0.5, 0.65, 0.75)),
    "talker": _Habit(bluffing=2.0, bets=(0.5, 0.65, 0.75, 0.75, 0.85)),
    "rememberer": _Habit(),
    "stickler": _Habit(),
}
_RISKS: Mapping[Skill, float] = {"apprentice": 0.15, "regular": 0.15, "master": 1.0}
_EAGERNESS: Mapping[Skill, float] = {"apprentice": 0.3, "regular": 0.3, "master": 0.0}
_NOISE: Mapping[Skill, float] = {"apprentice": 0.35, "regular": 0.22, "master": 0.0}


@dataclass(frozen=True, slots=True)
class Character:
    """A house player's skill and temper; the same person always has the same."""

    skill: Skill = "master"
    temper: Temper = "even"

    @property
    def confidence(self) -> float:
        """How much better the own chance to win is thought to be than it is, as a share of one."""
        return _HABITS[self.temper].confidence

    @property
    def bluffing(self) -> float:
        """How often this one bluffs, compared with an even temper."""
        return _HABITS[self.temper].bluffing

    @property
    def bets(self) -> tuple[float, ...]:
        """Which shares of the pot this one bets, where it does not go by what is worth most."""
        return _HABITS[self.temper].bets

    @property
    def risk(self) -> float:
        """Which share of its stack it puts at stake by a bet without very good cards, where a game asks."""
        return _RISKS[self.skill]

    @property
    def eagerness(self) -> float:
        """How often it bets where others check, whatever its cards: to see something happen."""
        return _EAGERNESS[self.skill]

    @property
    def noise(self) -> float:
        """How far the own chance to win is misjudged at most, either way, as a share of one."""
        return _NOISE[self.skill]


MASTER = Character()
