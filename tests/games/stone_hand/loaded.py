"""Stone Hand with dice that show what a test has written down, and a table of it."""

from __future__ import annotations

from games.engine.provable_chance import Chance
from games.stone_hand.game import StoneHand, read
from games.stone_hand.model import Move, Roll, StoneHandState
from tests.games.engine.tavern_table import TavernTable


class Loaded(StoneHand):
    """Dice for a while: one throw after the other, and then no more."""

    def __init__(self, *script: str) -> None:
        self._script = [read(text) for text in script]

    def chance_move(self, _state: StoneHandState, chance: Chance) -> Move:
        """The next throw of the script; the chance is drawn from all the same."""
        chance.below(8)
        return Roll(self._script.pop(0))


class StoneTable(TavernTable):
    """A table of Stone Hand with such dice."""

    loaded = Loaded
