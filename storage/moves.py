"""The log of moves at tables, in order; it is append-only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.core.game import AnyGame
from games.engine.table.table import Logged
from storage.checksums import checksum, require
from storage.codec import codec_of
from storage.transaction import Transaction, Value

_SIGNED = ("table_id", "revision", "number", "hand", "seat", "move", "at")
"""What a move's checksum is over."""


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """A logged move."""

    revision: int
    hand: int
    seat: int
    move: Any
    at: float


def append(
    tx: Transaction, game: AnyGame, at_table: tuple[int, int], moves: Sequence[Logged], at: float
) -> None:
    """Log the moves that led to a table's revision."""
    encode = codec_of(game).move.encode
    rows: list[tuple[Value, ...]] = [
        (*at_table, number, each.hand, each.seat, encode(each.move), float(at))
        for number, each in enumerate(moves)
    ]
    tx.execute_each(
        "INSERT INTO moves (table_id, revision, number, hand, seat, move, at, checksum)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [(*row, checksum(*row)) for row in rows],
    )


def read(tx: Transaction, game: AnyGame, table_id: int, hand: int | None = None) -> tuple[WrittenMove, ...]:
    """A table's moves, of one hand or of all; `Unreadable` if any of the table's is damaged.

    All are checked: a move with a wrong hand number is missing from another hand.
    """
    decode = codec_of(game).move.decode
    found = []
    for row in tx.execute(
        "SELECT table_id, revision, number, hand, seat, CAST(move AS BLOB) AS move, at, checksum FROM moves"
        " WHERE table_id = ? ORDER BY revision, number",
        (table_id,),
    ):
        require(row["checksum"], f"a move at table {table_id}", *(row[name] for name in _SIGNED))
        if hand in (None, row["hand"]):
            move = decode(row["move"])
            found.append(WrittenMove(row["revision"], row["hand"], row["seat"], move, row["at"]))
    return tuple(found)
