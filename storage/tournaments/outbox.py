"""The outbox of tournaments: announcements to send, and Discord's scheduled events.

An announcement is stored in the transaction of the change that it announces, and removed once it is sent, so
that a crash loses none. An announcement that Discord refuses is kept with the id of the error, and not
retried.

A scheduled event is stored with its tournament and the fingerprint of its state last sent to Discord.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Literal, TypeAlias

from games.tournament.orders import Order
from storage.db.codec import Codec
from storage.db.transaction import STAYS, Fields, Transaction
from storage.errors import Unreadable
from storage.leases import ALL_SHARDS, ShardRange


@dataclass(frozen=True, slots=True)
class News:
    """An announcement to send: the director's orders of a change, or a due reminder."""

    id: int
    tournament: int
    orders: tuple[Order, ...]
    reminder: str


_ORDERS = Codec[tuple[Order, ...]](tuple[Order, ...])


def add(tx: Transaction, tournament: int, orders: tuple[Order, ...], reminder: str) -> int:
    """Store an announcement; return its id."""
    row: Fields = {"tournament": tournament, "orders": _ORDERS.encode(orders), "reminder": reminder}
    return tx.insert("news", row)


def untold(tx: Transaction, shards: ShardRange = ALL_SHARDS) -> tuple[News, ...]:
    """Return these shards' readable announcements that have not been sent, oldest first."""
    rows = tx.all(
        "SELECT news.id, tournament, orders, reminder FROM news"  # noqa: S608  (our own words)
        " JOIN tournaments ON tournaments.id = tournament"
        f" WHERE refused = '' AND {shards.condition()} ORDER BY news.id"
    )
    readable = []
    for row in rows:
        with suppress(Unreadable):
            orders = _ORDERS.decode(row["orders"])
            readable.append(News(row["id"], row["tournament"], orders, row["reminder"]))
    return tuple(readable)


def told(tx: Transaction, number: int) -> None:
    """Remove an announcement that has been sent."""
    tx.execute("DELETE FROM news WHERE id = ?", (number,))


def lay_aside(tx: Transaction, number: int, error: str) -> None:
    """Record that Discord refuses an announcement, with the id of the error."""
    tx.execute("UPDATE news SET refused = ? WHERE id = ?", (error, number))


def drop(tx: Transaction, tournament: int) -> None:
    """Remove all announcements of a tournament."""
    tx.execute("DELETE FROM news WHERE tournament = ?", (tournament,))


KeptStatus: TypeAlias = Literal["wanted", "creating", "scheduled", "active", "done"]
"""The status of a scheduled event.

`creating` is stored before the event is created. After a crash, the bot then searches the server's events
before it creates another (F-2).
"""


@dataclass(frozen=True, slots=True)
class KeptEvent:
    """A tournament's scheduled event; `event` is Discord's id."""

    tournament: int
    event: int | None = None
    status: KeptStatus = "wanted"
    print: str = ""


def want_event(tx: Transaction, tournament: int) -> None:
    """Store that a tournament gets a scheduled event."""
    tx.add("scheduled_events", asdict(KeptEvent(tournament)), STAYS)


def kept_events(tx: Transaction) -> tuple[KeptEvent, ...]:
    """Return all scheduled events that are not done."""
    rows = tx.all("SELECT * FROM scheduled_events WHERE status <> 'done' ORDER BY tournament")
    return tuple(KeptEvent(**row) for row in map(dict, rows))


def note_event(tx: Transaction, kept: KeptEvent) -> None:
    """Store the state of a scheduled event, as sent to Discord or about to be sent."""
    tx.execute(
        "UPDATE scheduled_events SET event = :event, status = :status, print = :print"
        " WHERE tournament = :tournament",
        asdict(kept),
    )
