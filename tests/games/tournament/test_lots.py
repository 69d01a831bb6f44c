from collections import Counter

from games.engine.chance import Draw, Seal
from games.tournament.lots import Lots, drawn, shuffled
from tests.games.tournament.evening import Script

SEAL = Seal("ab" * 32, ("cut", "another"), 2)


def test_nothing_drawn_nothing_written_down() -> None:
    """TN-22: a change without a lot leaves the seal as it was."""
    assert Lots(SEAL).seal == SEAL


def test_a_draw_is_written_down() -> None:
    """TN-22, TB-13: all lots of one change are one draw under the seal."""
    lots, draw = Lots(SEAL), Draw(SEAL)

    assert [lots.below(100) for _ in range(9)] == [draw.below(100) for _ in range(9)]
    assert lots.seal == Seal("ab" * 32, ("cut", "another"), 3)


def test_without_a_choice_nothing_is_drawn() -> None:
    """TN-22: of one there is nothing to draw."""
    lots = Lots(SEAL)

    assert drawn(lots, ["only"]) == "only"
    assert lots.seal == SEAL
    assert drawn(Script(1), ["first", "second"]) == "second"


def test_every_order_is_as_likely() -> None:
    """TB-13: the six lots that three can be shuffled by make the six orders."""
    orders = Counter(tuple(shuffled(Script(last, middle), "abc")) for last in range(3) for middle in range(2))

    assert len(orders) == 6
