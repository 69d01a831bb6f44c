"""Destiny as the engine knows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.destiny import dealing, house, rules, showdown, view
from games.destiny.events import Event
from games.destiny.hands import all_cards
from games.destiny.model import DestinyCarry, DestinyRules, DestinyState, Move
from games.destiny.view import DestinyView
from games.engine.core.game import Game, HandResult, Kinds, Level, Seat, Step, TableFacts, Withheld
from games.engine.core.moves import Leave
from games.engine.core.offers import Answer, Offer
from games.engine.core.sentences import phrase
from games.engine.fairness.chance import Chance


class Destiny(Game[DestinyState, Move, DestinyView, DestinyCarry, DestinyRules, None]):
    """A field of 25 hidden cards, 3 to 8 players; it lasts for many hands."""

    key = "destiny"
    title = phrase("Destiny")
    seats = range(3, 9)
    house_rules = DestinyRules
    buy_in = 100
    is_dealt = True
    tournament_seats = range(3, 9)
    levels = tuple(Level(small_blind=small, big_blind=2 * small) for small in (1, 2, 3, 5, 8, 12, 20, 30, 50))
    kinds = Kinds(
        state=DestinyState, move=Move, event=Event, carry=DestinyCarry, rules=DestinyRules, keepsake=None
    )

    def for_house_money(self, rules: DestinyRules) -> DestinyRules:
        """Pot limit at most (TB-5)."""
        return replace(rules, limit="pot_limit") if rules.limit == "no_limit" else rules

    def at_level(self, rules: DestinyRules, level: Level) -> DestinyRules:
        """The blinds, with a dead button (TN-27); and a field that is empty is laid out anew (DE-10)."""
        small = max(1, level.small_blind)
        big = max(small, level.big_blind)
        return replace(rules, small_blind=small, big_blind=big, is_endless=True, is_button_dead=True)

    def takers(self, facts: TableFacts[DestinyRules, None], carry: DestinyCarry | None) -> tuple[Seat, ...]:
        """Whoever has money left, as long as there is a field (DE-10)."""
        return dealing.takers(facts, carry)

    def start(self, facts: TableFacts[DestinyRules, None], carry: DestinyCarry | None) -> DestinyState:
        """The next hand."""
        return dealing.start(facts, carry)

    def deck(self, rules: DestinyRules, carry: DestinyCarry | None) -> tuple[str, ...]:
        """All cards for a new field; or pile and deck, where the deck may have too few cards (DE-9)."""
        return dealing.deck(rules, carry, self.seats.stop - 1)

    def shuffles(self, state: DestinyState) -> bool:
        """Whether there is a field to lay out, or too few cards in the deck."""
        return bool(state.shuffling)

    def cards(self, state: DestinyState) -> tuple[str, ...]:
        """All cards, jokers included where there are any."""
        return all_cards(state.rules.jokers)

    def to_act(self, state: DestinyState) -> frozenset[Seat]:
        """Whoever's turn it is, the House, or all who are asked for a new field."""
        return rules.to_act(state)

    def turn(self, state: DestinyState) -> int:
        """One number for the look and the hold of a seat."""
        return state.turn

    def offers(self, state: DestinyState, seat: Seat) -> tuple[Offer[Move], ...]:
        """Betting; a look; a hold; whether to go on."""
        return rules.offers(state, seat)

    def timeout(self, state: DestinyState, _seat: Seat) -> Answer:
        """Check or fold; no look, and the Benediction Hand; enough."""
        return rules.timeout(state)

    def departure(self, _state: DestinyState, _seat: Seat) -> Move:
        """Leaving is one move, whatever the moment."""
        return Leave()

    def house_move(self, state: DestinyState, chance: Chance) -> Move:
        """The lot for the first dealer, and the shuffle."""
        return dealing.house_move(state, chance)

    def apply(self, state: DestinyState, seat: Seat, move: Move) -> Step[DestinyState]:
        """The one door to a new state."""
        return rules.apply(state, seat, move)

    def result(self, state: DestinyState) -> HandResult[DestinyCarry]:
        """How the hand ended."""
        return showdown.result(state)

    def big_blind(self, carry: DestinyCarry | None) -> Seat | None:
        """Where the last one was due."""
        return None if carry is None or carry.blinds is None else carry.blinds.big

    def vacated(self, carry: DestinyCarry, seat: Seat) -> DestinyCarry:
        """What a seat remembers goes with whoever had it."""
        memories = tuple(memory for memory in carry.memories if memory.seat != seat)
        return replace(carry, memories=memories)

    def reshuffled(self, carry: DestinyCarry) -> DestinyCarry:
        """A new field is laid out, from all cards."""
        return replace(carry, has_new_field=True)

    def view(self, state: DestinyState, viewer: Seat | None) -> DestinyView:
        """The hand for one viewer."""
        return view.cut(state, viewer)

    def recollection(self, state: DestinyState, seat: Seat) -> DestinyView:
        """The view, with all that the seat has looked at."""
        return view.recollection(state, seat)

    def seen(self, state: DestinyState, viewer: Seat | None) -> tuple[str, ...]:
        """The discard pile, and what the viewer has looked at in the field."""
        return view.seen(state, viewer)

    def elsewise(self, state: DestinyState, viewer: Seat | None, chance: Chance) -> DestinyState:
        """Other cards in the field, and in the deck."""
        return dealing.in_usual_order(super().elsewise(state, viewer, chance))

    def withheld(
        self, state: DestinyState, carry: DestinyCarry, viewer: Seat | None
    ) -> Mapping[str, Withheld]:
        """Looked-at cards that still lie in the field, where there is no memory aid (DE-12)."""
        return view.withheld(state, carry, viewer)

    def decide(self, view: DestinyView, offers: tuple[Offer[Move], ...], chance: Chance) -> Answer:
        """A house player's answer."""
        return house.decide(view, offers, chance)


DESTINY = Destiny()
