"""What a league of Destiny needs to know of it."""

from __future__ import annotations

from collections.abc import Mapping

from games.destiny.model import heights
from games.destiny.view import DestinyView
from training.opponents import Asked, Plan, Sense, Wish

LAST_STAGE = "second_round"
UNKNOWN = 0.5
HIGH = 0.85
"""From this share of the cards on one counts as high."""
CHEAP = 0.25


def sense(view: DestinyView) -> Sense:
    """How high the card is that the seat holds down or means to: the best that it knows, or the deck's."""
    height = heights(view.rules.jokers)
    known = {sight.place: height[sight.card] / len(height) for sight in view.seen_before}
    assert view.viewer is not None
    hold = view.line(view.viewer).hold
    if hold is not None:
        return Sense(known.get(hold.place or "", UNKNOWN))
    free = (spot.place for spot in view.field if not (spot.looked_at_by or spot.held_by))
    return Sense(max((UNKNOWN, *(known[place] for place in free if place in known))))


def looker(asked: Asked) -> Wish:
    """See what is cheap, for the looks; the pot with a card that it knows to be among the highest."""
    if asked.strength >= HIGH:
        return "pot"
    return "stay" if asked.price <= CHEAP and not asked.is_last else "drop"


def thief(asked: Asked) -> Wish:
    """Raise the pot where nobody has raised yet; then only a high card is worth a chip."""
    return "pot" if asked.strength >= HIGH or not asked.betting.raisers else "drop"


FITTED: Mapping[str, Plan] = {"looker": looker, "thief": thief}
