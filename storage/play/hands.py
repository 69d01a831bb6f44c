"""Played hands: the beginning of each hand, its moves in order, and the seals of its chance.

They determine every state of the hand, so no other state is stored. They are secret: users see a hand only
through the game's view (`games/tools/replay.py`).

Players bookmark hands that they keep for good, and hands that they have shown (TB-13). A bookmark is deleted
with its hand. When a table expires, its kept hands stay.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate
from sqlite3 import Row
from typing import Any, Literal, TypeAlias

from games.engine.core.errors import ngettext_noop
from games.engine.core.game import AnyGame, Seat
from games.engine.provable_chance import Seal
from games.engine.table.table import BegunHand, EndedHand, LoggedMove
from storage.db.codec import Codec, checksum, codec_of, require
from storage.db.retention import PersonalColumns
from storage.db.transaction import STAYS, Fields, Transaction
from storage.errors import Refused, Unreadable
from storage.play.postings import OPEN_OR_CLOSED

FORGOTTEN_AT_ONCE = 100
"""The number of hands in one piece of an erasure, which takes about 25 ms."""
KEPT_MAX = 50
"""The maximum number of hands that one user keeps, in all servers together."""

Mark: TypeAlias = Literal["kept", "shown"]

_SEALS = Codec[tuple[Seal, ...]](tuple[Seal, ...])
_SIGNED = ("table_id", "revision", "number", "hand", "seat", "move", "at")
"""The columns that a move's checksum covers."""


@dataclass(frozen=True, slots=True)
class KeptHand:
    """A stored hand: its beginning, and its seals, which are empty while it is under way."""

    beginning: Any
    seals: tuple[Seal, ...]


class KeptEnough(Refused):
    template = ngettext_noop(
        "You already keep {most} hand. Let it go first: `/hand history` leads to it.",
        "You already keep {most} hands. Let one of them go first: `/hand history` leads to them.",
        "most",
    )
    most: int


@dataclass(frozen=True, slots=True)
class KeptMark:
    """A hand that a user keeps, and the time of the bookmark."""

    server: int
    game: str
    table: int
    hand: int
    at: float


def write(
    tx: Transaction, game: AnyGame, table_id: int, begun: Sequence[BegunHand], ended: Sequence[EndedHand]
) -> None:
    """Store hands that began, and the seals of hands that ended; a hand called off has none."""
    encode = codec_of(game).state.encode
    for each in begun:
        _put(tx, table_id, each.number, encode(each.state), None)
    for over in ended:
        with suppress(Unreadable):
            # A damaged hand stays without seals: it has no history, but play goes on.
            kept = _row(tx, table_id, over.number)
            if kept is not None and over.seals:
                _put(tx, table_id, over.number, kept[0], _SEALS.encode(over.seals))


def forget(
    tx: Transaction,
    game: AnyGame,
    after: tuple[int, int],
    seats: Collection[Seat],
    unname: Callable[[Seal], Seal],
) -> int:
    """Erase the texts typed by the players in these seats from the next hands, and names from their seals.

    `after` is a table and a hand, after which `FORGOTTEN_AT_ONCE` hands are erased. Return the number of the
    last of them, or 0 if there are none.
    """
    state, (table_id, _) = codec_of(game).state, after
    some = f"table_id = ? AND number > ? ORDER BY number LIMIT {FORGOTTEN_AT_ONCE}"
    number = 0
    for number in tx.scalars(f"SELECT number FROM hands WHERE {some}", after):  # noqa: S608  (our own words)
        try:
            kept = _row(tx, table_id, number)
            assert kept is not None
            beginning, seals = kept
            without = reduce(game.forgotten, seats, state.decode(beginning))
            if seals is not None:
                seals = _SEALS.encode(tuple(map(unname, _SEALS.decode(seals))))
        except Unreadable:
            # Unreadable values cannot be made anonymous, so the hand is deleted.
            tx.execute("DELETE FROM hands WHERE table_id = ? AND number = ?", (table_id, number))
            continue
        _put(tx, table_id, number, state.encode(without), seals)
    return number


def seals(tx: Transaction, table_id: int) -> list[tuple[int, tuple[Seal, ...]]]:
    """Return the seals of every finished and readable hand of a table."""
    sealed = []
    for number in tx.scalars("SELECT number FROM hands WHERE table_id = ? ORDER BY number", (table_id,)):
        with suppress(Unreadable):
            kept = _row(tx, table_id, number)
            if kept is not None and kept[1] is not None:
                sealed.append((number, _SEALS.decode(kept[1])))
    return sealed


def get(tx: Transaction, game: AnyGame, table_id: int, number: int) -> KeptHand | None:
    """Return one hand of a table, or None. Raises `Unreadable` if it is too old or damaged."""
    kept = _row(tx, table_id, number)
    if kept is None:
        return None
    beginning, seals = kept
    return KeptHand(codec_of(game).state.decode(beginning), () if seals is None else _SEALS.decode(seals))


def log_moves(
    tx: Transaction, game: AnyGame, at_table: tuple[int, int], moves: Sequence[LoggedMove], at: float
) -> None:
    """Append the moves that led to a table's revision to its log, which is append-only."""
    encode = codec_of(game).move.encode
    rows: list[Fields] = [
        dict(
            zip(_SIGNED, (*at_table, number, each.hand, each.seat, encode(each.move), float(at)), strict=True)
        )
        for number, each in enumerate(moves)
    ]
    tx.insert_many("moves", [{**row, "checksum": checksum(*(row[name] for name in _SIGNED))} for row in rows])


def moves(tx: Transaction, game: AnyGame, table_id: int, hand: int) -> tuple[LoggedMove, ...]:
    """Return the moves of a table's hand. Raises `Unreadable` if any move of the table is damaged.

    All moves are checked, since a move with a damaged hand number would be missing from its hand.
    """
    decode = codec_of(game).move.decode
    return tuple(
        LoggedMove(hand, row["seat"], decode(row["move"]))
        for row in _moves(tx, table_id)
        if row["hand"] == hand
    )


def all_moves(tx: Transaction, game: AnyGame, table_id: int) -> dict[int, tuple[LoggedMove, ...]]:
    """Return the moves of a table by hand. Raises `Unreadable` if any of them is damaged."""
    decode = codec_of(game).move.decode
    return {
        number: tuple(LoggedMove(number, row["seat"], decode(row["move"])) for row in rows)
        for number, rows in _by_hand(tx, table_id).items()
    }


def finished(
    tx: Transaction, game: AnyGame, table_id: int
) -> Iterator[tuple[int, Any, tuple[LoggedMove, ...], float]]:
    """Yield every finished hand of a table: its number, beginning, moves, and the time of its end.

    Raises `Unreadable` if any part is damaged.
    """
    decode = codec_of(game).move.decode
    for number, rows in _by_hand(tx, table_id).items():
        kept = get(tx, game, table_id, number)
        if kept is not None and kept.seals:
            moves = tuple(LoggedMove(number, row["seat"], decode(row["move"])) for row in rows)
            yield number, kept.beginning, moves, rows[-1]["at"]


def shown_after(tx: Transaction, table_id: int, hand: int) -> tuple[int, ...]:
    """Return, for each revision of a table in a hand, the number of the hand's moves up to it."""
    counts = tx.scalars(
        "SELECT count(*) FROM moves WHERE table_id = ? AND hand = ? GROUP BY revision ORDER BY revision",
        (table_id, hand),
    )
    return tuple(accumulate(counts))


def is_over(tx: Transaction, table_id: int, number: int) -> bool:
    """Return True if a hand of a table is stored, and was played to its end."""
    sql = "SELECT 1 FROM hands WHERE table_id = ? AND number = ? AND seals IS NOT NULL"
    return tx.first(sql, (table_id, number)) is not None


def last_ones(tx: Transaction, table_id: int, count: int) -> tuple[int, ...]:
    """Return the numbers of a table's last finished hands, the newest first."""
    sql = "SELECT number FROM hands WHERE table_id = ? AND seals IS NOT NULL ORDER BY number DESC LIMIT ?"
    return tuple(tx.scalars(sql, (table_id, count)))


def newest(tx: Transaction, table_id: int) -> int | None:
    """Return the number of a table's last finished hand."""
    return tx.scalar_int(
        "SELECT max(number) FROM hands WHERE table_id = ? AND seals IS NOT NULL", (table_id,)
    )


def newest_table(tx: Transaction, server: int, channel: int, player: int) -> int | None:
    """Return the latest table in a channel with this user and a finished hand, or None."""
    newest = "ORDER BY acted_at DESC, id DESC LIMIT 1"
    # The query uses the indexes of open and of closed tables.
    either = " UNION ALL ".join(
        f"SELECT * FROM (SELECT id, acted_at FROM tables WHERE server = ?1 AND channel = ?2 AND {which}"  # noqa: S608  (our own words)
        " AND EXISTS (SELECT 1 FROM sitters WHERE table_id = id AND player = ?3)"
        f" AND EXISTS (SELECT 1 FROM hands WHERE table_id = id AND seals IS NOT NULL) {newest}) AS {name}"
        for which, name in OPEN_OR_CLOSED.items()
    )
    return tx.scalar_int(f"SELECT id FROM ({either}) AS found {newest}", (server, channel, player))  # noqa: S608


def recent_of_game(
    tx: Transaction, server: int, player: int, game: str, since: float, limit: int
) -> list[tuple[int, int]]:
    """Return a user's last hands of a game in a server: table and number, newest first."""
    rows = tx.all(
        "SELECT hands.table_id, hands.number FROM hands JOIN tables ON tables.id = hands.table_id"
        " JOIN sitters ON sitters.table_id = hands.table_id AND sitters.player = ?"
        " WHERE server = ? AND game = ? AND acted_at >= ? AND seals IS NOT NULL"
        " ORDER BY acted_at DESC, hands.table_id DESC, hands.number DESC LIMIT ?",
        (player, server, game, since, limit),
    )
    return [(table, number) for table, number in rows]


def latest(tx: Transaction, server: int, player: int, limit: int) -> list[tuple[str, int, int, float]]:
    """Return a user's last hands in a server: game, table, number and moment (unix), newest first."""
    last = "SELECT max(at) FROM moves WHERE moves.table_id = hands.table_id AND moves.hand = hands.number"
    rows = tx.all(
        f"SELECT game, hands.table_id, hands.number, coalesce(({last}), acted_at)"  # noqa: S608  (our own words)
        " FROM hands JOIN tables ON tables.id = hands.table_id"
        " JOIN sitters ON sitters.table_id = hands.table_id AND sitters.player = ?"
        " WHERE server = ? AND seals IS NOT NULL"
        " ORDER BY acted_at DESC, hands.table_id DESC, hands.number DESC LIMIT ?",
        (player, server, limit),
    )
    return [(game, table, number, at) for game, table, number, at in rows]


def keep_for_good(tx: Transaction, player: int, table: int, hand: int, at: float) -> None:
    """Bookmark a hand for good. Raises `KeptEnough` if the user keeps too many."""
    count = (
        tx.scalar_int("SELECT count(*) FROM hand_marks WHERE player = ? AND kind = 'kept'", (player,)) or 0
    )
    if count >= KEPT_MAX and not is_kept(tx, player, table, hand):
        raise KeptEnough(KEPT_MAX)
    _mark(tx, player, "kept", table, hand, at)


def let_go(tx: Transaction, player: int, table: int, hand: int) -> None:
    """Delete a user's bookmark of a kept hand."""
    _unmark(tx, player, "kept", table, hand)


def is_kept(tx: Transaction, player: int, table: int, hand: int) -> bool:
    """Return True if a user keeps a hand."""
    sql = "SELECT 1 FROM hand_marks WHERE player = ? AND kind = 'kept' AND table_id = ? AND hand = ?"
    return tx.first(sql, (player, table, hand)) is not None


def kept_by(tx: Transaction, player: int) -> list[KeptMark]:
    """Return the hands that a user keeps, the newest bookmark first."""
    rows = tx.all(
        "SELECT server, game, table_id, hand, at FROM hand_marks JOIN tables ON tables.id = table_id"
        " WHERE player = ? AND kind = 'kept' ORDER BY at DESC, table_id DESC, hand DESC",
        (player,),
    )
    return [KeptMark(*row) for row in rows]


def mark_shown(tx: Transaction, player: int, table: int, hand: int, at: float) -> bool:
    """Record that a user shows a hand; return False if it was recorded before."""
    return _mark(tx, player, "shown", table, hand, at)


def unmark_shown(tx: Transaction, player: int, table: int, hand: int) -> None:
    """Delete the record that a user shows a hand, because it could not be posted."""
    _unmark(tx, player, "shown", table, hand)


def _mark(tx: Transaction, player: int, kind: Mark, table: int, hand: int, at: float) -> bool:
    row = {"player": player, "kind": kind, "table_id": table, "hand": hand, "at": float(at)}
    return tx.add("hand_marks", row, STAYS).rowcount > 0


def _unmark(tx: Transaction, player: int, kind: Mark, table: int, hand: int) -> None:
    tx.execute(
        "DELETE FROM hand_marks WHERE player = ? AND kind = ? AND table_id = ? AND hand = ?",
        (player, kind, table, hand),
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
    row = {
        "beginning": beginning,
        "seals": seals,
        "checksum": checksum(table_id, number, beginning, seals),
    }
    tx.upsert("hands", {"table_id": table_id, "number": number}, row)


def _row(tx: Transaction, table_id: int, number: int) -> tuple[str, str | None] | None:
    row = tx.first(
        "SELECT CAST(beginning AS BLOB) AS beginning, CAST(seals AS BLOB) AS seals, checksum FROM hands"
        " WHERE table_id = ? AND number = ?",
        (table_id, number),
    )
    if row is None:
        return None
    beginning, seals = row["beginning"], row["seals"]
    require(row["checksum"], f"hand {number} of table {table_id}", table_id, number, beginning, seals)
    return beginning.decode(), None if seals is None else seals.decode()


PERSONAL = (
    PersonalColumns(
        "hand_marks",
        'table_id AS "table", hand, at',
        "at",
        told="kept_hands",
        which="player = ? AND kind = 'kept'",
    ),
)
