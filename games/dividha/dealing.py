"""How a hand is made ready: who takes part and deals, the ante, and the cards (DV-14 to DV-17).

At a tournament table no coins lie between hands: a player who cannot pay the ante is out, the
stack goes into that hand's pot (TN-23); if nobody can pay, all put in what they have (TN-24).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from games.dividha.cards import DECK, Tablet, Usual, UsualSplit
from games.dividha.model import (
    AllOnWin,
    AnteMissed,
    DividhaCarry,
    DividhaHandBegun,
    DividhaRules,
    DividhaState,
    Event,
    Holding,
    Open,
    PrivateDealt,
    PublicDealt,
)
from games.engine.betting.rounds import ante, contenders, in_turn_order, leave, open_betting, pay_dead
from games.engine.betting.stakes import Betting, Deal, Returned, dealing
from games.engine.chance.seals import Chance
from games.engine.core.game import Coins, Seat, TableFacts

ANTE_MIN = 2
EACH = 2
"""Cards dealt to each player at a time, one after the other."""


def dealt_in(facts: TableFacts[DividhaRules, UsualSplit], carry: DividhaCarry | None) -> tuple[Seat, ...]:
    """Everyone who can pay the ante (DV-15); in a tournament everyone with anything left (TN-23)."""
    ante_due = facts.rules.ante + (0 if carry is None else carry.risen)
    least = 1 if facts.rules.is_played_out else ante_due
    return tuple(guest.seat for guest in facts.guests if guest.stack >= least)


def start(facts: TableFacts[DividhaRules, UsualSplit], carry: DividhaCarry | None) -> DividhaState:
    """A hand that the House is to deal."""
    rules, risen = facts.rules, 0 if carry is None else carry.risen
    behind, habits = ((), ()) if carry is None else (carry.left_behind, carry.habits)
    ready = DividhaState(
        rules=rules,
        betting=open_betting(facts.stacks, rules.limit, rules.ante + risen, dead=_sum(behind), habits=habits),
        dealer=None,
        stage="dealing",
        hands=0 if carry is None else carry.hands,
        risen=risen,
        left_behind=behind,
        holdings=(),
        tablets=(),
        usual=(),
        absent=tuple(guest.seat for guest in facts.guests if guest.is_away),
    )
    # The deal passes to the right.
    right = () if carry is None else (seat for seat in ready.players if seat < carry.dealer)
    dealer = None if carry is None else max(right, default=ready.players[-1])
    # A usual split was set at this table, or else brought from another.
    usual = {
        guest.seat: Usual(guest.seat, guest.keepsake.percent)
        for guest in facts.guests
        if guest.keepsake is not None
    } | {each.seat: each for each in (() if carry is None else carry.usual)}
    return seated(replace(ready, dealer=dealer), dealer or ready.order[-1], usual)


def house_move(state: DividhaState, chance: Chance) -> Deal:
    """Draw the first dealer by lot (TB-3), and shuffle."""
    assert state.stage == "dealing"
    return dealing(state.dealer, state.players, DECK, chance)


def deal(state: DividhaState, move: Deal) -> tuple[DividhaState, tuple[Event, ...]]:
    """Shuffle, and take the ante of everybody who plays."""
    usual = {each.seat: each for each in state.usual}
    ready = replace(seated(state, move.dealer, usual), dealer=move.dealer, deck=move.cards)
    begun = DividhaHandBegun(
        move.dealer, state.dealer is None, ready.order, state.ante, _sum(state.left_behind)
    )
    out = [stake for stake in ready.betting.stakes if stake.seat not in ready.players]
    can_pay = any(stake.stack >= ready.ante for stake in ready.betting.stakes)
    dealt = ready
    for seat in ready.players:
        # Split evenly (DV-14); where nobody can pay it, all that is left, on Win (TN-24).
        stack = dealt.betting.stake(seat).stack
        coins, win = (dealt.ante, dealt.ante // 2) if stack >= dealt.ante else (stack, stack)
        laid = dealt.with_tablet(dealt.tablet(seat).bet(coins, win))
        dealt = replace(laid, betting=ante(dealt.betting, seat, coins))
    for stake in out:
        # What it has lies on Win, in the lowest layer (DV-15). Dead money counts in nobody's total, so a
        # seat that is out makes no layer of its own.
        folded, _ = leave(pay_dead(dealt.betting, stake.seat, stake.stack), stake.seat)
        behind = (*dealt.left_behind, Coins(stake.seat, stake.stack))
        dealt = replace(dealt, betting=folded, left_behind=behind)
    missed = (AnteMissed(stake.seat, stake.stack) for stake in out)
    return dealt, (begun, *missed) if can_pay else (begun, AllOnWin())


def deal_private(state: DividhaState) -> tuple[DividhaState, Event]:
    """Two private cards to everybody who is still in."""
    dealt, cards = _dealt(state)
    for seat, two in cards.items():
        held = dealt.holding(seat)
        dealt = dealt.with_holding(replace(held, private=(*held.private, *two)))
    return dealt, PrivateDealt(tuple(cards))


def deal_public(state: DividhaState) -> tuple[DividhaState, Event]:
    """Two public cards to everybody who is still in."""
    dealt, cards = _dealt(state)
    for seat, two in cards.items():
        dealt = dealt.with_holding(replace(dealt.holding(seat), public=two))
    return dealt, PublicDealt(tuple(Open(*each) for each in cards.items()))


def seated(state: DividhaState, dealer: Seat, usual: Mapping[Seat, Usual]) -> DividhaState:
    """Everybody in turn order, before anything is bet: the dealer comes last."""
    betting = in_turn_order(state.betting, dealer)
    return replace(
        state,
        betting=betting,
        holdings=tuple(map(Holding, betting.order)),
        tablets=tuple(map(Tablet, betting.order)),
        usual=tuple(usual.get(seat, Usual(seat)) for seat in betting.order),
    )


def gathered(
    state: DividhaState, closed: tuple[Betting, tuple[Returned, ...]]
) -> tuple[DividhaState, tuple[Returned, ...]]:
    """The state once bets are gathered in: what nobody could match has left its tablet, too."""
    betting, returned = closed
    state = replace(state, betting=betting)
    for each in returned:
        state = state.with_tablet(state.tablet(each.seat).returned(each.amount))
    return state, returned


def _sum(left_behind: Collection[Coins]) -> int:
    return sum(each.amount for each in left_behind)


def _dealt(state: DividhaState) -> tuple[DividhaState, Mapping[Seat, tuple[str, ...]]]:
    """One card at a time, clockwise from the dealer's left, to everybody who is still in."""
    seats = contenders(state.betting)
    count = EACH * len(seats)
    top, rest = state.deck[:count], state.deck[count:]
    return replace(state, deck=rest), {seat: top[place :: len(seats)] for place, seat in enumerate(seats)}
