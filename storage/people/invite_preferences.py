"""Users' requests to be notified when a table needs players, and each table's notifications and invitations.

A notification is `due` until a process takes it for delivery. That happens once, so nobody is notified twice
for a table, even after a crash. It is `missed` if it could not be delivered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Literal, TypeAlias

from storage.db.retention import DAY_SECONDS, UNNAMED, PersonalColumns, is_steady
from storage.db.transaction import ADDED, STAYS, Fields, Transaction, columns_of, merged

CallWay: TypeAlias = Literal["ping", "dm"]
"""The way of a notification: a ping in the table's channel, or a direct message."""
CallKind: TypeAlias = Literal["invited", "ping", "dm"]
"""The kind of a notification: an invitation by the host, or a notification in the way that the user chose."""
Calling: TypeAlias = Literal["call", "invite"]


@dataclass(frozen=True, slots=True)
class CallHours:
    """A user's way and hours for notifications: from `first` to `last`, minutes of the day in a time zone.

    If both are the same, any hour is allowed. `unreachable_at` is the time from which on Discord has refused
    direct messages to the user.
    """

    way: CallWay = "ping"
    zone: str = "UTC"
    first: int = 0
    last: int = 0
    unreachable_at: float | None = None

    @property
    def is_any(self) -> bool:
        """True if any hour is allowed."""
        return self.first == self.last

    @property
    def is_closed(self) -> bool:
        """True if the user has chosen direct messages, but Discord refuses them."""
        return self.way == "dm" and self.unreachable_at is not None


_HOURS = columns_of(CallHours)


def wished(tx: Transaction, server: int, player: int) -> frozenset[str]:
    """Return the games for which a user wants to be notified in a server."""
    sql = "SELECT game FROM call_wishes WHERE server = ? AND player = ?"
    return frozenset(tx.scalars(sql, (server, player)))


def wish(tx: Transaction, server: int, player: int, game: str) -> None:
    """Store a user's request to be notified for a game."""
    tx.add("call_wishes", {"server": server, "game": game, "player": player}, STAYS)


def unwish(tx: Transaction, server: int, player: int, game: str | None = None) -> None:
    """Delete a user's request in a server, for one game, or for all games (None)."""
    tx.execute(
        "DELETE FROM call_wishes WHERE server = ? AND player = ? AND game = coalesce(?, game)",
        (server, player, game),
    )


def hours(tx: Transaction, player: int) -> CallHours:
    """Return a user's way and hours for notifications; by default in the channel at any hour."""
    row = tx.first(f"SELECT {_HOURS} FROM call_hours WHERE player = ?", (player,))  # noqa: S608  (our own words)
    return CallHours() if row is None else CallHours(**row)


def keep_hours(tx: Transaction, player: int, hours: CallHours) -> None:
    """Store a user's way and hours for notifications."""
    tx.upsert("call_hours", {"player": player}, asdict(hours))


def wishing(tx: Transaction, server: int, game: str, table: int) -> list[tuple[int, CallHours]]:
    """Return the users to notify for a table of a game, the longest waiting first."""
    rows = tx.all(
        f"SELECT w.player AS player, {_HOURS},"  # noqa: S608  (our own words)
        " coalesce((SELECT max(c.at) FROM calls c WHERE c.player = w.player), 0) AS called_at"
        " FROM call_wishes w LEFT JOIN call_hours h ON h.player = w.player"
        " WHERE w.server = ? AND w.game = ?"
        " AND w.player NOT IN (SELECT player FROM calls WHERE table_id = ?)"
        " ORDER BY called_at, w.player",
        (server, game, table),
    )
    return [
        (player, CallHours() if stored[0] is None else CallHours(*stored))
        for player, *stored, _called_at in rows
    ]


def add(tx: Transaction, table: int, people: Mapping[int, CallKind], at: float) -> None:
    """Queue notifications for a table, except for users already notified for it."""
    row: Fields = {"table_id": table, "outcome": "due", "at": at}
    tx.insert_many("calls", [{**row, "player": each, "kind": kind} for each, kind in people.items()], STAYS)


def called(tx: Transaction, table: int) -> frozenset[int]:
    """Return all users notified for a table, or invited to it."""
    return frozenset(tx.scalars("SELECT player FROM calls WHERE table_id = ?", (table,)))


def was_invited(tx: Transaction, server: int, host: int, player: int, since: float) -> bool:
    """Return True if an invitation of a user by this host was delivered after `since`, at most a day ago."""
    sql = (
        "SELECT 1 FROM callings k JOIN calls c ON c.player = ? AND c.at = k.at"
        " WHERE k.server = ? AND k.kind = 'invite' AND k.host = ? AND k.at > ?"
        " AND c.kind = 'invited' AND c.outcome <> 'missed' LIMIT 1"
    )
    return tx.first(sql, (player, server, host, since)) is not None


def take(tx: Transaction, table: int) -> dict[int, CallKind]:
    """Take a table's due notifications for delivery; they are never returned again, even after a crash."""
    rows = tx.execute(
        "UPDATE calls SET outcome = 'taken' WHERE table_id = ? AND outcome = 'due' RETURNING player, kind",
        (table,),
    ).fetchall()
    return {row["player"]: row["kind"] for row in rows}


def miss(tx: Transaction, table: int, player: int) -> None:
    """Record that a notification could not be delivered."""
    tx.execute("UPDATE calls SET outcome = 'missed' WHERE table_id = ? AND player = ?", (table, player))


def note_closed(tx: Transaction, player: int, at: float) -> None:
    """Record that Discord refuses direct messages to a user, who gets none from now on."""
    keep_hours(tx, player, replace(hours(tx, player), unreachable_at=at))


def note_open(tx: Transaction, player: int) -> None:
    """Record that a user accepts direct messages again."""
    tx.execute("UPDATE call_hours SET unreachable_at = NULL WHERE player = ?", (player,))


def count(tx: Transaction, server: int, host: int, kind: Calling, people: int, at: float) -> None:
    """Count a round of notifications or invitations towards the daily limits."""
    if is_steady(tx, at):
        tx.execute("DELETE FROM callings WHERE server = ? AND at <= ?", (server, at - DAY_SECONDS))
    key = {"server": server, "kind": kind, "at": at, "host": host}
    tx.add("callings", {**key, "people": people}, merged("callings", tuple(key), {"people": ADDED}))


def counted(tx: Transaction, server: int, kind: Calling, at: float, host: int | None = None) -> list[float]:
    """Return the times of a server's notifications within a day, oldest first, by one host or by all."""
    rows = tx.all(
        "SELECT people, at FROM callings WHERE server = ? AND kind = ? AND at > ?"
        " AND host = coalesce(?, host) ORDER BY at",
        (server, kind, at - DAY_SECONDS, host),
    )
    return [row["at"] for row in rows for _each in range(row["people"])]


PERSONAL = (
    PersonalColumns("call_wishes", "server, game", "server, game"),
    PersonalColumns("call_hours", _HOURS),
    PersonalColumns("calls", 'table_id AS "table", kind, outcome, at', "at"),
    # Only the host's id is erased, because the rows count towards the server's limits.
    PersonalColumns("callings", "server, kind, people, at", "at", "host", forgetting=(UNNAMED,)),
)
