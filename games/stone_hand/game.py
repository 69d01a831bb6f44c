"""Stone Hand as the engine knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from games.engine.core.errors import BrokenUnits
from games.engine.core.game import Game, HandResult, Kinds, Level, Seat, Step, TableFacts
from games.engine.core.offers import Answer, Offer
from games.engine.core.sentences import phrase
from games.engine.fairness.chance import Chance
from games.stone_hand import house, reckoning, rules, view
from games.stone_hand.house_homes import home_of
from games.stone_hand.model import Event, HomeThrow, Move, StoneHandCarry, StoneHandRules, StoneHandState
from games.stone_hand.rules import find_home
from games.stone_hand.view import StoneHandView


class StoneHand(Game[StoneHandState, Move, StoneHandView, StoneHandCarry, StoneHandRules, HomeThrow]):
    """Three eight-sided dice, 2 to 12 players; a hand of the engine is a round."""

    key = "stone_hand"
    title = phrase("Stone Hand")
    seats = range(2, 13)
    house_rules = StoneHandRules
    buy_in = 20
    is_dealt = False
    ends_by_agreement = True
    tournament_seats = range(2, 13)
    levels = tuple(Level(ante=pay) for pay in (1, 2, 3, 4, 6, 8, 12, 16))
    kinds = Kinds(
        state=StoneHandState,
        move=Move,
        event=Event,
        carry=StoneHandCarry,
        rules=StoneHandRules,
        keepsake=HomeThrow,
    )

    def price(self, rules: StoneHandRules, buy_in: int) -> int:
        """In the arcade there are no wagers (SH-12)."""
        return 0 if rules.arcade else buy_in

    def usual_stake(self, rules: StoneHandRules) -> int:
        """Twenty units (SH-2)."""
        return self.buy_in * rules.unit

    def check_stake(self, rules: StoneHandRules, stake: int) -> None:
        """The wager is a whole number of units (SH-2); the arcade has none."""
        if self.price(rules, stake) % rules.unit:
            raise BrokenUnits(stake, rules.unit)

    def at_level(self, rules: StoneHandRules, level: Level) -> StoneHandRules:
        """The ante multiplies the pay, in units of one; a pool would hold chips where no stack is (SH-11)."""
        return replace(rules, pay_unit=max(1, level.ante), unit=1, prize_pool=False)

    def at_tournament(
        self, rules: StoneHandRules, kept: HomeThrow | None, below: Callable[[int], int]
    ) -> StoneHandRules:
        """One home throw of the house for all tables: the server's fixed one, or found by lot (SH-3)."""
        if rules.home_throws != "house":
            return rules
        home = kept or find_home(below)
        return replace(rules, house_throw=home.numbers, house_why=home.why)

    def admits(self, _rules: StoneHandRules, carry: StoneHandCarry | None) -> bool:
        """Nobody, once a coin lies in the prize pool (SH-11)."""
        return carry is None or not carry.pool

    def takers(
        self, facts: TableFacts[StoneHandRules, HomeThrow], _carry: StoneHandCarry | None
    ) -> tuple[Seat, ...]:
        """Whoever has wager left (SH-8); where nobody plays for anything, everybody."""
        wagering = tuple(guest.seat for guest in facts.guests if guest.stack)
        return wagering or tuple(guest.seat for guest in facts.guests)

    def start(
        self, facts: TableFacts[StoneHandRules, HomeThrow], carry: StoneHandCarry | None
    ) -> StoneHandState:
        """The next round."""
        return rules.start(facts, carry)

    def to_act(self, state: StoneHandState) -> frozenset[Seat]:
        """Whoever's turn it is, or the House."""
        return rules.to_act(state)

    def turn(self, state: StoneHandState) -> int:
        """One number for all throws of a player's turn."""
        return state.turn

    def offers(self, state: StoneHandState, seat: Seat) -> tuple[Offer[Move], ...]:
        """Throw; or rethrow and keep."""
        return rules.offers(state, seat)

    def timeout(self, state: StoneHandState, _seat: Seat) -> Answer:
        """Throw, or keep."""
        return rules.timeout(state)

    def house_move(self, state: StoneHandState, chance: Chance) -> Move:
        """Three dice."""
        return rules.house_move(state, chance)

    def apply(self, state: StoneHandState, seat: Seat, move: Move) -> Step[StoneHandState]:
        """The one door to a new state."""
        return rules.apply(state, seat, move)

    def result(self, state: StoneHandState) -> HandResult[StoneHandCarry]:
        """How the round ended."""
        return reckoning.result(state)

    def claims(self, carry: StoneHandCarry | None, winner: Seat | None) -> Mapping[Seat, int]:
        """Whose the prize pool is."""
        return reckoning.claims(carry, winner)

    def vacated(self, carry: StoneHandCarry, seat: Seat) -> StoneHandCarry:
        """Whoever comes to that seat is new here."""
        return replace(carry, introduced=tuple(each for each in carry.introduced if each != seat))

    def house_keepsake(self, name: str) -> HomeThrow | None:
        """House players have home throws of their own (SH-3)."""
        return home_of(name)

    def forgotten(self, state: StoneHandState, seat: Seat) -> StoneHandState:
        """The home throw without why it is these numbers, which counts for nothing (SH-3)."""
        homes = tuple(
            replace(each, throw=replace(each.throw, why="")) if each.seat == seat else each
            for each in state.homes
        )
        return replace(state, homes=homes)

    def view(self, state: StoneHandState, viewer: Seat | None) -> StoneHandView:
        """The round for one viewer."""
        return view.cut(state, viewer)

    def decide(self, view: StoneHandView, offers: tuple[Offer[Move], ...], _chance: Chance) -> Answer:
        """A house player's answer."""
        return house.decide(view, offers)


STONE_HAND = StoneHand()
