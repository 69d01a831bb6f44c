"""The notes of a table's hands for its end (TB-10)."""

from __future__ import annotations

from games.engine.core.game import Seat, SeatAmount
from games.engine.core.hand_stats import BestHand, HandStats
from games.engine.table.play import call_off
from games.engine.table.table import BestShown, TableRecap, Take
from tests.games.engine.tavern_table import TavernTable

ANN, BEN = Seat(1), Seat(2)
MANAGER = 99
PAIR, RUN = BestHand((2, 4), "pair", ("1", "1", "4")), BestHand((3, 5), "run", ("3", "4", "5"))
NOTHING = HandStats(0, has_won=False)


def test_hands_are_counted_with_who_won_them() -> None:
    """TB-10, TB-19: a hand that several won counts for each of them."""
    evening = TableRecap().after(1, {}, {ANN: HandStats(0, has_won=True), BEN: HandStats(0, has_won=True)})
    evening = evening.after(2, {}, {ANN: NOTHING, BEN: HandStats(0, has_won=True)})

    assert (evening.hands, evening.won) == (2, (SeatAmount(ANN, 1), SeatAmount(BEN, 2)))


def test_the_most_that_was_won_at_once() -> None:
    """TB-10: the largest gain of a seat in a hand; the first of equal ones, and none without a gain."""
    evening = TableRecap().after(1, {ANN: 0, BEN: 0}, {})
    first = evening.after(2, {ANN: 5, BEN: -5}, {})

    assert evening.most is None
    assert first.after(3, {ANN: -5, BEN: 5}, {}).most == Take(2, ANN, 5)
    assert first.after(3, {ANN: -6, BEN: 6}, {}).most == Take(3, BEN, 6)


def test_the_best_hand_that_was_shown() -> None:
    """TB-10, TB-11: hidden hands are not among them."""
    hidden = TableRecap().after(1, {}, {ANN: NOTHING})
    shown = hidden.after(2, {}, {ANN: HandStats(0, has_won=False, shown=PAIR)})
    better = shown.after(3, {}, {BEN: HandStats(0, has_won=True, shown=RUN)})

    assert hidden.best is None
    assert shown.best == BestShown(2, ANN, PAIR)
    assert better.best == better.after(4, {}, {ANN: HandStats(0, has_won=True, shown=PAIR)}).best
    assert better.best == BestShown(3, BEN, RUN)


def test_what_somebody_forgotten_held_is_left_out() -> None:
    """F-53: the best hand may be a home throw, which its player typed."""
    evening = TableRecap().after(1, {ANN: 4}, {ANN: HandStats(0, has_won=True, shown=PAIR)})

    assert evening.without((BEN,)) == evening
    assert evening.without((ANN,)) == TableRecap(1, (SeatAmount(ANN, 1),), Take(1, ANN, 4), None)


def test_a_table_notes_its_hands_and_none_that_was_called_off() -> None:
    """TB-10: two rounds are played and a third is called off; the pay is 4, then 5 (SH-2, SH-5)."""
    at = TavernTable(2, 5, 4, 6, 5).begins()
    at.presses("throw", "throw")
    once = at.table.evening
    at.presses("throw", "throw")
    at.takes(call_off(at.table, at.game, at.seeds, MANAGER, ""))

    assert (once.hands, once.most) == (1, Take(1, BEN, 4))
    assert (at.table.evening.hands, at.table.hands) == (2, 3)
