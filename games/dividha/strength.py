"""The strength of five cards, or of the best five of six, as one number in the order of `hands.best`.

This is a fast evaluator. Each card is one large integer with several bit fields, each wide enough never to
overflow. So the sum of the cards has in each field:

    Heaven's side   the number of cards of each value, without cards of Hell
    Heaven's own    a bit for each value present in Heaven, for God and for the Deuce of Hell
    Hell's side     the number of cards of each value, without cards of Heaven
    Hell's own      a bit for each value present in Hell, for Satan and for the Deuce of Heaven
    suits           the number of cards of each suit; a wild card counts in every suit that it may have
    The Three       the number of cards of The Three
    values          the number of cards of each value

A *side* is the part of the cards to which the Syncretic Rule (DV-2) limits a hand: mortal cards, one immortal
suit, and the Deuce of the other immortal suit. The numbers of cards of each value determine the possible
hands of a side. The best of them, and whether a Deuce may be an Ace, depend on the immortal cards.

A side is reduced to the cards that can be part of its best hand. If it contains a straight, the other cards
are too few for a better hand, except a hand of one suit, so one card of each value is enough. Otherwise a
card that is the only one of its value can be left out, unless there are no others. That leaves about two
thousand different sides. For each, the candidates for its best hand are computed once and cached, and the
bits of its immortal cards decide between them. Five cards that may be of one suit are rare, and are
evaluated individually.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from games.dividha import cards, hands
from games.dividha.cards import ACE, DECK, HEAVEN, HELL, MORTAL, SIX, SUITS, THE_THREE, TWO, WILD, points

# The fields of a strength, from its lowest bits up: the number of cards of each value, the Majority Sum, the
# number of immortal cards, 1 for a wild card (Providence), the value of a High Card, the rank in DV-1.
VALUE_BITS = 3
VALUES_BITS = VALUE_BITS * (ACE + 1)
VALUES = (1 << VALUES_BITS) - 1
SUM = 1 << VALUES_BITS
IMMORTAL = SUM << 6
PROVIDENCE = IMMORTAL << 3
HIGH = PROVIDENCE << 1
RANK_UNIT = HIGH << 4

OTHER_DEUCE = 1
"""The unused value under which a side counts the Deuce of the other immortal suit."""
# The fields of a card, and of a sum of cards, from the lowest bits up.
IMMORTAL_SIXES = SIX + 1
"""The index of the field that counts a side's immortal sixes, between the mortal sixes and the Sevens."""
FIELDS = ACE + 2
OWN_SHIFT = VALUE_BITS * FIELDS
SIDE = (1 << OWN_SHIFT) - 1
HELL_SHIFT = OWN_SHIFT + ACE + 1
PRESENT_MASK = (1 << ACE + 1) - 1
SUITS_SHIFT = 2 * HELL_SHIFT
SUIT_BITS = 4
THREE_SHIFT = SUITS_SHIFT + len(SUITS) * SUIT_BITS
VALUES_SHIFT = THREE_SHIFT + VALUE_BITS

Group: TypeAlias = tuple[int, int]
"""A value and the number of its cards in a hand, without the wild card."""
Groups: TypeAlias = tuple[Group, ...]
Candidate: TypeAlias = tuple[int, int, int]
"""A possible hand of a side: a mask of needed immortal cards, a mask of used values, and its strength so far.

If the first mask is not 0, the side must have one of its bits, because otherwise a Deuce could not be an Ace.
Each bit of the second mask that the side has adds an immortal card to the strength.
"""


class SpecialCards(NamedTuple):
    """The wild card, the immortal sixes and the Deuces of a side, for one reading of the Deuces.

    `wild` is 1 if the side has its wild card, which is part of every hand because it improves each. `sixes`
    is the number of sixes of the side's immortal suit. `deuces` is a mask of Deuces: bit `OTHER_DEUCE` is the
    other suit's Deuce, bit `TWO` the side's own. They are read as `deuces_value`.
    """

    wild: int
    sixes: int
    deuces: int
    deuces_value: int

    def deuces_as(self, value: int) -> int:
        """Return the number of Deuces read as this value."""
        return self.deuces.bit_count() if value == self.deuces_value else 0

    def groups(self, counts: Sequence[int]) -> list[Group]:
        """Return the values present, highest first, with the number of their cards that can form a group.

        `counts` are the numbers of the other cards of the side by value.
        """
        totals = list(counts)
        totals[self.deuces_value] += self.deuces.bit_count()
        # Sixes of one suit make no group, unless with a mortal six or a wild card.
        is_of_one_suit = not totals[SIX] and not self.wild
        totals[SIX] += min(self.sixes, 1) if is_of_one_suit else self.sixes
        return [(value, totals[value]) for value in range(ACE, TWO - 1, -1) if totals[value]]


def strength(hand: tuple[str, ...], *, divine_intervention: bool = False) -> int:
    """Return the strength of five cards, or of the best five of six: a larger strength wins, equals share."""
    code = sum(map(_code_of, hand), _INITIAL)
    best = 0
    for side in (code, code >> HELL_SHIFT):
        for needed, used, partial in _candidates_of(side & SIDE):
            full = partial + (side & used).bit_count() * _ONE_IMMORTAL
            if full > best and (not needed or side & needed):
                best = full
    if divine_intervention and code & _BOTH_WILD == _BOTH_WILD:
        best = _DIVINE
    values = code >> VALUES_SHIFT
    if len(hand) > hands.FACE_UP:
        # The discard is the lowest card that the best hand does not use.
        left = values - (best & VALUES)
        values -= _LOWEST[left & -left]
    best = (best >> VALUES_BITS) + values
    if code & _MAY_BE_OF_ONE_SUIT:
        best = max(best, *map(_best_of_one_suit, combinations(hand, hands.FACE_UP)))
    return best


def pack(key: tuple[int, ...]) -> int:
    """Return a key of `hands` as a strength."""
    rank, high, is_wild, immortals, sum_, *values = key
    packed = rank * RANK_UNIT + high * HIGH + is_wild * PROVIDENCE + immortals * IMMORTAL + sum_ * SUM
    return packed + sum(map(_value_unit, values))


@cache
def _candidates_of(side: int) -> tuple[Candidate, ...]:
    """Return candidates for the best hand of a side, computed from its reduced cards."""
    reductions = _reductions(side & _LOW) + _reductions(side & _HIGH)
    singles, groups = reductions & SIDE, reductions >> HELL_SHIFT
    if _has_straight(reductions >> OWN_SHIFT & PRESENT_MASK):
        # A Deuce that makes a straight as a Two may make a better hand as an Ace.
        return _candidates(side if singles & _OTHER_DEUCE else singles)
    if groups:
        return _candidates(groups | singles & _WILD)
    return _candidates(singles if singles & _WILD else 1 << singles.bit_length() >> 1)


@cache
def _reductions(part: int) -> int:
    """Return three reductions of a part of a side: one card per value, a mask of values, and all groups."""
    counts, sixes = _counts(part)
    singles = counts[WILD] * _WILD + counts[OTHER_DEUCE] * _OTHER_DEUCE
    present_mask = counts[WILD] << WILD | counts[OTHER_DEUCE] << OTHER_DEUCE
    groups = 0
    for value in range(TWO, ACE + 1):
        count, own = counts[value], sixes if value == SIX else 0
        if not count + own:
            continue
        present_mask |= 1 << value
        singles += _IMMORTAL_SIX if own else _side_unit(value)
        # The other Deuce may join the Twos or the Aces; sixes of one suit are no group.
        joining = counts[OTHER_DEUCE] * _OTHER_DEUCE if value in (TWO, ACE) else 0
        if joining or (count + own > 1 and (count or counts[WILD])):
            groups |= count * _side_unit(value) | own * _IMMORTAL_SIX | joining
    return singles | present_mask << OWN_SHIFT | groups << HELL_SHIFT


@cache
def _has_straight(present_mask: int) -> bool:
    """Return True if these values contain a straight, with the wild card, and Deuces as Two or Ace."""
    deuce_mask = 1 << TWO | 1 << ACE if present_mask >> OTHER_DEUCE & 1 else 0
    return bool(_straights_among(present_mask | deuce_mask, hands.FACE_UP - (present_mask >> WILD & 1)))


@cache
def _candidates(side: int) -> tuple[Candidate, ...]:
    """Return candidates for the best hand of a reduced side, for all combinations of immortal cards."""
    counts, sixes = _counts(side)
    wild, other_deuce = counts[WILD], counts[OTHER_DEUCE] << OTHER_DEUCE
    special = SpecialCards(wild, sixes, other_deuce, TWO)
    number, best = next(_patterns(wild, special.groups(counts)), (hands.HIGH_CARD, []))
    candidates = [_candidate(special, number, groups) for groups in best]
    if other_deuce:
        candidates += _with_aces(SpecialCards(wild, sixes, other_deuce, ACE), counts, number)
    if other_deuce and counts[TWO]:
        without_own = (*counts[:TWO], counts[TWO] - 1, *counts[TWO + 1 :])
        candidates += _with_aces(SpecialCards(wild, sixes, other_deuce | 1 << TWO, ACE), without_own, number)
    return tuple(candidates)


def _counts(side: int) -> tuple[list[int], int]:
    """Return the number of cards of each value, without immortal sixes, and the number of immortal sixes."""
    counts = [side >> shift & 7 for shift in _FIELD_SHIFTS]
    return counts, counts.pop(IMMORTAL_SIXES)


def _with_aces(special: SpecialCards, counts: Sequence[int], lowest: int) -> Iterator[Candidate]:
    """Yield the hands of at least the rank `lowest` in DV-1 in which all special Deuces are Aces."""
    for number, patterns in _patterns(special.wild, special.groups(counts)):
        if lowest < number or number == hands.HIGH_CARD:
            return
        for groups in patterns:
            if dict(groups).get(ACE, 0) >= special.deuces_as(ACE):
                yield _candidate(special, number, groups)


def _patterns(wild: int, held: list[Group]) -> Iterator[tuple[int, list[Groups]]]:
    """Yield the ranks in DV-1 that the groups held allow, highest first, each with the groups used for it."""
    # With the wild card, a pair, three, four or five of a kind needs one card less.
    sizes = range(2 - wild, 6 - wild)
    two, three, four, five = ([value for value, count in held if count >= size] for size in sizes)
    if five:
        yield hands.FIVE_OF_A_KIND, [((value, 5 - wild),) for value in five]
    if four:
        yield hands.FOUR_OF_A_KIND, [((value, 4 - wild),) for value in four]
    full = _full_houses(wild, two, three)
    if full:
        yield hands.FULL_HOUSE, full
    straights = _straights_among(sum(1 << value for value, _ in held), 5 - wild)
    if straights:
        yield hands.STRAIGHT, straights
    if three:
        yield hands.THREE_OF_A_KIND, [((value, 3 - wild),) for value in three]
    if len(two) > 1 and not wild:
        yield hands.TWO_PAIR, [((high, 2), (low, 2)) for high, low in combinations(two, 2)]
    if two:
        yield hands.ONE_PAIR, [((value, 2 - wild),) for value in two]
    if held and not wild:
        yield hands.HIGH_CARD, [((held[0][0], 1),)]


def _full_houses(wild: int, two: list[int], three: list[int]) -> list[Groups]:
    if wild:
        return [((high, 2), (low, 2)) for high, low in combinations(three, 2)]
    return [((high, 3), (low, 2)) for high in three for low in two if low != high]


def _straights_among(values: int, size: int) -> list[Groups]:
    """Return the groups of all parts of straights with `size` cards from these values, given as a mask."""
    return [groups for mask, groups in _STRAIGHT_PARTS[size] if values & mask == mask]


@cache
def _candidate(special: SpecialCards, number: int, groups: Groups) -> Candidate:
    """Return the candidate of rank `number` in DV-1 that these groups and the wild card make."""
    used = special.wild << WILD
    sixes = deuces_as_aces = 0
    for value, count in groups:
        deuces = special.deuces_as(value)
        if deuces:
            used |= special.deuces
            deuces_as_aces = deuces if value == ACE else 0
        if value == SIX:
            may_be_immortal = special.wild or count == 1
            # Without a wild card, one card of a group has to be of another suit.
            sixes = min(special.sixes, count if may_be_immortal else count - 1)
        elif count > deuces:
            used |= 1 << value
    high = groups[0][0] if number == hands.HIGH_CARD else 0
    partial = (hands.BROKEN - number) * RANK_UNIT + high * HIGH + special.wild * PROVIDENCE + sixes * IMMORTAL
    as_aces = deuces_as_aces * (_value_unit(ACE) - _value_unit(TWO))
    used_cards = special.wild * _value_unit(WILD) - as_aces
    for value, count in groups:
        partial += count * points(value) * SUM
        used_cards += count * _value_unit(value)
    needed = _needed(special, used, sixes, deuces_as_aces)
    return needed << OWN_SHIFT, used << OWN_SHIFT, ((partial + as_aces) << VALUES_BITS) + used_cards


def _needed(special: SpecialCards, used: int, sixes: int, deuces_as_aces: int) -> int:
    """Return the mask of immortal cards of which a hand needs one, so that its Deuces may be Aces."""
    match deuces_as_aces:
        case 2:
            return 1 << TWO
        case 1 if not special.wild and not sixes:
            return used & ~(1 << OTHER_DEUCE)
        case _:
            return 0


def _best_of_one_suit(five: tuple[str, ...]) -> int:
    """Return the strength of the best hand with all five cards of one suit, or 0."""
    code = sum(map(_code_of, five), _INITIAL)
    if code & _MAY_BE_CORRUPT:
        return _strength_with_the_three(frozenset(five))
    return _of_one_suit(five) if code & _MAY_BE_OF_ONE_SUIT else 0


@cache
def _strength_with_the_three(five: frozenset[str]) -> int:
    """Return the strength of The Three with two other cards, which they may corrupt (DV-5)."""
    face_up = tuple(five)
    return max((pack(hands.key_of(each, face_up)) for each in hands.readings_of_all(face_up)), default=0)


def _of_one_suit(five: tuple[str, ...]) -> int:
    """Return the strength of cards of one suit, possibly with a wild card; 0 with both wild cards (DV-2)."""
    values = sorted(map(cards.value, five), reverse=True)
    natural = {*values} - {WILD}
    wild = values.count(WILD)
    if wild > 1:
        return 0
    number = hands.PURE
    if _straights_among(sum(1 << value for value in natural), hands.FACE_UP - wild):
        number = hands.PUREBLOOD_STRAIGHT if natural <= hands.ROYAL else hands.PURE_STRAIGHT
    immortals = sum(cards.suit(card) not in MORTAL for card in five)
    return pack((hands.BROKEN - number, 0, wild, immortals, sum(map(points, values)), *values))


def _value_unit(value: int) -> int:
    """Return the number that counts one card of a value in the values' field."""
    return 1 << VALUE_BITS * value


def _side_unit(value: int) -> int:
    """Return the number that counts one card of a value in a side's field."""
    return 1 << VALUE_BITS * (value if value < IMMORTAL_SIXES else value + 1)


def _code(card: str) -> int:
    """Return a card as the integer described at the head of this file."""
    # A wild card may be of its own suit, or of any mortal suit, without Corruption (DV-4).
    suits = {cards.suit(card), *(MORTAL if cards.is_wild(card) else ())}
    return (
        _side_fields(card, HEAVEN)
        + (_side_fields(card, HELL) << HELL_SHIFT)
        + sum(1 << _SUIT_SHIFTS[suit] for suit in suits)
        + ((card in THE_THREE) << THREE_SHIFT)
        + (_value_unit(cards.value(card)) << VALUES_SHIFT)
    )


def _side_fields(card: str, suit: str) -> int:
    """Return a card's part in the fields of a side, with the bit of an immortal card."""
    value = cards.value(card)
    if cards.suit(card) in MORTAL:
        return _side_unit(value)
    if cards.suit(card) != suit:
        return (_OTHER_DEUCE + (1 << OWN_SHIFT + OTHER_DEUCE)) if cards.is_deuce(card) else 0
    return _IMMORTAL_SIX if value == SIX else _side_unit(value) + (1 << OWN_SHIFT + value)


_STRAIGHTS = [
    sorted(ACE if value == hands.ACE_LOW else value for value in straight) for straight in hands.STRAIGHTS
]
_STRAIGHT_PARTS = {
    size: [
        (sum(1 << value for value in part), tuple((value, 1) for value in part))
        for part in {part for straight in _STRAIGHTS for part in combinations(straight, size)}
    ]
    for size in (4, 5)
}
_WILD, _OTHER_DEUCE = _side_unit(WILD), _side_unit(OTHER_DEUCE)
_IMMORTAL_SIX = 1 << VALUE_BITS * IMMORTAL_SIXES
_FIELD_SHIFTS = range(0, OWN_SHIFT, VALUE_BITS)
# A side is reduced in two parts: one has the other Deuce and the cards that it may join, the other the wild
# card and the sixes.
_LOW = 7 * (_OTHER_DEUCE + _side_unit(ACE) + sum(map(_side_unit, range(TWO, SIX))))
_HIGH = SIDE ^ _LOW
_ONE_IMMORTAL = IMMORTAL << VALUES_BITS
_SUIT_SHIFTS = {suit: SUITS_SHIFT + index * SUIT_BITS for index, suit in enumerate(SUITS)}
_code_of = {card: _code(card) for card in DECK}.__getitem__
# With these initial values, five cards of a suit, or all of The Three, set the highest bit of their field.
_INITIAL = (1 << THREE_SHIFT) + sum(3 << at for at in _SUIT_SHIFTS.values())
_MAY_BE_CORRUPT = 4 << THREE_SHIFT
_MAY_BE_OF_ONE_SUIT = _MAY_BE_CORRUPT + sum(8 << at for at in _SUIT_SHIFTS.values())
_BOTH_WILD = (1 << OWN_SHIFT + WILD) * (1 + (1 << HELL_SHIFT))
_DIVINE = (pack((hands.BROKEN - hands.DIVINE_INTERVENTION, 0, 1, 2, 0)) << VALUES_BITS) + 2 * _value_unit(
    WILD
)
_LOWEST = {1 << bit: _value_unit(bit // VALUE_BITS) for bit in range(VALUES_BITS)}
