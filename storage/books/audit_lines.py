"""The audit log: closings (TB-10), changes, and the queued lines of audit channels (TB-23).

A line is queued in the transaction of the row that it reports, and removed once Discord has it, so that a
crash loses no line. A line that Discord refuses stays queued: no line is lost while a permission is missing,
and `/manage doctor` reports the refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from sqlite3 import Row
from typing import Generic, Literal, TypeAlias, TypeVar

from games.engine.table.table import Closing
from storage.db.retention import SILENCED, UNNAMED, PersonalColumns
from storage.db.transaction import Parameters, Transaction

T = TypeVar("T")
Kind: TypeAlias = Literal["transfer", "closing", "bar", "tournament", "change"]
"""The kind of the reported row: a transfer, a closing, a bar or its end, an organiser's action, a change."""


@dataclass(frozen=True, slots=True)
class AuditLine:
    """A queued line, and the row that it reports."""

    id: int
    server: int
    channel: int
    kind: Kind
    number: int


@dataclass(frozen=True, slots=True)
class AuditChannel:
    """A server's audit channel, Discord's last refusal (status 0: none), and the number of queued lines."""

    channel: int
    status: int
    code: int
    waiting: int


@dataclass(frozen=True, slots=True)
class AuditSource(Generic[T]):
    """A table of the audit log, read with the latest row first."""

    rows: str
    """The table's name."""
    columns: str
    """The columns to read, in SQL."""
    read: Callable[[Row], T]
    """Converts a row."""

    def latest(self, tx: Transaction, server: int, limit: int, before: int | None = None) -> tuple[T, ...]:
        """Return the latest entries of a server; for the next page, `before` is the last entry's id."""
        return self.found(tx, "server = ? AND (? IS NULL OR id < ?)", (server, before, before), limit)

    def numbered(self, tx: Transaction, number: int) -> T | None:
        """Return an entry by its id; None if it was deleted, like a bar of an erased person."""
        return next(iter(self.found(tx, "id = ?", (number,), 1)), None)

    def found(self, tx: Transaction, condition: str, parameters: Parameters, limit: int) -> tuple[T, ...]:
        """Return the latest entries for which an SQL condition holds."""
        sql = f"SELECT {self.columns} FROM {self.rows} WHERE {condition} ORDER BY id DESC LIMIT {int(limit)}"  # noqa: S608  (our own words)
        return tuple(self.read(row) for row in tx.all(sql, parameters))


def set_channel(tx: Transaction, server: int, channel: int) -> None:
    """Set the channel of a server's audit lines; 0 removes it, and drops the queued lines."""
    if not channel:
        tx.execute("DELETE FROM audit_lines WHERE server = ?", (server,))
        tx.execute("DELETE FROM audit_channels WHERE server = ?", (server,))
        return
    tx.execute(
        "INSERT INTO audit_channels (server, channel) VALUES (?, ?) ON CONFLICT (server) DO UPDATE"
        " SET channel = excluded.channel, status = 0, code = 0",
        (server, channel),
    )


def add(tx: Transaction, server: int, kind: Kind, number: int) -> None:
    """Queue a line if the server has an audit channel, in the transaction of the row that it reports."""
    tx.execute(
        "INSERT INTO audit_lines (server, kind, number)"
        " SELECT server, ?, ? FROM audit_channels WHERE server = ?",
        (kind, number, server),
    )


def waiting(tx: Transaction, limit: int) -> tuple[AuditLine, ...]:
    """Return the queued lines, oldest first, at most `limit` per server."""
    rows = tx.all(
        "SELECT lines.id, server, channel, lines.kind, lines.number FROM (SELECT audit_lines.*,"
        " row_number() OVER (PARTITION BY server ORDER BY id) AS place FROM audit_lines) AS lines"
        " JOIN audit_channels USING (server) WHERE place <= ? ORDER BY lines.id",
        (limit,),
    )
    return tuple(AuditLine(**row) for row in rows)


def told(tx: Transaction, line: AuditLine) -> None:
    """Remove a line that Discord has."""
    tx.execute("DELETE FROM audit_lines WHERE id = ?", (line.id,))
    tx.execute(
        "UPDATE audit_channels SET status = 0, code = 0 WHERE server = ? AND status <> 0", (line.server,)
    )


def refused(tx: Transaction, line: AuditLine, status: int, code: int) -> None:
    """Record Discord's refusal of a line, which stays queued."""
    tx.execute(
        "UPDATE audit_channels SET status = ?, code = ? WHERE server = ? AND channel = ?",
        (status, code, line.server, line.channel),
    )


def of_server(tx: Transaction, server: int) -> AuditChannel | None:
    """Return a server's audit channel and its state; None without one."""
    row = tx.first(
        "SELECT channel, status, code,"
        " (SELECT count(*) FROM audit_lines WHERE audit_lines.server = audit_channels.server) AS waiting"
        " FROM audit_channels WHERE server = ?",
        (server,),
    )
    return None if row is None else AuditChannel(**row)


@dataclass(frozen=True, slots=True)
class Closed:
    """A recorded closing of a table, or of one of its hands, which was called off."""

    id: int
    table: int
    closing: Closing
    at: float


def add_closings(tx: Transaction, server: int, table_id: int, closings: Sequence[Closing], at: float) -> None:
    """Record that a table was closed, or hands called off, and queue the lines."""
    common = {"server": server, "table_id": table_id, "at": at}
    for each in closings:
        row = {**common, "hand": each.hand, "by_player": each.by, "reason": each.reason}
        add(tx, server, "closing", tx.insert("closings", row))


CLOSINGS = AuditSource(
    "closings",
    "id, table_id, by_player, reason, hand, at",
    lambda row: Closed(
        row["id"], row["table_id"], Closing(row["by_player"], row["reason"], row["hand"]), row["at"]
    ),
)

ChangeKind: TypeAlias = Literal["setting", "series", "season", "prize", "deck", "board", "server"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerChange:
    """A change in a server: of a setting, with both values as JSON, or another action.

    `what` is the name of the setting or of the action, `name` the name of the object.
    """

    kind: ChangeKind
    what: str
    name: str = ""
    by: int = 0
    at: float = 0.0
    before: str = ""
    after: str = ""
    id: int = 0


def write_changes(tx: Transaction, server: int, *changes: ServerChange) -> None:
    """Record changes and queue their lines, in the transaction of the changes."""
    for each in changes:
        row = {"server": server, **asdict(each)}
        del row["id"]
        number = tx.insert("server_changes", {"by_player": row.pop("by"), **row})
        add(tx, server, "change", number)


CHANGES = AuditSource(
    "server_changes",
    "id, kind, what, name, before, after, by_player AS by, at",
    lambda row: ServerChange(**row),
)

PERSONAL_CHANGES = (
    PersonalColumns(
        "server_changes",
        "server, kind, what, name, before, after, at",
        "id",
        whose="by_player",
        forgetting=(UNNAMED,),
    ),
)
PERSONAL = (
    PersonalColumns(
        "closings", "server, table_id, hand, reason, at", whose="by_player", forgetting=(SILENCED,)
    ),
)
