"""The ranking of five face-up cards, the choice of a discard out of six, and the frequency of each hand.

The highest of all legal readings counts (DV-1 to DV-9). A wild card is not tried with each value and suit in
turn: it stands for the missing card of any suit needed. Under some house rules a hand also has to be laid and
called correctly (DV-10, DV-11).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, product
from operator import attrgetter
from typing import Literal, TypeAlias

from games.dividha import cards
from games.dividha.cards import ACE, DECK, GOD, HEAVEN, HELL, MORTAL, SATAN, THE_THREE, TWO
from games.dividha.model import DividhaRules
from games.engine.core.errors import N_

HELD, FACE_UP = 6, 5
"""A hand is made of five out of six cards (DV-8)."""
DIVINE_INTERVENTION = 0
(
    PURE_FIVE_OF_A_KIND,
    PUREBLOOD_STRAIGHT,
    FIVE_OF_A_KIND,
    PURE_STRAIGHT,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    PURE,
    STRAIGHT,
    THREE_OF_A_KIND,
    TWO_PAIR,
    ONE_PAIR,
    HIGH_CARD,
) = range(1, 13)
"""The places of the hands in DV-1, highest first."""
ANY_STRAIGHT = (PUREBLOOD_STRAIGHT, PURE_STRAIGHT, STRAIGHT)

Mistake: TypeAlias = Literal["realms", "one_suit"]
"""An obstacle to the hand that cards look like: Heaven with Hell (DV-2), or sixes of one suit (DV-1)."""

ACE_LOW = 1
STRAIGHTS = tuple(frozenset(range(low, low + 5)) for low in range(ACE_LOW, ACE - 3))
"""The sequence is the order of the values, with the Ace at its other end too."""
ROYAL = STRAIGHTS[-1]


@dataclass(frozen=True, slots=True)
class Read:
    """A card of a hand and its reading; a wild card has no value, and its own suit."""

    card: str
    value: int
    suit: str

    @property
    def is_wild(self) -> bool:
        """True for God or Satan."""
        return cards.is_wild(self.card)

    @property
    def is_immortal(self) -> bool:
        """True if the card counts for the Immortal Majority (DV-6)."""
        return self.suit not in MORTAL


@dataclass(frozen=True, slots=True)
class Reading:
    """A reading of a hand: its place in DV-1, and its cards as they are read."""

    number: int
    reads: tuple[Read, ...]


def readings(face_up: tuple[str, ...], *, divine_intervention: bool = False) -> Iterator[Reading]:
    """Yield all legal readings of these five cards; if both wild cards may meet, only that one (DV-9)."""
    if divine_intervention and GOD in face_up and SATAN in face_up:
        yield Reading(DIVINE_INTERVENTION, (_PRINTED[GOD], _PRINTED[SATAN]))
        return
    for count in range(1, FACE_UP + 1):
        for part in combinations(face_up, count):
            yield from readings_of_all(part)


# The six five-card hands of six cards share two thirds of their subsets.
@lru_cache(maxsize=512)
def readings_of_all(part: tuple[str, ...]) -> tuple[Reading, ...]:
    """Return all readings that use every one of these cards."""
    ways = product(*(_ways(card, part) for card in part))
    return tuple(Reading(number, reads) for reads in ways if _is_legal(reads) for number in _numbers(reads))


def looks(part: tuple[str, ...]) -> Iterator[tuple[int, Mistake]]:
    """Yield every hand that all of these cards look like by values alone, and the possible obstacle."""
    printed = tuple(_PRINTED[card] for card in part)
    for number in _numbers(printed):
        yield number, "realms"
    if _is_legal(printed):
        for number in _numbers(tuple(replace(read, suit=read.card) for read in printed)):
            yield number, "one_suit"


def _ways(card: str, part: Collection[str]) -> tuple[Read, ...]:
    """Return the readings of a single card, regardless of whether the others allow it (DV-3, DV-5)."""
    if cards.is_deuce(card):
        return _PRINTED[card], _AS_ACE[card]
    if card in _AS_HELL and all(six in part for six in THE_THREE):
        return _PRINTED[card], _AS_HELL[card]
    return (_PRINTED[card],)


_PRINTED = {card: Read(card, cards.value(card), cards.suit(card)) for card in DECK}
_AS_ACE = {card: Read(card, ACE, cards.suit(card)) for card in (cards.DEUCE_OF_HEAVEN, cards.DEUCE_OF_HELL)}
_AS_HELL = {card: Read(card, cards.value(card), HELL) for card in DECK if cards.suit(card) in MORTAL}


def _is_legal(reads: tuple[Read, ...]) -> bool:
    """Return True if Heaven and Hell stay apart, but for Deuces, which are Aces only there (DV-2, DV-3)."""
    realms = {HEAVEN, HELL}
    deuces = [read for read in reads if cards.is_deuce(read.card)]
    if not realms <= {read.suit for read in reads}:
        return all(deuce.value == TWO for deuce in deuces)
    return not realms <= {read.suit for read in reads if read not in deuces}


def _numbers(reads: tuple[Read, ...]) -> Iterator[int]:
    """Yield every hand of DV-1 that these cards make: a lower one than the highest may be called (DV-11)."""
    natural = tuple(read for read in reads if not read.is_wild)
    match len(reads):
        case 5:
            yield from _numbers_of_five(natural)
        case 4:
            if _are_alike(natural, 4):
                yield FOUR_OF_A_KIND
            if _are_split(natural, (2, 2)):
                yield TWO_PAIR
        case 3 if _are_alike(natural, 3):
            yield THREE_OF_A_KIND
        case 2 if _are_alike(natural, 2):
            yield ONE_PAIR
        case 1 if natural:
            yield HIGH_CARD


def _numbers_of_five(natural: tuple[Read, ...]) -> Iterator[int]:
    values = {read.value for read in natural}
    is_pure = len({read.suit for read in natural}) == 1
    if len(values) == 1:
        yield FIVE_OF_A_KIND
        if {*THE_THREE} < {read.card for read in natural} and len(natural) == FACE_UP:
            yield PURE_FIVE_OF_A_KIND
    if _are_split(natural, (3, 2)):
        yield FULL_HOUSE
    if is_pure:
        yield PURE
    sequence = straight_of(natural)
    if sequence:
        yield STRAIGHT
    if sequence and is_pure:
        yield PURE_STRAIGHT
    if sequence and is_pure and values <= ROYAL:
        yield PUREBLOOD_STRAIGHT


def straight_of(natural: tuple[Read, ...]) -> dict[str, int]:
    """Return the place of each card in the sequence if all are in one straight; otherwise empty.

    The places of the others don't depend on whether a wild card fills a gap or an end.
    """
    values = {read.value for read in natural}
    if len(values) < len(natural):
        return {}
    low = {ACE_LOW if value == ACE else value for value in values}
    if any(values <= straight for straight in STRAIGHTS):
        return {read.card: read.value for read in natural}
    if any(low <= straight for straight in STRAIGHTS):
        return {read.card: ACE_LOW if read.value == ACE else read.value for read in natural}
    return {}


def _are_alike(natural: tuple[Read, ...], count: int) -> bool:
    """Return True if these cards and a wild card make `count` of one value, but not of one suit."""
    is_of_two_suits = len(natural) < count or len({read.suit for read in natural}) > 1
    return len({read.value for read in natural}) == 1 and is_of_two_suits


def _are_split(natural: tuple[Read, ...], sizes: tuple[int, int]) -> bool:
    """Return True if these cards form two groups of these sizes, each alike, with any wild card in one."""
    values = {read.value for read in natural}
    groups = sorted((tuple(read for read in natural if read.value == value) for value in values), key=len)
    return len(groups) == len(sizes) and any(
        all(len(group) <= size and _are_alike(group, size) for group, size in zip(groups, order, strict=True))
        for order in (sizes, sizes[::-1])
    )


BROKEN = HIGH_CARD + 1
"""The place of a hand laid or called wrongly, below all others (DV-10, DV-11)."""
NAMES: tuple[str, ...] = (
    N_("Divine Intervention"),
    N_("Pure Five-of-a-Kind"),
    N_("Pureblood Straight"),
    N_("Five-of-a-Kind"),
    N_("Pure Straight"),
    N_("Four-of-a-Kind"),
    N_("Full House"),
    # Translators: a hand: five cards of one suit.
    N_("Pure"),
    N_("Straight"),
    N_("Three-of-a-Kind"),
    N_("Two Pair"),
    N_("One Pair"),
    N_("High Card"),
    # Translators: a hand that was laid or called wrongly.
    N_("broken hand"),
)


@dataclass(frozen=True, slots=True)
class DividhaHand:
    """The hand that five face-up cards make; of two keys the larger is the better hand.

    `cards` make the hand, from the top down in the order required by the Rule of Order (DV-10).
    """

    number: int
    key: tuple[int, ...]
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DiscardChoice:
    """One of six cards to leave out, and the hand that the other five make."""

    card: str
    hand: DividhaHand


@dataclass(frozen=True, slots=True)
class Mistaken:
    """A hand that cards only look like, by its place in DV-1, and the reason."""

    number: int
    why: Mistake


def best(face_up: tuple[str, ...], *, divine_intervention: bool = False) -> DividhaHand:
    """Return the highest of all legal readings (DV-7)."""
    hand = so_far(face_up, divine_intervention=divine_intervention)
    assert hand is not None
    return hand


# Every view of its owner needs it again.
@lru_cache(maxsize=4096)
def so_far(held: tuple[str, ...], *, divine_intervention: bool = False) -> DividhaHand | None:
    """Return the best hand of up to five cards; None if they make none, such as wild cards alone (DV-4)."""
    # The deck's order makes the choice between equal readings deterministic.
    found = list(readings(cards.in_deck_order(held), divine_intervention=divine_intervention))
    # The place in DV-1 decides first.
    highest = min((each.number for each in found), default=None)
    made = (hand_of(each, held) for each in found if each.number == highest)
    return max(made, key=attrgetter("key"), default=None)


# Every view of its owner needs it again.
@lru_cache(maxsize=4096)
def weakest_so_far(held: tuple[str, ...], *, divine_intervention: bool = False) -> DiscardChoice | None:
    """Return the weakest hand of few cards without one of them; None if they then make none (DV-8)."""
    others = ((card, tuple(each for each in held if each != card)) for card in held)
    made = ((card, so_far(left, divine_intervention=divine_intervention)) for card, left in others)
    found = (DiscardChoice(card, hand) for card, hand in made if hand is not None)
    return min(found, key=attrgetter("hand.key"), default=None)


# Every view of its owner needs it again.
@lru_cache(maxsize=1024)
def discards(six: tuple[str, ...], *, divine_intervention: bool = False) -> tuple[DiscardChoice, ...]:
    """Return the hand that each of the six discards would leave (DV-8)."""
    return tuple(
        DiscardChoice(card, best((*six[:place], *six[place + 1 :]), divine_intervention=divine_intervention))
        for place, card in enumerate(six)
    )


# Every view of its owner needs it again.
@lru_cache(maxsize=1024)
def mistaken(held: tuple[str, ...], *, divine_intervention: bool = False) -> Mistaken | None:
    """Return the best hand that up to six cards only look like, if they make less than that."""
    if divine_intervention and GOD in held and SATAN in held:
        return None
    parts = [
        part for count in range(1, FACE_UP + 1) for part in combinations(cards.in_deck_order(held), count)
    ]
    is_really = min((each.number for part in parts for each in readings_of_all(part)), default=0)
    looks_like = [(number, why) for part in parts for number, why in looks(part) if number < is_really]
    return Mistaken(*min(looks_like)) if looks_like else None


def as_laid(face_up: tuple[str, ...], rules: DividhaRules, called: int | None = None) -> DividhaHand:
    """Return the hand of five cards, laid from the top down and called by the number of its name.

    The order counts under the Rule of Order (DV-10), the call only under the Aural Rule (DV-11). A wrongly
    laid or called hand is broken. A Divine Intervention is one regardless of the call.
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
    """Return the hand for this reading of five cards."""
    places = _places_of(reading)
    from_the_top = sorted(places, key=places.__getitem__, reverse=True)
    return DividhaHand(reading.number, key_of(reading, face_up), tuple(from_the_top))


def broken(face_up: tuple[str, ...]) -> DividhaHand:
    """Return a hand laid or called wrongly: it counts as the sum of all five printed values (DV-10)."""
    values = sorted(map(cards.value, face_up), reverse=True)
    return DividhaHand(BROKEN, (0, 0, 0, 0, sum(map(cards.points, values)), *values), ())


def key_of(reading: Reading, face_up: tuple[str, ...]) -> tuple[int, ...]:
    """Return everything that decides between hands, most important first (DV-1, DV-6)."""
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
    """Return True if the cards of this hand lie on top, in a correct order."""
    places = _places_of(reading)
    top = face_up[: len(places)]
    if places.keys() != {*top}:
        return False
    laid = [places[card] for card in top]
    # Except in a straight, only the wild card and the highest of the others have fixed places.
    decided = len(laid) if reading.number in ANY_STRAIGHT else 1 + any(map(cards.is_wild, top))
    return laid[:decided] == sorted(laid, reverse=True)[:decided]


def _places_of(reading: Reading) -> dict[str, tuple[int, ...]]:
    """Return the rank of each card within its hand (DV-10): a straight by sequence, a wild card on top."""
    if reading.number in ANY_STRAIGHT:
        sequence = straight_of(tuple(read for read in reading.reads if not read.is_wild))
        return {read.card: (read.is_wild, sequence.get(read.card, 0)) for read in reading.reads}
    # Humans come before Demi-Humans before Beasts; immortal cards are all equal.
    return {
        read.card: (
            read.is_wild,
            read.value,
            read.is_immortal,
            0 if read.is_immortal else -MORTAL.index(read.suit),
        )
        for read in reading.reads
    }


FIVES_TOTAL = 3_819_816
"""The number of ways to choose five of 56 cards."""

ODDS: dict[int, int] = {
    1: 3,
    2: 45,
    3: 95,
    4: 306,
    5: 10_360,
    6: 13_188,
    7: 4_815,
    8: 39_961,
    9: 299_753,
    10: 176_001,
    11: 1_926_674,
    12: 1_348_615,
}
"""The number of sets of five cards that make each hand, by its number (DV-1), where God and Satan stay apart.

All were counted by enumeration (`tests/judges/test_dividha.py`); five of a kind and straights of one suit
were also calculated by hand:

Pure Five-of-a-Kind: The Three with two of three mortal sixes, 3. Pureblood Straight: 5 suits;
with a wild card, which fits one immortal suit and all mortal ones, 5 gaps in 4 suits, twice:
5 + 2 * 20. Five-of-a-Kind: of 3, 4, 5, 7, J, Q, K the three mortals, an immortal and its wild
card, 7 * 2; Twos, 1 + 5 + 5; sixes, 21 of seven cards on each side without the Pure ones,
21 + 18; Aces, on each side 21 of seven without the 5 where its own Deuce is not beside the
other, and the one with both Deuces and no other immortal counted once: 16 + 16 - 1. Pure
Straight: a mortal suit has 6 besides the Pureblood one, and 24 sets of four that a wild card
completes, for two wild cards: 3 * 54; an immortal suit has three sixes and one wild card:
5 * 3 + 1, and 16 * 3 + 8: 2 * 72.
"""
