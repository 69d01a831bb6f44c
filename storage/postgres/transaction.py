"""A transaction in PostgreSQL, where other processes may be writing as well."""

from __future__ import annotations

import psycopg

from storage.postgres.connection import PostgresConnection
from storage.transaction import Transaction


class PostgresTransaction(Transaction):
    """One transaction; what it holds it holds until the commit."""

    faults = (psycopg.Error,)
    clock = "extract(epoch FROM clock_timestamp())::float8"

    def __init__(self, connection: PostgresConnection, *, may_keep: bool = True, writes: bool = True) -> None:
        super().__init__(connection, may_keep=may_keep)
        self._postgres = connection
        self._writes = writes

    def forgive(self) -> None:
        """Go on after a statement that failed in a savepoint."""
        self._postgres.forgive()

    def hold(self, rows: str, number: int) -> None:
        """Let nobody else change this row until the commit."""
        if self._writes:
            self.execute(f"SELECT 1 FROM {rows} WHERE id = ? FOR UPDATE", (number,))  # noqa: S608  (our own words)

    def hold_books(self, server: int) -> None:
        """Let nobody else move a server's money until the commit."""
        if self._writes:
            self.execute("SELECT pg_advisory_xact_lock(?)", (server,))

    def next_id(self, rows: str) -> int:
        """The id for the next row there, which nobody else gets."""
        found: int = self.value("SELECT nextval(pg_get_serial_sequence(?, 'id'))", (rows,))
        return found
