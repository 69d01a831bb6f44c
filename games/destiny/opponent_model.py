"""What a seat at Destiny knows of the cards, and what it thinks of the others'.

What the rivals' cards are is told by *spreads*: for every height of card, how likely a rival's card is to be
lower, `spread[h]`, from 0 up to the number of cards.

- A rival who has looked at some places knows the best of those cards. A place that somebody knew and passed
  over holds a card below the one that was played instead: so what is held down is higher than all that its
  seat could have held, also than those that the viewer knows.
- Whoever raises probably knows a good one. How much a raise says depends on how often that seat raises:
  who always does tells nothing. Once cards are held down it is good beside what all others have shown until
  then, or beside their very cards, where that seat has looked at them.
- A card that viewer and rival both know may be held by the one who plays first.
- Whoever knows nothing better than the deck's average plays the Benediction Hand, or pretends.

Cards of different rivals are taken to be independent, which hardly matters with so many unseen.
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
"""A card is good when its chance to win is this many times an equal share among those still in."""
BLURRED = 0.1
"""So far below or above that its chance may seem to somebody else."""
DOUBT = 0.1
"""How far what a rival did is mistrusted: it may have forgotten, or pretend."""
USUAL_RAISES = 0.25
"""The share of hands in which a seat raises with good cards alone."""
HABITS = ((USUAL_RAISES, 0.8), (0.5, 0.1), (0.9, 0.1))
"""In which share of its hands a seat raises, and how likely one is that nobody knows to have that habit."""
WARY_HABITS = ((USUAL_RAISES, 0.5), (0.5, 0.2), (0.9, 0.3))
"""The same, as those think who remember best who raised."""
BLIND_RAISES = 0.1
"""How often a seat raises with anything at least, where it may still win by that."""
HOPELESS = 0.2
"""The part of those raises that is made also where others are far ahead."""
PAYING = 0.4
"""How likely a seat without a good card is to put in more than a blind, beside one with a good card."""
KEPT_IN_MIND: Mapping[Skill, int] = {"apprentice": 2, "regular": 4, "master": 52}
"""How many of the cards that it has looked at a house player remembers: the last ones."""
ATTENTION: Mapping[Skill, float] = {"apprentice": 0.0, "regular": 0.5, "master": 1.0}
"""How much notice a house player takes of what rivals do in a hand."""


class OpponentModel:
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
        self._raising: dict[tuple[Seat, int], Spread] = {}

    @cached_property
    def _declined(self) -> Mapping[Seat, Sequence[str]]:
        """What each seat knew and surely could have held down instead, in the order of playing (DE-4).

        Nobody may hold down what lies in a left hand. That is put back when all have played, and a seat
        that had one had most likely what it looked at last.
        """
        played = [*self.view.let_go, *(line.hold for line in self.view.lines if line.hold is not None)]
        holds = {each.seat: each.place for each in played}
        taken, declined = set[str | None](), dict[Seat, Sequence[str]]()
        for line in self.view.lines:
            if line.seat in holds:
                known = self._places.get(line.seat, ())
                taken.add(holds[line.seat])
                declined[line.seat] = [each for each in known if each in self._lying and each not in taken]
                taken.update(known[-1:])
        return declined

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
        return must_find(height for height, share in enumerate(self.below) if share >= worth)

    @cached_property
    def _good(self) -> Spread:
        """How good a card is by its height alone: from one of the deck, at 0, to the highest, at 1."""
        low = self.below[self.deck_height]
        return [max(0.0, (share - low) / (1 - low)) for share in self.below]

    @cached_property
    def _held_from(self) -> int:
        """Which raise of this hand was the first since cards are held down."""
        betting = self.view.betting
        return len(betting.raisers) - (betting.raises if self.view.stage == "second_round" else 0)

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
        if line != self.line and hold.place in self.known:
            return self._certain(hold.place)
        return self._held(line, len(self.view.betting.raisers), raises)

    def best(self, line: DestinySeat, own: str | None = None, raises: int = 0) -> Spread:
        """The spread of the best card that a seat knows and can still hold; all of it at 1: it knows none."""
        key = line.seat, own, raises
        if key not in self._bests:
            count = self.view.betting.raisers.count(line.seat) + raises
            heard = [self._likely_raise(line)] * count
            self._bests[key] = self._tilted(line, self._best(line, own), heard)
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

    def _certain(self, place: str) -> Spread:
        """The spread of a card that the viewer knows."""
        return [float(height > self.known[place]) for height in range(len(self.below))]

    def _held(self, line: DestinySeat, until: int, imagined: int = 0) -> Spread:
        """The spread of what a seat holds down, by the first raises of this hand and by imagined ones."""
        assert line.hold is not None
        place = line.hold.place
        if place is None or place not in self.places(line.seat):
            return self.below
        declined = self._declined.get(line.seat, ())
        spread = self._product(self._hidden(line, (place, *declined)))
        # It is at least as high as a card from the deck, and higher than those that it was preferred to.
        lower = [self.known[each] + 1 for each in declined if line != self.line and each in self.known]
        low = min(spread[max(self.deck_height, *lower, 0)], 1 - 1e-9)
        chosen = [max(0.0, share - low) / (1 - low) for share in spread]
        raisers = (*self.view.betting.raisers[:until], *[line.seat] * imagined)
        heard = [self._likely_raise(line, at) for at, seat in enumerate(raisers) if seat == line.seat]
        return self._tilted(line, self._doubted(chosen), heard)

    def _likely_raise(self, line: DestinySeat, index: int = 0) -> Spread:
        """How likely a seat raises with a card of each height, after so many raises of this hand."""
        if line.hold is None or index < self._held_from:
            blind = self.blind_raises(line.seat)
            return [blind + (1 - blind) * good for good in self._good]
        if (line.seat, index) not in self._raising:
            anyway = self._raises_anyway(line.seat)
            self._raising[line.seat, index] = [
                _likely_with(hope, anyway) for hope in self._hopes(line, index)
            ]
        return self._raising[line.seat, index]

    def _hopes(self, line: DestinySeat, until: int) -> Spread:
        """The chance to win that a seat sees for a card of each height, beside that of a good one.

        It goes by what those still in have shown by the first raises, or by their cards, if it has seen them.
        """
        others = [each for each in (self.line, *self.rivals) if each != line]
        spreads = [self._seen_by(line, each, until) for each in others]
        least = BOLD / (1 + len(others))
        return [prod(shares) / least for shares in zip(*spreads, strict=True)]

    def _seen_by(self, line: DestinySeat, other: DestinySeat, until: int) -> Spread:
        """The spread of what another one holds down, for a seat that may have looked at it."""
        assert other.hold is not None
        place = other.hold.place
        if place in self.known and place in self.places(line.seat):
            return self._certain(place)
        return self._held(other, until)

    def _tilted(self, line: DestinySeat, spread: Spread, heard: Sequence[Spread]) -> Spread:
        """The spread, once what the seat did in this hand counts: how likely it was with each card."""
        has_paid = line.total > self.view.rules.big_blind or line.is_all_in
        paying = PAYING if has_paid and not heard else 1.0
        if (not heard and paying == 1.0) or spread[0] == 1.0:
            return spread
        tilted, before = [0.0], spread[0]
        for height, share in enumerate(spread[1:]):
            likely = paying + (1 - paying) * min(1.0, 2 * self._good[height])
            likely *= prod(raising[height] for raising in heard)
            tilted.append(tilted[-1] + (share - before) * likely**self.attention)
            before = share
        return [each / tilted[-1] for each in tilted]

    def blind_raises(self, seat: Seat) -> float:
        """How often a seat raises whatever it knows, or to scare."""
        return max(BLIND_RAISES, self._raises_anyway(seat))

    def _raises_anyway(self, seat: Seat) -> float:
        """How often a seat raises whatever it knows, from how often it raised in earlier hands."""
        seen = habit(self.view.betting.habits, seat)
        total = blind = 0.0
        for share, prior in self._habits:
            likely = prior * share**seen.raised * (1 - share) ** (seen.hands - seen.raised)
            total += likely
            blind += likely * (share - USUAL_RAISES) / (1 - USUAL_RAISES)
        return blind / total

    def _doubted(self, spread: Spread) -> Spread:
        pairs = zip(spread, self.below, strict=True)
        return [(1 - DOUBT) * share + DOUBT * anything for share, anything in pairs]


def _likely_with(hope: float, anyway: float) -> float:
    """How likely somebody raises who has such a chance, beside a good card's: by that, to scare or anyway."""
    blind = max(anyway, BLIND_RAISES * min(1.0, max(HOPELESS, hope)))
    good = min(1.0, max(0.0, (hope - 1 + BLURRED) / (2 * BLURRED)))
    return blind + (1 - blind) * good
