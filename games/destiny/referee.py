"""How a hand began, as its history tells it, and what may be withheld (DE-12).

All that players do is public, and a card that decided anything was shown. So the cards that were
proved lie where they were proved to lie, and for the others any card will do.
"""

from __future__ import annotations

from games.destiny.dealing import NO_FIELD
from games.destiny.game import DESTINY
from games.destiny.hands import all_cards
from games.destiny.model import GONE, PLACES, DestinyState
from games.destiny.view import UNTIL, DestinyView
from games.engine.betting.rounds import open_betting
from games.engine.history.plain import Misshapen, plain
from games.engine.history.record import History, OpenDeck
from games.engine.history.referee import Faults, Referee


class DestinyReferee(Referee[DestinyState, DestinyView]):
    """The referee of Destiny."""

    game = DESTINY

    def begun(self) -> DestinyState:
        """The hand before the House makes it ready, as far as the viewer could tell."""
        self.require_seats()
        beginning = self.beginning
        _require_possible(beginning)
        rules, (field, deck) = beginning.rules, _lying(self.history, beginning)
        stacks, habits = [(line.seat, line.stack) for line in beginning.lines], beginning.betting.habits
        return DestinyState(
            rules=rules,
            betting=open_betting(stacks, rules.limit, rules.big_blind, is_pledging=True, habits=habits),
            dealer=beginning.dealer,
            stage="dealing",
            shuffling=_shuffling(beginning),
            field=field,
            deck=deck,
            discard=beginning.discard,
            memories=beginning.memories,
            blinds=beginning.blinds,
            passed_over=beginning.passed_over,
            posting=beginning.posting,
        )

    def faults(self) -> Faults:
        """Faults of the history, one line each; cards are withheld only while they lie on the field."""
        yield from super().faults()
        lying = {spot.place for spot in self.end.field if not spot.is_gone}
        for index, each in enumerate(self.history.withheld):
            if self.beginning.rules.memory_aid or each.where not in lying or each.until != UNTIL:
                yield f"withheld[{index}]: {plain(each)} does not come about by the rules"


def _shuffling(beginning: DestinyView) -> tuple[str, ...]:
    """As many cards as the House shuffles: all of them for a new field, or deck and pile (DE-9)."""
    cards, players, undealt = all_cards(beginning.rules.jokers), len(beginning.lines), beginning.deck_count
    if _is_empty(beginning):
        return cards
    shuffling = cards[: undealt + len(beginning.discard)] if undealt < players else ()
    if max(undealt, len(shuffling) - 1) < players:
        raise Misshapen("beginning.deck_count: there are no cards to play with")
    return shuffling


def _lying(history: History, beginning: DestinyView) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The field, of the oldest deck in play; and the deck, of the one that was last shuffled before."""
    if _is_empty(beginning):
        return NO_FIELD, ()
    unseen = all_cards(beginning.rules.jokers)[0]
    lying = history.dealt(0, range(len(PLACES)), unseen)
    before = [index for index, seal in enumerate(history.seals[:-1]) if isinstance(seal, OpenDeck)]
    last = before[-1] if before else len(history.seals) - 1
    seal = history.seals[last]
    slots = seal.slots if isinstance(seal, OpenDeck) else 0
    field = (GONE if spot.is_gone else card for spot, card in zip(beginning.field, lying, strict=True))
    return tuple(field), history.dealt(last, range(slots - beginning.deck_count, slots), unseen)


def _is_empty(beginning: DestinyView) -> bool:
    return all(spot.is_gone for spot in beginning.field)


def _require_possible(beginning: DestinyView) -> None:
    """Refuse a field, a deck or blinds with which no hand begins."""
    places = tuple(spot.place for spot in beginning.field)
    named = (place for memory in beginning.memories for place in memory.places)
    told = {each.place for each in beginning.seen_before} | {each.place for each in beginning.passed_over}
    if places != PLACES or not told.union(named) <= set(PLACES):
        raise Misshapen("beginning.field: not the places of a field")
    if not 0 <= beginning.deck_count <= len(all_cards(beginning.rules.jokers)):
        raise Misshapen(f"beginning.deck_count: {beginning.deck_count}")
    blinds, seats = beginning.blinds, {line.seat for line in beginning.lines}
    if not seats.issuperset(beginning.posting) or len({*beginning.posting}) < len(beginning.posting):
        raise Misshapen("beginning.posting: not seats of the hand")
    if blinds is not None and (
        beginning.dealer is None or blinds.big not in seats or blinds.small == blinds.big
    ):
        raise Misshapen("beginning.blinds: not where blinds are due")
