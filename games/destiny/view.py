"""What a player sees of a hand: the one place where the cards of field and deck are cut away.

Everything in a `DestinyView` is public but `looked_card` and `seen_before`, which are the viewer's own.

What a seat reads from what everybody sees: how likely each rival's card is to lie below another.

A *spread* says for every height of card how likely a rival's card is to be lower: `spread[h]`, from 0 up to
the number of cards. It is worked out from public history, and the viewer's own cards:

- a rival who has looked at some places knows the best of those cards. A place that somebody knew and passed
  over holds a card below the one that was played instead;
- whoever raises probably knows a good one. How much a raise says depends on how often that seat raises:
  who always does tells nothing;
- a card that viewer and rival both know may be held by the one who plays first;
- whoever knows nothing better than the deck's average plays the Benediction Hand, or pretends.

Cards of different rivals are taken to be independent, which hardly matters with so many unseen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from games.destiny.model import (
    GONE,
    PLACES,
    Blinds,
    DestinyCarry,
    DestinyPotWon,
    DestinyRules,
    DestinyState,
    Memory,
    PassedOver,
    RightHand,
    Shown,
    Stage,
    heights,
)
from games.destiny.rules import is_all_in, to_act
from games.engine.betting.stakes import Betting, habit
from games.engine.core.errors import phrase
from games.engine.core.game import Seat, Withheld
from games.engine.core.names import Character, Skill

UNTIL = phrase("until it has left the field, or the field is over")
"""How long players without the memory aid are not told what they looked at (DE-12)."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One place of the field as everybody sees it: empty for good, looked at, held down, or face down.

    At most one of `is_gone`, `looked_at_by` and `held_by` is set; with none of them a face-down
    card lies there that may be looked at and held down.
    """

    place: str
    is_gone: bool
    looked_at_by: Seat | None
    """Who has its card in the left hand, until all have played (DE-4, DE-5)."""
    held_by: Seat | None
    """Who holds its card down, until the showdown or until that seat folds (DE-4, DE-6)."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A card that the viewer has seen in the field, and where it lies."""

    place: str
    card: str


@dataclass(frozen=True, slots=True)
class DestinySeat:
    """One seat's line on the table, as everybody sees it."""

    seat: Seat
    stack: int
    """What is left before it; after the showdown with what it won."""
    bet: int
    """What it put in during the betting round under way."""
    total: int
    """All that it put in during this hand; nothing any more once the pots are won."""
    has_folded: bool
    is_all_in: bool
    """Still in, with nothing left or with a pledge for this betting round (DE-11)."""
    hold: RightHand | None
    """What it will play, once it has decided: a place, or with `place` None the Benediction Hand."""
    has_left: bool
    """Whether the player gave up the seat during this hand."""
    wants_new_field: bool
    """Whether the seat has said that it wants a new field, while all are asked (DE-10)."""


@dataclass(frozen=True, slots=True)
class DestinyView:
    """A hand as one viewer sees it, with None for a spectator.

    `lines` are in turn order, from the dealer's left to the dealer; `field` is the 25 places row
    by row, A1 to E5. `to_act` is who is to answer now, in turn order: one seat, or while
    `agreeing` all who have not answered.
    """

    viewer: Seat | None
    rules: DestinyRules
    stage: Stage
    dealer: Seat | None
    """None before the first dealer is drawn; in a tournament possibly an empty seat (TN-27)."""
    blinds: Blinds | None
    """The seats at which the blinds are due; None before the deal where they follow from the dealer."""
    to_act: tuple[Seat, ...]
    lines: tuple[DestinySeat, ...]
    betting: Betting
    """The betting as it stands: nothing of it is secret."""
    pot: int
    """All chips in the middle, this round's bets included."""
    to_match: int
    """What every bet of the round under way has to come to; 0 between rounds."""
    field: tuple[Spot, ...]
    discard: tuple[str, ...]
    """The discard pile in the order in which the cards went there, its top last (DE-13)."""
    deck_count: int
    """How many cards the deck has (DE-13)."""
    looked_card: Sight | None
    """The card in the viewer's left hand, shown only until the viewer has decided what to hold."""
    seen_before: tuple[Sight, ...]
    """Cards that the viewer has looked at, also in earlier hands, and that still lie in the field.

    In the order of looking, never another seat's; and none where `rules.memory_aid` is off (DE-12).
    """
    memories: tuple[Memory, ...]
    """Which places each seat has looked at, in this field, in the order of looking (DE-4)."""
    passed_over: tuple[PassedOver, ...]
    """What somebody knew in earlier hands and did not play."""
    let_go: tuple[RightHand, ...]
    """What was held down in this hand and is not played: who folded, or won without showing (DE-6, DE-8)."""
    refused_by: Seat | None
    """The seat that voted against a new field (DE-10)."""
    shown: tuple[Shown, ...]
    """What was turned over in this hand's showdown, in that order; empty before it."""
    won: tuple[DestinyPotWon, ...]
    """Who won which pot of the showdown, lowest pot first; empty before it."""
    posting: tuple[Seat, ...] = ()
    """Who is dealt in for a blind of their own (TB-17)."""

    def line(self, seat: Seat) -> DestinySeat:
        """The line of a seat that takes part in the hand."""
        return next(line for line in self.lines if line.seat == seat)


def cut(state: DestinyState, viewer: Seat | None) -> DestinyView:
    """The hand for one viewer, or with None for a spectator."""
    acting = to_act(state)
    return DestinyView(
        viewer=viewer,
        rules=state.rules,
        stage=state.stage,
        dealer=state.dealer,
        blinds=state.blinds,
        to_act=tuple(seat for seat in state.order if seat in acting),
        lines=tuple(_line(state, seat) for seat in state.order),
        betting=state.betting,
        pot=state.betting.pot,
        to_match=state.betting.to_match,
        field=_field(state),
        discard=state.discard,
        deck_count=len(state.deck),
        looked_card=_looked_card(state, viewer),
        seen_before=sights(state, viewer) if state.rules.memory_aid else (),
        memories=state.memories,
        passed_over=state.passed_over,
        let_go=state.let_go,
        refused_by=state.refused_by,
        shown=state.shown,
        won=state.won,
        posting=state.posting,
    )


def recollection(state: DestinyState, seat: Seat) -> DestinyView:
    """The seat's view with everything it has ever looked at: what a house player decides from."""
    return replace(cut(state, seat), seen_before=sights(state, seat))


def sights(state: DestinyState, viewer: Seat | None) -> tuple[Sight, ...]:
    """What the viewer has looked at and still lies in the field, in the order of looking."""
    places = next((memory.places for memory in state.memories if memory.seat == viewer), ())
    return tuple(Sight(place, state.card(place)) for place in places if state.card(place) != GONE)


def seen(state: DestinyState, viewer: Seat | None) -> tuple[str, ...]:
    """The discard pile, which is open to all, and what the viewer has looked at in the field (TB-13)."""
    return (*state.discard, *(sight.card for sight in sights(state, viewer)))


def withheld(state: DestinyState, carry: DestinyCarry, viewer: Seat | None) -> Mapping[str, Withheld]:
    """Without the memory aid: cards the viewer looked at that still lie in the field (DE-12)."""
    if state.rules.memory_aid:
        return {}
    return {
        sight.card: Withheld(sight.place, UNTIL)
        for sight in sights(state, viewer)
        if sight.card in carry.field
    }


def _looked_card(state: DestinyState, viewer: Seat | None) -> Sight | None:
    """The card just looked at, shown until its seat has decided what to hold (DE-12)."""
    if viewer != state.player:
        return None
    return next(
        (Sight(each.place, state.card(each.place)) for each in state.looks if each.seat == viewer), None
    )


def _field(state: DestinyState) -> tuple[Spot, ...]:
    looking = {each.place: each.seat for each in state.looks}
    holding = {each.place: each.seat for each in state.holds}
    return tuple(
        Spot(place, card == GONE, looking.get(place), holding.get(place))
        for place, card in zip(PLACES, state.field, strict=True)
    )


def _line(state: DestinyState, seat: Seat) -> DestinySeat:
    stake = state.betting.stake(seat)
    return DestinySeat(
        seat=seat,
        stack=stake.stack,
        bet=stake.bet,
        total=stake.total,
        has_folded=stake.has_folded,
        is_all_in=is_all_in(state, seat),
        hold=next((each for each in state.holds if each.seat == seat), None),
        has_left=seat in state.left,
        wants_new_field=seat in state.wanting,
    )


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
        self._attention = ATTENTION[character.skill]
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
        rivals = max(1, len(self.rivals))
        worth = (1 / (rivals + 1)) ** (1 / rivals)
        return next(height for height, share in enumerate(self.below) if share >= worth)

    def wanted(self, place: str) -> int:
        """How many rivals who play later know the card of that place."""
        return sum(place in self.places(line.seat) and not self._plays_before(line) for line in self.rivals)

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
            return self._from_deck_below(self.best(line, own, raises))
        if hold.place is None or hold.place not in self._places.get(line.seat, ()):
            return self.below
        if hold.place in self.known and line != self.line:
            at = self.known[hold.place]
            return [float(height > at) for height in range(len(self.below))]
        spread = self._product(self._hidden(line, self.places(line.seat)))
        chosen = self._from(spread, self.deck_height)
        return self._doubted(self._tilted(line, chosen, raises))

    def best(self, line: DestinySeat, own: str | None = None, raises: int = 0) -> Spread:
        """The spread of the best card that a seat knows and can still hold; all of it at 1: it knows none."""
        key = line.seat, own, raises
        if key not in self._bests:
            self._bests[key] = self._tilted(line, self._best(line, own), raises)
        return self._bests[key]

    def _best(self, line: DestinySeat, own: str | None) -> Spread:
        places = [place for place in self.places(line.seat) if place in self.free]
        spread = self._product(self._hidden(line, places))
        if line == self.line:
            return spread
        # Who plays before the viewer takes the card that both know; who plays after finds it gone.
        if own is not None and not self._plays_before(line):
            places = [place for place in places if place != own]
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
            total += (share - before) * likely**self._attention
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

    def _from_deck_below(self, best: Spread) -> Spread:
        """What is played: the best card that is known, or where that is too low a card from the deck."""
        drawn = best[self.deck_height]
        return [
            drawn * share + max(0.0, known - drawn) for share, known in zip(self.below, best, strict=True)
        ]

    @staticmethod
    def _from(spread: Spread, height: int) -> Spread:
        """The spread of a card that is known to be at least that high."""
        low = min(spread[height], 1 - 1e-9)
        return [max(0.0, share - low) / (1 - low) for share in spread]

    def _doubted(self, spread: Spread) -> Spread:
        pairs = zip(spread, self.below, strict=True)
        return [(1 - DOUBT) * share + DOUBT * anything for share, anything in pairs]
