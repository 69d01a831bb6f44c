"""News of tournaments that is yet to be sent: announcements and scheduled events.

Each is written with the change that it announces and removed once it is sent, so that a kill in between
loses none. News that Discord refuses is set aside with the number of the error: it is neither retried nor
forgotten.

For Discord's scheduled events, the tournament of each is kept, and the state that Discord was sent last.
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
    """The results of a change: the director's orders, or the reminder that was due."""

    id: int
    tournament: int
    orders: tuple[Order, ...]
    reminder: str


_ORDERS = Codec[tuple[Order, ...]](tuple[Order, ...])


def add(tx: Transaction, tournament: int, orders: tuple[Order, ...], reminder: str) -> int:
    """Store an announcement; returns its number."""
    row: Fields = {"tournament": tournament, "orders": _ORDERS.encode(orders), "reminder": reminder}
    return tx.insert("news", row)


def untold(tx: Transaction, shards: ShardRange = ALL_SHARDS) -> tuple[News, ...]:
    """Announcements yet to be made in these shards, oldest first, without those this version cannot read."""
    rows = tx.all(
        "SELECT news.id, tournament, orders, reminder FROM news"  # noqa: S608  (our own words)
        " JOIN tournaments ON tournaments.id = tournament"
        f" WHERE refused = '' AND {shards.condition()} ORDER BY news.id"
    )
    found = []
    for row in rows:
        with suppress(Unreadable):
            orders = _ORDERS.decode(row["orders"])
            found.append(News(row["id"], row["tournament"], orders, row["reminder"]))
    return tuple(found)


def told(tx: Transaction, number: int) -> None:
    """Remove an announcement that has been made."""
    tx.execute("DELETE FROM news WHERE id = ?", (number,))


def lay_aside(tx: Transaction, number: int, error: str) -> None:
    """Set an announcement aside that Discord refuses, with the number of the error."""
    tx.execute("UPDATE news SET refused = ? WHERE id = ?", (error, number))


def drop(tx: Transaction, tournament: int) -> None:
    """Drop a tournament's announcements."""
    tx.execute("DELETE FROM news WHERE tournament = ?", (tournament,))


KeptStatus: TypeAlias = Literal["wanted", "creating", "scheduled", "active", "done"]
"""`creating` is noted before Discord is asked, so that one is not made twice after a kill (F-2)."""


@dataclass(frozen=True, slots=True)
class KeptEvent:
    """A tournament's scheduled event; `event` is Discord's id."""

    tournament: int
    event: int | None = None
    status: KeptStatus = "wanted"
    print: str = ""


def want_event(tx: Transaction, tournament: int) -> None:
    """Note that a scheduled event is to be made for a tournament."""
    tx.add("scheduled_events", asdict(KeptEvent(tournament)), STAYS)


def kept_events(tx: Transaction) -> tuple[KeptEvent, ...]:
    """All that are not done with."""
    rows = tx.all("SELECT * FROM scheduled_events WHERE status <> 'done' ORDER BY tournament")
    return tuple(KeptEvent(**row) for row in map(dict, rows))


def note_event(tx: Transaction, kept: KeptEvent) -> None:
    """Note what Discord was told, or is about to be."""
    tx.execute(
        "UPDATE scheduled_events SET event = :event, status = :status, print = :print"
        " WHERE tournament = :tournament",
        asdict(kept),
    )
