"""Leases of Discord's shards, and so of servers: no shard is ever served by two processes.

A process holds a range of shards by a lease, which it renews about every second. Once the lease has expired,
another process may take over the range: it deletes the lease and adds a new one with another number. Each
transaction of a process first checks that the process's lease still exists (`Driver.fence`), so a process
that was frozen or cut off writes nothing more.

All times here are the database's, since processes run on several machines, with one exception: each process
records by its own clock when it was last alive, so that downtime does not count (TB-8, F-17).
"""

from __future__ import annotations

from dataclasses import dataclass

from storage.db.transaction import Transaction

LEASE_SECONDS = 5.0
"""The duration of a lease without renewal, in seconds."""
IDENTIFY_SECONDS = 5.2
"""The wait between two shards of a bucket that identify, in seconds: five, and some for the network."""
ONLY = 1
"""The number of the lease of a file's only process."""
LEASES = -1
"""The key of the lock for changing leases: a number that no server has."""


@dataclass(frozen=True, slots=True)
class ShardRange:
    """The shards `first` to `last` of `count`; a count of 0 means all shards that Discord recommends."""

    first: int = 0
    last: int = 0
    count: int = 0

    def __str__(self) -> str:
        if self.count == 0:
            return "all shards"
        return f"shards {self.first}-{self.last}/{self.count}"

    @property
    def numbers(self) -> range:
        """The shards by their numbers."""
        return range(self.first, self.last + 1)

    @property
    def is_all(self) -> bool:
        """True if no other process serves any shard."""
        return self.count == 0 or len(self.numbers) == self.count

    @property
    def is_leading(self) -> bool:
        """True for the process that does the work of which there must be one for all shards."""
        return self.first == 0

    def has(self, server: int) -> bool:
        """Return True if a server is served by these shards."""
        return self.count == 0 or (server >> 22) % self.count in self.numbers

    def meets(self, other: ShardRange) -> bool:
        """Return True if the ranges conflict: they differ in count, or have a shard in common."""
        return self.count != other.count or (self.first <= other.last and other.first <= self.last)

    def condition(self, column: str = "server") -> str:
        """Return the SQL condition for the servers that these shards serve."""
        if self.is_all:
            return "1 = 1"
        return f"({column} >> 22) % {self.count} BETWEEN {self.first} AND {self.last}"


ALL_SHARDS = ShardRange()


@dataclass(frozen=True, slots=True)
class Lease:
    """A range of shards and its holder; its number is never reused."""

    number: int
    shards: ShardRange
    holder: str
    is_live: bool
    """True until the lease expires."""
    heir: str = ""
    """The name of the process that was asked to take over; empty if none."""
    is_ready: bool = False
    """True if the heir is connected to Discord."""


@dataclass(frozen=True, slots=True)
class Renewal:
    """The result of renewing a lease."""

    is_held: bool
    """False if another process has the shards."""
    is_watched: bool
    """True if a process waits to take over."""


def claim(tx: Transaction, shards: ShardRange, holder: str) -> Lease | None:
    """Acquire unserved shards; return None while any of them is served."""
    tx.lock_ledger(LEASES)
    rows = _all(tx)
    conflicting = [each for each in rows if each.shards.meets(shards)]
    # A locked row belongs to a process that is frozen in a transaction, which PostgreSQL will end soon.
    if any(each.is_live or not tx.try_lock_row("leases", each.number) for each in conflicting):
        return None
    alive_times = []
    for each in conflicting:
        tx.execute("DELETE FROM leases WHERE id = ?", (each.number,))
        alive_at = _delete_alive(tx, each.number)
        if alive_at is not None:
            alive_times.append(alive_at)
        if not _is_replaced(each.shards, shards, rows):
            # Another process will take the rest of this range, and needs the time when it was last served.
            rest = _add(tx, each.shards, "")
            if alive_at is not None:
                note_alive(tx, alive_at, rest)
    number = _add(tx, shards, holder)
    if alive_times:
        # No player may lose time (TB-8), so the range that stopped first counts.
        note_alive(tx, min(alive_times), number)
    _extend(tx, number, LEASE_SECONDS)
    return Lease(number, shards, holder, is_live=True)


def renew(tx: Transaction, number: int) -> Renewal:
    """Renew a lease for `LEASE_SECONDS`."""
    is_held = _extend(tx, number, LEASE_SECONDS)
    waiting = tx.scalar(f"SELECT count(*) FROM standbys WHERE until > {tx.clock}")  # noqa: S608  (our own words)
    return Renewal(is_held, is_watched=waiting > 0)


def release(tx: Transaction, number: int) -> None:
    """Give up a lease: any process may take over at once."""
    _extend(tx, number, 0.0)


def lapsed(tx: Transaction) -> tuple[Lease, ...]:
    """Return the expired leases, which a standby process may take over."""
    rows = _all(tx)
    newest = max(rows, key=lambda each: each.number, default=None)
    # A range with an old shard count is not in use any more, and a range without a holder needs no successor.
    return tuple(
        each
        for each in rows
        if newest is not None
        and each.shards.count == newest.shards.count
        and each.holder
        and not each.is_live
    )


def stand_by(tx: Transaction, name: str) -> None:
    """Register a process that waits for shards; called about every second."""
    tx.execute(
        f"INSERT INTO standbys (name, until) VALUES (?, {tx.clock} + {LEASE_SECONDS})"  # noqa: S608  (our own words)
        " ON CONFLICT (name) DO UPDATE SET until = excluded.until",
        (name,),
    )
    tx.execute(f"DELETE FROM standbys WHERE until < {tx.clock} - 60")  # noqa: S608  (our own words)


def stand_down(tx: Transaction, name: str) -> None:
    """Stop waiting for shards."""
    tx.execute("DELETE FROM standbys WHERE name = ?", (name,))


def waits(tx: Transaction, name: str) -> bool:
    """Return True if a process waits for shards."""
    sql = f"SELECT 1 FROM standbys WHERE name = ? AND until > {tx.clock}"  # noqa: S608  (our own words)
    return tx.first(sql, (name,)) is not None


def call_heir(tx: Transaction, number: int) -> str:
    """Ask a waiting process to take over a lease; return its name, or an empty text if there is none."""
    tx.lock_ledger(LEASES)
    heirs = {each.heir for each in _all(tx)}
    waiting = tx.scalars(f"SELECT name FROM standbys WHERE until > {tx.clock} ORDER BY name")  # noqa: S608  (our own words)
    heir = next((each for each in waiting if each not in heirs), "")
    tx.execute("UPDATE leases SET heir = ?, is_ready = 0 WHERE id = ?", (heir, number))
    return heir


def called(tx: Transaction, name: str) -> Lease | None:
    """Return the lease that a process was asked to take over."""
    return next((each for each in _all(tx) if each.heir == name), None)


def note_ready(tx: Transaction, number: int, name: str) -> None:
    """Record that an heir is connected to Discord."""
    tx.execute("UPDATE leases SET is_ready = 1 WHERE id = ? AND heir = ?", (number, name))


def are_live(tx: Transaction) -> bool:
    """Return True if any process serves any shard."""
    return any(each.is_live and each.holder for each in _all(tx))


def look(tx: Transaction, number: int) -> Lease | None:
    """Return a lease, or None if it does not exist any more."""
    return next((each for each in _all(tx) if each.number == number), None)


def note_alive(tx: Transaction, at: float, lease: int = ONLY) -> None:
    """Record the time at which a process was last alive."""
    tx.upsert("pulses", {"lease": lease}, {"alive_at": at})


def last_alive(tx: Transaction, lease: int = ONLY) -> float | None:
    """Return the time at which the bot was last alive, or None if it never was."""
    alive_at = _alive_at(tx, lease)
    if alive_at is None and lease == ONLY:
        # The database was moved from PostgreSQL with several processes: the first to stop counts (TB-8).
        alive_at = tx.scalar("SELECT min(alive_at) FROM pulses")
    return alive_at


def latest_alive(tx: Transaction) -> float | None:
    """Return the time at which any process was last alive."""
    alive_at: float | None = tx.scalar("SELECT max(alive_at) FROM pulses")
    return alive_at


def wait_to_identify(tx: Transaction, bucket: int) -> float:
    """Return the seconds that a shard of this bucket has to wait before it identifies; 0: it may now."""
    taken = tx.execute(
        f"INSERT INTO identifies (bucket, until) VALUES (?, {tx.clock} + {IDENTIFY_SECONDS})"  # noqa: S608  (our own words)
        f" ON CONFLICT (bucket) DO UPDATE SET until = excluded.until WHERE identifies.until <= {tx.clock}",
        (bucket,),
    ).rowcount
    if taken:
        return 0.0
    wait: float = tx.scalar(f"SELECT until - {tx.clock} FROM identifies WHERE bucket = ?", (bucket,))  # noqa: S608  (our own words)
    return max(wait, 0.01)


def _all(tx: Transaction) -> list[Lease]:
    """Return all leases, oldest first."""
    return [
        Lease(number, ShardRange(*shards), holder, bool(is_live), heir, bool(is_ready))
        for number, holder, is_live, heir, is_ready, *shards in tx.all(
            f"SELECT id, holder, until > {tx.clock} AS is_live, heir, is_ready,"  # noqa: S608  (our own words)
            " first_shard, last_shard, shard_count FROM leases ORDER BY id"
        )
    ]


def _delete_alive(tx: Transaction, lease: int) -> float | None:
    alive_at = _alive_at(tx, lease)
    tx.execute("DELETE FROM pulses WHERE lease = ?", (lease,))
    return alive_at


def _alive_at(tx: Transaction, lease: int) -> float | None:
    alive_at: float | None = tx.scalar("SELECT alive_at FROM pulses WHERE lease = ?", (lease,))
    return alive_at


def _add(tx: Transaction, shards: ShardRange, holder: str) -> int:
    range_of = {"first_shard": shards.first, "last_shard": shards.last, "shard_count": shards.count}
    return tx.insert("leases", {**range_of, "holder": holder, "until": 0.0})


def _extend(tx: Transaction, number: int, seconds: float) -> bool:
    sql = f"UPDATE leases SET until = {tx.clock} + ? WHERE id = ?"  # noqa: S608  (our own words)
    return tx.execute(sql, (seconds, number)).rowcount == 1


def _is_replaced(old: ShardRange, new: ShardRange, rows: list[Lease]) -> bool:
    """Return True if a new lease and the other leases together serve all of an old range."""
    others = (each.shards for each in rows if each.holder and each.shards.count == new.count)
    served = {number for each in others if each != old for number in each.numbers}
    needed = old.numbers if old.count == new.count else range(new.count)
    return new.is_all or served.union(new.numbers).issuperset(needed)
