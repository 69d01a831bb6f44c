"""How a house player plays: how well, and in which way (TB-12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

Skill = Literal["apprentice", "regular", "master"]
Temper = Literal["even", "bold", "careful", "talker", "rememberer", "stickler"]


class _Habit(NamedTuple):
    confidence: float = 0.0
    bluffing: float = 1.0
    bet: float | None = None


_HABITS: Mapping[Temper, _Habit] = {
    "even": _Habit(),
    "bold": _Habit(confidence=0.05, bet=1.0),
    "careful": _Habit(confidence=-0.05, bluffing=0.5, bet=0.5),
    "talker": _Habit(bluffing=2.0, bet=0.75),
    "rememberer": _Habit(),
    "stickler": _Habit(),
}
_NOISE: Mapping[Skill, float] = {"apprentice": 0.45, "regular": 0.22, "master": 0.0}


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
        """How often this one bluffs, beside somebody of an even temper."""
        return _HABITS[self.temper].bluffing

    @property
    def bet(self) -> float | None:
        """Which share of the pot this one always bets, where it does not go by what is worth most."""
        return _HABITS[self.temper].bet

    @property
    def noise(self) -> float:
        """How far the own chance to win is misjudged at most, either way, as a share of one."""
        return _NOISE[self.skill]


MASTER = Character()
