"""Tables of stacks and actions, and the pots that come of them, worked out by hand.

Each row of a table says what it is about, then tells a hand, then its pots as `amount for
contenders = what each gets if all of them share it`, and what goes back after the last round.
"""

from __future__ import annotations

import pytest

from games.engine.betting.bets import Pot, share, side_pots
from games.engine.betting.rounds import winnable
from games.engine.core.game import Seat
from tests.games.engine.betting_script import Hand, pots_of, read_hand, read_table

ONE_POT = """
two match the same bet
    100 100: 1 bets 10, 2 matches
    20 for 1 2 = 10 10
everybody checks: the antes are the pot
    50 50 50, ante 2: 1 checks, 2 checks, 3 checks
    6 for 1 2 3 = 2 2 2
nothing was put in: there is no pot
    50 50: 1 checks, 2 checks
    nothing
a folded player's ante stays in
    100 100 100, ante 2: 1 bets 10, 2 matches, 3 folds
    26 for 1 2 = 13 13
both blinds are matched and the big blind checks
    50 50 50, blinds 1 2: 3 matches, 1 matches, 2 checks
    6 for 1 2 3 = 2 2 2
equal stacks all in are one layer
    25 25 25: 1 all in, 2 all in, 3 all in
    75 for 1 2 3 = 25 25 25
two equal short stacks are one edge, and it is the bet
    10 10 50: 1 all in, 2 all in, 3 matches
    30 for 1 2 3 = 10 10 10
a big blind that is all in for exactly the blind makes no layer
    50 2 50, blinds 1 2: 3 matches, 1 matches
    6 for 1 2 3 = 2 2 2
where a folded player's chips end is no edge
    100 100 30: 1 bets 10, 2 raises to 20, 3 all in, 1 folds, 2 matches
    70 for 2 3 = 35 35
who folds to a short all in leaves the bet
    100 100 30: 1 bets 20, 2 matches, 3 all in, 1 matches, 2 folds
    80 for 1 3 = 40 40
chips of three rounds lie together
    90 90, ante 1: 1 checks, 2 checks / 1 bets 5, 2 matches / 1 checks, 2 bets 7, 1 matches
    26 for 1 2 = 13 13
"""

SIDE_POTS = """
one short stack: a main pot and a side pot
    10 50 50: 1 all in, 2 raises to 30, 3 matches
    30 for 1 2 3 = 10 10 10; 40 for 2 3 = 20 20
three stacks, each all in or matching as far as it goes
    10 20 30: 1 all in, 2 all in, 3 matches
    30 for 1 2 3 = 10 10 10; 20 for 2 3 = 10 10
five stacks, four layers
    5 10 15 20 25: 1 all in, 2 all in, 3 all in, 4 all in, 5 matches
    25 for 1 2 3 4 5 = 5 5 5 5 5; 20 for 2 3 4 5 = 5 5 5 5; 15 for 3 4 5 = 5 5 5; 10 for 4 5 = 5 5
all in in the second round: the layer counts both rounds
    30 99 99: 1 bets 10, 2 matches, 3 matches / 1 all in, 2 raises to 50, 3 matches
    90 for 1 2 3 = 30 30 30; 60 for 2 3 = 30 30
one all in in each round
    20 50 99 99: 1 all in, 2 matches, 3 matches, 4 matches / 2 all in, 3 matches, 4 matches
    80 for 1 2 3 4 = 20 20 20 20; 90 for 2 3 4 = 30 30 30
two all in in one round, and the others check on
    20 50 99 99: 1 all in, 2 all in, 3 matches, 4 matches / 3 checks, 4 checks
    80 for 1 2 3 4 = 20 20 20 20; 90 for 2 3 4 = 30 30 30
the one who made the upper edge leaves: neighbours with the same contenders are one layer
    20 50 99 99: 1 all in, 2 all in, 3 matches, 4 matches / 3 bets 30, 2 leaves, 4 matches
    80 for 1 3 4 = 27 27 26; 150 for 3 4 = 75 75
the one who made the lower edge leaves: only the upper one is left
    20 50 99 99: 1 all in, 2 all in, 3 matches, 4 matches / 3 bets 30, 1 leaves, 4 matches
    170 for 2 3 4 = 57 57 56; 60 for 3 4 = 30 30
a short all in is raised in full
    99 13 99: 1 bets 10, 2 all in, 3 raises to 23, 1 matches
    39 for 1 2 3 = 13 13 13; 20 for 1 3 = 10 10
whoever bet into the side pot is left alone in it
    10 50 50: 1 all in, 2 raises to 30, 3 matches / 2 bets 10, 3 folds
    30 for 1 2 = 15 15; 40 for 2 = 40; 2 gets 10 back
in the main pot lie the folded player's chips too
    50 50 20, blinds 1 2: 3 all in, 1 folds, 2 raises to 40
    41 for 2 3 = 21 20; 2 gets 20 back
fixed limit: all in for less than the raise
    99 99 3, fixed limit: 1 bets 2, 2 raises to 4, 3 all in, 1 matches
    9 for 1 2 3 = 3 3 3; 2 for 1 2 = 1 1
pot limit: the pot is bet, then all in for less
    99 99 14, ante 10, pot limit: 1 bets 30, 2 matches, 3 all in
    42 for 1 2 3 = 14 14 14; 52 for 1 2 = 26 26
"""

RETURNED = """
TB-7: all others fold, and the bet that nobody matched goes back
    50 50 50, ante 2: 1 bets 10, 2 folds, 3 folds
    6 for 1 = 6; 1 gets 10 back
TB-7: a raise that nobody matched goes back as far as it was one
    99 99: 1 bets 10, 2 raises to 40, 1 folds
    20 for 2 = 20; 2 gets 30 back
TB-7: all fold to the big blind, who keeps what the small blind could not match
    50 50 50, blinds 1 2: 3 folds, 1 folds
    2 for 2 = 2; 2 gets 1 back
a bet over the other's stack
    99 30: 1 bets 50, 2 all in
    60 for 1 2 = 30 30; 1 gets 20 back
a bet over two different stacks goes back down to the higher one
    99 30 50: 1 bets 80, 2 all in, 3 all in
    90 for 1 2 3 = 30 30 30; 40 for 1 3 = 20 20; 1 gets 30 back
four stacks, the highest bets first
    40 30 20 10: 1 all in, 2 all in, 3 all in, 4 all in
    40 for 1 2 3 4 = 10 10 10 10; 30 for 1 2 3 = 10 10 10; 20 for 1 2 = 10 10; 1 gets 10 back
TB-4: raising where all others are all in brings nothing
    10 20: 1 all in, 2 all in
    20 for 1 2 = 10 10; 2 gets 10 back
a folded player had matched a part of it: that part stays
    99 99 20: 1 bets 30, 2 raises to 60, 3 all in, 1 folds
    60 for 2 3 = 30 30; 20 for 2 = 20; 2 gets 30 back
TB-9: not to one who left; the chips fall to the layer below
    99 40 40: 1 bets 50, 2 all in, 1 leaves, 3 all in
    130 for 2 3 = 65 65
the layers that only the one who left reached fall to the highest that somebody may win
    99 20 40: 1 bets 50, 2 all in, 1 leaves, 3 all in
    60 for 2 3 = 30 30; 50 for 3 = 50
TB-9: both blinds leave, and who has put in nothing takes all
    50 50 50, blinds 1 2: 1 leaves, 2 leaves
    3 for 3 = 3
the chips of a round before are nobody's to take back
    99 99: 1 bets 10, 2 matches / 1 bets 20, 2 folds
    20 for 1 = 20; 1 gets 20 back
"""

SHORT_FORCED_BETS = """
a short ante is a layer of its own
    1 50 50, ante 2: 2 checks, 3 checks
    3 for 1 2 3 = 1 1 1; 2 for 2 3 = 1 1
two short antes, two layers
    1 2 50 50, ante 3: 3 bets 10, 4 matches
    4 for 1 2 3 4 = 1 1 1 1; 3 for 2 3 4 = 1 1 1; 22 for 3 4 = 11 11
an ante that the only opponent could not match goes back
    1 50, ante 3:
    2 for 1 2 = 1 1; 2 gets 2 back
a short big blind does not change what the others match
    50 1 50, blinds 1 2: 3 matches, 1 matches
    3 for 1 2 3 = 1 1 1; 2 for 1 3 = 1 1
a short small blind
    1 50 50, blinds 2 4: 3 matches, 2 checks
    3 for 1 2 3 = 1 1 1; 6 for 2 3 = 3 3
both blinds short
    1 3 50 50, blinds 2 4: 3 matches, 4 matches
    4 for 1 2 3 4 = 1 1 1 1; 6 for 2 3 4 = 2 2 2; 2 for 3 4 = 1 1
after the ante little is left for the blind
    50 3 50, ante 2, blinds 1 2: 3 matches, 1 matches
    9 for 1 2 3 = 3 3 3; 2 for 1 3 = 1 1
TB-4: the short big blind has matched the small one, and nobody is asked
    1 50, blinds 1 2:
    2 for 1 2 = 1 1
TB-4: the small blind lies over the short big one, and goes back down to it
    1 50, blinds 2 4:
    2 for 1 2 = 1 1; 2 gets 1 back
the small blind matches the whole blind, and the chip too many goes back
    3 50, blinds 2 4: 2 matches
    6 for 1 2 = 3 3; 2 gets 1 back
"""

ODD_UNITS = """
TB-1: one odd unit goes to the first from the dealer's left
    50 50 50 50, ante 4: 1 checks, 2 checks, 3 checks, 4 folds
    16 for 1 2 3 = 6 5 5
TB-1: two odd units go to the first two
    50 50 50 50, ante 5: 1 checks, 2 checks, 3 checks, 4 folds
    20 for 1 2 3 = 7 7 6
TB-1: the first one folded, the next in turn order gets the odd unit
    50 50 50 50, ante 5: 1 folds, 2 checks, 3 checks, 4 checks
    20 for 2 3 4 = 7 7 6
TB-1: three odd units among four
    50 50 50 50 50, ante 3: 1 checks, 2 checks, 3 folds, 4 checks, 5 checks
    15 for 1 2 4 5 = 4 4 4 3
TB-1: the main pot has an odd unit, the side pot none
    6 50 50 50, ante 1: 1 all in, 2 raises to 12, 3 matches, 4 folds
    19 for 1 2 3 = 7 6 6; 14 for 2 3 = 7 7
TB-1: the side pot has an odd unit, the main pot none
    6 50 50 50: 1 all in, 2 matches, 3 matches, 4 matches / 2 bets 3, 3 raises to 8, 4 matches, 2 folds
    24 for 1 3 4 = 8 8 8; 19 for 3 4 = 10 9
"""

DEAD_MONEY = """
dead money lies in the pot
    20 20, ante 2, dead 3: 1 checks, 2 checks
    7 for 1 2 = 4 3
dead money lies in the lowest layer alone
    10 50 50, dead 5: 1 all in, 2 raises to 30, 3 matches
    35 for 1 2 3 = 12 12 11; 40 for 2 3 = 20 20
dead money is the whole pot where nobody put in anything
    10 50 50, dead 5: 1 checks, 2 checks, 3 folds
    5 for 1 2 = 3 2
"""

PLEDGES = """
DE-11: a pledge matches the bet that comes later
    100 99 99: 1 all in, 2 bets 20, 3 matches
    60 for 1 2 3 = 20 20 20
DE-11: a pledge goes as far as the stack goes
    15 99 99: 1 all in, 2 bets 20, 3 matches
    45 for 1 2 3 = 15 15 15; 10 for 2 3 = 5 5
DE-11: two raises take from a pledge until the stack is gone
    99 25 99: 1 bets 10, 2 all in, 3 raises to 20, 1 raises to 40, 3 matches
    75 for 1 2 3 = 25 25 25; 30 for 1 3 = 15 15
DE-11: all in with a hundred does not raise a bet of ten
    100 100 100: 1 bets 10, 2 all in, 3 matches
    30 for 1 2 3 = 10 10 10
DE-11: the better goes back down to the pledge's stack
    15 99: 1 all in, 2 bets 20
    30 for 1 2 = 15 15; 2 gets 5 back
"""

CASES = [
    *read_table(ONE_POT),
    *read_table(SIDE_POTS),
    *read_table(RETURNED),
    *read_table(SHORT_FORCED_BETS),
    *read_table(ODD_UNITS),
    *read_table(DEAD_MONEY),
    *read_table(PLEDGES, is_pledging=True),
]


@pytest.mark.parametrize(("hand", "expected"), CASES)
def test_pots(hand: Hand, expected: str) -> None:
    """TB-1, TB-6, TB-7: layers, who may win them, odd units, and chips that go back."""
    assert expected == hand.outcome()


@pytest.mark.parametrize(("hand", "_expected"), CASES)
def test_no_chip_is_made_or_lost(hand: Hand, _expected: str) -> None:
    """TB-2: the coins before the seats and in the pots are those brought, and the dead money."""
    betting, _ = hand.finish()
    brought = sum(map(int, hand.stacks.split())) + hand.dead
    in_pots = sum(pot.amount for pot in pots_of(betting))

    assert brought == sum(stake.stack for stake in betting.stakes) + in_pots


def test_edges() -> None:
    """TB-6: a layer knows which chips of each seat lie in it, the folded players' above it included."""
    paid = [(Seat(4), 60), (Seat(5), 10), (Seat(1), 40), (Seat(2), 25), (Seat(3), 40)]
    pots = side_pots(paid, {Seat(1), Seat(3), Seat(5)}, dead=3)

    assert pots == (
        Pot(53, (Seat(5), Seat(1), Seat(3)), floor=0, ceiling=10),
        Pot(125, (Seat(1), Seat(3)), floor=10, ceiling=60),
    )


def test_share_in_the_given_order() -> None:
    """TB-1: the odd units go one each to the receivers in the order in which they are named."""
    assert share(11, (Seat(5), Seat(2), Seat(3))) == {Seat(5): 4, Seat(2): 4, Seat(3): 3}
    assert share(1, (Seat(5), Seat(2))) == {Seat(5): 1, Seat(2): 0}


@pytest.mark.parametrize(
    ("told", "won", "won_whole"),
    [
        ("60 700: 1 checks, 2 bets 600", 120, 120),
        ("60 700: 1 checks, 2 bets 60", 120, 120),
        ("60 700 700: 1 checks, 2 bets 600, 3 matches", 180, 1260),
        ("60 700 700: 1 checks, 2 bets 60, 3 matches", 180, 180),
        ("65 705 705, ante 5: 1 checks, 2 bets 600, 3 folds", 135, 135),
        ("100 700 700: 1 bets 40, 2 raises to 90, 3 raises to 600", 290, 290),
    ],
)
def test_what_cannot_be_matched_cannot_be_won(told: str, won: int, won_whole: int) -> None:
    """TB-6: a bet of 600 is one of 60 to a seat of 60; not so where an all-in plays for all (DE-11)."""
    betting = read_hand(told).run()
    chips = betting.stake(Seat(1)).stack

    assert winnable(betting, chips) == won
    assert winnable(betting, chips, is_whole=True) == won_whole
