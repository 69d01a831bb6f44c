"""The ranking of ten cards, comparisons with reasons, near hands, and the frequency of each (KH-1 to KH-4).

A pattern returns the number of its missing cards; with 0 the hand is made. So one definition serves both for
the hand of cards and for the hands near it. A pattern of ten cards is exact: there is no room for others.
Faces are numbered from Kings down, 0 to 8.

The hand of ten cards depends on three facts: the number of cards of each face, the faces with both notable
cards, and whether none, five or all ten are women. Each card is a number with bit fields for these facts, so
the sum of ten numbers determines the hand. One cache maps the faces and women of a sum to the highest hand
without twins (80,829 entries), another maps the notable cards to the highest hand of twins (381 entries). The
higher of the two hands counts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from games.engine.core.errors import N_, must_find
from games.engine.core.values import dataclass
from games.knights_heads.cards import DECK, FACES, KINGS, NOTABLE, TWINS, WOMEN, Card, face, in_deck_order

HAND_SIZE = 10
HALF = 5
ALL_FACES = tuple(range(len(FACES)))
LADIES = tuple(FACES.index(each) for each in "QMDJB")

Counts = tuple[int, ...]
"""A number for each face."""


@dataclass(frozen=True, slots=True)
class FaceCounts:
    """The numbers of cards by face: of all cards, of men, of women, and of notable cards."""

    faces: Counts
    men: Counts
    women: Counts
    notable: Counts


def count(cards: Collection[Card]) -> FaceCounts:
    """Count cards."""
    men, women, notable = ([0] * len(FACES) for _ in range(3))
    for card in cards:
        index = face(card)
        if card in WOMEN:
            women[index] += 1
        else:
            men[index] += 1
        notable[index] += card in NOTABLE
    faces = tuple(map(sum, zip(men, women, strict=True)))
    return FaceCounts(faces, tuple(men), tuple(women), tuple(notable))


class Pattern(ABC):
    """The cards that a hand requires."""

    __slots__ = ()

    @abstractmethod
    def missing(self, held: FaceCounts) -> int:
        """Return the number of required cards that are not held."""

    @abstractmethod
    def made_of(self, held: FaceCounts) -> Counts:
        """Return the faces of the cards that make the hand, if it is made (KH-3)."""

    def compared(self, held: FaceCounts) -> Counts:
        """Return the faces that decide between two such hands, highest first (KH-2)."""
        return self.made_of(held)


@dataclass(frozen=True, slots=True)
class Sets(Pattern):
    """A number of sets, each of `of` cards of one face; Kings are ignored if there are too few for a set."""

    sets: int
    of: int

    def missing(self, held: FaceCounts) -> int:
        """Return the number of cards missing from the fullest sets."""
        of = self.of
        faces = held.faces if of <= KINGS else held.faces[1:]
        return sum([of - min(each, of) for each in sorted(faces)[-self.sets :]])

    def made_of(self, held: FaceCounts) -> Counts:
        """Return the faces of the sets."""
        return tuple(at for at in ALL_FACES if held.faces[at] >= self.of)


@dataclass(frozen=True, slots=True)
class Twins(Pattern):
    """A number of twins: both notable cards of a face."""

    sets: int

    def missing(self, held: FaceCounts) -> int:
        """Return the number of cards missing from the fullest twins."""
        return len(TWINS) * self.sets - sum(sorted(held.notable)[-self.sets :])

    def made_of(self, held: FaceCounts) -> Counts:
        """Return the faces of the twins."""
        return tuple(at for at in ALL_FACES if held.notable[at] == len(TWINS))


@dataclass(frozen=True, slots=True)
class Named(Pattern):
    """Cards of named faces, one letter each; with `men_only`, only men."""

    cards: str
    men_only: bool = False

    def missing(self, held: FaceCounts) -> int:
        """Return the number of named cards that are missing."""
        found = held.men if self.men_only else held.faces
        return len(self.cards) - sum(map(min, found, _by_face(self.cards)))

    def made_of(self, _held: FaceCounts) -> Counts:
        """Return the named faces with all their cards."""
        return tuple(at for at in ALL_FACES if FACES[at] in self.cards)

    def compared(self, _held: FaceCounts) -> Counts:
        """Return no faces, since they are fixed."""
        return ()


@cache
def _by_face(letters: str) -> Counts:
    return tuple(letters.count(each) for each in FACES)


@dataclass(frozen=True, slots=True)
class _AllTen(Pattern):
    """A hand that requires all ten cards."""

    def made_of(self, _held: FaceCounts) -> Counts:
        """Return all faces."""
        return ALL_FACES

    def compared(self, held: FaceCounts) -> Counts:
        """Return the faces of the ten cards."""
        return tuple(at for at in ALL_FACES for _ in range(held.faces[at]))


@dataclass(frozen=True, slots=True)
class Only(_AllTen):
    """Only cards of these faces."""

    faces: str

    def missing(self, held: FaceCounts) -> int:
        """Return the number of cards of other faces."""
        return HAND_SIZE - sum(held.faces[at] for at in ALL_FACES if FACES[at] in self.faces)


@dataclass(frozen=True, slots=True)
class LadiesInWaiting(_AllTen):
    """Ten women, including each of the five faces that have women."""

    def missing(self, held: FaceCounts) -> int:
        """Return the number of missing women, or of missing faces if larger."""
        faces_missing = sum([not held.women[at] for at in LADIES])
        return max(HAND_SIZE - sum(held.women), faces_missing)


@dataclass(frozen=True, slots=True)
class Family(_AllTen):
    """Five men and five women."""

    def missing(self, held: FaceCounts) -> int:
        """Return the number of missing men and women."""
        return HAND_SIZE - min(sum(held.men), HALF) - min(sum(held.women), HALF)


Key: TypeAlias = tuple[int, int, int, int]
"""Rank, faces, notable cards that make the hand, notable cards among all ten; a larger key is better."""
RABBLE_NUMBER = 27


@dataclass(frozen=True, slots=True)
class KnightsHand:
    """A line of the rulebook's table."""

    number: int
    name: str
    pattern: Pattern

    @property
    def place(self) -> int:
        """The rank counted from below: Rabble is 0."""
        return RABBLE_NUMBER - self.number


HANDS: tuple[KnightsHand, ...] = (
    KnightsHand(1, N_("Dynasty"), Sets(1, of=10)),
    KnightsHand(2, N_("Council of Kings"), Named("KKKKKKKK")),
    KnightsHand(3, N_("Twin Courts"), Sets(1, of=8)),
    KnightsHand(4, N_("Kingdom"), Named("KNNNAMSDJB", men_only=True)),
    KnightsHand(5, N_("Royal House"), Only("KQN")),
    KnightsHand(6, N_("Queendom"), Named("KQNNAMSDJB")),
    KnightsHand(7, N_("Ladies in Waiting"), LadiesInWaiting()),
    KnightsHand(8, N_("War Room"), Named("KNAAAABBBB")),
    KnightsHand(9, N_("House Divided"), Sets(2, of=5)),
    KnightsHand(10, N_("Entourage"), Named("AAAASSSSMM")),
    KnightsHand(11, N_("House of Twins"), Twins(5)),
    KnightsHand(12, N_("Royal Assembly"), Named("KKQQNNNN")),
    KnightsHand(13, N_("Gala"), Named("DDDDJJJJMM")),
    # Translators: a hand of Knights’ Heads.
    KnightsHand(14, N_("Council"), Sets(2, of=4)),
    KnightsHand(15, N_("Court of Twins"), Twins(4)),
    KnightsHand(16, N_("House of Mirrors"), Sets(5, of=2)),
    KnightsHand(17, N_("Hamlet"), Only("AMSDJB")),
    KnightsHand(18, N_("Royal Family"), Named("KQNN")),
    KnightsHand(19, N_("Three Twins"), Twins(3)),
    # Translators: a hand of Knights’ Heads.
    KnightsHand(20, N_("Family"), Family()),
    KnightsHand(21, N_("Three Triplets"), Sets(3, of=3)),
    # Translators: a hand of Knights’ Heads: four of one face.
    KnightsHand(22, N_("Court"), Sets(1, of=4)),
    KnightsHand(23, N_("Pair of Twins"), Twins(2)),
    KnightsHand(24, N_("Pair of Triplets"), Sets(2, of=3)),
    KnightsHand(25, N_("Twins"), Twins(1)),
    KnightsHand(26, N_("Triplet"), Sets(1, of=3)),
    # Translators: the lowest hand of Knights’ Heads, and the three cards that are given away.
    KnightsHand(RABBLE_NUMBER, N_("Rabble"), Only(FACES)),
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
    """A hand and the number of cards it still needs."""

    hand: KnightsHand
    missing: int


def made(cards: Collection[Card], *, triplet_counts: bool = True) -> MadeHand:
    """Return the highest hand of up to ten cards, Rabble if there is no other."""
    held = count(cards)
    hand = _highest([hand for hand in HANDS if triplet_counts or hand is not TRIPLET], held)
    faces = hand.pattern.made_of(held)
    making = [card for card in cards if face(card) in faces]
    if hand in _OF_TWINS:
        making = [card for card in making if card in NOTABLE]
    return MadeHand(hand, in_deck_order(making))


def near(cards: Collection[Card], *, triplet_counts: bool = True) -> tuple[NearHand, ...]:
    """Return the hands above the one that the cards make, nearest first, then highest first."""
    held = count(cards)
    current = made(cards, triplet_counts=triplet_counts).hand
    above = [hand for hand in HANDS[: current.number - 1] if triplet_counts or hand is not TRIPLET]
    near_hands = [NearHand(hand, hand.pattern.missing(held)) for hand in above]
    return tuple(sorted(near_hands, key=lambda each: each.missing))


def key(cards: Collection[Card], *, triplet_counts: bool = True) -> Key:
    """Return the key of ten different cards: a larger key is a better hand; equal keys share the pot."""
    assert len(cards) == HAND_SIZE
    total = sum(map(_WEIGHTS.__getitem__, cards))
    notable = total >> _NOTABLE
    faces_and_women = total & _FACES | _SEXES[total >> _WOMEN & _DIGIT]
    try:
        best = _RESULTS[faces_and_women]
    except KeyError:
        best = _RESULTS[faces_and_women] = _evaluate(_NOT_OF_TWINS, count(cards))
    twins = notable & notable >> 1 & _FIRSTS
    if twins:
        try:
            of_twins = _TWIN_RESULTS[twins]
        except KeyError:
            of_twins = _TWIN_RESULTS[twins] = _evaluate(_OF_TWINS, count(cards))
        best = max(best, of_twins)
    elif best[0] == TRIPLET.place and not triplet_counts:
        best = _evaluate((RABBLE,), count(cards))
    place, faces, making = best
    return place, faces, (notable & making).bit_count(), notable.bit_count()


# The fields of a card's number, from the lowest bits up: a digit of base 16 for each face, Kings first; a
# digit for women; a bit for each notable card, twins side by side. The sum of ten cards has no carries.
_BITS = 4
_DIGIT = (1 << _BITS) - 1
_WOMEN = _BITS * len(FACES)
_NOTABLE = _WOMEN + _BITS
_FACES = (1 << _WOMEN) - 1
_TWINS = 0b11
_FIRSTS = sum(1 << 2 * at for at in ALL_FACES)
_SEXES = tuple({0: 1, HALF: 2, HAND_SIZE: 3}.get(women, 0) << _WOMEN for women in range(HAND_SIZE + 1))
"""A code for each number of women; only none, five and ten make a difference."""


def _weight(card: Card) -> int:
    at = face(card)
    notable = 1 << 2 * at + int(card[1:]) - 1 if card in NOTABLE else 0
    return (1 << _BITS * at) + ((card in WOMEN) << _WOMEN) + (notable << _NOTABLE)


_WEIGHTS: dict[Card, int] = {card: _weight(card) for card in DECK}

_Result: TypeAlias = tuple[int, int, int]
"""A hand's rank, the compared faces as a number, and a mask of the notable cards of its faces."""
_RESULTS: dict[int, _Result] = {}
_TWIN_RESULTS: dict[int, _Result] = {}


def _evaluate(hands: Collection[KnightsHand], held: FaceCounts) -> _Result:
    hand = _highest(hands, held)
    making = sum(_TWINS << 2 * at for at in hand.pattern.made_of(held))
    # The faces are decimal digits, from 9 for a King to 1 for a Blacksmith.
    faces = enumerate(reversed(hand.pattern.compared(held)))
    return hand.place, sum((len(FACES) - at) * 10**power for power, at in faces), making


def _highest(hands: Collection[KnightsHand], held: FaceCounts) -> KnightsHand:
    return next((hand for hand in hands if not hand.pattern.missing(held)), RABBLE)


@dataclass(frozen=True, slots=True)
class ByHand:
    """Different hands: the higher one decides (KH-1)."""

    better: KnightsHand
    worse: KnightsHand


@dataclass(frozen=True, slots=True)
class ByFace:
    """The same hand with other faces: the first different faces decide (KH-2)."""

    hand: KnightsHand
    better: str
    worse: str
    alike: str
    """The equal faces before them, one letter each."""


@dataclass(frozen=True, slots=True)
class ByNotable:
    """The same faces: more notable cards decide, in the hand itself, or else among all ten (KH-3)."""

    hand: KnightsHand
    better: int
    worse: int
    is_among_all: bool


@dataclass(frozen=True, slots=True)
class Alike:
    """Equal hands: the pot is split (KH-3)."""

    hand: KnightsHand


Decision: TypeAlias = ByHand | ByFace | ByNotable | Alike


def compare(better: Collection[Card], worse: Collection[Card], *, triplet_counts: bool = True) -> Decision:
    """Return the reason why the first hand of ten cards is not lower than the second."""
    higher, lower = (key(cards, triplet_counts=triplet_counts) for cards in (better, worse))
    assert higher >= lower
    hand, other = (made(cards, triplet_counts=triplet_counts).hand for cards in (better, worse))
    if hand is not other:
        return ByHand(hand, other)
    _place, faces, in_hand, among_all = higher
    _place, other_faces, other_in_hand, other_among_all = lower
    if faces != other_faces:
        ours, theirs = (
            "".join(FACES[at] for at in hand.pattern.compared(count(cards))) for cards in (better, worse)
        )
        first = must_find(at for at, pair in enumerate(zip(ours, theirs, strict=True)) if pair[0] != pair[1])
        return ByFace(hand, ours[first], theirs[first], ours[:first])
    if in_hand != other_in_hand:
        return ByNotable(hand, in_hand, other_in_hand, is_among_all=False)
    if among_all != other_among_all:
        return ByNotable(hand, among_all, other_among_all, is_among_all=True)
    return Alike(hand)


REQUIREMENTS: dict[int, str] = {
    1: N_("All ten of one face."),
    2: N_("All eight Kings."),
    3: N_("Eight of one face."),
    4: N_("Ten men: three Knights, and one of each other face but Queen."),
    5: N_("Nobody but Kings, Queens and Knights."),
    6: N_("One of each face, and a second Knight."),
    7: N_("Ten women: Queens, Merchants, Dancers, Jugglers, and the one who is a Blacksmith."),
    8: N_("A King, a Knight, four Armorers, four Blacksmiths."),
    9: N_("Five of one face, and five of another."),
    10: N_("Four Armorers, four Messengers, two Merchants."),
    11: N_("Five sets of twins."),
    12: N_("Two Kings, two Queens, four Knights."),
    13: N_("Four Dancers, four Jugglers, two Merchants."),
    14: N_("Four of one face, and four of another."),
    15: N_("Four sets of twins."),
    16: N_("Two each of five faces."),
    17: N_("No King, no Queen, no Knight."),
    18: N_("A King, a Queen, two Knights."),
    19: N_("Three sets of twins."),
    20: N_("Five men and five women."),
    21: N_("Three each of three faces."),
    22: N_("Four of one face."),
    23: N_("Two sets of twins."),
    24: N_("Three each of two faces."),
    25: N_("One set of twins."),
    26: N_("Three of one face."),
    27: N_("None of all these."),
}
"""The requirement of each hand by its number in the rulebook's table; Rabble is 27."""
EXAMPLES: dict[int, str] = {
    1: "S01 S02 S03 S04 S05 S06 S07 S08 S09 S10",
    2: "K01 K02 K03 K04 K05 K06 K07 K08 N04 B02",
    3: "D01 D02 D03 D04 D05 D06 D07 D08 K04 M01",
    4: "K05 N01 N02 N03 A02 M01 S01 D12 J01 B03",
    5: "K01 K06 Q01 Q02 Q07 N02 N05 N06 N10 N11",
    6: "K01 Q03 N01 N09 A01 M02 S04 D05 J02 B07",
    7: "Q01 Q05 Q06 M02 M05 D01 D02 D07 J02 B12",
    8: "K02 N12 A01 A03 A05 A10 B01 B04 B06 B09",
    9: "N01 N04 N06 N08 N11 J02 J03 J07 J10 J12",
    10: "A02 A04 A07 A11 M02 M09 S01 S02 S03 S06",
    11: "K01 K02 N01 N02 M01 M02 D01 D02 B01 B02",
    12: "K03 K04 Q02 Q08 N02 N05 N07 N12 M03 J05",
    13: "M01 M08 D03 D06 D09 D12 J01 J02 J06 J11",
    14: "N01 N02 N03 N04 B05 B06 B07 B08 Q11 M04",
    15: "K01 K02 Q01 Q02 S01 S02 J01 J02 A07 B10",
    16: "K02 K07 N03 N05 M02 M11 D04 D10 B01 B08",
    17: "A01 A05 M03 M10 S05 S09 D08 J03 J08 B11",
    18: "K06 Q09 N07 N08 A03 A11 S07 D01 J09 B05",
    19: "N01 N02 A01 A02 D01 D02 K08 S10 J12 B03",
    20: "K05 N09 A04 S08 B02 Q10 M05 D03 D11 J04",
    21: "K01 K03 K04 S02 S05 S11 B04 B09 B10 D06",
    22: "J01 J05 J08 J11 K02 K05 A06 A09 M12 B07",
    23: "Q01 Q02 B01 B02 N06 A08 A12 S04 D09 J10",
    24: "M01 M06 M09 D02 D05 D08 K04 N03 A05 S12",
    25: "S01 S02 K07 Q04 N10 A06 A11 M07 D10 J09",
    26: "N03 N07 N12 K02 K06 A04 A09 S08 J05 B01",
    27: "K03 K08 N04 A02 A10 M08 M11 S06 D12 B05",
}
"""An example of each hand, by its number."""
HANDS_TOTAL = 26_100_986_351_440
"""The number of ways to choose ten of 104 cards."""

ODDS: dict[int, int] = {
    1: 528,
    2: 4_560,
    3: 16_738_480,
    4: 100_362_240,
    5: 64_314_932,
    6: 18_919_194_624,
    7: 49_415_751,
    8: 23_522_400,
    9: 17_202_240,
    10: 16_171_650,
    11: 126,
    12: 2_794_774_752,
    13: 16_171_650,
    14: 24_407_955_000,
    15: 573_660,
    16: 107_321_068_400,
    17: 523_959_081_084,
    18: 2_756_033_500_794,
    19: 255_234_555,
    20: 3_576_885_642_906,
    21: 34_820_589_442,
    22: 2_409_920_658_182,
    23: 24_079_956_581,
    24: 1_634_726_344_952,
    25: 929_107_393_039,
    26: 7_544_313_734_514,
    27: 6_513_136_744_398,
}
"""The number of sets of ten cards with each hand as their highest, by the hand's number (KH-1).

Counted by benchmarks/knights_odds.py, and shown in docs/play/knights-heads-odds.md.
"""


def odds(number: int, *, triplet_counts: bool = True) -> int:
    """Return the number of sets of ten cards with this hand; without Triplets, they are Rabble (KH-4)."""
    if triplet_counts:
        return ODDS[number]
    return {26: 0, 27: ODDS[26] + ODDS[27]}.get(number, ODDS[number])


def beaten(hand: KnightsHand, *, triplet_counts: bool = True) -> Fraction:
    """Return the share of all sets of ten cards that this hand beats; equal hands count half."""
    counts = ((each.number, odds(each.number, triplet_counts=triplet_counts)) for each in HANDS)
    beats = sum(
        2 * total if number > hand.number else total for number, total in counts if number >= hand.number
    )
    return Fraction(beats, 2 * HANDS_TOTAL)
