"""Dividha as the engine knows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.dividha import dealing, elsewise, ending, house, rules, view
from games.dividha.cards import DECK
from games.dividha.events import Event
from games.dividha.model import DividhaCarry, DividhaRules, DividhaState, Move
from games.dividha.tablets import UsualSplit
from games.dividha.view import DividhaView
from games.engine.core.game import Game, HandResult, Kinds, Level, Seat, Step, TableFacts
from games.engine.core.moves import Leave
from games.engine.core.offers import Answer, Offer
from games.engine.core.sentences import phrase
from games.engine.fairness.chance import Chance


class Dividha(Game[DividhaState, Move, DividhaView, DividhaCarry, DividhaRules, UsualSplit]):
    """Six cards, the best of five, and every coin on the highest hand or on the lowest; 2 to 7 players."""

    key = "dividha"
    title = phrase("Dividha")
    seats = range(2, 8)
    house_rules = DividhaRules
    buy_in = 100
    is_dealt = True
    tournament_seats = range(2, 7)
    levels = tuple(Level(ante=ante) for ante in (2, 4, 6, 10, 16, 24, 40))
    kinds = Kinds(
        state=DividhaState,
        move=Move,
        event=Event,
        carry=DividhaCarry,
        rules=DividhaRules,
        keepsake=UsualSplit,
    )

    def at_level(self, rules: DividhaRules, level: Level) -> DividhaRules:
        """The ante, which rises with the levels alone; nobody leaves coins between hands (DV-15)."""
        ante = max(dealing.ANTE_MIN, level.ante + level.ante % 2)
        return replace(rules, ante=ante, ante_rise=0, is_played_out=True)

    def takers(
        self, facts: TableFacts[DividhaRules, UsualSplit], carry: DividhaCarry | None
    ) -> tuple[Seat, ...]:
        """Whoever can pay the ante (DV-15)."""
        return dealing.takers(facts, carry)

    def start(self, facts: TableFacts[DividhaRules, UsualSplit], carry: DividhaCarry | None) -> DividhaState:
        """The next hand."""
        return dealing.start(facts, carry)

    def deck(self, _rules: DividhaRules, _carry: DividhaCarry | None) -> tuple[str, ...]:
        """All 56 cards, every time."""
        return DECK

    def cards(self, _state: DividhaState) -> tuple[str, ...]:
        """All 56 cards, in every hand."""
        return DECK

    def to_act(self, state: DividhaState) -> frozenset[Seat]:
        """Whoever's turn it is, the House, or all who are to choose."""
        return rules.to_act(state)

    def turn(self, state: DividhaState) -> int:
        """One number for the cards of a trade and its price, and one for all choices of the showdown."""
        return state.turn

    def offers(self, state: DividhaState, seat: Seat) -> tuple[Offer[Move], ...]:
        """Betting; the trade; what to show; a lower ante."""
        return rules.offers(state, seat)

    def asides(self, state: DividhaState, seat: Seat) -> tuple[Offer[Move], ...]:
        """The usual split, and the wish for a lower ante."""
        return rules.asides(state, seat)

    def timeout(self, state: DividhaState, seat: Seat) -> Answer:
        """Check or fold; no trade; the hand that suits the tablet; the ante as it is."""
        return rules.timeout(state, seat)

    def departure(self, _state: DividhaState, _seat: Seat) -> Move:
        """Leaving is one move, whatever the moment."""
        return Leave()

    def house_move(self, state: DividhaState, chance: Chance) -> Move:
        """The lot for the first dealer, and the shuffle."""
        return dealing.house_move(state, chance)

    def apply(self, state: DividhaState, seat: Seat, move: Move) -> Step[DividhaState]:
        """The one door to a new state."""
        return rules.apply(state, seat, move)

    def result(self, state: DividhaState) -> HandResult[DividhaCarry]:
        """How the hand ended."""
        return ending.result(state)

    def claims(self, carry: DividhaCarry | None, winner: Seat | None) -> Mapping[Seat, int]:
        """What those who went out left behind: the winner's, or theirs again (DV-15)."""
        return ending.claims(carry, winner)

    def vacated(self, carry: DividhaCarry, seat: Seat) -> DividhaCarry:
        """A usual split goes with whoever chose it."""
        return replace(carry, usual=tuple(usual for usual in carry.usual if usual.seat != seat))

    def taken_along(
        self, keepsake: UsualSplit | None, carry: DividhaCarry | None, seat: Seat
    ) -> UsualSplit | None:
        """The usual split, as it is now."""
        usual = () if carry is None else (each for each in carry.usual if each.seat == seat)
        return next((UsualSplit(each.percent) for each in usual), keepsake)

    def view(self, state: DividhaState, viewer: Seat | None) -> DividhaView:
        """The hand for one viewer."""
        return view.cut(state, viewer)

    def seen(self, state: DividhaState, viewer: Seat | None) -> tuple[str, ...]:
        """All public cards and shown ones, and the viewer's own."""
        return view.seen(state, viewer)

    def elsewise(self, state: DividhaState, viewer: Seat | None, chance: Chance) -> DividhaState:
        """Other private cards, other splits, and other choices of what is traded or shown."""
        return elsewise.redrawn(super().elsewise(state, viewer, chance), viewer, chance)

    def decide(self, view: DividhaView, offers: tuple[Offer[Move], ...], chance: Chance) -> Answer:
        """A house player's answer."""
        return house.decide(view, offers, chance)


DIVIDHA = Dividha()
