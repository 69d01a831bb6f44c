"""Hands that were played: how each began, its moves in order, and what sealed its chance.

These give every state of it, so nothing else is kept. What is here is secret: people get a hand only
through the game's own view (`games/tools/hand_files.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate
from sqlite3 import Row
from typing import Any

from games.engine.chance.seals import Seal
from games.engine.core.game import AnyGame, Seat
from games.engine.table.table import Begun, Ended, Logged
from storage.db.checksums import checksum, require
from storage.db.codec import Codec, codec_of
from storage.db.transaction import Transaction, Value
from storage.errors import Unreadable

_SEALS = Codec[tuple[Seal, ...]](tuple[Seal, ...])
_SIGNED = ("table_id", "revision", "number", "hand", "seat", "move", "at")
"""What a move's checksum is over."""


@dataclass(frozen=True, slots=True)
class KeptHand:
    """How a hand began, and its seals (none while under way)."""

    beginning: Any
    seals: tuple[Seal, ...]


def write(
    tx: Transaction, game: AnyGame, table_id: int, begun: Sequence[Begun], ended: Sequence[Ended]
) -> None:
    """Store how hands began and the seals of those that ended; a hand called off has none."""
    encode = codec_of(game).state.encode
    for each in begun:
        _put(tx, table_id, each.number, encode(each.state), None)
    for over in ended:
        with suppress(Unreadable):
            # A damaged one stays as it is: it has no history, but play goes on.
            kept = _row(tx, table_id, over.number)
            if kept is not None and over.seals:
                _put(tx, table_id, over.number, kept[0], _SEALS.encode(over.seals))


def forget(
    tx: Transaction, game: AnyGame, table_id: int, seats: Collection[Seat], unname: Callable[[Seal], Seal]
) -> None:
    """Remove what the players in these seats typed from a table's hands, and the name from its seals."""
    state = codec_of(game).state
    for number in tx.column("SELECT number FROM hands WHERE table_id = ?", (table_id,)):
        try:
            kept = _row(tx, table_id, number)
            assert kept is not None
            beginning, seals = kept
            without = reduce(game.forgotten, seats, state.decode(beginning))
            if seals is not None:
                seals = _SEALS.encode(tuple(map(unname, _SEALS.decode(seals))))
        except Unreadable:
            # Unreadable values cannot be made anonymous.
            tx.execute("DELETE FROM hands WHERE table_id = ? AND number = ?", (table_id, number))
            continue
        _put(tx, table_id, number, state.encode(without), seals)


def seals(tx: Transaction, table_id: int) -> list[tuple[int, tuple[Seal, ...]]]:
    """The seals of every hand of a table that is over and can be read."""
    found = []
    for number in tx.column("SELECT number FROM hands WHERE table_id = ? ORDER BY number", (table_id,)):
        with suppress(Unreadable):
            kept = _row(tx, table_id, number)
            if kept is not None and kept[1] is not None:
                found.append((number, _SEALS.decode(kept[1])))
    return found


def get(tx: Transaction, game: AnyGame, table_id: int, number: int) -> KeptHand | None:
    """One hand of a table, or None; `Unreadable` if it is too old or damaged."""
    kept = _row(tx, table_id, number)
    if kept is None:
        return None
    beginning, seals = kept
    return KeptHand(codec_of(game).state.decode(beginning), () if seals is None else _SEALS.decode(seals))


def log_moves(
    tx: Transaction, game: AnyGame, at_table: tuple[int, int], moves: Sequence[Logged], at: float
) -> None:
    """Add the moves that led to a table's revision to its log, where they stay as they are."""
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


def moves(tx: Transaction, game: AnyGame, table_id: int, hand: int) -> tuple[Logged, ...]:
    """The moves of a table's hand; `Unreadable` if any of the table's is damaged.

    All are checked: a move with a wrong hand number is missing from another hand.
    """
    decode = codec_of(game).move.decode
    return tuple(
        Logged(hand, row["seat"], decode(row["move"])) for row in _moves(tx, table_id) if row["hand"] == hand
    )


def all_moves(tx: Transaction, game: AnyGame, table_id: int) -> dict[int, tuple[Logged, ...]]:
    """The moves of a table by their hands, all of them checked; `Unreadable` if any is damaged."""
    decode = codec_of(game).move.decode
    return {
        number: tuple(Logged(number, row["seat"], decode(row["move"])) for row in rows)
        for number, rows in _by_hand(tx, table_id).items()
    }


def finished(
    tx: Transaction, game: AnyGame, table_id: int
) -> Iterator[tuple[int, Any, tuple[Logged, ...], float]]:
    """Every hand of a table that was played to its end: number, beginning, moves, and when it ended.

    `Unreadable` if anything of it is damaged.
    """
    decode = codec_of(game).move.decode
    for number, rows in _by_hand(tx, table_id).items():
        kept = get(tx, game, table_id, number)
        if kept is not None and kept.seals:
            moves = tuple(Logged(number, row["seat"], decode(row["move"])) for row in rows)
            yield number, kept.beginning, moves, rows[-1]["at"]


def shown_after(tx: Transaction, table_id: int, hand: int) -> tuple[int, ...]:
    """After how many moves of a table's hand the table was shown: after those that one revision brought."""
    counts = tx.column(
        "SELECT count(*) FROM moves WHERE table_id = ? AND hand = ? GROUP BY revision ORDER BY revision",
        (table_id, hand),
    )
    return tuple(accumulate(counts))


def is_over(tx: Transaction, table_id: int, number: int) -> bool:
    """Whether that hand of a table is kept, and was played to its end."""
    sql = "SELECT 1 FROM hands WHERE table_id = ? AND number = ? AND seals IS NOT NULL"
    return tx.one(sql, (table_id, number)) is not None


def last_ones(tx: Transaction, table_id: int, count: int) -> tuple[int, ...]:
    """The numbers of a table's last hands that were played to their end, the newest first."""
    sql = "SELECT number FROM hands WHERE table_id = ? AND seals IS NOT NULL ORDER BY number DESC LIMIT ?"
    return tuple(tx.column(sql, (table_id, count)))


def newest(tx: Transaction, table_id: int) -> int | None:
    """The number of the last hand of a table that was played to its end."""
    return tx.number("SELECT max(number) FROM hands WHERE table_id = ? AND seals IS NOT NULL", (table_id,))


def newest_table(tx: Transaction, server: int, channel: int, player: int) -> int | None:
    """The table of a channel last played at that names this person and has a finished hand."""
    return tx.number(
        "SELECT id FROM tables WHERE server = ? AND channel = ?"
        " AND id IN (SELECT table_id FROM sitters WHERE player = ?)"
        " AND EXISTS (SELECT 1 FROM hands WHERE table_id = id AND seals IS NOT NULL)"
        " ORDER BY acted_at DESC, id DESC LIMIT 1",
        (server, channel, player),
    )


def _by_hand(tx: Transaction, table_id: int) -> dict[int, list[Row]]:
    played: dict[int, list[Row]] = {}
    for row in _moves(tx, table_id):
        played.setdefault(row["hand"], []).append(row)
    return played


def _moves(tx: Transaction, table_id: int) -> list[Row]:
    rows = tx.all(
        "SELECT table_id, revision, number, hand, seat, CAST(move AS BLOB) AS move, at, checksum FROM moves"
        " WHERE table_id = ? ORDER BY revision, number",
        (table_id,),
    )
    for row in rows:
        require(row["checksum"], f"a move at table {table_id}", *(row[name] for name in _SIGNED))
    return rows


def _put(tx: Transaction, table_id: int, number: int, beginning: str, seals: str | None) -> None:
    row = (table_id, number, beginning, seals)
    tx.execute(
        "INSERT INTO hands (table_id, number, beginning, seals, checksum) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (table_id, number) DO UPDATE SET"
        " beginning = excluded.beginning, seals = excluded.seals, checksum = excluded.checksum",
        (*row, checksum(*row)),
    )


def _row(tx: Transaction, table_id: int, number: int) -> tuple[str, str | None] | None:
    """A hand's stored beginning and seals."""
    row = tx.one(
        "SELECT CAST(beginning AS BLOB) AS beginning, CAST(seals AS BLOB) AS seals, checksum FROM hands"
        " WHERE table_id = ? AND number = ?",
        (table_id, number),
    )
    if row is None:
        return None
    beginning, seals = row["beginning"], row["seals"]
    require(row["checksum"], f"hand {number} of table {table_id}", table_id, number, beginning, seals)
    return beginning.decode(), None if seals is None else seals.decode()
