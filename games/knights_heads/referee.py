"""Whether a hand's history keeps to the rules: the hand is played again from what is told of it.

All that players do is public but what they pass on. What was dealt to somebody and laid down by
the next was passed; of the cards that nobody but their owner saw, any will do, since they made
no difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from games.engine.betting import (
    AllIn,
    Bet,
    Check,
    Checked,
    Fold,
    Folded,
    Match,
    Matched,
    Raise,
    Raised,
    contenders,
    open_betting,
)
from games.engine.game import HOUSE, Seat
from games.engine.offers import Number, Press
from games.engine.plain import Misshapen, plain, read
from games.engine.record import History
from games.knights_heads.cards import DECK, Card
from games.knights_heads.exchange import RABBLE_SIZE, choosing
from games.knights_heads.model import (
    CardsPassed,
    Deal,
    Event,
    HandBegun,
    Laid,
    Leave,
    Move,
    Pass,
    Showdown,
    State,
    Tally,
)
from games.knights_heads.rules import apply, offers
from games.knights_heads.showdown import result
from games.knights_heads.view import View, cut

Faults: TypeAlias = Iterator[str]
SEATS = range(2, 7)


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
    yield from _dealer(history, beginning, again.begun)
    yield from again.play(tuple(line.seat for line in end.lines if line.has_left))
    yield from _differing("end", history.end, plain(cut(again.state, history.viewer)))
    if again.state.stage == "over":
        due = result(again.state)
        yield from _differing("stacks", plain(history.stacks), plain(due.stacks))
        yield from _differing("points", plain(history.points), plain(due.points))


def _differing(where: str, told: Mapping[str, Any], due: Mapping[str, Any]) -> Faults:
    for name in sorted(told.keys() | due.keys()):
        if told.get(name) != due.get(name):
            yield f"{where}.{name}: {told.get(name)} is told, and by the rules it is {due.get(name)}"


def _dealer(history: History, beginning: View, begun: HandBegun) -> Faults:
    """The first dealer is drawn by lot (TB-3), and nothing else but the deck."""
    if len(history.draws) != 1:
        yield f"seals[{len(history.seals) - 1}]: {len(history.draws)} draws, where one was made"
        return
    order = tuple(line.seat for line in beginning.lines)
    due = order[history.draws[0](len(order))] if beginning.dealer is None else beginning.dealer
    if begun.dealer != due:
        yield f"events: seat {begun.dealer} deals, and by lot or turn it is seat {due}"


class _Again:
    """The hand, played again event by event."""

    def __init__(self, history: History, beginning: View, end: View, events: list[Event]) -> None:
        _require_playable(beginning)
        begun = events[0] if events else None
        if not isinstance(begun, HandBegun) or begun.dealer not in {line.seat for line in beginning.lines}:
            raise Misshapen("events[0]: no hand has begun")
        self.begun = begun
        self._events = events
        self._end = end
        self._done = 0
        self._cards = _cards(history)
        rules = beginning.rules
        stacks = [(line.seat, line.stack) for line in beginning.lines]
        self.state = State(
            rules=rules,
            betting=open_betting(stacks, rules.limit, rules.ante),
            dealer=beginning.dealer,
            stage="dealing",
            tallies=tuple(
                Tally(line.seat, line.points) for line in sorted(beginning.lines, key=lambda line: line.seat)
            ),
        )

    def play(self, gone: tuple[Seat, ...]) -> Faults:
        """Play every event again; `gone` are those who have left when the hand is over."""
        while self.state.stage != "over":
            acted = self._next()
            if acted is None:
                yield f"events[{self._done}]: {self._told() or 'an end'} cannot come here"
                return
            step = apply(self.state, *acted)
            self.state = step.state
            for event in step.events:
                told, due = self._told(), plain(event)
                if told != due:
                    yield f"events[{self._done}]: {told} is told, and by the rules it is {due}"
                    return
                self._done += 1
        if self._done < len(self._events):
            yield f"events[{self._done}]: {self._told()} comes after the end"
        # Whoever had folded leaves without a word.
        self.state = replace(self.state, left=tuple({*self.state.left, *gone}))

    def _told(self) -> Any:
        return plain(self._events[self._done]) if self._done < len(self._events) else None

    def _next(self) -> tuple[Seat, Move] | None:
        """Whose move leads to the next event."""
        state = self.state
        event = self._events[self._done] if self._done < len(self._events) else None
        if state.stage == "dealing":
            return HOUSE, Deal(self.begun.dealer, self._cards)
        if isinstance(event, Folded) and _may_leave(state, event.seat):
            return event.seat, Leave()
        if isinstance(event, CardsPassed) and state.stage == "exchange":
            return self._passing(choosing(state)[0])
        move = None if event is None else _move(event)
        if event is None or move is None:
            return None
        seat: Seat = event.seat  # type: ignore[union-attr]  # every event that a move leads to has one
        return (seat, move) if _is_offered(state, seat, move) else None

    def _passing(self, seat: Seat) -> tuple[Seat, Move] | None:
        """What a seat passed on, as far as anybody was shown; else any three."""
        state = self.state
        staying = contenders(state.betting)
        to = (*staying, staying[0])[staying.index(seat) + 1]
        dealt = state.cards(seat)
        for gave in (self._end.gave, self._end.got):
            if gave is not None and gave.seat == seat:
                return (seat, Pass(gave.cards)) if _is_rabble(gave.cards, dealt) else None
        laid = {each.seat: each.cards for each in self._laid()}
        if seat in laid:
            away = tuple(card for card in dealt if card not in laid[seat])
        else:
            away = tuple(card for card in dealt if card in laid.get(to, ()))
        if not away:
            away = dealt[:RABBLE_SIZE]
        return (seat, Pass(away)) if _is_rabble(away, dealt) else None

    def _laid(self) -> tuple[Laid, ...]:
        return next((event.laid for event in self._events if isinstance(event, Showdown)), ())


def _require_playable(beginning: View) -> None:
    """Refuse what no hand of this game begins with."""
    lines = beginning.lines
    seats = {line.seat for line in lines}
    if len(lines) not in SEATS or len(seats) < len(lines) or any(line.stack < 1 for line in lines):
        raise Misshapen("beginning.lines: not the seats of a hand")
    if beginning.dealer not in {None, *seats}:
        raise Misshapen("beginning.dealer: not one of the seats")


def _cards(history: History) -> tuple[Card, ...]:
    """The deck as it was dealt from: what was proved in its place, and else what nobody knows of."""
    own = len(history.seals) - 1
    proved = [history.card_at(own, place) for place in range(len(DECK))]
    others = iter([card for card in DECK if card not in proved])
    return tuple(card or next(others) for card in proved)


def _is_rabble(cards: tuple[Card, ...], dealt: tuple[Card, ...]) -> bool:
    return len(set(cards)) == len(cards) == RABBLE_SIZE and set(cards) <= set(dealt)


def _may_leave(state: State, seat: Seat) -> bool:
    """Whether a seat that folds does so by leaving: it is not to bet, and has not folded yet (TB-9)."""
    stake = next((stake for stake in state.betting.stakes if stake.seat == seat), None)
    return stake is not None and not stake.has_folded and state.betting.to_act != seat


def _is_offered(state: State, seat: Seat, move: Move) -> bool:
    return any(
        offer.least <= move.to <= offer.most
        if isinstance(offer, Number) and isinstance(move, Raise)
        else isinstance(offer, Press) and offer.move == move
        for offer in offers(state, seat)
    )


def _move(event: Event) -> Move | None:
    """The move that leads to an event; None where it only follows from others."""
    match event:
        case Bet(is_all_in=True) | Raised(is_all_in=True) | Matched(is_all_in=True):
            return AllIn()
        case Bet(to=to) | Raised(to=to):
            return Raise(to)
        case _:
            return _PLAIN_MOVES.get(type(event))


_PLAIN_MOVES: Mapping[type[Any], Move] = {Folded: Fold(), Checked: Check(), Matched: Match()}
