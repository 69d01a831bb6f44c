"""The trade: none, one or two cards for new ones, for nothing or for an ante each (DV-19)."""

from __future__ import annotations

from dataclasses import replace

from games.dividha.dealing import with_holding, with_tablet
from games.dividha.events import Event, Traded, TradeDeclined
from games.dividha.model import DividhaState, Move, Pay, Trade
from games.engine.betting.rounds import pay_dead
from games.engine.core.game import Seat
from games.engine.core.offers import Answer, Offer, Pick, Press, Split

KEYS = {1: "trade_one", 2: "trade_two"}


def can_trade(state: DividhaState, seat: Seat) -> bool:
    """Whether a seat is still in and can pay for a card."""
    stake = state.betting.stake(seat)
    return not stake.has_folded and (not state.rules.pay_to_trade or stake.stack >= state.ante)


def offers(state: DividhaState, seat: Seat) -> tuple[Offer[Move], ...]:
    """Which cards; and when they cost something, on which column the coins for them go."""
    if state.trading:
        price = state.ante * len(state.trading)
        return (Split("pay", price, price, lambda _, win: Pay(win), (price,)),)
    stack = state.betting.stake(seat).stack
    cards = state.holding(seat).cards
    picks: list[Offer[Move]] = [
        Pick(key, cards, count, Trade)
        for count, key in KEYS.items()
        if not state.rules.pay_to_trade or stack >= state.ante * count
    ]
    return (Press("no_trade", Trade(())), *picks)


def timeout(state: DividhaState) -> Answer:
    """Trade nothing; pay as usual for what was chosen (TB-8)."""
    if state.trading:
        return Answer("pay", (state.ante * len(state.trading),))
    return Answer("no_trade")


def trade(state: DividhaState, seat: Seat, move: Trade | Pay) -> tuple[DividhaState, tuple[Event, ...]]:
    """Turn cards in and draw others; where they cost something, they are paid for in between."""
    if isinstance(move, Pay):
        price = state.ante * len(state.trading)
        on_win = state.usual_of(seat).part(price) if move.win is None else move.win
        paid = with_tablet(state, state.tablet(seat).paid(price, on_win))
        paid = replace(paid, betting=pay_dead(state.betting, seat, price), trading=())
        return _exchanged(paid, seat, state.trading, price)
    if not move.cards:
        return state, (TradeDeclined(seat),)
    if state.rules.pay_to_trade:
        return replace(state, trading=move.cards), ()
    return _exchanged(state, seat, move.cards, 0)


def _exchanged(
    state: DividhaState, seat: Seat, cards: tuple[str, ...], paid: int
) -> tuple[DividhaState, tuple[Event, ...]]:
    """A private card is replaced by a private one, a public card by a public one."""
    held = state.holding(seat)
    drawn, rest = state.deck[: len(cards)], state.deck[len(cards) :]
    new = dict(zip(cards, drawn, strict=True))
    down = tuple(card for card in cards if card in held.public)
    traded = replace(
        held,
        private=tuple(new.get(card, card) for card in held.private),
        public=tuple(new.get(card, card) for card in held.public),
        turned_in=tuple(card for card in cards if card in held.private),
        turned_down=down,
    )
    event = Traded(seat, len(traded.turned_in), down, tuple(new[card] for card in down), paid)
    return with_holding(replace(state, deck=rest), traded), (event,)
