"""The time zone by whose clocks a person types hours: the one that they wrote last (TN-41)."""

from __future__ import annotations

from storage.db.kept import Personal
from storage.db.transaction import Transaction


def of(tx: Transaction, player: int) -> str:
    """A person's time zone; empty if they never wrote one."""
    return tx.noted(_name(player)) or ""


def keep(tx: Transaction, player: int, zone: str) -> None:
    """Keep the time zone that a person wrote."""
    tx.note(_name(player), zone)


def _name(player: int) -> str:
    return f"zone:{player}"


PERSONAL = (
    Personal(
        "notes",
        "body",
        whose="name",
        told="time_zone",
        which="name = 'zone:' || ?",
        forgetting=("DELETE FROM notes WHERE name = 'zone:' || :player",),
        read=lambda row: row["body"],
    ),
)
