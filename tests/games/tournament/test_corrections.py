"""Organisers' corrections between hands (TN-47)."""

from __future__ import annotations

import pytest

from games.engine.core.errors import OutOfRange, RuleError
from games.tournament import director, prize_deals
from games.tournament.model import (
    HandAtTable,
    HeatsStay,
    NoChips,
    NoOtherTable,
    NotEntered,
    TooManyChips,
)
from games.tournament.orders import BeginHand, ChipsCorrected, PutElsewhere
from games.tournament.prize_deals import agreed_on
from tests.games.tournament.evening import Evening, under_way

THREE_EACH = {1: "11:50 12:50 13:50", 2: "21:50 22:50 23:50"}


def between_hands(evening: Evening, *tables: int) -> Evening:
    """Return the evening with hands at these tables that were ordered and have not begun."""
    evening.tournament = director.recalled(evening.tournament, tables)
    return evening


def test_chips_are_given_and_taken_between_hands() -> None:
    """TN-47: not during a hand; then the same hand is ordered again, and one chip has to stay."""
    evening = under_way({1: "11:50 12:50"})
    with pytest.raises(HandAtTable):
        evening.does(director.correct_chips, 11, 20)

    between_hands(evening, 1).does(director.correct_chips, 11, 20)
    assert evening.entrant(11).chips == 70
    assert evening.orders == (ChipsCorrected(11, 1, 20), BeginHand(1, 1, 1))

    between_hands(evening, 1).does(director.correct_chips, 12, -49)
    assert evening.entrant(12).chips == 1
    with pytest.raises(TooManyChips):
        between_hands(evening, 1).does(director.correct_chips, 12, -1)


def test_another_table_that_is_shorter() -> None:
    """TN-47: with three and two, a player who is put at the shorter table draws a seat there."""
    evening = between_hands(under_way({1: "11:50 12:50 13:50", 2: "21:50 22:50"}, seats=4, out=0), 1, 2)
    evening.does(director.put_at_table, 11, 2, lots=(1,))

    assert (evening.seats(1), evening.seats(2)) == ("- 12 13", "21 22 - 11")
    assert evening.ordered(PutElsewhere) == [PutElsewhere(11, 2)]


def test_another_table_in_exchange() -> None:
    """TN-47: three at each: the lot draws 22, who takes the free seat."""
    evening = between_hands(under_way(THREE_EACH, seats=3), 1, 2)
    evening.does(director.put_at_table, 11, 2, lots=(1,))

    assert (evening.seats(1), evening.seats(2)) == ("22 12 13", "21 11 23")


def test_a_deal_in_question_has_to_be_agreed_on_anew() -> None:
    """TN-46, TN-47: other chips give other shares."""
    evening = under_way({1: "11:50 12:50 13:50"}, out=3, entry=20).does(prize_deals.ask, 11).hand(1, "")
    evening.does(prize_deals.agree, 12).does(director.correct_chips, 11, 20)

    assert agreed_on(evening.tournament) == ()


@pytest.mark.parametrize(
    ("evening", "action", "arguments", "why"),
    [
        (under_way({1: "11:50 12:50"}, out=1), director.correct_chips, (901, 5), NotEntered),
        (under_way({1: "11:50 12:50"}), director.correct_chips, (99, 5), NotEntered),
        (under_way({1: "11:0 12:0"}, goal=50, chips=0), director.correct_chips, (11, 5), NoChips),
        (under_way(THREE_EACH, seats=3, through=1), director.put_at_table, (11, 2), HeatsStay),
        (under_way(THREE_EACH, seats=3), director.put_at_table, (11, 1), NoOtherTable),
        (under_way(THREE_EACH, seats=3), director.put_at_table, (11, 3), NoOtherTable),
        (under_way(THREE_EACH, seats=3), director.put_at_table, (11, 2), HandAtTable),
    ],
    ids=["out", "a stranger", "a race", "heats", "the same table", "no table", "a hand"],
)
def test_what_cannot_be_put_right(
    evening: Evening, action: object, arguments: tuple[int, int], why: type[RuleError]
) -> None:
    """TN-47: only players in play, existing chips, and tables that are one tournament's can be corrected."""
    with pytest.raises(why):
        evening.does(action, *arguments)


def test_nothing_is_no_correction() -> None:
    """TN-47: a correction of no chips is refused."""
    with pytest.raises(OutOfRange):
        between_hands(under_way({1: "11:50 12:50"}), 1).does(director.correct_chips, 11, 0)
