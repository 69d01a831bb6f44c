"""Helpers that several tests about restored share."""

from __future__ import annotations

import re

from storage.db.transaction import Transaction

SEED = re.compile(r'"seed":"([0-9a-f]{64})"')


OPENED = re.compile(r'"revealed":\{[^}]*\}')


def secrets(tx: Transaction) -> set[str]:
    """Every seed of open tables that cards and dice are still drawn from, or were, in the hand under way."""
    snapshots = tx.all("SELECT snapshot FROM tables WHERE phase <> 'closed'")
    return {seed for (text,) in snapshots for seed in SEED.findall(OPENED.sub("", text))}


def under_way(tx: Transaction) -> list[int]:
    """The open tables at which a hand is under way."""
    rows = tx.all(
        "SELECT id FROM tables WHERE phase = 'playing' AND json_extract(snapshot, '$.hand') NOTNULL"
    )
    return [number for (number,) in rows]
