"""Marks that players put on their hands: those they keep for good, and those they have shown (TB-13).

A mark goes with its hand. A table of which somebody keeps a hand stays when others are deleted, with these
hands alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.engine.core.sentences import phrases
from storage.db.transaction import Transaction
from storage.errors import Refused

KEPT_MAX = 50
"""So many hands one person keeps, in all servers together."""

Kind: TypeAlias = Literal["kept", "shown"]


@dataclass(eq=False)
class KeptEnough(Refused):
    """Somebody keeps as many hands as one person may."""

    says = phrases(
        "You already keep {most} hand. Let it go first: `/hand kept` lists it.",
        "You already keep {most} hands. Let one of them go first: `/hand kept` lists them.",
        "most",
    )
    most: int


@dataclass(frozen=True, slots=True)
class KeptMark:
    """A hand that somebody keeps, and since when."""

    server: int
    game: str
    table: int
    hand: int
    at: float


def keep(tx: Transaction, player: int, table: int, hand: int, at: float) -> None:
    """Keep a hand for good; `KeptEnough` if there are too many, and nothing new if it is kept already."""
    count = tx.number("SELECT count(*) FROM hand_marks WHERE player = ? AND kind = 'kept'", (player,)) or 0
    if count >= KEPT_MAX and not is_kept(tx, player, table, hand):
        raise KeptEnough(KEPT_MAX)
    _put(tx, player, "kept", table, hand, at)


def let_go(tx: Transaction, player: int, table: int, hand: int) -> None:
    """Keep a hand no longer."""
    _drop(tx, player, "kept", table, hand)


def is_kept(tx: Transaction, player: int, table: int, hand: int) -> bool:
    """Whether somebody keeps that hand."""
    sql = "SELECT 1 FROM hand_marks WHERE player = ? AND kind = 'kept' AND table_id = ? AND hand = ?"
    return tx.one(sql, (player, table, hand)) is not None


def kept(tx: Transaction, player: int) -> list[KeptMark]:
    """The hands that somebody keeps, the newest mark first."""
    rows = tx.all(
        "SELECT server, game, table_id, hand, at FROM hand_marks JOIN tables ON tables.id = table_id"
        " WHERE player = ? AND kind = 'kept' ORDER BY at DESC, table_id DESC, hand DESC",
        (player,),
    )
    return [KeptMark(*row) for row in rows]


def show(tx: Transaction, player: int, table: int, hand: int, at: float) -> bool:
    """Note that somebody shows a hand; False if they have shown it before."""
    return _put(tx, player, "shown", table, hand, at)


def not_shown(tx: Transaction, player: int, table: int, hand: int) -> None:
    """Take that back: it could not be posted."""
    _drop(tx, player, "shown", table, hand)


def _put(tx: Transaction, player: int, kind: Kind, table: int, hand: int, at: float) -> bool:
    sql = "INSERT INTO hand_marks VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
    return tx.execute(sql, (player, kind, table, hand, float(at))).rowcount > 0


def _drop(tx: Transaction, player: int, kind: Kind, table: int, hand: int) -> None:
    where = "player = ? AND kind = ? AND table_id = ? AND hand = ?"
    tx.execute(f"DELETE FROM hand_marks WHERE {where}", (player, kind, table, hand))  # noqa: S608  (our own words)
