"""The course of a hand: cards, betting rounds, the trade, who is absent and who leaves."""

from __future__ import annotations

from typing import Any

import pytest

from games.dividha.cards import DECK
from games.dividha.game import DIVIDHA
from games.dividha.model import (
    DividhaCarry,
    DividhaHandBegun,
    DividhaRules,
    LastTakesBoth,
    Left,
    PublicDealt,
    Traded,
    TradeDeclined,
)
from games.engine.betting.bets import Deal, Folded
from games.engine.core.errors import NotOffered
from games.engine.core.game import CHANCE_SEAT, HandSetup, Seat, SeatedPlayer
from games.engine.core.offers import PickOffer
from games.engine.provable_chance import Draw, Seal
from tests.games.dividha.scripted import SIX, Hand, seated

PAYING = DividhaRules(pay_to_trade=True)


def carry(dealer: int) -> DividhaCarry:
    """Return the carry of the hand before."""
    return DividhaCarry(Seat(dealer), hands=1, risen=0, left_behind=(), usual=())


def test_the_course() -> None:
    """DV-17: private cards, public ones, the trade, private ones, and betting after each; showdown."""
    hand = Hand(100, 100, 100)
    found = []
    for stage in ("first_round", "second_round", "trade", "third_round", "last_round", "showdown"):
        held = hand.checks_to(stage).state.holding(Seat(1))
        found.append((hand.stage, len(held.private), len(held.public)))
    passed = [event.kind for event in hand.events if event.kind not in ("checked", "trade_declined")]

    assert found == [
        ("first_round", 2, 0),
        ("second_round", 2, 2),
        ("trade", 2, 2),
        ("third_round", 2, 2),
        ("last_round", 4, 2),
        ("showdown", 4, 2),
    ]
    assert passed == ["hand_begun", "private_dealt", "public_dealt", "private_dealt"]
    assert hand.kinds.count("checked") == 4 * 3


def test_cards_come_one_at_a_time() -> None:
    """DV-17: clockwise from the dealer's left, one card after the other."""
    state = DIVIDHA.start(seated(100, 100, 100), carry(3))
    dealt = DIVIDHA.apply(state, CHANCE_SEAT, Deal(Seat(2), DECK)).state
    order = [each.seat for each in dealt.holdings]

    assert order == [3, 1, 2]
    assert [each.private for each in dealt.holdings] == [
        (DECK[0], DECK[3]),
        (DECK[1], DECK[4]),
        (DECK[2], DECK[5]),
    ]


def test_betting_begins_left_of_the_dealer() -> None:
    """DV-17: in every round."""
    hand = Hand(100, 100, 100)
    stages = ("first_round", "second_round", "trade", "third_round", "last_round")

    assert hand.state.dealer == 3
    assert [hand.checks_to(stage).turn for stage in stages] == [1, 1, 1, 1, 1]


@pytest.mark.parametrize(("dealer", "after"), [(4, 3), (3, 1), (2, 1), (1, 4)])
def test_the_deal_passes_to_whoever_is_there(dealer: int, after: int) -> None:
    """DV-17, TN-27: to the right; seat 2 has gone out, or had just dealt, and nobody is spared an ante."""
    assert DIVIDHA.start(seated(100, None, 100, 100), carry(dealer)).dealer == after


def test_the_first_dealer_is_drawn_by_lot() -> None:
    """TB-3: in the same move as the shuffle."""
    state = DIVIDHA.start(seated(100, 100, 100), None)
    moves = [DIVIDHA.chance_move(state, Draw(Seal(f"{seed:064x}", cards=DECK))) for seed in range(20)]
    dealers = {move.dealer for move in moves if isinstance(move, Deal)}

    assert state.dealer is None
    assert dealers == {1, 2, 3}
    assert all(sorted(move.cards) == sorted(DECK) for move in moves if isinstance(move, Deal))


def test_demons_wager() -> None:
    """DV-18: a betting round before any card."""
    hand = Hand(100, 100, rules=DividhaRules(demons_wager=True))

    assert hand.stage == "wager"
    assert hand.own(1).private == ()

    hand.presses("bet 4", "match")

    assert hand.stage == "first_round"
    assert len(hand.own(1).private) == 2
    assert Hand(100, 100).stage == "first_round"


def test_seven_need_every_card() -> None:
    """DV-19: with seven players who all trade two cards the deck is just enough."""
    six = {seat: " ".join(DECK[6 * seat - 6 : 6 * seat]) for seat in range(1, 8)}
    hand = Hand(*[100] * 7, holding=six).checks_to("trade")
    for _ in range(7):
        mine = hand.own(hand.turn).private
        hand.presses(f"trade_two {mine[0]} {mine[1]}")
    hand.checks_to("showdown")

    assert hand.state.deck == ()
    assert sorted(card for each in hand.state.holdings for card in (*each.cards, *each.turned_in)) == sorted(
        DECK
    )


def test_a_trade() -> None:
    """DV-19: a private card for a private one, a public one for a public one; they are out of the hand."""
    hand = Hand(100, 100, 100, drawn="4H 4D").checks_to("trade")
    hand.presses("trade_two KH 7H")

    assert hand.own(1).private == ("4H", "KD")
    assert hand.line(1).public == ("KB", "4D")
    assert hand.last(Traded) == Traded(Seat(1), 1, ("7H",), ("4D",), 0)
    assert hand.own(1).turned_in == ("KH",)
    assert hand.line(1).turned_down == ("7H",)
    assert hand.turn == 2

    hand.checks_to("last_round")

    assert "KH" not in hand.state.deck
    assert "7H" not in hand.state.deck


def test_one_card_or_none() -> None:
    """DV-19: or one, or none; never three."""
    hand = Hand(100, 100, drawn="4H").checks_to("trade")
    one, two = hand.offers()["trade_one"], hand.offers()["trade_two"]

    assert [each.count for each in (one, two) if isinstance(each, PickOffer)] == [1, 2]

    hand.presses("trade_one KB", "no_trade")

    assert hand.line(1).public == ("4H", "7H")
    assert hand.last(TradeDeclined).seat == 2
    assert hand.stage == "third_round"


def test_paying_for_a_trade() -> None:
    """DV-19: one ante a card, on the columns as the player likes, and nobody's total grows."""
    hand = Hand(100, 100, rules=PAYING, drawn="4H 4D").checks_to("trade")
    hand.presses("trade_two KH KD")

    assert hand.view(None).trading_count == 2
    assert hand.own(1).trading == ("KH", "KD")
    assert hand.own(2).trading == ()

    hand.presses("pay 1")
    stake = hand.state.betting.stake(Seat(1))

    assert (stake.stack, stake.total) == (94, 2)
    assert hand.state.betting.dead == 4
    assert (hand.own(1).tablet.win, hand.own(1).tablet.lose) == (2, 4)
    assert hand.last(Traded) == Traded(Seat(1), 2, (), (), 4)


def test_whoever_cannot_pay_cannot_trade() -> None:
    """DV-19: without an ante left there is no trade; with one, one card."""
    hand = Hand(2, 5, 100, rules=PAYING).checks_to("trade")

    assert hand.turn == 2
    assert set(hand.offers()) == {"no_trade", "trade_one"}
    assert set(Hand(2, 5, 100).checks_to("trade").offers()) == {"no_trade", "trade_one", "trade_two"}


def test_one_ante_left_pays_for_one_card() -> None:
    """DV-19: exactly one ante is enough for a card, and for one alone; it is the last coin then."""
    hand = Hand(2, 4, 100, rules=PAYING, drawn="4H").checks_to("trade")
    assert hand.turn == 2
    assert set(hand.offers()) == {"no_trade", "trade_one"}

    hand.presses("trade_one AH", "pay 1")
    assert hand.state.betting.stake(Seat(2)).stack == 0
    assert hand.turn == 3


def test_whoever_is_away_pays_the_ante_and_folds() -> None:
    """DV-16: dealt in, and out when first to act."""
    hand = Hand(100, 100, 100, away=(2,))

    assert hand.line(2).is_absent
    assert hand.stacks == [98, 98, 98]
    assert len(hand.own(2).private) == 2
    assert (hand.own(2).tablet.win, hand.own(2).tablet.lose) == (1, 1)

    hand.presses("check")

    assert hand.turn == 3
    assert hand.events[-1] == Folded(Seat(2))


def test_all_but_one_are_away() -> None:
    """DV-16, TB-7: the one who is there takes the pot without a press."""
    hand = Hand(100, 100, 100, away=(1, 2))

    assert hand.stage == "over"
    assert hand.stacks == [98, 98, 104]


def test_away_and_all_in() -> None:
    """DV-16: without betting, an away player folds at the trade, or when cards are to be shown."""
    assert Hand(2, 2, 2, away=(2,)).checks_to("showdown").line(2).has_folded
    assert Hand(2, 2, away=(2,)).presses("no_trade").stacks == [4, 0]

    paying = Hand(2, 2, 2, rules=PAYING, away=(2,))

    assert paying.stage == "showdown"
    assert paying.line(2).has_folded

    assert Hand(2, 2, rules=PAYING, away=(1,)).stacks == [0, 4]
    assert Hand(2, 2, rules=PAYING, away=(1, 2)).stacks == [0, 4]


@pytest.mark.parametrize(
    "stage", ["first_round", "second_round", "trade", "third_round", "last_round", "showdown"]
)
def test_leaving_folds(stage: str) -> None:
    """TB-9: at any moment, in turn or not; the others play on."""
    for leaver in (1, 2, 3):
        hand = Hand(100, 100, 100).checks_to(stage).leaves(leaver)

        assert hand.line(leaver).has_left
        assert hand.line(leaver).has_folded
        assert hand.stage == stage
        assert leaver not in hand.view(None).to_act
        assert Left(Seat(leaver)) in hand.events

        other = 3 if leaver == 1 else 1
        hand.leaves(other)

        assert hand.stage == "over"
        assert hand.last(LastTakesBoth).seat == 6 - leaver - other


def test_leaving_after_a_fold() -> None:
    """TB-9: a player who has folded goes without disturbing anybody."""
    for stage in ("first_round", "second_round", "trade", "showdown"):
        hand = Hand(100, 100, 100).presses("fold").checks_to(stage)
        turn = hand.turn

        assert hand.leaves(1).turn == turn


def test_leaving_with_a_trade_unpaid() -> None:
    """TB-9, DV-19: nothing was traded."""
    hand = Hand(100, 100, 100, rules=PAYING).checks_to("trade").presses("trade_one KH").leaves(1)

    assert hand.turn == 2
    assert hand.own(1).private == ("KH", "KD")
    assert hand.own(1).trading == hand.own(2).trading == ()
    assert Hand(100, 100, rules=PAYING).checks_to("trade").presses("trade_one KH").leaves(1).stage == "over"


def test_the_last_to_choose_leaves() -> None:
    """TB-9: the others have chosen, and the hands are shown."""
    hand = Hand(100, 100, 100).checks_to("showdown").shows(s1="2B", s2="3H").leaves(3)

    assert hand.stage == "over"
    assert "showdown" in hand.kinds


def test_mildest_answers() -> None:
    """TB-8: check or fold; trade nothing; pay by the standing split."""
    assert Hand(100, 100).runs_out().kinds[-1] == "checked"
    assert Hand(100, 100).presses("bet 4").runs_out().stage == "over"
    assert Hand(100, 100).checks_to("trade").runs_out().last(TradeDeclined).seat == 1

    hand = Hand(100, 100, rules=PAYING).checks_to("trade").answers(1, "usual 100").presses("trade_one KH")

    assert hand.runs_out().own(1).tablet.win == 3


def test_events_tell_of_public_cards() -> None:
    """DV-17: everybody sees whose public cards they are."""
    hand = Hand(100, 100).checks_to("second_round")

    assert [(each.seat, each.cards) for each in hand.last(PublicDealt).cards] == [
        (1, ("KB", "7H")),
        (2, ("JB", "7D")),
    ]
    assert hand.line(1).public == ("KB", "7H")
    assert hand.view(2).line(Seat(1)).private_count == 2


def test_nobody_sees_private_cards() -> None:
    """TB-11: but their owner."""
    hand = Hand(100, 100).checks_to("showdown")
    private = set(SIX[1].split()) - {"KB", "7H"}

    assert set(DIVIDHA.seen(hand.state, Seat(2))) == {*SIX[2].split(), "KB", "7H"}
    assert set(DIVIDHA.seen(hand.state, None)) == {"KB", "7H", "JB", "7D"}
    assert private <= set(DIVIDHA.seen(hand.state, Seat(1)))


def test_who_does_not_take_part_sees_what_all_see() -> None:
    """TB-14: and can do nothing."""
    hand = Hand(100, 100)

    assert hand.view(5).own is None
    assert DIVIDHA.asides(hand.state, Seat(5)) == ()
    assert DIVIDHA.offers(hand.state, Seat(2)) == ()
    with pytest.raises(NotOffered):
        hand.answers(2, "check")


def test_the_ante_is_told() -> None:
    """DV-14: with who deals, and everybody in turn order."""
    begun = Hand(100, 100, 100, rules=DividhaRules(ante=6)).last(DividhaHandBegun)

    assert (begun.dealer, begun.is_by_lot, begun.order, begun.ante) == (3, True, (1, 2, 3), 6)


def test_nobody_is_offered_anything_while_cards_are_dealt() -> None:
    """DV-17: while the House deals, no player has anything to decide."""
    players: tuple[SeatedPlayer[Any], ...] = tuple(SeatedPlayer(Seat(number), 100) for number in (1, 2))
    state = DIVIDHA.start(HandSetup(DividhaRules(), players, Seat(1)), None)

    assert DIVIDHA.to_act(state) == {CHANCE_SEAT}
    assert DIVIDHA.offers(state, Seat(1)) == DIVIDHA.offers(state, CHANCE_SEAT) == ()
