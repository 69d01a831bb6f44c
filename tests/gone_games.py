"""Books in which all that is stored of some games is of games that are not installed."""

from __future__ import annotations

import re
from collections.abc import Mapping

from games.catalog import GAMES
from storage.db.codec import FORMAT, checksum
from storage.db.transaction import Transaction
from storage.tournaments.tournaments import SIGNED

GONE: Mapping[str, str] = {key: f"gone_{key[:5]}" for key in GAMES}
"""The keys of games that are not installed, by those of ours whose rows they take."""
_KEYS = re.compile(rf"(?<![a-z_])({'|'.join(GAMES)})(?![a-z])")
OURS = ("own_cards",)
"""What only a game of ours has."""


def gone(text: str) -> str:
    """Return a text in which each of our games is one that is not installed."""
    return _KEYS.sub(lambda found: GONE[found[1]], text)


def remove_games(tx: Transaction) -> frozenset[str]:
    """Make all that is stored of our games that of others; return the database’s tables with any."""
    changed = set()
    names = [str(name) for (name,) in tx.all("SELECT name FROM sqlite_master WHERE type = 'table'")]
    for name in (each for each in names if each not in OURS and not each.startswith("sqlite_")):
        for row in map(dict, tx.all(f"SELECT * FROM {name}")):  # noqa: S608
            texts = {key: gone(each) for key, each in row.items() if isinstance(each, str)}
            if texts.items() <= row.items():
                continue
            changed.add(name)
            written = ", ".join(f"{key} = :new_{key}" for key in texts)
            same = " AND ".join(f"{key} IS :{key}" for key in row)
            new = {f"new_{key}": each for key, each in texts.items()}
            tx.execute(f"UPDATE {name} SET {written} WHERE {same}", {**row, **new})  # noqa: S608
    _sign(tx)
    return frozenset(changed)


def _sign(tx: Transaction) -> None:
    for row in tx.all("SELECT * FROM tables"):
        sign = checksum(row["id"], row["server"], row["game"], FORMAT, row["snapshot"])
        tx.execute("UPDATE tables SET checksum = ? WHERE id = ?", (sign, row["id"]))
    for row in tx.all("SELECT * FROM tournaments"):
        sign = checksum(*(row[name] for name in SIGNED))
        tx.execute("UPDATE tournaments SET checksum = ? WHERE id = ?", (sign, row["id"]))
    # Rows of old versions have none.
    tx.execute("UPDATE deeds SET proof = NULL")
