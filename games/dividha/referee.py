"""Whether a hand's history keeps to the rules: the hand is played again from what is told of it.

When the hand is over all tablets are open, so every bet is known with its split. A card that was
proved lies at the place of the deck where it was proved to lie; the others are dealt as they come,
since what nobody was shown made no difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from games.dividha.cards import DECK
from games.dividha.dealing import ANTE_MIN, seated, with_holding
from games.dividha.events import (
    DividhaHandBegun,
    DividhaShowdown,
    Event,
    Left,
    LowerRefused,
    LowerWished,
    Traded,
    TradeDeclined,
)
from games.dividha.game import DIVIDHA
from games.dividha.model import DividhaState, Move, ShownHand
from games.dividha.rules import offers, to_act
from games.dividha.tablets import LaidCoins, Usual
from games.dividha.trading import KEYS
from games.dividha.view import DividhaView
from games.engine.betting.rounds import open_betting
from games.engine.betting.stakes import Bet, Checked, Folded, Matched, Raised
from games.engine.core.errors import NotOffered
from games.engine.core.game import HOUSE, Coins, Seat
from games.engine.core.moves import Deal, Leave
from games.engine.core.offers import Pick, Split
from games.engine.history.plain import Misshapen
from games.engine.history.record import History, OpenDeck
from games.engine.history.referee import DealtAgain, Faults, Told, as_told, dealt_from, require_seats

Act: TypeAlias = tuple[Seat, Move]


def referee(history: History) -> Faults:
    """What does not fit, one line each; `Misshapen` where the game never writes the like."""
    return _DividhaReplay(as_told(history, DividhaView, Event)).faults()


class _DividhaReplay(DealtAgain[DividhaState, Move]):
    """A hand, with the splits that its tablets show in the end."""

    def __init__(self, told: Told[DividhaView]) -> None:
        begun = told.first(DividhaHandBegun)
        if begun is None:
            raise Misshapen("events: no hand has begun")
        beginning = told.beginning
        require_seats(DIVIDHA, told, 1 if beginning.rules.is_played_out else beginning.ante)
        super().__init__(DIVIDHA, told, _begun(beginning), begun.dealer)
        self._viewer = told.history.viewer
        self._own = told.end.own
        self._proved = _proved(told.history)
        self._deck = _deck(told.history)
        tablets = () if told.end.outcome is None else told.end.outcome.tablets
        # The first bet of each is the ante, which nobody chooses.
        self._bets = {each.seat: iter(each.bets[1:]) for each in tablets}
        self._paid = {each.seat: iter(each.trades) for each in tablets}

    def acts(self) -> Iterator[Act]:
        """The deal, bets with their splits, trades, and what was shown."""
        match self.event:
            case _ if self.state.stage == "dealing":
                yield HOUSE, Deal(self.dealer, self._deck)
            case Left(seat=seat) if seat in self.state.order and seat not in self.state.left:
                yield seat, Leave()
            case Matched() | Bet() | Raised() as bet:
                yield self._wager(bet)
            case Traded() as traded:
                yield from self._trade(traded)
            case DividhaShowdown(outcome=outcome):
                for hand in outcome.hands:
                    yield from self._show(hand)
            case LowerWished(seat=seat, to=to) if self.state.stage != "agreeing":
                yield self.answer(seat, "wish_lower", to)
            case event if type(event) in _KEYS:
                yield self.answer(event.seat, _KEYS[type(event)])
            case _:
                pass

    def last(self) -> DividhaState:
        """With what the viewer did that nobody was told of."""
        own, state = self._own, self.state
        if self._viewer is None or own is None or self._viewer not in state.order:
            return state
        state = replace(state, usual=tuple(Usual(seat, own.percent) for seat in state.order))
        if state.outcome is not None and any(hand.seat == self._viewer for hand in state.outcome.hands):
            return state
        # Where somebody leaves while all choose what to show, nobody is told of what was chosen for nothing.
        held = state.holding(self._viewer)
        return with_holding(state, replace(held, discard=own.discard, laid=own.laid, call=own.call))

    def _wager(self, event: Matched | Bet | Raised) -> Act:
        """A bet with the split that the tablet shows."""
        seat = event.seat
        keys = ("match", "all_in") if isinstance(event, Matched) else ("bet", "raise", "all_in")
        for offer in offers(self.state, seat):
            if isinstance(offer, Split) and offer.key in keys:
                to = offer.laid + event.amount
                laid = next(self._bets.get(seat, iter(())), None)
                if laid is not None and offer.least <= to <= offer.most:
                    return self.answer(seat, offer.key, to, laid.win)
        raise NotOffered

    def _trade(self, event: Traded) -> Iterator[Act]:
        """Which private cards were turned in only their owner knows: never one that was shown later."""
        seat, state = event.seat, self.state
        key = KEYS.get(event.private_count + len(event.turned_down))
        if key is None or seat != state.trader:
            return
        held = state.holding(seat)
        private = sorted(held.private, key=self._proved.__contains__)[: event.private_count]
        if seat == self._viewer and self._own is not None:
            private = list(self._own.turned_in)
        places = [place for place, card in enumerate(held.cards) if card in (*private, *event.turned_down)]
        yield self.answer(seat, key, *places)
        if self.state.trading:
            laid = next(self._paid.get(seat, iter(())), LaidCoins(0, 0))
            yield self.answer(seat, "pay", laid.coins, laid.win)

    def _show(self, hand: ShownHand) -> Iterator[Act]:
        """The discard, then the cards as they lie, and the call."""
        seat = hand.seat
        if seat not in to_act(self.state):
            raise NotOffered
        out = [place for place, card in enumerate(self.state.holding(seat).cards) if card not in hand.face_up]
        yield self.answer(seat, "discard", *out)
        for card in hand.face_up:
            lay = self._pick(seat, "lay")
            if lay is not None and card in lay.choices:
                yield self.answer(seat, "lay", lay.choices.index(card))
        call = self._pick(seat, "call")
        if call is not None and str(hand.call) in call.choices:
            yield self.answer(seat, "call", call.choices.index(str(hand.call)))

    def _pick(self, seat: Seat, key: str) -> Pick[Move] | None:
        if self.state.stage != "showdown":
            return None
        picks = (offer for offer in offers(self.state, seat) if isinstance(offer, Pick))
        return next((offer for offer in picks if offer.key == key), None)


def _begun(beginning: DividhaView) -> DividhaState:
    """The hand before the House deals, as far as the viewer could tell."""
    lines, ante = beginning.lines, beginning.ante
    seats = [line.seat for line in lines]
    if ante < ANTE_MIN or ante % 2 or min(beginning.left_behind, beginning.hands) < 0:
        raise Misshapen("beginning: not how a hand begins")
    behind = beginning.left_behind
    usual = () if beginning.own is None else tuple(Usual(seat, beginning.own.percent) for seat in seats)
    state = DividhaState(
        rules=beginning.rules,
        betting=open_betting(
            [(line.seat, line.stack) for line in lines], beginning.rules.limit, ante, dead=behind
        ),
        dealer=beginning.dealer,
        stage="dealing",
        hands=beginning.hands,
        risen=ante - beginning.rules.ante,
        left_behind=(Coins(HOUSE, behind),) if behind else (),
        holdings=(),
        tablets=(),
        usual=usual,
        absent=tuple(line.seat for line in lines if line.is_absent),
    )
    dealer = max(seats) if beginning.dealer is None else beginning.dealer
    return seated(state, dealer, {each.seat: each for each in usual})


def _proved(history: History) -> frozenset[str]:
    decks = (seal for seal in history.seals if isinstance(seal, OpenDeck))
    return frozenset(card.leaf.card for seal in decks for card in seal.cards)


def _deck(history: History) -> tuple[str, ...]:
    """The whole deck as it was dealt."""
    seal = history.seals[-1]
    if not isinstance(seal, OpenDeck) or seal.slots != len(DECK):
        raise Misshapen(f"seals[{len(history.seals) - 1}]: not the deck of the game")
    return dealt_from(history, DECK)


_KEYS: Mapping[type[Any], str] = {
    Checked: "check",
    Folded: "fold",
    TradeDeclined: "no_trade",
    LowerWished: "lower",
    LowerRefused: "keep",
}
