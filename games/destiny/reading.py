"""What a seat at Destiny knows of the cards, and what it thinks of the others'.

What the rivals' cards are is told by *spreads*: for every height of card, how likely a rival's card is to be
lower, `spread[h]`, from 0 up to the number of cards.

- A rival who has looked at some places knows the best of those cards. A place that somebody knew and passed
  over holds a card below the one that was played instead.
- Whoever raises probably knows a good one. How much a raise says depends on how often that seat raises:
  who always does tells nothing.
- A card that viewer and rival both know may be held by the one who plays first.
- Whoever knows nothing better than the deck's average plays the Benediction Hand, or pretends.

Cards of different rivals are taken to be independent, which hardly matters with so many unseen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from games.destiny.model import heights
from games.destiny.view import DestinySeat, DestinyView
from games.engine.betting.stakes import habit
from games.engine.core.game import Seat
from games.engine.core.names import Character, Skill

Spread: TypeAlias = list[float]

DOUBT = 0.1
"""How far what a rival did is mistrusted: it may have forgotten, or pretend."""
USUAL_RAISES = 0.25
"""The share of hands in which a seat raises with good cards alone."""
HABITS = ((USUAL_RAISES, 0.8), (0.5, 0.1), (0.9, 0.1))
"""In which share of its hands a seat raises, and how likely one is that nobody knows to have that habit."""
WARY_HABITS = ((USUAL_RAISES, 0.5), (0.5, 0.2), (0.9, 0.3))
"""The same, as those think who remember best who raised."""
BLIND_RAISES = 0.1
"""How often a seat raises with anything at least."""
PAYING = 0.4
"""How likely a seat without a good card is to put in more than a blind, beside one with a good card."""
KEPT_IN_MIND: Mapping[Skill, int] = {"apprentice": 2, "regular": 4, "master": 52}
"""How many of the cards that it has looked at a house player remembers: the last ones."""
ATTENTION: Mapping[Skill, float] = {"apprentice": 0.0, "regular": 0.5, "master": 1.0}
"""How much notice a house player takes of what rivals do in a hand."""


class FieldReading:
    """What a seat knows of the cards, and what it thinks of the others'."""

    def __init__(self, view: DestinyView, character: Character) -> None:
        assert view.viewer is not None
        self.view = view
        self.height = heights(view.rules.jokers)
        remembered = view.seen_before[-KEPT_IN_MIND[character.skill] :]
        self.known = {sight.place: self.height[sight.card] for sight in remembered}
        self.line = view.line(view.viewer)
        self.rivals = [line for line in view.lines if line != self.line and not line.has_folded]
        self.free = [
            spot.place for spot in view.field if not (spot.is_gone or spot.looked_at_by or spot.held_by)
        ]
        self._places = {memory.seat: memory.places for memory in view.memories}
        self._lying = {spot.place for spot in view.field if not spot.is_gone}
        self._passed_over = {each.place: each.instead for each in view.passed_over}
        self.remembers = character.temper == "rememberer"
        self._habits = WARY_HABITS if self.remembers else HABITS
        self.attention = ATTENTION[character.skill]
        self._bests: dict[tuple[Seat, str | None, int], Spread] = {}

    @cached_property
    def below(self) -> Spread:
        """The spread of a card that nobody knows: of the deck, or of a place not looked at."""
        told = {*(self.height[card] for card in self.view.discard), *self.known.values()}
        unseen = [height not in told for height in range(len(self.height))]
        spread, count = [0.0], 0
        for is_unseen in unseen:
            count += is_unseen
            spread.append(float(count))
        return [each / count for each in spread]

    @cached_property
    def unseen(self) -> list[int]:
        """The heights of the cards that this seat has not seen."""
        return [height for height in range(len(self.height)) if self.below[height + 1] > self.below[height]]

    @cached_property
    def deck_height(self) -> int:
        """The height from which on a card is better than one from the deck, against those still in."""
        return self.deck_height_against(max(1, len(self.rivals)))

    def deck_height_against(self, rivals: int) -> int:
        """The same against so many."""
        worth = (1 / (rivals + 1)) ** (1 / rivals)
        return next(height for height, share in enumerate(self.below) if share >= worth)

    @cached_property
    def taken(self) -> str | None:
        """The place at which this seat will look if it stays, so that nobody after it plays that card."""
        if self.view.stage != "first_round":
            return None
        return max((each for each in self.free if each not in self.known), key=self.wanted, default=None)

    def wanted(self, place: str) -> int:
        """How many rivals who play later know the card of that place."""
        return sum(place in self.places(line.seat) and not self._plays_before(line) for line in self.rivals)

    def lost(self, place: str) -> float:
        """How likely who plays before takes up that card, one of those that this seat is seen to know."""
        if self.view.stage != "first_round":
            return 0.0
        own, kept = [each for each in self.places(self.line.seat) if each in self.free], 1.0
        for line in filter(self._plays_before, self.rivals):
            # Whoever knows the card holds it down instead.
            new = [each for each in own if each not in self.places(line.seat)]
            kept *= 1 - (place in new) / max(1, len(new))
        return self.attention * (1 - kept)

    def places(self, seat: Seat) -> tuple[str, ...]:
        """The places that a seat has looked at and that still have their card."""
        return tuple(place for place in self._places.get(seat, ()) if place in self._lying)

    def mean(self, spread: Sequence[float]) -> float:
        """The average of a spread over the cards that are not seen: what one from the deck is worth."""
        return sum(spread[height] for height in self.unseen) / len(self.unseen)

    def final(self, line: DestinySeat, own: str | None = None, raises: int = 0) -> Spread:
        """The spread of what a seat plays in the end, if it stays; `own` is the place that the viewer plays.

        `raises` are imagined ones, beside those that it really made.
        """
        hold = line.hold
        if hold is None:
            # The best card that is known, or where that is too low a card from the deck.
            best = self.best(line, own, raises)
            drawn = best[self.deck_height]
            pairs = zip(self.below, best, strict=True)
            return [drawn * share + max(0.0, known - drawn) for share, known in pairs]
        if hold.place is None or hold.place not in self._places.get(line.seat, ()):
            return self.below
        if hold.place in self.known and line != self.line:
            at = self.known[hold.place]
            return [float(height > at) for height in range(len(self.below))]
        spread = self._product(self._hidden(line, self.places(line.seat)))
        # It is known to be at least as high as a card from the deck.
        low = min(spread[self.deck_height], 1 - 1e-9)
        chosen = [max(0.0, share - low) / (1 - low) for share in spread]
        return self._doubted(self._tilted(line, chosen, raises))

    def best(self, line: DestinySeat, own: str | None = None, raises: int = 0) -> Spread:
        """The spread of the best card that a seat knows and can still hold; all of it at 1: it knows none."""
        key = line.seat, own, raises
        if key not in self._bests:
            self._bests[key] = self._tilted(line, self._best(line, own), raises)
        return self._bests[key]

    def _best(self, line: DestinySeat, own: str | None) -> Spread:
        places = [place for place in self.places(line.seat) if place in self.free]
        if line == self.line:
            return self._product(places)
        # Who plays before the viewer takes the card that both know; who plays after finds it gone.
        if not self._plays_before(line):
            places = [place for place in places if place not in {own, self.taken}]
        spread = self._product(self._hidden(line, places))
        shared = max((self.known[place] for place in places if place in self.known), default=-1)
        return [0.0 if height <= shared else share for height, share in enumerate(spread)]

    def _plays_before(self, line: DestinySeat) -> bool:
        return self.view.lines.index(line) < self.view.lines.index(self.line)

    def _hidden(self, line: DestinySeat, places: Iterable[str]) -> list[str]:
        """A rival's places that the viewer does not know; of its own all, as rivals see them."""
        return [place for place in places if line == self.line or place not in self.known]

    def _product(self, places: Iterable[str]) -> Spread:
        """The spread of the highest of the cards that lie there."""
        spread = [1.0] * len(self.below)
        for place in places:
            spread = [before * share for before, share in zip(spread, self._lying_at(place), strict=True)]
        return spread

    def _lying_at(self, place: str) -> Spread:
        """The spread of the card at a place that the viewer does not know."""
        if place not in self._passed_over:
            return self.below
        instead = self._passed_over[place]
        bound = self.below[self.deck_height if instead is None else self.height[instead]] or 1.0
        return self._doubted([min(1.0, share / bound) for share in self.below])

    def _tilted(self, line: DestinySeat, spread: Spread, raises: int) -> Spread:
        """The spread, once what the seat did in this hand counts for what it says."""
        raises += self.view.betting.raisers.count(line.seat)
        blind = self.blind_raises(line.seat)
        has_paid = line.total > self.view.rules.big_blind or line.is_all_in
        paying = PAYING if has_paid and not raises else 1.0
        if (not raises and paying == 1.0) or spread[0] == 1.0:
            return spread
        low = self.below[self.deck_height]
        tilted, total, before = [], 0.0, 0.0
        for share, worth in zip(spread, (0.0, *self.below), strict=False):
            good = max(0.0, (worth - low) / (1 - low))
            likely = (blind + (1 - blind) * good) ** raises * (paying + (1 - paying) * min(1.0, 2 * good))
            total += (share - before) * likely**self.attention
            before = share
            tilted.append(total)
        return [each / total for each in tilted]

    def blind_raises(self, seat: Seat) -> float:
        """How often a seat raises whatever it knows, from how often it raised in earlier hands."""
        seen = habit(self.view.betting.habits, seat)
        total = blind = 0.0
        for share, prior in self._habits:
            likely = prior * share**seen.raised * (1 - share) ** (seen.hands - seen.raised)
            total += likely
            blind += likely * (share - USUAL_RAISES) / (1 - USUAL_RAISES)
        return max(BLIND_RAISES, blind / total)

    def _doubted(self, spread: Spread) -> Spread:
        pairs = zip(spread, self.below, strict=True)
        return [(1 - DOUBT) * share + DOUBT * anything for share, anything in pairs]
