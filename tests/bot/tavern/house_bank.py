"""Helpers that several tests about house bank share."""

from __future__ import annotations

from games.engine.core.game import Seat
from games.engine.provable_chance import Chance
from games.stone_hand.game import StoneHand
from games.stone_hand.model import Move, Roll, StoneHandState
from games.stone_hand.rules import thrower

ANNS = Seat(1)


class Rigged(StoneHand):
    """Dice with which Ann, in the first seat, wins 5 a round from the house players, or loses as much."""

    def __init__(self, *, wins: bool) -> None:
        self.wins = wins

    def chance_move(self, state: StoneHandState, chance: Chance) -> Move:
        """A pair of Ones with a 5, which lowers the pay to 5, or a pair of Twos with a 6, which is worse."""
        chance.below(8)
        return Roll((1, 1, 5) if (thrower(state) == ANNS) == self.wins else (2, 2, 6))
