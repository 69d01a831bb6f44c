"""The 56 cards: how they are written, and what each of them is.

A seat's tablet: which of its coins lie on Win and which on Lose (DV-13), and how bets are cut (DV-21).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.engine.core.errors import BelowZero, ImpossibleValue, NoCard, ensure
from games.engine.core.game import Seat, UnreadableHand

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


EVEN = 50
ALL = 100


@dataclass(frozen=True, slots=True)
class Usual:
    """A seat's usual split: the percentage of each bet that goes on Win. Only its owner knows."""

    seat: Seat
    percent: int | None = None
    """None until the player has chosen: coins are split evenly then (DV-13)."""

    def __post_init__(self) -> None:
        """Refuse more than all of a bet, and less than nothing."""
        ensure(self.percent is None or 0 <= self.percent <= ALL, ImpossibleValue, self.percent)

    def part(self, coins: int) -> int:
        """How many of these coins go on Win, rounded up."""
        return coins - coins * (ALL - (EVEN if self.percent is None else self.percent)) // ALL

    def whole(self, coins: int) -> int:
        """The same for coins that may not be split: all of them or none."""
        return coins if self.percent is None or self.percent >= EVEN else 0


@dataclass(frozen=True, slots=True)
class UsualSplit:
    """The usual split of a player who comes from another table of a tournament (TN-25)."""

    percent: int

    def __post_init__(self) -> None:
        """Refuse more than all of a bet, and less than nothing."""
        ensure(0 <= self.percent <= ALL, ImpossibleValue, self.percent)


@dataclass(frozen=True, slots=True)
class LaidCoins:
    """One bet: its coins, how many of them went on Win, and how many of it came back unmatched."""

    coins: int
    win: int
    back: int = 0


@dataclass(frozen=True, slots=True)
class Tablet:
    """Every bet of a seat in the order of betting, and what it paid for trades."""

    seat: Seat
    bets: tuple[LaidCoins, ...] = ()
    trades: tuple[LaidCoins, ...] = ()
    """Dead money: it counts in nobody's total (DV-19)."""

    @property
    def total(self) -> int:
        """All coins that were bet and stayed."""
        return sum(laid.coins - laid.back for laid in self.bets)

    @property
    def win(self) -> int:
        """All coins on Win, those that paid for trades too."""
        return self.win_below(self.total) + sum(laid.win for laid in self.trades)

    @property
    def lose(self) -> int:
        """All coins on Lose."""
        return self.total + sum(laid.coins for laid in self.trades) - self.win

    def win_below(self, edge: int) -> int:
        """How many of the first coins that were bet, in the order of betting, lie on Win.

        Of a part of a bet as many as in proportion to the whole of it (DV-21).
        """
        won, left = 0, edge
        for laid in self.bets:
            stayed = laid.coins - laid.back
            won += laid.win * min(max(0, left), stayed) // laid.coins
            left -= stayed
        return won

    def bet(self, coins: int, win: int) -> Tablet:
        """The tablet with one bet more."""
        return replace(self, bets=(*self.bets, LaidCoins(coins, win)))

    def paid(self, coins: int, win: int) -> Tablet:
        """The tablet with one trade more."""
        return replace(self, trades=(*self.trades, LaidCoins(coins, win)))

    def returned(self, coins: int) -> Tablet:
        """The tablet when the upper coins of the last bet have gone back."""
        *before, last = self.bets
        ensure(coins <= last.coins, BelowZero, last.coins, coins)
        return replace(self, bets=(*before, replace(last, back=coins)))
