"""The end of a hand: the cards shown, the winners, the ante, and the players who are out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.dividha.game import DIVIDHA
from games.dividha.hands import BROKEN
from games.dividha.model import DividhaCarry, DividhaRules, DividhaShowdown, LastTakesBoth, OutOfAntes
from games.engine.betting.bets import UncalledBetReturned
from games.engine.core.game import Seat, SeatAmount
from games.engine.core.offers import PickOffer
from tests.games.dividha.blind_levels import risen
from tests.games.dividha.scripted import Hand, seated

IN_ORDER = DividhaRules(rule_of_order=True)
ALOUD = DividhaRules(aural_rule=True)
BOTH = DividhaRules(rule_of_order=True, aural_rule=True)


def to_showdown(
    *stacks: int, rules: DividhaRules | None = None, holding: dict[int, str] | None = None
) -> Hand:
    """A hand in which nobody bets."""
    return Hand(*stacks, rules=rules, holding=holding).checks_to("showdown")


def test_what_the_discards_would_make() -> None:
    """DV-8: in secret, all six, the strongest and the weakest marked."""
    hand = to_showdown(100, 100)
    makes = {each.discard: each for each in hand.own(1).makes}

    assert list(makes) == ["KH", "KD", "5D", "2B", "KB", "7H"]
    assert {card: each.number for card, each in makes.items()} == {
        "KH": 11, "KD": 11, "KB": 11, "7H": 9, "5D": 9, "2B": 9,
    }  # fmt: skip
    assert [card for card, each in makes.items() if each.is_strongest] == ["2B"]
    assert [card for card, each in makes.items() if each.is_weakest] == ["KH", "KD", "KB"]
    assert makes["2B"].cards == ("KH", "KD", "KB")
    assert hand.view(None).own is None
    assert Hand(100, 100).own(1).makes == ()


def test_the_discard_alone_is_chosen() -> None:
    """DV-7: the other five lie face up, and speak for themselves."""
    hand = to_showdown(100, 100).shows(s1="KH", s2="3H")
    shown = {each.seat: each for each in hand.last(DividhaShowdown).outcome.hands}

    assert shown[Seat(1)].face_up == ("KD", "5D", "2B", "KB", "7H")
    assert shown[Seat(1)].number == 11
    assert hand.stage == "over"
    assert "KH" not in DIVIDHA.seen(hand.state, Seat(2))
    assert "5D" in DIVIDHA.seen(hand.state, None)


def test_choices_are_secret_until_all_have_chosen() -> None:
    """TB-11: nobody sees what another player leaves out."""
    hand = to_showdown(100, 100, 100)
    before = hand.view(2)
    hand.shows(s1="KH")

    assert hand.view(None).to_act == (2, 3)
    assert replace(hand.view(2), to_act=before.to_act) == before
    assert hand.own(1).discard == "KH"


def test_strongest_and_weakest() -> None:
    """DV-20: three Kings take the Win, a Queen takes the Lose."""
    hand = Hand(100, 100, 100).presses("bet 6 6", "match 0", "match 3")
    hand.checks_to("showdown").shows(s1="2B", s2="AH", s3="QH")
    outcome = hand.last(DividhaShowdown).outcome

    assert [each.seat for each in outcome.hands] == [1, 2, 3]
    assert (outcome.layers[0].win, outcome.layers[0].lose) == (3 + 9, 3 + 9)
    assert hand.stacks == [100 - 8 + 12, 92, 92 + 12]


def test_tablets_are_shown_when_the_pot_is_shared_out() -> None:
    """DV-13: all of them, those of folded players too."""
    hand = Hand(100, 100, 100).checks_to("last_round").presses("bet 6 5", "match 0")

    assert hand.view(None).outcome is None

    hand.presses("fold").shows(s1="2B", s2="3H")
    outcome = hand.view(None).outcome
    assert outcome is not None

    assert [(each.seat, each.win, each.lose) for each in outcome.tablets] == [(1, 6, 2), (2, 1, 7), (3, 1, 1)]


def test_last_one_standing() -> None:
    """DV-20, TB-7: takes both columns and shows no card; the tablets are shown without what came back."""
    hand = Hand(100, 100, 100).presses("bet 6 1", "fold", "fold")
    last = hand.last(LastTakesBoth)

    assert hand.last(UncalledBetReturned) == UncalledBetReturned(Seat(1), 6)
    assert (last.seat, last.amount) == (1, 6)
    assert hand.stacks == [104, 98, 98]
    assert last.outcome.hands == ()
    assert [(each.win, each.lose) for each in last.outcome.tablets] == [(1, 1)] * 3
    assert set(DIVIDHA.seen(hand.state, None)) == set()


def test_invictory() -> None:
    """DV-12: announced when the tablets are shown; not where nothing was shown."""
    hand = Hand(100, 100).presses("bet 4 0", "match 4").checks_to("showdown").shows(s1="2B", s2="3H")

    assert hand.last(DividhaShowdown).outcome.invictories == (1,)
    assert Hand(100, 100).presses("bet 4 0", "fold").last(LastTakesBoth).outcome.invictories == ()


def test_divine_intervention() -> None:
    """DV-9: on, God and Satan are above everything; off, they are not together in a hand."""
    holding = {1: "GOD SATAN 4H 6D JB QD", 2: "KH KD KB KV AH 2D"}
    on = to_showdown(100, 100, rules=DividhaRules(divine_intervention=True), holding=holding)

    assert {each.number for each in on.own(1).makes if each.discard not in ("GOD", "SATAN")} == {0}
    assert {each.number for each in to_showdown(100, 100, holding=holding).own(1).makes} == {11}


def test_laying_in_order() -> None:
    """DV-10: after the discard the cards are laid from the top down; the last one has one place."""
    hand = to_showdown(100, 100, rules=IN_ORDER).answers(1, "discard 2B")
    laid = hand.offers(1)["lay"]
    assert isinstance(laid, PickOffer)

    assert set(laid.choices) == {"KH", "KD", "5D", "KB", "7H"}
    assert "lay_rest" not in hand.offers(1)

    for card in ("KH", "KB", "KD", "5D"):
        hand.answers(1, f"lay {card}")
    assert hand.own(1).laid == ("KH", "KB", "KD", "5D", "7H")
    assert hand.view(None).to_act == (2,)

    hand.answers(2, "discard 3H").answers(2, "lay AH").answers(2, "lay_rest")
    shown = {each.seat: each.number for each in hand.last(DividhaShowdown).outcome.hands}

    assert shown == {1: 9, 2: 12}


def test_a_wrong_order_breaks_the_hand() -> None:
    """DV-10: it ranks below all, and takes no Lose."""
    hand = to_showdown(100, 100, rules=IN_ORDER)
    hand.answers(1, "discard 2B").answers(1, "lay 7H").answers(1, "lay_rest")
    hand.answers(2, "discard 3H").answers(2, "lay AH").answers(2, "lay_rest")

    assert {each.seat: each.number for each in hand.last(DividhaShowdown).outcome.hands} == {1: BROKEN, 2: 12}
    assert hand.stacks == [98, 102]


def test_calling() -> None:
    """DV-11: all names may be called, so that what is offered says nothing; a lower one may stand."""
    hand = to_showdown(100, 100, rules=ALOUD).answers(1, "discard 2B").answers(2, "discard 3H")
    call = hand.offers(1)["call"]
    assert isinstance(call, PickOffer)

    assert call.choices == tuple(map(str, range(1, 13)))
    assert "lay" not in hand.offers(1)

    hand.answers(1, "call 11").answers(2, "call 12")
    (first, second) = hand.last(DividhaShowdown).outcome.hands

    assert (first.number, first.call) == (11, 11)
    assert second.call == 12


def test_a_call_that_counts_for_nothing() -> None:
    """DV-11: without the Aural Rule anybody may call, once, before the discard or after it; cards speak."""
    hand = to_showdown(100, 100).answers(1, "call 12").answers(2, "discard 3H").answers(2, "call 5")

    assert all("call" not in {each.key for each in DIVIDHA.asides(hand.state, Seat(at))} for at in (1, 2))

    hand.answers(1, "discard 2B")
    shown = hand.last(DividhaShowdown).outcome.hands

    assert [(each.seat, each.number, each.call) for each in shown] == [(1, 9, 12), (2, 12, 5)]


def test_a_wrong_call_breaks_the_hand() -> None:
    """DV-11: the rule is that of DV-10."""
    hand = to_showdown(100, 100, rules=ALOUD).answers(1, "discard 2B").answers(2, "discard 3H")
    hand.answers(1, "call 5").answers(2, "call 12")

    assert {each.seat: each.number for each in hand.last(DividhaShowdown).outcome.hands} == {1: BROKEN, 2: 12}


def test_divine_intervention_can_be_called() -> None:
    """DV-9, DV-11: it needs the house rule."""
    rules = DividhaRules(aural_rule=True, divine_intervention=True)
    call = to_showdown(100, 100, rules=rules).answers(1, "discard 2B").offers(1)["call"]
    assert isinstance(call, PickOffer)

    assert call.choices[0] == "0"


@pytest.mark.parametrize(
    "rules", [DividhaRules(), IN_ORDER, ALOUD, BOTH], ids=["plain", "order", "aural", "both"]
)
@pytest.mark.parametrize(("win", "number"), [(4, 9), (2, 9), (1, 11)])
def test_time_runs_out_at_the_showdown(rules: DividhaRules, win: int, number: int) -> None:
    """TB-8: the strongest where as much or more lies on Win, else the weakest; laid and called right."""
    hand = Hand(100, 100, rules=rules).presses(f"bet 4 {win}", "match").checks_to("showdown")
    while hand.stage != "over":
        hand.runs_out()
    shown = {each.seat: each.number for each in hand.last(DividhaShowdown).outcome.hands}

    assert shown == {1: number, 2: 12}


def test_time_runs_out_while_laying() -> None:
    """TB-8: laid cards stay, and the rest follows in the best order that is left."""
    hand = to_showdown(100, 100, rules=BOTH).answers(1, "discard 2B").answers(1, "lay KH")
    while 1 in hand.view(None).to_act:
        hand.runs_out(1)

    assert hand.own(1).laid == ("KH", "KD", "KB", "5D", "7H")
    assert hand.own(1).call == 9


@pytest.mark.parametrize(
    ("ante", "rise", "antes"),
    [
        (2, 5, [2, 2, 2, 2, 2, 4, 4]),
        (2, 3, [2, 2, 2, 4, 4, 4, 6]),
        (4, 3, [4, 4, 4, 6, 6, 6, 8]),
        (6, 3, [6, 6, 6, 10, 10, 10, 14]),
        (10, 0, [10, 10, 10, 10, 10, 10, 10]),
    ],
)
def test_the_ante_rises(ante: int, rise: int, antes: list[int]) -> None:
    """DV-14: every N hands by half of the first ante, rounded up to even; 0 is never."""
    rules = DividhaRules(ante=ante, ante_rise=rise)
    found, carry = [], None
    for _ in antes:
        hand = Hand(500, 500, rules=rules, carry=carry).presses("fold")
        found.append(hand.state.ante)
        carry = hand.carry

    assert found == antes


def test_the_ante_is_split_evenly() -> None:
    """DV-14: half on Win, half on Lose."""
    hand = Hand(100, 100, rules=DividhaRules(ante=6))

    assert hand.stacks == [94, 94]
    assert (hand.own(1).tablet.win, hand.own(1).tablet.lose) == (3, 3)


def test_whoever_cannot_pay_the_ante_is_out() -> None:
    """DV-15: the rest of the stack goes into the next pot, on Win, in the lowest layer."""
    hand = Hand(100, 3, 100).presses("check", "fold", "fold")
    result = hand.result

    assert hand.last(OutOfAntes) == OutOfAntes(Seat(2), 1)
    assert result.stacks == {1: 104, 2: 0, 3: 98}
    assert result.carry.left_behind == (SeatAmount(Seat(2), 1),)
    assert DIVIDHA.claims(result.carry, None) == {2: 1}

    after = Hand(104, 98, carry=result.carry)

    assert after.view(None).left_behind == 1
    assert after.state.betting.pot == 5
    assert after.presses("fold").last(LastTakesBoth).outcome.layers[0].win == 3


def test_what_is_left_behind_can_go_home() -> None:
    """TB-23: if its player is barred, and only theirs: of 1 and 3 coins the 3 of seat 4 stay."""
    carry = replace(risen(), left_behind=(SeatAmount(Seat(2), 1), SeatAmount(Seat(4), 3)))

    assert DIVIDHA.claims(DIVIDHA.repaid(carry, Seat(2)), None) == {4: 3}


def test_nothing_left() -> None:
    """DV-15: a player who has lost all is out too, and leaves nothing."""
    hand = Hand(100, 100, 4, carry=risen()).checks_to("showdown").shows(s1="2B", s2="AH", s3="2H")

    assert hand.last(OutOfAntes) == OutOfAntes(Seat(3), 0)
    assert hand.carry.left_behind == ()


def test_who_can_pay_takes_part() -> None:
    """DV-15: players who have the ante take part, and no others."""
    assert DIVIDHA.dealt_in(seated(100, 1, 2), None) == (1, 3)
    assert DIVIDHA.dealt_in(seated(100, 2, 4), risen()) == (1, 3)


def test_the_last_who_can_pay_has_won() -> None:
    """DV-15, DV-23: if one of two cannot pay, the other takes the rest."""
    hand = Hand(100, 3).presses("check", "fold")
    result = hand.result

    assert result.stacks == {1: 102, 2: 0}
    assert DIVIDHA.claims(result.carry, Seat(1)) == {1: 1}
    assert DIVIDHA.dealt_in(seated(102), result.carry) == (1,)


def test_nobody_can_pay() -> None:
    """DV-15: then nobody is out, and everybody keeps what they have."""
    rules, carry = DividhaRules(ante_rise=5), DividhaCarry(Seat(1), 4, 0, (), ())
    hand = Hand(2, 2, rules=rules, carry=carry).presses("no_trade", "no_trade")
    hand.shows(s1="2B", s2="AH")
    result = hand.result

    assert result.carry.risen == 2
    assert result.stacks == {1: 2, 2: 2}
    assert result.carry.left_behind == ()
    assert DIVIDHA.claims(None, None) == {}


def test_who_leaves_and_cannot_pay_is_out() -> None:
    """DV-15: before TB-9: leaving in that hand does not save the last coin from the next pot."""
    hand = Hand(100, 3, 100).leaves(2).presses("fold")
    result = hand.result

    assert hand.last(OutOfAntes) == OutOfAntes(Seat(2), 1)
    assert result.stacks[Seat(2)] == 0
    assert result.carry.left_behind == (SeatAmount(Seat(2), 1),)


def test_who_leaves_and_could_pay_keeps_what_is_left() -> None:
    """TB-9, DV-15: the ante of 2 leaves 2 of 4 coins, enough for the next one."""
    hand = Hand(100, 4, 100).leaves(2).presses("fold")
    result = hand.result

    assert result.stacks[Seat(2)] == 2
    assert result.carry.left_behind == ()


def test_of_two_the_one_who_leaves_cannot_pay() -> None:
    """DV-15, DV-23: the other takes what is left, and the game is over."""
    hand = Hand(100, 3).leaves(2)
    result = hand.result

    assert result.stacks == {1: 102, 2: 0}
    assert DIVIDHA.claims(result.carry, Seat(1)) == {1: 1}
