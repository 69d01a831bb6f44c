"""The data kept about erased people: purse, today's limits and answered deals, bars (F-53, TB-20, TB-23).

It is stored under a keyed hash of the person's id and the server, without the id, a time, or the number that
replaces the person in the ledger. The hash recognises a person who comes back. After the day is over, only
the fact of the purse is left, and bars, self-exclusions and loss limits until they end (TB-24, TB-25).
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Collection
from typing import Any

from storage.db.retention import ExpiringRows, day_of, is_steady, next_week_at
from storage.db.transaction import GREATER, STAYS, Fields, Transaction, merged

KEY = "forgotten"
EVERYWHERE = 0
"""The server id of data that is the same in all servers."""


def remember(tx: Transaction, player: int, at: float) -> None:
    """Move a person's data from their id to the hash: purse, limits, today's deals, bars."""
    servers = tx.scalars(
        "SELECT server FROM accounts WHERE kind = 'wallet' AND owner = ? AND opened_at IS NOT NULL", (player,)
    )
    counts = tx.all("SELECT server, kind, day, amount FROM day_limits WHERE player = ?", (player,))
    games = tx.scalars("SELECT game FROM daily_goes WHERE player = ? AND day = ?", (player, day_of(at)))
    # After a jump of the clock, bars that seem to be over are kept, and deleted later.
    since = at if is_steady(tx, at) else 0.0
    barred, kept_out = _barred(tx, player, since), _kept_out(tx, player, since)
    limited = _limited(tx, player, at, since)
    if servers or counts or games or barred or kept_out or limited:
        tx.add("keys", {"name": KEY, "secret": secrets.token_bytes(32)}, STAYS)
    for server in servers:
        purse: Fields = {**_key(tx, server, player), "kind": "purse", "day": 0, "amount": 0}
        tx.add("forgotten_limits", purse, STAYS)
    for server, *count in counts:
        row = {**_key(tx, server, player), **dict(zip(("kind", "day", "amount"), count, strict=True))}
        tx.add("forgotten_limits", row, merged("forgotten_limits", ("server", "person", "kind"), _BOTH))
    tx.execute("DELETE FROM day_limits WHERE player = ?", (player,))
    for game in games:
        tx.add("forgotten_goes", {"day": day_of(at), "game": game, "person": _hash(tx, EVERYWHERE, player)})
    tx.execute("DELETE FROM daily_goes WHERE player = ?", (player,))
    for server, until in barred:
        tx.add("forgotten_bars", {**_key(tx, server, player), "until": until})
    tx.execute("DELETE FROM bars WHERE player = ?", (player,))
    for server, until in kept_out:
        tx.add("forgotten_keep_outs", {**_key(tx, server, player), "until": until}, _LONGER)
    tx.execute("DELETE FROM keep_outs WHERE player = ?", (player,))
    for server, amount, until in limited:
        row = {"amount": amount, "until": until}
        tx.upsert("forgotten_loss_limits", _key(tx, server, player), row)
    tx.execute("DELETE FROM loss_limits WHERE player = ?", (player,))


_LONGER = merged("forgotten_keep_outs", ("server", "person"), {"until": GREATER})
_BOTH = {
    "amount": (
        "CASE WHEN {rows}.day > excluded.day THEN {rows}.{column}"
        " WHEN {rows}.day < excluded.day THEN excluded.{column} ELSE {rows}.{column} + excluded.{column} END"
    ),
    "day": GREATER,
}
"""The merge of two counts: the count of the later day, or the sum if both are of the same day."""


def barred_until(tx: Transaction, server: int, player: int) -> list[float | None]:
    """Return the end of an erased person's bar as the only entry (None: for good); empty without a bar."""
    key = (server, _hash(tx, server, player))
    return tx.scalars("SELECT until FROM forgotten_bars WHERE server = ? AND person = ?", key)


def barred_count(tx: Transaction, server: int, at: float) -> int:
    """Return the number of erased people with a bar in force in a server."""
    where = "server = ? AND (until IS NULL OR until > ?)"
    return tx.scalar_int(f"SELECT count(*) FROM forgotten_bars WHERE {where}", (server, at)) or 0  # noqa: S608  (our own words)


def let_in(tx: Transaction, server: int, player: int) -> None:
    """Delete the bar of an erased person."""
    key = (server, _hash(tx, server, player))
    tx.execute("DELETE FROM forgotten_bars WHERE server = ? AND person = ?", key)


def kept_out_until(tx: Transaction, servers: Collection[int], player: int) -> list[float]:
    """Return the ends of an erased person's self-exclusions from these servers."""
    sql = "SELECT until FROM forgotten_keep_outs WHERE server = ? AND person = ?"
    return [until for each in servers for until in tx.scalars(sql, (each, _hash(tx, each, player)))]


def loss_limit(tx: Transaction, server: int, player: int, at: float) -> list[tuple[int, None, float]]:
    """Return an erased person's limit of losses as the fields of a `LossLimit`; empty without a limit."""
    sql = "SELECT amount, until FROM forgotten_loss_limits WHERE server = ? AND person = ? AND until > ?"
    rows = tx.all(sql, (server, _hash(tx, server, player), at))
    return [(amount, None, until) for amount, until in rows]


def recall(tx: Transaction, server: int, player: int) -> bool:
    """Restore a newcomer's daily counts; return True if they had a purse in the server before an erasure."""
    key = (server, _hash(tx, server, player))
    for row in tx.all(f"SELECT kind, day, amount FROM forgotten_limits WHERE {_COUNTS}", key):  # noqa: S608
        count = {"server": server, "player": player, **dict(row)}
        tx.add("day_limits", count, merged("day_limits", ("server", "player", "kind"), _BOTH))
    tx.execute(f"DELETE FROM forgotten_limits WHERE {_COUNTS}", key)  # noqa: S608  (our own words)
    return was_forgotten(tx, server, player)


_COUNTS = "server = ? AND person = ? AND kind <> 'purse'"


def counted(tx: Transaction, server: int, player: int, kind: str) -> list[tuple[int, int]]:
    """Return the last count of a kind from before an erasure, as day and amount; empty without a count."""
    sql = "SELECT day, amount FROM forgotten_limits WHERE server = ? AND person = ? AND kind = ?"
    return [(day, amount) for day, amount in tx.all(sql, (server, _hash(tx, server, player), kind))]


def was_forgotten(tx: Transaction, server: int, player: int) -> bool:
    """Return True if a user had a purse in the server before an erasure."""
    return bool(counted(tx, server, player, "purse"))


def has_answered(tx: Transaction, player: int, day: int, game: str) -> bool:
    """Return True if a user answered the day's deal before an erasure."""
    key = (day, game, _hash(tx, EVERYWHERE, player))
    row = tx.first("SELECT 1 FROM forgotten_goes WHERE day = ? AND game = ? AND person = ?", key)
    return row is not None


def kept(tx: Transaction, player: int) -> list[dict[str, Any]]:
    """Return all data kept under a person's hashes, ready for JSON."""
    limits = [
        dict(row)
        for server in tx.scalars("SELECT DISTINCT server FROM forgotten_limits")
        for row in tx.all(
            "SELECT server, kind, day, amount FROM forgotten_limits WHERE server = ? AND person = ?",
            (server, _hash(tx, server, player)),
        )
    ]
    goes = tx.all(
        "SELECT day, game FROM forgotten_goes WHERE person = ? ORDER BY day, game",
        (_hash(tx, EVERYWHERE, player),),
    )
    bars = [
        {"server": server, "kind": "bar", "until": until}
        for server in tx.scalars("SELECT DISTINCT server FROM forgotten_bars ORDER BY server")
        for until in barred_until(tx, server, player)
    ]
    kept_out = [
        {"server": server, "kind": "keep_out", "until": until}
        for server in tx.scalars("SELECT DISTINCT server FROM forgotten_keep_outs ORDER BY server")
        for until in kept_out_until(tx, [server], player)
    ]
    losses = [
        {"server": server, "kind": "loss_limit", "amount": amount, "until": until}
        for server in tx.scalars("SELECT DISTINCT server FROM forgotten_loss_limits ORDER BY server")
        for amount, _later, until in loss_limit(tx, server, player, 0.0)
    ]
    return [*limits, *map(dict, goes), *bars, *kept_out, *losses]


def _barred(tx: Transaction, player: int, since: float) -> list[tuple[int, float | None]]:
    """Return the servers in which a person is barred, with the end of each bar after `since`."""
    rows = tx.all(
        "SELECT server, is_lifted, until FROM bars WHERE player = ?1 AND id IN"
        " (SELECT max(id) FROM bars WHERE player = ?1 GROUP BY server)",
        (player,),
    )
    barred = [(server, until) for server, is_lifted, until in rows if not is_lifted]
    return [(server, until) for server, until in barred if until is None or until > since]


def _kept_out(tx: Transaction, player: int, since: float) -> list[tuple[int, float]]:
    """Return the servers of a person's self-exclusions, with the end of each after `since`."""
    rows = tx.all("SELECT server, until FROM keep_outs WHERE player = ? AND until > ?", (player, since))
    return [(server, until) for server, until in rows]


def _limited(tx: Transaction, player: int, at: float, since: float) -> list[tuple[int, int, float]]:
    """Return a person's limits of losses: server, amount, and end.

    An erasure lifts a limit from the next week on, unless it ends earlier.
    """
    rows = tx.all("SELECT server, amount, later, later_at FROM loss_limits WHERE player = ?", (player,))
    limits = []
    for server, amount, later, later_at in rows:
        is_past = later_at is not None and later_at <= at
        if not is_past or later is not None:
            limits.append((server, later if is_past else amount, next_week_at(at)))
        elif later_at > since:
            limits.append((server, amount, later_at))
    return limits


def _key(tx: Transaction, server: int, player: int) -> dict[str, Any]:
    """Return the key of a user's data in a server."""
    return {"server": server, "person": _hash(tx, server, player)}


def _hash(tx: Transaction, server: int, player: int) -> bytes:
    """Return the hash of a user in a server; before the first erasure its key is empty."""
    secret = tx.scalar("SELECT secret FROM keys WHERE name = ?", (KEY,)) or b""
    return hmac.digest(secret, f"{server}:{player}".encode(), "sha256")


_PAST = "day < :day"

EXPIRING = (
    # The counts of past days expire, because the amounts could identify a person.
    ExpiringRows("forgotten_limits", "server, person, kind", f"kind <> 'purse' AND {_PAST}"),
    ExpiringRows("forgotten_goes", "day, game, person", _PAST),
    *(
        ExpiringRows(rows, "server, person", "until <= :at")
        for rows in ("forgotten_bars", "forgotten_keep_outs", "forgotten_loss_limits")
    ),
)
