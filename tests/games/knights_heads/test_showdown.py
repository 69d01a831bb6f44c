"""The showdown: who wins which pot, and the court score (KH-11, KH-12)."""

from __future__ import annotations

import pytest

from games.engine.betting.bets import PlayerBusted
from games.engine.core.game import Seat, SeatAmount
from games.knights_heads.model import (
    CourtsScored,
    KnightsCarry,
    KnightsPotWon,
    KnightsRules,
    KnightsShowdown,
    LaidHand,
    Tally,
)
from tests.games.knights_heads.scripted import Hand
from tests.games.knights_heads.showdown import KINGS, NOTHING, keeps, played


def test_the_highest_hand_takes_the_pot() -> None:
    """KH-11: all ten cards, face up; the highest hand takes the pot."""
    hand = keeps(played(100, 100, 100).everybody_bets()).checks_down().checks_down()

    assert hand.last(KnightsShowdown).pots == (
        KnightsPotWon(12, (Seat(1), Seat(2), Seat(3)), (SeatAmount(Seat(1), 12),)),
    )
    assert hand.stacks == [108, 96, 96]
    assert hand.view(None).pot == 0
    assert [stake.bet for stake in hand.view(None).betting.stakes] == [0, 0, 0]


def test_what_is_laid_down() -> None:
    """KH-11: everybody sees the ten cards, what they are, and which of them make it."""
    hand = keeps(played(100, 100, 100).everybody_bets()).checks_down().checks_down()
    first = hand.last(KnightsShowdown).laid[0]

    # A court of Knights, with the Merchant, the Dancer and the Juggler that seat 3 passed.
    assert first == LaidHand(
        Seat(1),
        ("N03", "N04", "N05", "N06", "A03", "M10", "S03", "D04", "J04", "B05"),
        22,
        ("N03", "N04", "N05", "N06"),
    )
    assert hand.view(None).laid == hand.last(KnightsShowdown).laid
    assert {laid.seat: laid.number for laid in hand.last(KnightsShowdown).laid} == {1: 22, 2: 26, 3: 27}


def test_a_triplet_that_does_not_count() -> None:
    """KH-4: with that house rule a Triplet is laid down as Rabble."""
    hand = keeps(played(100, 100, 100, rules=KnightsRules(triplet_counts=False)).everybody_bets())
    hand.checks_down().checks_down()

    assert {laid.seat: laid.number for laid in hand.last(KnightsShowdown).laid} == {1: 22, 2: 27, 3: 27}


def test_side_pots() -> None:
    """TB-6: the Court is all in for 10, so 30 are its; the Triplet takes what the others put in above."""
    hand = played(10, 60, 60).presses("all_in", "raise 58", "match")
    hand = keeps(hand)
    pots = hand.last(KnightsShowdown).pots

    assert [(pot.amount, pot.contenders, pot.shares) for pot in pots] == [
        (30, (1, 2, 3), (SeatAmount(Seat(1), 30),)),
        (100, (2, 3), (SeatAmount(Seat(2), 100),)),
    ]
    assert hand.stacks == [30, 100, 0]


def out(hand: Hand) -> list[int]:
    """The seats that are told to have nothing left."""
    return [event.seat for event in hand.events if isinstance(event, PlayerBusted)]


def test_who_has_nothing_left_is_out() -> None:
    """TB-6: a seat whose money is gone is told, and no other."""
    hand = keeps(played(10, 60, 60).presses("all_in", "raise 58", "match"))

    assert out(hand) == [3]


def test_who_leaves_all_in_is_out() -> None:
    """TB-6, TB-7: so it is where nothing is laid down; a player who folds with money left is not out."""
    assert out(Hand(100, 2).leaves(2)) == [2]
    assert out(Hand(100, 100).presses("fold")) == []


TWO_ALIKE = {
    1: "K03 K04 K05 A03 M03 S03 D03 J03 B03",
    2: "K06 K07 K08 A04 M04 S04 D04 J04 B04",
}


def alike(*stacks: int, rules: KnightsRules | None = None) -> Hand:
    """Seats 1 and 2 hold three Kings each, and swap what makes no difference; seat 3 has Rabble."""
    cards = {**TWO_ALIKE, 3: "Q03 Q04 N03 A05 M08 S05 D05 J05 B05"}
    return Hand(*stacks, cards=cards, luck="Q05 Q06 N04", rules=rules)


def test_equal_hands_share() -> None:
    """KH-3: still equal: the pot is split."""
    hand = alike(100, 100, 100).everybody_bets()
    hand.all_pass(s1="D03 J03 B03", s2="D04 J04 B04", s3="D05 J05 B05").checks_down().checks_down()

    assert hand.last(KnightsShowdown).pots[0].shares == (SeatAmount(Seat(1), 6), SeatAmount(Seat(2), 6))
    assert hand.stacks == [102, 102, 96]


def test_the_odd_unit_goes_left_of_the_dealer() -> None:
    """TB-1: 9 between two: the odd one goes to the first left of the dealer."""
    hand = Hand(
        3, 3, 3, dealer=1, cards={**TWO_ALIKE, 3: "Q03 Q04 N03 A05 M08 S05 D05 J05 B05"}, luck="Q05 N04 Q06"
    )
    hand.presses("all_in", "all_in", "all_in")
    hand.all_pass(s1="D03 J03 B03", s2="D04 J04 B04", s3="D05 J05 B05")

    # Seat 1 deals, so the order is 2, 3, 1.
    assert hand.last(KnightsShowdown).pots[0].shares == (SeatAmount(Seat(2), 5), SeatAmount(Seat(1), 4))


def test_folded_chips_stay_in_the_pot() -> None:
    """TB-6: a player who folds has no part in it, and leaves the chips there."""
    hand = keeps(played(100, 100, 100).everybody_bets()).presses("fold", "bet 10", "match").checks_down()

    assert hand.last(KnightsShowdown).pots == (
        KnightsPotWon(32, (Seat(2), Seat(3)), (SeatAmount(Seat(2), 32),)),
    )


def test_a_court_of_knights_scores() -> None:
    """KH-12: four Knights laid down at a showdown are one point."""
    hand = keeps(played(100, 100, 100).everybody_bets()).checks_down().checks_down()

    assert hand.result.points == {1: 1}
    assert hand.last(CourtsScored).gained == (Tally(Seat(1), 1),)
    assert hand.carry.tallies == (Tally(Seat(1), 1), Tally(Seat(2), 0), Tally(Seat(3), 0))
    assert hand.line(1).points == 1


def test_who_folds_keeps_the_score() -> None:
    """KH-12: a player who lays nothing down neither gains nor loses; only who gained is told of."""
    hand = keeps(played(100, 100, 100, brought={1: 4, 2: 3}).everybody_bets())
    hand.presses("fold").checks_down().checks_down()

    assert hand.result.points == {}
    assert "courts_scored" not in hand.kinds
    assert [hand.line(seat).points for seat in (1, 2, 3)] == [4, 3, 0]
    assert hand.carry.tallies == (Tally(Seat(1), 4), Tally(Seat(2), 3), Tally(Seat(3), 0))


def test_a_court_that_is_not_laid_down_does_not_score() -> None:
    """KH-12: at a showdown; a player who stands last shows nothing, and scores nothing."""
    hand = keeps(played(100, 100, 100).everybody_bets()).presses("bet 4", "fold", "fold")

    assert hand.result.points == {}
    assert hand.carry.tallies[0] == Tally(Seat(1), 0)


@pytest.mark.parametrize(
    ("scoring", "brought", "gained"),
    [
        ("courts", 1, 1),
        ("wins", 0, 2),
        ("wins", 1, 2),
        ("places", 0, 6),
        ("places", 3, 6),
        ("wins_alone", 0, 1),
        ("places_alone", 0, 5),
        ("places_alone", 4, 5),
    ],
)
def test_the_hand_that_brings_the_first_court_counts_itself(scoring: str, brought: int, gained: int) -> None:
    """KH-12: a court, a hand won, and 27 minus 22 for a Court; what is won alone counts without the court."""
    rules = KnightsRules(scoring=scoring)  # type: ignore[arg-type]
    hand = keeps(played(100, 100, 100, rules=rules, brought={1: brought}).everybody_bets())
    hand.checks_down().checks_down()

    assert hand.result.points == {1: gained}
    assert hand.carry.tallies[0] == Tally(Seat(1), brought + gained)


@pytest.mark.parametrize(("court_first", "points"), [(True, {}), (False, {2: 1})])
def test_a_win_before_the_first_court(court_first: bool, points: dict[int, int]) -> None:  # noqa: FBT001
    """KH-12: nothing counts before the first court of Knights, unless that is lifted."""
    rules = KnightsRules(scoring="wins", court_first=court_first)
    hand = Hand(100, 100, cards={1: NOTHING, 2: KINGS}, luck="M11 Q04", rules=rules).everybody_bets()
    hand.all_pass(s1="M10 D04 J04", s2="M09 D03 J09").checks_down().checks_down()

    assert hand.result.points == points


def test_a_win_after_a_court_in_an_earlier_hand() -> None:
    """KH-12: a player who has had a court scores for a win without one."""
    carry = KnightsCarry(Seat(1), (Tally(Seat(2), 1),))
    hand = Hand(
        100,
        100,
        cards={1: NOTHING, 2: KINGS},
        luck="M11 Q04",
        rules=KnightsRules(scoring="wins"),
        carry=carry,
    )
    hand.everybody_bets().all_pass(s1="M10 D04 J04", s2="M09 D03 J09").checks_down().checks_down()

    assert hand.result.points == {2: 1}
    assert hand.last(CourtsScored).tallies == (Tally(Seat(1), 0), Tally(Seat(2), 2))


def test_only_the_lowest_layer_is_the_hand_won() -> None:
    """KH-12: each sharer of the lowest layer has won the hand; a side pot alone is no win."""
    rules = KnightsRules(scoring="wins", court_first=False)
    hand = keeps(played(10, 60, 60, rules=rules).presses("all_in", "raise 58", "match"))

    assert hand.result.points == {1: 2}


def test_each_sharer_has_won_the_hand() -> None:
    """KH-12: two equal hands share the lowest layer, and both count, here without any court."""
    hand = alike(100, 100, 100, rules=KnightsRules(scoring="wins_alone")).everybody_bets()
    hand.all_pass(s1="D03 J03 B03", s2="D04 J04 B04", s3="D05 J05 B05").checks_down().checks_down()

    assert hand.result.points == {1: 1, 2: 1}


@pytest.mark.parametrize("scoring", ["wins", "places", "wins_alone", "places_alone"])
def test_only_hands_won_at_a_showdown_count(scoring: str) -> None:
    """KH-12: a player who stands last has won the pot, and scores nothing, even where no court is needed."""
    rules = KnightsRules(scoring=scoring, court_first=False)  # type: ignore[arg-type]
    hand = keeps(played(100, 100, 100, rules=rules).everybody_bets()).presses("bet 4", "fold", "fold")

    assert hand.result.points == {}


def test_a_score_brought_along() -> None:
    """KH-12: a player who comes from another table of the event brings the score; here it goes on."""
    carry = KnightsCarry(Seat(1), (Tally(Seat(1), 2),))
    hand = Hand(100, 100, carry=carry, brought={1: 9, 2: 5}).presses("fold")

    assert hand.carry.tallies == (Tally(Seat(1), 2), Tally(Seat(2), 5))
