"""Where the standings of a series are sent, and what is yet to be sent there.

An address often holds a token, so it is a secret: it is read here for sending alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from storage.cluster.leases import ALL_SHARDS, ShardRange
from storage.db.kept import DELETED, Personal
from storage.db.transaction import Transaction


@dataclass(frozen=True, slots=True)
class DuePost:
    """Standings to be sent after a tournament; `tries` have failed."""

    tournament: int
    series: int
    server: int
    tries: int


def put(tx: Transaction, series: int, player: int, address: str) -> None:
    """Send a series' standings to this address from now on; empty: nowhere."""
    drop(tx, series)
    if address:
        tx.add("webhooks", {"series": series, "player": player, "address": address})


def drop(tx: Transaction, series: int) -> None:
    """Forget a series' address, and what was yet to be sent there."""
    tx.execute("DELETE FROM webhooks WHERE series = ?", (series,))
    tx.execute("DELETE FROM webhook_posts WHERE series = ?", (series,))


def address(tx: Transaction, series: int) -> str | None:
    """Where a series' standings are sent, or None."""
    found: str | None = tx.value("SELECT address FROM webhooks WHERE series = ?", (series,))
    return found


def ended(tx: Transaction, tournament: int, at: float) -> None:
    """Have the standings sent after a tournament, if its series has an address."""
    tx.execute(
        "INSERT INTO webhook_posts (tournament, series, due_at) SELECT tournament, s.series, ?"
        " FROM series_tournaments s JOIN webhooks w ON w.series = s.series WHERE tournament = ?",
        (at, tournament),
    )


def due(
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


def again(tx: Transaction, tournament: int, due_at: float) -> None:
    """Send it once more then."""
    tx.execute(
        "UPDATE webhook_posts SET tries = tries + 1, due_at = ? WHERE tournament = ?", (due_at, tournament)
    )


def done(tx: Transaction, post: DuePost) -> None:
    """It was sent, or given up; of a closed series with nothing left to send the address is forgotten."""
    tx.execute("DELETE FROM webhook_posts WHERE tournament = ?", (post.tournament,))
    forget_closed(tx, post.series)


def forget_closed(tx: Transaction, series: int) -> None:
    """Forget the address of a closed series, if nothing is left to be sent there."""
    tx.execute(
        "DELETE FROM webhooks WHERE series = ?1"
        " AND NOT EXISTS (SELECT 1 FROM webhook_posts WHERE series = ?1)"
        " AND EXISTS (SELECT 1 FROM series WHERE id = ?1 AND closed_at IS NOT NULL)",
        (series,),
    )


_UNSENT = "DELETE FROM webhook_posts WHERE series IN (SELECT series FROM webhooks WHERE player = :player)"

PERSONAL = (Personal("webhooks", "series", "series", forgetting=(_UNSENT, DELETED)),)
