"""What a table and a tournament have in common: each is shown by one message, and changes by revisions.

A posting is *behind* while its message shows an older revision than the stored one, and *settled* once
its end has been shown.

It stands in a server that the bot is in, or in a place that has none. The books, settings, records and home
throws are a server's. A posting of another place is in none of them: it is played for nothing, and nobody
has a wallet there.

Interactions already acted on are remembered here: one that is delivered twice acts once (F-22).
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from sqlite3 import Row
from threading import Lock
from typing import Any, ClassVar, Final, Generic, TypeVar

from storage.db.kept import Fleeting
from storage.db.transaction import STAYS, Parameters, Transaction
from storage.errors import Differs, Unreadable
from storage.leases import ALL_SHARDS, ShardRange

log = logging.getLogger(__name__)

DIRECT: Final = 0
"""Instead of a server: a direct message with the bot, where it can post and edit as it can in a server."""
ELSEWHERE: Final = 2**22 - 1
"""Instead of a server: wherever the bot can only answer, such as a group or a server that it is not in.

Less than any number of Discord's, so that it falls to the first shard, as direct messages do.
"""
KEPT_SECONDS = 24 * 3600
"""Seconds to remember an interaction; Discord repeats no older ones."""


def is_server(place: int) -> bool:
    """Whether a place is a server with the bot in it."""
    return place not in (DIRECT, ELSEWHERE)


@dataclass(frozen=True, slots=True)
class Posting(ABC):
    """A table or a tournament, and where it is shown; `message` is None before it was posted."""

    id: int
    """The posting's number, never reused within its kind."""
    server: int
    """The server, or what stands for a place that has none (`is_server`)."""
    channel: int
    message: int | None
    revision: int
    deadline_at: float | None
    posted_at: float | None
    acted_at: float
    shown_revision: int

    over: ClassVar[tuple[str, ...]]
    """The phases in which it has come to an end."""

    @property
    @abstractmethod
    def phase(self) -> str:
        """How far the posting has come."""

    @property
    def is_over(self) -> bool:
        """Whether the posting has ended."""
        return self.phase in self.over


COLUMNS = tuple(each.name for each in fields(Posting))
"""A posting's columns, named like its fields."""


def facts(row: Row) -> dict[str, Any]:
    """A posting's fields from its row."""
    return {name: row[name] for name in COLUMNS}


@dataclass(frozen=True, slots=True)
class Rows:
    """Where one kind of posting is stored: the name of the SQL table, and the phases that mean it is over."""

    name: str
    over: tuple[str, ...]

    @property
    def is_over(self) -> str:
        """The SQL condition for postings that are over."""
        phases = ", ".join(f"'{phase}'" for phase in self.over)
        return f"phase IN ({phases})"

    @property
    def is_open(self) -> str:
        """The SQL condition for postings that are not over."""
        return f"settled = 0 AND NOT {self.is_over}"

    def servers(self, tx: Transaction, shards: ShardRange = ALL_SHARDS) -> frozenset[int]:
        """The servers of these shards with an open posting, also what stands for none (`is_server`)."""
        where = f"{self.is_open} AND {shards.condition()}"
        return frozenset(tx.column(f"SELECT DISTINCT server FROM {self.name} WHERE {where}"))

    def under_way(self, tx: Transaction, shards: ShardRange = ALL_SHARDS) -> tuple[int, ...]:
        """The numbers of all open postings of these shards."""
        where = f"{self.is_open} AND {shards.condition()}"
        return tuple(tx.column(f"SELECT id FROM {self.name} WHERE {where}"))

    def count_open(self, tx: Transaction) -> int:
        """How many of them there are."""
        number: int = tx.value(f"SELECT COUNT(*) FROM {self.name} WHERE {self.is_open}")
        return number

    def deadlines(self, tx: Transaction, shards: ShardRange = ALL_SHARDS) -> list[tuple[int, int, float]]:
        """Open postings of these shards with a deadline, at which revision, and when it is."""
        where = f"{self.is_open} AND deadline_at IS NOT NULL AND {shards.condition()}"
        rows = tx.all(f"SELECT id, revision, deadline_at FROM {self.name} WHERE {where}")
        return [(row["id"], row["revision"], row["deadline_at"]) for row in rows]

    def set_deadline(self, tx: Transaction, number: int, deadline_at: float | None) -> None:
        """Set a posting's deadline and nothing else; it is shown, so this makes another revision."""
        tx.execute(
            f"UPDATE {self.name} SET deadline_at = ?, revision = revision + 1 WHERE id = ?",
            (deadline_at, number),
        )

    def put_off(
        self, tx: Transaction, by_seconds: float, clock_set_by: float, shards: ShardRange = ALL_SHARDS
    ) -> None:
        """Postpone all deadlines, so that nobody loses or gains time (TB-8, F-16, F-17).

        What has a deadline shows it, so each becomes another revision, and is drawn again. Messages age while
        the bot is away, so their times move only by what the clock was set by. What is over was over when it
        was.
        """
        tx.execute(
            f"UPDATE {self.name} SET deadline_at = deadline_at + ?,"
            " revision = revision + CASE WHEN deadline_at IS NULL THEN 0 ELSE 1 END,"
            f" acted_at = acted_at + CASE WHEN {self.is_over} THEN 0.0 ELSE ? END,"
            f" posted_at = posted_at + ? WHERE settled = 0 AND {shards.condition()}",
            (by_seconds, by_seconds, clock_set_by),
        )

    def set_message(
        self, tx: Transaction, number: int, channel: int, message: int | None, posted_at: float | None
    ) -> None:
        """Note which message shows a posting."""
        tx.execute(
            f"UPDATE {self.name} SET channel = ?, message = ?, posted_at = ? WHERE id = ?",
            (channel, message, posted_at, number),
        )

    def shown_by(
        self, tx: Transaction, server: int, channel: int, messages: Collection[int]
    ) -> tuple[int, ...]:
        """Postings shown by these messages of a channel, except those whose end is shown."""
        rows = tx.all(
            f"SELECT id, message FROM {self.name} WHERE settled = 0 AND server = ? AND channel = ?",
            (server, channel),
        )
        return tuple(row["id"] for row in rows if row["message"] in messages)

    def mark_shown(self, tx: Transaction, shown: Mapping[int, int]) -> None:
        """Note which revision each message shows; a posting whose end is shown is settled."""
        rows: list[Parameters] = [{"shown": revision, "id": number} for number, revision in shown.items()]
        # Noted in batches and out of order, so never lowered.
        tx.execute_each(
            f"UPDATE {self.name} SET shown_revision = :shown WHERE id = :id AND shown_revision < :shown", rows
        )
        tx.execute_each(
            f"UPDATE {self.name} SET settled = 1 WHERE settled = 0 AND {self.is_over}"
            " AND :shown >= revision AND id = :id",
            rows,
        )

    def behind(self, tx: Transaction, shards: ShardRange = ALL_SHARDS) -> tuple[int, ...]:
        """Postings whose message shows an older revision, also ended postings until their end is shown."""
        where = f"settled = 0 AND shown_revision < revision AND {shards.condition()}"
        # Sorted here: asked for in their order, all that are over would be passed by.
        return tuple(sorted(tx.column(f"SELECT id FROM {self.name} WHERE {where}")))


OPEN_OR_CLOSED: Final = {"settled = 0": "open", "phase = 'closed'": "closed"}
"""Tables are one or the other, or both until their end is shown; each has an index by server and channel."""

TABLES = Rows("tables", ("closed",))
TOURNAMENTS = Rows("tournaments", ("over", "called_off"))

V = TypeVar("V")
P = TypeVar("P", bound=Posting)


class Postings(ABC, Generic[P, V]):
    """All postings of one kind. What is cached here can always be read again."""

    rows: ClassVar[Rows]
    columns: ClassVar[str]
    """Columns read beside `COLUMNS`, as bytes, since damaged text may not decode."""
    decoded_max: ClassVar[int]
    """How many postings are cached decoded."""

    def __init__(self) -> None:
        self._select = f"SELECT {', '.join(COLUMNS)}, {self.columns} FROM {self.rows.name}"
        # Keyed by the snapshot's text: entries of a rolled-back transaction are never asked for.
        self._decoded: OrderedDict[int, tuple[bytes, V]] = OrderedDict()
        self._deciding = Lock()
        """Held by the thread that decides what is cached."""

    def load(self, tx: Transaction, number: int) -> P | None:
        """A posting, over or not, or None; `Unreadable` if this version cannot read it."""
        self._hold(tx, number)
        row = tx.one(f"{self._select} WHERE id = ?", (number,))
        return None if row is None else self._stored(tx, row)

    def known(self, tx: Transaction, number: int) -> P:
        """A posting that must exist; `Unreadable` if it does not."""
        stored = self.load(tx, number)
        if stored is None:
            raise Unreadable(f"{self.rows.name}: number {number} is gone")
        return stored

    def lost(self, tx: Transaction, shards: ShardRange = ALL_SHARDS) -> tuple[int, ...]:
        """Those of these shards not over that cannot go on: unreadable, or with the wrong money (F-58)."""
        where = f"NOT {self.rows.is_over} AND {shards.condition()}"
        numbers = tx.column(f"SELECT id FROM {self.rows.name} WHERE {where}")
        return tuple(number for number in numbers if not self._can_go_on(tx, number))

    def unsound(self, tx: Transaction) -> tuple[int, ...]:
        """The same, for whoever only looks: nothing is mended."""
        numbers = tx.column(f"SELECT id FROM {self.rows.name} WHERE NOT {self.rows.is_over} ORDER BY id")
        return tuple(number for number in numbers if isinstance(self._sound(tx, number), Exception))

    def _hold(self, tx: Transaction, number: int) -> None:
        tx.hold(self.rows.name, number)

    @abstractmethod
    def check_money(self, tx: Transaction, stored: P) -> None:
        """Raise `Differs` unless its account holds what its snapshot says."""

    @abstractmethod
    def _stored(self, tx: Transaction, row: Row) -> P:
        """A row as a posting; `Unreadable` if this version cannot read it."""

    def _readable(self, tx: Transaction, which: str, parameters: Parameters) -> tuple[P, ...]:
        """Those that a query finds and this version can read."""
        found = []
        for row in tx.all(f"{self._select} WHERE {which}", parameters):
            with suppress(Unreadable):
                found.append(self._stored(tx, row))
        return tuple(found)

    def _can_go_on(self, tx: Transaction, number: int) -> bool:
        stored = self._sound(tx, number)
        if isinstance(stored, Exception):
            log.error("%s: number %d is called off: %s", self.rows.name, number, stored)
            return False
        # If only the columns beside the snapshot are wrong, the snapshot restores them.
        tx.execute(
            f"UPDATE {self.rows.name} SET phase = ?, settled = 0"
            " WHERE id = ? AND (phase <> ? OR settled <> 0)",
            (stored.phase, number, stored.phase),
        )
        return True

    def _sound(self, tx: Transaction, number: int) -> P | Unreadable | Differs:
        try:
            stored = self.known(tx, number)
            self.check_money(tx, stored)
        except (Unreadable, Differs) as fault:
            return fault
        return stored

    def _read(self, tx: Transaction, number: int, text: bytes, decode: Callable[[], V]) -> V:
        """A snapshot's value, from the cache if it is there."""
        # The text is still read: it says whether what is cached is what is stored.
        kept = self._decoded.get(number) if tx.may_keep else None
        value = kept[1] if kept is not None and kept[0] == text else decode()
        self._keep(tx, number, text, value)
        return value

    def _keep(self, tx: Transaction, number: int, text: bytes, value: V) -> None:
        if not tx.may_keep:
            return
        with self._deciding:
            self._decoded[number] = (text, value)
            self._decoded.move_to_end(number)
        self._let_go(self.decoded_max)

    def _let_go(self, most: int) -> None:
        """Drop cached postings but so many, the most recently used."""
        with self._deciding:
            while len(self._decoded) > most:
                self._decoded.popitem(last=False)


def remember_press(tx: Transaction, interaction: int, at: float) -> bool:
    """Remember an interaction in the transaction that acts on it; False if it has acted before."""
    return remembering_press(tx, interaction, at)()


def remembering_press(tx: Transaction, interaction: int, at: float) -> Callable[[], bool]:
    """The same; whether it has not acted before is known when asked, so that it needs no trip of its own."""
    answer = tx.add("interactions", {"id": interaction, "at": at}, STAYS)
    return lambda: answer.rowcount == 1


def conclude_press(tx: Transaction, interaction: int, done: str) -> None:
    """Note what an interaction did, so that its repeat can be given the same answer."""
    tx.execute("UPDATE interactions SET done = ? WHERE id = ?", (done, interaction))


def done_by_press(tx: Transaction, interaction: int) -> str | None:
    """What an interaction did, or None if it never acted."""
    text: str | None = tx.value("SELECT done FROM interactions WHERE id = ?", (interaction,))
    return text


def accept_press(tx: Transaction, interaction: int, at: float) -> bool:
    """Accept an interaction that another process is told of too; False if that one has accepted it."""
    return tx.add("acceptances", {"interaction": interaction, "at": at}, STAYS).rowcount == 1


FLEETING = (
    Fleeting("interactions", "id", f"at < :at - {KEPT_SECONDS}"),
    Fleeting("acceptances", "interaction", f"at < :at - {KEPT_SECONDS}"),
)
