"""Betting as Destiny has it; what all games share is tested with the engine."""

import pytest

from games.destiny.model import DestinyPotWon, DestinyRules, Showdown
from games.engine.betting.bets import Called, Limit, Pledged, UncalledBetReturned
from games.engine.core.errors import NotOffered, OutOfRange
from games.engine.core.game import Seat
from tests.games.destiny.scripted import Hand, carry

FIELD = "A1=As B2=Kd C3=7c E5=3c"


def played(*stacks: int, rules: DestinyRules | None = None) -> Hand:
    """A hand of which seat 3 of three, or seat 4 of four, is the dealer."""
    return Hand(*stacks, rules=rules, carry=carry(FIELD, "5c 5d 5h 5s", dealer=len(stacks) - 1))


def test_second_round_begins_left_of_the_dealer() -> None:
    """DE-6: from the dealer's left, checks allowed."""
    hand = played(50, 50, 50).checks_down().plays("- -", "- -", "- -")

    assert (hand.state.stage, hand.turn) == ("second_round", 1)
    assert {"check", "bet"} <= set(hand.offered)


def test_second_round_skips_who_has_folded() -> None:
    """DE-6: the next left of the dealer who is still in begins."""
    hand = played(50, 50, 50, 50).presses("match", "match", "fold", "check").plays("- -", "- -", "- -")

    assert hand.turn == 2


def test_who_folds_lets_go() -> None:
    """DE-6: a held-down card stays in the field face down."""
    hand = played(50, 50, 50).checks_down().plays("- A1", "- -", "- -").presses("fold")

    assert hand.spot("A1").held_by is None
    assert hand.line(1).hold is None
    hand.checks_down()
    assert hand.state.card("A1") == "As"


def test_a_lowered_benediction_hand_draws_nothing() -> None:
    """DE-6: the deck's top card is drawn by the next Benediction Hand that is still raised."""
    hand = played(50, 50, 50).checks_down().plays("- -", "- -", "- C3").presses("fold").checks_down()

    assert [(each.seat, each.card) for each in hand.state.shown] == [(2, "5c"), (3, "7c")]
    assert hand.state.deck == ("5d", "5h", "5s")


def test_all_in_never_raises() -> None:
    """DE-11: all in means: I match, whatever is still raised; it changes nothing for the others."""
    hand = played(50, 50, 50).presses("all_in")

    assert hand.last(Pledged) == Pledged(Seat(3), 2)
    assert hand.view(None).to_match == 2
    assert hand.line(3).stack == 48


def test_each_later_raise_takes_what_it_needs() -> None:
    """DE-11: no further decision in that round; each later raise takes its part until the stack is gone."""
    hand = played(50, 50, 20).presses("all_in", "raise 8")

    assert hand.last(Called) == Called(Seat(3), 6, is_all_in=False)
    assert hand.line(3).stack == 12
    hand.presses("raise 30")
    assert hand.last(Called) == Called(Seat(3), 12, is_all_in=True)
    assert hand.turn == 1
    assert hand.presses("match").state.stage == "looking"


def test_who_went_all_in_is_not_asked_again_in_that_round() -> None:
    """DE-11: a player who goes all in takes no further decision in that betting round."""
    hand = played(50, 50, 50).presses("all_in", "raise 8", "match")

    assert hand.state.stage == "looking"


def test_in_the_second_round_there_is_a_new_decision() -> None:
    """DE-11: in the second betting round such a player who still has a stack decides anew."""
    hand = played(50, 50, 50).presses("all_in")
    assert hand.line(3).is_all_in
    hand.presses("match", "check")
    assert not hand.line(3).is_all_in
    hand.plays("- -", "- -", "- -").presses("check", "bet 10")

    assert (hand.turn, hand.line(3).stack) == (3, 48)
    assert {"fold", "match", "raise"} <= set(hand.offered)


def test_a_pledge_is_kept_in_the_second_round() -> None:
    """DE-11: all in where nothing is to match yet holds for what is bet afterwards."""
    hand = played(50, 50, 50).checks_down().plays("- A1", "- -", "- -").presses("all_in", "bet 10", "match")

    assert hand.is_over
    assert hand.stacks == [50 + 24, 50 - 12, 50 - 12]


def test_all_in_for_less_plays_for_side_pots() -> None:
    """DE-11, TB-6: a player all in for less usually wins only the layers that this stack reaches."""
    hand = (
        played(10, 50, 50).presses("raise 20", "all_in", "match").plays("- A1", "- C3", "- B2").checks_down()
    )

    assert hand.last(Showdown).pots == (
        DestinyPotWon(30, (Seat(1), Seat(2), Seat(3)), Seat(1)),
        DestinyPotWon(20, (Seat(2), Seat(3)), Seat(3)),
    )
    assert hand.stacks == [30, 30, 50]


def test_all_in_for_less_plays_for_the_whole_pot() -> None:
    """DE-11: with the house rule, a player who plays the highest card takes everything."""
    hand = played(10, 50, 50, rules=DestinyRules(short_all_in="whole_pot"))
    hand.presses("raise 20", "all_in", "match").plays("- A1", "- C3", "- B2").checks_down()

    assert hand.last(Showdown).pots == (DestinyPotWon(50, (Seat(1), Seat(2), Seat(3)), Seat(1)),)
    assert hand.stacks == [50, 30, 30]


@pytest.mark.parametrize("rule", ["side_pots", "whole_pot"])
def test_chips_that_nobody_could_match_go_back(rule: str) -> None:
    """DE-11, TB-6: and they go back before anybody takes anything."""
    rules = DestinyRules(short_all_in="whole_pot") if rule == "whole_pot" else DestinyRules()
    hand = Hand(None, 10, 50, rules=rules, carry=carry(FIELD, "5c 5d 5h", dealer=2))
    hand.presses("raise 40", "all_in")

    assert hand.last(UncalledBetReturned) == UncalledBetReturned(Seat(3), 30)
    hand.plays("- A1", "- -")
    assert hand.stacks == [20, 40]


def test_folded_chips_stay_in_the_pots() -> None:
    """TB-6: folded players' chips are in the layers that they reached."""
    hand = played(10, 50, 50, 50).presses("match", "raise 20", "all_in", "match", "match")
    hand.plays("- A1", "- -", "- -", "- -").presses("bet 10", "fold", "match")

    assert [(pot.amount, pot.contenders) for pot in hand.last(Showdown).pots] == [
        (40, (1, 2, 4)),
        (50, (2, 4)),
    ]


def test_no_betting_where_one_could_bet() -> None:
    """TB-4: if only one player could still act and has nothing to call, there is no betting."""
    hand = Hand(None, 10, 50, carry=carry(FIELD, "5c 5d 5h", dealer=2)).presses("raise 10", "all_in")
    hand.plays("- -", "- -")

    assert hand.is_over


def test_a_raise_adds_the_last_raise_at_least() -> None:
    """TB-4: a raise must add at least the size of the last one, the first the big blind."""
    hand = played(50, 50, 50)
    with pytest.raises(OutOfRange):
        hand.presses("raise 3")
    hand.presses("raise 7")
    with pytest.raises(OutOfRange):
        hand.presses("raise 11")

    assert hand.presses("raise 12").view(None).to_match == 12


def test_the_smallest_bet_is_the_big_blind() -> None:
    """TB-4: the second round's first bet is at least the table's minimum."""
    hand = played(50, 50, 50).checks_down().plays("- -", "- -", "- -")
    with pytest.raises(OutOfRange):
        hand.presses("bet 1")

    assert hand.presses("bet 2").view(None).to_match == 2


@pytest.mark.parametrize(
    ("limit", "highest"),
    [("no_limit", 50), ("pot_limit", 7), ("fixed_limit", 4)],
)
def test_limits(limit: Limit, highest: int) -> None:
    """TB-5: no limit; at most the pot after matching: 2 + (1 + 2 + 2); or the fixed bet and no other."""
    hand = played(50, 50, 50, rules=DestinyRules(limit=limit))
    with pytest.raises(OutOfRange):
        hand.presses(f"raise {highest + 1}")

    assert hand.presses(f"raise {highest}").view(None).to_match == highest


def test_no_limit_is_the_default() -> None:
    """TB-5: Destiny is played no-limit unless said otherwise."""
    assert DestinyRules().limit == "no_limit"


def test_four_bets_a_round_with_fixed_limit() -> None:
    """TB-5: with fixed limit at most four bets and raises a round, the big blind being the first."""
    hand = played(50, 50, 50, rules=DestinyRules(limit="fixed_limit")).presses(
        "raise 4", "raise 6", "raise 8"
    )

    with pytest.raises(NotOffered):
        hand.presses("raise 10")


def test_who_played_last_and_leaves_begins_no_round_anew() -> None:
    """DE-6, TB-9: seat 3 played last; it leaves after a bet of 4, which seat 2 still has to match."""
    hand = played(50, 50, 50).checks_down().plays("- -", "- -", "- -").presses("bet 4").leaves(3)

    assert (hand.state.stage, hand.turn) == ("second_round", 2)
    assert hand.view(None).to_match == 4
    assert hand.line(1).bet == 4
