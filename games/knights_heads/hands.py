"""What ten cards are, what beats what, and what is nearly made (KH-1 to KH-4).

Which hand ten cards make depends on three things: how many of each face there are, which faces have both
their notable cards, and whether none, five or all ten are women. Each card has a number in which these are
counted side by side, so the sum of ten such numbers holds all of it. The table is searched once for the
faces and women of a sum, and once for its twins; the higher hand counts, and the answers are cached. There
are 80,829 of the one kind and 381 of the other.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TypeAlias

from games.engine.core.sentences import phrase
from games.knights_heads.cards import DECK, FACES, NOTABLE, WOMEN, Card, face, in_deck_order
from games.knights_heads.patterns import (
    ALL_FACES,
    HALF,
    HAND_SIZE,
    Counts,
    FaceCounts,
    Family,
    LadiesInWaiting,
    Named,
    Only,
    Pattern,
    Sets,
    Twins,
    count,
)

Key: TypeAlias = tuple[int, int, int, int]
"""Place, faces, notable cards that make the hand, notable cards among all ten: the larger the better."""
RABBLE_NUMBER = 27


@dataclass(frozen=True, slots=True)
class KnightsHand:
    """A line of the rulebook's table."""

    number: int
    name: str
    pattern: Pattern

    @property
    def place(self) -> int:
        """The number counted from below, Rabble's being 0."""
        return RABBLE_NUMBER - self.number


HANDS: tuple[KnightsHand, ...] = (
    KnightsHand(1, phrase("Dynasty"), Sets(1, of=10)),
    KnightsHand(2, phrase("Council of Kings"), Named("KKKKKKKK")),
    KnightsHand(3, phrase("Twin Courts"), Sets(1, of=8)),
    KnightsHand(4, phrase("Kingdom"), Named("KNNNAMSDJB", men_only=True)),
    KnightsHand(5, phrase("Royal House"), Only("KQN")),
    KnightsHand(6, phrase("Queendom"), Named("KQNNAMSDJB")),
    KnightsHand(7, phrase("Ladies in Waiting"), LadiesInWaiting()),
    KnightsHand(8, phrase("War Room"), Named("KNAAAABBBB")),
    KnightsHand(9, phrase("House Divided"), Sets(2, of=5)),
    KnightsHand(10, phrase("Entourage"), Named("AAAASSSSMM")),
    KnightsHand(11, phrase("House of Twins"), Twins(5)),
    KnightsHand(12, phrase("Royal Assembly"), Named("KKQQNNNN")),
    KnightsHand(13, phrase("Gala"), Named("DDDDJJJJMM")),
    # Translators: a hand of Knights’ Heads.
    KnightsHand(14, phrase("Council"), Sets(2, of=4)),
    KnightsHand(15, phrase("Court of Twins"), Twins(4)),
    KnightsHand(16, phrase("House of Mirrors"), Sets(5, of=2)),
    KnightsHand(17, phrase("Hamlet"), Only("AMSDJB")),
    KnightsHand(18, phrase("Royal Family"), Named("KQNN")),
    KnightsHand(19, phrase("Three Twins"), Twins(3)),
    # Translators: a hand of Knights’ Heads.
    KnightsHand(20, phrase("Family"), Family()),
    KnightsHand(21, phrase("Three Triplets"), Sets(3, of=3)),
    # Translators: a hand of Knights’ Heads: four of one face.
    KnightsHand(22, phrase("Court"), Sets(1, of=4)),
    KnightsHand(23, phrase("Pair of Twins"), Twins(2)),
    KnightsHand(24, phrase("Pair of Triplets"), Sets(2, of=3)),
    KnightsHand(25, phrase("Twins"), Twins(1)),
    KnightsHand(26, phrase("Triplet"), Sets(1, of=3)),
    # Translators: the lowest hand of Knights’ Heads, and the three cards that are given away.
    KnightsHand(RABBLE_NUMBER, phrase("Rabble"), Only(FACES)),
)
RABBLE, TRIPLET = HANDS[-1], HANDS[-2]
_OF_TWINS = tuple(hand for hand in HANDS if isinstance(hand.pattern, Twins))
_NOT_OF_TWINS = tuple(hand for hand in HANDS if hand not in _OF_TWINS)


@dataclass(frozen=True, slots=True)
class MadeHand:
    """A hand and the cards that make it, in the deck's order."""

    hand: KnightsHand
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class NearHand:
    """A hand, and how many cards it still needs."""

    hand: KnightsHand
    missing: int


def made(cards: Collection[Card], *, triplet_counts: bool = True) -> MadeHand:
    """What up to ten cards make; fewer than ten make no hand that needs all ten, and may be Rabble."""
    held = count(cards)
    hand = _highest([hand for hand in HANDS if triplet_counts or hand is not TRIPLET], held)
    faces = hand.pattern.made_of(held)
    making = [card for card in cards if face(card) in faces]
    if hand in _OF_TWINS:
        making = [card for card in making if card in NOTABLE]
    return MadeHand(hand, in_deck_order(making))


def near(cards: Collection[Card], *, triplet_counts: bool = True) -> tuple[NearHand, ...]:
    """The hands above what the cards make, nearest first, and of equally near ones the highest first."""
    held = count(cards)
    now = made(cards, triplet_counts=triplet_counts).hand
    above = [hand for hand in HANDS[: now.number - 1] if triplet_counts or hand is not TRIPLET]
    found = [NearHand(hand, hand.pattern.missing(held)) for hand in above]
    return tuple(sorted(found, key=lambda each: each.missing))


def key(cards: Collection[Card], *, triplet_counts: bool = True) -> Key:
    """How ten different cards rank: the larger key of two is the better hand; equal keys share the pot."""
    assert len(cards) == HAND_SIZE
    total = sum(map(_WEIGHTS.__getitem__, cards))
    notable = total >> _NOTABLE
    answer = total & _FACES | _SEXES[total >> _WOMEN & _DIGIT]
    try:
        best = _ANSWERS[answer]
    except KeyError:
        best = _ANSWERS[answer] = _answer(_NOT_OF_TWINS, count(cards))
    twins = notable & notable >> 1 & _FIRSTS
    if twins:
        try:
            of_twins = _ANSWERS_OF_TWINS[twins]
        except KeyError:
            of_twins = _ANSWERS_OF_TWINS[twins] = _answer(_OF_TWINS, count(cards))
        best = max(best, of_twins)
    elif best[0] == TRIPLET.place and not triplet_counts:
        best = _answer((RABBLE,), count(cards))
    place, faces, making = best
    return place, faces, (notable & making).bit_count(), notable.bit_count()


# The number of a card: its face as a digit of base 16, Kings first; then whether it is a woman; then one
# bit for each notable card, so that the twins of a face lie side by side. Ten cards carry nowhere.
_BITS = 4
_DIGIT = (1 << _BITS) - 1
_WOMEN = _BITS * len(FACES)
_NOTABLE = _WOMEN + _BITS
_FACES = (1 << _WOMEN) - 1
_TWINS = 0b11
_FIRSTS = sum(1 << 2 * at for at in ALL_FACES)
_SEXES = tuple({0: 1, HALF: 2, HAND_SIZE: 3}.get(women, 0) << _WOMEN for women in range(HAND_SIZE + 1))
"""Other numbers of women make no difference to any hand."""


def _weight(card: Card) -> int:
    at = face(card)
    notable = 1 << 2 * at + int(card[1:]) - 1 if card in NOTABLE else 0
    return (1 << _BITS * at) + ((card in WOMEN) << _WOMEN) + (notable << _NOTABLE)


_WEIGHTS: dict[Card, int] = {card: _weight(card) for card in DECK}

_Answer: TypeAlias = tuple[int, int, int]
"""A hand's place, the faces compared, and which notable cards would be among those that make it."""
_ANSWERS: dict[int, _Answer] = {}
_ANSWERS_OF_TWINS: dict[int, _Answer] = {}


def _answer(hands: Collection[KnightsHand], held: FaceCounts) -> _Answer:
    hand = _highest(hands, held)
    making = sum(_TWINS << 2 * at for at in hand.pattern.made_of(held))
    return hand.place, _as_number(hand.pattern.compared(held)), making


def _highest(hands: Collection[KnightsHand], held: FaceCounts) -> KnightsHand:
    return next((hand for hand in hands if not hand.pattern.missing(held)), RABBLE)


def _as_number(faces: Counts) -> int:
    """The faces as digits, a King being 9 and a Blacksmith 1, so that the higher ones weigh more."""
    return sum((len(FACES) - at) * 10**power for power, at in enumerate(reversed(faces)))
