"""The 56 cards: their notation and properties.

Also a seat's tablet: its coins on Win and on Lose (DV-13), and the division of bets (DV-21).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.engine.core.errors import BelowZero, ImpossibleValue, NoCard, ensure
from games.engine.core.game import Seat, UnreadableHand

MORTAL = "HDB"
"""Humans, Demi-Humans and Beasts, the highest first."""
HEAVEN, HELL = "V", "L"
SUITS = MORTAL + HEAVEN + HELL
FACES = "234567JQKA"
GOD, SATAN = "GOD", "SATAN"
DEUCE_OF_HEAVEN, DEUCE_OF_HELL = "2V", "2L"
THE_THREE = ("6L1", "6L2", "6L3")
"""Min, Ral and San."""

WILD, TWO, SIX, KING, ACE = 0, 2, 6, 10, 11
"""The values of single cards: 2 to 7, Jack 8, Queen 9, King 10, Ace 11, a wild card 0."""


def _copies(face: str, suit: str) -> tuple[str, ...]:
    if face == "6" and suit not in MORTAL:
        return tuple(f"6{suit}{number}" for number in (1, 2, 3))
    return (face + suit,)


DECK: tuple[str, ...] = (
    *(card for suit in SUITS for face in reversed(FACES) for card in _copies(face, suit)),
    GOD,
    SATAN,
)
_INDEXES = {card: index for index, card in enumerate(DECK)}


def is_wild(card: str) -> bool:
    """Return True for God or Satan."""
    return card in (GOD, SATAN)


def is_deuce(card: str) -> bool:
    """Return True for a Deuce, which may be in a hand with the other immortal suit (DV-2)."""
    return card in (DEUCE_OF_HEAVEN, DEUCE_OF_HELL)


def value(card: str) -> int:
    """Return the card's printed value: a Deuce is a Two, a wild card 0."""
    return WILD if is_wild(card) else FACES.index(card[0]) + TWO


def suit(card: str) -> str:
    """Return the card's own suit; God's is Heaven and Satan's is Hell (DV-4). Raises `NoCard`."""
    match card:
        case "GOD":
            return HEAVEN
        case "SATAN":
            return HELL
        case _:
            ensure(card in _INDEXES, NoCard, card)
            return card[1]


def points(value: int) -> int:
    """Return a value's points in a Majority Sum: an Ace, the highest card, is 1 (DV-6)."""
    return 1 if value == ACE else value


def in_deck_order(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cards in the deck's own order."""
    return tuple(sorted(cards, key=_INDEXES.__getitem__))


def read(text: str) -> tuple[str, ...]:
    """Parse different cards, separated by spaces and in any case. Raises `UnreadableHand`."""
    cards = tuple(_read_card(word) for word in text.split())
    for index, card in enumerate(cards):
        if card in cards[:index]:
            raise UnreadableHand(f"{card} is there twice")
    return cards


def _read_card(word: str) -> str:
    # `upper` turns some non-ASCII letters into ASCII letters.
    card = word.upper() if word.isascii() else word
    if card not in _INDEXES:
        raise UnreadableHand(f"{word[:40]!r} is not a card such as 7H, 6L1 or GOD")
    return card


EVEN = 50
ALL = 100


@dataclass(frozen=True, slots=True)
class Usual:
    """A seat's default split: the percentage of each bet that goes on Win, which is the owner's secret."""

    seat: Seat
    percent: int | None = None
    """None until the player has chosen; until then coins are split evenly (DV-13)."""

    def __post_init__(self) -> None:
        """Raise for a percentage below 0 or above 100."""
        ensure(self.percent is None or 0 <= self.percent <= ALL, ImpossibleValue, self.percent)

    def part(self, coins: int) -> int:
        """Return the part of these coins that goes on Win, rounded up."""
        return coins - coins * (ALL - (EVEN if self.percent is None else self.percent)) // ALL

    def whole(self, coins: int) -> int:
        """Return the part that goes on Win of coins that may not be split: all or none."""
        return coins if self.percent is None or self.percent >= EVEN else 0


@dataclass(frozen=True, slots=True)
class UsualSplit:
    """The default split of a player who comes from another table of a tournament (TN-25)."""

    percent: int

    def __post_init__(self) -> None:
        """Raise for a percentage below 0 or above 100."""
        ensure(0 <= self.percent <= ALL, ImpossibleValue, self.percent)


@dataclass(frozen=True, slots=True)
class LaidCoins:
    """One bet: its coins, those of them on Win, and those returned uncalled."""

    coins: int
    win: int
    back: int = 0


@dataclass(frozen=True, slots=True)
class Tablet:
    """All bets of a seat in the order of betting, and its payments for trades."""

    seat: Seat
    bets: tuple[LaidCoins, ...] = ()
    trades: tuple[LaidCoins, ...] = ()
    """Dead money: it counts in no seat's total (DV-19)."""

    @property
    def total(self) -> int:
        """All coins that were bet and not returned."""
        return sum(laid.coins - laid.back for laid in self.bets)

    @property
    def win(self) -> int:
        """All coins on Win, including payments for trades."""
        return self.win_below(self.total) + sum(laid.win for laid in self.trades)

    @property
    def lose(self) -> int:
        """All coins on Lose, including payments for trades."""
        return self.total + sum(laid.coins for laid in self.trades) - self.win

    def win_below(self, edge: int) -> int:
        """Return the number of coins on Win among the first `edge` coins bet, in the order of betting.

        Part of a bet is divided in the same proportion as the whole bet (DV-21).
        """
        on_win, left = 0, edge
        for laid in self.bets:
            kept = laid.coins - laid.back
            on_win += laid.win * min(max(0, left), kept) // laid.coins
            left -= kept
        return on_win

    def bet(self, coins: int, win: int) -> Tablet:
        """Return the tablet with one more bet."""
        return replace(self, bets=(*self.bets, LaidCoins(coins, win)))

    def paid(self, coins: int, win: int) -> Tablet:
        """Return the tablet with one more payment for a trade."""
        return replace(self, trades=(*self.trades, LaidCoins(coins, win)))

    def returned(self, coins: int) -> Tablet:
        """Return the tablet after the last coins of the last bet have been returned."""
        *before, last = self.bets
        ensure(coins <= last.coins, BelowZero, last.coins, coins)
        return replace(self, bets=(*before, replace(last, back=coins)))
