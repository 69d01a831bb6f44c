"""A seat's knowledge of the cards at Destiny, and its beliefs about the rivals' cards.

Beliefs are *spreads*, cumulative distributions: `spread[h]` is the probability that a rival's card is lower
than height h, for h from 0 to the number of cards.

- A rival who has looked at some places holds the highest card in them. So a held card is higher than all
  other cards that its seat could have held, including cards that the viewer knows; and a place that a seat
  knew and passed over has a lower card than the card played instead.
- A seat that raises probably knows a good card. The weight of a raise depends on the seat's raise frequency:
  a seat that always raises reveals nothing. Once cards are held down, a good card is relative to the spreads
  of all other seats, or to their actual cards if that seat has looked at them.
- A card that viewer and rival both know is held by the seat that plays first.
- A seat that knows no card better than the deck's average plays the Benediction Hand, or bluffs.

The cards of different rivals are treated as independent, which is nearly true with many unseen cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from math import prod
from typing import TypeAlias

from games.destiny.model import heights
from games.destiny.view import DestinySeat, DestinyView
from games.engine.betting.bets import habit
from games.engine.core.characters import Character, Skill
from games.engine.core.errors import must_find
from games.engine.core.game import Seat

Spread: TypeAlias = list[float]

BOLD = 1.5
"""A card is good if its winning probability is this many times an equal share of the seats still in."""
BLURRED = 0.1
"""The largest error in a rival's judgement of its winning probability, in either direction."""
DOUBT = 0.1
"""The probability that a rival's action reveals nothing, because it has forgotten a card, or bluffs."""
USUAL_RAISES = 0.25
"""The raise frequency of a seat that raises with good cards only."""
HABITS = ((USUAL_RAISES, 0.8), (0.5, 0.1), (0.9, 0.1))
"""Raise frequencies, and the prior probability of each for a seat without a history."""
BLIND_RAISES = 0.1
"""The minimum frequency of raises with any card that may still win."""
HOPELESS = 0.2
"""The part of those raises that is made even with a hopeless card."""
PAYING = 0.4
"""The probability that a seat without a good card bets more than a blind, relative to a good card."""
REMEMBERED: Mapping[Skill, int] = {"apprentice": 6, "regular": 10, "master": 52}
"""The number of latest looks that a house player remembers."""


class OpponentModel:
    """A seat's knowledge of the cards, and its beliefs about the rivals' cards."""

    def __init__(self, view: DestinyView, character: Character) -> None:
        assert view.viewer is not None
        self.view = view
        self.height = heights(view.rules.jokers)
        remembered = view.seen_before[-REMEMBERED[character.skill] :]
        self.known = {sight.place: self.height[sight.card] for sight in remembered}
        self.line = view.line(view.viewer)
        self.rivals = [line for line in view.lines if line != self.line and not line.has_folded]
        self.free = [
            spot.place for spot in view.field if not (spot.is_gone or spot.looked_at_by or spot.held_by)
        ]
        self._places = {memory.seat: memory.places for memory in view.memories}
        self._occupied = {spot.place for spot in view.field if not spot.is_gone}
        self._passed_over = {each.place: each.instead for each in view.passed_over}
        self.attention = character.attention
        self._bests: dict[tuple[Seat, str | None, int], Spread] = {}
        self._raising: dict[tuple[Seat, int], Spread] = {}

    @cached_property
    def _declined(self) -> Mapping[Seat, Sequence[str]]:
        """The places that each seat knew and surely could have held down instead (DE-4).

        A card in a left hand can't be held down. It is put back when all have played, so the place that a
        seat looked at last is assumed to be the one in its left hand.
        """
        played = [*self.view.let_go, *(line.hold for line in self.view.lines if line.hold is not None)]
        holds = {each.seat: each.place for each in played}
        taken, declined = set[str | None](), dict[Seat, Sequence[str]]()
        for line in self.view.lines:
            if line.seat in holds:
                known = self._places.get(line.seat, ())
                taken.add(holds[line.seat])
                declined[line.seat] = [each for each in known if each in self._occupied and each not in taken]
                taken.update(known[-1:])
        return declined

    @cached_property
    def below(self) -> Spread:
        """The spread of an unknown card, from the deck or in a place not looked at."""
        seen = {*(self.height[card] for card in self.view.discard), *self.known.values()}
        unseen = [height not in seen for height in range(len(self.height))]
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
        """The height from which a card is better than a card from the deck, against the seats still in."""
        return self.deck_height_against(max(1, len(self.rivals)))

    def deck_height_against(self, rivals: int) -> int:
        """Return the height from which a card is better than a card from the deck, against `rivals` seats."""
        worth = (1 / (rivals + 1)) ** (1 / rivals)
        return must_find(height for height, share in enumerate(self.below) if share >= worth)

    @cached_property
    def _good(self) -> Spread:
        """The quality of a card by its height: from 0 for a card from the deck to 1 for the highest card."""
        low = self.below[self.deck_height]
        return [max(0.0, (share - low) / (1 - low)) for share in self.below]

    @cached_property
    def _held_from(self) -> int:
        """The number of this hand's raises made before the first card was held down."""
        betting = self.view.betting
        return len(betting.raisers) - (betting.raises if self.view.stage == "second_round" else 0)

    @cached_property
    def taken(self) -> str | None:
        """The place at which this seat will look if it stays, so that no later seat can hold that card."""
        if self.view.stage != "first_round":
            return None
        return max((each for each in self.free if each not in self.known), key=self.wanted, default=None)

    def wanted(self, place: str) -> int:
        """Return the number of rivals that play later and know the card in a place."""
        return sum(place in self.places(line.seat) and not self._plays_before(line) for line in self.rivals)

    def lost(self, place: str) -> float:
        """Return the probability that an earlier seat takes up the card so that this seat can't hold it."""
        if self.view.stage != "first_round":
            return 0.0
        own, kept = [each for each in self.places(self.line.seat) if each in self.free], 1.0
        for line in filter(self._plays_before, self.rivals):
            # A seat that knows the card itself would hold it down instead.
            new = [each for each in own if each not in self.places(line.seat)]
            kept *= 1 - (place in new) / max(1, len(new))
        return self.attention * (1 - kept)

    def places(self, seat: Seat) -> tuple[str, ...]:
        """Return the places that a seat has looked at and that still have their card."""
        return tuple(place for place in self._places.get(seat, ()) if place in self._occupied)

    def mean(self, spread: Sequence[float]) -> float:
        """Return the average of a spread over the unseen cards: the value of a card from the deck."""
        return sum(spread[height] for height in self.unseen) / len(self.unseen)

    def final(self, line: DestinySeat, own: str | None = None, raises: int = 0) -> Spread:
        """Return the spread of a seat's final card, if it stays.

        `own` is the place that the viewer plays; `raises` counts assumed raises after the actual ones.
        """
        hold = line.hold
        if hold is None:
            # The best known card, or a card from the deck if that card is too low.
            best = self.best(line, own, raises)
            drawn = best[self.deck_height]
            pairs = zip(self.below, best, strict=True)
            return [drawn * share + max(0.0, known - drawn) for share, known in pairs]
        if line != self.line and hold.place in self.known:
            return self._certain(hold.place)
        return self._held(line, len(self.view.betting.raisers), raises)

    def best(self, line: DestinySeat, own: str | None = None, raises: int = 0) -> Spread:
        """Return the spread of the best card that a seat knows and can still hold; all 1 if it knows none.

        The arguments are those of `final`.
        """
        key = line.seat, own, raises
        if key not in self._bests:
            count = self.view.betting.raisers.count(line.seat) + raises
            raise_likelihoods = [self._likely_raise(line)] * count
            self._bests[key] = self._conditioned(line, self._best(line, own), raise_likelihoods)
        return self._bests[key]

    def _best(self, line: DestinySeat, own: str | None) -> Spread:
        places = [place for place in self.places(line.seat) if place in self.free]
        if line == self.line:
            return self._product(places)
        # A rival that plays earlier can hold a card that both know; one that plays later finds it taken.
        if not self._plays_before(line):
            places = [place for place in places if place not in {own, self.taken}]
        spread = self._product(self._unknown_to_viewer(line, places))
        shared = max((self.known[place] for place in places if place in self.known), default=-1)
        return [0.0 if height <= shared else share for height, share in enumerate(spread)]

    def _plays_before(self, line: DestinySeat) -> bool:
        return self.view.lines.index(line) < self.view.lines.index(self.line)

    def _unknown_to_viewer(self, line: DestinySeat, places: Iterable[str]) -> list[str]:
        """Return the places that the viewer does not know; for the viewer's own seat all of them."""
        return [place for place in places if line == self.line or place not in self.known]

    def _product(self, places: Iterable[str]) -> Spread:
        """Return the spread of the highest of the cards in these places."""
        spread = [1.0] * len(self.below)
        for place in places:
            spread = [before * share for before, share in zip(spread, self._at_place(place), strict=True)]
        return spread

    def _at_place(self, place: str) -> Spread:
        """Return the spread of the card in a place unknown to the viewer."""
        if place not in self._passed_over:
            return self.below
        instead = self._passed_over[place]
        bound = self.below[self.deck_height if instead is None else self.height[instead]] or 1.0
        return self._doubted([min(1.0, share / bound) for share in self.below])

    def _certain(self, place: str) -> Spread:
        """Return the spread of a card that the viewer knows."""
        return [float(height > self.known[place]) for height in range(len(self.below))]

    def _held(self, line: DestinySeat, until: int, assumed: int = 0) -> Spread:
        """Return the spread of a held card, given the hand's first `until` raises, and assumed raises."""
        assert line.hold is not None
        place = line.hold.place
        if place is None or place not in self.places(line.seat):
            return self.below
        declined = self._declined.get(line.seat, ())
        spread = self._product(self._unknown_to_viewer(line, (place, *declined)))
        # A held card is index least as high as a card from the deck, and higher than the declined cards.
        lower = [self.known[each] + 1 for each in declined if line != self.line and each in self.known]
        low = min(spread[max(self.deck_height, *lower, 0)], 1 - 1e-9)
        chosen = [max(0.0, share - low) / (1 - low) for share in spread]
        raisers = (*self.view.betting.raisers[:until], *[line.seat] * assumed)
        raise_likelihoods = [
            self._likely_raise(line, index) for index, seat in enumerate(raisers) if seat == line.seat
        ]
        return self._conditioned(line, self._doubted(chosen), raise_likelihoods)

    def _likely_raise(self, line: DestinySeat, index: int = 0) -> Spread:
        """Return the probability of a seat's raise for each height of its card, after `index` raises."""
        if line.hold is None or index < self._held_from:
            blind = self.blind_raises(line.seat)
            return [blind + (1 - blind) * good for good in self._good]
        if (line.seat, index) not in self._raising:
            anyway = self._raises_anyway(line.seat)
            self._raising[line.seat, index] = [
                _raise_likelihood(hope, anyway) for hope in self._hopes(line, index)
            ]
        return self._raising[line.seat, index]

    def _hopes(self, line: DestinySeat, until: int) -> Spread:
        """Return a seat's own estimate of its winning probability by height of card, relative to a good card.

        It depends on the first `until` raises of the other seats, or on their cards if it has seen them.
        """
        others = [each for each in (self.line, *self.rivals) if each != line]
        spreads = [self._seen_by(line, each, until) for each in others]
        least = BOLD / (1 + len(others))
        return [prod(shares) / least for shares in zip(*spreads, strict=True)]

    def _seen_by(self, line: DestinySeat, other: DestinySeat, until: int) -> Spread:
        """Return the spread of another seat's held card, for a seat that may have looked at it."""
        assert other.hold is not None
        place = other.hold.place
        if place in self.known and place in self.places(line.seat):
            return self._certain(place)
        return self._held(other, until)

    def _conditioned(self, line: DestinySeat, spread: Spread, raise_likelihoods: Sequence[Spread]) -> Spread:
        """Return the spread conditioned on the seat's payments and raises in this hand."""
        has_paid = line.total > self.view.rules.big_blind or line.is_all_in
        paying = PAYING if has_paid and not raise_likelihoods else 1.0
        if (not raise_likelihoods and paying == 1.0) or spread[0] == 1.0:
            return spread
        sums, before = [0.0], spread[0]
        for height, share in enumerate(spread[1:]):
            likely = paying + (1 - paying) * min(1.0, 2 * self._good[height])
            likely *= prod(raising[height] for raising in raise_likelihoods)
            sums.append(sums[-1] + (share - before) * likely**self.attention)
            before = share
        return [each / sums[-1] for each in sums]

    def blind_raises(self, seat: Seat) -> float:
        """Return the frequency of a seat's raises with any card, bluffs included."""
        return max(BLIND_RAISES, self._raises_anyway(seat))

    def _raises_anyway(self, seat: Seat) -> float:
        """Return the frequency of a seat's raises with any card, estimated from earlier hands."""
        seen = habit(self.view.betting.habits, seat)
        total = blind = 0.0
        for share, prior in HABITS:
            likely = prior * share**seen.raised * (1 - share) ** (seen.hands - seen.raised)
            total += likely
            blind += likely * (share - USUAL_RAISES) / (1 - USUAL_RAISES)
        return blind / total

    def _doubted(self, spread: Spread) -> Spread:
        pairs = zip(spread, self.below, strict=True)
        return [(1 - DOUBT) * share + DOUBT * unknown for share, unknown in pairs]


def _raise_likelihood(hope: float, anyway: float) -> float:
    """Return the probability of a raise with a card of this winning probability, relative to a good card."""
    blind = max(anyway, BLIND_RAISES * min(1.0, max(HOPELESS, hope)))
    good = min(1.0, max(0.0, (hope - 1 + BLURRED) / (2 * BLURRED)))
    return blind + (1 - blind) * good
