"""Notes for the books alone, beside the reason that everybody may read (TB-23).

They have a table of their own, which only the audit and a tournament's file read. Whatever else shows reasons
(notices, wallets, messages, audit channels) reads the rows that the notes are about, so it has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from storage.db.retention import PersonalColumns
from storage.db.transaction import Transaction

Kind: TypeAlias = Literal["transfer", "tournament"]
"""The kind of the row that a note is about: a transfer, or an organiser's act."""


def add(
    tx: Transaction, server: int, about: tuple[Kind, int], note: str, by: int, player: int | None
) -> None:
    """Record a note about a row by its kind and id; `player` is the person whom it concerns."""
    kind, number = about
    row = {"server": server, "kind": kind, "number": number, "note": note}
    tx.add("private_notes", {**row, "by_player": by, "player": player})


def of(tx: Transaction, kind: Kind, numbers: Iterable[int]) -> Mapping[int, str]:
    """Return the notes about rows of a kind, by the rows' ids."""
    found = {
        number: tx.scalar("SELECT note FROM private_notes WHERE kind = ? AND number = ?", (kind, number))
        for number in numbers
    }
    return {number: note for number, note in found.items() if note is not None}


PERSONAL = (
    PersonalColumns(
        "private_notes", "server, kind, number, note", "kind, number", "by_player", which="by_player = ?"
    ),
    # Whom a note is about does not read it, but it goes with them.
    PersonalColumns("private_notes"),
)
