"""What is yet to be told of tournaments: announcements, scheduled events, and standings to be sent.

Each is written with the change that it announces and removed once it is made, so that a kill in
between loses none. What Discord refuses is set aside with the number of the error: it is neither
retried nor forgotten.

Of Discord's scheduled events is kept which tournament has which, and what Discord was told of it last.

The address to which a series' standings are sent often holds a token, so it is a secret: it is read here for
sending alone.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Literal, TypeAlias

from games.tournament.orders import Order
from storage.db.codec import Codec
from storage.db.kept import DELETED, Personal
from storage.db.transaction import STAYS, Fields, Transaction
from storage.errors import Unreadable
from storage.leases import ALL_SHARDS, ShardRange


@dataclass(frozen=True, slots=True)
class News:
    """What a change led to: the director's orders, or the reminder that was due."""

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
    """Have a scheduled event made for a tournament."""
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


@dataclass(frozen=True, slots=True)
class DuePost:
    """Standings to be sent after a tournament; `tries` have failed."""

    tournament: int
    series: int
    server: int
    tries: int


def keep_address(tx: Transaction, series: int, player: int, address: str) -> None:
    """Send a series' standings to this address from now on; empty: nowhere."""
    drop_address(tx, series)
    if address:
        tx.add("webhooks", {"series": series, "player": player, "address": address})


def drop_address(tx: Transaction, series: int) -> None:
    """Forget a series' address, and what was yet to be sent there."""
    tx.execute("DELETE FROM webhooks WHERE series = ?", (series,))
    tx.execute("DELETE FROM webhook_posts WHERE series = ?", (series,))


def address_of(tx: Transaction, series: int) -> str | None:
    """Where a series' standings are sent, or None."""
    found: str | None = tx.value("SELECT address FROM webhooks WHERE series = ?", (series,))
    return found


def want_standings(tx: Transaction, tournament: int, at: float) -> None:
    """Have the standings sent after a tournament, if its series has an address."""
    tx.execute(
        "INSERT INTO webhook_posts (tournament, series, due_at) SELECT tournament, s.series, ?"
        " FROM series_tournaments s JOIN webhooks w ON w.series = s.series WHERE tournament = ?",
        (at, tournament),
    )


def due_standings(
    tx: Transaction, at: float, server_limit: int, limit: int, shards: ShardRange = ALL_SHARDS
) -> tuple[DuePost, ...]:
    """What the process with these shards should send now: the oldest first, up to a limit for each server."""
    rows = tx.all(
        "SELECT tournament, series, server, tries FROM (SELECT p.*, s.server,"  # noqa: S608  (our own words)
        " row_number() OVER (PARTITION BY s.server ORDER BY p.due_at, p.tournament) AS place"
        " FROM webhook_posts p JOIN series s ON s.id = p.series"
        f" WHERE p.due_at <= ? AND {shards.condition('s.server')}) AS waiting"
        " WHERE place <= ? ORDER BY due_at, tournament LIMIT ?",
        (at, server_limit, limit),
    )
    return tuple(DuePost(**row) for row in map(dict, rows))


def try_again(tx: Transaction, tournament: int, due_at: float) -> None:
    """Send it once more then."""
    tx.execute(
        "UPDATE webhook_posts SET tries = tries + 1, due_at = ? WHERE tournament = ?", (due_at, tournament)
    )


def standings_done(tx: Transaction, post: DuePost) -> None:
    """It was sent, or given up; of a closed series with nothing left to send the address is forgotten."""
    tx.execute("DELETE FROM webhook_posts WHERE tournament = ?", (post.tournament,))
    forget_closed_series(tx, post.series)


def forget_closed_series(tx: Transaction, series: int) -> None:
    """Forget the address of a closed series, if nothing is left to be sent there."""
    tx.execute(
        "DELETE FROM webhooks WHERE series = ?1"
        " AND NOT EXISTS (SELECT 1 FROM webhook_posts WHERE series = ?1)"
        " AND EXISTS (SELECT 1 FROM series WHERE id = ?1 AND closed_at IS NOT NULL)",
        (series,),
    )


_UNSENT = "DELETE FROM webhook_posts WHERE series IN (SELECT series FROM webhooks WHERE player = :player)"


PERSONAL = (Personal("webhooks", "series", "series", forgetting=(_UNSENT, DELETED)),)
