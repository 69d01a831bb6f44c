"""No two processes serve the same shard, and one that lost its lease writes nothing more."""

from __future__ import annotations

import asyncio
import threading
from itertools import count as numbers_from

import pytest

from storage import leases
from storage.db.database import Database, open_database
from storage.db.transaction import Fence, Transaction
from storage.errors import Broken
from storage.leases import ALL_SHARDS, Lease, ShardRange, claim, lapsed, renew
from storage.play import postings
from storage.play.postings import KEPT_SECONDS
from tests.storage.both import clear
from tests.storage.database import add, count

FIRST, SECOND, BOTH = ShardRange(0, 0, 2), ShardRange(1, 1, 2), ShardRange(0, 1, 2)
SERVERS = [number << 22 for number in range(1, 9)]


def taken(tx: Transaction, shards: ShardRange, holder: str) -> Lease:
    """Return a lease that must be available."""
    lease = claim(tx, shards, holder)
    assert lease is not None
    return lease


def run_out(tx: Transaction, lease: Lease) -> None:
    """Make a lease expire."""
    leases.release(tx, lease.number)


@pytest.mark.parametrize("shards", [ALL_SHARDS, FIRST, ShardRange(1, 2, 4), ShardRange(0, 15, 64)])
def test_sql_and_python_agree_whose_a_server_is(tx: Transaction, shards: ShardRange) -> None:
    """Discord assigns a server to shard `(id >> 22) % count`."""
    numbers = " UNION ALL ".join(f"SELECT {server} AS server" for server in SERVERS)
    found = tx.scalars(f"SELECT server FROM ({numbers}) s WHERE {shards.condition()} ORDER BY 1")  # noqa: S608

    assert found == [server for server in SERVERS if shards.has(server)]


def test_no_shard_is_served_by_two(tx: Transaction) -> None:
    """A held lease is refused, and so is another count of shards, which Discord would refuse."""
    first = taken(tx, FIRST, "a")

    assert taken(tx, SECOND, "b").number > first.number
    for wanted in (FIRST, BOTH, ShardRange(2, 3, 4), ALL_SHARDS):
        assert claim(tx, wanted, "c") is None
    run_out(tx, first)
    assert taken(tx, FIRST, "c").number > first.number


def test_who_lost_a_lease_cannot_renew_it(tx: Transaction) -> None:
    """Its number is gone for good; an expired lease that nobody took is simply renewed."""
    first = taken(tx, FIRST, "a")
    run_out(tx, first)
    assert renew(tx, first.number).is_held
    run_out(tx, first)
    second = taken(tx, FIRST, "b")

    assert not renew(tx, first.number).is_held
    assert renew(tx, second.number).is_held


def test_a_standby_finds_what_was_served_and_is_not_any_more(tx: Transaction) -> None:
    """A standby finds neither ranges that nobody served, nor another count of shards than the one in use."""
    assert lapsed(tx) == ()
    old = taken(tx, ALL_SHARDS, "a")
    run_out(tx, old)
    first, second = taken(tx, FIRST, "a"), taken(tx, SECOND, "b")
    run_out(tx, second)
    assert [each.shards for each in lapsed(tx)] == [SECOND]

    run_out(tx, first)
    assert [each.shards for each in lapsed(tx)] == [FIRST, SECOND]


def test_tb8_downtime_is_counted_for_each_range(tx: Transaction) -> None:
    """TB-8: a process that takes over shards knows since when nobody served them, also in other ranges."""
    leases.note_alive(tx, 100.0)
    first, second = taken(tx, FIRST, "a"), taken(tx, SECOND, "b")
    assert [leases.last_alive(tx, each.number) for each in (first, second)] == [100.0, 100.0]
    leases.note_alive(tx, 200.0, first.number)
    leases.note_alive(tx, 300.0, second.number)

    run_out(tx, second)
    again = taken(tx, SECOND, "c")
    assert leases.last_alive(tx, again.number) == 300.0
    for each in (first, again):
        run_out(tx, each)
    # The range that stopped first counts: nobody loses time.
    assert leases.last_alive(tx, taken(tx, BOTH, "d").number) == 200.0
    assert tx.scalar("SELECT count(*) FROM leases") == tx.scalar("SELECT count(*) FROM pulses") == 1


def test_a_process_that_leaves_calls_an_heir(tx: Transaction) -> None:
    """The heir is a waiting process that nobody else has called; it takes the lease once it is released."""
    first, second = taken(tx, FIRST, "a"), taken(tx, SECOND, "b")
    assert leases.call_heir(tx, first.number) == ""
    leases.stand_by(tx, "c")
    assert renew(tx, first.number).is_watched

    assert leases.call_heir(tx, first.number) == "c"
    assert leases.call_heir(tx, second.number) == ""
    found = leases.called(tx, "c")
    assert found is not None
    assert (found.number, found.is_ready) == (first.number, False)
    leases.note_ready(tx, first.number, "c")
    ready = leases.look(tx, first.number)
    assert ready is not None
    assert ready.is_ready
    assert leases.waits(tx, "c")
    leases.stand_down(tx, "c")
    assert not leases.waits(tx, "c")
    assert not renew(tx, first.number).is_watched
    assert claim(tx, FIRST, "c") is None
    run_out(tx, first)
    assert taken(tx, FIRST, "c").heir == ""
    assert leases.look(tx, first.number) is None


def test_shards_of_a_bucket_identify_one_after_the_other(tx: Transaction) -> None:
    """Discord takes one identify in five seconds from each bucket."""
    assert leases.wait_to_identify(tx, 0) == 0.0
    assert leases.wait_to_identify(tx, 1) == 0.0
    assert 4.0 < leases.wait_to_identify(tx, 0) < 6.0

    tx.execute("UPDATE identifies SET until = until - 6")
    assert leases.wait_to_identify(tx, 0) == 0.0


def test_of_two_that_are_told_of_a_press_one_accepts_it(tx: Transaction) -> None:
    """During a takeover both processes are connected."""
    assert postings.accept_press(tx, 7, 1.0)
    assert not postings.accept_press(tx, 7, 1.0)
    clear(tx, postings.EXPIRING, 2.0 + KEPT_SECONDS)
    assert postings.accept_press(tx, 7, 3.0)


async def fenced(database: Database, shards: ShardRange, holder: str) -> Lease:
    """Return a process's lease, under which it writes from now on."""
    lease = await database.write(lambda tx: taken(tx, shards, holder))
    database.fence(Fence(lease.number, str(shards)))
    return lease


async def test_a_late_writer_is_refused(postgres_address: str) -> None:
    """F-62: a process that was frozen past its lease writes nothing, raises, and has to stop."""
    async with (
        open_database(postgres_address, alone=False) as frozen,
        open_database(postgres_address, alone=False) as heir,
    ):
        lease = await fenced(frozen, FIRST, "a")
        await frozen.write(add(1))
        await heir.write(lambda tx: run_out(tx, lease))
        await fenced(heir, FIRST, "b")

        with pytest.raises(Broken, match="shards 0-0/2 are served by another process now"):
            await frozen.write(add(2))
        assert "another process" in str(frozen.broken.result())
        await heir.write(add(3))
        assert await heir.read(lambda tx: tx.scalars("SELECT id FROM interactions ORDER BY id")) == [1, 3]


async def test_a_takeover_never_comes_between_a_commit(postgres_address: str) -> None:
    """Every acknowledged write was committed before another process had the shards."""
    async with (
        open_database(postgres_address, alone=False) as first,
        open_database(postgres_address, alone=False) as second,
    ):
        one = await fenced(first, FIRST, "a")
        done, is_begun = 0, asyncio.Event()

        async def go_on() -> None:
            nonlocal done
            for number in numbers_from(1):
                await first.write(add(number))
                done = number
                is_begun.set()

        writing = asyncio.create_task(go_on())
        await is_begun.wait()
        await second.write(lambda tx: run_out(tx, one))
        async with asyncio.timeout(60.0):
            # During a commit the lease cannot be taken.
            while await second.write(lambda tx: claim(tx, FIRST, "b")) is None:
                pass
        seen = await second.read(count)
        with pytest.raises(Broken):
            await writing

        assert seen >= done >= 1
        assert await second.read(count) == seen


async def test_a_process_frozen_in_a_transaction_keeps_nobody_waiting(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-62: its shards are not available yet, nobody blocks, and soon the server ends its transaction."""
    monkeypatch.setattr("storage.postgres.driver.IDLE_SECONDS", 1)
    async with (
        open_database(postgres_address, alone=False) as frozen,
        open_database(postgres_address, alone=False) as heir,
    ):
        lease = await fenced(frozen, FIRST, "a")
        begun, wakes = threading.Event(), threading.Event()

        def freeze(tx: Transaction) -> None:
            tx.all("SELECT 1")
            begun.set()
            wakes.wait()
            add(2)(tx)

        freezing = asyncio.create_task(frozen.write(freeze))
        await asyncio.to_thread(begun.wait)
        try:
            await heir.write(lambda tx: run_out(tx, lease))
            refused = await heir.write(lambda tx: claim(tx, FIRST, "b"))
            async with asyncio.timeout(30.0):
                while await heir.write(lambda tx: claim(tx, FIRST, "b")) is None:  # noqa: ASYNC110 -- nobody tells
                    await asyncio.sleep(0.1)
        finally:
            wakes.set()
        with pytest.raises(Broken, match="another process"):
            await freezing

        assert refused is None
        assert await heir.read(count) == 0
