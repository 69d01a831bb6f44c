"""Leases of Discord's shards, and so of servers: no shard is ever served by two processes.

A process holds its range by a lease that it renews every second or so. Once that has expired, another process
may take over the range: it replaces the row, and the old one's number is gone. Each transaction of a process
begins by asking for its own (`Driver.fence`), so a process that was frozen or cut off meanwhile writes
nothing more.

Time is the database's own here, since processes run on several machines. The exception is the time at which
the bot was last alive, so that its downtime does not count (TB-8, F-17): each process records that for its
shards, by its own clock.
"""

from __future__ import annotations

from dataclasses import dataclass

from storage.db.transaction import Transaction

LEASE_SECONDS = 5.0
"""The duration of a lease without renewal, in seconds."""
IDENTIFY_SECONDS = 5.2
"""The wait of a bucket of shards after one has identified, in seconds: five, and some for the network."""
ONLY = 1
"""The lease of a file's one process."""
LEASES = -1
"""The lock while leases change hands: a number that no server has."""


@dataclass(frozen=True, slots=True)
class ShardRange:
    """The shards `first` to `last` of `count`; a count of 0 means all, however many Discord recommends."""

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
        """True if this process does the work that one process has to do for all."""
        return self.first == 0

    def has(self, server: int) -> bool:
        """Return True if a server is served by these shards."""
        return self.count == 0 or (server >> 22) % self.count in self.numbers

    def meets(self, other: ShardRange) -> bool:
        """Return True if the two ranges conflict: Discord takes one count, and each shard once."""
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
    """The process that was asked to take over."""
    is_ready: bool = False
    """True if the heir is connected to Discord."""


@dataclass(frozen=True, slots=True)
class Renewal:
    """The result of renewing a lease."""

    is_held: bool
    """False: another process has the shards."""
    is_watched: bool
    """True if a process waits to take over."""


def claim(tx: Transaction, shards: ShardRange, holder: str) -> Lease | None:
    """Acquire shards that nobody serves; return None while one of them is served."""
    tx.lock_ledger(LEASES)
    rows = _all(tx)
    met = [each for each in rows if each.shards.meets(shards)]
    # A process that is frozen in the middle of a transaction is waited for: the server ends that soon.
    if any(each.is_live or not tx.try_lock_row("leases", each.number) for each in met):
        return None
    alive = []
    for each in met:
        tx.execute("DELETE FROM leases WHERE id = ?", (each.number,))
        at = _forget_alive(tx, each.number)
        if at is not None:
            alive.append(at)
        if not _is_replaced(each.shards, shards, rows):
            # Others will take the rest of it, and need the time since when nobody served it.
            rest = _add(tx, each.shards, "")
            if at is not None:
                note_alive(tx, at, rest)
    number = _add(tx, shards, holder)
    if alive:
        # No player may lose time (TB-8), so the range that stopped first counts.
        note_alive(tx, min(alive), number)
    _hold_for(tx, number, LEASE_SECONDS)
    return Lease(number, shards, holder, is_live=True)


def renew(tx: Transaction, number: int) -> Renewal:
    """Hold a lease for some seconds more."""
    is_held = _hold_for(tx, number, LEASE_SECONDS)
    waiting = tx.scalar(f"SELECT count(*) FROM standbys WHERE until > {tx.clock}")  # noqa: S608  (our own words)
    return Renewal(is_held, is_watched=waiting > 0)


def release(tx: Transaction, number: int) -> None:
    """Give up a lease: any process may take over at once."""
    _hold_for(tx, number, 0.0)


def lapsed(tx: Transaction) -> tuple[Lease, ...]:
    """Return the ranges that a standby may take: their processes have gone."""
    rows = _all(tx)
    newest = max(rows, key=lambda each: each.number, default=None)
    # A range of another shard count is no longer in use, and one that never had a holder needs no successor.
    return tuple(
        each
        for each in rows
        if newest is not None
        and each.shards.count == newest.shards.count
        and each.holder
        and not each.is_live
    )


def stand_by(tx: Transaction, name: str) -> None:
    """Register a process that waits for shards; called every second or so."""
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
    """Ask a waiting process to take a lease over; return its name, or nothing if there is none."""
    tx.lock_ledger(LEASES)
    called = {each.heir for each in _all(tx)}
    waiting = tx.scalars(f"SELECT name FROM standbys WHERE until > {tx.clock} ORDER BY name")  # noqa: S608  (our own words)
    heir = next((each for each in waiting if each not in called), "")
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
    """Return a lease as it is, if it still exists."""
    return next((each for each in _all(tx) if each.number == number), None)


def note_alive(tx: Transaction, at: float, lease: int = ONLY) -> None:
    """Record that the bot is alive."""
    tx.upsert("pulses", {"lease": lease}, {"alive_at": at})


def last_alive(tx: Transaction, lease: int = ONLY) -> float | None:
    """Return the time at which the bot was last alive, or None if it never was."""
    at = _alive_at(tx, lease)
    if at is None and lease == ONLY:
        # The database was moved here from several processes: the one that stopped first counts (TB-8).
        at = tx.scalar("SELECT min(alive_at) FROM pulses")
    return at


def latest_alive(tx: Transaction) -> float | None:
    """Return the time at which any process was last alive."""
    at: float | None = tx.scalar("SELECT max(alive_at) FROM pulses")
    return at


def wait_to_identify(tx: Transaction, bucket: int) -> float:
    """Return the seconds that a shard of this bucket has to wait; 0: it is its turn."""
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


def _forget_alive(tx: Transaction, lease: int) -> float | None:
    at = _alive_at(tx, lease)
    tx.execute("DELETE FROM pulses WHERE lease = ?", (lease,))
    return at


def _alive_at(tx: Transaction, lease: int) -> float | None:
    at: float | None = tx.scalar("SELECT alive_at FROM pulses WHERE lease = ?", (lease,))
    return at


def _add(tx: Transaction, shards: ShardRange, holder: str) -> int:
    range_of = {"first_shard": shards.first, "last_shard": shards.last, "shard_count": shards.count}
    return tx.insert("leases", {**range_of, "holder": holder, "until": 0.0})


def _hold_for(tx: Transaction, number: int, seconds: float) -> bool:
    sql = f"UPDATE leases SET until = {tx.clock} + ? WHERE id = ?"  # noqa: S608  (our own words)
    return tx.execute(sql, (seconds, number)).rowcount == 1


def _is_replaced(old: ShardRange, new: ShardRange, rows: list[Lease]) -> bool:
    """Return True if others serve all of a range, now that a new lease exists."""
    others = (each.shards for each in rows if each.holder and each.shards.count == new.count)
    served = {number for each in others if each != old for number in each.numbers}
    wanted = old.numbers if old.count == new.count else range(new.count)
    return new.is_all or served.union(new.numbers).issuperset(wanted)
