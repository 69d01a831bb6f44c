"""When a house player bets or raises (TB-12): with what is good mostly, and now and then with anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.engine.core.offers import Number, Offer, Split

HIDE_ONE_IN = 3
"""A good hand does not raise every time, so that a match may hide one too."""


def raising(
    offered: Mapping[str, Offer[Any]], below: Callable[[int], int], *, is_good: bool, bluff_one_in: int
) -> tuple[Number[Any] | Split[Any], int] | None:
    """The bet or raise to make, and to how much: one of the amounts on the buttons, or else the least."""
    has_courage = is_good and below(HIDE_ONE_IN) > 0
    offer = offered.get("raise") or offered.get("bet")
    if not isinstance(offer, Number | Split) or not (has_courage or below(bluff_one_in) == 0):
        return None
    marks = offer.marks or (offer.least,)
    return offer, marks[below(len(marks))]
