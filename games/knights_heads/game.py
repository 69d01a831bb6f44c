"""Knights' Heads as the engine knows it."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace

from games.engine.betting.habits import without
from games.engine.chance.seals import Chance
from games.engine.core.game import Game, Level, Seat
from games.engine.core.moves import Leave
from games.engine.core.sentences import phrase
from games.knights_heads import advice as house_advice
from games.knights_heads import dealing, exchange, house, rules, showdown
from games.knights_heads import view as views
from games.knights_heads.cards import DECK, in_deck_order
from games.knights_heads.model import CourtScore, Event, KnightsCarry, KnightsRules, KnightsState, Move, Pass
from games.knights_heads.titles import TITLES
from games.knights_heads.view import KnightsView


class KnightsHeads(Game[KnightsState, Move, Event, KnightsView, KnightsCarry, KnightsRules, CourtScore]):
    """Ten of 104 cards, three of them from the neighbour; 2 to 6 players."""

    key = "knights_heads"
    title = phrase("Knights’ Heads")
    seats = range(2, 7)
    buy_in = 100
    is_dealt = True
    whole_deck = DECK
    tournament_seats = range(2, 7)
    departure = Leave()
    levels = tuple(Level(ante=ante) for ante in (2, 4, 6, 10, 16, 24, 40))
    titles = TITLES

    start = staticmethod(dealing.start)
    to_act = staticmethod(rules.to_act)
    offers = staticmethod(rules.offers)
    asides = staticmethod(rules.asides)
    timeout = staticmethod(rules.timeout)
    house_move = staticmethod(dealing.house_move)
    apply = staticmethod(rules.apply)
    result = staticmethod(showdown.result)
    deeds = staticmethod(showdown.deeds)
    view = staticmethod(views.cut)
    seen = staticmethod(views.seen)
    decide = staticmethod(house.decide)
    reason = staticmethod(house_advice.reason)
    advice = staticmethod(house_advice.advice)

    def at_level(self, rules: KnightsRules, level: Level) -> KnightsRules:
        """The ante."""
        return replace(rules, ante=max(1, level.ante))

    def is_out(self, state: KnightsState, seat: Seat) -> bool:
        """Whether a seat has folded (TB-4)."""
        return state.betting.stake(seat).has_folded

    def is_all_in(self, state: KnightsState, seat: Seat) -> bool:
        """Whether a seat that is still in has put in all it has."""
        return state.betting.stake(seat).is_all_in

    def stacks(self, state: KnightsState) -> Mapping[Seat, int]:
        """What each seat has left."""
        return state.betting.stacks

    def pot(self, state: KnightsState) -> int:
        """All chips in the middle, this round's bets included."""
        return state.betting.pot

    def vacated(self, carry: KnightsCarry, seat: Seat) -> KnightsCarry:
        """A court score goes with its player, and what is known of the player."""
        tallies = tuple(tally for tally in carry.tallies if tally.seat != seat)
        return replace(carry, tallies=tallies, habits=without(carry.habits, [seat]))

    def taken_along(
        self, keepsake: CourtScore | None, carry: KnightsCarry | None, seat: Seat
    ) -> CourtScore | None:
        """The court score, as it is now."""
        tallies = () if carry is None else (each for each in carry.tallies if each.seat == seat)
        return next((CourtScore(each.points) for each in tallies), keepsake)

    def brought(self, _keepsake: CourtScore | None, score: int) -> CourtScore | None:
        """The court score from the other tables (KH-12)."""
        return CourtScore(score) if score else None

    def shared(self, state: KnightsState, end: KnightsState, seat: Seat) -> KnightsView:
        """The hand that it kept. Which cards went from whom to whom is theirs alone to know (KH-7)."""
        is_kept = {*state.cards(seat)} <= {*end.cards(seat)}
        return replace(self.view(state, seat if is_kept else None), gave=None, got=None)

    def unshown(self, state: KnightsState, seat: Seat) -> tuple[str, ...]:
        """The hand that it kept, unless it was laid down."""
        is_laid = any(each.seat == seat for each in state.laid)
        return () if is_laid else in_deck_order(state.cards(seat))

    def disclosed(self, move: Move, seat: Seat, _after: KnightsState, end: KnightsState) -> Move | None:
        """The cards that were passed on in the end, without earlier tries (KH-7)."""
        passed = (each.cards for each in end.passes if each.seat == seat)
        return Pass(next(passed, move.cards)) if isinstance(move, Pass) else move

    def grounds(
        self, state: KnightsState, seat: Seat, move: Move, seen: AbstractSet[str]
    ) -> KnightsView | None:
        """Once there are ten cards, what was passed on before matters no more."""
        if len(state.cards(seat)) > dealing.NINE and seen >= {*state.cards(seat)}:
            return replace(self.recollection(state, seat), gave=None)
        return super().grounds(state, seat, move, seen)

    def possible_state(self, state: KnightsState, viewer: Seat | None, chance: Chance) -> KnightsState:
        """Other cards in others' hands and in the deck; and others of them sealed."""
        return exchange.other_passes(super().possible_state(state, viewer, chance), viewer, chance)


KNIGHTS_HEADS = KnightsHeads()
