"""What beats what: the hand that five face-up cards make, laid and called, and which of six to discard."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from operator import attrgetter

from games.dividha import cards
from games.dividha.cards import MORTAL
from games.dividha.interpretations import (
    ANY_STRAIGHT,
    DIVINE_INTERVENTION,
    FACE_UP,
    HIGH_CARD,
    Mistake,
    Read,
    Reading,
    looks,
    readings,
    readings_of_all,
    straight_of,
)
from games.dividha.model import DividhaRules
from games.engine.core.sentences import phrase

BROKEN = HIGH_CARD + 1
"""The place of a hand that was laid or called wrongly, below all others (DV-10, DV-11)."""
NAMES: tuple[str, ...] = (
    phrase("Divine Intervention"),
    phrase("Pure Five-of-a-Kind"),
    phrase("Pureblood Straight"),
    phrase("Five-of-a-Kind"),
    phrase("Pure Straight"),
    phrase("Four-of-a-Kind"),
    phrase("Full House"),
    # Translators: a hand: five cards of one suit.
    phrase("Pure"),
    phrase("Straight"),
    phrase("Three-of-a-Kind"),
    phrase("Two Pair"),
    phrase("One Pair"),
    phrase("High Card"),
    # Translators: a hand that was laid or called wrongly.
    phrase("broken hand"),
)


@dataclass(frozen=True, slots=True)
class DividhaHand:
    """What five face-up cards make; of two keys the larger is the better hand.

    `cards` make it, from the top down as the Rule of Order wants them (DV-10).
    """

    number: int
    key: tuple[int, ...]
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DiscardChoice:
    """One of six cards, and what the other five make."""

    card: str
    hand: DividhaHand


@dataclass(frozen=True, slots=True)
class Mistaken:
    """A hand that cards are not, by its place in DV-1, and why they are not."""

    number: int
    why: Mistake


def best(face_up: tuple[str, ...], *, divine_intervention: bool = False) -> DividhaHand:
    """The highest of all legal readings (DV-7)."""
    hand = so_far(face_up, divine_intervention=divine_intervention)
    assert hand is not None
    return hand


# Every view of its owner asks for it again.
@lru_cache(maxsize=4096)
def so_far(held: tuple[str, ...], *, divine_intervention: bool = False) -> DividhaHand | None:
    """The best hand of up to five cards; None if they make none, as wild cards alone do not (DV-4)."""
    # In the deck's order, so that of equal readings it is always the same one.
    found = list(readings(cards.in_deck_order(held), divine_intervention=divine_intervention))
    # What decides first is the place in DV-1.
    highest = min((each.number for each in found), default=None)
    made = (hand_of(each, held) for each in found if each.number == highest)
    return max(made, key=attrgetter("key"), default=None)


# Every view of its owner asks for it again.
@lru_cache(maxsize=1024)
def discards(six: tuple[str, ...], *, divine_intervention: bool = False) -> tuple[DiscardChoice, ...]:
    """What each of the six discards would make (DV-8)."""
    return tuple(
        DiscardChoice(card, best((*six[:place], *six[place + 1 :]), divine_intervention=divine_intervention))
        for place, card in enumerate(six)
    )


# Every view of its owner asks for it again.
@lru_cache(maxsize=1024)
def mistaken(held: tuple[str, ...], *, divine_intervention: bool = False) -> Mistaken | None:
    """The best that up to six cards look like, where they are no more than something less."""
    if divine_intervention and cards.GOD in held and cards.SATAN in held:
        return None
    parts = [
        part for count in range(1, FACE_UP + 1) for part in combinations(cards.in_deck_order(held), count)
    ]
    is_really = min((each.number for part in parts for each in readings_of_all(part)), default=0)
    looks_like = [(number, why) for part in parts for number, why in looks(part) if number < is_really]
    return Mistaken(*min(looks_like)) if looks_like else None


def as_laid(face_up: tuple[str, ...], rules: DividhaRules, called: int | None = None) -> DividhaHand:
    """The hand that five cards are, laid from the top down and called by the number of its name.

    The order counts under the Rule of Order (DV-10), the call under the Aural Rule only (DV-11). A hand
    that is not what it should be is broken. A Divine Intervention is one whatever is called.
    """
    divine = rules.divine_intervention
    found = [(each, hand_of(each, face_up)) for each in readings(face_up, divine_intervention=divine)]
    if rules.aural_rule and found[0][0].number != DIVINE_INTERVENTION:
        found = [(reading, hand) for reading, hand in found if hand.number == called]
    else:
        highest = max(hand.key for _, hand in found)
        found = [(reading, hand) for reading, hand in found if hand.key == highest]
    hands = [hand for reading, hand in found if not rules.rule_of_order or _lies_right(reading, face_up)]
    return max(hands, key=attrgetter("key"), default=broken(face_up))


def hand_of(reading: Reading, face_up: tuple[str, ...]) -> DividhaHand:
    """The hand that this reading of five cards makes."""
    places = _places_of(reading)
    from_the_top = sorted(places, key=places.__getitem__, reverse=True)
    return DividhaHand(reading.number, key_of(reading, face_up), tuple(from_the_top))


def broken(face_up: tuple[str, ...]) -> DividhaHand:
    """A hand laid or called wrongly: it counts as the sum of all five cards as printed (DV-10)."""
    values = sorted(map(cards.value, face_up), reverse=True)
    return DividhaHand(BROKEN, (0, 0, 0, 0, sum(map(cards.points, values)), *values), ())


def key_of(reading: Reading, face_up: tuple[str, ...]) -> tuple[int, ...]:
    """Everything that decides between hands, most important first (DV-1, DV-6)."""
    read_as = {read.card: read.value for read in reading.reads}
    return (
        BROKEN - reading.number,
        reading.reads[0].value if reading.number == HIGH_CARD else 0,
        int(any(read.is_wild for read in reading.reads)),
        sum(read.is_immortal for read in reading.reads),
        sum(cards.points(value) for value in read_as.values()),
        *sorted((read_as.get(card, cards.value(card)) for card in face_up), reverse=True),
    )


def _lies_right(reading: Reading, face_up: tuple[str, ...]) -> bool:
    """Whether the cards of this hand lie on top, and there in a right order."""
    places = _places_of(reading)
    top = face_up[: len(places)]
    if places.keys() != {*top}:
        return False
    laid = [places[card] for card in top]
    # Of anything but a straight only the wild card and the highest of the others have their places.
    decided = len(laid) if reading.number in ANY_STRAIGHT else 1 + any(map(cards.is_wild, top))
    return laid[:decided] == sorted(laid, reverse=True)[:decided]


def _places_of(reading: Reading) -> dict[str, tuple[int, ...]]:
    """How high each card of a hand stands in it (DV-10): a straight by sequence, a wild card on top."""
    if reading.number in ANY_STRAIGHT:
        sequence = straight_of(tuple(read for read in reading.reads if not read.is_wild))
        return {read.card: (read.is_wild, sequence.get(read.card, 0)) for read in reading.reads}
    return {
        read.card: (read.is_wild, read.value, read.is_immortal, _mortal_rank(read)) for read in reading.reads
    }


def _mortal_rank(read: Read) -> int:
    """Humans before Demi-Humans before Beasts; immortal cards are all alike."""
    return 0 if read.is_immortal else -MORTAL.index(read.suit)
