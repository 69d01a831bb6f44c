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
    """What the seat's bet of this round may become by a bet or a raise that is no short all in."""
    all_in: int | None
    """Chips that going all in takes now: perhaps none if it is a pledge (DE-11)."""


def betting_options(betting: Betting, *, ceiling: int | None = None) -> BettingOptions:
    """What the seat to act may do; no bet or raise comes to more than the ceiling (DV-22)."""
    stake = betting.acting
    missing, reach = owed(betting, stake), stake.reach
    least, most = betting.to_match + betting.step, _most(betting, stake)
    if ceiling is not None:
        # A raise up to the richest opponent's purse may be smaller than a full one.
        least, most = min(least, ceiling), min(most, ceiling)
    may_raise = _may_raise(betting, stake)
    if betting.is_pledging:
        all_in: int | None = min(stake.stack, missing)
    else:
        is_raise = reach > betting.to_match
        all_in = None if is_raise and not (may_raise and reach <= most) else stake.stack
    most = min(reach, most)
    return BettingOptions(
        can_check=missing == 0 and (betting.may_check or betting.to_match > 0),
        match_amount=missing if 0 < missing <= stake.stack else None,
        raise_to=Range(least, most) if may_raise and betting.to_match < least <= most else None,
        all_in=all_in,
    )


def owed(betting: Betting, stake: Stake) -> int:
    """Chips that a stake's bet lacks."""
    return max(0, betting.to_match - stake.bet)


def pot_after_match(betting: Betting, stake: Stake) -> int:
    """What will lie in the middle once this stake has matched."""
    return betting.pot + owed(betting, stake)


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
