"""When a house player bets or raises, and how much (TB-12): never by next to nothing, and never for long."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Any

from games.engine.betting.limits import pot_after_match
from games.engine.betting.rounds import purse
from games.engine.betting.stakes import Betting
from games.engine.core.offers import Number, Offer, Split

SHARE_MIN = 0.3
"""A raise adds at least this share of the pot, unless nobody could match more."""
RAISES_MAX = 3
"""After so many bets and raises in a round, a blind among them, only the best raises again."""


def is_matchable(betting: Betting) -> bool:
    """Whether anybody could match more than is due now: else all of a raise would only come back (TB-6)."""
    return purse(betting) > betting.to_match


def raise_offer(offered: Mapping[str, Offer[Any]]) -> Number[Any] | Split[Any] | None:
    """The offer to bet or to raise, if there is one."""
    offer = offered.get("raise") or offered.get("bet")
    return offer if isinstance(offer, Number | Split) else None


def raised_to(
    betting: Betting, offer: Number[Any] | Split[Any], share: float, *, is_best: bool = False
) -> int | None:
    """What the bet of the seat to act becomes by adding that share of the pot; None if it had better not.

    It adds at least `SHARE_MIN` of the pot, unless the limit, or what somebody could match, is less.
    """
    if not is_matchable(betting) or (betting.raises >= RAISES_MAX and not is_best):
        return None
    most = min(offer.most, max(offer.least, purse(betting)))
    added = ceil(max(share, SHARE_MIN) * pot_after_match(betting, betting.acting))
    return min(most, max(offer.least, betting.to_match + added))
