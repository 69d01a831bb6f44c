"""The common parts of tables and tournaments: each is a *posting*, shown by one message, with revisions.

A posting is *behind* while its message shows an older revision than the stored one, and *settled* once its
end has been shown.

A posting belongs to a server with the bot in it, or to another place. Only servers have a ledger, settings,
records and home throws; in other places, games are practice without wallets.

This module also records interactions, so that an interaction delivered twice acts once (F-22).
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from sqlite3 import Row
from threading import Lock
from typing import Any, ClassVar, Final, Generic, TypeVar

from games.engine.table.pace import SLOW, is_within, rounded_up
from storage.db.retention import ExpiringRows
from storage.db.transaction import STAYS, Parameters, Transaction
from storage.errors import Differs, GameMissing, Unreadable
from storage.leases import ALL_SHARDS, ShardRange

log = logging.getLogger(__name__)

DIRECT: Final = 0
"""The server id of a direct message with the bot, where it can post and edit messages as in a server."""
ELSEWHERE: Final = 2**22 - 1
"""The server id of a place where the bot can only respond, such as a group or a server without the bot.

It is less than any snowflake, so that it belongs to the first shard, like direct messages.
"""
KEPT_SECONDS = 24 * 3600
"""The seconds for which an interaction is recorded; Discord delivers none again later."""


def is_server(place: int) -> bool:
    """Return True if a place is a server with the bot in it."""
    return place not in (DIRECT, ELSEWHERE)


@dataclass(frozen=True, slots=True)
class Posting(ABC):
    """A table or a tournament, and its message; `message` is None before it was posted."""

    id: int
    """The posting's id, never reused within its kind."""
    server: int
    """The server id, `DIRECT` or `ELSEWHERE`."""
    channel: int
    message: int | None
    revision: int
    deadline_at: float | None
    posted_at: float | None
    acted_at: float
    shown_revision: int

    over: ClassVar[tuple[str, ...]]
    """The phases after its end."""

    @property
    @abstractmethod
    def phase(self) -> str:
        """The posting's phase."""

    @property
    def is_over(self) -> bool:
        """True if the posting has ended."""
        return self.phase in self.over

    @property
    def due_at(self) -> float | None:
        """The time at which the deadline is shown and acted on; it may be rounded up."""
        return self.deadline_at


@dataclass(frozen=True, slots=True)
class CheckedPostings:
    """The open postings that need attention when the bot starts."""

    lost: tuple[int, ...]
    """The numbers of those that cannot go on: unreadable, or with wrong money (F-58)."""
    at_rest: tuple[int, ...]
    """The numbers of those whose game is not installed; they can go on later."""


@dataclass(frozen=True, slots=True)
class PostingPlace:
    """The place and phase of a posting, which can be read even if its snapshot can't."""

    id: int
    server: int
    channel: int
    phase: str


COLUMNS = tuple(each.name for each in fields(Posting))
"""A posting's columns, named like its fields."""


def facts(row: Row) -> dict[str, Any]:
    """Return a posting's fields from its row."""
    return {name: row[name] for name in COLUMNS}


@dataclass(frozen=True, slots=True)
class Rows:
    """The SQL table of one kind of posting, and the phases after its end."""

    name: str
    over: tuple[str, ...]
    has_due: bool = False
    """True if deadlines can be rounded up (`due_at`)."""

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
        """Return the server ids of these shards' open postings, including `DIRECT` and `ELSEWHERE`."""
        where = f"{self.is_open} AND {shards.condition()}"
        return frozenset(tx.scalars(f"SELECT DISTINCT server FROM {self.name} WHERE {where}"))

    def under_way(self, tx: Transaction, shards: ShardRange = ALL_SHARDS) -> tuple[int, ...]:
        """Return the ids of all open postings of these shards."""
        where = f"{self.is_open} AND {shards.condition()}"
        return tuple(tx.scalars(f"SELECT id FROM {self.name} WHERE {where}"))

    def channels(self, tx: Transaction, server: int) -> frozenset[int]:
        """Return the channels of a server's open postings, readable or not."""
        sql = f"SELECT DISTINCT channel FROM {self.name} WHERE {self.is_open} AND server = ?"
        return frozenset(tx.scalars(sql, (server,)))

    def count_open(self, tx: Transaction) -> int:
        """Return the number of open postings."""
        number: int = tx.scalar(f"SELECT COUNT(*) FROM {self.name} WHERE {self.is_open}")
        return number

    def deadlines(self, tx: Transaction, shards: ShardRange = ALL_SHARDS) -> list[tuple[int, int, float]]:
        """Return id, revision and due time of these shards' open postings with a deadline."""
        where = f"{self.is_open} AND deadline_at IS NOT NULL AND {shards.condition()}"
        due = "coalesce(due_at, deadline_at)" if self.has_due else "deadline_at"
        rows = tx.all(f"SELECT id, revision, {due} AS due FROM {self.name} WHERE {where}")
        return [(row["id"], row["revision"], row["due"]) for row in rows]

    def set_deadline(
        self, tx: Transaction, number: int, deadline_at: float | None, due_at: float | None = None
    ) -> None:
        """Set a posting's deadline, in a new revision, since it is shown.

        `due_at` is the rounded deadline, for slow tables.
        """
        rounded = ", due_at = :due_at" if self.has_due else ""
        tx.execute(
            f"UPDATE {self.name} SET deadline_at = :at, revision = revision + 1{rounded} WHERE id = :id",
            {"at": deadline_at, "due_at": due_at, "id": number},
        )

    def put_off(
        self, tx: Transaction, by_seconds: float, clock_set_by: float, shards: ShardRange = ALL_SHARDS
    ) -> None:
        """Postpone all deadlines, so that nobody loses or gains time (TB-8, F-16, F-17).

        Each posting gets a new revision, so that its deadline is shown again, unless a rounded deadline is
        still right. The times of messages change only by `clock_set_by`, since messages age during downtime.
        Ended postings keep their times.
        """
        where, rounded = f"settled = 0 AND {shards.condition()}", "1 = 0"
        if self.has_due:
            rounded = "due_at IS NOT NULL AND deadline_at IS NOT NULL"
            self._put_off_rounded(tx, by_seconds, f"{where} AND {rounded}")
        tx.execute(
            f"UPDATE {self.name} SET deadline_at = deadline_at + ?,"
            f" revision = revision + CASE WHEN deadline_at IS NULL OR {rounded} THEN 0 ELSE 1 END,"
            f" acted_at = acted_at + CASE WHEN {self.is_over} THEN 0.0 ELSE ? END,"
            f" posted_at = posted_at + ? WHERE {where}",
            (by_seconds, by_seconds, clock_set_by),
        )

    def _put_off_rounded(self, tx: Transaction, by_seconds: float, where: str) -> None:
        """Postpone the rounded deadlines that would be wrong otherwise."""
        rows = tx.all(f"SELECT id, deadline_at, due_at FROM {self.name} WHERE {where}")
        moved: list[Parameters] = [
            (rounded_up(at, SLOW.rounded), number)
            for number, at, due_at in (
                (row["id"], row["deadline_at"] + by_seconds, row["due_at"]) for row in rows
            )
            if not is_within(at, due_at, SLOW.rounded)
        ]
        tx.execute_each(f"UPDATE {self.name} SET due_at = ?, revision = revision + 1 WHERE id = ?", moved)

    def set_message(
        self, tx: Transaction, number: int, channel: int, message: int | None, posted_at: float | None
    ) -> None:
        """Record the message that shows a posting."""
        tx.execute(
            f"UPDATE {self.name} SET channel = ?, message = ?, posted_at = ? WHERE id = ?",
            (channel, message, posted_at, number),
        )

    def shown_by(
        self, tx: Transaction, server: int, channel: int, messages: Collection[int]
    ) -> tuple[int, ...]:
        """Return the unsettled postings shown by these messages of a channel."""
        rows = tx.all(
            f"SELECT id, message FROM {self.name} WHERE settled = 0 AND server = ? AND channel = ?",
            (server, channel),
        )
        return tuple(row["id"] for row in rows if row["message"] in messages)

    def mark_shown(self, tx: Transaction, shown: Mapping[int, int]) -> None:
        """Record the revision that each posting's message shows, and settle postings whose end is shown."""
        rows: list[Parameters] = [{"shown": revision, "id": number} for number, revision in shown.items()]
        # Revisions are recorded in batches and out of order, so they are never lowered.
        tx.execute_each(
            f"UPDATE {self.name} SET shown_revision = :shown WHERE id = :id AND shown_revision < :shown", rows
        )
        tx.execute_each(
            f"UPDATE {self.name} SET settled = 1 WHERE settled = 0 AND {self.is_over}"
            " AND :shown >= revision AND id = :id",
            rows,
        )

    def behind(self, tx: Transaction, shards: ShardRange = ALL_SHARDS) -> tuple[int, ...]:
        """Return the unsettled postings whose message shows an older revision."""
        where = f"settled = 0 AND shown_revision < revision AND {shards.condition()}"
        # The rows are sorted in Python: with ORDER BY, SQLite would go through all ended postings.
        return tuple(sorted(tx.scalars(f"SELECT id FROM {self.name} WHERE {where}")))


OPEN_OR_CLOSED: Final = {"settled = 0": "open", "phase = 'closed'": "closed"}
"""The conditions for open and for closed tables, each with an index by server and channel.

Both are true for a closed table until its end is shown.
"""

TABLES = Rows("tables", ("closed",), has_due=True)
TOURNAMENTS = Rows("tournaments", ("over", "called_off"))

V = TypeVar("V")
P = TypeVar("P", bound=Posting)


class Postings(ABC, Generic[P, V]):
    """All postings of one kind, with a cache of decoded snapshots."""

    rows: ClassVar[Rows]
    columns: ClassVar[str]
    """The columns read in addition to `COLUMNS`, as bytes, since damaged text may not decode."""
    decoded_max: ClassVar[int]
    """The maximum number of postings that are cached decoded."""

    def __init__(self) -> None:
        self._select = f"SELECT {', '.join(COLUMNS)}, {self.columns} FROM {self.rows.name}"
        # An entry holds the snapshot's text, so entries of a rolled-back transaction never match.
        self._decoded: OrderedDict[int, tuple[bytes, V]] = OrderedDict()
        self._deciding = Lock()
        """Held by the thread that changes the cache."""

    def load(self, tx: Transaction, number: int) -> P | None:
        """Return a posting or None, and lock its row. Raises `Unreadable` if this version cannot read it."""
        self._lock(tx, number)
        row = tx.first(f"{self._select} WHERE id = ?", (number,))
        return None if row is None else self._stored(tx, row)

    def place(self, tx: Transaction, number: int) -> PostingPlace | None:
        """Return the place of a posting, readable or not, or None."""
        row = tx.first(f"SELECT id, server, channel, phase FROM {self.rows.name} WHERE id = ?", (number,))
        return None if row is None else PostingPlace(**row)

    def known(self, tx: Transaction, number: int) -> P:
        """Return a posting that must exist. Raises `Unreadable` otherwise."""
        stored = self.load(tx, number)
        if stored is None:
            raise Unreadable(f"{self.rows.name}: number {number} is gone")
        return stored

    def check(self, tx: Transaction, shards: ShardRange = ALL_SHARDS) -> CheckedPostings:
        """Check all open postings of these shards, and repair wrong columns beside their snapshots."""
        where = f"NOT {self.rows.is_over} AND {shards.condition()}"
        lost, at_rest = [], []
        for number in tx.scalars(f"SELECT id FROM {self.rows.name} WHERE {where} ORDER BY id"):
            stored = self._checked(tx, number)
            if isinstance(stored, GameMissing):
                log.warning("%s: number %d rests: its game is not installed", self.rows.name, number)
                at_rest.append(number)
            elif isinstance(stored, Exception):
                log.error("%s: number %d is called off: %s", self.rows.name, number, stored)
                lost.append(number)
            else:
                # If only the columns beside the snapshot are wrong, the snapshot restores them.
                tx.execute(
                    f"UPDATE {self.rows.name} SET phase = ?, settled = 0"
                    " WHERE id = ? AND (phase <> ? OR settled <> 0)",
                    (stored.phase, number, stored.phase),
                )
        return CheckedPostings(tuple(lost), tuple(at_rest))

    def unsound(self, tx: Transaction) -> tuple[int, ...]:
        """Return all open postings that cannot go on, without repairs."""
        numbers = tx.scalars(f"SELECT id FROM {self.rows.name} WHERE NOT {self.rows.is_over} ORDER BY id")
        return tuple(number for number in numbers if self._is_unsound(tx, number))

    def at_rest(self, tx: Transaction, server: int) -> tuple[PostingPlace, ...]:
        """Return a server's open postings whose game is not installed, newest first."""
        sql = f"SELECT id FROM {self.rows.name} WHERE {self.rows.is_open} AND server = ? ORDER BY id DESC"
        numbers = [
            each for each in tx.scalars(sql, (server,)) if isinstance(self._checked(tx, each), GameMissing)
        ]
        return tuple(each for number in numbers if (each := self.place(tx, number)) is not None)

    def _lock(self, tx: Transaction, number: int) -> None:
        tx.lock_row(self.rows.name, number)

    @abstractmethod
    def check_money(self, tx: Transaction, stored: P) -> None:
        """Raise `Differs` unless the account's balance matches the snapshot."""

    @abstractmethod
    def _stored(self, tx: Transaction, row: Row) -> P:
        """Return a row as a posting. Raises `Unreadable` if this version cannot read it."""

    def _readable(self, tx: Transaction, condition: str, parameters: Parameters) -> tuple[P, ...]:
        """Return the readable postings for which an SQL condition holds."""
        readable = []
        for row in tx.all(f"{self._select} WHERE {condition}", parameters):
            with suppress(Unreadable):
                readable.append(self._stored(tx, row))
        return tuple(readable)

    def _is_unsound(self, tx: Transaction, number: int) -> bool:
        checked = self._checked(tx, number)
        return isinstance(checked, Exception) and not isinstance(checked, GameMissing)

    def _checked(self, tx: Transaction, number: int) -> P | Unreadable | Differs:
        try:
            stored = self.known(tx, number)
            self.check_money(tx, stored)
        except (Unreadable, Differs) as fault:
            return fault
        return stored

    def _read(self, tx: Transaction, number: int, text: bytes, decode: Callable[[], V]) -> V:
        """Return the decoded snapshot, from the cache if it has the same text."""
        cached = self._decoded.get(number) if tx.may_keep else None
        value = cached[1] if cached is not None and cached[0] == text else decode()
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
        """Shrink the cache to the `most` most recently used postings."""
        with self._deciding:
            while len(self._decoded) > most:
                self._decoded.popitem(last=False)


@dataclass(frozen=True, slots=True)
class ReplacedMessage:
    """A posting's old message, which another message has replaced."""

    message: int
    server: int
    channel: int


def note_replaced(tx: Transaction, replaced: ReplacedMessage) -> None:
    """Record that a message has to be deleted, in the transaction that records its replacement."""
    tx.add("replaced_messages", asdict(replaced), STAYS)


def replaced_messages(tx: Transaction, shards: ShardRange = ALL_SHARDS) -> list[ReplacedMessage]:
    """Return the messages of these shards that still have to be deleted."""
    rows = tx.all(
        f"SELECT message, server, channel FROM replaced_messages WHERE {shards.condition()} ORDER BY message"
    )
    return [ReplacedMessage(**row) for row in rows]


def forget_replaced(tx: Transaction, message: int) -> None:
    """Record that a replaced message has been deleted."""
    tx.execute("DELETE FROM replaced_messages WHERE message = ?", (message,))


def remember_press(tx: Transaction, interaction: int, at: float) -> bool:
    """Record an interaction, in the transaction that acts on it; return False if it has acted before."""
    return remembering_press(tx, interaction, at)()


def remembering_press(tx: Transaction, interaction: int, at: float) -> Callable[[], bool]:
    """Record an interaction as `remember_press` does; return a function that waits for the result."""
    answer = tx.add("interactions", {"id": interaction, "at": at}, STAYS)
    return lambda: answer.rowcount == 1


def conclude_press(tx: Transaction, interaction: int, done: str) -> None:
    """Record an interaction's result, so that its repeat can get the same response."""
    tx.execute("UPDATE interactions SET done = ? WHERE id = ?", (done, interaction))


def done_by_press(tx: Transaction, interaction: int) -> str | None:
    """Return an interaction's result, or None if it never acted."""
    text: str | None = tx.scalar("SELECT done FROM interactions WHERE id = ?", (interaction,))
    return text


def has_acted(tx: Transaction, interaction: int) -> bool:
    """Return True if an interaction has acted before."""
    return tx.scalar("SELECT 1 FROM interactions WHERE id = ?", (interaction,)) is not None


def accept_press(tx: Transaction, interaction: int, at: float) -> bool:
    """Accept an interaction that two processes get; return False if the other process has accepted it."""
    return tx.add("acceptances", {"interaction": interaction, "at": at}, STAYS).rowcount == 1


EXPIRING = (
    ExpiringRows("interactions", "id", f"at < :at - {KEPT_SECONDS}"),
    ExpiringRows("acceptances", "interaction", f"at < :at - {KEPT_SECONDS}"),
)
