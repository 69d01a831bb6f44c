"""The rulebook's pages DV-1 to DV-9 word by word: every reading of every part of five cards.

It knows nothing of the program that it judges, not even its cards, and saves no step: a
wild card is tried as each value in each suit.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

VALUES = "234567JQKA"
SUITS = "HDBVL"
DECK = [
    *(value + suit for value in VALUES for suit in SUITS if value + suit not in ("6V", "6L")),
    *("6V1", "6V2", "6V3", "6L1", "6L2", "6L3", "GOD", "SATAN"),
]
STRAIGHTS = [set(text) for text in ("A2345", "23456", "34567", "4567J", "567JQ", "67JQK", "7JQKA")]
ROYAL = set("7JQKA")
SUM = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "J": 8, "Q": 9, "K": 10}
HIGH = {value: place for place, value in enumerate(VALUES, start=1)}
HIGH_CARD = 12
WILD_CARDS = {"GOD": "Heaven", "SATAN": "Hell"}
REALM = {"V": "Heaven", "L": "Hell", "H": "", "D": "", "B": ""}


class Read(NamedTuple):
    """A card of a hand: what it is read as, and whether it is of Heaven, of Hell or neither."""

    card: str
    value: str
    suit: str
    realm: str


class Judged(NamedTuple):
    """One reading of five cards: larger is better; the number is the place in DV-1."""

    key: tuple[int, ...]
    number: int
    cards: frozenset[str]


def best(five: tuple[str, ...], *, divine_intervention: bool = False) -> Judged:
    """Return the highest of all legal readings (DV-7)."""
    return max(readings(five, divine_intervention=divine_intervention), key=lambda each: each.key)


def best_discard(six: tuple[str, ...]) -> tuple[int, ...]:
    """Return the hand of the strongest of the six discards (DV-8)."""
    return max(best(five).key for five in combinations(six, 5))


def weakest_discard(six: tuple[str, ...]) -> tuple[int, ...]:
    """Return the hand of the weakest of the six discards (DV-8)."""
    return min(best(five).key for five in combinations(six, 5))


def readings(five: tuple[str, ...], *, divine_intervention: bool = False) -> Iterator[Judged]:
    """All legal readings of five face-up cards."""
    if divine_intervention and {"GOD", "SATAN"} <= set(five):
        god, satan = Read("GOD", "A", "V", "Heaven"), Read("SATAN", "A", "L", "Hell")
        yield _judged(five, 0, (god, satan))
        return
    for count in range(1, 6):
        for cards in combinations(five, count):
            has_the_three = {"6L1", "6L2", "6L3"} <= set(cards)
            for hand in product(*(_ways(card, has_the_three) for card in cards)):
                if _is_legal(hand):
                    numbers = {number for read in _wild_read(hand) for number in _numbers(read)}
                    yield from (_judged(five, number, hand) for number in numbers)


@cache
def _ways(card: str, has_the_three: bool) -> list[Read]:  # noqa: FBT001 -- one caller, by the name of its variable
    """Return the possible readings of a card, as far as the card alone decides them (DV-3, DV-5)."""
    if card in WILD_CARDS:
        return [Read(card, "", "", WILD_CARDS[card])]
    value, suit = card[0], card[1]
    ways = [Read(card, value, suit, REALM[suit])]
    if card in ("2V", "2L"):
        ways.append(Read(card, "A", suit, REALM[suit]))
    if suit in "HDB" and has_the_three:
        ways.append(Read(card, value, "L", "Hell"))
    return ways


def _wild_read(hand: tuple[Read, ...]) -> Iterator[tuple[Read, ...]]:
    """DV-4: a wild card is any value and, for the suits in DV-1, any suit; Heaven or Hell it remains."""
    for place, read in enumerate(hand):
        if read.card in WILD_CARDS:
            for each in _any_card(read):
                yield (*hand[:place], each, *hand[place + 1 :])
            return
    yield hand


@cache
def _any_card(wild: Read) -> list[Read]:
    return [Read(wild.card, value, suit, wild.realm) for value, suit in product(VALUES, SUITS)]


def _is_legal(hand: tuple[Read, ...]) -> bool:
    """DV-2, DV-3: Heaven and Hell apart but for the Deuces, which are Aces only beside the other."""
    if {"Heaven", "Hell"} <= {read.realm for read in hand if read.card not in ("2V", "2L")}:
        return False
    return all(_is_beside_the_other(read, hand) for read in hand if read.card[0] == "2" and read.value == "A")


def _is_beside_the_other(deuce: Read, hand: tuple[Read, ...]) -> bool:
    return any(read.realm not in ("", deuce.realm) for read in hand)


def _numbers(hand: tuple[Read, ...]) -> Iterator[int]:
    """DV-1: every line of the table that these cards, so read, fill."""
    match len(hand):
        case 5:
            yield from _numbers_of_five(hand)
        case 4:
            if _are_alike(hand):
                yield 5
            if _is_split(hand, 2):
                yield 10
        case 3 if _are_alike(hand):
            yield 9
        case 2 if _are_alike(hand):
            yield 11
        case 1 if hand[0].card not in WILD_CARDS:
            yield HIGH_CARD


def _numbers_of_five(hand: tuple[Read, ...]) -> Iterator[int]:
    values = {read.value for read in hand}
    sixes = {read.card for read in hand if read.card[0] == "6"}
    is_pure = _is_pure(hand)
    is_straight = len(values) == 5 and values in STRAIGHTS
    if {"6L1", "6L2", "6L3"} < sixes and len(sixes & {"6H", "6D", "6B"}) == 2:
        yield 1
    if is_pure and values == ROYAL:
        yield 2
    if len(values) == 1:
        yield 3
    if is_pure and is_straight:
        yield 4
    if _is_split(hand, 3):
        yield 6
    if is_pure:
        yield 7
    if is_straight:
        yield 8


def _are_alike(cards: tuple[Read, ...]) -> bool:
    """Return True if the cards are of one value, and of two or more suits."""
    return len({read.value for read in cards}) == 1 < len({read.suit for read in cards})


def _is_split(hand: tuple[Read, ...], count: int) -> bool:
    """Return True if that many cards are of one value, and all the others of another."""
    values = {read.value for read in hand}
    if len(values) != 2:
        return False
    groups = [tuple(read for read in hand if read.value == value) for value in values]
    return count in map(len, groups) and all(map(_are_alike, groups))


def _is_pure(hand: tuple[Read, ...]) -> bool:
    """All of one suit, and no Deuce among them that stands beside the other immortal suit (DV-3)."""
    return len({read.suit for read in hand}) == 1 and not any(
        _is_beside_the_other(read, hand) for read in hand if read.card in ("2V", "2L")
    )


def _judged(five: tuple[str, ...], number: int, hand: tuple[Read, ...]) -> Judged:
    """Return the criteria between hands, in their order (DV-6)."""
    wild = [read for read in hand if read.card in WILD_CARDS]
    natural = [read for read in hand if read.card not in WILD_CARDS]
    high = {card: 0 if card in WILD_CARDS else HIGH[card[0]] for card in five}
    high |= {read.card: HIGH[read.value] for read in natural}
    key = (
        HIGH_CARD - number,
        high[hand[0].card] if number == HIGH_CARD else 0,
        len(wild) > 0,
        sum(read.realm != "" for read in hand),
        sum(SUM[read.value] for read in natural),
        *sorted(high.values(), reverse=True),
    )
    return Judged(key, number, frozenset(read.card for read in hand))
