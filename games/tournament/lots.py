"""Drawing lots (TB-13).

One seal serves a whole tournament: its commitment stands on the notice, entrants cut it with
words of their own until it begins, and it is opened at the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

from games.engine.chance.seals import Draw, Seal
from games.engine.core.errors import AlreadyStarted
from games.tournament.model import NotEntered, Tournament

T = TypeVar("T")


class RandomSource(Protocol):
    """Random numbers, which are all that the director needs of a `Chance`."""

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each as likely as any other."""
        ...


class Lots:
    """The chance of one change; its `seal` counts the draw as soon as a lot is drawn."""

    def __init__(self, seal: Seal) -> None:
        self.seal = seal
        self._draw = Draw(seal)
        self._afterwards = seal.after_a_draw()

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each as likely as any other."""
        self.seal = self._afterwards
        return self._draw.below(bound)


def cut(seal: Seal, tournament: Tournament, player: int, named: tuple[str, str]) -> Seal:
    """The seal with an entrant's words mixed in: once each, before any lot is drawn (TN-22)."""
    if all(each.player != player for each in tournament.entrants):
        raise NotEntered
    if tournament.phase != "open":
        raise AlreadyStarted
    return seal.cut(player, *named)


def drawn(chance: RandomSource, lots: Iterable[T]) -> T:
    """One of these lots at random; a single lot is taken without a draw."""
    choices = tuple(lots)
    return choices[chance.below(len(choices))] if len(choices) > 1 else choices[0]
