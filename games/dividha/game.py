"""Dividha as the engine knows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.dividha import dealing, elsewise, ending, house, rules, view
from games.dividha.cards import DECK
from games.dividha.events import Event
from games.dividha.model import Carry, Leave, Move, Rules, State
from games.dividha.tablets import UsualSplit
from games.dividha.view import View
from games.engine.chance import Chance
from games.engine.game import Game, Kinds, Level, Result, Seat, Step, TableFacts
from games.engine.house_rules import phrase
from games.engine.offers import Answer, Offer


class Dividha(Game[State, Move, View, Carry, Rules, UsualSplit]):
    """Six cards, the best of five, and every coin on the highest hand or on the lowest; 2 to 7 players."""

    key = "dividha"
    title = phrase("Dividha")
    seats = range(2, 8)
    house_rules = Rules
    buy_in = 100
    is_dealt = True
    tournament_seats = range(2, 7)
    levels = tuple(Level(ante=ante) for ante in (2, 4, 6, 10, 16, 24, 40))
    kinds = Kinds(state=State, move=Move, event=Event, carry=Carry, rules=Rules, keepsake=UsualSplit)

    def at_level(self, rules: Rules, level: Level) -> Rules:
        """The ante, which rises with the levels alone; nobody leaves coins between hands (DV-15)."""
        ante = max(dealing.ANTE_MIN, level.ante + level.ante % 2)
        return replace(rules, ante=ante, ante_rise=0, is_played_out=True)

    def takers(self, facts: TableFacts[Rules, UsualSplit], carry: Carry | None) -> tuple[Seat, ...]:
        """Whoever can pay the ante (DV-15)."""
        return dealing.takers(facts, carry)

    def start(self, facts: TableFacts[Rules, UsualSplit], carry: Carry | None) -> State:
        """The next hand."""
        return dealing.start(facts, carry)

    def deck(self, _rules: Rules, _carry: Carry | None) -> tuple[str, ...]:
        """All 56 cards, every time."""
        return DECK

    def cards(self, _state: State) -> tuple[str, ...]:
        """All 56 cards, in every hand."""
        return DECK

    def to_act(self, state: State) -> frozenset[Seat]:
        """Whoever's turn it is, the House, or all who are to choose."""
        return rules.to_act(state)

    def turn(self, state: State) -> int:
        """One number for the cards of a trade and its price, and one for all choices of the showdown."""
        return state.turn

    def offers(self, state: State, seat: Seat) -> tuple[Offer[Move], ...]:
        """Betting; the trade; what to show; a lower ante."""
        return rules.offers(state, seat)

    def asides(self, state: State, seat: Seat) -> tuple[Offer[Move], ...]:
        """The usual split, and the wish for a lower ante."""
        return rules.asides(state, seat)

    def timeout(self, state: State, seat: Seat) -> Answer:
        """Check or fold; no trade; the hand that suits the tablet; the ante as it is."""
        return rules.timeout(state, seat)

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
        return ending.result(state)

    def claims(self, carry: Carry | None, winner: Seat | None) -> Mapping[Seat, int]:
        """What those who went out left behind: the winner's, or theirs again (DV-15)."""
        return ending.claims(carry, winner)

    def vacated(self, carry: Carry, seat: Seat) -> Carry:
        """A usual split goes with whoever chose it."""
        return replace(carry, usual=tuple(usual for usual in carry.usual if usual.seat != seat))

    def taken_along(self, keepsake: UsualSplit | None, carry: Carry | None, seat: Seat) -> UsualSplit | None:
        """The usual split, as it is now."""
        usual = () if carry is None else (each for each in carry.usual if each.seat == seat)
        return next((UsualSplit(each.percent) for each in usual), keepsake)

    def view(self, state: State, viewer: Seat | None) -> View:
        """The hand for one viewer."""
        return view.cut(state, viewer)

    def seen(self, state: State, viewer: Seat | None) -> tuple[str, ...]:
        """All public cards and shown ones, and the viewer's own."""
        return view.seen(state, viewer)

    def elsewise(self, state: State, viewer: Seat | None, chance: Chance) -> State:
        """Other private cards, other splits, and other choices of what is traded or shown."""
        return elsewise.redrawn(super().elsewise(state, viewer, chance), viewer, chance)

    def decide(self, view: View, offers: tuple[Offer[Move], ...], chance: Chance) -> Answer:
        """A house player's answer."""
        return house.decide(view, offers, chance)


DIVIDHA = Dividha()
