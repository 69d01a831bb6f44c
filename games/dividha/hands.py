"""The ranking of five face-up cards, the choice of a discard out of six, and the frequency of each hand.

The highest of all legal readings counts (DV-1 to DV-9). A wild card is not tried with every value and suit:
it stands for the missing card, of any suit needed. Under some house rules a hand also has to be laid and
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
"""The ranks of the hands in DV-1, highest first."""
ANY_STRAIGHT = (PUREBLOOD_STRAIGHT, PURE_STRAIGHT, STRAIGHT)

Mistake: TypeAlias = Literal["realms", "one_suit"]
"""The reason why cards do not make the hand that they look like.

Heaven is mixed with Hell (DV-2), or cards of one value are of one suit (DV-1).
"""

ACE_LOW = 1
STRAIGHTS = tuple(frozenset(range(low, low + 5)) for low in range(ACE_LOW, ACE - 3))
"""The sets of values that make a straight; the Ace is both low and high."""
ROYAL = STRAIGHTS[-1]


@dataclass(frozen=True, slots=True)
class ReadCard:
    """A card with the value and suit as which it is read; a wild card has value 0 and its own suit."""

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
    """A reading of a hand: its rank in DV-1, and its cards as they are read."""

    number: int
    reads: tuple[ReadCard, ...]


def readings(face_up: tuple[str, ...], *, divine_intervention: bool = False) -> Iterator[Reading]:
    """Yield all legal readings of these five cards; with a Divine Intervention, only that (DV-9)."""
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
    combined = product(*(_card_readings(card, part) for card in part))
    return tuple(
        Reading(number, reads) for reads in combined if _is_legal(reads) for number in _numbers(reads)
    )


def apparent_hands_of_all(part: tuple[str, ...]) -> Iterator[tuple[int, Mistake]]:
    """Yield every hand that these cards look like by value, and the reason why they may not make it."""
    printed = tuple(_PRINTED[card] for card in part)
    for number in _numbers(printed):
        yield number, "realms"
    if _is_legal(printed):
        for number in _numbers(tuple(replace(read, suit=read.card) for read in printed)):
            yield number, "one_suit"


def _card_readings(card: str, part: Collection[str]) -> tuple[ReadCard, ...]:
    """Return the readings of a single card, even if the other cards forbid some (DV-3, DV-5)."""
    if cards.is_deuce(card):
        return _PRINTED[card], _AS_ACE[card]
    if card in _AS_HELL and all(six in part for six in THE_THREE):
        return _PRINTED[card], _AS_HELL[card]
    return (_PRINTED[card],)


_PRINTED = {card: ReadCard(card, cards.value(card), cards.suit(card)) for card in DECK}
_AS_ACE = {
    card: ReadCard(card, ACE, cards.suit(card)) for card in (cards.DEUCE_OF_HEAVEN, cards.DEUCE_OF_HELL)
}
_AS_HELL = {card: ReadCard(card, cards.value(card), HELL) for card in DECK if cards.suit(card) in MORTAL}


def _is_legal(reads: tuple[ReadCard, ...]) -> bool:
    """Return True if only Deuces mix Heaven and Hell, and are Aces only if they do (DV-2, DV-3)."""
    realms = {HEAVEN, HELL}
    deuces = [read for read in reads if cards.is_deuce(read.card)]
    if not realms <= {read.suit for read in reads}:
        return all(deuce.value == TWO for deuce in deuces)
    return not realms <= {read.suit for read in reads if read not in deuces}


def _numbers(reads: tuple[ReadCard, ...]) -> Iterator[int]:
    """Yield the ranks of all hands that these cards make: a lower hand may be called, too (DV-11)."""
    natural = tuple(read for read in reads if not read.is_wild)
    match len(reads):
        case 5:
            yield from _numbers_of_five(natural)
        case 4:
            if _are_of_one_value(natural, 4):
                yield FOUR_OF_A_KIND
            if _are_two_groups(natural, (2, 2)):
                yield TWO_PAIR
        case 3 if _are_of_one_value(natural, 3):
            yield THREE_OF_A_KIND
        case 2 if _are_of_one_value(natural, 2):
            yield ONE_PAIR
        case 1 if natural:
            yield HIGH_CARD


def _numbers_of_five(natural: tuple[ReadCard, ...]) -> Iterator[int]:
    values = {read.value for read in natural}
    is_pure = len({read.suit for read in natural}) == 1
    if len(values) == 1:
        yield FIVE_OF_A_KIND
        if {*THE_THREE} < {read.card for read in natural} and len(natural) == FACE_UP:
            yield PURE_FIVE_OF_A_KIND
    if _are_two_groups(natural, (3, 2)):
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


def straight_of(natural: tuple[ReadCard, ...]) -> dict[str, int]:
    """Return the value of each card in a straight of all these cards; empty if they make none.

    A wild card may fill a gap or an end, which does not change the values of the other cards.
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


def _are_of_one_value(natural: tuple[ReadCard, ...], count: int) -> bool:
    """Return True if these cards and a wild card make `count` of one value, but not of one suit."""
    is_of_two_suits = len(natural) < count or len({read.suit for read in natural}) > 1
    return len({read.value for read in natural}) == 1 and is_of_two_suits


def _are_two_groups(natural: tuple[ReadCard, ...], sizes: tuple[int, int]) -> bool:
    """Return True if these cards and a wild card form two groups of these sizes, each of one value."""
    values = {read.value for read in natural}
    groups = sorted((tuple(read for read in natural if read.value == value) for value in values), key=len)
    return len(groups) == len(sizes) and any(
        all(
            len(group) <= size and _are_of_one_value(group, size)
            for group, size in zip(groups, order, strict=True)
        )
        for order in (sizes, sizes[::-1])
    )


BROKEN = HIGH_CARD + 1
"""The rank of a hand laid or called wrongly, below all others (DV-10, DV-11)."""
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
    """The hand that five face-up cards make; the larger of two keys is the better hand.

    `cards` are the cards that make the hand, from the top down in the order of the Rule of Order (DV-10).
    """

    number: int
    key: tuple[int, ...]
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DiscardChoice:
    """A card to leave out of six, and the hand that the other five make."""

    card: str
    hand: DividhaHand


@dataclass(frozen=True, slots=True)
class ApparentHand:
    """A hand that cards only look like, by its rank in DV-1, and the reason why they do not make it."""

    number: int
    why: Mistake


def best(face_up: tuple[str, ...], *, divine_intervention: bool = False) -> DividhaHand:
    """Return the highest of all legal readings (DV-7)."""
    hand = best_so_far(face_up, divine_intervention=divine_intervention)
    assert hand is not None
    return hand


# Every view of its owner needs it again.
@lru_cache(maxsize=4096)
def best_so_far(held: tuple[str, ...], *, divine_intervention: bool = False) -> DividhaHand | None:
    """Return the best hand of up to five cards; None if they make none, such as wild cards alone (DV-4)."""
    # The deck's order makes the choice between equal readings deterministic.
    possible = list(readings(cards.in_deck_order(held), divine_intervention=divine_intervention))
    # The rank in DV-1 decides first.
    highest = min((each.number for each in possible), default=None)
    highest_hands = (hand_of(each, held) for each in possible if each.number == highest)
    return max(highest_hands, key=attrgetter("key"), default=None)


# Every view of its owner needs it again.
@lru_cache(maxsize=4096)
def weakest_so_far(held: tuple[str, ...], *, divine_intervention: bool = False) -> DiscardChoice | None:
    """Return the discard of up to six cards that leaves the weakest hand; None if none leaves any (DV-8)."""
    remaining = ((card, tuple(each for each in held if each != card)) for card in held)
    hands = ((card, best_so_far(left, divine_intervention=divine_intervention)) for card, left in remaining)
    choices = (DiscardChoice(card, hand) for card, hand in hands if hand is not None)
    return min(choices, key=attrgetter("hand.key"), default=None)


# Every view of its owner needs it again.
@lru_cache(maxsize=1024)
def discards(six: tuple[str, ...], *, divine_intervention: bool = False) -> tuple[DiscardChoice, ...]:
    """Return the hand that each of the six discards would leave (DV-8)."""
    return tuple(
        DiscardChoice(card, best((*six[:index], *six[index + 1 :]), divine_intervention=divine_intervention))
        for index, card in enumerate(six)
    )


# Every view of its owner needs it again.
@lru_cache(maxsize=1024)
def apparent_hand(held: tuple[str, ...], *, divine_intervention: bool = False) -> ApparentHand | None:
    """Return the best hand that up to six cards look like but do not make; None if there is none."""
    if divine_intervention and GOD in held and SATAN in held:
        return None
    parts = [
        part for count in range(1, FACE_UP + 1) for part in combinations(cards.in_deck_order(held), count)
    ]
    actual = min((each.number for part in parts for each in readings_of_all(part)), default=0)
    apparent = [
        (number, why) for part in parts for number, why in apparent_hands_of_all(part) if number < actual
    ]
    return ApparentHand(*min(apparent)) if apparent else None


def as_laid(face_up: tuple[str, ...], rules: DividhaRules, called: int | None = None) -> DividhaHand:
    """Return the hand of five cards in the order laid, from the top down; `called` is its rank as called.

    The order counts under the Rule of Order (DV-10), the call only under the Aural Rule (DV-11). A wrongly
    laid or called hand is broken. The call does not matter for a Divine Intervention.
    """
    divine = rules.divine_intervention
    candidates = [(each, hand_of(each, face_up)) for each in readings(face_up, divine_intervention=divine)]
    if rules.aural_rule and candidates[0][0].number != DIVINE_INTERVENTION:
        candidates = [(reading, hand) for reading, hand in candidates if hand.number == called]
    else:
        highest = max(hand.key for _, hand in candidates)
        candidates = [(reading, hand) for reading, hand in candidates if hand.key == highest]
    hands = [
        hand for reading, hand in candidates if not rules.rule_of_order or _is_in_order(reading, face_up)
    ]
    return max(hands, key=attrgetter("key"), default=broken(face_up))


def hand_of(reading: Reading, face_up: tuple[str, ...]) -> DividhaHand:
    """Return the hand for this reading of five cards."""
    order_keys = _order_keys(reading)
    top_down = sorted(order_keys, key=order_keys.__getitem__, reverse=True)
    return DividhaHand(reading.number, key_of(reading, face_up), tuple(top_down))


def broken(face_up: tuple[str, ...]) -> DividhaHand:
    """Return a hand laid or called wrongly, which counts only the sum of its printed values (DV-10)."""
    values = sorted(map(cards.value, face_up), reverse=True)
    return DividhaHand(BROKEN, (0, 0, 0, 0, sum(map(cards.points, values)), *values), ())


def key_of(reading: Reading, face_up: tuple[str, ...]) -> tuple[int, ...]:
    """Return the sort key of a hand: everything that decides between hands, in order (DV-1, DV-6)."""
    read_as = {read.card: read.value for read in reading.reads}
    return (
        BROKEN - reading.number,
        reading.reads[0].value if reading.number == HIGH_CARD else 0,
        int(any(read.is_wild for read in reading.reads)),
        sum(read.is_immortal for read in reading.reads),
        sum(cards.points(value) for value in read_as.values()),
        *sorted((read_as.get(card, cards.value(card)) for card in face_up), reverse=True),
    )


def _is_in_order(reading: Reading, face_up: tuple[str, ...]) -> bool:
    """Return True if the cards of this hand lie on top, in a correct order."""
    order_keys = _order_keys(reading)
    top = face_up[: len(order_keys)]
    if order_keys.keys() != {*top}:
        return False
    laid = [order_keys[card] for card in top]
    # Except in a straight, only the wild card and the highest of the others have fixed order_keys.
    decided = len(laid) if reading.number in ANY_STRAIGHT else 1 + any(map(cards.is_wild, top))
    return laid[:decided] == sorted(laid, reverse=True)[:decided]


def _order_keys(reading: Reading) -> dict[str, tuple[int, ...]]:
    """Return the sort key of each card in a hand by the Rule of Order (DV-10); the largest lies on top."""
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
"""The number of sets of five cards that make each hand, by rank (DV-1), without Divine Intervention.

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
