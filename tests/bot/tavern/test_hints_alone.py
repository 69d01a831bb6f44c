"""TB-12: a hint is given to whoever practises alone with the house, and nowhere else."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from bot.tavern.table.table_state import may_have_hints
from tests.storage.toy import opened, sat_down

ANN, BOB = 11, 12


@pytest.mark.parametrize(
    ("money", "hands_max", "tournament", "company"),
    [*product(("practice", "coins", "chips"), (None, 1), (None, 5), ("", "person", "program", "house"))],
)
def test_a_hint_is_given_alone(
    money: str, hands_max: int | None, tournament: int | None, company: str
) -> None:
    """TB-12, TB-27: for practice, at no throw and no tournament, with neither people nor programs."""
    table = sat_down(opened(1, ANN, money=money), ANN).table
    if company:
        table = sat_down(table, BOB).table
        other = table.seat_of(BOB)
        if company != "person":
            other = replace(other, player=None, program="p" if company == "program" else "")
        table = table.with_seat(other)
    terms = replace(table.terms, hands_max=hands_max, tournament=tournament)
    table = replace(table, terms=terms)
    may = (money, hands_max, tournament) == ("practice", None, None) and company in ("", "house")

    assert may_have_hints(table, ANN) is may
    assert not may_have_hints(table, BOB)
