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
from games.dividha.ending import result
from games.dividha.events import (
    Event,
    HandBegun,
    Left,
    LowerRefused,
    LowerWished,
    Showdown,
    Traded,
    TradeDeclined,
)
from games.dividha.model import Deal, Leave, LeftBehind, Move, ShownHand, State
from games.dividha.rules import apply, asides, offers, to_act
from games.dividha.tablets import Laid, Usual
from games.dividha.trading import KEYS
from games.dividha.view import View, cut
from games.engine.betting import Bet, Checked, Folded, Matched, Raised, contenders, open_betting
from games.engine.errors import NotOffered, RuleError
from games.engine.game import HOUSE, Seat
from games.engine.offers import Offer, Pick, Split, find, take
from games.engine.plain import Misshapen, plain, read
from games.engine.record import History, OpenDeck

Faults: TypeAlias = Iterator[str]
Act: TypeAlias = tuple[Seat, Move]
SEATS_MIN = 2


def referee(history: History) -> Faults:
    """What does not fit, one line each; `Misshapen` where the game never writes the like."""
    beginning: View = read(View, history.beginning, "beginning")
    end: View = read(View, history.end, "end")
    events: list[Event] = [
        read(Event, event, f"events[{index}]") for index, event in enumerate(history.events)
    ]
    for name, value in history.rules.items():
        if getattr(beginning.rules, name) != value:
            yield f"rules.{name}: {value!r}, but the hand was begun with {getattr(beginning.rules, name)!r}"
    again = _Again(history, beginning, end, events)
    yield from _differing("beginning", history.beginning, plain(cut(again.state, history.viewer)))
    yield from _dealer(history, beginning, again.begun, again.state.players)
    yield from again.play()
    yield from _differing("end", history.end, plain(cut(again.last(), history.viewer)))
    if again.state.stage == "over":
        due = result(again.state)
        yield from _differing("stacks", plain(history.stacks), plain(due.stacks))
        yield from _differing("points", plain(history.points), plain(due.points))


def _differing(where: str, told: Mapping[str, Any], due: Mapping[str, Any]) -> Faults:
    for name in sorted(told.keys() | due.keys()):
        if told.get(name) != due.get(name):
            yield f"{where}.{name}: {told.get(name)} is told, and by the rules it is {due.get(name)}"


def _dealer(history: History, beginning: View, begun: HandBegun, players: tuple[Seat, ...]) -> Faults:
    """The first dealer is drawn by lot (TB-3), and nothing else but the deck."""
    if len(history.draws) != 1:
        yield f"seals[{len(history.seals) - 1}]: {len(history.draws)} draws, where one was made"
        return
    due = players[history.draws[0](len(players))] if beginning.dealer is None else beginning.dealer
    if begun.dealer != due:
        yield f"events: seat {begun.dealer} deals, and by lot or turn it is seat {due}"


class _Again:
    """The hand, played again event by event."""

    def __init__(self, history: History, beginning: View, end: View, events: list[Event]) -> None:
        begun = next((event for event in events if isinstance(event, HandBegun)), None)
        if begun is None:
            raise Misshapen("events: no hand has begun")
        self.begun = begun
        self.state = _begun(beginning)
        self._viewer = history.viewer
        self._own = end.own
        self._events = events
        self._done = 0
        self._proved = _proved(history)
        self._deck = _deck(history, self._proved)
        tablets = () if end.outcome is None else end.outcome.tablets
        # The first bet of each is the ante, which nobody chooses.
        self._bets = {each.seat: iter(each.bets[1:]) for each in tablets}
        self._paid = {each.seat: iter(each.trades) for each in tablets}

    def play(self) -> Faults:
        """Play every event again, up to the first that does not fit."""
        while self.state.stage != "over":
            done = self._done
            try:
                fault = next((fault for act in self._acts() for fault in self._apply(*act)), None)
            except RuleError:
                fault = None
            if fault is not None:
                yield fault
                return
            if self._done == done:
                yield f"events[{done}]: {self._told()} cannot come here"
                return
        if self._done < len(self._events):
            yield f"events[{self._done}]: {self._told()} comes after the end"

    def last(self) -> State:
        """How the hand lay at its end, with what the viewer did that nobody was told of."""
        own, state = self._own, self.state
        if self._viewer is None or own is None or self._viewer not in state.order:
            return state
        state = replace(state, usual=tuple(Usual(seat, own.percent) for seat in state.order))
        if self._viewer in contenders(state.betting):
            return state
        # Whoever leaves while choosing what to show is never asked for the rest.
        held = state.holding(self._viewer)
        return with_holding(state, replace(held, discard=own.discard, laid=own.laid, call=own.call))

    def _told(self) -> Any:
        return plain(self._events[self._done]) if self._done < len(self._events) else None

    def _apply(self, seat: Seat, move: Move) -> Faults:
        step = apply(self.state, seat, move)
        self.state = step.state
        for event in step.events:
            told, due = self._told(), plain(event)
            if told != due:
                yield f"events[{self._done}]: {told} is told, and by the rules it is {due}"
            self._done += 1

    def _acts(self) -> Iterator[Act]:
        """The moves that lead to the next event, each when those before it have been made."""
        event = self._events[self._done] if self._done < len(self._events) else None
        match event:
            case _ if self.state.stage == "dealing":
                yield HOUSE, Deal(self.begun.dealer, self._deck)
            case Left(seat=seat) if seat in self.state.order and seat not in self.state.left:
                yield seat, Leave()
            case Matched() | Bet() | Raised():
                yield self._wager(event)
            case Traded():
                yield from self._trade(event)
            case Showdown(outcome=outcome):
                for hand in outcome.hands:
                    yield from self._show(hand)
            case LowerWished(seat=seat) if self.state.stage != "agreeing":
                yield self._answer(seat, "wish_lower")
            case _ if type(event) in _KEYS:
                yield self._answer(event.seat, _KEYS[type(event)])  # type: ignore[union-attr]  # all of these have one
            case _:
                pass

    def _answer(self, seat: Seat, key: str, *numbers: int) -> Act:
        """An answer as the seat gave it; `RuleError` where it was not offered."""
        return seat, take(find(self._offered(seat), key), numbers)

    def _offered(self, seat: Seat) -> tuple[Offer[Move], ...]:
        return (*offers(self.state, seat), *asides(self.state, seat))

    def _wager(self, event: Matched | Bet | Raised) -> Act:
        """A bet with the split that the tablet shows."""
        seat = event.seat
        keys = ("match", "all_in") if isinstance(event, Matched) else ("bet", "raise", "all_in")
        for offer in self._offered(seat):
            if isinstance(offer, Split) and offer.key in keys:
                to = offer.laid + event.amount
                laid = next(self._bets.get(seat, iter(())), None)
                if laid is not None and offer.least <= to <= offer.most:
                    return self._answer(seat, offer.key, to, laid.win)
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
        yield self._answer(seat, key, *places)
        if self.state.trading:
            laid = next(self._paid.get(seat, iter(())), Laid(0, 0))
            yield self._answer(seat, "pay", laid.coins, laid.win)

    def _show(self, hand: ShownHand) -> Iterator[Act]:
        """The discard, then the cards as they lie, and the call."""
        seat = hand.seat
        if seat not in to_act(self.state):
            raise NotOffered
        out = [place for place, card in enumerate(self.state.holding(seat).cards) if card not in hand.face_up]
        yield self._answer(seat, "discard", *out)
        for card in hand.face_up:
            lay = self._pick(seat, "lay")
            if lay is not None and card in lay.choices:
                yield self._answer(seat, "lay", lay.choices.index(card))
        call = self._pick(seat, "call")
        if call is not None and str(hand.call) in call.choices:
            yield self._answer(seat, "call", call.choices.index(str(hand.call)))

    def _pick(self, seat: Seat, key: str) -> Pick[Move] | None:
        if self.state.stage != "showdown":
            return None
        picks = (offer for offer in offers(self.state, seat) if isinstance(offer, Pick))
        return next((offer for offer in picks if offer.key == key), None)


def _begun(beginning: View) -> State:
    """The hand before the House deals, as far as the viewer could tell."""
    lines, ante = beginning.lines, beginning.ante
    seats = [line.seat for line in lines]
    least = 1 if beginning.rules.is_played_out else ante
    if len(set(seats)) < max(SEATS_MIN, len(seats)) or any(line.stack < least for line in lines):
        raise Misshapen("beginning.lines: not the seats of a hand")
    if ante < ANTE_MIN or ante % 2 or min(beginning.left_behind, beginning.hands) < 0:
        raise Misshapen("beginning: not how a hand begins")
    behind = beginning.left_behind
    usual = () if beginning.own is None else tuple(Usual(seat, beginning.own.percent) for seat in seats)
    state = State(
        rules=beginning.rules,
        betting=open_betting([(line.seat, line.stack) for line in lines], beginning.rules.limit, ante),
        dealer=beginning.dealer,
        stage="dealing",
        hands=beginning.hands,
        risen=ante - beginning.rules.ante,
        left_behind=(LeftBehind(HOUSE, behind),) if behind else (),
        holdings=(),
        tablets=(),
        usual=usual,
        absent=tuple(line.seat for line in lines if line.is_absent),
    )
    dealer = max(seats) if beginning.dealer is None else beginning.dealer
    return seated(state, dealer, {each.seat: each for each in usual})


def _proved(history: History) -> frozenset[str]:
    decks = (seal for seal in history.seals if isinstance(seal, OpenDeck))
    proved = frozenset(card.leaf.card for seal in decks for card in seal.cards)
    if not proved <= set(DECK):
        raise Misshapen("seals: not the cards of the game")
    return proved


def _deck(history: History, proved: frozenset[str]) -> tuple[str, ...]:
    """The whole deck as it was dealt, any of the unknown cards in the places that were not proved."""
    own = len(history.seals) - 1
    seal = history.seals[own]
    if not isinstance(seal, OpenDeck) or seal.slots != len(DECK):
        raise Misshapen(f"seals[{own}]: not the deck of the game")
    others = iter([card for card in DECK if card not in proved])
    places = (history.card_at(own, place) for place in range(seal.slots))
    return tuple(next(others) if card is None else card for card in places)


_KEYS: Mapping[type[Any], str] = {
    Checked: "check",
    Folded: "fold",
    TradeDeclined: "no_trade",
    LowerWished: "lower",
    LowerRefused: "keep",
}
