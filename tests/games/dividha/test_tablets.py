"""Bets and the columns that they lie on: the tablet, limits, all in, and what goes back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.dividha.cards import LaidCoins, Usual, UsualSplit
from games.dividha.game import DIVIDHA
from games.dividha.model import DividhaRules
from games.engine.core.errors import ImpossibleValue, Indivisible, OutOfRange
from games.engine.core.game import Seat
from games.engine.core.offers import NumberOffer, SplitOffer
from tests.games.dividha.scripted import Hand, seated


def split(hand: Hand, key: str) -> SplitOffer[object]:
    """An offer that asks for a split."""
    offer = hand.offers()[key]
    assert isinstance(offer, SplitOffer)
    return offer


def test_a_bet_goes_out_with_its_split() -> None:
    """DV-13: amount and split are one answer; the amount is public, the split is not."""
    hand = Hand(100, 100).presses("bet 4 3")

    assert hand.own(1).tablet.win == 1 + 3
    assert hand.own(1).tablet.lose == 1 + 1
    assert hand.line(1).total == 6
    assert hand.view(2) == Hand(100, 100).presses("bet 4 0").view(2)
    assert hand.view(None) == Hand(100, 100).presses("bet 4").view(None)


def test_a_match_asks_only_for_the_split() -> None:
    """DV-13: its amount is fixed."""
    hand = Hand(100, 100).presses("bet 4")
    match = split(hand, "match")

    assert (match.least, match.most, match.parts(4)) == (4, 4, range(5))

    hand.presses("match 0")

    assert hand.own(2).tablet.lose == 5


def test_a_raise_splits_its_new_coins() -> None:
    """DV-13: earlier coins stay on their columns."""
    hand = Hand(100, 100).presses("bet 4 4", "raise 8 2", "raise 12 1")

    assert (hand.own(1).tablet.win, hand.own(1).tablet.lose) == (1 + 4 + 1, 1 + 7)
    assert [laid.coins for laid in hand.own(1).tablet.bets] == [2, 4, 8]
    with pytest.raises(OutOfRange):
        hand.presses("match 5")


def test_the_usual_split() -> None:
    """DV-13: a bet without a split takes the standing one, which its owner changes in one press."""
    hand = Hand(100, 100).answers(2, "usual 70").presses("bet 3", "match")

    assert hand.own(1).tablet.win == 1 + 2
    assert hand.own(2).tablet.win == 1 + 3
    assert (hand.own(1).percent, hand.own(2).percent) == (None, 70)
    (usual, *_) = DIVIDHA.asides(hand.state, Seat(2))
    assert isinstance(usual, NumberOffer)
    assert usual.marks == (100, 50, 0)


def test_the_usual_split_lasts() -> None:
    """DV-13: the next hand begins with it, and a player who has set none has none."""
    hand = Hand(100, 100).answers(2, "usual 70").presses("fold")
    after = DIVIDHA.start(seated(99, 101), hand.carry)

    assert {each.seat: each.percent for each in after.usual} == {1: None, 2: 70}


def test_all_in_may_be_split() -> None:
    """DV-21: with the house rule on, the last coin goes with a split as any other."""
    hand = Hand(100, 100, rules=DividhaRules(limit="no_limit")).presses("all_in 40")

    assert (hand.own(1).tablet.win, hand.own(1).tablet.lose) == (41, 59)


@pytest.mark.parametrize(("percent", "win"), [(70, 99), (30, 1)])
def test_all_in_goes_on_one_column(percent: int, win: int) -> None:
    """DV-21: with it off, what takes the last coin goes wholly on Win or wholly on Lose; not so the ante."""
    rules = DividhaRules(limit="no_limit", split_all_in=False)
    hand = Hand(100, 100, rules=rules).answers(1, f"usual {percent}")
    with pytest.raises(Indivisible):
        hand.presses("all_in 40")
    with pytest.raises(Indivisible):
        hand.presses("bet 98 40")
    hand.presses("bet 97 40")
    hand.presses("all_in 98")

    assert hand.own(2).tablet.win == 99
    assert (
        Hand(100, 100, rules=rules).answers(1, f"usual {percent}").presses("all_in").own(1).tablet.win == win
    )
    assert Hand(2, 2, rules=rules).own(1).tablet.win == 1


def test_a_match_of_the_last_coin() -> None:
    """DV-21: so does a match that takes it."""
    hand = Hand(100, 6, rules=DividhaRules(split_all_in=False)).presses("bet 4")
    for key in ("match", "all_in"):
        with pytest.raises(Indivisible):
            hand.presses(f"{key} 2")

    assert hand.presses("match 0").own(2).tablet.lose == 5


def test_pot_limit() -> None:
    """TB-5: Dividha's usual limit: at most the pot after matching; at least the ante."""
    hand = Hand(100, 100, 100)

    assert (split(hand, "bet").least, split(hand, "bet").most) == (2, 6)

    hand.presses("bet 6")

    assert (split(hand, "raise").least, split(hand, "raise").most) == (12, 24)
    assert split(Hand(100, 100, rules=DividhaRules(limit="no_limit")), "bet").most == 98
    assert split(Hand(100, 100, rules=DividhaRules(limit="fixed_limit")), "bet").most == 2


def test_opponents_purse() -> None:
    """DV-22: on, nobody bets more than the richest opponent could match."""
    rules = DividhaRules(limit="no_limit", opponents_purse=True)

    assert split(Hand(100, 20, 12, rules=rules), "bet").most == 18
    assert "all_in" not in Hand(100, 20, 12, rules=rules).offers()
    assert split(Hand(100, 20, 12, rules=DividhaRules(limit="no_limit")), "bet").most == 98


def test_a_smaller_raise_up_to_the_purse() -> None:
    """DV-22: a raise up to that limit may be smaller than a full one, and does not reopen the betting."""
    rules = DividhaRules(limit="no_limit", opponents_purse=True)
    hand = Hand(16, 100, 16, rules=rules).presses("bet 10")

    assert (split(hand, "raise").least, split(hand, "raise").most) == (14, 14)

    hand.presses("raise 14", "all_in")

    assert hand.turn == 1
    assert "raise" not in hand.offers()


def test_what_nobody_matched_goes_back() -> None:
    """TB-6, DV-21: from the upper end of the last bet; the tablet tells what stayed."""
    hand = Hand(100, 10, rules=DividhaRules(limit="no_limit")).presses("bet 20 5", "all_in 8")

    assert hand.state.betting.stake(Seat(1)).stack == 90
    # The lower 8 of 20 coins, 5 of them on Win: floor(5 * 8 / 20) = 2.
    assert hand.own(1).tablet.win == 1 + 2
    assert hand.own(1).tablet.lose == 1 + 6


@pytest.mark.parametrize("split", [UsualSplit, lambda percent: Usual(Seat(1), percent)])
def test_a_usual_split_is_a_part_of_the_bet(split: Callable[[int], object]) -> None:
    """DV-13: from nothing of a bet to all of it."""
    assert split(0)
    assert split(100)
    for percent in (-1, 101):
        with pytest.raises(ImpossibleValue):
            split(percent)


def test_an_unsplit_all_in_without_a_chosen_split_lies_on_win() -> None:
    """DV-21, DV-13: it goes wholly on one side, and an even split has its odd coin on Win: so on Win."""
    rules = DividhaRules(split_all_in=False, limit="no_limit")
    hand = Hand(10, 100, rules=rules)
    assert hand.own(1).percent is None
    hand.answers(1, "all_in")

    # One coin of the ante of 2 lies on each side; the 8 that are left are all in.
    assert hand.state.tablet(Seat(1)).bets == (LaidCoins(2, 1), LaidCoins(8, 8))
