"""A player's choices in a hand that is over, and what their answers were worth (TB-26)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.core.game import AnyGame, Seat
from games.engine.core.offers import Offer
from games.engine.history.record import PlayedMove, behind

LOOKS_MAX = 2
"""So many choices of a hand are told."""


@dataclass(frozen=True, slots=True)
class SecondLook:
    """A choice: the state in which it was made, what was offered and answered, and what each was worth."""

    state: Any
    offers: tuple[Offer[Any], ...]
    answered: str
    worths: Mapping[str, float]

    @property
    def best(self) -> float:
        """What the best answer was worth."""
        return max(self.worths.values())

    @property
    def cost(self) -> float:
        """What was lost by the answer."""
        return self.best - self.worths[self.answered]

    @property
    def margin(self) -> float:
        """By how much the best answer is better than the worst."""
        return self.best - min(self.worths.values())


def second_looks(game: AnyGame, made: Sequence[PlayedMove], seat: Seat) -> tuple[SecondLook, ...]:
    """The choices of a seat that cost it most, dearest first; the closest one if none cost it anything."""
    choices = tuple(_choices(game, made, seat))
    costly = sorted((each for each in choices if each.cost), key=lambda each: -each.cost)
    closest = sorted(choices, key=lambda each: each.margin)
    return tuple(costly[:LOOKS_MAX] or closest[:1])


def _choices(game: AnyGame, made: Sequence[PlayedMove], seat: Seat) -> Iterator[SecondLook]:
    for each in made:
        worths = game.looked_back(each.state, seat) if each.seat == seat else {}
        if worths:
            offers = game.offers(each.state, seat)
            offer, _numbers = behind(game, each, each.move, offers)
            yield SecondLook(each.state, offers, offer.key, worths)
