"""F-16: a clock that is wrong for a moment ends nothing for good."""

from __future__ import annotations

import pytest

from bot.process.scheduler import take_out_jump
from bot.tavern.deadlines import MonotonicClock
from bot.tavern.table_service import EXPIRING, TableService
from games.catalog import GAMES
from storage.db.database import Database
from storage.db.retention import DAY_SECONDS, day_of, note_jump
from storage.db.transaction import Fields, Transaction
from storage.people import bars, invite_preferences, personal_data
from storage.people.bars import Bar
from storage.play.postings import KEPT_SECONDS
from storage.play.tables import Tables
from storage.standing.boards import STOPPED_SECONDS
from tests.bot.crowd import SERVER
from tests.bot.machine import BEGAN, HOUR, TEN_YEARS, Machine

DAY = float(DAY_SECONDS)
ANN, BOSS = 101, 102
HASH = bytes(32)
PERSON: Fields = {"server": SERVER, "person": HASH}


def over_at(at: float) -> dict[str, Fields]:
    """A row of each table that is cleared, over at this time: the beginning of a day."""
    post: Fields = {"server": SERVER, "channel": 2, "message": 3, "measure": "", "game": "", "period": ""}
    return {
        "interactions": {"id": 1, "at": at - KEPT_SECONDS},
        "acceptances": {"interaction": 1, "at": at - KEPT_SECONDS},
        "forgotten_limits": {**PERSON, "kind": "pay", "day": day_of(at) - 1, "amount": 5},
        "forgotten_goes": {"day": day_of(at) - 1, "game": "destiny", "person": HASH},
        "forgotten_bars": {**PERSON, "until": at},
        "forgotten_keep_outs": {**PERSON, "until": at},
        "forgotten_loss_limits": {**PERSON, "amount": 5, "until": at},
        "keep_outs": {"server": SERVER, "player": ANN, "until": at},
        "loss_limits": {"server": SERVER, "player": ANN, "amount": 5, "later": None, "later_at": at},
        "board_posts": {**post, "looks": "", "stopped_at": at - STOPPED_SECONDS},
    }


def add_rows(tx: Transaction, at: float) -> None:
    """A row of each of these tables, and a hand to be watched again for 30 days."""
    for rows, row in over_at(at).items():
        tx.add(rows, row)
    tx.execute(
        "INSERT INTO tables (id, server, channel, game, phase, settled, revision, shown_revision, format,"
        " opened_at, acted_at, snapshot) VALUES (1, ?, 1, '', 'closed', 1, 1, 1, 1, 0.0, ?, '')",
        (SERVER, at - 30 * DAY),
    )
    tx.execute("INSERT INTO hands (table_id, number, beginning) VALUES (1, 1, '')")


def left(tx: Transaction) -> set[str]:
    """The tables that still have their row."""
    names = {*over_at(0.0), "tables", "hands"}
    return {each for each in names if tx.scalar_int(f"SELECT count(*) FROM {each}")}  # noqa: S608


def test_the_law_is_about_all_that_goes() -> None:
    """Each table that is cleared by the clock has a row in these tests."""
    assert {each.rows for each in EXPIRING} == over_at(0.0).keys()


@pytest.mark.parametrize("jump", [-TEN_YEARS, HOUR, 2 * DAY, TEN_YEARS])
@pytest.mark.parametrize("restarts", [False, True])
async def test_nothing_ends_by_a_clock_that_jumps(database: Database, jump: float, *, restarts: bool) -> None:
    """F-16, TB-24: wrong for nine seconds, in which all is cleared that seems over; a restart in them too."""
    machine = Machine()
    steady = machine.steady()
    tavern = TableService(database, GAMES, now=steady)
    midnight = day_of(steady() + DAY) * DAY
    await database.write(lambda tx: add_rows(tx, midnight))
    before = await database.read(left)
    await tavern.note_pulse()

    async def set_clock(wrong: float) -> TableService:
        machine.elapsed += 5.0
        machine.wrong = wrong
        if restarts:
            again = TableService(database, GAMES, now=machine.steady())
            await again.resume()
            return again
        await take_out_jump(database, tavern.tournament_tables, steady)
        return tavern

    for wrong in (jump, 0.0):
        tavern = await set_clock(wrong)
        await tavern.purge_expired()
        await tavern.note_pulse()

        assert await database.read(left) == before

    machine.elapsed += 3 * DAY
    await TableService(database, GAMES, now=machine.steady()).purge_expired()
    assert await database.read(left) == set()


async def test_what_is_over_is_kept_for_another_day(database: Database) -> None:
    """F-16: jumps that are not noticed, or too small to be noted, end nothing either."""
    midnight = day_of(BEGAN) * DAY
    await database.write(lambda tx: add_rows(tx, midnight))
    await TableService(database, GAMES, now=lambda: midnight + 1.0).purge_expired()
    assert await database.read(left) == {*over_at(0.0)}

    await TableService(database, GAMES, now=lambda: midnight + DAY + 1.0).purge_expired()
    assert await database.read(left) == set()


async def test_being_forgotten_while_the_clock_is_ahead(database: Database) -> None:
    """F-53, TB-24, TB-25: a record that only seems over is still there when the clock is right again."""
    now, ahead = BEGAN, BEGAN + TEN_YEARS

    def evening(tx: Transaction) -> None:
        bars.keep_out(tx, SERVER, ANN, now + 7 * DAY)
        bars.bar(tx, SERVER + 1, Bar(ANN, now + 7 * DAY, BOSS, "", now))
        bars.limit_losses(tx, SERVER, ANN, 50, now)
        bars.limit_losses(tx, SERVER, ANN, None, now)
        note_jump(tx, TEN_YEARS, ahead - 9.0)
        personal_data.forget(tx, Tables(GAMES), ANN, ahead)

        assert bars.out_until(tx, SERVER, ANN, now) == now + 7 * DAY
        assert bars.is_barred(tx, SERVER + 1, ANN, now)
        assert bars.loss_left(tx, SERVER, ANN, now) == 50
        assert not bars.is_barred(tx, SERVER + 1, ANN, now + 7 * DAY)
        assert bars.loss_left(tx, SERVER, ANN, now + 7 * DAY) is None

    await database.write(evening)


async def test_calls_of_today_count_when_the_clock_was_ahead(database: Database) -> None:
    """TB-22: a call while the clock is wrong does not make the day's calls uncounted."""
    steady = MonotonicClock(lambda: BEGAN, lambda: 0.0)
    tavern = TableService(database, GAMES, now=steady)
    await database.write(lambda tx: invite_preferences.count(tx, SERVER, ANN, "call", 1, BEGAN))
    ahead = MonotonicClock(lambda: BEGAN + TEN_YEARS, lambda: 0.0)
    await tavern.note_pulse()
    await TableService(database, GAMES, now=ahead).resume()
    await database.write(lambda tx: invite_preferences.count(tx, SERVER, ANN, "call", 1, ahead()))

    assert await database.read(lambda tx: invite_preferences.counted(tx, SERVER, "call", BEGAN + 1)) == [
        BEGAN,
        BEGAN + TEN_YEARS,
    ]
