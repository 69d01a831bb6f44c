"""Whether a hand's history keeps to the rules: the hand is played again from what is told of it.

All that players do is public, and a card that decided anything was shown. So the cards that were
proved are put where they were proved to lie, and for the others any card will do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from games.destiny.hands import all_cards
from games.destiny.model import (
    GONE,
    PLACES,
    Benedicted,
    Benediction,
    Deal,
    Enough,
    Event,
    FieldLaid,
    HandBegun,
    Held,
    Hold,
    Leave,
    Look,
    LookDeclined,
    Looked,
    Memory,
    Move,
    NewField,
    NewFieldRefused,
    NewFieldWanted,
    NoLook,
    Reshuffled,
    State,
)
from games.destiny.rules import apply, offers
from games.destiny.showdown import result
from games.destiny.view import View, cut
from games.engine.betting import (
    AllIn,
    Bet,
    Check,
    Checked,
    Fold,
    Folded,
    Match,
    Matched,
    Pledged,
    Raise,
    Raised,
    open_betting,
)
from games.engine.game import HOUSE, Seat
from games.engine.offers import Number, Press
from games.engine.plain import Misshapen, plain, read
from games.engine.record import History, OpenDeck

Faults: TypeAlias = Iterator[str]
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
    again = _Again(history, beginning, events)
    yield from _differing("beginning", history.beginning, plain(cut(again.state, history.viewer)))
    yield from _dealer(history, beginning, again.begun, again.state.order)
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


def _dealer(history: History, beginning: View, begun: HandBegun, order: tuple[Seat, ...]) -> Faults:
    """The first dealer is drawn by lot (TB-3), and nothing else but the deck."""
    if len(history.draws) != 1:
        yield f"seals[{len(history.seals) - 1}]: {len(history.draws)} draws, where one was made"
        return
    due = order[history.draws[0](len(order))] if beginning.dealer is None else beginning.dealer
    if begun.dealer != due:
        yield f"events: seat {begun.dealer} deals, and by lot or turn it is seat {due}"


class _Again:
    """The hand, played again event by event."""

    def __init__(self, history: History, beginning: View, events: list[Event]) -> None:
        self._events = events
        self._done = 0
        begun = next((event for event in events if isinstance(event, HandBegun)), None)
        if begun is None:
            raise Misshapen("events: no hand has begun")
        self.begun = begun
        _require_playable(beginning)
        self._cards = _Cards(history, beginning, events[0])
        rules = beginning.rules
        stacks = [(line.seat, line.stack) for line in beginning.lines]
        known = () if history.viewer is None else (_memory(history.viewer, beginning),)
        self.state = State(
            rules=rules,
            betting=open_betting(stacks, rules.limit, rules.big_blind, is_pledging=True),
            dealer=beginning.dealer,
            stage="dealing",
            shuffling=(),
            field=self._cards.field,
            deck=self._cards.deck,
            discard=beginning.discard,
            memories=known,
        )

    def play(self, gone: tuple[Seat, ...]) -> Faults:
        """Play every event again; `gone` are those who have left when the hand is over."""
        while self.state.stage != "over":
            acted = self._next(gone)
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

    def _next(self, gone: tuple[Seat, ...]) -> tuple[Seat, Move] | None:
        """Whose move leads to the next event; where none does, somebody who was asked has left."""
        event = self._events[self._done] if self._done < len(self._events) else None
        if self.state.stage == "dealing":
            return HOUSE, Deal(self.begun.dealer, self._cards.dealt)
        if isinstance(event, Folded) and _may_leave(self.state, event.seat):
            return event.seat, Leave()
        move = None if event is None else _move(event)
        if event is not None and move is not None:
            seat: Seat = event.seat  # type: ignore[union-attr]  # every event that a move leads to has one
            return (seat, move) if _is_offered(self.state, seat, move) else None
        if self.state.stage != "agreeing":
            return None
        return next(((seat, Leave()) for seat in gone if seat not in self.state.left), None)


class _Cards:
    """Where the cards lie when the hand begins, and the order in which the House deals what it shuffled."""

    def __init__(self, history: History, beginning: View, first: Event) -> None:
        self._history = history
        self._unseen = all_cards(beginning.rules.jokers)[0]
        own = len(history.seals) - 1
        slots = self._slots(own)
        is_shuffled = isinstance(first, FieldLaid | Reshuffled)
        undealt = {FieldLaid: slots - len(PLACES), Reshuffled: slots}.get(type(first), beginning.deck_count)
        is_empty = all(spot.is_gone for spot in beginning.field)
        # Only an empty field is laid out anew, and there is a card for every player to draw (DE-9).
        if undealt <= len(beginning.lines) - (not is_shuffled) or is_empty != isinstance(first, FieldLaid):
            raise Misshapen("events[0]: there are no cards to play with")
        self.dealt = self._taken(own, range(slots)) if is_shuffled else ()
        self.field: tuple[str, ...] = (GONE,) * len(PLACES)
        self.deck: tuple[str, ...] = ()
        if not is_empty:
            self._lie(beginning, own)

    def _lie(self, beginning: View, own: int) -> None:
        """The field is of the oldest deck in play, the rest of the one that was last shuffled before."""
        lying = self._taken(0, range(len(PLACES)))
        self.field = tuple(
            GONE if spot.is_gone else card for spot, card in zip(beginning.field, lying, strict=True)
        )
        last = max((index for index in range(own) if self._slots(index)), default=own)
        slots = self._slots(last)
        self.deck = self._taken(last, range(slots - beginning.deck_count, slots))

    def _slots(self, deck: int) -> int:
        seal = self._history.seals[deck]
        return seal.slots if isinstance(seal, OpenDeck) else 0

    def _taken(self, deck: int, places: range) -> tuple[str, ...]:
        """The cards from these places of a deck; for those that were not seen one is as good as another."""
        return tuple(self._history.card_at(deck, place) or self._unseen for place in places)


def _require_playable(beginning: View) -> None:
    """Refuse what no hand of this game begins with."""
    lines, places = beginning.lines, tuple(spot.place for spot in beginning.field)
    if len({line.seat for line in lines}) < max(SEATS_MIN, len(lines)) or any(
        line.stack < 1 for line in lines
    ):
        raise Misshapen("beginning.lines: not the seats of a hand")
    if places != PLACES or any(sight.place not in PLACES for sight in beginning.seen_before):
        raise Misshapen("beginning.field: not the places of a field")
    if not 0 <= beginning.deck_count <= len(all_cards(beginning.rules.jokers)):
        raise Misshapen(f"beginning.deck_count: {beginning.deck_count}")


def _memory(viewer: Seat, beginning: View) -> Memory:
    return Memory(viewer, tuple(sight.place for sight in beginning.seen_before))


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
        case Bet(to=to) | Raised(to=to):
            return Raise(to)
        case Looked(place=place):
            return Look(place)
        case Held(place=place):
            return Hold(place)
        case _:
            return _PLAIN_MOVES.get(type(event))


_PLAIN_MOVES: Mapping[type[Any], Move] = {
    Folded: Fold(),
    Checked: Check(),
    Matched: Match(),
    Pledged: AllIn(),
    LookDeclined: NoLook(),
    Benedicted: Benediction(),
    NewFieldWanted: NewField(),
    NewFieldRefused: Enough(),
}
