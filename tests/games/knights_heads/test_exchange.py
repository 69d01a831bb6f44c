"""The exchange of three cards (KH-7), and what TB-8 passes on."""

from __future__ import annotations

import pytest

from games.engine.betting.bets import LastStanding
from games.engine.core.errors import OutOfRange
from games.engine.core.game import Seat
from games.engine.core.offers import PickOffer, find, take
from games.knights_heads.cards import in_deck_order
from games.knights_heads.game import KNIGHTS_HEADS
from games.knights_heads.model import CardsPassed, Passed
from tests.games.knights_heads.exchange import CARDS, THREE_PASS
from tests.games.knights_heads.scripted import Hand
from tests.games.luck import Luck


def three() -> Hand:
    """Three players before the exchange."""
    return Hand(100, 100, 100, cards=CARDS).everybody_bets()


def test_all_choose_at_the_same_time() -> None:
    """KH-7: each player still in picks three cards, all at the same time."""
    hand = three()

    assert hand.stage == "exchange"
    assert hand.asked == [1, 2, 3]
    (offer,) = KNIGHTS_HEADS.offers(hand.state, Seat(2))
    assert isinstance(offer, PickOffer)
    assert (offer.count, offer.choices) == (3, tuple(CARDS[2].split()))


@pytest.mark.parametrize("indices", [(0, 1), (0, 1, 2, 3), (0, 0, 1), (0, 1, 9)])
def test_three_of_ones_own(indices: tuple[int, ...]) -> None:
    """KH-7: three cards, all different, all of them one's own."""
    offer = find(KNIGHTS_HEADS.offers(three().state, Seat(1)), "pass")

    with pytest.raises(OutOfRange):
        take(offer, indices)


def test_cards_go_to_the_left() -> None:
    """KH-7: each three go to the player to the left, the last's to the first."""
    hand = three().all_pass(**THREE_PASS)

    assert hand.cards(1) == {"K01", "K02", "K03", "N01", "N02", "N03", "D01", "D02", "D03"}
    assert hand.cards(2) == {"Q01", "Q02", "Q03", "A01", "A02", "A03", "B01", "B02", "B03"}
    assert hand.cards(3) == {"M01", "M02", "M03", "S01", "S02", "S03", "J01", "J02", "J03"}
    assert hand.last(CardsPassed) == CardsPassed((Seat(1), Seat(2), Seat(3)))


def test_nothing_comes_before_all_have_picked() -> None:
    """KH-7: each picks before seeing what comes."""
    hand = three().passes(1, "B01 B02 B03").passes(2, "J01 J02 J03")

    assert hand.stage == "exchange"
    assert hand.asked == [3]
    assert hand.view(None).to_act == (3,)
    assert [hand.line(seat).has_picked for seat in (1, 2, 3)] == [True, True, False]
    assert hand.cards(2) == set(CARDS[2].split())
    assert hand.view(2).got is None


def test_who_folded_is_passed_over() -> None:
    """KH-7: to the left among those still in; who folded before the exchange takes no part."""
    hand = Hand(100, 100, 100, cards=CARDS).presses("bet 2", "fold", "match")

    assert hand.asked == [1, 3]
    hand.all_pass(**THREE_PASS)
    assert hand.cards(3) == {"M01", "M02", "M03", "S01", "S02", "S03", "B01", "B02", "B03"}
    assert hand.cards(2) == set(CARDS[2].split())


def test_who_is_all_in_takes_part() -> None:
    """KH-7: all in is still in."""
    hand = Hand(2, 100, 100, cards=CARDS).presses("bet 2", "match")

    assert hand.asked == [1, 2, 3]


def test_changing_ones_mind() -> None:
    """KH-7: until all have picked, others may take the place of what was sealed."""
    hand = three().passes(1, "K01 K02 K03").passes(2, "J01 J02 J03").passes(1, "B01 B02 B03")
    assert hand.view(1).picked == ("B01", "B02", "B03")

    hand.passes(3, "D01 D02 D03")

    assert hand.cards(2) >= {"B01", "B02", "B03"}
    assert "K01" in hand.cards(1)
    assert KNIGHTS_HEADS.asides(hand.state, Seat(1)) == ()


def test_who_has_not_picked_has_nothing_to_change() -> None:
    """KH-7: out of turn only a player who has sealed may choose anew."""
    hand = three().passes(1, "K01 K02 K03")

    assert KNIGHTS_HEADS.asides(hand.state, Seat(2)) == ()
    assert KNIGHTS_HEADS.offers(hand.state, Seat(1)) == ()
    assert [offer.key for offer in KNIGHTS_HEADS.asides(hand.state, Seat(1))] == ["pass"]


def test_leaving_while_others_still_pick() -> None:
    """KH-7, TB-9: a player who goes folds; cards go to the left among those still in."""
    hand = three().passes(1, "B01 B02 B03").leaves(2)
    assert hand.stage == "exchange"
    assert hand.asked == [3]

    hand.passes(3, "D01 D02 D03")

    assert hand.cards(3) >= {"B01", "B02", "B03"}
    assert hand.cards(1) >= {"D01", "D02", "D03"}
    assert hand.line(2).has_folded
    assert [hand.line(seat).has_left for seat in (1, 2, 3)] == [False, True, False]


def test_leaving_after_picking() -> None:
    """KH-7, TB-9: sealed cards of a player who goes are passed to no one."""
    hand = three().passes(2, "J01 J02 J03").leaves(2).all_pass(**THREE_PASS)

    assert hand.cards(2) == set(CARDS[2].split())
    assert not {"J01", "J02", "J03"} & hand.cards(3)


def test_the_last_who_has_not_picked_leaves() -> None:
    """KH-7, TB-9: nobody else is waited for, so the cards are passed at once."""
    hand = three().passes(1, "B01 B02 B03").passes(3, "D01 D02 D03").leaves(2)

    assert hand.stage == "second_round"
    assert hand.last(CardsPassed) == CardsPassed((Seat(1), Seat(3)))


def test_all_but_one_leave_in_the_exchange() -> None:
    """TB-7, TB-9: the last takes the pot, and no card is passed."""
    hand = three().passes(1, "B01 B02 B03").leaves(2, 3)

    assert hand.stage == "over"
    assert hand.last(LastStanding) == LastStanding(Seat(1), 12)
    assert "cards_passed" not in hand.kinds
    assert hand.view(1).picked == ()


def test_what_giver_and_taker_know() -> None:
    """KH-7: each knows the three that went and the three that came."""
    hand = three().all_pass(**THREE_PASS)

    assert hand.view(1).gave == Passed(Seat(1), Seat(2), ("B01", "B02", "B03"))
    assert hand.view(1).got == Passed(Seat(3), Seat(1), ("D01", "D02", "D03"))


@pytest.mark.parametrize(
    ("cards", "passed"),
    [
        ("K03 Q03 N03 A03 M03 S03 D03 J03 B03", "D03 J03 B03"),
        ("K03 Q03 N03 A03 B03 B04 B05 B06 B07", "B05 B06 B07"),
        ("K03 Q03 N03 A03 M03 J12 J01 B01 B02", "J12 B01 B02"),
        ("K03 Q03 N03 A03 M03 S03 B01 B02 B12", "B01 B02 B12"),
        ("K03 Q03 N03 A03 M03 B01 B02 B11 B12", "B02 B11 B12"),
        ("K03 Q03 N03 A03 M03 B08 B09 B10 B12", "B09 B10 B12"),
        ("K01 K02 K03 K04 K05 K06 K07 K08 Q01", "Q01 K07 K08"),
    ],
)
def test_what_passes_on_when_time_runs_out(cards: str, passed: str) -> None:
    """TB-8: three lowest: lowest face first; within it not notable first, then the higher number first."""
    hand = Hand(100, 100, cards={1: cards}).everybody_bets().runs_out(1)

    assert set(hand.view(1).picked) == set(passed.split())


def test_the_exchange_is_one_turn() -> None:
    """TB-8: each turn of the betting is a turn of its own, and the exchange is one for all."""
    hand = Hand(100, 100)
    turns = [hand.state.turn]
    hand.everybody_bets()
    turns.append(hand.state.turn)
    hand.runs_out(hand.turn)

    assert hand.state.turn == turns[1] != turns[0]


def test_what_is_sealed_could_be_any_three() -> None:
    """KH-7, TB-11: while all choose, another may have sealed any three of any nine unseen cards."""
    hand = three().passes(1, "B01 B02 B03").passes(2, "J01 J02 J03")
    luck = Luck("picks")
    states = [KNIGHTS_HEADS.sample_possible_state(hand.state, Seat(1), luck) for _ in range(300)]

    assert {state.picks[0] for state in states} == {hand.state.picks[0]}
    sealed = [(in_deck_order(state.cards(Seat(2))), state.picks[1].cards) for state in states]
    places = {tuple(held.index(card) for card in cards) for held, cards in sealed}
    assert len(places) > 80, "of 84"
    assert all(list(each) == sorted(each) for each in places)
    assert not {card for held, _ in sealed for card in held} & set(CARDS[1].split())


def test_what_was_passed_is_known_to_two() -> None:
    """KH-7, TB-11: giver and taker know the three; to a third they could be any."""
    hand = three().all_pass(**THREE_PASS)
    luck = Luck("passes")

    for viewer in (1, 2):
        known = {
            KNIGHTS_HEADS.sample_possible_state(hand.state, Seat(viewer), luck).passes[0] for _ in range(20)
        }
        assert known == {Passed(Seat(1), Seat(2), ("B01", "B02", "B03"))}
    third = {
        KNIGHTS_HEADS.sample_possible_state(hand.state, Seat(3), luck).passes[0].cards for _ in range(20)
    }
    assert len(third) == 20
