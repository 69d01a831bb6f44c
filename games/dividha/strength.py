"""How strong five cards are, or the best five of six: one number, fast, in the order of `hands.best`.

Each card is one large integer of several fields, wide enough never to run over, so that
adding up the cards counts all that matters at once:

    Heaven's side   how often each value is there, without what is of Hell (see `sides`)
    Heaven's own    a bit for each value that is there in Heaven, for God and for the Deuce of Hell
    Hell's side     the same without what is of Heaven
    Hell's own      the same for Hell
    suits           how many cards of each, a wild card in every suit that it may have
    The Three       how many of them
    values          how often each value is there among all cards

Two tables, which fill as they are used, say for a side which of its own bits decide what is
best there, and what that is. Where five cards may be of one suit, which is seldom, their
readings are looked at one by one.
"""

from __future__ import annotations

from functools import cache, lru_cache, reduce
from itertools import combinations
from operator import itemgetter, or_
from typing import TypeAlias

from games.dividha import cards
from games.dividha.cards import ACE, DECK, HEAVEN, HELL, MORTAL, SIX, SUITS, THE_THREE, TWO, WILD, points
from games.dividha.hands import BROKEN, key_of
from games.dividha.readings import DIVINE_INTERVENTION, FACE_UP, HIGH_CARD, readings_of_all
from games.dividha.sides import OTHER_DEUCE, Made, made_on

# A strength, from its lowest bits up: how often each value is there, the sum, the immortal
# cards, whether there is a wild one, the value of a High Card, the place in DV-1.
VALUE_BITS = 3
VALUES_BITS = VALUE_BITS * (ACE + 1)
VALUES = (1 << VALUES_BITS) - 1
SUM = 1 << VALUES_BITS
IMMORTAL = SUM << 6
PROVIDENCE = IMMORTAL << 3
HIGH = PROVIDENCE << 1
PLACE = HIGH << 4

# A card's fields, and those of cards added up, from the lowest bits up.
IMMORTAL_SIXES = ACE + 1
"""Where a side counts the sixes of its own suit."""
OWN_AT = VALUE_BITS * (IMMORTAL_SIXES + 1)
SIDE = (1 << OWN_AT) - 1
HELL_AT = OWN_AT + ACE + 1
SUITS_AT = 2 * HELL_AT
SUIT_BITS = 4
THREE_AT = SUITS_AT + len(SUITS) * SUIT_BITS
VALUES_AT = THREE_AT + VALUE_BITS

Candidate: TypeAlias = tuple[int, int, int]
"""A hand of a side: what it needs, what it uses, and its strength so far above its cards' values."""


def strength(hand: tuple[str, ...], *, divine_intervention: bool = False) -> int:
    """Of two strengths the larger is the better, equal ones share; six cards are their best five."""
    code = sum(map(_code_of, hand), _START)
    hell = code >> HELL_AT
    best = max(_best_on(code & _deciding(code & SIDE)), _best_on(hell & _deciding(hell & SIDE)))
    if divine_intervention and code & _BOTH_WILD == _BOTH_WILD:
        best = _DIVINE
    values = code >> VALUES_AT
    if len(hand) > FACE_UP:
        left = values - (best & VALUES)
        values -= _LOWEST[left & -left]
    if code & _MAY_BE_OF_ONE_SUIT:
        return max((best >> VALUES_BITS) + values, *map(_of_one_suit, combinations(hand, FACE_UP)))
    return (best >> VALUES_BITS) + values


def pack(key: tuple[int, ...]) -> int:
    """The strength that a key of `hands` is."""
    place, high, is_wild, immortals, sum_, *values = key
    packed = place * PLACE + high * HIGH + is_wild * PROVIDENCE + immortals * IMMORTAL + sum_ * SUM
    return packed + sum(map(_weight, values))


@cache
def _deciding(side: int) -> int:
    """Of a side and what is its own: the bits that decide what is best there."""
    return reduce(or_, (needs | uses for needs, uses, _ in _candidates(side)), SIDE)


@cache
def _best_on(part: int) -> int:
    """The best hand on a side: its strength, the face-up cards left out, above its cards' values."""
    return max(
        (
            found + (part & uses).bit_count() * (IMMORTAL << VALUES_BITS)
            for needs, uses, found in _candidates(part & SIDE)
            if not needs or part & needs
        ),
        default=0,
    )


@lru_cache(maxsize=1 << 10)
def _candidates(side: int) -> tuple[Candidate, ...]:
    """The hands of a side of which one is the best, without those that another always beats."""
    *counts, sixes = (side >> VALUE_BITS * field & 7 for field in range(IMMORTAL_SIXES + 1))
    found = sorted(map(_candidate, made_on(tuple(counts), sixes)), key=itemgetter(2), reverse=True)
    return tuple(
        each
        for place, each in enumerate(found)
        if not any(not needs and not each[1] & ~uses for needs, uses, _ in found[:place])
    )


def _candidate(made: Made) -> Candidate:
    is_wild = made.uses >> WILD & 1
    high = made.groups[0][0] if made.number == HIGH_CARD else 0
    sum_ = sum(points(value) * count for value, count in made.groups)
    values = sum(_weight(value) * count for value, count in made.groups) + is_wild * _weight(WILD)
    as_aces = made.deuces_as_aces * (_weight(ACE) - _weight(TWO))
    found = pack((BROKEN - made.number, high, is_wild, made.sixes, sum_)) + as_aces
    return made.needs << OWN_AT, made.uses << OWN_AT, (found << VALUES_BITS) + values - as_aces


def _of_one_suit(five: tuple[str, ...]) -> int:
    """The best that all five of these make, where they may be of one suit."""
    if not sum(map(_code_of, five), _START) & _MAY_BE_OF_ONE_SUIT:
        return 0
    found = list(readings_of_all(five))
    number = min((each.number for each in found), default=0)
    return max((pack(key_of(each, five)) for each in found if each.number == number), default=0)


def _weight(value: int) -> int:
    """One card of a value among the face-up cards."""
    return 1 << VALUE_BITS * value


def _code(card: str) -> int:
    """A card as the integer described at the head of this file."""
    return (
        _on_side(card, HEAVEN)
        + (_on_side(card, HELL) << HELL_AT)
        + sum(1 << at for suit, at in _SUITS_AT.items() if _may_be_of(card, suit))
        + ((card in THE_THREE) << THREE_AT)
        + (_weight(cards.value(card)) << VALUES_AT)
    )


def _on_side(card: str, suit: str) -> int:
    """How a card counts on the side of Heaven or Hell, and, where it is immortal, its own bit there."""
    value = cards.value(card)
    if cards.suit(card) in MORTAL:
        return _weight(value)
    if cards.suit(card) != suit:
        return (_weight(OTHER_DEUCE) + (1 << OWN_AT + OTHER_DEUCE)) if cards.is_deuce(card) else 0
    return _weight(IMMORTAL_SIXES) if value == SIX else _weight(value) + (1 << OWN_AT + value)


def _may_be_of(card: str, suit: str) -> bool:
    """Whether it may be of this suit by itself, without Corruption (DV-4)."""
    return cards.suit(card) == suit or (cards.is_wild(card) and suit in MORTAL)


_SUITS_AT = {suit: SUITS_AT + place * SUIT_BITS for place, suit in enumerate(SUITS)}
_code_of = {card: _code(card) for card in DECK}.__getitem__
# So begun, five of a suit or all of The Three carry into the highest bit of their field.
_START = (1 << THREE_AT) + sum(3 << at for at in _SUITS_AT.values())
_MAY_BE_OF_ONE_SUIT = (4 << THREE_AT) + sum(8 << at for at in _SUITS_AT.values())
_BOTH_WILD = (1 << OWN_AT + WILD) * (1 + (1 << HELL_AT))
_DIVINE = (pack((BROKEN - DIVINE_INTERVENTION, 0, 1, 2, 0)) << VALUES_BITS) + 2 * _weight(WILD)
_LOWEST = {1 << bit: _weight(bit // VALUE_BITS) for bit in range(VALUES_BITS)}
