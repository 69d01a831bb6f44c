"""The findings of Dividha's referee beyond those of every referee: splits, trades, calls (TB-13)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.dividha.game import DividhaReferee
from games.dividha.model import DividhaCarry, DividhaRules
from games.engine.core.game import Seat
from games.engine.history import UNSEEN, History, MalformedInput, RevealedDeck, RevealedSeed
from tests.games.dividha.played import Kept, bets_and_trades, free_trade, kept_ante, leavers, to_the_end
from tests.games.retold import answered, begun_with, changed, index_of, told, without

TRADED = told(bets_and_trades())


def faults(told: History) -> list[str]:
    """Return the findings of the referee."""
    return list(DividhaReferee.judge(told))


@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        ("hand_begun", {"dealer": 9}),
        ("hand_begun", {"ante": 4}),
        ("bet", {"amount": 5, "to": 5}),
        ("bet", {"amount": 500, "to": 500}),
        ("bet", {"seat": 9}),
        ("raised", {"seat": 9}),
        ("traded", {"private_count": 0}),
        ("traded", {"private_count": 2}),
        ("traded", {"private_count": 3}),
        ("traded", {"seat": 9}),
        ("traded", {"paid": 1}),
        ("traded", {"drawn": []}),
        ("trade_declined", {"seat": 9}),
        ("matched", {"amount": 1}),
    ],
)
def test_events_that_did_not_happen_so(kind: str, facts: dict[str, Any]) -> None:
    """DV-13, DV-17, DV-19: an event with other facts does not fit."""
    assert faults(changed(TRADED, kind, **facts)) != []


@pytest.mark.parametrize("kind", ["bet", "traded", "trade_declined", "private_dealt"])
def test_events_that_are_missing(kind: str) -> None:
    """TB-13: nothing may be left out."""
    assert faults(without(TRADED, kind)) != []


def shown(**facts: Any) -> History:
    """A history with another first hand at its showdown."""
    outcome = TRADED.events[index_of(TRADED, "showdown")]["outcome"]
    first, *others = outcome["hands"]
    return changed(TRADED, "showdown", outcome=outcome | {"hands": [first | facts, *others]})


@pytest.mark.parametrize(
    "facts", [{"call": 13}, {"face_up": ["GOD"]}, {"seat": 9}, {"number": 1}, {"key": [9]}], ids=str
)
def test_hands_that_were_not_shown_so(facts: dict[str, Any]) -> None:
    """DV-7, DV-10, DV-11: cards, order, call and what they make have to fit."""
    assert faults(shown(**facts)) != []


def test_calls_that_count_for_nothing() -> None:
    """DV-11: a history tells of them by what was shown, whenever they were made."""
    hand = Kept(100, 100).checks_to("showdown").answers(2, "call 5")
    for seat in (1, 2):
        hand.answers(seat, f"discard {hand.state.holding(Seat(seat)).cards[0]}")
        if seat == 1:
            hand.answers(seat, "call 12")

    for player in (None, 11, 12):
        assert faults(told(hand, player)) == []


def test_another_sharing_out() -> None:
    """DV-20: the splits are those that the hand led to."""
    end, outcome = TRADED.end, TRADED.end["outcome"]
    turned = [each | {"bets": [bet | {"win": 0} for bet in each["bets"]]} for each in outcome["tablets"]]

    for other in ({"ante": 8}, {"outcome": outcome | {"tablets": turned}}, {"outcome": None}):
        assert faults(replace(TRADED, end=end | other)) != []


def split(*, usually: bool) -> Kept:
    """A bet that lies 3 to 1 on Win, as its seat has it usually or as it was typed; a showdown."""
    hand = Kept(100, 100, 100)
    if usually:
        hand.answers(hand.turn, "usual 0").answers(hand.turn, "usual 75").presses("bet 4")
    else:
        hand.answers(hand.turn, "usual 75").presses("bet 4 3")
    return to_the_end(hand.presses("match 4", "match 0"))


@pytest.mark.parametrize("player", [None, 11, 12, 13])
def test_whether_coins_were_split_as_usual(player: int | None) -> None:
    """DV-13, TB-11: the columns of coins become public in the end, and not if the split was the usual one."""
    typed, usual = told(split(usually=False), player), told(split(usually=True), player)

    assert faults(typed) == []
    assert typed == usual
    assert (4, 3) in {each.numbers for each in typed.answers}


def paid(*, usually: bool) -> Kept:
    """A trade that is paid for with both coins on Win, as the seat has it usually or as it was typed."""
    hand = Kept(100, 100, 100, rules=DividhaRules(pay_to_trade=True)).checks_to("trade")
    hand.answers(hand.turn, "usual 100").presses(f"trade_one {hand.line(hand.turn).public[0]}")
    return to_the_end(hand.presses("pay" if usually else "pay 2"))


@pytest.mark.parametrize("player", [None, 11, 12, 13])
def test_whether_a_trade_was_paid_for_as_usual(player: int | None) -> None:
    """DV-19, TB-11: as many coins on Win as the trade costs are told as such, usual or not."""
    typed, usual = told(paid(usually=False), player), told(paid(usually=True), player)

    assert faults(typed) == []
    assert typed == usual
    assert [each.numbers for each in typed.answers if each.key == "pay"] == [(2, 2)]


def shown_in(order: tuple[int, ...], *rests: str) -> Kept:
    """Discard each last card, and lay the others down as they came, in some order of asking."""
    hand = Kept(100, 100, 100, rules=DividhaRules(rule_of_order=True)).checks_to("showdown")
    for seat in order:
        hand.answers(seat, f"discard {hand.state.holding(Seat(seat)).cards[-1]}")
    for seat in order:
        cards = hand.state.holding(Seat(seat)).cards
        hand.answers(seat, f"lay {cards[0]}")
        for rest in rests or [f"lay {card}" for card in cards[1:4]]:
            hand.answers(seat, rest)
    return hand


@pytest.mark.parametrize("player", [None, 11, 12, 13])
def test_in_which_steps_a_hand_was_chosen(player: int | None) -> None:
    """DV-8, DV-10, TB-11: all see what was shown, and nobody who chose first, or card by card."""
    one, other = told(shown_in((1, 2, 3)), player), told(shown_in((3, 1, 2), "lay_rest"), player)

    assert faults(one) == []
    assert one == other


@pytest.mark.parametrize("player", [None, 11, 12, 13])
def test_what_was_traded(player: int | None) -> None:
    """DV-19, TB-11: a private card that was turned in is known to its owner alone, a public one to all."""
    hand = free_trade()
    history = told(hand, player)
    trader = next(each for each in hand.state.holdings if each.turned_in)
    (trade,) = (each for each in history.answers if each.key == "trade_two")

    assert faults(history) == []
    assert set(trade.picked) == {
        *trader.turned_down,
        *(trader.turned_in if history.viewer == trader.seat else (UNSEEN,)),
    }
    for picked in ((), trade.picked[:1], (*trade.picked, "?"), ("JOY", "JOY"), (UNSEEN, UNSEEN)):
        assert faults(answered(history, "trade_two", picked=picked)) != []


@pytest.mark.parametrize("player", [None, 11, 12, 13])
def test_what_was_chosen_for_a_trade_and_not_traded(player: int | None) -> None:
    """DV-19, TB-11: a choice of cards by a player who left before paying is in no history."""
    histories = []
    for place in (0, 1):
        hand = Kept(100, 100, 100, rules=DividhaRules(pay_to_trade=True)).checks_to("trade")
        trader = hand.turn
        hand.presses(f"trade_one {hand.line(trader).public[place]}").leaves(trader)
        histories.append(told(to_the_end(hand), player))

    assert faults(histories[0]) == []
    assert histories[0] == histories[1]


def test_lowering_that_was_not_asked_for() -> None:
    """DV-14: a wish twice, or by a player who is not there, cannot come."""
    kept = told(kept_ante())
    index = index_of(kept, "lower_wished")
    twice = (*kept.events[: index + 1], *kept.events[index:])

    assert faults(replace(kept, events=twice)) != []
    assert faults(changed(kept, "lower_wished", seat=9)) != []
    assert faults(changed(kept, "lower_refused", seat=1)) != []
    assert faults(changed(told(leavers()), "left", seat=9)) != []


@pytest.mark.parametrize(
    "facts", [{"ante": 0}, {"ante": 3}, {"ante": 200}, {"left_behind": -1}, {"hands": -1}], ids=str
)
def test_what_no_hand_begins_with(facts: dict[str, Any]) -> None:
    """TB-13: the game never writes the like."""
    with pytest.raises(MalformedInput):
        faults(begun_with(TRADED, **facts))


def test_what_is_no_deck() -> None:
    """TB-13: all 56 cards, every time."""
    (seal,) = TRADED.seals
    assert isinstance(seal, RevealedDeck)
    seed = RevealedSeed(seal.commitment, "utf-8", seal.cuts, "00" * 32)

    for other in (replace(seal, slots=52), seed):
        with pytest.raises(MalformedInput):
            faults(replace(TRADED, seals=(other,)))


def test_who_had_no_seat() -> None:
    """TB-14: a spectator's history has no more than what all saw, whatever seat it claims."""
    seen = told(bets_and_trades(), None)

    assert faults(seen) == []
    assert faults(replace(seen, viewer=Seat(9))) != []


@pytest.mark.parametrize("facts", [{"seat": 3}, {"to": 4}])
def test_a_wish_that_another_took_the_place_of(facts: dict[str, Any]) -> None:
    """Law 9, DV-14: the final view also tells the wishes for an ante, and their order."""
    hand = Kept(100, 100, 100, carry=DividhaCarry(Seat(1), 5, 4, (), ()))
    hand.answers(1, "wish_lower 2").answers(2, "wish_lower 4").presses("fold", "fold", "keep")

    assert faults(told(hand)) == []
    assert faults(changed(told(hand), "lower_wished", **facts)) != []


def test_who_would_keep_the_ante() -> None:
    """Law 9, DV-14: the last view tells too who kept it for all."""
    hand = told(kept_ante())
    refusal = hand.events[index_of(hand, "lower_refused")]
    other = next(seat for seat in (1, 2, 3) if seat != refusal["seat"])

    assert faults(changed(hand, "lower_refused", seat=other)) != []
