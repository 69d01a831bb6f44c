"""The part of a Destiny league that depends on the game."""

from __future__ import annotations

from collections.abc import Mapping

from games.destiny.model import heights
from games.destiny.view import DestinyView
from training.opponents import Asked, Plan, Sense, Wish

LAST_STAGE = "second_round"
UNKNOWN = 0.5
HIGH = 0.85
"""The share of the cards from which on a card counts as high."""
CHEAP = 0.25


def sense(view: DestinyView) -> Sense:
    """Return the height of the card held down, or else of the best one among known cards and the deck."""
    height = heights(view.rules.jokers)
    known = {sight.place: height[sight.card] / len(height) for sight in view.seen_before}
    assert view.viewer is not None
    hold = view.line(view.viewer).hold
    if hold is not None:
        return Sense(known.get(hold.place or "", UNKNOWN))
    free = (spot.place for spot in view.field if not (spot.looked_at_by or spot.held_by))
    return Sense(max((UNKNOWN, *(known[place] for place in free if place in known))))


def looker(asked: Asked) -> Wish:
    """See what is cheap, for the looks; bet the pot with a known card that is among the highest."""
    if asked.strength >= HIGH:
        return "pot"
    return "stay" if asked.price <= CHEAP and not asked.is_last else "drop"


def thief(asked: Asked) -> Wish:
    """Raise the pot if nobody has raised yet; otherwise pay chips with a high card only."""
    return "pot" if asked.strength >= HIGH or not asked.betting.raisers else "drop"


FITTED: Mapping[str, Plan] = {"looker": looker, "thief": thief}
