"""The hands and choices of others that a player of Dividha has to consider (TB-11)."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

from games.dividha.equity import extremes, ranks
from games.dividha.game import DIVIDHA
from games.dividha.model import DividhaRules, DividhaState
from games.engine.core.game import Seat
from games.tools.review import SampledChance
from tests.games.dividha.scripted import SIX, Hand
from tests.games.luck import Luck

ONE, TWO = Seat(1), Seat(2)


def possible_states(hand: Hand, viewer: Seat | None = ONE) -> Iterator[DividhaState]:
    """Many states that this viewer cannot tell from the hand's."""
    luck = Luck("dividha")
    return (DIVIDHA.sample_possible_state(hand.state, viewer, luck) for _ in range(300))


def test_private_cards_lie_anywhere() -> None:
    """TB-11: another's private cards are any that the viewer has not seen; the public ones stay."""
    hand = Hand(100, 100).checks_to("showdown")
    own, theirs = SIX[1].split(), SIX[2].split()
    states = list(possible_states(hand))

    assert {state.holding(ONE) for state in states} == {hand.state.holding(ONE)}
    assert {state.holding(TWO).public for state in states} == {tuple(theirs[2:4])}
    private = {card for state in states for card in state.holding(TWO).private}
    assert private == set(DIVIDHA.cards(hand.state)) - {*own, *theirs[2:4]}


def test_a_bet_of_others_is_split_in_any_way() -> None:
    """DV-13, DV-14: another's bet of 4 is split in any way; the ante is even, the own split known."""
    hand = Hand(100, 100).presses("bet 4 3", "match 1")
    states = list(possible_states(hand))

    assert {state.tablet(ONE) for state in states} == {hand.state.tablet(ONE)}
    assert {tuple(laid.win for laid in state.tablet(TWO).bets) for state in states} == {
        (1, win) for win in range(5)
    }
    assert {state.usual_of(TWO).percent for state in states} <= set(range(101))
    assert len({state.usual_of(TWO).percent for state in states}) > 50
    assert {state.usual_of(ONE).percent for state in states} == {None}


def test_what_may_not_be_split_lies_as_a_whole() -> None:
    """DV-21: if an all-in goes to one side, it could be either; a smaller bet is split in any way."""
    hand = Hand(100, 100, rules=DividhaRules(limit="no_limit", split_all_in=False)).presses(
        "bet 4 2", "match 3"
    )
    hand.checks_to("second_round").presses("all_in 94")

    found = {tuple(laid.win for laid in state.tablet(ONE).bets) for state in possible_states(hand, TWO)}

    assert {coins for _, coins, _ in found} == set(range(5))
    assert {coins for _, _, coins in found} == {0, 94}


def test_shown_tablets_are_known() -> None:
    """DV-20: when the pot is shared out all tablets are open, and no usual split is."""
    hand = Hand(100, 100).presses("bet 4 3", "fold")

    assert {state.tablets for state in possible_states(hand, TWO)} == {hand.state.tablets}
    assert len({state.usual_of(ONE).percent for state in possible_states(hand, TWO)}) > 50


def test_the_discard_could_be_any_card() -> None:
    """DV-8, DV-10: until all have chosen, any of six cards is left out, and the others lie as they came."""
    hand = Hand(100, 100).checks_to("showdown").answers(2, "discard 7D")

    for state in possible_states(hand):
        held = state.holding(TWO)
        assert held.laid == tuple(card for card in held.cards if card != held.discard)
    places = {
        held.cards.index(held.discard or "") for held in (s.holding(TWO) for s in possible_states(hand))
    }
    assert places == set(range(6))


def test_the_order_could_be_any() -> None:
    """DV-10: under the Rule of Order as many cards lie there as before, any of the five in any order."""
    hand = Hand(100, 100, rules=DividhaRules(rule_of_order=True)).checks_to("showdown")
    hand.answers(2, "discard 7D").answers(2, "lay AH").answers(2, "lay QD")

    laid = {
        tuple(held.cards.index(card) for card in held.laid)
        for held in (state.holding(TWO) for state in possible_states(hand))
    }
    assert {len(places) for places in laid} == {2}
    assert len(laid) == 30


def test_the_call_could_be_any_name() -> None:
    """DV-11: another's call is one of the names, and a call yet to come is none."""
    rules = DividhaRules(aural_rule=True)
    hand = Hand(100, 100, rules=rules).checks_to("showdown").answers(2, "discard 7D")

    assert {state.holding(TWO).call for state in possible_states(hand)} == {None}

    hand.answers(2, "call 9")

    assert {state.holding(TWO).call for state in possible_states(hand)} == set(range(1, 13))

    hand = Hand(100, 100).checks_to("showdown").answers(2, "call 9")

    assert {state.holding(TWO).call for state in possible_states(hand)} == set(range(1, 13))


def test_the_cards_of_a_trade_could_be_any() -> None:
    """DV-19: a player's choice of cards for a trade is secret until paid; their number is public."""
    hand = Hand(100, 100, rules=DividhaRules(pay_to_trade=True)).checks_to("trade").presses("trade_two KH KD")

    assert {state.trading for state in possible_states(hand)} == {("KH", "KD")}
    chosen = {
        tuple(state.holding(ONE).cards.index(card) for card in state.trading)
        for state in possible_states(hand, TWO)
    }
    assert chosen == {(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)}


def test_who_traded_nothing_is_imagined_with_better_cards() -> None:
    """TB-26: a rival who keeps all four has what beats more hands than what one has who trades two."""

    def promised(*trades: str) -> float:
        """Return the share of all hands that the rival's cards beat, once they are filled up."""
        hand = Hand(100, 100).checks_to("trade").presses(*trades)
        chance = SampledChance("traded")
        states = [DIVIDHA.sample_likely_state(hand.state, (), ONE, chance) for _ in range(50)]
        sixes = [
            (*each.holding(TWO).cards, *each.deck[at : at + 2]) for each in states for at in range(0, 12, 2)
        ]
        return fmean(max(ranks(extremes(six, divine=False), divine=False)) for six in sixes)

    assert promised("no_trade", "no_trade") > promised("no_trade", "trade_two AH QD") + 0.05
