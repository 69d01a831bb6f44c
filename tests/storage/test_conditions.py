"""Conditions of SQL: leaving any of storage's out is noticed by the law of bystanders."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import count, product

import pytest

from storage.db.transaction import Parameters, StatementResult, Transaction
from tests.statements import noted
from tests.storage.bystander_calls import ANYBODYS
from tests.storage.bystanders import CALLS, Call, effect

CONDITION = re.compile(
    r"(?:\bWHERE|\bAND) \(?"
    r"(\+?[\w.]+ (?:=|<>|<|>|<=|>=) (?:\?\d*|:\w+|'[^']*'|-?\d+)|[\w.]+ IS (?:NOT )?NULL)(?=$|[ )])"
)
"""A comparison with a value, as one of the conditions that rows have to fulfil together."""
CHANGES = ("UPDATE", "DELETE")
STATEMENTS_MAX = 4000
"""More than the calls of one statement need."""
OWN = "counts for rows of the same person or table, of which other tests tell"
IDLE = "only saves writing what is so already"
UNNOTICED: Mapping[tuple[str, str], str] = {
    ("DELETE FROM hands WHERE table_id", "kind = 'kept'"): OWN,
    ("DELETE FROM hands WHERE table_id", "number <= ?2"): OWN,
    ("DELETE FROM hands WHERE table_id", "table_id = ?1"): OWN,
    ("DELETE FROM moves WHERE table_id", "kind = 'kept'"): OWN,
    ("DELETE FROM moves WHERE table_id", "hand <= ?2"): OWN,
    ("DELETE FROM moves WHERE table_id", "table_id = ?1"): OWN,
    ("UPDATE day_limits SET day", "kind <> 'purse'"): "none of them is a purse",
    ("UPDATE forgotten_limits SET day", "day >= :old"): OWN,
    ("UPDATE sitters SET player", "phase = 'closed'"): OWN,
    ("UPDATE tables SET phase = ?, settled", "phase <> ?"): IDLE,
    ("UPDATE tournaments SET phase = ?, settled", "phase <> ?"): IDLE,
    ("UPDATE tables SET settled = 1", "settled = 0"): IDLE,
    ("UPDATE tournaments SET settled = 1", "settled = 0"): IDLE,
    ("UPDATE tournaments SET revision", "revision = :revision"): OWN,
    ("UPDATE tables SET revision", "revision = ?"): OWN,
    ("UPDATE transfers SET note", "kind = 'wallet'"): OWN,
    ("UPDATE transfers SET note", "note <> ''"): IDLE,
    ("DELETE FROM tournament_tables WHERE number = 1", "number = 1"): "is of this test",
}
"""The conditions that nobody can notice here, by their statements' beginnings, each with the reason."""


def without(sql: str, found: re.Match[str]) -> str:
    """Return the statement as if a condition always held; its parameters stay."""
    return f"{sql[: found.start(1)]}({found[1]} OR 1 = 1){sql[found.end(1) :]}"


def statements(settled: bytes, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[Call]]:
    """Return all statements with a condition, each with the calls that run it."""
    found: dict[str, list[Call]] = {}
    for call in CALLS.values():
        with noted(monkeypatch) as asked:
            effect(settled, call, is_crowded=False)
        for sql in asked:
            found.setdefault(sql, []).append(call)
    return found


def is_noticed(
    settled: bytes, changed: tuple[str, str], calls: list[Call], monkeypatch: pytest.MonkeyPatch
) -> bool:
    """Return True if the law fails for any of the calls once a statement is changed."""
    sql, mutant = changed
    execute, execute_each = Transaction.execute, Transaction.execute_each
    left = count(STATEMENTS_MAX, -1)

    def mutated(self: Transaction, said: str, parameters: Parameters = ()) -> StatementResult:
        if not next(left):
            raise RecursionError  # it would go on for ever
        return execute(self, mutant if said == sql else said, parameters)

    with monkeypatch.context() as patched:
        patched.setattr(Transaction, "execute", mutated)
        patched.setattr(
            Transaction,
            "execute_each",
            lambda self, said, rows: execute_each(self, mutant if said == sql else said, rows),
        )
        for call, is_there in product(calls, (True, False)):
            if not is_there and call.name.split(" ")[0] in ANYBODYS:
                continue
            try:
                alone, beside = (
                    effect(settled, call, is_crowded=each, is_there=is_there) for each in (False, True)
                )
            except Exception:  # noqa: BLE001  # whatever fails, fails the law
                return True
            if (alone.result, alone.removed, alone.added) != (beside.result, beside.removed, beside.added):
                return True
    return False


@pytest.mark.soak
def test_no_condition_of_a_change_can_be_left_out(settled: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever condition of an UPDATE or a DELETE is left out, the law of bystanders fails."""
    missed = set()
    for sql, calls in statements(settled, monkeypatch).items():
        for found in CONDITION.finditer(sql) if sql.startswith(CHANGES) else ():
            if not is_noticed(settled, (sql, without(sql, found)), calls, monkeypatch):
                missed.add((sql, found[1]))

    known = {
        (sql, said)
        for sql, said in missed
        for begins, of in UNNOTICED
        if sql.startswith(begins) and said == of
    }
    assert missed - known == set()


NOTICED = (
    ("DELETE FROM bars WHERE player = ?", "player = ?"),
    ("DELETE FROM keepsakes WHERE server = ? AND game = ? AND player = ?", "game = ?"),
    ("UPDATE tables SET deadline_at = ?, revision = revision + 1 WHERE id = ?", "id = ?"),
    ("SELECT body FROM keepsakes WHERE server = ? AND game = ? AND player = ?", "server = ?"),
)


@pytest.mark.parametrize(("sql", "said"), NOTICED)
def test_a_condition_that_is_left_out_is_noticed(
    settled: bytes, monkeypatch: pytest.MonkeyPatch, sql: str, said: str
) -> None:
    """So it is with these few."""
    mutant = sql.replace(said, f"({said} OR 1 = 1)")
    beginnings = ("people.erased_people.remember", "people.preferences", "play.postings.Rows.set_deadline")
    calls = [call for name, call in CALLS.items() if name.startswith(beginnings)]

    assert is_noticed(settled, (sql, mutant), calls, monkeypatch)
