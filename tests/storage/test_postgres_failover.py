"""Presses during a restart of PostgreSQL, cut connections, or a failover (F-63)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import count as numbers_from
from typing import Self

import pytest

from storage import leases
from storage.db.database import Database, open_database
from storage.db.transaction import Transaction
from storage.errors import NotAccepted
from storage.files import restored_copy
from storage.postgres.connection import PostgresConnection
from tests.postgres import USER, Cluster, cluster, standby, why_not
from tests.storage.database import add
from tests.storage.postgres import CutWire, name_of

AT_ONCE = 3


@pytest.fixture
def first() -> Iterator[Cluster]:
    """Yield a server that a test may stop, and that keeps its commits."""
    reason = why_not()
    if reason is not None:
        pytest.skip(reason)
    with cluster(is_durable=True) as running:
        yield running


async def becomes(is_so: Callable[[], bool]) -> None:
    """Wait until a condition holds, in this process or another."""
    async with asyncio.timeout(90):
        while not is_so():  # noqa: ASYNC110 -- nobody tells
            await asyncio.sleep(0.02)


class Presses:
    """A stream of presses; it records which were done, and which refused."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.done: list[int] = []
        self.refused: list[int] = []
        self._numbers = numbers_from(1)
        self._is_over = False

    async def __aenter__(self) -> Self:
        self._tasks = [asyncio.create_task(self._press()) for _ in range(AT_ONCE)]
        await self.more()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._is_over = True
        await asyncio.gather(*self._tasks)

    async def more(self) -> None:
        """Wait until some more were done."""
        until = len(self.done) + 10
        await becomes(lambda: len(self.done) >= until)

    async def _press(self) -> None:
        while not self._is_over:
            number = next(self._numbers)
            try:
                await self.database.write(add(number))
            except NotAccepted:
                self.refused.append(number)
            else:
                self.done.append(number)
            await asyncio.sleep(0.002)


async def stored(database: Database) -> list[int]:
    """Return the presses in the database."""
    return await database.read(lambda tx: tx.scalars("SELECT id FROM interactions ORDER BY id"))


@pytest.mark.soak
async def test_f63_each_press_is_done_or_refused_while_the_server_is_restarted(first: Cluster) -> None:
    """F-63: after an immediate stop, as by a power failure, exactly the acknowledged presses are there."""
    async with open_database(first.make(), patience_seconds=0.3) as database:
        async with Presses(database) as presses:
            await asyncio.to_thread(first.stop)
            await becomes(lambda: bool(presses.refused))
            await asyncio.to_thread(first.start)
            await presses.more()

        assert await stored(database) == sorted(presses.done)


async def cut_again_and_again(shared: Cluster, address: str, times: int) -> None:
    """Cut the connections this many times during presses: none is refused, each is done once."""
    async with open_database(address, patience_seconds=60) as database:
        async with Presses(database) as presses:
            for _ in range(times):
                await asyncio.to_thread(shared.cut_off, name_of(address))
                await presses.more()

        assert await stored(database) == sorted(presses.done)
        assert presses.refused == []


async def test_f63_connections_that_are_cut_while_presses_come(
    postgres_cluster: Cluster, postgres_address: str
) -> None:
    """F-63: `pg_terminate_backend` at any moment of a batch."""
    await cut_again_and_again(postgres_cluster, postgres_address, 3)


@pytest.mark.soak
async def test_f63_connections_that_are_cut_two_hundred_times(
    postgres_cluster: Cluster, postgres_address: str
) -> None:
    """F-63: the same, two hundred times over."""
    await cut_again_and_again(postgres_cluster, postgres_address, 200)


@pytest.mark.soak
async def test_f63_a_server_that_is_restarted_ten_times(first: Cluster) -> None:
    """F-63: stopped immediately and restarted during presses, it has exactly the acknowledged ones."""
    async with open_database(first.make()) as database:
        async with Presses(database) as presses:
            for _ in range(10):
                await asyncio.to_thread(first.stop)
                await asyncio.to_thread(first.start)
                await presses.more()

        assert await stored(database) == sorted(presses.done)


@pytest.fixture
def second(first: Cluster) -> Iterator[Cluster]:
    """Yield a server that replicates the first."""
    with standby(first) as running:
        yield running


def of_both(name: str, *ports: int) -> str:
    """Return an address with several servers, of which one accepts writes."""
    hosts = ",".join(f"127.0.0.1:{port}" for port in ports)
    return f"postgresql://{USER}@{hosts}/{name}?target_session_attrs=read-write"


async def caught_up(first: Cluster, second: Cluster) -> None:
    """Wait until the second server has everything from the first."""
    place = first.say("postgres", "SELECT pg_current_wal_lsn()")
    await becomes(lambda: second.say("postgres", f"SELECT pg_last_wal_replay_lsn() >= '{place}'") == "True")


@pytest.mark.soak
async def test_f63_another_server_takes_over(first: Cluster, second: Cluster) -> None:
    """F-63: with a synchronous standby no acknowledged press is lost; those under way are done once."""
    name = name_of(first.make())
    first.run("ALTER SYSTEM SET synchronous_standby_names = '*'")
    first.run("SELECT pg_reload_conf()")
    async with open_database(of_both(name, first.port, second.port), patience_seconds=30) as database:
        await database.write(restored_copy.settle_in)
        async with Presses(database) as presses:
            await asyncio.to_thread(first.stop)
            await asyncio.to_thread(second.promote)
            await presses.more()
            await database.write(restored_copy.settle_in)

        assert await stored(database) == sorted(presses.done)
        assert presses.refused == []
        # A process that lived through it knows that nothing was put back.
        assert not await database.read(restored_copy.is_copy)


def one_more(tx: Transaction) -> None:
    """Make a change that would be visible if it were done twice."""
    leases.note_alive(tx, 1.0 + (leases.last_alive(tx) or 0.0))


@pytest.mark.soak
@pytest.mark.parametrize("is_passed_on", [True, False], ids=["passed on", "lost"])
async def test_f63_a_commit_whose_server_never_came_back(
    first: Cluster, second: Cluster, *, is_passed_on: bool
) -> None:
    """F-63: the server that takes over knows if it has the commit: if not it is done there, never twice."""
    name = name_of(first.make())
    cut = CutWire(first.address(name), is_sent=True, is_final=True)
    async with cut, open_database(of_both(name, port_of(cut), second.port), patience_seconds=30) as database:
        await database.write(lambda tx: leases.note_alive(tx, 1.0))
        await caught_up(first, second)
        if not is_passed_on:
            await asyncio.to_thread(second.stop)
        cut.is_due = True
        pressed = asyncio.create_task(database.write(one_more))
        await becomes(lambda: cut.count == 1)
        await asyncio.sleep(0.5)
        if is_passed_on:
            await caught_up(first, second)
        else:
            # Others write there as well, so that its number is given again.
            for _ in range(3):
                first.say(name, "SELECT pg_current_xact_id()")
        await asyncio.to_thread(first.stop)
        if not is_passed_on:
            await asyncio.to_thread(second.start)
        await asyncio.to_thread(second.promote)
        await pressed

        assert await database.read(leases.last_alive) == 2.0


@pytest.mark.soak
def test_f63_a_number_that_is_given_again_is_nobodys_commit(first: Cluster, second: Cluster) -> None:
    """F-63: commits that were not replicated are lost, and the second server reuses their numbers."""
    name = name_of(first.make())
    asyncio.run(caught_up(first, second))
    with closing(PostgresConnection(first.address(name))) as connection:
        second.stop()
        connection.execute("BEGIN")
        lost = connection.begin_commit()()
        connection.commit()
    assert connection.timeline == "00000001"
    first.stop()
    second.start()
    second.promote()
    numbers = [int(second.say(name, "SELECT pg_current_xact_id()")) for _ in range(3)]

    with closing(PostgresConnection(second.address(name))) as connection:
        assert lost.number in numbers
        assert connection.timeline == "00000002"
        assert connection.has_committed(lost) is False
        assert connection.has_committed(replace(lost, written="0/1")) is True
        assert connection.has_committed(replace(lost, timeline=connection.timeline)) is True
        assert connection.has_committed(replace(lost, number=lost.number + 1000)) is False


def port_of(cut: CutWire) -> int:
    """Return the port of the cut connection."""
    return int(cut.address.rpartition(":")[2].partition("/")[0])


@pytest.mark.soak
async def test_a_standby_is_said_to_be_one(first: Cluster, second: Cluster) -> None:
    """A bot on a read-only standby says so, and begins once it has taken over."""
    name = name_of(first.make())
    async with open_database(first.address(name)) as database:
        await database.write(restored_copy.settle_in)
    await caught_up(first, second)
    with pytest.raises(NotAccepted, match="is it a standby"):
        await Database.open(second.address(name))
    second.promote()
    async with open_database(second.address(name)) as database:
        await database.write(add(1))
        # As far as it is known, it was put back to an earlier moment (F-59).
        assert await database.read(restored_copy.is_copy)
