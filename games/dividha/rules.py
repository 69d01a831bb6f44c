"""The rules of a hand (DV-17).

    dealing ─► [wager] ─► first_round ─► second_round ─► trade ─► third_round ─► last_round ─► showdown
               no card     2 private      2 public                                2 private       │
                                                                            over ◄─ [agreeing] ◄──┘

The House moves in `dealing`. A betting round in which nobody has anything to decide is over at
once, and so is a trade. At the showdown all choose at the same time. Whenever all others have
folded, the hand is over (TB-7). A seat that was seated out when it began folds when first to act (DV-16).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from games.dividha import ending, showdown_choices, trading
from games.dividha.betting import bet_offers, place_bet
from games.dividha.dealing import deal, deal_private, deal_public, with_tablet
from games.dividha.ending import Events
from games.dividha.events import Left
from games.dividha.model import (
    CallByName,
    DiscardMove,
    DividhaState,
    KeepAnte,
    Lay,
    Lower,
    Move,
    Pay,
    SplitUsually,
    Stage,
    Trade,
    Wager,
)
from games.dividha.tablets import ALL, EVEN, Usual
from games.engine.betting import rounds as bets
from games.engine.betting.rounds import contenders
from games.engine.betting.stakes import Betting, Check, Fold
from games.engine.core.game import HOUSE, Seat, Step
from games.engine.core.moves import Deal, Leave
from games.engine.core.offers import Answer, Number, Offer, Press

ROUNDS: Mapping[Stage, Stage] = {
    "dealing": "first_round",
    "wager": "first_round",
    "first_round": "second_round",
    "second_round": "trade",
    "trade": "third_round",
    "third_round": "last_round",
    "last_round": "showdown",
}
"""Which stage follows which."""
BETTING: tuple[Stage, ...] = ("wager", "first_round", "second_round", "third_round", "last_round")
ENDED: tuple[Stage, ...] = ("agreeing", "over")


def to_act(state: DividhaState) -> frozenset[Seat]:
    """Who is to answer: the House, one seat, or at the end all who have not chosen."""
    match state.stage:
        case "dealing":
            return frozenset({HOUSE})
        case "wager" | "first_round" | "second_round" | "third_round" | "last_round":
            assert state.betting.to_act is not None
            return frozenset({state.betting.to_act})
        case "trade":
            assert state.trader is not None
            return frozenset({state.trader})
        case "showdown":
            return frozenset(
                seat for seat in contenders(state.betting) if not showdown_choices.is_done(state, seat)
            )
        case "agreeing":
            return frozenset(ending.asked(state)) - frozenset(state.lowering)
        case "over":
            return frozenset()
        case _:
            assert_never(state.stage)


def offers(state: DividhaState, seat: Seat) -> tuple[Offer[Move], ...]:
    """What a seat may do now."""
    if seat not in to_act(state):
        return ()
    match state.stage:
        case "trade":
            return trading.offers(state, seat)
        case "showdown":
            return showdown_choices.offers(state, seat)
        case "agreeing":
            return Press("lower", Lower()), Press("keep", KeepAnte())
        case "dealing":
            return ()
        case _:
            return bet_offers(state)


def asides(state: DividhaState, seat: Seat) -> tuple[Offer[Move], ...]:
    """Change the usual split; and ask for the next ante to be lowered, to any even amount (DV-13, DV-14)."""
    if state.stage in ("dealing", *ENDED) or seat in state.left or seat not in state.order:
        return ()
    if not state.tablet(seat).bets:
        # It could not pay the ante, and is out (TN-23).
        return ()
    usual: Offer[Move] = Number("usual", 0, ALL, SplitUsually, marks=(ALL, EVEN, 0))
    antes = ending.lower_antes(state)
    if not antes:
        return (usual,)
    likely = ending.likely(state)
    return usual, Number("wish_lower", antes[0], antes[-1], Lower, marks=likely, is_even=True)


def timeout(state: DividhaState, seat: Seat) -> Answer:
    """The mildest answer (TB-8)."""
    match state.stage:
        case "trade":
            return trading.timeout(state)
        case "showdown":
            return showdown_choices.timeout(state, seat)
        case "agreeing":
            return Answer("keep")
        case _:
            return Answer(bets.mildest(state.betting))


def apply(state: DividhaState, seat: Seat, move: Move) -> Step[DividhaState]:
    """The one door to a new state."""
    match move:
        case Deal():
            return _deal(state, move)
        case Fold() | Check() | Wager():
            return _act(state, seat, move)
        case Trade() | Pay():
            return _trade(state, seat, move)
        case DiscardMove() | Lay() | CallByName():
            chosen = showdown_choices.choose(state, seat, move)
            return Step(chosen) if to_act(chosen) else ending.show_down(chosen, ())
        case SplitUsually() | Lower() | KeepAnte():
            return _say(state, seat, move)
        case Leave():
            return _leave(state, seat)
        case _:
            assert_never(move)


def _deal(state: DividhaState, move: Deal) -> Step[DividhaState]:
    dealt, events = deal(state, move)
    if len(contenders(dealt.betting)) == 1:
        return ending.stand_last(dealt, events)
    if state.rules.demons_wager:
        return _open("wager", dealt, events)
    return _advance(dealt, events)


def _act(state: DividhaState, seat: Seat, move: Fold | Check | Wager) -> Step[DividhaState]:
    if isinstance(move, Wager):
        return _bet(*place_bet(state, seat, move))
    return _bet(state, *bets.act(state.betting, move))


def _bet(state: DividhaState, betting: Betting, events: Events) -> Step[DividhaState]:
    turn = state.turn + (betting.to_act != state.betting.to_act)
    return _follow(replace(state, betting=betting, turn=turn), events)


def _follow(state: DividhaState, events: Events) -> Step[DividhaState]:
    """Go on after a betting move: to the next seat, to what follows the round, or to the end."""
    while state.betting.to_act in state.absent:
        betting, folded = bets.act(state.betting, Fold())
        state, events = replace(state, betting=betting, turn=state.turn + 1), (*events, *folded)
    if len(contenders(state.betting)) == 1:
        return ending.stand_last(state, events)
    if state.betting.to_act is not None:
        return Step(state, events)
    betting, returned = bets.close_round(state.betting)
    closed = replace(state, betting=betting)
    for each in returned:
        closed = with_tablet(closed, closed.tablet(each.seat).returned(each.amount))
    return _advance(closed, (*events, *returned))


def _advance(state: DividhaState, events: Events) -> Step[DividhaState]:
    """Deal what comes next, and go on with it."""
    match ROUNDS[state.stage]:
        case "trade":
            return _next_trade(replace(state, stage="trade"), state.order, events)
        case "showdown":
            return _choose(replace(state, stage="showdown", turn=state.turn + 1), events)
        case "second_round":
            dealt, event = deal_public(state)
            return _open("second_round", dealt, (*events, event))
        case "third_round":
            return _open("third_round", state, events)
        case stage:
            dealt, event = deal_private(state)
            return _open(stage, dealt, (*events, event))


def _open(stage: Stage, state: DividhaState, events: Events) -> Step[DividhaState]:
    """A betting round, from the dealer's left."""
    betting = bets.open_round(state.betting, state.order[0], is_last=stage == "last_round")
    return _follow(replace(state, stage=stage, betting=betting, turn=state.turn + 1), events)


def _trade(state: DividhaState, seat: Seat, move: Trade | Pay) -> Step[DividhaState]:
    traded, events = trading.trade(state, seat, move)
    if traded.trading:
        return Step(traded)
    return _next_trade(traded, traded.order[traded.order.index(seat) + 1 :], events)


def _next_trade(state: DividhaState, waiting: tuple[Seat, ...], events: Events) -> Step[DividhaState]:
    """The first of those waiting who can trade; when there is none, the third round (DV-19)."""
    for seat in waiting:
        if not trading.can_trade(state, seat):
            continue
        if seat not in state.absent:
            return Step(replace(state, trader=seat, trading=(), turn=state.turn + 1), events)
        betting, folded = bets.leave(state.betting, seat)
        state, events = replace(state, betting=betting), (*events, *folded)
        if len(contenders(betting)) == 1:
            return ending.stand_last(replace(state, trader=None), events)
    return _advance(replace(state, trader=None, trading=()), events)


def _choose(state: DividhaState, events: Events) -> Step[DividhaState]:
    """Fold for absent players who never had to act; the others choose what to show."""
    for seat in state.absent:
        if len(contenders(state.betting)) > 1:
            betting, folded = bets.leave(state.betting, seat)
            state, events = replace(state, betting=betting), (*events, *folded)
    if len(contenders(state.betting)) == 1:
        return ending.stand_last(state, events)
    return Step(state, events)


def _say(state: DividhaState, seat: Seat, move: SplitUsually | Lower | KeepAnte) -> Step[DividhaState]:
    """What a seat says beside the play: its usual split, its vote on a lower ante."""
    match move:
        case SplitUsually(percent=percent):
            others = (each for each in state.usual if each.seat != seat)
            return Step(replace(state, usual=(*others, Usual(seat, percent))))
        case Lower(to=to) if state.stage != "agreeing":
            return ending.ask(state, seat, to)
        case _:
            return ending.answer_for(state, seat, wants=isinstance(move, Lower))


def _leave(state: DividhaState, seat: Seat) -> Step[DividhaState]:
    """Fold, in turn or not; a player who leaves has no vote on the ante (TB-9)."""
    gone = replace(
        state,
        left=(*state.left, seat),
        lowering=tuple(each for each in state.lowering if each != seat),
    )
    if state.stage == "agreeing":
        return ending.agree(gone, (Left(seat),))
    betting, folded_now = bets.leave(state.betting, seat)
    events: Events = (Left(seat), *folded_now)
    if state.stage in BETTING:
        return _bet(gone, betting, events)
    folded = replace(gone, betting=betting)
    if len(contenders(betting)) == 1:
        return ending.stand_last(replace(folded, trader=None, trading=()), events)
    if state.stage == "showdown":
        return Step(folded, events) if to_act(folded) else ending.show_down(folded, events)
    if state.trader == seat:
        waiting = state.order[state.order.index(seat) + 1 :]
        return _next_trade(folded, waiting, events)
    return Step(folded, events)
