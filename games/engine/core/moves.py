"""Moves and events that several games share."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.chance.seals import Chance
from games.engine.core.errors import phrase
from games.engine.core.game import Seat
from games.engine.core.offers import variant


@variant
class Deal:
    """The House prepares a hand: who deals, and the shuffled cards, top first."""

    dealer: Seat
    cards: tuple[str, ...]


@variant
class Leave:
    """Give up the seat (TB-9)."""


def dealing(dealer: Seat | None, seats: Sequence[Seat], cards: tuple[str, ...], chance: Chance) -> Deal:
    """The House's deal; the first dealer is drawn by lot (TB-3)."""
    if dealer is None:
        dealer = seats[chance.below(len(seats))]
    return Deal(dealer, chance.shuffled(cards) if cards else ())


@variant
class LastStanding:
    """All others folded: the pot, without what nobody matched, is this seat's; no card is shown (TB-7)."""

    says = phrase("All others folded: **{name} takes the pot of {amount}** and shows nothing.")
    seat: Seat
    amount: int


@variant
class PlayerOut:
    says = phrase("{name} has nothing left.")
    seat: Seat
