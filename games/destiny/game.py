"""Destiny as the engine knows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.destiny import dealing, house, rules, showdown, view
from games.destiny.events import Event
from games.destiny.hands import all_cards
from games.destiny.model import Carry, Leave, Move, Rules, State
from games.destiny.view import View
from games.engine.chance import Chance
from games.engine.game import Game, Kinds, Level, Result, Seat, Step, TableFacts, Withheld
from games.engine.house_rules import phrase
from games.engine.offers import Answer, Offer


class Destiny(Game[State, Move, View, Carry, Rules, None]):
    """A field of 25 hidden cards, 3 to 8 players; it lasts for many hands."""

    key = "destiny"
    title = phrase("Destiny")
    seats = range(3, 9)
    house_rules = Rules
    buy_in = 100
    is_dealt = True
    tournament_seats = range(3, 9)
    levels = tuple(Level(small_blind=small, big_blind=2 * small) for small in (1, 2, 3, 5, 8, 12, 20, 30, 50))
    kinds = Kinds(state=State, move=Move, event=Event, carry=Carry, rules=Rules, keepsake=None)

    def for_house_money(self, rules: Rules) -> Rules:
        """Pot limit at most (TB-5)."""
        return replace(rules, limit="pot_limit") if rules.limit == "no_limit" else rules

    def at_level(self, rules: Rules, level: Level) -> Rules:
        """The blinds, with a dead button (TN-27); and a field that is empty is laid out anew (DE-10)."""
        small = max(1, level.small_blind)
        big = max(small, level.big_blind)
        return replace(rules, small_blind=small, big_blind=big, is_endless=True, is_button_dead=True)

    def takers(self, facts: TableFacts[Rules, None], carry: Carry | None) -> tuple[Seat, ...]:
        """Whoever has money left, as long as there is a field (DE-10)."""
        return dealing.takers(facts, carry)

    def start(self, facts: TableFacts[Rules, None], carry: Carry | None) -> State:
        """The next hand."""
        return dealing.start(facts, carry)

    def deck(self, rules: Rules, carry: Carry | None) -> tuple[str, ...]:
        """All cards for a new field; or pile and deck, where the deck may have too few cards (DE-9)."""
        return dealing.deck(rules, carry, self.seats.stop - 1)

    def shuffles(self, state: State) -> bool:
        """Whether there is a field to lay out, or too few cards in the deck."""
        return bool(state.shuffling)

    def cards(self, state: State) -> tuple[str, ...]:
        """All cards, jokers included where there are any."""
        return all_cards(state.rules.jokers)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Whoever's turn it is, the House, or all who are asked for a new field."""
        return rules.to_act(state)

    def turn(self, state: State) -> int:
        """One number for the look and the hold of a seat."""
        return state.turn

    def offers(self, state: State, seat: Seat) -> tuple[Offer[Move], ...]:
        """Betting; a look; a hold; whether to go on."""
        return rules.offers(state, seat)

    def timeout(self, state: State, _seat: Seat) -> Answer:
        """Check or fold; no look, and the Benediction Hand; enough."""
        return rules.timeout(state)

    def departure(self, _state: State, _seat: Seat) -> Move:
        """Leaving is one move, whatever the moment."""
        return Leave()

    def house_move(self, state: State, chance: Chance) -> Move:
        """The lot for the first dealer, and the shuffle."""
        return dealing.house_move(state, chance)

    def apply(self, state: State, seat: Seat, move: Move) -> Step[State]:
        """The one door to a new state."""
        return rules.apply(state, seat, move)

    def result(self, state: State) -> Result[Carry]:
        """How the hand ended."""
        return showdown.result(state)

    def big_blind(self, carry: Carry | None) -> Seat | None:
        """Where the last one was due."""
        return None if carry is None or carry.blinds is None else carry.blinds.big

    def vacated(self, carry: Carry, seat: Seat) -> Carry:
        """What a seat remembers goes with whoever had it."""
        memories = tuple(memory for memory in carry.memories if memory.seat != seat)
        return replace(carry, memories=memories)

    def reshuffled(self, carry: Carry) -> Carry:
        """A new field is laid out, from all cards."""
        return replace(carry, has_new_field=True)

    def view(self, state: State, viewer: Seat | None) -> View:
        """The hand for one viewer."""
        return view.cut(state, viewer)

    def recollection(self, state: State, seat: Seat) -> View:
        """The view, with all that the seat has looked at."""
        return view.recollection(state, seat)

    def seen(self, state: State, viewer: Seat | None) -> tuple[str, ...]:
        """The discard pile, and what the viewer has looked at in the field."""
        return view.seen(state, viewer)

    def elsewise(self, state: State, viewer: Seat | None, chance: Chance) -> State:
        """Other cards in the field, and in the deck."""
        return dealing.in_usual_order(super().elsewise(state, viewer, chance))

    def withheld(self, state: State, carry: Carry, viewer: Seat | None) -> Mapping[str, Withheld]:
        """Looked-at cards that still lie in the field, where there is no memory aid (DE-12)."""
        return view.withheld(state, carry, viewer)

    def decide(self, view: View, offers: tuple[Offer[Move], ...], chance: Chance) -> Answer:
        """A house player's answer."""
        return house.decide(view, offers, chance)


DESTINY = Destiny()
