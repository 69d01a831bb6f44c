"""The 56 cards: how they are written, and what each of them is."""

from __future__ import annotations

from games.engine.core.errors import NoCard, ensure
from games.engine.core.notation import UnreadableHand

MORTAL = "HDB"
"""Humans, Demi-Humans and Beasts, the higher first."""
HEAVEN, HELL = "V", "L"
SUITS = MORTAL + HEAVEN + HELL
FACES = "234567JQKA"
GOD, SATAN = "GOD", "SATAN"
DEUCE_OF_HEAVEN, DEUCE_OF_HELL = "2V", "2L"
THE_THREE = ("6L1", "6L2", "6L3")
"""Min, Ral and San."""

WILD, TWO, SIX, KING, ACE = 0, 2, 6, 10, 11
"""The value by which single cards compare: 2 to 7, Jack 8, Queen 9, King 10, Ace 11, a wild card 0."""


def _copies(face: str, suit: str) -> tuple[str, ...]:
    if face == "6" and suit not in MORTAL:
        return tuple(f"6{suit}{number}" for number in (1, 2, 3))
    return (face + suit,)


DECK: tuple[str, ...] = (
    *(card for suit in SUITS for face in reversed(FACES) for card in _copies(face, suit)),
    GOD,
    SATAN,
)
_PLACES = {card: place for place, card in enumerate(DECK)}


def is_wild(card: str) -> bool:
    """Whether it is God or Satan."""
    return card in (GOD, SATAN)


def is_deuce(card: str) -> bool:
    """Whether it is one of the two that may stand beside the other immortal suit (DV-2)."""
    return card in (DEUCE_OF_HEAVEN, DEUCE_OF_HELL)


def value(card: str) -> int:
    """The card's value as printed: a Deuce is a Two, a wild card 0."""
    return WILD if is_wild(card) else FACES.index(card[0]) + TWO


def suit(card: str) -> str:
    """The card's own suit; God's is Heaven and Satan's is Hell (DV-4). `NoCard` for anything else."""
    match card:
        case "GOD":
            return HEAVEN
        case "SATAN":
            return HELL
        case _:
            ensure(card in _PLACES, NoCard, card)
            return card[1]


def points(value: int) -> int:
    """What a value counts in a Majority Sum: an Ace, the highest card, is 1 (DV-6)."""
    return 1 if value == ACE else value


def in_deck_order(cards: tuple[str, ...]) -> tuple[str, ...]:
    """The same cards in the deck's own order."""
    return tuple(sorted(cards, key=_PLACES.__getitem__))


def read(text: str) -> tuple[str, ...]:
    """Different cards, separated by spaces and in any case, or `UnreadableHand`."""
    cards = tuple(_read_card(word) for word in text.split())
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise UnreadableHand(f"{card} is there twice")
    return cards


def _read_card(word: str) -> str:
    # Letters of other alphabets can turn into ours by upper().
    card = word.upper() if word.isascii() else word
    if card not in _PLACES:
        raise UnreadableHand(f"{word[:40]!r} is not a card such as 7H, 6L1 or GOD")
    return card
