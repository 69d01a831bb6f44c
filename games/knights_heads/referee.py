"""How a hand began, as its history tells it: everything of that is public."""

from __future__ import annotations

from games.engine.betting.rounds import open_betting
from games.engine.history.plain import Misshapen
from games.engine.history.referee import Referee
from games.knights_heads.game import KNIGHTS_HEADS
from games.knights_heads.model import KnightsState, Tally
from games.knights_heads.view import KnightsView


class KnightsReferee(Referee[KnightsState, KnightsView]):
    """The referee of Knights' Heads."""

    game = KNIGHTS_HEADS

    def begun(self) -> KnightsState:
        """Stacks, dealer and court scores."""
        self.require_seats()
        beginning = self.beginning
        lines = sorted(beginning.lines, key=lambda line: line.seat)
        if beginning.dealer not in {None, *(line.seat for line in lines)}:
            raise Misshapen("beginning.dealer: not one of the seats")
        stacks = [(line.seat, line.stack) for line in beginning.lines]
        return KnightsState(
            rules=beginning.rules,
            betting=open_betting(
                stacks, beginning.rules.limit, beginning.rules.ante, habits=beginning.betting.habits
            ),
            dealer=beginning.dealer,
            stage="dealing",
            tallies=tuple(Tally(line.seat, line.points) for line in lines),
        )
