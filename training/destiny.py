"""Destiny's part of its league: how cards are valued, and the opponents with plans of their own."""

from __future__ import annotations

from collections.abc import Mapping

from games.destiny.model import heights
from games.destiny.view import DestinyView
from training.opponents import BettingQuestion, Plan, Sense, Wish

LAST_STAGE = "second_round"
UNKNOWN = 0.5
HIGH = 0.85
"""A card counts as high if it beats at least this share of the cards."""
CHEAP = 0.25


def sense(view: DestinyView) -> Sense:
    """Return the height of the seat's held card; without one, of the best free card that it may choose.

    An unknown card counts as average.
    """
    height = heights(view.rules.jokers)
    known = {sight.place: height[sight.card] / len(height) for sight in view.seen_before}
    assert view.viewer is not None
    hold = view.line(view.viewer).hold
    if hold is not None:
        return Sense(known.get(hold.place or "", UNKNOWN))
    free = (spot.place for spot in view.field if not (spot.looked_at_by or spot.held_by))
    return Sense(max((UNKNOWN, *(known[place] for place in free if place in known))))


def looker(question: BettingQuestion) -> Wish:
    """Call cheap bets to get to look at cards; bet the pot with a high card only."""
    if question.strength >= HIGH:
        return "pot"
    return "stay" if question.price <= CHEAP and not question.is_last else "drop"


def thief(question: BettingQuestion) -> Wish:
    """Raise by the pot if nobody has raised yet; otherwise pay with a high card only."""
    return "pot" if question.strength >= HIGH or not question.betting.raisers else "drop"


FITTED: Mapping[str, Plan] = {"looker": looker, "thief": thief}
