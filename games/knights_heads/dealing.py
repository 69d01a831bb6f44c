"""How a hand is made ready: who deals, the shuffle, the antes, nine cards each; later the luck card."""

from __future__ import annotations

from dataclasses import replace

from games.engine.betting.rounds import ante, contenders, in_turn_order, open_betting, open_round
from games.engine.chance.seals import Chance
from games.engine.core.game import Guest, Step, TableFacts, clockwise
from games.engine.core.moves import Deal, dealing
from games.knights_heads.cards import DECK
from games.knights_heads.model import (
    AnteAllIn,
    CourtScore,
    HeldCards,
    KnightsCarry,
    KnightsHandBegun,
    KnightsRules,
    KnightsState,
    Tally,
)

NINE = 9
"""Cards before the luck card (KH-5)."""


def start(facts: TableFacts[KnightsRules, CourtScore], carry: KnightsCarry | None) -> KnightsState:
    """A hand that the House is to deal; the dealer's seat moves left."""
    habits = () if carry is None else carry.habits
    betting = open_betting(facts.stacks, facts.rules.limit, facts.rules.ante, habits=habits)
    dealer = None if carry is None else clockwise(betting.order, carry.dealer)[0]
    return KnightsState(
        rules=facts.rules,
        betting=betting if dealer is None else in_turn_order(betting, dealer),
        dealer=dealer,
        stage="dealing",
        tallies=tuple(_tally(guest, carry) for guest in facts.guests),
    )


def house_move(state: KnightsState, chance: Chance) -> Deal:
    """Draw the first dealer by lot (TB-3), and shuffle."""
    assert state.stage == "dealing"
    return dealing(state.dealer, state.order, DECK, chance)


def deal(state: KnightsState, move: Deal) -> Step[KnightsState]:
    """Take the antes, deal nine cards each, one at a time, and open the first betting round (KH-5, KH-6)."""
    betting = in_turn_order(state.betting, move.dealer)
    order = betting.order
    for seat in order:
        betting = ante(betting, seat, state.rules.ante)
    short = (AnteAllIn(stake.seat, stake.paid) for stake in betting.stakes if not stake.stack)
    begun = KnightsHandBegun(move.dealer, state.dealer is None, state.rules.ante)
    dealt = NINE * len(order)
    ready = replace(
        state,
        dealer=move.dealer,
        betting=open_round(betting, order[0], may_check=False),
        stage="first_round",
        deck=move.cards[dealt:],
        hands=tuple(
            # One card at a time: each seat gets every len(order)-th of the cards dealt.
            HeldCards(seat, move.cards[place : dealt : len(order)])
            for place, seat in enumerate(order)
        ),
    )
    return Step(ready, (begun, *short))


def deal_luck(state: KnightsState) -> KnightsState:
    """A tenth card for each player still in, from the dealer's left (KH-9)."""
    top = iter(state.deck)
    staying = contenders(state.betting)
    hands = (
        replace(held, cards=(*held.cards, next(top))) if held.seat in staying else held
        for held in state.hands
    )
    return replace(state, hands=tuple(hands), deck=state.deck[len(staying) :])


def _tally(guest: Guest[CourtScore], carry: KnightsCarry | None) -> Tally:
    """The seat's court score at this table; a newcomer's as brought along."""
    brought = guest.keepsake.points if guest.keepsake is not None else 0
    here = () if carry is None else carry.tallies
    return next((tally for tally in here if tally.seat == guest.seat), Tally(guest.seat, brought))
