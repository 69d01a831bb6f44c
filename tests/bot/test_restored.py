"""A copy is put back in the middle of an evening, and the bot starts from it (F-59)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.tavern.table_service import TableService
from games.catalog import GAMES
from storage.db.database import open_database
from storage.files import backup
from storage.files.restored_copy import NUMBERS_SKIPPED
from tests.bot.books import check_laws
from tests.bot.crowd import SERVER, Crowd, WallClock, fund_house
from tests.bot.restored import secrets, under_way
from tests.bot.steward import Steward

PRESSES, PRESSES_SOAK = 60, 150


async def play(path: Path, clock: WallClock, first_id: int, presses: int) -> None:
    """Some presses at tables and tournaments of every game."""
    async with open_database(path) as database:
        tavern = TableService(database, GAMES, now=clock)
        await tavern.resume()
        crowd = Crowd(tavern, clock, Random(first_id), first_id)
        steward = Steward(tavern, clock, Random(first_id), first_id + 500_000)
        for _ in range(presses):
            await crowd.press(lambda *_: None)
            await steward.act()


COPIES: list[bytes] = []
"""The copy that all these tests begin with, once it was made."""


@pytest.fixture
async def copied(bot_path: Path, tmp_path: Path) -> Path:
    """A copy from the middle of an evening, on which play has gone on since."""
    copy, clock = tmp_path / "copy.db", WallClock(1_800_000_000.0)
    if not COPIES:
        async with open_database(bot_path) as database:
            await fund_house(database)
        await play(bot_path, clock, 0, PRESSES)
        backup.copy(bot_path, copy)
        await play(bot_path, clock, 10_000, 20)
        COPIES.append(copy.read_bytes())
    copy.touch(0o600)
    copy.write_bytes(COPIES[0])
    return copy


async def test_f59_no_card_that_was_sealed_in_a_copy_is_dealt(copied: Path, tmp_path: Path) -> None:
    """F-59: every hand under way is called off, every open table has a new seal, the books agree."""
    target, clock = tmp_path / "tavern.db", WallClock(1_800_100_000.0)
    backup.restore(copied, target)
    async with open_database(target) as database:
        before = await database.read(secrets)
        playing = await database.read(under_way)
        assert playing
        tavern = TableService(database, GAMES, now=clock)
        await tavern.resume()

        assert await database.read(secrets) & before == set()
        await database.read(check_laws)
        behind = {each.id for each in await tavern.outdated()}
        assert behind >= {
            each.id for each in await database.read(lambda tx: tavern.tables.open_tables(tx, SERVER))
        }
        still = {number: (await tavern.look(number)).table for number in playing}
        # Only where hands follow by themselves another one is under way.
        assert all(each.hand is None or not GAMES[each.game].rests(each.rules) for each in still.values())

        crowd = Crowd(tavern, clock, Random(3), 20_000)
        for _ in range(30):
            await crowd.press(lambda *_: None)
        await database.read(check_laws)


async def test_f59_a_copy_that_is_opened_where_it_lies_begins_afresh_too(copied: Path) -> None:
    """F-59: a start from a copy without `taproom restore` deals no seen card either; once is enough."""
    clock = WallClock(1_800_100_000.0)
    async with open_database(copied) as database:
        before = await database.read(secrets)
        await TableService(database, GAMES, now=clock).resume()
        after = await database.read(secrets)
        await TableService(database, GAMES, now=clock).resume()

        assert after & before == set()
        assert await database.read(secrets) == after


async def test_f59_numbers_of_tables_are_not_given_again(copied: Path) -> None:
    """F-27: a button of a table that was opened after the copy was made leads to no table of now."""
    clock = WallClock(1_800_100_000.0)
    async with open_database(copied) as database:
        last = await database.read(lambda tx: tx.scalar("SELECT max(id) FROM tables"))
        tavern = TableService(database, GAMES, now=clock)
        await tavern.resume()
        await play_one(tavern, clock)
        newest = await database.read(lambda tx: tx.scalar("SELECT max(id) FROM tables"))

    assert newest > last + NUMBERS_SKIPPED


async def play_one(tavern: TableService, clock: WallClock) -> None:
    """Press until a player has opened a table."""
    crowd = Crowd(tavern, clock, Random(5), 30_000)
    before = {each.id for each in await tavern.in_channel(11, 12)}
    while {each.id for each in await tavern.in_channel(11, 12)} <= before:
        await crowd.press(lambda *_: None)


@pytest.mark.parametrize("presses", [PRESSES, pytest.param(PRESSES_SOAK, marks=pytest.mark.soak)])
async def test_f59_an_evening_that_goes_on_is_left_alone(bot_path: Path, presses: int) -> None:
    """F-17: a restart without a copy calls nothing off, though copies were made of the file."""
    clock = WallClock(1_800_000_000.0)
    await play(bot_path, clock, 0, presses)
    backup.copy(bot_path, bot_path.with_name("copy.db"))
    async with open_database(bot_path) as database:
        before = await database.read(secrets), await database.read(under_way)
        assert all(before)
        await TableService(database, GAMES, now=clock).resume()

        assert (await database.read(secrets), await database.read(under_way)) == before
