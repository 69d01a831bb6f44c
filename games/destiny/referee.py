"""Whether a hand's history keeps to the rules: the hand is played again from what is told of it.

All that players do is public, and a card that decided anything was shown. So the cards that were
proved are put where they were proved to lie, and for the others any card will do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from games.destiny.events import (
    Benedicted,
    Event,
    FieldLaid,
    HandBegun,
    Held,
    LookDeclined,
    Looked,
    NewFieldRefused,
    NewFieldWanted,
    Reshuffled,
)
from games.destiny.game import DESTINY
from games.destiny.hands import all_cards
from games.destiny.model import GONE, PLACES, Blinds, DestinyState, Memory, Move
from games.destiny.view import UNTIL, DestinyView
from games.engine.betting.rounds import open_betting
from games.engine.betting.stakes import Folded
from games.engine.core.game import HOUSE, Seat
from games.engine.core.moves import Deal, Leave
from games.engine.history.plain import Misshapen, plain
from games.engine.history.record import History, OpenDeck
from games.engine.history.referee import (
    DealtAgain,
    Faults,
    Told,
    as_told,
    bet_with,
    folds_by_leaving,
    require_seats,
)


def referee(history: History) -> Faults:
    """What does not fit, one line each; `Misshapen` where the game never writes the like."""
    return _DestinyReplay(as_told(history, DestinyView, Event)).faults()


class _DestinyReplay(DealtAgain[DestinyState, Move]):
    """A hand, from the field as it lay there."""

    def __init__(self, told: Told[DestinyView]) -> None:
        beginning = told.beginning
        begun = told.first(HandBegun)
        if begun is None:
            raise Misshapen("events: no hand has begun")
        require_seats(DESTINY, told)
        _require_field(beginning)
        self._cards = _Cards(told.history, beginning, told.events[0])
        self._gone = tuple(line.seat for line in told.end.lines if line.has_left)
        rules, viewer = beginning.rules, told.history.viewer
        stacks = [(line.seat, line.stack) for line in beginning.lines]
        state = DestinyState(
            rules=rules,
            betting=open_betting(stacks, rules.limit, rules.big_blind, is_pledging=True),
            dealer=beginning.dealer,
            stage="dealing",
            shuffling=(),
            field=self._cards.field,
            deck=self._cards.deck,
            discard=beginning.discard,
            memories=() if viewer is None else (_memory(viewer, beginning),),
            blinds=_blinds(beginning),
        )
        super().__init__(DESTINY, told, state, begun.dealer)

    def acts(self) -> Iterator[tuple[Seat, Move]]:
        """The deal, what players did, and in the end who left without a word while all were asked."""
        event, state = self.event, self.state
        bet = bet_with(state.betting, event)
        if state.stage == "dealing":
            yield HOUSE, Deal(self.dealer, self._cards.dealt)
        elif isinstance(event, Folded) and folds_by_leaving(state.betting, event.seat):
            yield event.seat, Leave()
        elif isinstance(event, Looked):
            yield self.answer(event.seat, f"look_{event.place.lower()}")
        elif isinstance(event, Held):
            yield self.answer(event.seat, f"hold_{event.place.lower()}")
        elif type(event) in _KEYS:
            yield self.answer(event.seat, _KEYS[type(event)])
        elif bet is not None:
            yield self.answer(event.seat, bet.key, *bet.numbers)
        elif state.stage == "agreeing":
            yield from [(seat, Leave()) for seat in self._gone if seat not in state.left][:1]

    def faults(self) -> Faults:
        """What does not fit; and what is withheld without a reason (DE-12)."""
        yield from super().faults()
        lying = {spot.place for spot in self.told.end.field if not spot.is_gone}
        for index, each in enumerate(self.told.history.withheld):
            if self.state.rules.memory_aid or each.where not in lying or each.until != UNTIL:
                yield f"withheld[{index}]: {plain(each)} does not come about by the rules"

    def last(self) -> DestinyState:
        """Whoever had folded leaves without a word."""
        return replace(self.state, left=tuple({*self.state.left, *self._gone}))


class _Cards:
    """Where the cards lie when the hand begins, and the order in which the House deals what it shuffled."""

    def __init__(self, history: History, beginning: DestinyView, first: Event) -> None:
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

    def _lie(self, beginning: DestinyView, own: int) -> None:
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


def _require_field(beginning: DestinyView) -> None:
    """Refuse what no field and no deck look like."""
    places = tuple(spot.place for spot in beginning.field)
    if places != PLACES or any(sight.place not in PLACES for sight in beginning.seen_before):
        raise Misshapen("beginning.field: not the places of a field")
    if not 0 <= beginning.deck_count <= len(all_cards(beginning.rules.jokers)):
        raise Misshapen(f"beginning.deck_count: {beginning.deck_count}")


def _blinds(beginning: DestinyView) -> Blinds | None:
    """Where the blinds are due, which is never in one place, and the big one before somebody who plays."""
    blinds, seats = beginning.blinds, {line.seat for line in beginning.lines}
    if blinds is not None and (
        beginning.dealer is None or blinds.big not in seats or blinds.small == blinds.big
    ):
        raise Misshapen("beginning.blinds: not where blinds are due")
    return blinds


def _memory(viewer: Seat, beginning: DestinyView) -> Memory:
    return Memory(viewer, tuple(sight.place for sight in beginning.seen_before))


_KEYS: Mapping[type[Any], str] = {
    LookDeclined: "no_look",
    Benedicted: "benediction",
    NewFieldWanted: "new_field",
    NewFieldRefused: "enough",
}
