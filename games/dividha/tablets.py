"""A seat's tablet: which of its coins lie on Win and which on Lose (DV-13), and how bets are cut (DV-21)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.engine.core.errors import BelowZero, ImpossibleValue, ensure
from games.engine.core.game import Seat

EVEN = 50
ALL = 100


@dataclass(frozen=True, slots=True)
class Usual:
    """A seat's usual split: the percentage of each bet that goes on Win. Only its owner knows."""

    seat: Seat
    percent: int = EVEN

    def __post_init__(self) -> None:
        """Refuse more than all of a bet, and less than nothing."""
        ensure(0 <= self.percent <= ALL, ImpossibleValue, self.percent)

    def part(self, coins: int) -> int:
        """How many of these coins go on Win, rounded up."""
        return coins - coins * (ALL - self.percent) // ALL

    def whole(self, coins: int) -> int:
        """The same for coins that may not be split: all of them or none."""
        return coins if self.percent >= EVEN else 0


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

    def win_below(self, coins: int) -> int:
        """How many of the bet's first coins are Win coins, in proportion to the whole bet (DV-21)."""
        return self.win * min(coins, self.coins - self.back) // self.coins


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
        """How many of the first coins that were bet, in the order of betting, lie on Win."""
        won, left = 0, edge
        for laid in self.bets:
            won += laid.win_below(max(0, left))
            left -= laid.coins - laid.back
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
