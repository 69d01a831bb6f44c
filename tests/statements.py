"""The statements to the books during an action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import pytest

from storage.db.transaction import Parameters, StatementResult, Transaction

Asked = dict[str, Parameters]
"""Statements, each with the parameters of its first time."""


@contextmanager
def noted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Asked]:
    """Every statement that is run."""
    asked: Asked = {}
    execute, execute_each = Transaction.execute, Transaction.execute_each

    def noting(self: Transaction, sql: str, parameters: Parameters = ()) -> StatementResult:
        asked.setdefault(sql, parameters)
        return execute(self, sql, parameters)

    def noting_each(self: Transaction, sql: str, rows: Iterable[Parameters]) -> None:
        given = list(rows)
        for each in given[:1]:
            asked.setdefault(sql, each)
        execute_each(self, sql, given)

    with monkeypatch.context() as patched:
        patched.setattr(Transaction, "execute", noting)
        patched.setattr(Transaction, "execute_each", noting_each)
        yield asked
