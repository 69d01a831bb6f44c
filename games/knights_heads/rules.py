"""The rules of a hand: the deal, the betting and the exchange (KH-5 to KH-10).

    dealing ──► first_round ──► exchange ──► second_round ──► final_round ──► over
                bet or fold     all at once   checks allowed   the luck card, then the call for cards

The House moves in `dealing`. Once only one seat is left, the hand is over (TB-7). A seat without a decision
is skipped in a betting round.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from games.engine.betting import rounds
from games.engine.betting.bets import AllIn, Call, Check, Deal, Fold, Leave, Raise, dealing
from games.engine.betting.rounds import ante, contenders, in_turn_order, open_betting, open_round
from games.engine.core.game import CHANCE_SEAT, HandSetup, Seat, Transition, clockwise
from games.engine.core.offers import Action, Answer, Offer, PickAction, PickOffer, sample
from games.engine.provable_chance import Chance
from games.knights_heads import model
from games.knights_heads.cards import DECK, NOTABLE, Card, face, in_deck_order
from games.knights_heads.model import KnightsCarry, KnightsRules, KnightsState
from games.knights_heads.showdown import Events, show_down, stand_last

NINE = 9
"""The number of cards before the luck card (KH-5)."""
RABBLE_SIZE = 3
"""The number of cards that each player passes on."""


def start(facts: HandSetup[KnightsRules, model.CourtScore], carry: KnightsCarry | None) -> KnightsState:
    """Return a hand before the deal; the deal passes to the left."""
    seats = [player.seat for player in facts.players]
    return opened(facts, carry, None if carry is None else clockwise(seats, carry.dealer)[0])


def opened(
    facts: HandSetup[KnightsRules, model.CourtScore], carry: KnightsCarry | None, dealer: Seat | None
) -> KnightsState:
    """Return a hand before the deal, with this dealer; None draws the dealer by lot.

    Used by the table and by the verifier.
    """
    habits = () if carry is None else carry.habits
    tallies = {} if carry is None else {tally.seat: tally for tally in carry.tallies}
    betting = open_betting(facts.stacks, facts.rules.limit, facts.rules.ante, habits=habits)
    return KnightsState(
        rules=facts.rules,
        betting=betting if dealer is None else in_turn_order(betting, dealer),
        dealer=dealer,
        stage="dealing",
        # A newcomer's court score comes from the other tables.
        tallies=tuple(
            tallies.get(player.seat)
            or model.Tally(player.seat, player.keepsake.points if player.keepsake else 0)
            for player in facts.players
        ),
    )


def house_move(state: KnightsState, chance: Chance) -> Deal:
    """Draw the first dealer by lot if there is none yet (TB-3), and shuffle."""
    assert state.stage == "dealing"
    return dealing(state.dealer, state.order, DECK, chance)


def to_act(state: KnightsState) -> frozenset[Seat]:
    """Return the seats to act: the House, one seat, or all seats that have not sealed their cards."""
    match state.stage:
        case "dealing":
            return frozenset({CHANCE_SEAT})
        case "exchange":
            return frozenset(choosing(state))
        case "first_round" | "second_round" | "final_round":
            assert state.betting.to_act is not None
            return frozenset({state.betting.to_act})
        case "laying" | "over":
            return frozenset()
        case _:
            assert_never(state.stage)


ACTIONS: tuple[Action, ...] = (*rounds.ACTIONS, PickAction("pass", RABBLE_SIZE, NINE))


def offers(state: KnightsState, seat: Seat) -> tuple[Offer[model.Move], ...]:
    """Return the legal choices of a seat."""
    if seat == CHANCE_SEAT or seat not in to_act(state):
        return ()
    return (offer(state, seat),) if state.stage == "exchange" else rounds.offers(state.betting)


def asides(state: KnightsState, seat: Seat) -> tuple[Offer[model.Move], ...]:
    """Return the offer to seal other cards, until all seats have sealed theirs."""
    return (offer(state, seat),) if any(pick.seat == seat for pick in state.picks) else ()


def timeout(state: KnightsState, seat: Seat) -> Answer:
    """Return the mildest answer: check or fold, or pass on the three lowest cards (TB-8)."""
    if state.stage != "exchange":
        return Answer(rounds.passive_answer(state.betting))
    cards = in_deck_order(state.cards(seat))
    lowest = sorted(cards, key=height)[:RABBLE_SIZE]
    return Answer("pass", tuple(sorted(map(cards.index, lowest))))


def apply(state: KnightsState, seat: Seat, move: model.Move) -> Transition[KnightsState]:
    """Return the state and events after a move; the only way to a new state."""
    match move:
        case Deal():
            dealt = deal(state, move)
            return _follow(dealt.state, dealt.events)
        case Fold() | Check() | Call() | Raise() | AllIn():
            assert seat == state.betting.to_act
            betting, events = rounds.act(state.betting, move)
            return _follow(replace(state, betting=betting, turn=state.turn + 1), events)
        case model.Pass(cards=cards):
            assert state.stage == "exchange"
            # The new cards replace any that the seat sealed before.
            picks = (*take_back(state, seat).picks, model.Picked(seat, cards))
            return _follow(replace(state, picks=picks), ())
        case Leave():
            # The seat leaves in turn or out of turn (TB-9).
            betting, events = rounds.leave(state.betting, seat)
            turn = state.turn + (betting.to_act != state.betting.to_act)
            gone = replace(state, betting=betting, turn=turn, left=(*state.left, seat))
            return _follow(take_back(gone, seat), events)
        case _:
            assert_never(move)


def _follow(state: KnightsState, events: Events) -> Transition[KnightsState]:
    """Go on after a move: to the next seat, to the next stage, or to the end."""
    if len(contenders(state.betting)) == 1:
        return stand_last(state, events)
    if state.stage == "exchange":
        if choosing(state):
            return Transition(state, events)
        passed = model.CardsPassed(contenders(state.betting))
        return _open_round("second_round", pass_on(state), (*events, passed))
    if state.betting.to_act is not None:
        return Transition(state, events)
    betting, returned = rounds.close_round(state.betting)
    return _after_round(replace(state, betting=betting), (*events, *returned))


def _after_round(state: KnightsState, events: Events) -> Transition[KnightsState]:
    if state.stage == "first_round":
        return Transition(replace(state, stage="exchange", turn=state.turn + 1), events)
    if state.stage == "second_round":
        return _open_round("final_round", deal_luck(state), (*events, model.LuckDealt()))
    return show_down(state, events)


def _open_round(stage: model.Stage, state: KnightsState, events: Events) -> Transition[KnightsState]:
    """Open a betting round, from the dealer's left, with checks (KH-8, KH-10)."""
    betting = rounds.open_round(state.betting, state.order[0], is_last=stage == "final_round")
    return _follow(replace(state, stage=stage, betting=betting, turn=state.turn + 1), events)


def deal(state: KnightsState, move: Deal) -> Transition[KnightsState]:
    """Take the antes, deal nine cards each, one at a time, and open the first betting round (KH-5, KH-6)."""
    betting = in_turn_order(state.betting, move.dealer)
    order = betting.order
    for seat in order:
        betting = ante(betting, seat, state.rules.ante)
    short = (model.AnteAllIn(stake.seat, stake.paid) for stake in betting.stakes if not stake.stack)
    begun = model.KnightsHandBegun(move.dealer, state.dealer is None, state.rules.ante)
    dealt = NINE * len(order)
    ready = replace(
        state,
        dealer=move.dealer,
        betting=open_round(betting, order[0], may_check=False),
        stage="first_round",
        deck=move.cards[dealt:],
        hands=tuple(
            # Cards are dealt one at a time, so each seat gets every len(order)-th card.
            model.HeldCards(seat, move.cards[first : dealt : len(order)])
            for first, seat in enumerate(order)
        ),
    )
    return Transition(ready, (begun, *short))


def deal_luck(state: KnightsState) -> KnightsState:
    """Deal a tenth card to each player still in, from the dealer's left (KH-9)."""
    top = iter(state.deck)
    staying = contenders(state.betting)
    hands = (
        replace(held, cards=(*held.cards, next(top))) if held.seat in staying else held
        for held in state.hands
    )
    return replace(state, hands=tuple(hands), deck=state.deck[len(staying) :])


def choosing(state: KnightsState) -> tuple[Seat, ...]:
    """Return the seats that have not sealed their cards yet, in turn order."""
    sealed = {pick.seat for pick in state.picks}
    return tuple(seat for seat in contenders(state.betting) if seat not in sealed)


def offer(state: KnightsState, seat: Seat) -> PickOffer[model.Move]:
    """Return the offer to pick three of the seat's cards."""
    return PickOffer("pass", in_deck_order(state.cards(seat)), RABBLE_SIZE, model.Pass)


def other_passes(state: KnightsState, viewer: Seat | None, chance: Chance) -> KnightsState:
    """Return the state with random sealed cards of all seats but the viewer's."""
    picks = (
        pick
        if pick.seat == viewer
        else replace(pick, cards=sample(in_deck_order(state.cards(pick.seat)), RABBLE_SIZE, chance))
        for pick in state.picks
    )
    return replace(state, picks=tuple(picks))


def take_back(state: KnightsState, seat: Seat) -> KnightsState:
    """Return the state without a seat's sealed cards."""
    return replace(state, picks=tuple(pick for pick in state.picks if pick.seat != seat))


def pass_on(state: KnightsState) -> KnightsState:
    """Pass on all sealed cards at the same time: each seat gets the cards of the seat to its right."""
    staying = contenders(state.betting)
    picked = {pick.seat: pick.cards for pick in state.picks}
    passes = tuple(
        model.Passed(seat, to, picked[seat])
        for seat, to in zip(staying, (*staying[1:], staying[0]), strict=True)
    )
    # All cards are removed before any arrive, so a card just received can't be passed on.
    received = {passed.to: passed.cards for passed in passes}
    hands = (
        model.HeldCards(
            held.seat, (*(card for card in held.cards if card not in picked[held.seat]), *received[held.seat])
        )
        if held.seat in picked
        else held
        for held in state.hands
    )
    return replace(state, hands=tuple(hands), picks=(), passes=passes)


def height(card: Card) -> tuple[int, bool, int]:
    """Return the sort key of a card: low faces first, then cards not notable, then high numbers (TB-8)."""
    return -face(card), card in NOTABLE, -int(card[1:])
