"""Stone Hand as the engine knows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from games.engine.core.errors import BrokenUnits
from games.engine.core.game import Game, Level, Seat, TableFacts
from games.engine.core.sentences import phrase
from games.stone_hand import advice, house, round_end, rules
from games.stone_hand import view as views
from games.stone_hand.model import Event, HomeThrow, Move, StoneHandCarry, StoneHandRules, StoneHandState
from games.stone_hand.rules import find_home
from games.stone_hand.titles import TITLES
from games.stone_hand.view import StoneHandView


class StoneHand(Game[StoneHandState, Move, Event, StoneHandView, StoneHandCarry, StoneHandRules, HomeThrow]):
    """Three eight-sided dice, 2 to 12 players; a hand of the engine is a round."""

    key = "stone_hand"
    title = phrase("Stone Hand")
    seats = range(2, 13)
    buy_in = 20
    is_dealt = False
    ends_by_agreement = True
    tournament_seats = range(2, 13)
    levels = tuple(Level(ante=pay) for pay in (1, 2, 3, 4, 6, 8, 12, 16))
    titles = TITLES

    start = staticmethod(rules.start)
    to_act = staticmethod(rules.to_act)
    offers = staticmethod(rules.offers)
    timeout = staticmethod(rules.timeout)
    house_move = staticmethod(rules.house_move)
    apply = staticmethod(rules.apply)
    result = staticmethod(round_end.result)
    stacks = staticmethod(round_end.stacks)
    deeds = staticmethod(round_end.deeds)
    claims = staticmethod(round_end.claims)
    house_keepsake = staticmethod(house.home_of)
    view = staticmethod(views.cut)
    decide = staticmethod(house.decide)
    reason = staticmethod(advice.reason)
    advice = staticmethod(advice.advice)

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

    def lets_sit_out(self, rules: StoneHandRules) -> bool:
        """Not for a prize pool, which is played for until one has wager left (SH-11)."""
        return not rules.prize_pool

    def admits(self, _rules: StoneHandRules, carry: StoneHandCarry | None) -> bool:
        """Nobody, once a coin lies in the prize pool (SH-11)."""
        return carry is None or not carry.pool

    def dealt_in(
        self, facts: TableFacts[StoneHandRules, HomeThrow], _carry: StoneHandCarry | None
    ) -> tuple[Seat, ...]:
        """Everyone with wager left (SH-8); everyone at all if nothing is wagered."""
        return super().dealt_in(facts, None) or tuple(guest.seat for guest in facts.guests)

    def vacated(self, carry: StoneHandCarry, seat: Seat) -> StoneHandCarry:
        """A newcomer in that seat has not been introduced."""
        return replace(carry, introduced=tuple(each for each in carry.introduced if each != seat))

    def repaid(self, carry: StoneHandCarry, seat: Seat) -> StoneHandCarry:
        """The prize pool without what that seat paid into it (SH-11)."""
        return replace(carry, pool=tuple(each for each in carry.pool if each.seat != seat))

    def forgotten(self, state: StoneHandState, seat: Seat) -> StoneHandState:
        """The home throw without the player's reason for its numbers, which has no effect on play (SH-3)."""
        homes = tuple(
            replace(each, throw=replace(each.throw, why="")) if each.seat == seat else each
            for each in state.homes
        )
        return replace(state, homes=homes)


STONE_HAND = StoneHand()
