"""The seat to act and its options: the betting rules, line by line.

Each row of a table says what it is about, then tells a hand, then who is asked and what is
offered. `bet 2-50` is what the seat's bet of the round may become.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.engine.betting_script import Hand, read_table

ROUND = """
the first may bet what the table asks for, or more
    50 50:
    1: fold, check, bet 2-50, all in 50
who has checked is not asked again
    50 50 50: 1 checks, 2 checks, 3 checks
    nobody
a bet asks all others
    50 50 50: 1 checks, 2 bets 5, 3 folds
    1: fold, match 5, raise 10-50, all in 50
all have matched
    50 50 50: 1 bets 5, 2 matches, 3 matches
    nobody
all others have folded (TB-7)
    50 50 50: 1 bets 5, 2 folds, 3 folds
    nobody
who is all in is not asked
    5 50 50: 1 all in, 2 matches, 3 matches /
    2: fold, check, bet 2-45, all in 45
nor who has folded
    50 50 50: 1 folds, 2 checks, 3 checks /
    2: fold, check, bet 2-50, all in 50
a stack that just matches
    50 9: 1 bets 9
    2: fold, match 9, all in 9
a stack that does not match
    50 7: 1 bets 9
    2: fold, all in 7
one player could act and has nothing to match
    5 50 50: 1 all in, 2 matches, 3 folds /
    nobody
the same in the middle of a round
    50 50 2, blinds 1 2: 3 all in, 1 folds
    nobody
one player could act and has to match
    50 50 9, blinds 1 2: 3 all in, 1 folds
    2: fold, match 7, raise 16-50, all in 48
raising where all others are all in
    10 50: 1 all in
    2: fold, match 10, raise 20-50, all in 50
"""

RAISES = """
by the bet
    99 99: 1 bets 10
    2: fold, match 10, raise 20-99, all in 99
by the last raise
    99 99 99: 1 bets 10, 2 raises to 40
    3: fold, match 40, raise 70-99, all in 99
by the last one, not by all
    99 99: 1 bets 10, 2 raises to 25
    1: fold, match 15, raise 40-99, all in 89
only an all in may be smaller
    99 99 15: 1 bets 10, 2 matches
    3: fold, match 10, all in 15
a smaller one leaves the step as it was
    99 13 99: 1 bets 10, 2 all in
    3: fold, match 13, raise 23-99, all in 99
and lets nobody who has acted raise again
    99 13 99: 1 bets 10, 2 all in, 3 matches
    1: fold, match 3
nor go all in over it, but for less
    12 13 99: 1 bets 10, 2 all in, 3 matches
    1: fold, all in 2
nor for more than what is missing
    13 13 99: 1 bets 10, 2 all in, 3 matches
    1: fold, match 3, all in 3
nor do two that together make a full one
    99 16 21: 1 bets 10, 2 all in, 3 all in
    1: fold, match 11
a full all in does
    99 20 99: 1 bets 10, 2 all in, 3 matches
    1: fold, match 10, raise 30-99, all in 89
a full raise over a smaller one does
    99 13 99: 1 bets 10, 2 all in, 3 raises to 23
    1: fold, match 13, raise 33-99, all in 89
a bet of less than the smallest
    99 99 1: 1 checks, 2 checks, 3 all in
    1: fold, match 1
is raised by the smallest bet
    1 99 99: 1 all in
    2: fold, match 1, raise 3-99, all in 99
after a round all may raise again
    99 13 99: 1 bets 10, 2 all in, 3 matches, 1 matches /
    1: fold, check, bet 2-86, all in 86
"""

BLINDS = """
the next after the blinds begins
    50 50 50:
    3: fold, match 2, raise 4-50, all in 50
the small blind lacks one
    50 50 50: 3 folds
    1: fold, match 1, raise 4-50, all in 49
the big blind may still raise
    50 50 50: 3 matches, 1 matches
    2: fold, check, raise 4-50, all in 48
once
    50 50 50: 3 matches, 1 matches, 2 checks
    nobody
of two the dealer begins
    50 50:
    2: fold, match 1, raise 4-50, all in 49
and in the second round the other
    50 50: 2 matches, 1 checks /
    1: fold, check, bet 2-48, all in 48
a short big blind changes nothing
    50 1 50:
    3: fold, match 2, raise 4-50, all in 50
nor for the small blind
    50 1 50: 3 matches
    1: fold, match 1, raise 4-50, all in 49
a big blind of more than the smallest bet is raised by as much
    50 50 50, blinds 3 5:
    3: fold, match 5, raise 10-50, all in 50
nobody is left to match the small blind
    50 1 50: 3 folds
    nobody
"""

POT_LIMIT = """
a bet: the antes
    99 99 99, ante 2:
    1: fold, check, bet 2-6
dead money counts
    99 99 99, ante 2, dead 5:
    1: fold, check, bet 2-11
a raise: 6 to match, then 18 lie there
    99 99 99, ante 2: 1 bets 6
    2: fold, match 6, raise 12-24
the blinds: 2 to match, then 5 lie there
    99 99 99, blinds 1 2:
    3: fold, match 2, raise 4-7
the small blind: 1 to match, then 4
    99 99 99, blinds 1 2: 3 folds
    1: fold, match 1, raise 4-6
all in would be more
    99 20, ante 2: 1 bets 4
    2: fold, match 4, raise 8-16
all in is just the pot
    99 18, ante 2: 1 bets 4
    2: fold, match 4, raise 8-16, all in 16
all in for less
    99 5, ante 2: 1 bets 4
    2: fold, all in 3
"""

FIXED_LIMIT = """
the bet
    99 99 99:
    1: fold, check, bet 4-4
a raise
    99 99 99: 1 bets 4
    2: fold, match 4, raise 8-8
four a round
    99 99 99 99: 1 bets 4, 2 raises to 8, 3 raises to 12, 4 raises to 16
    1: fold, match 12
and four in the next
    99 99 99: 1 bets 4, 2 raises to 8, 3 raises to 12, 1 raises to 16, 2 matches, 3 matches / 1 bets 4
    2: fold, match 4, raise 8-8
the big blind is the first
    99 99 99, blinds 2 4: 3 raises to 8, 1 raises to 12, 2 raises to 16
    3: fold, match 8
a big blind of more than the fixed bet is raised by the fixed bet
    99 99 99, blinds 3 6:
    3: fold, match 6, raise 10-10
and by it again
    99 99 99, blinds 3 6: 3 raises to 10, 1 folds
    2: fold, match 4, raise 14-14
no ceiling once all but two have folded
    99 99 99: 1 bets 4, 2 raises to 8, 3 folds, 1 raises to 12, 2 raises to 16
    1: fold, match 4, raise 20-20
who is all in has not folded
    99 99 4: 1 bets 4, 2 raises to 8, 3 all in, 1 raises to 12, 2 raises to 16
    1: fold, match 4
all in for less than a raise
    99 99 6: 1 bets 4, 2 matches
    3: fold, match 4, all in 6
the next raise adds the fixed bet to it
    99 6 99: 1 bets 4, 2 all in
    3: fold, match 6, raise 10-10
all in for less than the bet
    3 99 99:
    1: fold, check, all in 3
the next raise adds the fixed bet to that
    3 99 99: 1 all in
    2: fold, match 3, raise 7-7
all in for less counts as one
    3 99 99 99: 1 all in, 2 raises to 7, 3 raises to 11, 4 raises to 15
    2: fold, match 8
after four no all in that raises
    18 99 99 99: 1 bets 4, 2 raises to 8, 3 raises to 12, 4 raises to 16
    1: fold, match 12
but one for less
    14 99 99 99: 1 bets 4, 2 raises to 8, 3 raises to 12, 4 raises to 16
    1: fold, all in 10
"""

PLEDGES = """
all in where nothing is to be matched
    50 50:
    1: fold, check, bet 2-50, all in 0
it never raises, be the stack as it may
    50 50 15: 1 bets 10, 2 matches
    3: fold, match 10, all in 10
it goes as far as the money goes
    50 7: 1 bets 10
    2: fold, all in 7
the others put in what they would
    50 50 50: 1 bets 10, 2 all in
    3: fold, match 10, raise 20-50, all in 10
the other may still bet against it
    50 50: 1 all in
    2: fold, check, bet 2-50, all in 0
no further decision
    50 50 50: 1 all in, 2 bets 10, 3 matches
    nobody
whatever is raised
    50 50 50: 1 all in, 2 bets 10, 3 raises to 30, 2 matches
    nobody
all have pledged
    50 50: 1 all in, 2 all in
    nobody
with a stack left it decides anew
    50 50 50: 1 all in, 2 bets 10, 3 matches /
    1: fold, check, bet 2-40, all in 0
without one it does not
    9 50 50: 1 all in, 2 bets 10, 3 matches /
    2: fold, check, bet 2-40, all in 0
nobody can match any more
    9 50: 1 all in, 2 bets 10 /
    nobody
"""

PURSES = """
the richest opponent's, not the own
    99 30 20:
    1: fold, check, bet 2-30
it does not matter to the poorer
    30 99:
    1: fold, check, bet 2-30, all in 30
all in is no more than the opponent has
    30 30:
    1: fold, check, bet 2-30, all in 30
who has folded is no opponent
    99 90 30: 1 checks, 2 folds, 3 bets 10
    1: fold, match 10, raise 20-30
what the opponent has bet counts
    99 25: 1 checks, 2 bets 12
    1: fold, match 12, raise 24-25
up to it a raise may be smaller
    99 25: 1 checks, 2 bets 20
    1: fold, match 20, raise 25-25
and so may a bet
    99 1:
    1: fold, check, bet 1-1
the opponent is all in
    20 99: 1 all in
    2: fold, match 20
pot limit may be lower
    99 30, ante 2, pot limit:
    1: fold, check, bet 2-4
"""

NO_CHECKS = """
bet or fold; the smallest bet is the ante
    50 50 50:
    1: fold, bet 2-48, all in 48
the next too
    50 50 50: 1 folds
    2: fold, bet 2-48, all in 48
when a bet stands: match, raise or fold
    50 50 50: 1 bets 2
    2: fold, match 2, raise 4-48, all in 48
only an all in may be less than the ante
    3 50 50:
    1: fold, all in 1
all but one have folded
    50 50 50: 1 folds, 2 folds
    nobody
"""


def rows(table: str, **rules: Any) -> pytest.MarkDecorator:
    """A test for each row of a table, named by what the row is about."""
    return pytest.mark.parametrize(("hand", "asked"), read_table(table, **rules))


@rows(ROUND)
def test_round(hand: Hand, asked: str) -> None:
    """TB-4: in turn order, until all who can have acted and matched; TB-7."""
    assert asked == hand.asked()


@rows(RAISES)
def test_raises(hand: Hand, asked: str) -> None:
    """TB-4: a raise adds the last full bet or raise; a smaller all in lets nobody raise again."""
    assert asked == hand.asked()


@rows(BLINDS, blinds=(1, 2))
def test_blinds(hand: Hand, asked: str) -> None:
    """DE-3: the first to act is right, the big blind may still raise; TB-6: a short one changes nothing."""
    assert asked == hand.asked()


@rows(POT_LIMIT, limit="pot_limit")
def test_pot_limit(hand: Hand, asked: str) -> None:
    """TB-5: a raise may be the size of the pot after the raiser has matched, and no more."""
    assert asked == hand.asked()


@rows(FIXED_LIMIT, limit="fixed_limit", bet_min=4)
def test_fixed_limit(hand: Hand, asked: str) -> None:
    """TB-5: every bet and raise is the fixed bet, and there are four a round."""
    assert asked == hand.asked()


@rows(PLEDGES, is_pledging=True)
def test_pledge(hand: Hand, asked: str) -> None:
    """DE-11: all in means: I match, whatever is still raised, as far as my money goes."""
    assert asked == hand.asked()


@rows(PURSES, has_purse=True)
def test_purse(hand: Hand, asked: str) -> None:
    """DV-22: nobody may bet more than the richest opponent still in could match."""
    assert asked == hand.asked()


@rows(NO_CHECKS, ante=2, may_check=False)
def test_no_checks(hand: Hand, asked: str) -> None:
    """KH-6: in the first round there is no check."""
    assert asked == hand.asked()
