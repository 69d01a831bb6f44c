"""What Dividha says to the director of a tournament."""

from __future__ import annotations

from games.dividha.game import DIVIDHA
from games.dividha.model import Carry, Rules
from games.dividha.tablets import Usual
from games.engine.game import Level, Seat


def test_at_a_tournament() -> None:
    """TN-7, DV-14: the ante is even and rises with the levels alone; a usual split goes with its player."""
    rules = DIVIDHA.at_level(Rules(), Level(ante=5))

    assert (rules.ante, rules.ante_rise) == (6, 0)
    assert DIVIDHA.at_level(Rules(), Level()).ante == 2
    usual = tuple(Usual(Seat(seat), 1) for seat in (1, 2))
    carry = Carry(Seat(1), 1, 0, (), usual)

    assert DIVIDHA.dealer(carry) is None
    assert DIVIDHA.vacated(carry, Seat(1)).usual == usual[1:]
    DIVIDHA.brought(None, 3)
