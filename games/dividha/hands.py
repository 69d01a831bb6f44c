"""What beats what: the hand that five face-up cards make, and which of six to discard (DV-6 to DV-8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter

from games.dividha import cards
from games.dividha.cards import MORTAL
from games.dividha.readings import ANY_STRAIGHT, HIGH_CARD, Read, Reading, readings, straight_of
from games.engine.core.sentences import phrase

BROKEN = HIGH_CARD + 1
"""The place of a hand that was laid or called wrongly, below all others (DV-10, DV-11)."""
NAMES: Mapping[int, str] = dict(
    enumerate(
        (
            phrase("Divine Intervention"),
            phrase("Pure Five-of-a-Kind"),
            phrase("Pureblood Straight"),
            phrase("Five-of-a-Kind"),
            phrase("Pure Straight"),
            phrase("Four-of-a-Kind"),
            phrase("Full House"),
            phrase("Pure"),
            phrase("Straight"),
            phrase("Three-of-a-Kind"),
            phrase("Two Pair"),
            phrase("One Pair"),
            phrase("High Card"),
            phrase("broken hand"),
        )
    )
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


def best(face_up: tuple[str, ...], *, divine_intervention: bool = False) -> DividhaHand:
    """The highest of all legal readings (DV-7)."""
    # In the deck's order, so that of equal readings it is always the same one.
    found = readings(cards.in_deck_order(face_up), divine_intervention=divine_intervention)
    return max((hand_of(each, face_up) for each in found), key=attrgetter("key"))


def discards(six: tuple[str, ...], *, divine_intervention: bool = False) -> tuple[DiscardChoice, ...]:
    """What each of the six discards would make (DV-8)."""
    return tuple(
        DiscardChoice(card, best((*six[:place], *six[place + 1 :]), divine_intervention=divine_intervention))
        for place, card in enumerate(six)
    )


def hand_of(reading: Reading, face_up: tuple[str, ...]) -> DividhaHand:
    """The hand that this reading of five cards makes."""
    return DividhaHand(
        reading.number, key_of(reading, face_up), tuple(read.card for read in _in_order(reading))
    )


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


def _in_order(reading: Reading) -> list[Read]:
    """The cards of a hand from the top down: a wild card, then the highest or the straight's highest."""
    places = places_of(reading)
    return sorted(reading.reads, key=lambda read: (read.is_wild, places[read.card]), reverse=True)


def places_of(reading: Reading) -> dict[str, tuple[int, ...]]:
    """How high each card of a hand stands in it: in a straight by sequence, else as DV-10 compares cards."""
    if reading.number in ANY_STRAIGHT:
        natural = tuple(read for read in reading.reads if not read.is_wild)
        sequence = straight_of(natural)
        return {read.card: (sequence.get(read.card, 0),) for read in reading.reads}
    return {read.card: (read.value, read.is_immortal, _mortal_rank(read)) for read in reading.reads}


def _mortal_rank(read: Read) -> int:
    """Humans before Demi-Humans before Beasts; immortal cards are all alike."""
    return 0 if read.is_immortal else -MORTAL.index(read.suit)
