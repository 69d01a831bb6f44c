"""Knights' Heads as the engine knows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.engine.core.game import Game, HandResult, Kinds, Level, Seat, Step, TableFacts
from games.engine.core.moves import Leave
from games.engine.core.offers import Answer, Offer
from games.engine.core.sentences import phrase
from games.engine.fairness.chance import Chance
from games.knights_heads import dealing, exchange, house, rules, showdown, view
from games.knights_heads.cards import DECK
from games.knights_heads.model import CourtScore, Event, KnightsCarry, KnightsRules, KnightsState, Move
from games.knights_heads.view import KnightsView


class KnightsHeads(Game[KnightsState, Move, KnightsView, KnightsCarry, KnightsRules, CourtScore]):
    """Ten of 104 cards, three of them from the neighbour; 2 to 6 players."""

    key = "knights_heads"
    title = phrase("Knights’ Heads")
    seats = range(2, 7)
    house_rules = KnightsRules
    buy_in = 100
    is_dealt = True
    tournament_seats = range(2, 7)
    levels = tuple(Level(ante=ante) for ante in (2, 4, 6, 10, 16, 24, 40))
    kinds = Kinds(
        state=KnightsState,
        move=Move,
        event=Event,
        carry=KnightsCarry,
        rules=KnightsRules,
        keepsake=CourtScore,
    )

    def at_level(self, rules: KnightsRules, level: Level) -> KnightsRules:
        """The ante."""
        return replace(rules, ante=max(1, level.ante))

    def takers(
        self, facts: TableFacts[KnightsRules, CourtScore], _carry: KnightsCarry | None
    ) -> tuple[Seat, ...]:
        """Whoever has money left."""
        return dealing.takers(facts)

    def start(self, facts: TableFacts[KnightsRules, CourtScore], carry: KnightsCarry | None) -> KnightsState:
        """The next hand."""
        return dealing.start(facts, carry)

    def deck(self, _rules: KnightsRules, _carry: KnightsCarry | None) -> tuple[str, ...]:
        """All cards, for every hand."""
        return DECK

    def cards(self, _state: KnightsState) -> tuple[str, ...]:
        """All cards, in every hand."""
        return DECK

    def to_act(self, state: KnightsState) -> frozenset[Seat]:
        """Whoever's turn it is, the House, or all who are to seal their cards."""
        return rules.to_act(state)

    def turn(self, state: KnightsState) -> int:
        """One number for each turn of the betting, and one for the exchange."""
        return state.turn

    def offers(self, state: KnightsState, seat: Seat) -> tuple[Offer[Move], ...]:
        """Betting; three cards to pass on."""
        return rules.offers(state, seat)

    def asides(self, state: KnightsState, seat: Seat) -> tuple[Offer[Move], ...]:
        """Other cards to pass on, until all have sealed."""
        return rules.asides(state, seat)

    def timeout(self, state: KnightsState, seat: Seat) -> Answer:
        """Check or fold; the three lowest cards."""
        return rules.timeout(state, seat)

    def departure(self, _state: KnightsState, _seat: Seat) -> Move:
        """Leaving is one move, whatever the moment."""
        return Leave()

    def house_move(self, state: KnightsState, chance: Chance) -> Move:
        """The lot for the first dealer, and the shuffle."""
        return dealing.house_move(state, chance)

    def apply(self, state: KnightsState, seat: Seat, move: Move) -> Step[KnightsState]:
        """The one door to a new state."""
        return rules.apply(state, seat, move)

    def result(self, state: KnightsState) -> HandResult[KnightsCarry]:
        """How the hand ended."""
        return showdown.result(state)

    def claims(self, _carry: KnightsCarry | None, _winner: Seat | None) -> Mapping[Seat, int]:
        """No money lies between hands."""
        return {}

    def vacated(self, carry: KnightsCarry, seat: Seat) -> KnightsCarry:
        """A court score goes with whoever made it."""
        return replace(carry, tallies=tuple(tally for tally in carry.tallies if tally.seat != seat))

    def brought(self, _keepsake: CourtScore | None, score: int) -> CourtScore | None:
        """The court score from the other tables (KH-12)."""
        return CourtScore(score) if score else None

    def view(self, state: KnightsState, viewer: Seat | None) -> KnightsView:
        """The hand for one viewer."""
        return view.cut(state, viewer)

    def seen(self, state: KnightsState, viewer: Seat | None) -> tuple[str, ...]:
        """The own cards, those passed on, and what was laid down."""
        return view.seen(state, viewer)

    def elsewise(self, state: KnightsState, viewer: Seat | None, chance: Chance) -> KnightsState:
        """Other cards in others' hands and in the deck; and others of them sealed."""
        return exchange.sealed_elsewise(super().elsewise(state, viewer, chance), viewer, chance)

    def decide(self, view: KnightsView, offers: tuple[Offer[Move], ...], chance: Chance) -> Answer:
        """A house player's answer."""
        return house.decide(view, offers, chance)


KNIGHTS_HEADS = KnightsHeads()
