"""How a hand began, as its history tells it, and what may be withheld (DE-12).

All that players do is public, and a card that decided anything was shown. So the cards that were
proved lie where they were proved to lie, and for the others any card will do.
"""

from __future__ import annotations

from games.destiny.game import DESTINY
from games.destiny.hands import all_cards
from games.destiny.model import GONE, PLACES, Blinds, DestinyState, Memory
from games.destiny.view import UNTIL, DestinyView
from games.engine.betting.rounds import open_betting
from games.engine.history.plain import Misshapen, plain
from games.engine.history.record import History, OpenDeck
from games.engine.history.referee import Faults, Replay, Told, as_told, require_seats


def referee(history: History) -> Faults:
    """What does not fit, one line each; `Misshapen` where the game never writes the like."""
    told = as_told(history, DESTINY, DestinyView)
    yield from Replay(DESTINY, told, _begun(told)).faults()
    lying = {spot.place for spot in told.end.field if not spot.is_gone}
    for index, each in enumerate(history.withheld):
        if told.beginning.rules.memory_aid or each.where not in lying or each.until != UNTIL:
            yield f"withheld[{index}]: {plain(each)} does not come about by the rules"


def _begun(told: Told[DestinyView]) -> DestinyState:
    """The hand before the House makes it ready, as far as the viewer could tell."""
    require_seats(DESTINY, told)
    beginning, viewer = told.beginning, told.history.viewer
    _require_field(beginning)
    rules, cards = beginning.rules, _Cards(told.history, beginning)
    places = tuple(sight.place for sight in beginning.seen_before)
    stacks = [(line.seat, line.stack) for line in beginning.lines]
    return DestinyState(
        rules=rules,
        betting=open_betting(stacks, rules.limit, rules.big_blind, is_pledging=True),
        dealer=beginning.dealer,
        stage="dealing",
        shuffling=cards.shuffling,
        field=cards.field,
        deck=cards.deck,
        discard=beginning.discard,
        memories=() if viewer is None else (Memory(viewer, places),),
        blinds=_blinds(beginning),
    )


class _Cards:
    """Where the cards lie when the hand begins, and what the House shuffles."""

    def __init__(self, history: History, beginning: DestinyView) -> None:
        self._history = history
        self._all = all_cards(beginning.rules.jokers)
        self.field: tuple[str, ...] = (GONE,) * len(PLACES)
        self.deck: tuple[str, ...] = ()
        self.shuffling = self._all
        if all(spot.is_gone for spot in beginning.field):
            return
        # Where the deck has too few cards for everybody to draw one, it is shuffled with the pile (DE-9).
        players, undealt = len(beginning.lines), beginning.deck_count
        self.shuffling = self._all[: undealt + len(beginning.discard)] if undealt < players else ()
        if max(undealt, len(self.shuffling) - 1) < players:
            raise Misshapen("beginning.deck_count: there are no cards to play with")
        self._lie(beginning)

    def _lie(self, beginning: DestinyView) -> None:
        """The field is of the oldest deck in play, the rest of the one that was last shuffled before."""
        lying = self._taken(0, range(len(PLACES)))
        self.field = tuple(
            GONE if spot.is_gone else card for spot, card in zip(beginning.field, lying, strict=True)
        )
        own = len(self._history.seals) - 1
        last = max((index for index in range(own) if self._slots(index)), default=own)
        slots = self._slots(last)
        self.deck = self._taken(last, range(slots - beginning.deck_count, slots))

    def _slots(self, deck: int) -> int:
        seal = self._history.seals[deck]
        return seal.slots if isinstance(seal, OpenDeck) else 0

    def _taken(self, deck: int, places: range) -> tuple[str, ...]:
        """The cards from these places of a deck; for those that were not seen one is as good as another."""
        return tuple(self._history.card_at(deck, place) or self._all[0] for place in places)


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
