"""People's records are the sums of the hands that they played, whatever happens at their tables."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bot.tavern.table import actions
from bot.tavern.table.actions import Actor
from bot.tavern.table_service import TableService
from games.catalog import GAMES, TITLES
from storage.books import ledger
from storage.db import schema
from storage.db.database import Database, open_database
from storage.db.transaction import Transaction
from storage.errors import StillSeated
from storage.standing import titles
from tests.bot.crowd import CHANNEL, PEOPLE, SERVER, Crowd, WallClock, fund_house
from tests.bot.recount import check_records, check_wallets, kept

STARTED_AT = 1_800_000_000.0
HANDS = 14
HANDS_SOAKED = 10_000
PRESSES = 25
"""The number of presses between two counts of played hands."""
BEFORE_RECORDS = 15
"""The last migration before there were records."""
CHECKED = 4
"""The number of times an evening is counted, each time from its beginning."""


class Evenings:
    """A crowd at tables of all four games, of which hands are called off and people are forgotten."""

    def __init__(self, database: Database, seed: int) -> None:
        self.database = database
        self.clock = WallClock(STARTED_AT)
        self.tavern = TableService(database, GAMES, now=self.clock)
        self.random = Random(seed)
        self.crowd = Crowd(self.tavern, self.clock, self.random, 1)
        self._next_id = 10**12

    async def play(self, hands: int) -> None:
        """Play so many hands to their end, and count people's records now and then."""
        played, counted = 0, 0
        while played < hands:
            for _ in range(PRESSES):
                await self.crowd.press(lambda *_: None)
            if self.random.random() < 0.5:
                await self.disturb()
            played = await self.database.read(hands_played)
            if played >= counted + hands // CHECKED:
                counted = played
                assert await self.database.read(check_records) > 0

    async def disturb(self) -> None:
        """Call a hand off, erase a player without a seat, or let time pass and give out coins."""
        what = self.random.random()
        if what < 0.4:
            tables = await self.tavern.in_channel(SERVER, CHANNEL)
            under_way = [each for each in tables if each.table.hand is not None]
            if under_way:
                by = self.press(self.random.choice(PEOPLE), is_manager=True)
                await self.tavern.act(by, self.random.choice(under_way).table.id, actions.call_off("ale"))
        elif what < 0.45:
            try:
                await self.tavern.forget(self.press(self.random.choice(PEOPLE)))
            except StillSeated:
                return
        else:
            self.clock.at += 50_000
            await self.database.write(self._give_everybody)

    def _give_everybody(self, tx: Transaction) -> None:
        for player in PEOPLE:
            ledger.open_wallet(tx, SERVER, player, 200, self.clock.at)
            why = ledger.TransferInfo("grant", self.clock.at)
            ledger.transfer(tx, ledger.bank_account(SERVER), ledger.wallet(SERVER, player), 200, why)

    async def close_all(self) -> None:
        """End the evening at every table."""
        for each in await self.tavern.in_channel(SERVER, CHANNEL):
            by = self.press(each.table.terms.host, is_manager=True)
            await self.tavern.close(by, each.table.id, "the end")

    def press(self, player: int, *, is_manager: bool = False) -> Actor:
        """Return a command of a player's."""
        self._next_id += 1
        return Actor(self._next_id, self.clock.at, player, f"P{player}", SERVER, is_manager)


def hands_played(tx: Transaction) -> int:
    """Return the number of finished hands, including those of forgotten players."""
    return tx.scalar_int("SELECT count(*) FROM hands WHERE seals NOTNULL") or 0


def kinds(tx: Transaction) -> set[str]:
    """The games and the money that people have played for."""
    return {*tx.scalars("SELECT game FROM records UNION SELECT money FROM records")}


async def play_and_count(path: Path, hands: int, seed: int) -> None:
    """Play so many hands, close all tables, and count again."""
    async with open_database(path) as database:
        await fund_house(database)
        evenings = Evenings(database, seed)
        await evenings.play(hands)
        await evenings.close_all()

        assert await database.read(check_records) > 0
        assert await database.read(kinds) >= {"coins", "practice"} | {*GAMES}
        await database.read(check_wallets)
        titled = await database.write(check_titles)
        # The cards decide when a player earns one.
        assert titled == {*GAMES} if hands >= HANDS_SOAKED else titled


def check_titles(tx: Transaction) -> set[str]:
    """Check that records imply no title that players lack; return the games in which a player has one."""
    earned = {*map(tuple, tx.all("SELECT player, title FROM titles"))}
    tx.execute("DELETE FROM titles")
    tx.set_note(titles.NAME, titles.DUE)
    titles.give_for_earlier_records(tx, GAMES)
    told = {*map(tuple, tx.all("SELECT player, title FROM titles"))}

    assert told <= earned
    keys = {key for _player, key in told}
    return {game for game in GAMES if keys & {each.key for each in TITLES[game]}}


async def test_records_are_the_sums_of_hands(bot_path: Path) -> None:
    """TB-19, TB-21: with leavers, side pots, hands called off, tables closed and people forgotten."""
    await play_and_count(bot_path, HANDS, seed=3)


@pytest.mark.soak
async def test_records_are_the_sums_of_ten_thousand_hands(tmp_path: Path) -> None:
    """TB-19: the same over ten thousand hands."""
    await play_and_count(tmp_path / "tavern.db", HANDS_SOAKED, seed=2)


def put_back(path: Path) -> None:
    """Make the file what it was before migration 16: all rows of its tables in the columns they had."""
    before = path.with_name("before.db")
    with closing(sqlite3.connect(before, isolation_level=None)) as connection:
        schema.migrate(connection, before, schema.migrations()[:BEFORE_RECORDS])
        connection.execute("ATTACH ? AS later", (str(path),))
        connection.execute("PRAGMA foreign_keys = OFF")
        # Losses were not counted then.
        connection.execute("DELETE FROM later.day_limits WHERE kind = 'lost'")
        listed = "SELECT name FROM {}.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        later = {name for (name,) in connection.execute(listed.format("later"))}
        for (name,) in connection.execute(listed.format("main")).fetchall():
            if name in later:
                columns = ", ".join(row[1] for row in connection.execute(f"PRAGMA main.table_info({name})"))
                connection.execute(f"DELETE FROM main.{name}")  # noqa: S608 -- names of our own
                connection.execute(f"INSERT INTO main.{name} ({columns}) SELECT {columns} FROM later.{name}")  # noqa: S608
        connection.execute("DELETE FROM notes WHERE name IN ('records', 'titles')")
    before.replace(path)


@pytest.mark.soak
async def test_hands_played_before_there_were_records_are_counted_once(bot_path: Path) -> None:
    """F-15: when the file is migrated, what is still stored is worked out, and at a later start not again."""
    async with open_database(bot_path) as database:
        await fund_house(database)
        evenings = Evenings(database, 3)
        await evenings.play(HANDS)
        await evenings.close_all()
        before = await database.read(kept)
    put_back(bot_path)
    for _ in range(2):
        async with open_database(bot_path) as database:
            await TableService(database, GAMES, now=evenings.clock).resume()

            assert await database.read(kept) == before
