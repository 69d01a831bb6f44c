from dataclasses import replace

import pytest

from games.engine.provable_chance import AlreadyCut, Cut, Draw, Seal
from games.engine.table.refusals import AlreadyStarted
from games.tournament import entries
from games.tournament.model import NotEntered, TournamentTerms
from games.tournament.seating import Lots, drawn
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
    """TN-22: a single candidate is not drawn."""
    lots = Lots(SEAL)

    assert drawn(lots, ["only"]) == "only"
    assert lots.seal == SEAL
    assert drawn(Script(1), ["first", "second"]) == "second"


def test_entrants_cut_with_words() -> None:
    """TN-22, TB-13: only typed words count: each entrant's once, before any lot is drawn."""
    opened = entries.announce(TournamentTerms(2, 20), range(2, 5))
    lots = Lots(Seal("ab" * 32))
    opened = entries.enter(opened, 11, "ann", 0, lots).tournament
    once = entries.cut(lots.seal, opened, 11, ("ann", "lucky"))

    assert lots.seal.cuts == ()
    assert (once.cuts, once.cutters) == ((Cut("ann", "lucky"),), (11,))
    with pytest.raises(AlreadyCut):
        entries.cut(once, opened, 11, ("ann", "luckier"))
    with pytest.raises(NotEntered):
        entries.cut(once, opened, 12, ("ben", "mine"))
    with pytest.raises(AlreadyStarted):
        entries.cut(lots.seal, replace(opened, phase="running"), 11, ("ann", "late"))
