"""What managers and organisers changed of a server: settings, series, prizes, cards and others (TB-23)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Literal, TypeAlias

from storage.books import audit_lines
from storage.books.audit_lines import Chronicle
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


CHANGES = Chronicle(
    "server_changes",
    "id, kind, what, name, before, after, by_player AS by, at",
    lambda row: ServerChange(**row),
)

PERSONAL = (
    Personal(
        "server_changes",
        "server, kind, what, name, before, after, at",
        "id",
        whose="by_player",
        forgetting=(UNNAMED,),
    ),
)
