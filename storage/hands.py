"""Hands that were played: how each began, and what sealed its chance.

Beginning and moves lead to every state of a hand, so nothing else of it is kept. What is here
is secret: whoever asks for a hand gets it through the game's own view (`games/history.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from games.engine.chance import Seal
from games.engine.game import AnyGame, Seat
from games.engine.table import Begun, Ended
from storage.codec import Codec, codec_of
from storage.errors import Unreadable
from storage.transaction import Transaction

_SEALS: Codec[tuple[Seal, ...]] = Codec(tuple[Seal, ...])


@dataclass(frozen=True, slots=True)
class KeptHand:
    """A hand: its number at its table, how it began, and its seals, none while it is under way."""

    number: int
    beginning: Any
    seals: tuple[Seal, ...]


def write(
    tx: Transaction, game: AnyGame, table_id: int, begun: Sequence[Begun], ended: Sequence[Ended]
) -> None:
    """Keep how hands began, and with what seals others ended; one without any was called off."""
    encode = codec_of(game).state.encode
    tx.execute_each(
        "INSERT INTO hands (table_id, number, beginning) VALUES (?, ?, ?)",
        [(table_id, each.number, encode(each.state)) for each in begun],
    )
    tx.execute_each(
        "UPDATE hands SET seals = ? WHERE table_id = ? AND number = ?",
        [(_SEALS.encode(each.seals), table_id, each.number) for each in ended if each.seals],
    )


def forget(tx: Transaction, game: AnyGame, table_id: int, seats: Collection[Seat]) -> None:
    """Take the own words of whoever had these seats out of a table's hands."""
    state = codec_of(game).state
    for number, text in tx.all("SELECT number, beginning FROM hands WHERE table_id = ?", (table_id,)):
        try:
            without = reduce(game.forgotten, seats, state.decode(text))
        except Unreadable:
            # What cannot be read cannot be made anonymous either.
            tx.execute("DELETE FROM hands WHERE table_id = ? AND number = ?", (table_id, number))
            continue
        tx.execute(
            "UPDATE hands SET beginning = ? WHERE table_id = ? AND number = ?",
            (state.encode(without), table_id, number),
        )


def get(tx: Transaction, game: AnyGame, table_id: int, number: int) -> KeptHand | None:
    """One hand of a table, or None where there is none of that number; `Unreadable` where it is of old."""
    row = tx.one("SELECT beginning, seals FROM hands WHERE table_id = ? AND number = ?", (table_id, number))
    if row is None:
        return None
    beginning, seals = row
    return KeptHand(
        number, codec_of(game).state.decode(beginning), () if seals is None else _SEALS.decode(seals)
    )


def newest(tx: Transaction, table_id: int) -> int | None:
    """The number of the last hand of a table that was played to its end."""
    number: int | None = tx.value(
        "SELECT max(number) FROM hands WHERE table_id = ? AND seals IS NOT NULL", (table_id,)
    )
    return number


def newest_table(tx: Transaction, server: int, channel: int, player: int) -> int | None:
    """Of a channel's tables that a person is named at, and where a hand is over, the one last played at."""
    row = tx.one(
        "SELECT id FROM tables WHERE server = ? AND channel = ?"
        " AND id IN (SELECT table_id FROM sitters WHERE player = ?)"
        " AND EXISTS (SELECT 1 FROM hands WHERE table_id = id AND seals IS NOT NULL)"
        " ORDER BY acted_at DESC, id DESC LIMIT 1",
        (server, channel, player),
    )
    return None if row is None else int(row[0])
