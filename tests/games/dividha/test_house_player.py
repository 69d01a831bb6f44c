"""House players' decisions (TB-12)."""

from __future__ import annotations

import pytest

from games.dividha.hands import BROKEN
from games.dividha.model import DividhaCarry, DividhaRules, DividhaShowdown
from games.engine.core.game import Seat
from games.engine.core.offers import Answer, take
from tests.games.dividha.house_player import STRONG, WEAK, decided, play_on
from tests.games.dividha.scripted import SIX, Hand


def part(hand: Hand) -> float:
    """Return the part of its bets that a house player puts on Win, when it bets at all."""
    bets = [given.numbers for number in range(40) if len((given := decided(hand, number)).numbers) == 2]
    return sum(win for _, win in bets) / sum(to for to, _ in bets)


def test_the_likelier_column() -> None:
    """TB-12: four Kings go on Win and Seven high on Lose, to the last coin."""
    strong = Hand(100, 100, 100, holding=STRONG).checks_to("last_round")
    weak = Hand(100, 100, 100, holding=WEAK).checks_to("last_round")

    assert part(strong) == 1
    assert part(weak) == 0


def test_the_discard_suits_the_column() -> None:
    """TB-12: the strong hand is shown at its strongest, the weak one at its weakest."""
    strong = Hand(100, 100, 100, holding=STRONG).checks_to("showdown")
    weak = Hand(100, 100, 100, holding=WEAK).checks_to("showdown")

    for hand, is_wanted in ((strong, "is_strongest"), (weak, "is_weakest")):
        (place,) = decided(hand).numbers
        assert getattr(hand.own(1).makes[place], is_wanted)


def test_hopeless_hands_are_folded() -> None:
    """TB-12: cards that rarely take a column do not pay for a large bet; sure ones always do."""
    middling = {1: "KH QD 7B 5H 5D 3B", 2: STRONG[1], 3: WEAK[1], 4: "AD JH 6B 4H AB 3D"}
    hand = Hand(100, 100, 100, 100, rules=DividhaRules(limit="no_limit"), holding=middling)
    hand.checks_to("last_round").presses("check", "bet 90", "match", "match")

    sure = Hand(100, 100, 100, 100, rules=DividhaRules(limit="no_limit"), holding=STRONG | {4: SIX[4]})
    sure.checks_to("last_round").presses("check", "bet 90", "match", "match")

    assert sum(decided(hand, number).key == "fold" for number in range(40)) > 8
    assert all(decided(sure, number).key != "fold" for number in range(40))


def test_cards_that_spoil_a_hand_are_traded() -> None:
    """TB-12: beside a Two, a Three and a Four a King goes; four Kings stay."""
    low = Hand(100, 100, holding={1: "2H 3D 4B KV 2B 7D", 2: SIX[2]}).checks_to("trade")
    kings = Hand(100, 100, holding={1: STRONG[1], 2: SIX[2]}).checks_to("trade")

    assert decided(low) == Answer("trade_one", (3,))
    assert decided(kings) == Answer("no_trade")


def test_what_may_not_be_split() -> None:
    """DV-21: with split all-in off, house players lay their last coins on one column, whichever that is."""
    rules = DividhaRules(split_all_in=False)
    hand = Hand(100, 6, rules=rules).presses("bet 4")
    (offer,) = [each for each in hand.offers().values() if each.key == "match"]
    answers = [decided(hand, number) for number in range(40)]
    taken = [given.numbers for given in answers if given.key == "match"]

    assert {numbers[1] for numbers in taken} <= {0, 4}
    assert all(take(offer, numbers) for numbers in taken)
    assert len(taken) > 5


def test_a_trade_is_paid_for_on_the_likelier_column() -> None:
    """DV-19: four Kings pay on Win."""
    hand = Hand(100, 100, rules=DividhaRules(pay_to_trade=True), holding=STRONG).checks_to("trade")
    hand.presses(f"trade_one {hand.line(1).public[1]}")

    assert decided(hand).key == "pay"
    assert decided(hand).numbers[1] >= 1


@pytest.mark.parametrize(
    "rules",
    [
        DividhaRules(rule_of_order=True),
        DividhaRules(aural_rule=True),
        DividhaRules(rule_of_order=True, aural_rule=True),
    ],
    ids=["order", "aural", "both"],
)
def test_they_lay_and_call_right(rules: DividhaRules) -> None:
    """DV-10, DV-11: no house player breaks its own hand."""
    for _ in range(5):
        hand = play_on(Hand(100, 100, 100, rules=rules).checks_to("showdown"))

        assert BROKEN not in {each.number for each in hand.last(DividhaShowdown).outcome.hands}


@pytest.mark.parametrize(("first", "second", "key"), [(104, 96, "lower"), (103, 97, "keep")])
def test_they_agree_to_a_lower_ante(first: int, second: int, key: str) -> None:
    """DV-14: a house player agrees, unless it has more than half of all chips of those who played.

    The first folds its ante of 4: the second has 100 of 200 then, or 101.
    """
    risen = DividhaCarry(Seat(1), 5, 2, (), ())
    hand = Hand(first, second, carry=risen).answers(1, "wish_lower 2").presses("fold")

    assert hand.turn == 2
    assert decided(hand) == Answer(key)


def test_who_has_left_takes_the_chips_along() -> None:
    """DV-14, TB-9: if one of three with 300 leaves, 98 are more than half of the rest."""
    hand = Hand(100, 100, 300, carry=DividhaCarry(Seat(1), 5, 2, (), ())).answers(1, "wish_lower 2")
    hand.leaves(3).presses("fold")

    # Both others had 96 left; the pot of 12 went to the second.
    assert hand.turn == 2
    assert decided(hand) == Answer("keep")


@pytest.mark.parametrize("third", ["fold", "match"])
def test_tb12_what_cannot_be_won_does_not_count(third: str) -> None:
    """TB-12, TB-6: with 60 coins in all it decides on a bet of 600 as it does on one of 60."""

    def stays(to: int | None, cards: str) -> list[bool]:
        holding = {1: cards, 2: SIX[2], 3: SIX[3]}
        hand = Hand(60, 700, 700, rules=DividhaRules(limit="no_limit"), holding=holding).checks_to(
            "last_round"
        )
        hand.presses("check", f"bet {to or hand.line(1).stack}", third)
        return [decided(hand, number).key != "fold" for number in range(40)]

    middling, good = "KH QD 7B 5H 5D 3B", "KH KD KB KV 5D 5B"

    assert stays(600, middling) == stays(None, middling)
    assert stays(600, good) == stays(None, good)
    assert sum(stays(600, middling)) < sum(stays(600, good)) == 40
