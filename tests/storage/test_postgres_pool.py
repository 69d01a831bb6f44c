"""Several connections of one process write at the same time."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

import pytest
import pytest_asyncio

from storage.books import ledger
from storage.db.database import Database, open_database
from storage.db.transaction import Transaction
from storage.errors import ShardsTaken
from storage.play.tables import Tables
from storage.postgres.driver import WRITERS
from tests.storage.database import add, count
from tests.storage.tables import SERVER, in_lobby
from tests.storage.toy import GAMES

MEETING_SECONDS = 0.5
"""The wait for two functions that may not meet: on a slow machine a fault may go unseen, no more."""


@pytest_asyncio.fixture
async def database(postgres_address: str) -> AsyncIterator[Database]:
    """Yield an open database, which others may use as well."""
    async with open_database(postgres_address, alone=False) as opened:
        yield opened


class FewTables(Tables):
    """Tables of which two are cached."""

    decoded_max = 2


async def keep_busy(database: Database) -> tuple[threading.Event, asyncio.Future[list[None]]]:
    """Keep every connection busy until the event is set; return it and the functions."""
    meeting, release = threading.Barrier(WRITERS + 1, timeout=60), threading.Event()

    def wait(tx: Transaction) -> None:
        del tx
        meeting.wait()
        release.wait(60)

    waiting = asyncio.gather(*(database.write(wait, about) for about in range(WRITERS)))
    await asyncio.to_thread(meeting.wait)
    return release, waiting


async def test_as_many_are_run_at_once_as_there_are_connections(database: Database) -> None:
    """They meet within their transactions, and queued functions run after them."""
    release, waiting = await keep_busy(database)
    behind = asyncio.gather(*(database.write(add(about), about) for about in range(100)))
    release.set()
    await asyncio.gather(waiting, behind)

    assert await database.read(count) == 100


@pytest.mark.parametrize("about", [0, 5], ids=["what is about none", "a table"])
async def test_what_is_about_the_same_is_done_one_after_another(database: Database, about: int) -> None:
    """A function that counts and then adds sees the additions of all before it."""

    def add_another(tx: Transaction) -> None:
        add(count(tx))(tx)

    await asyncio.gather(*(database.write(add_another, about) for _ in range(50)))

    assert await database.read(count) == 50


async def test_what_waits_is_left_undone_once_the_books_are_given_up(database: Database) -> None:
    """F-19: if one connection's database is in an unknown state, the others begin nothing more."""
    begun: list[int] = []
    release, waiting = await keep_busy(database)
    behind = asyncio.gather(
        *(database.write(lambda tx: begun.append(add(1)(tx)), about) for about in range(2 * WRITERS)),
        return_exceptions=True,
    )
    await asyncio.sleep(0)
    database.give_up("nobody knows")
    release.set()
    with suppress(ShardsTaken):
        await waiting
    refused = await behind
    await database.close()

    assert {type(each) for each in refused} == {ShardsTaken}
    assert begun == []


async def test_what_was_handed_over_can_be_waited_for(database: Database) -> None:
    """`settle` waits for all submitted functions, failed ones included, and not for later ones."""
    release, waiting = await keep_busy(database)
    failing = asyncio.create_task(database.write(lambda tx: tx.execute("SELECT nothing").fetchone()))
    await asyncio.sleep(0)
    settled = asyncio.create_task(database.settle())
    await asyncio.sleep(0)
    later_release = threading.Event()
    later = asyncio.create_task(database.write(lambda _tx: later_release.wait(60)))
    was_settled = settled.done()
    release.set()
    await settled

    assert not was_settled
    assert (waiting.done(), failing.done(), later.done()) == (True, True, False)
    later_release.set()
    assert await later
    assert failing.exception() is not None


async def test_what_is_written_between_is_done_alone(database: Database) -> None:
    """F-16: a clock's jump corrects all earlier writes, and no later ones."""
    done: list[str] = []
    is_begun, release = threading.Event(), threading.Event()

    def before(_tx: Transaction) -> None:
        is_begun.set()
        release.wait(60)
        done.append("before")

    earlier = asyncio.create_task(database.write(before, 1))
    await asyncio.to_thread(is_begun.wait)
    between = asyncio.create_task(database.write_between(lambda _tx: done.append("between")))
    await asyncio.sleep(0)
    later = [asyncio.create_task(database.write(lambda _tx: done.append("later"), each)) for each in (0, 2)]
    await asyncio.wait(later, timeout=MEETING_SECONDS)
    release.set()
    await asyncio.gather(earlier, between, *later)

    assert done == ["before", "between", "later", "later"]


async def test_a_tournament_is_held_before_its_tables(database: Database) -> None:
    """A tournament is locked before its tables, as its director does: the reverse order would deadlock."""
    tables = Tables(GAMES)
    meeting = threading.Barrier(2, timeout=MEETING_SECONDS)
    runs: list[str] = []

    def prepare(tx: Transaction) -> int:
        number = in_lobby(tx, tables).id
        tx.execute(
            "INSERT INTO tournaments (id, server, channel, phase, revision, shown_revision, format,"
            " announced_at, acted_at, plan, seal, snapshot)"
            " VALUES (1, 1, 1, 'running', 1, 1, 1, 0, 0, '', '', '')"
        )
        tx.execute("INSERT INTO tournament_tables VALUES (1, 1, ?)", (number,))
        return number

    def meet() -> None:
        with suppress(threading.BrokenBarrierError):
            meeting.wait()

    def played(tx: Transaction) -> None:
        runs.append("a hand's end")
        tables.load(tx, number)
        meet()
        tx.lock_row("tournaments", 1)

    def directed(tx: Transaction) -> None:
        runs.append("the director")
        tx.lock_row("tournaments", 1)
        _ = tx.execute("SELECT 1").fetchone()
        meet()
        tables.load(tx, number)

    number = await database.write(prepare)
    await asyncio.gather(database.write(played, 1), database.write(directed, 2))

    assert sorted(runs) == ["a hand's end", "the director"]


async def test_two_that_open_the_same_wallet(database: Database) -> None:
    """F-53: a function that finds the wallet made meanwhile runs again: one purse, and no refusal."""
    is_open = threading.Event()

    def first(tx: Transaction) -> int:
        held = ledger.open_wallet(tx, SERVER, 11, 200, 1.0)
        is_open.set()
        time.sleep(MEETING_SECONDS)
        return held

    def second(tx: Transaction) -> int:
        is_open.wait(60)
        return ledger.open_wallet(tx, SERVER, 11, 200, 1.0)

    held = await asyncio.gather(database.write(first, 1), database.write(second, 2))

    assert set(held) == {200}
    assert await database.read(lambda tx: ledger.balance(tx, ledger.wallet(SERVER, 11))) == 200


async def test_what_is_decoded_may_be_cached_by_all_at_once(database: Database) -> None:
    """The connections share decoded tables, also with less room in the cache than they need."""
    tables = FewTables(GAMES)
    numbers = [await database.write(lambda tx: in_lobby(tx, tables).id) for _ in range(6)]

    def look(number: int) -> Callable[[Transaction], int]:
        return lambda tx: tables.known(tx, number).id

    looks = (database.read(look(number), number) for _ in range(20) for number in numbers)
    seen = await asyncio.gather(*looks)

    assert seen == numbers * 20
