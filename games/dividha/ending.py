"""The end of a hand: the pot is shared out, and who goes on with which ante (DV-12 to DV-15, DV-20)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.dividha.dealing import ANTE_MIN, next_rise, step
from games.dividha.events import (
    DividhaShowdown,
    Event,
    LastTakesBoth,
    Lowered,
    LowerRefused,
    LowerWished,
    OutOfAntes,
)
from games.dividha.hands import DividhaHand
from games.dividha.model import DividhaCarry, DividhaOutcome, DividhaState, ShownHand, Wish
from games.dividha.sharing import gains, invictories, share_out
from games.dividha.showdown import as_laid
from games.engine.betting.rounds import contenders, pay_out
from games.engine.core.game import Coins, HandResult, Seat, Step, owned

Events = tuple[Event, ...]
PLAYERS_MIN = 2


def show_down(state: DividhaState, events: Events) -> Step[DividhaState]:
    """Show all hands and all tablets, and share the pot out (DV-20)."""
    hands = {
        seat: as_laid(held.laid, state.rules, held.call)
        for seat in contenders(state.betting)
        for held in (state.holding(seat),)
    }
    outcome = _outcome(state, hands)
    shown = tuple(_shown(state, seat, hand) for seat, hand in hands.items())
    found = replace(
        outcome,
        hands=tuple(sorted(shown, key=lambda each: each.key, reverse=True)),
        invictories=invictories(outcome.layers, state.tablets),
    )
    return _shared_out(state, found, (*events, DividhaShowdown(found)))


def stand_last(state: DividhaState, events: Events) -> Step[DividhaState]:
    """Give both columns to the only one left: no card is shown, but all tablets are (DV-20)."""
    (seat,) = contenders(state.betting)
    outcome = _outcome(state, {seat: DividhaHand(0, (), ())})
    return _shared_out(state, outcome, (*events, LastTakesBoth(seat, state.betting.pot, outcome)))


def lower_antes(state: DividhaState) -> range:
    """What the next ante may be lowered to: any even amount below what it will be (DV-14).

    Empty in a tournament, where the level sets the ante (TN-23).
    """
    if state.rules.is_played_out:
        return range(0)
    return range(ANTE_MIN, next_ante(state, is_lowered=False), 2)


def next_ante(state: DividhaState, *, is_lowered: bool) -> int:
    """What everyone puts in when the next hand begins."""
    return state.rules.ante + next_rise(state, is_lowered=is_lowered)


def likely(state: DividhaState) -> tuple[int, ...]:
    """The lower antes worth a button: the least, half, one step less, and the present one."""
    may = lower_antes(state)
    half = may.stop // 4 * 2
    return tuple(
        sorted({each for each in (ANTE_MIN, half, may.stop - step(state.rules), state.ante) if each in may})
    )


def ask(state: DividhaState, seat: Seat, to: int | None) -> Step[DividhaState]:
    """Ask for a lower ante during the hand; a new amount replaces the one asked for before."""
    amount = next_ante(state, is_lowered=True) if to is None else to
    agreeing = state.lowering if amount == state.lower_to else ()
    if seat in agreeing:
        return Step(state)
    wishes = (*state.wishes, Wish(seat, amount))
    asking = replace(state, lower_to=amount, lowering=(*agreeing, seat), wishes=wishes)
    return Step(asking, (LowerWished(seat, amount),))


def asked(state: DividhaState) -> tuple[Seat, ...]:
    """Who votes on the next ante: everyone who stays and could pay the lower one."""
    return _able(state, is_lowered=True)


def answer_for(state: DividhaState, seat: Seat, *, wants: bool) -> Step[DividhaState]:
    """Take a seat's vote on the ante; a single no keeps it as it is (DV-14)."""
    if not wants:
        return _end(replace(state, refused_by=seat), (LowerRefused(seat),))
    to = next_ante(state, is_lowered=True)
    wishes = (*state.wishes, Wish(seat, to))
    wishing = replace(state, turn=state.turn + 1, lowering=(*state.lowering, seat), wishes=wishes)
    return agree(wishing, (LowerWished(seat, to),))


def agree(state: DividhaState, events: Events) -> Step[DividhaState]:
    """Wait until everyone asked agrees to lower the ante."""
    asking = asked(state)
    if len(asking) < PLAYERS_MIN:
        return _end(state, events)
    if set(asking) <= set(state.lowering):
        lowered = replace(state, is_lowered=True)
        return _end(lowered, (*events, Lowered(next_ante(lowered, is_lowered=True))))
    return Step(state, events)


def result(state: DividhaState) -> HandResult[DividhaCarry]:
    """How the hand ended; what players who are out still had goes into the next pot."""
    assert state.stage == "over"
    assert state.dealer is not None
    behind = {each.seat: each.amount for each in state.left_behind}
    carry = DividhaCarry(
        dealer=state.dealer,
        hands=state.hands + 1,
        risen=next_rise(state, is_lowered=state.is_lowered),
        left_behind=state.left_behind,
        usual=state.usual,
    )
    stacks = {seat: stack - behind.get(seat, 0) for seat, stack in state.betting.stacks.items()}
    return HandResult(stacks, carry, {})


def claims(carry: DividhaCarry | None, winner: Seat | None) -> Mapping[Seat, int]:
    """Who gets the money that lies between hands (DV-15, TB-10)."""
    return {} if carry is None else owned(carry.left_behind, winner)


def _outcome(state: DividhaState, hands: dict[Seat, DividhaHand]) -> DividhaOutcome:
    left_behind = sum(each.amount for each in state.left_behind)
    return DividhaOutcome((), share_out(state.tablets, hands, left_behind), state.tablets, ())


def _shown(state: DividhaState, seat: Seat, hand: DividhaHand) -> ShownHand:
    held = state.holding(seat)
    return ShownHand(seat, held.laid, hand.number, hand.key, hand.cards, held.call)


def _shared_out(state: DividhaState, outcome: DividhaOutcome, events: Events) -> Step[DividhaState]:
    betting = pay_out(state.betting, gains(outcome.layers))
    shared = replace(state, betting=betting, outcome=outcome, left_behind=(), turn=state.turn + 1)
    if shared.lowering and lower_antes(shared):
        return agree(replace(shared, stage="agreeing"), events)
    return _end(shared, events)


def _end(state: DividhaState, events: Events) -> Step[DividhaState]:
    """End the hand; players who cannot pay the next ante are out, unless nobody who stays can (DV-15)."""
    least = _least(state, is_lowered=state.is_lowered)
    # Whoever could not pay this ante has bet nothing, and is out already (TN-23).
    bet = {each.seat for each in state.tablets if each.bets}
    short = (stake for stake in state.betting.stakes if stake.seat in bet and stake.stack < least)
    goes_on = _able(state, is_lowered=state.is_lowered)
    out = tuple(Coins(stake.seat, stake.stack) for stake in short if goes_on)
    over = replace(state, stage="over", left_behind=tuple(each for each in out if each.amount))
    return Step(over, (*events, *(OutOfAntes(each.seat, each.amount) for each in out)))


def _able(state: DividhaState, *, is_lowered: bool) -> tuple[Seat, ...]:
    """Who stays and can go on."""
    least = _least(state, is_lowered=is_lowered)
    stakes = (stake for stake in state.betting.stakes if stake.seat not in state.left)
    return tuple(stake.seat for stake in stakes if stake.stack >= least)


def _least(state: DividhaState, *, is_lowered: bool) -> int:
    """What the next hand takes: in a tournament anything, for the next level says the ante (TN-23)."""
    return 1 if state.rules.is_played_out else next_ante(state, is_lowered=is_lowered)
