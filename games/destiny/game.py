"""Destiny as the engine knows it."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace

from games.destiny import advice, dealing, house, rules, showdown
from games.destiny import view as views
from games.destiny.events import Event
from games.destiny.hands import all_cards
from games.destiny.model import Benediction, DestinyCarry, DestinyRules, DestinyState, Look, Move, NoLook
from games.destiny.titles import TITLES
from games.destiny.view import DestinyView
from games.engine.betting.habits import without
from games.engine.chance.seals import Chance
from games.engine.core.game import Game, Level, Seat
from games.engine.core.moves import Leave
from games.engine.core.sentences import phrase


class Destiny(Game[DestinyState, Move, Event, DestinyView, DestinyCarry, DestinyRules, None]):
    """A field of 25 hidden cards, 3 to 8 players; it lasts for many hands."""

    key = "destiny"
    title = phrase("Destiny")
    seats = range(3, dealing.PLAYERS_MAX + 1)
    buy_in = 100
    is_dealt = True
    tournament_seats = range(3, 9)
    departure = Leave()
    levels = tuple(Level(small_blind=small, big_blind=2 * small) for small in (1, 2, 3, 5, 8, 12, 20, 30, 50))
    titles = TITLES

    dealt_in = staticmethod(dealing.dealt_in)
    has_missed_blind = staticmethod(dealing.has_missed_blind)
    start = staticmethod(dealing.start)
    deck = staticmethod(dealing.deck)
    to_act = staticmethod(rules.to_act)
    offers = staticmethod(rules.offers)
    timeout = staticmethod(rules.timeout)
    house_move = staticmethod(dealing.house_move)
    apply = staticmethod(rules.apply)
    result = staticmethod(showdown.result)
    deeds = staticmethod(showdown.deeds)
    view = staticmethod(views.cut)
    recollection = staticmethod(views.recollection)
    seen = staticmethod(views.seen)
    is_all_in = staticmethod(rules.is_all_in)
    withheld = staticmethod(views.withheld)
    decide = staticmethod(house.decide)
    reason = staticmethod(advice.reason)
    advice = staticmethod(advice.advice)

    def for_house_money(self, rules: DestinyRules) -> DestinyRules:
        """Pot limit at most (TB-5)."""
        return replace(rules, limit="pot_limit") if rules.limit == "no_limit" else rules

    def at_level(self, rules: DestinyRules, level: Level) -> DestinyRules:
        """The blinds, with a dead button (TN-27); an empty field is replaced by a new one (DE-10)."""
        small = max(1, level.small_blind)
        big = max(small, level.big_blind)
        return replace(rules, small_blind=small, big_blind=big, is_endless=True, is_button_dead=True)

    def is_out(self, state: DestinyState, seat: Seat) -> bool:
        """Whether a seat has folded (TB-4)."""
        return state.betting.stake(seat).has_folded

    def stacks(self, state: DestinyState) -> Mapping[Seat, int]:
        """What each seat has left."""
        return state.betting.stacks

    def pot(self, state: DestinyState) -> int:
        """All chips in the middle, this round's bets included."""
        return state.betting.pot

    def shuffles(self, state: DestinyState) -> bool:
        """Whether there is a field to lay out, or too few cards in the deck."""
        return bool(state.shuffling)

    def cards(self, state: DestinyState) -> tuple[str, ...]:
        """All cards, jokers included where there are any."""
        return all_cards(state.rules.jokers)

    def big_blind(self, carry: DestinyCarry | None) -> Seat | None:
        """The seat at which the last one was due."""
        return None if carry is None or carry.blinds is None else carry.blinds.big

    def blind(self, rules: DestinyRules) -> int:
        """As much as the big one (DE-3)."""
        return rules.big_blind

    def vacated(self, carry: DestinyCarry, seat: Seat) -> DestinyCarry:
        """What a seat remembers goes with its player, and what is known of the player."""
        memories = tuple(memory for memory in carry.memories if memory.seat != seat)
        return replace(carry, memories=memories, habits=without(carry.habits, [seat]))

    def reshuffled(self, carry: DestinyCarry) -> DestinyCarry:
        """A new field is laid out, from all cards."""
        return replace(carry, has_new_field=True)

    def grounds(
        self, state: DestinyState, seat: Seat, move: Move, seen: AbstractSet[str]
    ) -> DestinyView | None:
        """What all have seen is enough to explain a look, and trust in the deck."""
        if not isinstance(move, Look | NoLook | Benediction):
            return super().grounds(state, seat, move, seen)
        view = self.recollection(state, seat)
        known = tuple(sight for sight in view.seen_before if sight.card in seen)
        return replace(view, seen_before=known, looked_card=None)

    def possible_state(self, state: DestinyState, viewer: Seat | None, chance: Chance) -> DestinyState:
        """Other cards in the field, and in the deck."""
        return dealing.in_usual_order(super().possible_state(state, viewer, chance))


DESTINY = Destiny()
