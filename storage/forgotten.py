"""What is kept of forgotten people: that they had a purse, today's limits and deals answered (F-53, TB-20).

It is kept under a keyed hash of the person's id in that server, without the id, a time, or the number
that takes the person's place in the books. Somebody who comes back is recognised by the hash; of
somebody who stays away only the fact of the purse is left once the day is over.
"""

from __future__ import annotations

import hmac
import secrets
from typing import Any

from storage.day_limits import day_of
from storage.transaction import Transaction

KEY = "forgotten"
EVERYWHERE = 0
"""In the place of a server, for what is one thing in all servers."""


def remember(tx: Transaction, player: int, at: float) -> None:
    """Keep the purse, the day's limits and the deals answered today under a hash, not the person's id."""
    servers = tx.column(
        "SELECT server FROM accounts WHERE kind = 'wallet' AND owner = ? AND opened_at IS NOT NULL", (player,)
    )
    games = tx.column("SELECT game FROM daily_goes WHERE player = ? AND day = ?", (player, day_of(at)))
    if servers or games:
        tx.execute("INSERT INTO keys VALUES (?, ?) ON CONFLICT DO NOTHING", (KEY, secrets.token_bytes(32)))
    for server in servers:
        person = _hash(tx, server, player)
        tx.execute(
            "INSERT INTO forgotten_limits VALUES (?, ?, 'purse', 0, 0) ON CONFLICT DO NOTHING",
            (server, person),
        )
        tx.execute(
            "INSERT INTO forgotten_limits SELECT server, ?, kind, day, amount FROM day_limits"
            " WHERE server = ? AND player = ?",
            (person, server, player),
        )
    tx.execute("DELETE FROM day_limits WHERE player = ?", (player,))
    for game in games:
        known = (day_of(at), game, _hash(tx, EVERYWHERE, player))
        tx.execute("INSERT INTO forgotten_goes VALUES (?, ?, ?)", known)
    tx.execute("DELETE FROM daily_goes WHERE player = ?", (player,))


def recall(tx: Transaction, server: int, player: int) -> bool:
    """Whether a newcomer has had a purse here before; if so their day's limits are restored."""
    known = (server, _hash(tx, server, player))
    tx.execute(
        "INSERT INTO day_limits SELECT server, ?, kind, day, amount FROM forgotten_limits"
        " WHERE server = ? AND person = ? AND kind <> 'purse'",
        (player, *known),
    )
    tx.execute("DELETE FROM forgotten_limits WHERE server = ? AND person = ? AND kind <> 'purse'", known)
    return was_forgotten(tx, server, player)


def was_forgotten(tx: Transaction, server: int, player: int) -> bool:
    """Whether somebody had a purse here and then had themselves forgotten."""
    known = (server, _hash(tx, server, player))
    return tx.one("SELECT 1 FROM forgotten_limits WHERE server = ? AND person = ?", known) is not None


def has_answered(tx: Transaction, player: int, day: int, game: str) -> bool:
    """Whether somebody answered that day's deal before they had themselves forgotten."""
    known = (day, game, _hash(tx, EVERYWHERE, player))
    found = tx.one("SELECT 1 FROM forgotten_goes WHERE day = ? AND game = ? AND person = ?", known)
    return found is not None


def kept(tx: Transaction, player: int) -> list[dict[str, Any]]:
    """Everything kept under a person's hashes, ready for JSON."""
    limits = [
        dict(row)
        for server in tx.column("SELECT DISTINCT server FROM forgotten_limits")
        for row in tx.all(
            "SELECT server, kind, day, amount FROM forgotten_limits WHERE server = ? AND person = ?",
            (server, _hash(tx, server, player)),
        )
    ]
    goes = tx.all(
        "SELECT day, game FROM forgotten_goes WHERE person = ? ORDER BY day, game",
        (_hash(tx, EVERYWHERE, player),),
    )
    return [*limits, *map(dict, goes)]


def prune(tx: Transaction, at: float) -> None:
    """Drop what counted on past days: by the amounts somebody could be found in the books."""
    tx.execute("DELETE FROM forgotten_limits WHERE kind <> 'purse' AND day < ?", (day_of(at),))
    tx.execute("DELETE FROM forgotten_goes WHERE day < ?", (day_of(at),))


def _hash(tx: Transaction, server: int, player: int) -> bytes:
    """How somebody is known again; before anybody was forgotten there is no key, and nobody to know."""
    key = tx.value("SELECT secret FROM keys WHERE name = ?", (KEY,)) or b""
    return hmac.digest(key, f"{server}:{player}".encode(), "sha256")
