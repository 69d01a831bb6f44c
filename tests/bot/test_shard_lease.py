"""Several processes: who serves which shards, who takes over, and what each hears of the others."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot import application, discord_bot
from bot.application import SHARED_SECONDS, InteractionGate
from bot.discord_bot import IdentifyTurns
from bot.process import shard_lease
from bot.process.shard_lease import ShardLease
from bot.tavern.deadlines import since_start
from bot.tavern.posting_service import Serving
from bot.tavern.table import actions
from bot.tavern.table.actions import Actor
from bot.tavern.table_service import TableService
from games.catalog import GAMES
from games.engine.table.table import Terms
from games.stone_hand.game import STONE_HAND
from storage import leases
from storage.db.database import Database, open_database
from storage.db.transaction import Transaction
from storage.errors import AlreadyOpen, Broken, NotAccepted
from storage.leases import ALL_SHARDS, Lease, ShardRange
from tests.bot.crowd import CHANNEL, WallClock
from tests.bot.started import started
from tests.bot.wire import PATIENCE_SECONDS

FIRST, SECOND = ShardRange(0, 0, 2), ShardRange(1, 1, 2)
SERVER = 1 << 22
"""A server of the second of two shards."""
ANN, BEN = 101, 102
AT = 1_800_000_000.0


@pytest.fixture
async def databases(postgres_address: str) -> AsyncIterator[list[Database]]:
    """The same books as three processes have them open."""
    async with AsyncExitStack() as opened:
        yield [
            await opened.enter_async_context(
                open_database(postgres_address, alone=False, patience_seconds=1.0)
            )
            for _ in range(3)
        ]


async def held(database: Database, shards: ShardRange | None) -> ShardLease:
    """The lease of a process that has just begun."""
    lease = ShardLease(database, shards, WallClock(AT))
    await lease.take()
    return lease


async def nothing() -> None:
    """Serve shards without any work."""


async def test_a_range_is_served_by_one_process(
    databases: list[Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-12: a second process that wants the same shards is told, and has to leave."""
    monkeypatch.setattr(shard_lease, "PATIENCE_SECONDS", 0.2)
    monkeypatch.setattr(shard_lease, "LOOK_SECONDS", 0.05)
    first = await held(databases[0], FIRST)
    second = await held(databases[1], SECOND)
    with pytest.raises(AlreadyOpen, match="shards 0-0/2 are served by another process"):
        await held(databases[2], FIRST)
    with pytest.raises(AlreadyOpen):
        await held(databases[2], ALL_SHARDS)

    await first.release()
    third = await held(databases[2], FIRST)
    assert (third.is_held, third.serving.has(SERVER), second.serving.has(SERVER)) == (True, False, True)
    for each in (second, third):
        await each.release()


async def test_a_standby_takes_what_a_dead_process_served(databases: list[Database]) -> None:
    """F-62: the process that had them writes nothing more once it wakes, says so, and has to stop."""
    frozen = await held(databases[0], SECOND)
    standby = ShardLease(databases[1], None, WallClock(AT))
    waiting = asyncio.create_task(standby.stand_by())
    # The process does not run, so it does not renew it.
    assert frozen._renewing is not None
    frozen._renewing.cancel()
    number = frozen.serving.lease.number
    await databases[2].write(lambda tx: leases.release(tx, number))

    assert await asyncio.wait_for(waiting, PATIENCE_SECONDS) == SECOND
    assert standby.is_held
    with pytest.raises(Broken, match="shards 1-1/2 are served by another process now"):
        await databases[0].write(lambda tx: leases.note_alive(tx, AT, number))
    assert databases[0].broken.done()
    await standby.release()


async def test_shards_are_handed_over_while_both_are_connected(databases: list[Database]) -> None:
    """A leaving process is answered by a standby that connects first; then the lease moves at once."""
    leaving = await held(databases[0], FIRST)
    assert not await leaving.call_heir(None)
    standby = ShardLease(databases[1], None, WallClock(AT))
    connecting = asyncio.create_task(standby.stand_by())
    while not leaving._is_watched:  # noqa: ASYNC110 -- it is told with the next renewal
        await asyncio.sleep(0.05)
    calling = asyncio.create_task(leaving.call_heir(None))

    assert await asyncio.wait_for(connecting, PATIENCE_SECONDS) == FIRST
    assert not standby.is_held
    inheriting = asyncio.create_task(standby.inherit(nothing))
    assert await asyncio.wait_for(calling, PATIENCE_SECONDS)
    assert not inheriting.done()
    await leaving.release()
    assert await asyncio.wait_for(inheriting, PATIENCE_SECONDS)
    assert standby.is_held
    await standby.release()


async def test_shards_are_taken_over_though_the_database_was_away(
    databases: list[Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-63: the caller may be gone by then, and no other process would serve them."""
    leaving = await held(databases[0], FIRST)
    standby = await called_by(leaving, databases[1])
    read, refusals = databases[1].read, [NotAccepted(), NotAccepted()]

    async def away(function: Callable[[Transaction], object], about: int = 0) -> object:
        if refusals:
            raise refusals.pop()
        return await read(function, about)

    monkeypatch.setattr(databases[1], "read", away)
    inheriting = asyncio.create_task(standby.inherit(nothing))
    await leaving.release()

    assert await asyncio.wait_for(inheriting, PATIENCE_SECONDS)
    assert (standby.is_held, refusals) == (True, [])
    await standby.release()


async def test_who_cannot_serve_what_it_took_over_stops(databases: list[Database]) -> None:
    """It stops as at any start; with the lease kept, no other process could have the shards."""
    leaving = await held(databases[0], FIRST)
    standby = await called_by(leaving, databases[1])
    await leaving.release()

    async def refuse() -> None:
        raise NotAccepted

    with pytest.raises(NotAccepted):
        await standby.inherit(refuse)
    assert databases[1].broken.done()
    await standby.release()


async def called_by(leaving: ShardLease, database: Database) -> ShardLease:
    """A standby that was called to take over."""
    standby = ShardLease(database, None, WallClock(AT))
    connecting = asyncio.create_task(standby.stand_by())
    while not await database.read(lambda tx: leases.waits(tx, standby._name)):  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    number = leaving.serving.lease.number
    await database.write(lambda tx: leases.call_heir(tx, number))
    await asyncio.wait_for(connecting, PATIENCE_SECONDS)
    return standby


async def test_nobody_is_called_while_the_database_does_not_answer(
    databases: list[Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-5: a process that is told to go does not wait for it."""
    monkeypatch.setattr(shard_lease, "ANSWER_SECONDS", 0.05)
    leaving = await held(databases[0], FIRST)
    answered = threading.Event()
    waiting = asyncio.create_task(databases[0].read(lambda _tx: answered.wait()))
    await asyncio.sleep(0)

    with pytest.raises(TimeoutError):
        await leaving.call_heir(None)
    answered.set()
    assert await waiting
    await leaving.release()


async def test_a_frozen_process_is_not_sure_of_its_shards(
    databases: list[Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-62: until it has renewed its lease it shows and answers nothing, since a standby may own them."""
    lease = await held(databases[0], FIRST)
    door = InteractionGate(databases[0], WallClock(AT), lease.is_sure)
    assert await door.admits(1)
    now = since_start()
    monkeypatch.setattr(shard_lease, "since_start", lambda: now + 60.0)

    assert not lease.is_sure()
    assert not await door.admits(2)
    # Its other clocks may be quicker than the renewal.
    lease._awake_at, lease._was_frozen = now + 60.0, True
    assert not lease.is_sure()
    await lease.release()


async def test_a_process_whose_database_is_away_answers_unless_somebody_waits(
    databases: list[Database],
) -> None:
    """It refuses in words then; a standby could have its shards as soon as the database is back."""
    lease = await held(databases[0], FIRST)
    lease._sure_until = 0.0
    assert lease.is_sure()
    lease._is_watched = True

    assert not lease.is_sure()
    await lease.release()


async def test_of_two_doors_one_admits_an_interaction(
    databases: list[Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The heir's waits until it is opened; what the other one let in is not let in again."""
    monkeypatch.setattr("bot.application.WAIT_SECONDS", 0.5)
    leaving, heir = (InteractionGate(each, WallClock(AT), lambda: True) for each in databases[:2])
    leaving.share()
    heir.wait()
    first, second = (asyncio.create_task(heir.admits(number)) for number in (1, 2))
    assert await leaving.admits(1)
    leaving.shut()
    assert not await leaving.admits(2)
    heir.open()

    assert [await first, await second] == [False, True]
    late = InteractionGate(databases[2], WallClock(AT), lambda: True)
    late.wait()
    assert not await late.admits(3)


@pytest.fixture
def long_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make turns longer than any machine is busy, which tells waiting from slow processes apart."""
    for module in (leases, discord_bot):
        monkeypatch.setattr(module, "IDENTIFY_SECONDS", 10 * PATIENCE_SECONDS)


async def test_shards_of_all_processes_take_turns(databases: list[Database], long_turns: None) -> None:
    """Discord takes one identify in five seconds from each bucket: the second process waits."""
    turns = [IdentifyTurns(each) for each in databases[:2]]
    for each in turns:
        each.is_shared = True
    await turns[0].wait(0)
    waiting = asyncio.create_task(turns[1].wait(1))
    done, _ = await asyncio.wait([waiting], timeout=0.2)
    assert not done

    await databases[2].write(lambda tx: tx.execute("UPDATE identifies SET until = 0") and None)
    waiting.cancel()
    await asyncio.wait_for(turns[1].wait(1), PATIENCE_SECONDS)


async def test_a_bot_started_again_waits_for_its_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, long_turns: None
) -> None:
    """Nor does one process get two turns by being started anew; only a full disk keeps nobody waiting."""

    async def refuse(_function: object) -> None:
        raise NotAccepted

    async with open_database(tmp_path / "taproom.db") as database:
        await IdentifyTurns(database).wait(0)
        again = IdentifyTurns(database)
        done, late = await asyncio.wait([asyncio.create_task(again.wait(0))], timeout=0.2)
        late.pop().cancel()

        assert not done
        monkeypatch.setattr(database, "write", refuse)
        await asyncio.wait_for(again.wait(0), PATIENCE_SECONDS)


def tavern_of(database: Database, shards: ShardRange, set_deadlines: dict[int, float | None]) -> TableService:
    """A process's Tavern, which notes its deadlines."""
    tavern = TableService(database, GAMES, now=WallClock(AT), set_deadline=set_deadlines.__setitem__)
    tavern.serving = Serving(Lease(leases.ONLY, shards, "", is_live=True))
    return tavern


async def test_any_process_acts_and_the_one_that_shows_hears_of_it(databases: list[Database]) -> None:
    """A press in a direct message comes to shard 0: the table's own process wakes for it, and no other."""
    acting, showing = await held(databases[0], FIRST), await held(databases[1], SECOND)
    heard: asyncio.Queue[str] = asyncio.Queue()
    begun = asyncio.Event()
    listening = asyncio.create_task(databases[1].listen(heard.put_nowait, begun.set))
    await asyncio.wait_for(begun.wait(), PATIENCE_SECONDS)
    here: dict[int, float | None] = {}
    there: dict[int, float | None] = {}
    own, other = tavern_of(databases[1], SECOND, here), tavern_of(databases[0], FIRST, there)

    press = Actor(1, AT, ANN, "Ann", SERVER)
    opened = await own.open_table(press, CHANNEL, STONE_HAND, STONE_HAND.house_rules(), Terms(ANN, 20))
    while not heard.empty():
        heard.get_nowait()
    await other.act(Actor(2, AT, BEN, "Ben", SERVER), opened.id, actions.sit_down)

    told = await asyncio.wait_for(heard.get(), PATIENCE_SECONDS)
    while told.split()[0] != str(acting.serving.lease.number):
        told = await asyncio.wait_for(heard.get(), PATIENCE_SECONDS)
    assert told.split()[1:] == ["tables", str(opened.id), str(SERVER)]
    assert (list(here), list(there)) == ([opened.id], [])
    await other.set_deadlines()
    assert not there
    assert await other.outdated() == []
    assert [each.id for each in await own.outdated()] == [opened.id]
    listening.cancel()
    for lease in (acting, showing):
        await lease.release()


async def test_a_clock_is_not_set_back_by_what_was_read_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All clocks are set from a read beside the writing connections: a later change may be known by then."""
    due: dict[int, float | None] = {}
    async with open_database(tmp_path / "taproom.db") as database:
        tavern, read = tavern_of(database, SECOND, due), database.read
        press = Actor(1, AT, ANN, "Ann", SERVER)
        opened = await tavern.open_table(press, CHANNEL, STONE_HAND, STONE_HAND.house_rules(), Terms(ANN, 20))
        alone = due[opened.id]

        async def late(function: Callable[[Transaction], object], about: int = 0) -> object:
            found = await read(function, about)
            if not about:
                await tavern.act(Actor(2, AT, BEN, "Ben", SERVER), opened.id, actions.sit_down)
            return found

        monkeypatch.setattr(database, "read", late)
        await tavern.set_deadlines()
        assert due == {opened.id: (await tavern.look(opened.id)).stored.deadline_at}
        assert due[opened.id] != alone


async def test_a_door_is_shared_while_both_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A trip to the database for each press is made no longer than needed, and again when it is."""
    at = [0.0]
    monkeypatch.setattr(application, "monotonic", lambda: at[0])
    async with open_database(tmp_path / "taproom.db") as database:
        door = InteractionGate(database, WallClock(AT), lambda: True)

        async def noted(first: int) -> int:
            assert await door.admits(first)
            return await database.read(lambda tx: tx.scalar("SELECT count(*) FROM acceptances"))

        assert await noted(1) == 0
        door.wait()
        door.open()
        assert await noted(2) == 1
        at[0] += SHARED_SECONDS
        assert await noted(3) == 1
        door.share()
        at[0] += SHARED_SECONDS
        assert await noted(4) == 2


async def test_tb8_who_takes_over_moves_its_own_clocks_on(databases: list[Database]) -> None:
    """TB-8: they move by the time without service; the other processes' clocks stay as they are."""
    taverns = [
        tavern_of(database, shards, {}) for database, shards in zip(databases, (FIRST, SECOND), strict=False)
    ]
    for number, server in ((1, 2 << 22), (2, SERVER)):
        press = Actor(number, AT, ANN, "Ann", server)
        await taverns[0].open_table(press, CHANNEL, STONE_HAND, STONE_HAND.house_rules(), Terms(ANN, 20))

    def due(tx: Transaction) -> dict[int, float]:
        return {row["server"]: row["acted_at"] for row in tx.all("SELECT server, acted_at FROM tables")}

    second = await held(databases[1], SECOND)
    number = second.serving.lease.number
    await databases[1].write(lambda tx: leases.note_alive(tx, AT - 60.0, number))
    taverns[1].serving = second.serving
    await taverns[1].rehearse(SECOND)
    assert await databases[0].read(due) == {2 << 22: AT, SERVER: AT}
    await taverns[1].resume()

    assert await databases[0].read(due) == {2 << 22: AT, SERVER: AT + 60.0}
    await second.release()


def test_a_file_has_one_process(tmp_path: Path) -> None:
    """Several need PostgreSQL, and that is said in one line."""
    ended = started(tmp_path, SHARDS="standby", LOG_LEVEL="ERROR")

    assert ended.returncode == 1
    assert ended.stderr == (
        "taproom: SHARDS needs PostgreSQL: only one process can have a file (docs/host/operations.md)\n"
    )
