"""Tables of stacks and actions, and the pots that come of them, worked out by hand.

Each pot is told as `amount for contenders = what each gets if all of them share it`.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from games.engine.game import Seat
from games.engine.pots import Pot, layers, share
from tests.games.engine.betting_script import Hand, pots_of, told


@dataclass(frozen=True)
class Case:
    """One table."""

    about: str
    hand: Hand
    pots: tuple[str, ...]
    returned: str = ""
    """What the last round gave back."""


ONE_POT = [
    Case(
        "two match the same bet",
        Hand("100 100", "1 bets 10, 2 matches"),
        ("20 for 1 2 = 10 10",),
    ),
    Case(
        "everybody checks: the antes are the pot",
        Hand("50 50 50", "1 checks, 2 checks, 3 checks", ante=2),
        ("6 for 1 2 3 = 2 2 2",),
    ),
    Case(
        "nothing was put in: there is no pot",
        Hand("50 50", "1 checks, 2 checks"),
        (),
    ),
    Case(
        "a folded player's ante stays in",
        Hand("100 100 100", "1 bets 10, 2 matches, 3 folds", ante=2),
        ("26 for 1 2 = 13 13",),
    ),
    Case(
        "both blinds are matched and the big blind checks",
        Hand("50 50 50", "3 matches, 1 matches, 2 checks", blinds=(1, 2)),
        ("6 for 1 2 3 = 2 2 2",),
    ),
    Case(
        "equal stacks all in are one layer",
        Hand("25 25 25", "1 all in, 2 all in, 3 all in"),
        ("75 for 1 2 3 = 25 25 25",),
    ),
    Case(
        "two equal short stacks are one edge, and it is the bet",
        Hand("10 10 50", "1 all in, 2 all in, 3 matches"),
        ("30 for 1 2 3 = 10 10 10",),
    ),
    Case(
        "a big blind that is all in for exactly the blind makes no layer",
        Hand("50 2 50", "3 matches, 1 matches", blinds=(1, 2)),
        ("6 for 1 2 3 = 2 2 2",),
    ),
    Case(
        "where a folded player's chips end is no edge",
        Hand("100 100 30", "1 bets 10, 2 raises to 20, 3 all in, 1 folds, 2 matches"),
        ("70 for 2 3 = 35 35",),
    ),
    Case(
        "who folds to a short all in leaves the bet",
        Hand("100 100 30", "1 bets 20, 2 matches, 3 all in, 1 matches, 2 folds"),
        ("80 for 1 3 = 40 40",),
    ),
    Case(
        "chips of three rounds lie together",
        Hand("90 90", "1 checks, 2 checks / 1 bets 5, 2 matches / 1 checks, 2 bets 7, 1 matches", ante=1),
        ("26 for 1 2 = 13 13",),
    ),
]

SIDE_POTS = [
    Case(
        "one short stack: a main pot and a side pot",
        Hand("10 50 50", "1 all in, 2 raises to 30, 3 matches"),
        ("30 for 1 2 3 = 10 10 10", "40 for 2 3 = 20 20"),
    ),
    Case(
        "three stacks, each all in or matching as far as it goes",
        Hand("10 20 30", "1 all in, 2 all in, 3 matches"),
        ("30 for 1 2 3 = 10 10 10", "20 for 2 3 = 10 10"),
    ),
    Case(
        "six stacks, five layers",
        Hand("5 10 15 20 25 30", "1 all in, 2 all in, 3 all in, 4 all in, 5 all in, 6 matches"),
        (
            "30 for 1 2 3 4 5 6 = 5 5 5 5 5 5",
            "25 for 2 3 4 5 6 = 5 5 5 5 5",
            "20 for 3 4 5 6 = 5 5 5 5",
            "15 for 4 5 6 = 5 5 5",
            "10 for 5 6 = 5 5",
        ),
    ),
    Case(
        "all in in the second round: the layer counts both rounds",
        Hand("30 99 99", "1 bets 10, 2 matches, 3 matches / 1 all in, 2 raises to 50, 3 matches"),
        ("90 for 1 2 3 = 30 30 30", "60 for 2 3 = 30 30"),
    ),
    Case(
        "one all in in each round",
        Hand("20 50 99 99", "1 all in, 2 matches, 3 matches, 4 matches / 2 all in, 3 matches, 4 matches"),
        ("80 for 1 2 3 4 = 20 20 20 20", "90 for 2 3 4 = 30 30 30"),
    ),
    Case(
        "two all in in one round, and the others check on",
        Hand("20 50 99 99", "1 all in, 2 all in, 3 matches, 4 matches / 3 checks, 4 checks"),
        ("80 for 1 2 3 4 = 20 20 20 20", "90 for 2 3 4 = 30 30 30"),
    ),
    Case(
        "the one who made the upper edge leaves: neighbours with the same contenders are one layer",
        Hand("20 50 99 99", "1 all in, 2 all in, 3 matches, 4 matches / 3 bets 30, 2 leaves, 4 matches"),
        ("80 for 1 3 4 = 27 27 26", "150 for 3 4 = 75 75"),
    ),
    Case(
        "the one who made the lower edge leaves: only the upper one is left",
        Hand("20 50 99 99", "1 all in, 2 all in, 3 matches, 4 matches / 3 bets 30, 1 leaves, 4 matches"),
        ("170 for 2 3 4 = 57 57 56", "60 for 3 4 = 30 30"),
    ),
    Case(
        "a short all in is raised in full",
        Hand("99 13 99", "1 bets 10, 2 all in, 3 raises to 23, 1 matches"),
        ("39 for 1 2 3 = 13 13 13", "20 for 1 3 = 10 10"),
    ),
    Case(
        "whoever bet into the side pot is left alone in it",
        Hand("10 50 50", "1 all in, 2 raises to 30, 3 matches / 2 bets 10, 3 folds"),
        ("30 for 1 2 = 15 15", "40 for 2 = 40"),
        returned="2 gets 10",
    ),
    Case(
        "in the main pot lie the folded player's chips too",
        Hand("50 50 20", "3 all in, 1 folds, 2 raises to 40", blinds=(1, 2)),
        ("41 for 2 3 = 21 20",),
        returned="2 gets 20",
    ),
    Case(
        "fixed limit: all in for less than the raise",
        Hand("99 99 17", "1 bets 10, 2 raises to 20, 3 all in, 1 matches", limit="fixed_limit", bet_min=10),
        ("51 for 1 2 3 = 17 17 17", "6 for 1 2 = 3 3"),
    ),
    Case(
        "pot limit: the pot is bet, then all in for less",
        Hand("99 99 14", "1 bets 30, 2 matches, 3 all in", limit="pot_limit", ante=10),
        ("42 for 1 2 3 = 14 14 14", "52 for 1 2 = 26 26"),
    ),
]

RETURNED = [
    Case(
        "TB-7: all others fold, and the bet that nobody matched goes back",
        Hand("50 50 50", "1 bets 10, 2 folds, 3 folds", ante=2),
        ("6 for 1 = 6",),
        returned="1 gets 10",
    ),
    Case(
        "TB-7: a raise that nobody matched goes back as far as it was one",
        Hand("99 99", "1 bets 10, 2 raises to 40, 1 folds"),
        ("20 for 2 = 20",),
        returned="2 gets 30",
    ),
    Case(
        "TB-7: all fold to the big blind, who keeps what the small blind could not match",
        Hand("50 50 50", "3 folds, 1 folds", blinds=(1, 2)),
        ("2 for 2 = 2",),
        returned="2 gets 1",
    ),
    Case(
        "a bet over the other's stack",
        Hand("99 30", "1 bets 50, 2 all in"),
        ("60 for 1 2 = 30 30",),
        returned="1 gets 20",
    ),
    Case(
        "a bet over two different stacks goes back down to the higher one",
        Hand("99 30 50", "1 bets 80, 2 all in, 3 all in"),
        ("90 for 1 2 3 = 30 30 30", "40 for 1 3 = 20 20"),
        returned="1 gets 30",
    ),
    Case(
        "four stacks, the highest bets first",
        Hand("40 30 20 10", "1 all in, 2 all in, 3 all in, 4 all in"),
        ("40 for 1 2 3 4 = 10 10 10 10", "30 for 1 2 3 = 10 10 10", "20 for 1 2 = 10 10"),
        returned="1 gets 10",
    ),
    Case(
        "TB-4: raising where all others are all in brings nothing",
        Hand("10 20", "1 all in, 2 all in"),
        ("20 for 1 2 = 10 10",),
        returned="2 gets 10",
    ),
    Case(
        "a folded player had matched a part of it: that part stays",
        Hand("99 99 20", "1 bets 30, 2 raises to 60, 3 all in, 1 folds"),
        ("60 for 2 3 = 30 30", "20 for 2 = 20"),
        returned="2 gets 30",
    ),
    Case(
        "TB-9: not to one who left; the chips fall to the layer below",
        Hand("99 40 40", "1 bets 50, 2 all in, 1 leaves, 3 all in"),
        ("130 for 2 3 = 65 65",),
    ),
    Case(
        "the layers that only the one who left reached fall to the highest that somebody may win",
        Hand("99 20 40", "1 bets 50, 2 all in, 1 leaves, 3 all in"),
        ("60 for 2 3 = 30 30", "50 for 3 = 50"),
    ),
    Case(
        "TB-9: both blinds leave, and who has put in nothing takes all",
        Hand("50 50 50", "1 leaves, 2 leaves", blinds=(1, 2)),
        ("3 for 3 = 3",),
    ),
    Case(
        "the chips of a round before are nobody's to take back",
        Hand("99 99", "1 bets 10, 2 matches / 1 bets 20, 2 folds"),
        ("20 for 1 = 20",),
        returned="1 gets 20",
    ),
]

SHORT_FORCED_BETS = [
    Case(
        "a short ante is a layer of its own",
        Hand("1 50 50", "2 checks, 3 checks", ante=2),
        ("3 for 1 2 3 = 1 1 1", "2 for 2 3 = 1 1"),
    ),
    Case(
        "two short antes, two layers",
        Hand("1 2 50 50", "3 bets 10, 4 matches", ante=3),
        ("4 for 1 2 3 4 = 1 1 1 1", "3 for 2 3 4 = 1 1 1", "22 for 3 4 = 11 11"),
    ),
    Case(
        "an ante that the only opponent could not match goes back",
        Hand("1 50", "", ante=3),
        ("2 for 1 2 = 1 1",),
        returned="2 gets 2",
    ),
    Case(
        "a short big blind does not change what the others match",
        Hand("50 1 50", "3 matches, 1 matches", blinds=(1, 2)),
        ("3 for 1 2 3 = 1 1 1", "2 for 1 3 = 1 1"),
    ),
    Case(
        "a short small blind",
        Hand("1 50 50", "3 matches, 2 checks", blinds=(2, 4)),
        ("3 for 1 2 3 = 1 1 1", "6 for 2 3 = 3 3"),
    ),
    Case(
        "both blinds short",
        Hand("1 3 50 50", "3 matches, 4 matches", blinds=(2, 4), bet_min=4),
        ("4 for 1 2 3 4 = 1 1 1 1", "6 for 2 3 4 = 2 2 2", "2 for 3 4 = 1 1"),
    ),
    Case(
        "after the ante little is left for the blind",
        Hand("50 3 50", "3 matches, 1 matches", ante=2, blinds=(1, 2)),
        ("9 for 1 2 3 = 3 3 3", "2 for 1 3 = 1 1"),
    ),
    Case(
        "TB-4: the short big blind has matched the small one, and nobody is asked",
        Hand("1 50", "", blinds=(1, 2)),
        ("2 for 1 2 = 1 1",),
    ),
    Case(
        "TB-4: the small blind lies over the short big one, and goes back down to it",
        Hand("1 50", "", blinds=(2, 4)),
        ("2 for 1 2 = 1 1",),
        returned="2 gets 1",
    ),
    Case(
        "the small blind matches the whole blind, and the chip too many goes back",
        Hand("3 50", "2 matches", blinds=(2, 4)),
        ("6 for 1 2 = 3 3",),
        returned="2 gets 1",
    ),
]

ODD_UNITS = [
    Case(
        "TB-1: one odd unit goes to the first from the dealer's left",
        Hand("50 50 50 50", "1 checks, 2 checks, 3 checks, 4 folds", ante=4),
        ("16 for 1 2 3 = 6 5 5",),
    ),
    Case(
        "TB-1: two odd units go to the first two",
        Hand("50 50 50 50", "1 checks, 2 checks, 3 checks, 4 folds", ante=5),
        ("20 for 1 2 3 = 7 7 6",),
    ),
    Case(
        "TB-1: the first one folded, the next in turn order gets the odd unit",
        Hand("50 50 50 50", "1 folds, 2 checks, 3 checks, 4 checks", ante=5),
        ("20 for 2 3 4 = 7 7 6",),
    ),
    Case(
        "TB-1: three odd units among four",
        Hand("50 50 50 50 50", "1 checks, 2 checks, 3 folds, 4 checks, 5 checks", ante=3),
        ("15 for 1 2 4 5 = 4 4 4 3",),
    ),
    Case(
        "TB-1: the main pot has an odd unit, the side pot none",
        Hand("6 50 50 50", "1 all in, 2 raises to 12, 3 matches, 4 folds", ante=1),
        ("19 for 1 2 3 = 7 6 6", "14 for 2 3 = 7 7"),
    ),
    Case(
        "TB-1: the side pot has an odd unit, the main pot none",
        Hand(
            "6 50 50 50",
            "1 all in, 2 matches, 3 matches, 4 matches / 2 bets 3, 3 raises to 8, 4 matches, 2 folds",
            ante=1,
        ),
        ("24 for 1 3 4 = 8 8 8", "19 for 3 4 = 10 9"),
    ),
]

DEAD_MONEY = [
    Case(
        "dead money lies in the pot",
        Hand("20 20", "1 checks, 2 checks", ante=2, dead=3),
        ("7 for 1 2 = 4 3",),
    ),
    Case(
        "dead money lies in the lowest layer alone",
        Hand("10 50 50", "1 all in, 2 raises to 30, 3 matches", dead=5),
        ("35 for 1 2 3 = 12 12 11", "40 for 2 3 = 20 20"),
    ),
    Case(
        "dead money is the whole pot where nobody put in anything",
        Hand("10 50 50", "1 checks, 2 checks, 3 folds", dead=5),
        ("5 for 1 2 = 3 2",),
    ),
]

PLEDGES = [
    Case(
        "DE-11: a pledge matches the bet that comes later",
        Hand("100 99 99", "1 all in, 2 bets 20, 3 matches", is_pledging=True),
        ("60 for 1 2 3 = 20 20 20",),
    ),
    Case(
        "DE-11: a pledge goes as far as the stack goes",
        Hand("15 99 99", "1 all in, 2 bets 20, 3 matches", is_pledging=True),
        ("45 for 1 2 3 = 15 15 15", "10 for 2 3 = 5 5"),
    ),
    Case(
        "DE-11: two raises take from a pledge until the stack is gone",
        Hand("99 25 99", "1 bets 10, 2 all in, 3 raises to 20, 1 raises to 40, 3 matches", is_pledging=True),
        ("75 for 1 2 3 = 25 25 25", "30 for 1 3 = 15 15"),
    ),
    Case(
        "DE-11: all in with a hundred does not raise a bet of ten",
        Hand("100 100 100", "1 bets 10, 2 all in, 3 matches", is_pledging=True),
        ("30 for 1 2 3 = 10 10 10",),
    ),
    Case(
        "DE-11: the better goes back down to the pledge's stack",
        Hand("15 99", "1 all in, 2 bets 20", is_pledging=True),
        ("30 for 1 2 = 15 15",),
        returned="2 gets 5",
    ),
]

CASES = [*ONE_POT, *SIDE_POTS, *RETURNED, *SHORT_FORCED_BETS, *ODD_UNITS, *DEAD_MONEY, *PLEDGES]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.about)
def test_pots(case: Case) -> None:
    """TB-1, TB-6, TB-7: layers, who may win them, odd units, and chips that go back."""
    betting, returned = case.hand.finish()

    assert case.pots == tuple(told(pots_of(betting)))
    assert case.returned == ", ".join(f"{each.seat} gets {each.amount}" for each in returned)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.about)
def test_no_chip_is_made_or_lost(case: Case) -> None:
    """TB-2: what lies before the seats and in the pots is what they brought, and the dead money."""
    betting, _ = case.hand.finish()
    brought = sum(map(int, case.hand.stacks.split())) + case.hand.dead

    assert brought == sum(stake.stack for stake in betting.stakes) + sum(
        pot.amount for pot in pots_of(betting)
    )


def test_edges() -> None:
    """TB-6: a layer knows which chips of each seat lie in it, the folded players' above it included."""
    paid = [(Seat(4), 60), (Seat(5), 10), (Seat(1), 40), (Seat(2), 25), (Seat(3), 40)]
    pots = layers(paid, {Seat(1), Seat(3), Seat(5)}, dead=3)

    assert pots == (
        Pot(53, (Seat(5), Seat(1), Seat(3)), floor=0, ceiling=10),
        Pot(125, (Seat(1), Seat(3)), floor=10, ceiling=60),
    )


def test_share_in_the_given_order() -> None:
    """TB-1: the odd units go one each to the receivers in the order in which they are named."""
    assert share(11, (Seat(5), Seat(2), Seat(3))) == {Seat(5): 4, Seat(2): 4, Seat(3): 3}
    assert share(1, (Seat(5), Seat(2))) == {Seat(5): 1, Seat(2): 0}
