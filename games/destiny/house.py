"""How a house player plays: by what it has seen, what was discarded, and an occasional bluff (TB-12).

A card is worth the share of unseen cards that it beats. An unseen card, in the deck or the field,
is worth the middle of them on average.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from games.destiny.hands import heights
from games.destiny.model import Move
from games.destiny.view import DestinySeat, DestinyView
from games.engine.betting.house import raising
from games.engine.betting.rounds import winnable
from games.engine.core.offers import Answer, Offer
from games.engine.fairness.chance import Chance

CHOSEN = 2.0
"""A card that somebody holds down was chosen: it counts as the better of two."""
PENDING = 1.2
"""A rival who has yet to play may know a good card or none; one who has raised knows a good one."""
BOLD = 1.6
"""Raise when the chance to win is this many times an equal share among those still in."""
LOOK_WORTH = 0.5
"""Value of seeing one more card of the field, in big blinds."""
BLUFF_ONE_IN = 16
PRETEND_ONE_IN = 3
MIDDLE = 0.5


def decide(view: DestinyView, offers: tuple[Offer[Move], ...], chance: Chance) -> Answer:
    """Bet by the worth of the best known card, look at an unseen card, hold the best one."""
    offered = {offer.key: offer for offer in offers}
    if "new_field" in offered:
        return Answer("new_field")
    insight = _FieldInsight(view)
    if "no_look" in offered:
        return _look(insight, offered, chance)
    if "benediction" in offered:
        return _hold(insight, offered, chance)
    return _bet(insight, offered, chance)


class _FieldInsight:
    """What a seat knows of the cards."""

    def __init__(self, view: DestinyView) -> None:
        assert view.viewer is not None
        self.view = view
        self.known = {sight.place: sight.card for sight in view.seen_before}
        told = {*view.discard, *self.known.values()}
        self._height = heights(view.rules.jokers)
        self._unknown = [number for card, number in self._height.items() if card not in told]
        self.line = view.line(view.viewer)
        self._rivals = [line for line in view.lines if line != self.line and not line.has_folded]

    def worth(self, card: str) -> float:
        """The share of the unknown cards that lie below this one."""
        return bisect_left(self._unknown, self._height[card]) / len(self._unknown)

    def best(self, places: Iterable[str]) -> str | None:
        """Which of these places holds the highest known card."""
        known = [place for place in places if place in self.known]
        return max(known, key=lambda place: self._height[self.known[place]], default=None)

    def odds(self) -> float:
        """How likely this seat is to have the highest card of all."""
        hold = self.line.hold
        if hold is not None:
            return self._odds(self.known.get(hold.place or ""))
        free = self.best(spot.place for spot in self.view.field if not (spot.looked_at_by or spot.held_by))
        return max(self._odds(None), 0.0 if free is None else self._odds(self.known[free]))

    def missing(self) -> int:
        """What it takes to stay, as far as the stack goes."""
        return min(self.line.stack, self.view.to_match - self.line.bet)

    def winnable(self) -> float:
        """What staying may win, counting half of what others may still put in to match."""
        missing, is_whole = self.missing(), self.view.rules.short_all_in == "whole_pot"
        reach = self.view.to_match if is_whole else self.line.bet + missing
        coming = sum(min(line.stack, max(0, reach - line.bet)) for line in self._rivals)
        return winnable(self.view.betting, missing, is_whole=is_whole) + coming / 2

    def _odds(self, card: str | None) -> float:
        """The chance to beat everyone still in with this card; None stands for an unknown card."""
        bar, weight = 0.0, 0.0
        for line in self._rivals:
            seen = self.known.get(line.hold.place or "") if line.hold else None
            if seen is None:
                weight += _weight(line, self.view.rules.big_blind)
            else:
                bar = max(bar, self.worth(seen))
        if card is None:
            # The integral of x ** weight from bar to 1: an unknown card's worth is evenly spread.
            return float(1 - bar ** (weight + 1)) / (weight + 1)
        worth = self.worth(card)
        return float(worth**weight) if worth >= bar else 0.0


def _weight(line: DestinySeat, big_blind: int) -> float:
    if line.hold is None:
        return PENDING if line.total <= big_blind else CHOSEN
    return 1.0 if line.hold.place is None else CHOSEN


def _look(insight: _FieldInsight, offered: dict[str, Offer[Move]], chance: Chance) -> Answer:
    """Look at any card this seat has not seen, or at none if it has seen all."""
    places = _places(offered, "look_")
    new = [place for place in places if place not in insight.known]
    return Answer(f"look_{new[chance.below(len(new))].lower()}" if new else "no_look")


def _hold(insight: _FieldInsight, offered: dict[str, Offer[Move]], chance: Chance) -> Answer:
    """Hold the best known card if it beats an average card of the deck.

    Otherwise sometimes hold an unknown card, so that a hold does not prove a good one.
    """
    places = _places(offered, "hold_")
    best = insight.best(places)
    if best is not None and insight.worth(insight.known[best]) >= MIDDLE:
        return Answer(f"hold_{best.lower()}")
    if not places or chance.below(PRETEND_ONE_IN):
        return Answer("benediction")
    new = [place for place in places if place not in insight.known]
    return Answer(f"hold_{(new or places)[chance.below(len(new or places))].lower()}")


def _places(offered: Iterable[str], prefix: str) -> list[str]:
    return [key.removeprefix(prefix).upper() for key in offered if key.startswith(prefix)]


def _bet(insight: _FieldInsight, offered: dict[str, Offer[Move]], chance: Chance) -> Answer:
    """Raise what is good, match what the pot pays for, and now and then pretend."""
    view, odds = insight.view, insight.odds()
    staying = sum(not each.has_folded for each in view.lines)
    raised = raising(offered, chance.below, is_good=odds * staying > BOLD, bluff_one_in=BLUFF_ONE_IN)
    if raised:
        return Answer(raised[0].key, (raised[1],))
    if "check" in offered:
        return Answer("check")
    to_win = odds * insight.winnable()
    if view.stage == "first_round":
        to_win += LOOK_WORTH * view.rules.big_blind
    if to_win < insight.missing():
        return Answer("fold")
    return Answer("match" if "match" in offered else "all_in")
