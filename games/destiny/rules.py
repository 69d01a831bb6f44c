"""The rules of a hand.

    dealing ──► first_round ──► looking ──► holding ──► second_round ──► (showdown) ──► over
                                   ▲           │                             │
                                   └─next seat─┘              field empty: agreeing ──► over

The House moves in `dealing`; in `looking` and `holding` the same seat plays (DE-4). Whenever all
others have folded, the hand is over at once (DE-8). Nobody is asked in a betting round without a
decision, nor to look where there is nothing to look at; to hold, everybody is asked, so that a
look can be seen before the play goes on.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import starmap
from typing import assert_never

from games.destiny.dealing import deal
from games.destiny.model import (
    GONE,
    PLACES,
    Benedicted,
    Benediction,
    Declined,
    DestinyState,
    Enough,
    Held,
    Hold,
    LeftHand,
    Look,
    LookDeclined,
    Looked,
    Memory,
    Move,
    NewField,
    NoLook,
    PutBack,
    RightHand,
    Stage,
)
from games.destiny.showdown import Events, agree, answer_for, asked, show_down, stand_last
from games.engine.betting import rounds as bets
from games.engine.betting.rounds import contenders
from games.engine.betting.stakes import AllIn, Betting, Check, Fold, Match, Raise
from games.engine.core.game import HOUSE, Seat, Step
from games.engine.core.moves import Deal, Leave
from games.engine.core.offers import Answer, Offer, Press

BETTING: tuple[Stage, ...] = ("first_round", "second_round")
ENDED: tuple[Stage, ...] = ("agreeing", "over")


def to_act(state: DestinyState) -> frozenset[Seat]:
    """Who is to answer: the House, one seat, or all who are asked for a new field."""
    match state.stage:
        case "dealing":
            return frozenset({HOUSE})
        case "first_round" | "second_round":
            assert state.betting.to_act is not None
            return frozenset({state.betting.to_act})
        case "looking" | "holding":
            assert state.player is not None
            return frozenset({state.player})
        case "agreeing":
            return frozenset(asked(state)) - frozenset(state.wanting)
        case "over":
            return frozenset()
        case _:
            assert_never(state.stage)


def offers(state: DestinyState, seat: Seat) -> tuple[Offer[Move], ...]:
    """What a seat may do now; the key of a look or a hold ends in its place."""
    if seat not in to_act(state):
        return ()
    match state.stage:
        case "first_round" | "second_round":
            return bets.offers(state.betting)
        case "looking":
            looks = (Press(f"look_{place.lower()}", Look(place)) for place in free_places(state))
            return (*looks, Press("no_look", NoLook()))
        case "holding":
            holds = (Press(f"hold_{place.lower()}", Hold(place)) for place in free_places(state))
            return (*holds, Press("benediction", Benediction()))
        case "agreeing":
            return Press("new_field", NewField()), Press("enough", Enough())
        case _:
            return ()


def timeout(state: DestinyState, _seat: Seat) -> Answer:
    """Check or fold; look at nothing, the Benediction Hand; no new field (TB-8)."""
    match state.stage:
        case "looking":
            return Answer("no_look")
        case "holding":
            return Answer("benediction")
        case "agreeing":
            return Answer("enough")
        case _:
            return Answer(bets.mildest(state.betting))


def apply(state: DestinyState, seat: Seat, move: Move) -> Step[DestinyState]:
    """The one door to a new state."""
    assert seat in to_act(state) or isinstance(move, Leave)
    match move:
        case Deal():
            dealt = deal(state, move)
            return _follow(dealt.state, dealt.events)
        case Fold() | Check() | Match() | Raise() | AllIn():
            betting, events = bets.act(state.betting, move)
            return _follow(_bet(state, betting), events)
        case Leave():
            return _leave(state, seat)
        case Look() | NoLook():
            return _look(state, seat, move.place if isinstance(move, Look) else None)
        case Hold() | Benediction():
            return _hold(state, seat, move.place if isinstance(move, Hold) else None)
        case NewField() | Enough():
            return answer_for(state, seat, wants=isinstance(move, NewField))
        case _:
            assert_never(move)


def free_places(state: DestinyState) -> tuple[str, ...]:
    """Where a card lies that nobody holds down and nobody has in the left hand (DE-4)."""
    touched = {each.place for each in state.looks} | {each.place for each in state.holds}
    return tuple(
        place
        for place, card in zip(PLACES, state.field, strict=True)
        if card != GONE and place not in touched
    )


def is_all_in(state: DestinyState, seat: Seat) -> bool:
    """Still in, with nothing left or with a pledge for the betting round under way (DE-11)."""
    stake = state.betting.stake(seat)
    is_bound = stake.has_pledged and state.stage in BETTING
    return not stake.has_folded and state.stage not in ENDED and (stake.stack == 0 or is_bound)


def _bet(state: DestinyState, betting: Betting) -> DestinyState:
    """The state after a betting move; a seat that folded lets go of its card (DE-6)."""
    staying = contenders(betting)
    holds = tuple(each for each in state.holds if each.seat in staying)
    let_go = (*state.let_go, *(each for each in state.holds if each.seat not in staying))
    turn = state.turn + (betting.to_act != state.betting.to_act)
    return replace(state, betting=betting, holds=holds, let_go=let_go, turn=turn)


def _follow(state: DestinyState, events: Events) -> Step[DestinyState]:
    """Go on after a betting move: to the next seat, to what follows the round, or to the end."""
    # Before all else: the last one left wins at once, even in the middle of a round (DE-8).
    if len(contenders(state.betting)) == 1:
        return stand_last(state, events)
    if state.betting.to_act is not None:
        return Step(state, events)
    betting, returned = bets.close_round(state.betting)
    closed, events = replace(state, betting=betting), (*events, *returned)
    return _next_play(closed, events) if state.stage == "first_round" else show_down(closed, events)


def _next_play(state: DestinyState, events: Events) -> Step[DestinyState]:
    """The next who has not played, from the dealer's left; when all have, the second round (DE-4, DE-6)."""
    played = {each.seat for each in state.holds}
    waiting = [seat for seat in contenders(state.betting) if seat not in played]
    if waiting:
        stage: Stage = "looking" if free_places(state) else "holding"
        return Step(replace(state, stage=stage, player=waiting[0], turn=state.turn + 1), events)
    if state.looks:
        events = (*events, PutBack(state.looks))
    betting = bets.open_round(state.betting, state.order[0])
    opened = replace(state, stage="second_round", player=None, looks=(), betting=betting, turn=state.turn + 1)
    return _follow(opened, events)


def _look(state: DestinyState, seat: Seat, place: str | None) -> Step[DestinyState]:
    """The left hand; then the same seat holds."""
    declined = replace(state, stage="holding")
    if place is None:
        return Step(declined, (LookDeclined(seat),))
    known = {memory.seat: memory.places for memory in state.memories}
    if place not in known.get(seat, ()):
        known[seat] = (*known.get(seat, ()), place)
    looks, memories = (*state.looks, LeftHand(seat, place)), tuple(starmap(Memory, known.items()))
    looked = replace(declined, looks=looks, looked=(*state.looked, seat), memories=memories)
    return Step(looked, (Looked(seat, place),))


def _hold(state: DestinyState, seat: Seat, place: str | None) -> Step[DestinyState]:
    """The right hand; then the next plays."""
    free = {*free_places(state)} - {place}
    known = next((memory.places for memory in state.memories if memory.seat == seat), ())
    declined = Declined(seat, tuple(each for each in known if each in free))
    held = replace(state, holds=(*state.holds, RightHand(seat, place)), declined=(*state.declined, declined))
    return _next_play(held, (Benedicted(seat) if place is None else Held(seat, place),))


def _leave(state: DestinyState, seat: Seat) -> Step[DestinyState]:
    """Fold, in turn or not; a player who leaves has no vote on a new field (TB-9)."""
    gone = replace(state, left=(*state.left, seat))
    if state.stage == "agreeing":
        return agree(gone, ())
    betting, events = bets.leave(state.betting, seat)
    folded = _bet(gone, betting)
    if state.player is None:
        return _follow(folded, events)
    # Both hands let go at once: players still to play may touch those cards.
    looked = tuple(each for each in state.looks if each.seat == seat)
    empty = replace(folded, looks=tuple(each for each in state.looks if each.seat != seat))
    told: Events = (*events, PutBack(looked)) if looked else events
    if len(contenders(betting)) == 1:
        return stand_last(empty, told)
    return _next_play(empty, told) if seat == state.player else Step(empty, told)
