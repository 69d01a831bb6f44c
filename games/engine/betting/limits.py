"""What the seat to act may do: how much a bet or raise may be, and which all in is legal.

All bounds are bets of the round and not chips added: a raise from 10 to 30 is `30`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from games.engine.betting.stakes import Betting, Stake

RAISES_MAX = 4
"""Bets and raises a round with fixed limit, while more than two are in (TB-5)."""

HEADS_UP = 2


@dataclass(frozen=True, slots=True)
class Range:
    """From least to most, bounds included."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class BettingOptions:
    """What the seat to act may do; None where it may not. Folding is always possible."""

    can_check: bool
    match_amount: int | None
    """Chips that a match takes."""
    raise_to: Range | None
    """What the seat's bet of this round may become."""
    all_in: int | None
    """Chips that going all in takes now: perhaps none if it is a pledge (DE-11)."""
    is_closing: bool
    """Matching, or going all in for less, would end the last round: it calls for cards (KH-10)."""


def owed(betting: Betting, stake: Stake) -> int:
    """Chips that a stake's bet lacks."""
    return max(0, betting.to_match - stake.bet)


def pot_after_match(betting: Betting, stake: Stake) -> int:
    """What will lie in the middle once this stake has matched."""
    return betting.pot + owed(betting, stake)


def raise_range(betting: Betting, stake: Stake, ceiling: int | None) -> Range | None:
    """What this stake's bet may become by a bet or a raise that is no short all in."""
    if not _may_raise(betting, stake):
        return None
    least = betting.to_match + betting.step
    most = min(stake.reach, _most(betting, stake))
    if ceiling is not None:
        # A raise up to the richest opponent's purse may be smaller than a full one (DV-22).
        least, most = min(least, ceiling), min(most, ceiling)
    return Range(least, most) if betting.to_match < least <= most else None


def all_in_amount(betting: Betting, stake: Stake, ceiling: int | None) -> int | None:
    """Chips that going all in takes, or None where the limit or the ceiling forbids it."""
    if betting.is_pledging:
        return min(stake.stack, owed(betting, stake))
    if stake.reach <= betting.to_match:
        return stake.stack
    is_within = stake.reach <= _most(betting, stake) and (ceiling is None or stake.reach <= ceiling)
    return stake.stack if _may_raise(betting, stake) and is_within else None


def _may_raise(betting: Betting, stake: Stake) -> bool:
    if stake.has_acted:
        return False
    if betting.limit != "fixed_limit" or betting.raises < RAISES_MAX:
        return True
    return sum(not each.has_folded for each in betting.stakes) <= HEADS_UP


def _most(betting: Betting, stake: Stake) -> int:
    """The highest bet under the table's limit, whatever the stack (TB-5)."""
    match betting.limit:
        case "no_limit":
            return stake.reach
        case "pot_limit":
            return betting.to_match + pot_after_match(betting, stake)
        case "fixed_limit":
            return betting.to_match + betting.bet_min
        case _:
            assert_never(betting.limit)
