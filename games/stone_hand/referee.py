"""How a round began, as its history tells it: everything in a round is public."""

from __future__ import annotations

from games.engine.core.game import HOUSE, Guest, TableFacts
from games.engine.history.plain import Misshapen
from games.engine.history.referee import Referee
from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import StoneHandCarry, StoneHandState
from games.stone_hand.view import StoneHandView


class StoneHandReferee(Referee[StoneHandState, StoneHandView]):
    """The referee of Stone Hand."""

    game = STONE_HAND

    def begun(self) -> StoneHandState:
        """The round as its first view shows it, or `Misshapen` where no round begins so."""
        beginning = self.beginning
        lines = sorted(beginning.lines, key=lambda line: line.seat)
        seats = {line.seat for line in lines}
        is_right = 0 < len(seats) == len(lines) < STONE_HAND.seats.stop and HOUSE not in seats
        if not is_right or any(line.wager < 0 for line in lines):
            raise Misshapen("beginning.lines: not the seats of a round")
        first = beginning.lines[0].seat
        guests = tuple(Guest(line.seat, line.wager, line.home) for line in lines)
        introduced = tuple(line.seat for line in lines if not line.is_new)
        carry = StoneHandCarry(
            beginning.number - 1, first, beginning.house_throw, beginning.pool_paid, introduced
        )
        facts = TableFacts(beginning.rules, guests, first)
        return STONE_HAND.start(facts, carry if beginning.number > 1 else None)
