"""How a hand is made ready: who takes part and deals, the ante, and the cards (DV-14 to DV-17)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from games.dividha.cards import DECK
from games.dividha.events import Event, HandBegun, Open, PrivateDealt, PublicDealt
from games.dividha.model import Carry, Deal, Holding, LeftBehind, Rules, State
from games.dividha.tablets import Tablet, Usual
from games.engine.betting import Betting, ante, contenders, open_betting
from games.engine.chance import Chance
from games.engine.game import Seat, TableFacts

ANTE_MIN = 2
EACH = 2
"""So many cards are dealt to each player at a time, one after the other."""


def step(rules: Rules) -> int:
    """What the ante goes up or down by: half of the first one, rounded up to even (DV-14)."""
    return rules.ante // 2 + rules.ante // 2 % 2


def next_rise(state: State, *, is_lowered: bool) -> int:
    """How far above the first ante the next one is."""
    rises = state.rules.ante_rise
    risen = state.risen + (step(state.rules) if rises and (state.hands + 1) % rises == 0 else 0)
    return max(ANTE_MIN - state.rules.ante, risen - step(state.rules)) if is_lowered else risen


def takers(facts: TableFacts[Rules, None], carry: Carry | None) -> tuple[Seat, ...]:
    """Whoever can pay the ante (DV-15)."""
    amount = facts.rules.ante + (0 if carry is None else carry.risen)
    return tuple(guest.seat for guest in facts.guests if guest.stack >= amount)


def start(facts: TableFacts[Rules, None], carry: Carry | None) -> State:
    """A hand that the House is to deal."""
    seats = [guest.seat for guest in facts.guests]
    # The deal passes to the right.
    dealer = (
        None if carry is None else max((seat for seat in seats if seat < carry.dealer), default=seats[-1])
    )
    usual = {} if carry is None else {each.seat: each for each in carry.usual}
    ready = State(
        rules=facts.rules,
        betting=open_betting([(guest.seat, guest.stack) for guest in facts.guests], facts.rules.limit, 0),
        dealer=dealer,
        stage="dealing",
        hands=0 if carry is None else carry.hands,
        risen=0 if carry is None else carry.risen,
        left_behind=() if carry is None else carry.left_behind,
        holdings=(),
        tablets=(),
        usual=(),
        absent=tuple(guest.seat for guest in facts.guests if guest.is_away),
    )
    return seated(ready, seats[-1] if dealer is None else dealer, usual)


def house_move(state: State, chance: Chance) -> Deal:
    """Draw the first dealer by lot (TB-3), and shuffle."""
    assert state.stage == "dealing"
    dealer = state.dealer
    if dealer is None:
        dealer = state.order[chance.below(len(state.order))]
    return Deal(dealer, chance.shuffled(DECK))


def deal(state: State, move: Deal) -> tuple[State, HandBegun]:
    """Shuffle, and take the ante of everybody, split evenly (DV-14)."""
    usual = {each.seat: each for each in state.usual}
    ready = seated(state, move.dealer, usual)
    betting = ready.betting
    for seat in ready.order:
        betting = ante(betting, seat, state.ante)
    tablets = tuple(each.bet(state.ante, state.ante // 2) for each in ready.tablets)
    begun = HandBegun(move.dealer, state.dealer is None, ready.order, state.ante, _sum(state.left_behind))
    return replace(ready, dealer=move.dealer, betting=betting, tablets=tablets, deck=move.cards), begun


def deal_private(state: State) -> tuple[State, Event]:
    """Two private cards to everybody who is still in."""
    dealt, cards = _dealt(state)
    holdings = tuple(
        replace(each, private=(*each.private, *cards.get(each.seat, ()))) for each in state.holdings
    )
    return replace(dealt, holdings=holdings), PrivateDealt(tuple(cards))


def deal_public(state: State) -> tuple[State, Event]:
    """Two public cards to everybody who is still in."""
    dealt, cards = _dealt(state)
    holdings = tuple(
        replace(each, public=(*each.public, *cards.get(each.seat, ()))) for each in state.holdings
    )
    return replace(dealt, holdings=holdings), PublicDealt(tuple(Open(*each) for each in cards.items()))


def seated(state: State, dealer: Seat, usual: Mapping[Seat, Usual]) -> State:
    """Everybody in turn order, before anything is bet: the dealer comes last."""
    stacks = [(stake.seat, stake.stack) for stake in state.betting.stakes]
    betting = _betting(state, stacks, dealer)
    seats = [stake.seat for stake in betting.stakes]
    return replace(
        state,
        betting=betting,
        holdings=tuple(Holding(seat) for seat in seats),
        tablets=tuple(Tablet(seat) for seat in seats),
        usual=tuple(usual.get(seat, Usual(seat)) for seat in seats),
    )


def with_holding(state: State, changed: Holding) -> State:
    """The state with one seat's cards replaced by what they are now."""
    return replace(
        state,
        holdings=tuple(changed if each.seat == changed.seat else each for each in state.holdings),
    )


def with_tablet(state: State, changed: Tablet) -> State:
    """The state with one seat's tablet replaced by what it is now."""
    return replace(
        state, tablets=tuple(changed if each.seat == changed.seat else each for each in state.tablets)
    )


def _betting(state: State, stacks: Sequence[tuple[Seat, int]], dealer: Seat) -> Betting:
    """The ante is also the smallest bet, and with fixed limit the fixed one."""
    order = sorted(stacks, key=lambda each: (each[0] <= dealer, each[0]))
    return open_betting(order, state.rules.limit, state.ante, dead=_sum(state.left_behind))


def _sum(left_behind: Collection[LeftBehind]) -> int:
    return sum(each.amount for each in left_behind)


def _dealt(state: State) -> tuple[State, Mapping[Seat, tuple[str, ...]]]:
    """One card at a time, clockwise from the dealer's left, to everybody who is still in."""
    seats = contenders(state.betting)
    count = EACH * len(seats)
    top, rest = state.deck[:count], state.deck[count:]
    return replace(state, deck=rest), {seat: top[place :: len(seats)] for place, seat in enumerate(seats)}
