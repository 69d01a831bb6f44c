"""Lowering the ante: any player's wish, and the agreement of all (DV-14)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.dividha.game import DIVIDHA
from games.dividha.model import DividhaCarry, DividhaRules, Lower, Lowered, LowerWished, Wish
from games.engine.core.errors import NotOffered, Odd, OutOfRange
from games.engine.core.game import Seat
from games.engine.core.offers import NumberOffer
from tests.games.dividha.blind_levels import risen
from tests.games.dividha.scripted import Hand


def test_all_lower_the_ante() -> None:
    """DV-14: it is asked for during the hand; when the hand is over all have to agree."""
    hand = Hand(100, 100, 100, carry=risen())

    assert hand.state.ante == 4

    hand.answers(2, "wish_lower 2")

    assert hand.view(None).wishes == (Wish(Seat(2), 2),)
    assert hand.view(None).lower_to == 2

    hand.presses("fold", "fold")

    assert hand.stage == "agreeing"
    assert (hand.view(None).next_ante, hand.view(None).lower_to) == (4, 2)
    assert hand.view(None).to_act == (1, 3)

    hand.answers(1, "lower").answers(3, "lower")

    assert hand.last(Lowered).ante == 2
    assert hand.carry.risen == 0
    assert hand.stage == "over"


def test_one_keeps_the_ante() -> None:
    """DV-14: one who does not agree, or does not answer, is enough."""
    for answer in ("keep", None):
        hand = Hand(100, 100, 100, carry=risen()).answers(2, "wish_lower 2").presses("fold", "fold")
        if answer:
            hand.answers(1, answer)
        else:
            hand.runs_out(1)

        assert hand.stage == "over"
        assert hand.carry.risen == 2


def test_who_is_away_keeps_the_ante() -> None:
    """DV-14, TB-8: asked too, and nothing is agreed to for them; who has left is not asked."""
    hand = Hand(100, 100, 100, 100, carry=risen(), away=(3,)).answers(2, "wish_lower 2").leaves(4)
    hand.presses("fold").presses("fold")
    assert hand.stage == "agreeing"
    assert hand.view(None).to_act == (1, 3)

    hand.answers(1, "lower").runs_out(3)
    assert hand.carry.risen == 2


def test_the_lowest_ante() -> None:
    """DV-14: an ante of 2 cannot be lowered, and nobody is asked."""
    hand = Hand(100, 100)

    assert [offer.key for offer in DIVIDHA.asides(hand.state, Seat(1))] == ["usual"]
    with pytest.raises(NotOffered):
        hand.answers(1, "wish_lower 2")


def test_to_any_even_amount() -> None:
    """DV-14: an ante of 12 may become 2, 4, 6, 8 or 10."""
    hand = Hand(100, 100, 100, rules=DividhaRules(ante=12))
    offer = next(each for each in DIVIDHA.asides(hand.state, Seat(1)) if each.key == "wish_lower")

    assert isinstance(offer, NumberOffer)
    assert [*offer.numbers] == [2, 4, 6, 8, 10]
    with pytest.raises(Odd):
        hand.answers(1, "wish_lower 5")
    for beyond in (0, 12):
        with pytest.raises(OutOfRange):
            hand.answers(1, f"wish_lower {beyond}")

    hand.answers(1, "wish_lower 8").presses("fold", "fold").presses("lower", "lower")

    assert hand.last(Lowered).ante == 8
    assert Hand(100, 100, 100, rules=DividhaRules(ante=12), carry=hand.carry).state.ante == 8


def test_not_to_rise_is_to_be_lowered() -> None:
    """DV-14: the fifth hand of 4 is followed by 6; to stay at 4 can be asked for like any other."""
    rules, carry = DividhaRules(ante=4, ante_rise=5), DividhaCarry(Seat(1), 4, 0, (), ())
    hand = Hand(100, 100, rules=rules, carry=carry)
    offer = next(each for each in DIVIDHA.asides(hand.state, Seat(1)) if each.key == "wish_lower")

    assert isinstance(offer, NumberOffer)
    assert [*offer.numbers] == [2, 4]


def test_another_amount_takes_the_place_of_the_first() -> None:
    """DV-14: everybody agrees to one amount: who agreed to 8 has not agreed to 4."""
    hand = (
        Hand(100, 100, 100, rules=DividhaRules(ante=12)).answers(1, "wish_lower 8").answers(2, "wish_lower 8")
    )

    assert hand.state.lowering == (1, 2)

    hand.answers(2, "wish_lower 4").answers(2, "wish_lower 4").presses("fold", "fold")

    assert [event.to for event in hand.events if isinstance(event, LowerWished)] == [8, 8, 4]
    assert set(hand.view(None).to_act) == {1, 3}
    assert hand.view(None).lower_to == 4


def test_a_wish_from_before_amounts_could_be_chosen() -> None:
    """DV-14: a hand that was written down then goes on with a step less."""
    hand = Hand(100, 100, rules=DividhaRules(ante=12))
    asking = DIVIDHA.apply(hand.state, Seat(1), Lower())

    assert asking.events == (LowerWished(Seat(1), 6),)
    before = replace(asking.state, lower_to=None)
    assert DIVIDHA.view(before, None).lower_to == 6


def test_it_may_be_lowered_below_the_first() -> None:
    """DV-14: down to 2."""
    hand = Hand(100, 100, rules=DividhaRules(ante=6)).answers(1, "wish_lower 2").presses("fold")
    hand.presses("lower")

    assert hand.last(Lowered).ante == 2
    assert hand.state.rules.ante == 6


def test_leaving_while_all_are_asked() -> None:
    """TB-9, DV-14: a player who goes has no say; with one left there is nothing to agree about."""
    hand = Hand(100, 100, 100, carry=risen()).answers(2, "wish_lower 2").presses("fold", "fold")
    hand.leaves(1).answers(3, "lower")

    assert hand.last(Lowered).ante == 2

    hand = Hand(100, 100, 100, carry=risen()).answers(2, "wish_lower 2").presses("fold", "fold")

    assert hand.leaves(1, 3).stage == "over"
    assert (
        Hand(100, 100, 100, carry=risen()).answers(2, "wish_lower 2").leaves(2).presses("fold").stage
        == "over"
    )


def test_who_is_out_is_not_asked() -> None:
    """DV-14: a player who could not pay the lower ante either has no say."""
    hand = Hand(100, 100, 4, carry=risen()).answers(1, "wish_lower 2").checks_to("showdown")
    hand.shows(s1="2B", s2="AH", s3="2H")

    assert hand.stacks[2] == 0
    assert hand.stage == "agreeing"
    assert hand.view(None).to_act == (2,)


def test_who_can_pay_the_lower_ante_alone_is_asked() -> None:
    """DV-14: seat 3 has 10 coins left, which are less than the 12 that are due, and more than 4."""
    hand = Hand(100, 100, 22, rules=DividhaRules(ante=12), carry=DividhaCarry(Seat(3), 1, 0, (), ()))
    hand.answers(1, "wish_lower 4").presses("fold", "fold")
    assert hand.state.betting.stacks == {1: 88, 2: 124, 3: 10}
    assert hand.view(None).to_act == (3, 2)

    hand.answers(3, "lower").answers(2, "lower")
    assert hand.last(Lowered).ante == 4
    assert hand.result.stacks[Seat(3)] == 10
