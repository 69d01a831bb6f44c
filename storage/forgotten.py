"""What is kept when a person is forgotten: that they had a purse, and today's limits (F-53).

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


def remember(tx: Transaction, player: int) -> None:
    """Keep the purse and the day's limits under a hash instead of the person's id."""
    servers = tx.column(
        "SELECT server FROM accounts WHERE kind = 'wallet' AND owner = ? AND opened_at IS NOT NULL", (player,)
    )
    if servers:
        tx.execute("INSERT OR IGNORE INTO keys VALUES (?, ?)", (KEY, secrets.token_bytes(32)))
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


def kept(tx: Transaction, player: int) -> list[dict[str, Any]]:
    """Everything kept under a person's hashes, ready for JSON."""
    return [
        dict(row)
        for server in tx.column("SELECT DISTINCT server FROM forgotten_limits")
        for row in tx.all(
            "SELECT server, kind, day, amount FROM forgotten_limits WHERE server = ? AND person = ?",
            (server, _hash(tx, server, player)),
        )
    ]


def prune(tx: Transaction, at: float) -> None:
    """Drop the limits of past days: by their amounts somebody could be found in the books."""
    tx.execute("DELETE FROM forgotten_limits WHERE kind <> 'purse' AND day < ?", (day_of(at),))


def _hash(tx: Transaction, server: int, player: int) -> bytes:
    """How somebody is known again; before anybody was forgotten there is no key, and nobody to know."""
    key = tx.value("SELECT secret FROM keys WHERE name = ?", (KEY,)) or b""
    return hmac.digest(key, f"{server}:{player}".encode(), "sha256")
