"""The start of a hand: antes, nine cards each, who deals (KH-5)."""

from __future__ import annotations

import pytest

from games.engine.betting.bets import Deal, RaiseFrequency
from games.engine.core.errors import ImpossibleValue
from games.engine.core.game import CHANCE_SEAT, Seat
from games.knights_heads.cards import DECK
from games.knights_heads.game import KNIGHTS_HEADS
from games.knights_heads.model import AnteAllIn, KnightsCarry, KnightsHandBegun, KnightsRules, Tally
from tests.games.knights_heads.scripted import Hand, Lot, seated


def test_everyone_antes_two() -> None:
    """KH-5: everyone antes, two unless the table says otherwise, and the pot holds it."""
    hand = Hand(100, 100, 100)

    assert hand.stacks == [98, 98, 98]
    assert hand.view(None).pot == 6
    assert hand.last(KnightsHandBegun) == KnightsHandBegun(Seat(3), is_by_lot=True, ante=2)


def test_the_ante_is_the_tables() -> None:
    """KH-5: a player who opens the table names the ante."""
    assert Hand(100, 100, rules=KnightsRules(ante=5)).stacks == [95, 95]


def test_no_table_has_no_ante() -> None:
    """KH-5: without an ante there is nothing to play for."""
    with pytest.raises(ImpossibleValue):
        KnightsRules(ante=0)


def test_nine_cards_each_one_at_a_time() -> None:
    """KH-5: the dealer gives nine cards each, one at a time, from the left."""
    state = KNIGHTS_HEADS.start(seated(100, 100, 100), KnightsCarry(Seat(1), ()))
    state = KNIGHTS_HEADS.apply(state, CHANCE_SEAT, Deal(Seat(2), DECK)).state

    assert [(held.seat, held.cards[0]) for held in state.hands] == [(3, "K01"), (1, "K02"), (2, "K03")]
    assert state.cards(Seat(3)) == ("K01", "K04", "K07", "Q02", "Q05", "Q08", "Q11", "N02", "N05")
    assert state.deck[0] == "N08"
    assert KNIGHTS_HEADS.view(state, None).deck_count == 104 - 27


def test_every_hand_shuffles_the_whole_deck() -> None:
    """KH-5: a deck of 104 cards, for every hand anew."""
    assert (
        KNIGHTS_HEADS.deck(KnightsRules(), None)
        == KNIGHTS_HEADS.deck(KnightsRules(), KnightsCarry(Seat(1), ()))
        == DECK
    )


def test_the_first_dealer_is_drawn_by_lot() -> None:
    """TB-3: the first dealer is drawn by lot, and the House deals what it shuffled."""
    state = KNIGHTS_HEADS.start(seated(100, 100, 100), None)

    assert KNIGHTS_HEADS.chance_move(state, Lot(1)) == Deal(Seat(2), DECK[::-1])


@pytest.mark.parametrize(("before", "now"), [(1, 2), (2, 3), (3, 1), (4, 1)])
def test_the_deal_moves_left(before: int, now: int) -> None:
    """KH-5: the dealer's seat moves left after each hand, for the order of betting."""
    hand = Hand(100, 100, 100, carry=KnightsCarry(Seat(before), ()))

    assert hand.state.dealer == now
    assert hand.last(KnightsHandBegun) == KnightsHandBegun(Seat(now), is_by_lot=False, ante=2)
    assert hand.turn == now % 3 + 1
    waiting = KNIGHTS_HEADS.start(seated(9, 9, 9), KnightsCarry(Seat(before), ()))
    assert KNIGHTS_HEADS.chance_move(waiting, Lot()) == Deal(Seat(now), DECK[::-1])


def test_the_deal_passes_over_an_empty_seat() -> None:
    """TB-3: left is the next higher seat in play."""
    assert Hand(100, None, 100, carry=KnightsCarry(Seat(1), ())).state.dealer == 3


def test_an_ante_that_cannot_be_paid_in_full() -> None:
    """TB-6: a player who cannot pay the ante puts in what is left and is all in."""
    hand = Hand(100, 1, 2)

    assert hand.stacks == [98, 0, 0]
    assert [event for event in hand.events if isinstance(event, AnteAllIn)] == [
        AnteAllIn(Seat(2), 1),
        AnteAllIn(Seat(3), 2),
    ]
    assert hand.line(2).is_all_in


def test_only_who_has_money_is_dealt_in() -> None:
    """TB-6: an empty stack takes no part."""
    assert KNIGHTS_HEADS.dealt_in(seated(5, 0, 1), None) == (1, 3)


def test_what_is_carried_on() -> None:
    """KH-5, KH-12, TB-12: dealer, court scores and raisers go on; a leaver's go along."""
    hand = Hand(100, 100, 100, carry=KnightsCarry(Seat(1), (Tally(Seat(1), 4), Tally(Seat(3), 2))))
    hand.leaves(3).presses("fold")

    habits = (RaiseFrequency(Seat(1), 1, 0), RaiseFrequency(Seat(2), 1, 0))
    assert hand.carry == KnightsCarry(Seat(2), (Tally(Seat(1), 4), Tally(Seat(2), 0)), habits)


def test_a_table_is_for_two_to_six() -> None:
    """KH-5: 2 to 6 players; the price of a seat is what was agreed, and nothing lies between hands."""
    assert list(KNIGHTS_HEADS.seats) == [2, 3, 4, 5, 6]
    assert KNIGHTS_HEADS.price(KnightsRules(), 77) == 77
    assert KNIGHTS_HEADS.claims(None, None) == {}


def test_luck_cards_leave_the_deck() -> None:
    """KH-9: the tenth cards come from the top of the deck, and lie in it no more."""
    hand = Hand(100, 100, 100, luck="B05 Q04 M11").everybody_bets().all_pass()
    before = hand.state.deck
    hand.checks_down()
    held = {card for each in hand.state.hands for card in each.cards}

    assert before[:3] == ("B05", "Q04", "M11")
    assert hand.state.deck == before[3:]
    assert not held & {*hand.state.deck}
