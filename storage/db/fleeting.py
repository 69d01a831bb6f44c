"""What tables keep for a time only: each declares it (`FLEETING`), and once it is over it goes in pieces.

Whoever writes waits for the transaction that deletes: so none deletes more than a piece.
"""

from __future__ import annotations

from dataclasses import dataclass

from storage.db.transaction import Transaction

PIECE = 500
"""So many rows are deleted at once, in a few milliseconds."""


@dataclass(frozen=True, slots=True)
class Fleeting:
    """The rows of a table that nobody will ask for again."""

    rows: str
    """The table."""
    key: str
    """The columns by which one of its rows is known."""
    over: str
    """Which they are, in SQL, found by an index; `:at` is the time now."""

    def delete(self, tx: Transaction, at: float) -> int:
        """Delete a piece of them; how many there were, 0 once none is left."""
        some = f"SELECT {self.key} FROM {self.rows} WHERE {self.over} LIMIT {PIECE}"  # noqa: S608  (our own words)
        return tx.execute(f"DELETE FROM {self.rows} WHERE ({self.key}) IN ({some})", {"at": at}).rowcount  # noqa: S608
