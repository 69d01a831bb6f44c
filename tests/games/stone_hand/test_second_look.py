"""The choices of a round that are looked at again once it is over (TB-26)."""

from __future__ import annotations

from games.engine.core.game import Seat
from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import StoneHandRules
from games.tools.replay import FinishedHand
from games.tools.review import SampledChance, SecondLook, SecondLooks
from tests.games.stone_hand.scripted import Round

ONE, TWO = Seat(1), Seat(2)


def told(played: Round, seat: Seat) -> tuple[SecondLook, ...]:
    """The choices of that seat that are told of without a thought."""
    return looks(played, seat).found


def looks(played: Round, seat: Seat) -> SecondLooks:
    """The choices of that seat, of which nothing has been thought yet."""
    over = FinishedHand(1, played.beginning, tuple(played.moves), (played.seal,))
    return SecondLooks(STONE_HAND, over.played(STONE_HAND), seat, SampledChance("1"))


def test_the_two_that_cost_most() -> None:
    """TB-26: junk of 7 beats an empty and takes 7; who throws it again thrice is told of the dearest two.

    The fewer throws are left, the more is lost by giving it up; the last one brought 7 after all.
    """
    played = Round(20, 20).throws("1-4-7", "1-7-8").rethrows("1-7-8", "1-7-8", "1-7-8")
    first, second = told(played, TWO)

    assert [each.answered for each in (first, second)] == ["rethrow", "rethrow"]
    assert first.worths["keep"] == second.worths["keep"] == 7
    assert first.cost == 7 - first.worths["rethrow"] > second.cost
    assert [each.state.rethrows for each in (first, second)] == [2, 1]


def test_the_closest_where_none_cost_anything() -> None:
    """TB-26: so that a choice that comes back doesn't say by that alone that it was wrong."""
    (only,) = told(Round(20, 20).throws("8-8-8", "1-7-8").rethrows("1-6-8", "3-3-3"), TWO)

    assert only.cost == 0
    assert only.answered == "rethrow"
    assert only.state.thrown.score == 6


def test_what_does_not_matter_is_not_told() -> None:
    """TB-26: junk of 4 pays 4 units to a triple of 8, and another throw 3.97: less than half a unit less."""
    unit_of_ten = StoneHandRules(unit=10)
    assert told(Round(200, 200, rules=unit_of_ten).throws("8-8-8", "1-4-5").keeps(), TWO) == ()


def test_only_what_is_sure_is_told() -> None:
    """TB-26: with two still to throw it takes thought; for a pool nothing is told, nor what others chose."""
    of_three = Round(20, 20, 20).throws("1-2-4").keeps().throws("8-8-8", "3-3-3")
    pooled = Round(20, 20, rules=StoneHandRules(prize_pool=True)).throws("8-8-8", "1-7-8").keeps()
    thoughts = looks(of_three, ONE)

    assert not thoughts.found
    while thoughts.think():
        pass
    assert [each.answered for each in thoughts.found] == ["keep"]
    assert thoughts.found[0].cost > 0.5
    assert told(pooled, TWO) == ()
    assert told(Round(20, 20).throws("8-8-8", "1-7-8").keeps(), ONE) == ()
