"""The strength of five cards, or of the best five of six: one number, fast, in the order of `hands.best`.

Each card is one large integer of several fields, wide enough never to overflow, so that the sum of
the cards counts everything that matters at once:

    Heaven's side   the number of cards of each value, without those of Hell
    Heaven's own    a bit for each value present in Heaven, for God and for the Deuce of Hell
    Hell's side     the same without those of Heaven
    Hell's own      the same for Hell
    suits           the number of cards of each, a wild card in every suit that it may have
    The Three       the number of them
    values          the number of cards of each value in all

A *side* is the part of the cards to which the Syncretic Rule (DV-2) limits a hand: mortals, one immortal
suit, and the other one's Deuce. Its number of cards of each value decides which hands are possible; which
of them is best, and whether a Deuce may be an Ace in it, depends on which of those cards are immortal.
A side is reduced to the cards that can matter. If it contains a straight, the other cards are too few for
anything better except a hand of one suit, so one card of each value is enough. Otherwise a single card of
its value matters only if all are single. That leaves about two thousand different sides. For each, the
candidates for its best hand are computed once and cached, and its own bits decide between them. Five cards
that may be of one suit are rare, and are evaluated individually.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from games.dividha import cards, hands
from games.dividha.cards import ACE, DECK, HEAVEN, HELL, MORTAL, SIX, SUITS, THE_THREE, TWO, WILD, points

# The fields of a strength, from its lowest bits up: the count of each value, the sum, the immortal cards,
# whether there is a wild card, the value of a High Card, the place in DV-1.
VALUE_BITS = 3
VALUES_BITS = VALUE_BITS * (ACE + 1)
VALUES = (1 << VALUES_BITS) - 1
SUM = 1 << VALUES_BITS
IMMORTAL = SUM << 6
PROVIDENCE = IMMORTAL << 3
HIGH = PROVIDENCE << 1
PLACE = HIGH << 4

OTHER_DEUCE = 1
"""The index under which a side counts the Deuce of the other suit: no card has this value."""
# The fields of a card, and of a sum of cards, from the lowest bits up.
IMMORTAL_SIXES = SIX + 1
"""The field of a side that counts the sixes of its own suit, between the other sixes and the Sevens."""
FIELDS = ACE + 2
OWN_AT = VALUE_BITS * FIELDS
SIDE = (1 << OWN_AT) - 1
HELL_AT = OWN_AT + ACE + 1
VALUES_THERE = (1 << ACE + 1) - 1
SUITS_AT = 2 * HELL_AT
SUIT_BITS = 4
THREE_AT = SUITS_AT + len(SUITS) * SUIT_BITS
VALUES_AT = THREE_AT + VALUE_BITS

Group: TypeAlias = tuple[int, int]
"""A value and the number of its cards in a hand, without the wild card."""
Groups: TypeAlias = tuple[Group, ...]
Candidate: TypeAlias = tuple[int, int, int]
"""A hand of a side: bits of which it needs one, bits that it uses, its strength above the values' fields.

Each used bit counts for the Immortal Majority if the side has an immortal card of that value, the wild card
or the other Deuce. Without a needed bit, a Deuce could not be an Ace.
"""


class Stock(NamedTuple):
    """The cards of a side with special roles, for one reading of its Deuces.

    `wild` is 1 if the wild card is there; it improves every hand of its side, and so is in each. `sixes` are
    those of the side's own suit. The Deuces in the bits of `deuces` are read as `deuces_value`.
    """

    wild: int
    sixes: int
    deuces: int
    deuces_value: int

    def deuces_as(self, value: int) -> int:
        """Return the number of Deuces read as this value."""
        return self.deuces.bit_count() if value == self.deuces_value else 0

    def held(self, counts: Sequence[int]) -> list[Group]:
        """Return the values present, highest first, with the number of their cards that can form a group.

        `counts` include neither the sixes nor the Deuces of this stock.
        """
        held = list(counts)
        held[self.deuces_value] += self.deuces.bit_count()
        # Sixes of one suit make no group; a wild card is of another.
        is_of_one_suit = not held[SIX] and not self.wild
        held[SIX] += min(self.sixes, 1) if is_of_one_suit else self.sixes
        return [(value, held[value]) for value in range(ACE, TWO - 1, -1) if held[value]]


def strength(hand: tuple[str, ...], *, divine_intervention: bool = False) -> int:
    """Return the strength of five cards, or of the best five of six: the larger wins, equal ones share."""
    code = sum(map(_code_of, hand), _START)
    best = 0
    for side in (code, code >> HELL_AT):
        for needs, uses, found in _hands_on(side & SIDE):
            made = found + (side & uses).bit_count() * _ONE_IMMORTAL
            if made > best and (not needs or side & needs):
                best = made
    if divine_intervention and code & _BOTH_WILD == _BOTH_WILD:
        best = _DIVINE
    values = code >> VALUES_AT
    if len(hand) > hands.FACE_UP:
        left = values - (best & VALUES)
        values -= _LOWEST[left & -left]
    best = (best >> VALUES_BITS) + values
    if code & _MAY_BE_OF_ONE_SUIT:
        best = max(best, *map(_of_one_suit, combinations(hand, hands.FACE_UP)))
    return best


def pack(key: tuple[int, ...]) -> int:
    """Return the strength that equals a key of `hands`."""
    place, high, is_wild, immortals, sum_, *values = key
    packed = place * PLACE + high * HIGH + is_wild * PROVIDENCE + immortals * IMMORTAL + sum_ * SUM
    return packed + sum(map(_weight, values))


@cache
def _hands_on(side: int) -> tuple[Candidate, ...]:
    """Return candidates for the best hand of a side, found from the cards that can matter."""
    sorted_out = _sorted_out(side & _LOW) + _sorted_out(side & _HIGH)
    row, groups = sorted_out & SIDE, sorted_out >> HELL_AT
    if _holds_a_straight(sorted_out >> OWN_AT & VALUES_THERE):
        # A Deuce that makes a straight as a Two may make something better as an Ace.
        return _candidates(side if row & _OTHER_DEUCE else row)
    if groups:
        return _candidates(groups | row & _WILD)
    return _candidates(row if row & _WILD else 1 << row.bit_length() >> 1)


@cache
def _sorted_out(part: int) -> int:
    """Reduce part of a side: to one card of each value, the values present, and the whole groups."""
    counts, sixes = _counts(part)
    row = counts[WILD] * _WILD + counts[OTHER_DEUCE] * _OTHER_DEUCE
    there = counts[WILD] << WILD | counts[OTHER_DEUCE] << OTHER_DEUCE
    groups = 0
    for value in range(TWO, ACE + 1):
        count, own = counts[value], sixes if value == SIX else 0
        if not count + own:
            continue
        there |= 1 << value
        row += _SIX_OF_ITS_OWN if own else _one(value)
        # The other Deuce may join the Twos or the Aces; sixes of one suit are no group.
        joining = counts[OTHER_DEUCE] * _OTHER_DEUCE if value in (TWO, ACE) else 0
        if joining or (count + own > 1 and (count or counts[WILD])):
            groups |= count * _one(value) | own * _SIX_OF_ITS_OWN | joining
    return row | there << OWN_AT | groups << HELL_AT


@cache
def _holds_a_straight(there: int) -> bool:
    as_ace = 1 << TWO | 1 << ACE if there >> OTHER_DEUCE & 1 else 0
    return bool(_straights_among(there | as_ace, hands.FACE_UP - (there >> WILD & 1)))


@cache
def _candidates(kept: int) -> tuple[Candidate, ...]:
    """Return candidates for the best hand of a side reduced to these cards, whichever are immortal."""
    counts, sixes = _counts(kept)
    wild, other_deuce = counts[WILD], counts[OTHER_DEUCE] << OTHER_DEUCE
    stock = Stock(wild, sixes, other_deuce, TWO)
    number, best = next(_patterns(wild, stock.held(counts)), (hands.HIGH_CARD, []))
    found = [_candidate(stock, number, groups) for groups in best]
    if other_deuce:
        found += _with_aces(Stock(wild, sixes, other_deuce, ACE), counts, number)
    if other_deuce and counts[TWO]:
        without_own = (*counts[:TWO], counts[TWO] - 1, *counts[TWO + 1 :])
        found += _with_aces(Stock(wild, sixes, other_deuce | 1 << TWO, ACE), without_own, number)
    return tuple(found)


def _counts(side: int) -> tuple[list[int], int]:
    """Return the number of cards of each value, and of the sixes of the side's own suit."""
    counts = [side >> at & 7 for at in _FIELDS_AT]
    return counts, counts.pop(IMMORTAL_SIXES)


def _with_aces(stock: Stock, counts: Sequence[int], lowest: int) -> Iterator[Candidate]:
    """Yield hands, no lower in DV-1 than `lowest`, in which all Deuces of the stock are Aces."""
    for number, found in _patterns(stock.wild, stock.held(counts)):
        if lowest < number or number == hands.HIGH_CARD:
            return
        for groups in found:
            if dict(groups).get(ACE, 0) >= stock.deuces_as(ACE):
                yield _candidate(stock, number, groups)


def _patterns(wild: int, held: list[Group]) -> Iterator[tuple[int, list[Groups]]]:
    """Yield the places in DV-1 that these groups allow, highest first, and the groups for each."""
    # With the wild card, one card less of the others is needed for a pair, a three, a four and a five.
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
    """Return ways to take `size` cards of one straight from these values (bits); with 4, one is wild."""
    return [groups for row, groups in _ROWS[size] if values & row == row]


@cache
def _candidate(stock: Stock, number: int, groups: Groups) -> Candidate:
    uses = stock.wild << WILD
    sixes = deuces_as_aces = 0
    for value, count in groups:
        deuces = stock.deuces_as(value)
        if deuces:
            uses |= stock.deuces
            deuces_as_aces = deuces if value == ACE else 0
        if value == SIX:
            is_alone = stock.wild or count == 1
            # Without a wild card, one card of a group has to be of another suit.
            sixes = min(stock.sixes, count if is_alone else count - 1)
        elif count > deuces:
            uses |= 1 << value
    high = groups[0][0] if number == hands.HIGH_CARD else 0
    found = (hands.BROKEN - number) * PLACE + high * HIGH + stock.wild * PROVIDENCE + sixes * IMMORTAL
    as_aces = deuces_as_aces * (_weight(ACE) - _weight(TWO))
    used = stock.wild * _weight(WILD) - as_aces
    for value, count in groups:
        found += count * points(value) * SUM
        used += count * _weight(value)
    needs = _needs(stock, uses, sixes, deuces_as_aces)
    return needs << OWN_AT, uses << OWN_AT, ((found + as_aces) << VALUES_BITS) + used


def _needs(stock: Stock, uses: int, sixes: int, deuces_as_aces: int) -> int:
    """Return bits of which one must be an immortal card's, so that the Deuces stand beside the other suit."""
    match deuces_as_aces:
        case 2:
            return 1 << TWO
        case 1 if not stock.wild and not sixes:
            return uses & ~(1 << OTHER_DEUCE)
        case _:
            return 0


def _of_one_suit(five: tuple[str, ...]) -> int:
    """Return the strength of the best hand that uses all five cards, if they may be of one suit."""
    code = sum(map(_code_of, five), _START)
    if code & _MAY_BE_CORRUPT:
        return _with_the_three(frozenset(five))
    return _pure(five) if code & _MAY_BE_OF_ONE_SUIT else 0


@cache
def _with_the_three(five: frozenset[str]) -> int:
    """Return the strength of The Three with two others, which they may corrupt (DV-5), over all readings."""
    face_up = tuple(five)
    return max((pack(hands.key_of(each, face_up)) for each in hands.readings_of_all(face_up)), default=0)


def _pure(five: tuple[str, ...]) -> int:
    """Return the strength of cards of one suit, possibly with a wild card; never with both (DV-2)."""
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


def _weight(value: int) -> int:
    """Return one card of a value in the field of all face-up cards."""
    return 1 << VALUE_BITS * value


def _one(value: int) -> int:
    """Return one card of a value in the field of a side."""
    return 1 << VALUE_BITS * (value if value < IMMORTAL_SIXES else value + 1)


def _code(card: str) -> int:
    """Return a card as the integer described at the head of this file."""
    # A wild card may be of any mortal suit by itself, without Corruption (DV-4).
    suits = {cards.suit(card), *(MORTAL if cards.is_wild(card) else ())}
    return (
        _on_side(card, HEAVEN)
        + (_on_side(card, HELL) << HELL_AT)
        + sum(1 << _SUITS_AT[suit] for suit in suits)
        + ((card in THE_THREE) << THREE_AT)
        + (_weight(cards.value(card)) << VALUES_AT)
    )


def _on_side(card: str, suit: str) -> int:
    """Return a card in the fields of Heaven or Hell, with its own bit if it is immortal."""
    value = cards.value(card)
    if cards.suit(card) in MORTAL:
        return _one(value)
    if cards.suit(card) != suit:
        return (_OTHER_DEUCE + (1 << OWN_AT + OTHER_DEUCE)) if cards.is_deuce(card) else 0
    return _SIX_OF_ITS_OWN if value == SIX else _one(value) + (1 << OWN_AT + value)


_STRAIGHTS_OF_VALUES = [
    sorted(ACE if value == hands.ACE_LOW else value for value in straight) for straight in hands.STRAIGHTS
]
_ROWS = {
    size: [
        (sum(1 << value for value in row), tuple((value, 1) for value in row))
        for row in {part for straight in _STRAIGHTS_OF_VALUES for part in combinations(straight, size)}
    ]
    for size in (4, 5)
}
_WILD, _OTHER_DEUCE = _one(WILD), _one(OTHER_DEUCE)
_SIX_OF_ITS_OWN = 1 << VALUE_BITS * IMMORTAL_SIXES
_FIELDS_AT = range(0, OWN_AT, VALUE_BITS)
# A side is reduced by halves: the other Deuce with the cards it may join, the wild card with the sixes.
_LOW = 7 * (_OTHER_DEUCE + _one(ACE) + sum(map(_one, range(TWO, SIX))))
_HIGH = SIDE ^ _LOW
_ONE_IMMORTAL = IMMORTAL << VALUES_BITS
_SUITS_AT = {suit: SUITS_AT + place * SUIT_BITS for place, suit in enumerate(SUITS)}
_code_of = {card: _code(card) for card in DECK}.__getitem__
# These initial values make five of a suit, or all of The Three, carry into their field's highest bit.
_START = (1 << THREE_AT) + sum(3 << at for at in _SUITS_AT.values())
_MAY_BE_CORRUPT = 4 << THREE_AT
_MAY_BE_OF_ONE_SUIT = _MAY_BE_CORRUPT + sum(8 << at for at in _SUITS_AT.values())
_BOTH_WILD = (1 << OWN_AT + WILD) * (1 + (1 << HELL_AT))
_DIVINE = (pack((hands.BROKEN - hands.DIVINE_INTERVENTION, 0, 1, 2, 0)) << VALUES_BITS) + 2 * _weight(WILD)
_LOWEST = {1 << bit: _weight(bit // VALUE_BITS) for bit in range(VALUES_BITS)}
