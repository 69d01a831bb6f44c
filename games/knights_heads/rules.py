"""The rules of a hand.

    dealing ──► first_round ──► exchange ──► second_round ──► final_round ──► over
                bet or fold     all at once   checks allowed   the luck card, then the call for cards

The House moves in `dealing`. Whenever all others have folded, the hand is over at once (TB-7).
Nobody is asked in a betting round without a decision.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from games.engine.betting import rounds as bets
from games.engine.betting.rounds import contenders
from games.engine.betting.stakes import AllIn, Check, Fold, Match, Raise
from games.engine.core.game import HOUSE, Seat, Step
from games.engine.core.moves import Deal, Leave
from games.engine.core.offers import Answer, Offer
from games.knights_heads.dealing import deal, deal_luck
from games.knights_heads.exchange import choosing, lowest, offer, pass_on, seal, take_back
from games.knights_heads.model import CardsPassed, KnightsState, LuckDealt, Move, Pass, Stage
from games.knights_heads.showdown import Events, show_down, stand_last


def to_act(state: KnightsState) -> frozenset[Seat]:
    """Who is to answer: the House, one seat, or all who have not sealed."""
    match state.stage:
        case "dealing":
            return frozenset({HOUSE})
        case "exchange":
            return frozenset(choosing(state))
        case "first_round" | "second_round" | "final_round":
            assert state.betting.to_act is not None
            return frozenset({state.betting.to_act})
        case "over":
            return frozenset()
        case _:
            assert_never(state.stage)


def offers(state: KnightsState, seat: Seat) -> tuple[Offer[Move], ...]:
    """What a seat may do now."""
    if seat == HOUSE or seat not in to_act(state):
        return ()
    return (offer(state, seat),) if state.stage == "exchange" else bets.offers(state.betting)


def asides(state: KnightsState, seat: Seat) -> tuple[Offer[Move], ...]:
    """A seat that has sealed its cards may choose others, until all have sealed."""
    return (offer(state, seat),) if any(pick.seat == seat for pick in state.picks) else ()


def timeout(state: KnightsState, seat: Seat) -> Answer:
    """Check or fold; pass the three lowest cards on (TB-8)."""
    return lowest(state, seat) if state.stage == "exchange" else Answer(bets.mildest(state.betting))


def apply(state: KnightsState, seat: Seat, move: Move) -> Step[KnightsState]:
    """The one door to a new state."""
    match move:
        case Deal():
            dealt = deal(state, move)
            return _follow(dealt.state, dealt.events)
        case Fold() | Check() | Match() | Raise() | AllIn():
            assert seat == state.betting.to_act
            betting, events = bets.act(state.betting, move)
            return _follow(replace(state, betting=betting, turn=state.turn + 1), events)
        case Pass(cards=cards):
            assert state.stage == "exchange"
            return _follow(seal(state, seat, cards), ())
        case Leave():
            return _leave(state, seat)
        case _:
            assert_never(move)


def _leave(state: KnightsState, seat: Seat) -> Step[KnightsState]:
    """Fold, in turn or not (TB-9)."""
    betting, events = bets.leave(state.betting, seat)
    turn = state.turn + (betting.to_act != state.betting.to_act)
    gone = replace(state, betting=betting, turn=turn, left=(*state.left, seat))
    return _follow(take_back(gone, seat), events)


def _follow(state: KnightsState, events: Events) -> Step[KnightsState]:
    """Go on: to the next seat, to what follows the round or the exchange, or to the end."""
    if len(contenders(state.betting)) == 1:
        return stand_last(state, events)
    if state.stage == "exchange":
        if choosing(state):
            return Step(state, events)
        passed = CardsPassed(contenders(state.betting))
        return _open_round("second_round", pass_on(state), (*events, passed))
    if state.betting.to_act is not None:
        return Step(state, events)
    betting, returned = bets.close_round(state.betting)
    return _after_round(replace(state, betting=betting), (*events, *returned))


def _after_round(state: KnightsState, events: Events) -> Step[KnightsState]:
    if state.stage == "first_round":
        return Step(replace(state, stage="exchange", turn=state.turn + 1), events)
    if state.stage == "second_round":
        return _open_round("final_round", deal_luck(state), (*events, LuckDealt()))
    return show_down(state, events)


def _open_round(stage: Stage, state: KnightsState, events: Events) -> Step[KnightsState]:
    """Open a betting round, from the dealer's left, with checks (KH-8, KH-10)."""
    betting = bets.open_round(state.betting, state.order[0], is_last=stage == "final_round")
    return _follow(replace(state, stage=stage, betting=betting, turn=state.turn + 1), events)
