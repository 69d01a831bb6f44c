"""Which of PostgreSQL's errors are nobody's function's fault."""

from __future__ import annotations

from typing import Literal, TypeAlias

import psycopg

from storage.errors import NotAccepted

Fault: TypeAlias = Literal["own", "again", "refused", "broken"]
"""A function's own; the whole batch may be run again at once; it may be tried again later; nobody knows."""

_AGAIN = frozenset({"40001", "40P01", "55P03"})  # serialization failure, deadlock, lock not available
_REFUSED = ("08", "53", "57P", "25006", "25P03")
"""No connection, no room or too many connections, shutting down, a standby, kept waiting for too long."""
_BROKEN = ("XX001", "XX002")  # data or index corrupted


def kind_of(error: BaseException) -> Fault:
    """Whose fault an error is."""
    code = getattr(error, "sqlstate", None) or ""
    if code in _AGAIN:
        return "again"
    if code.startswith(_BROKEN):
        return "broken"
    if code.startswith(_REFUSED) or (isinstance(error, psycopg.OperationalError) and not code):
        return "refused"
    return "own"


def not_accepted(error: BaseException | None) -> NotAccepted:
    """What whoever asked is told where the database takes nothing."""
    refusal = NotAccepted(str(error))
    refusal.__cause__ = error
    return refusal
