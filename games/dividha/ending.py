"""The end of a hand: the pot is shared out, and who goes on with which ante (DV-12 to DV-15, DV-20)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.dividha.dealing import next_rise
from games.dividha.events import Event, LastStanding, Lowered, LowerRefused, LowerWished, PlayerOut, Showdown
from games.dividha.hands import Hand
from games.dividha.model import Carry, LeftBehind, Outcome, ShownHand, State
from games.dividha.sharing import gains, invictories, share_out
from games.dividha.showdown import as_laid
from games.engine.betting import Betting, contenders
from games.engine.game import Result, Seat, Step

Events = tuple[Event, ...]
PLAYERS_MIN = 2


def show_down(state: State, events: Events) -> Step[State]:
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
    return _shared_out(state, found, (*events, Showdown(found)))


def stand_last(state: State, events: Events) -> Step[State]:
    """Give both columns to the only one left: no card is shown, but all tablets are (DV-20)."""
    (seat,) = contenders(state.betting)
    outcome = _outcome(state, {seat: Hand(0, (), ())})
    return _shared_out(state, outcome, (*events, LastStanding(seat, state.betting.pot, outcome)))


def may_lower(state: State) -> bool:
    """Whether the next ante could be lower than it will be (DV-14)."""
    return next_rise(state, is_lowered=True) < next_rise(state, is_lowered=False)


def asked(state: State) -> tuple[Seat, ...]:
    """Who has a say about the next ante: whoever stays and could pay the lower one."""
    return _able(state, is_lowered=True)


def answer_for(state: State, seat: Seat, *, wants: bool) -> Step[State]:
    """A seat's word about the ante: one that would keep it, keeps it for all (DV-14)."""
    if not wants:
        return _end(state, (LowerRefused(seat),))
    wishing = replace(state, turn=state.turn + 1, lowering=(*state.lowering, seat))
    return agree(wishing, (LowerWished(seat),))


def agree(state: State, events: Events) -> Step[State]:
    """Wait until all who are asked would have the ante lowered."""
    asking = asked(state)
    if len(asking) < PLAYERS_MIN:
        return _end(state, events)
    if set(asking) <= set(state.lowering):
        lowered = replace(state, is_lowered=True)
        return _end(lowered, (*events, Lowered(_next_ante(lowered))))
    return Step(state, events)


def result(state: State) -> Result[Carry]:
    """How the hand ended; who is out leaves what is left to the next pot."""
    assert state.stage == "over"
    assert state.dealer is not None
    behind = {each.seat: each.amount for each in state.left_behind}
    carry = Carry(
        dealer=state.dealer,
        hands=state.hands + 1,
        risen=next_rise(state, is_lowered=state.is_lowered),
        left_behind=state.left_behind,
        usual=state.usual,
    )
    stacks = {stake.seat: stake.stack - behind.get(stake.seat, 0) for stake in state.betting.stakes}
    return Result(stacks, carry, {})


def claims(carry: Carry | None, winner: Seat | None) -> Mapping[Seat, int]:
    """Whose the money is that lies between hands (DV-15, TB-10)."""
    behind = () if carry is None else carry.left_behind
    if winner is None:
        return {each.seat: each.amount for each in behind}
    return {winner: sum(each.amount for each in behind)}


def _outcome(state: State, hands: dict[Seat, Hand]) -> Outcome:
    left_behind = sum(each.amount for each in state.left_behind)
    return Outcome((), share_out(state.tablets, hands, left_behind), state.tablets, ())


def _shown(state: State, seat: Seat, hand: Hand) -> ShownHand:
    held = state.holding(seat)
    return ShownHand(seat, held.laid, hand.number, hand.key, hand.cards, held.call)


def _shared_out(state: State, outcome: Outcome, events: Events) -> Step[State]:
    betting = _pay_out(state.betting, outcome)
    shared = replace(state, betting=betting, outcome=outcome, left_behind=(), turn=state.turn + 1)
    if shared.lowering and may_lower(shared):
        return agree(replace(shared, stage="agreeing"), events)
    return _end(shared, events)


def _pay_out(betting: Betting, outcome: Outcome) -> Betting:
    gained = gains(outcome.layers)
    assert sum(gained.values()) == betting.pot
    stakes = (
        replace(stake, stack=stake.stack + gained.get(stake.seat, 0), paid=0, bet=0)
        for stake in betting.stakes
    )
    return replace(betting, stakes=tuple(stakes), dead=0, to_act=None, to_match=0)


def _end(state: State, events: Events) -> Step[State]:
    """Whoever cannot pay the next ante is out, unless nobody can: then the game ends as it stands (DV-15)."""
    able = _able(state, is_lowered=state.is_lowered)
    # Whoever could not pay this ante has bet nothing, and is out already (TN-23).
    done = {*state.left, *(each.seat for each in state.tablets if not each.bets)}
    staying = (stake for stake in state.betting.stakes if stake.seat not in done)
    out = tuple(LeftBehind(stake.seat, stake.stack) for stake in staying if able and stake.seat not in able)
    over = replace(state, stage="over", left_behind=tuple(each for each in out if each.amount))
    return Step(over, (*events, *(PlayerOut(each.seat, each.amount) for each in out)))


def _able(state: State, *, is_lowered: bool) -> tuple[Seat, ...]:
    """Who goes on: in a tournament whoever has anything left, for the next level says the ante (TN-23)."""
    ante = _next_ante(replace(state, is_lowered=is_lowered))
    least = 1 if state.rules.is_played_out else ante
    stakes = (stake for stake in state.betting.stakes if stake.seat not in state.left)
    return tuple(stake.seat for stake in stakes if stake.stack >= least)


def _next_ante(state: State) -> int:
    return state.rules.ante + next_rise(state, is_lowered=state.is_lowered)
