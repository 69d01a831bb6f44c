"""What managers and organisers changed of a server: settings, series, prizes, cards and others (TB-23)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Literal, TypeAlias

from storage.books import audit_lines
from storage.db.kept import UNNAMED, Personal
from storage.db.transaction import Transaction

ChangeKind: TypeAlias = Literal["setting", "series", "season", "prize", "deck", "board"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerChange:
    """A setting by its name in `what`, with both values as JSON; or what was done to what is called so."""

    kind: ChangeKind
    what: str
    name: str = ""
    by: int = 0
    at: float = 0.0
    before: str = ""
    after: str = ""
    id: int = 0


def write(tx: Transaction, server: int, *changes: ServerChange) -> None:
    """Record them and queue their lines, in the transaction of what they tell of."""
    for each in changes:
        row = {"server": server, **asdict(each)}
        del row["id"]
        number = tx.insert("server_changes", {"by_player": row.pop("by"), **row})
        audit_lines.add(tx, server, "change", number)


def latest(tx: Transaction, server: int, limit: int, before: int | None = None) -> tuple[ServerChange, ...]:
    """A server's changes, the latest first; `before` one's id, to turn the page."""
    return _found(tx, "server = ? AND (? IS NULL OR id < ?)", (server, before, before), limit)


def change(tx: Transaction, number: int) -> ServerChange | None:
    """A change by its number."""
    return next(iter(_found(tx, "id = ?", (number,), 1)), None)


def _found(
    tx: Transaction, which: str, parameters: tuple[int | None, ...], limit: int
) -> tuple[ServerChange, ...]:
    rows = tx.all(
        "SELECT id, kind, what, name, before, after, by_player AS by, at FROM server_changes"  # noqa: S608  (our own words)
        f" WHERE {which} ORDER BY id DESC LIMIT {int(limit)}",
        parameters,
    )
    return tuple(ServerChange(**row) for row in rows)


PERSONAL = (
    Personal(
        "server_changes",
        "server, kind, what, name, before, after, at",
        "id",
        whose="by_player",
        forgetting=(UNNAMED,),
    ),
)
