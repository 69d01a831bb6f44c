"""The parts of a damaged file that are repaired, isolated, or refused."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage.books import ledger
from storage.db.database import open_database
from storage.db.transaction import Transaction
from storage.errors import NotADatabase
from storage.play.tables import StoredTable, Tables
from tests.storage.tables import SERVER
from tests.storage.toy import GAMES, opened

CHANNEL = 0x0123456789AB
"""A number that is nowhere else in the file."""
PLAYER = 0x0A0B0C0D0E0F


@pytest.fixture
async def stored(path: Path, tables: Tables) -> StoredTable:
    """Return a file with a table, and a player with a purse."""

    def fill(tx: Transaction) -> StoredTable:
        ledger.open_wallet(tx, SERVER, PLAYER, 200, 1.0)
        return tables.add(tx, SERVER, CHANNEL, opened, 1.0)

    async with open_database(path) as database:
        return await database.write(fill)


def spoil_index(path: Path, index: str, number: int) -> None:
    """Change the last byte of a number in an index, and nowhere else."""
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (index,)).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    content, old = bytearray(path.read_bytes()), number.to_bytes(6, "big")
    place = content.index(old, (page - 1) * size, page * size)
    content[place + 5] ^= 1
    path.write_bytes(content)


async def test_f58_an_index_is_made_anew(path: Path, stored: StoredTable) -> None:
    """F-58: an index is rebuilt from its rows, so that a damaged byte in it keeps nobody out."""
    spoil_index(path, "tables_unsettled", CHANNEL)
    async with open_database(path) as database:
        found = await database.read(lambda tx: Tables(GAMES).in_channel(tx, SERVER, CHANNEL))
        assert await database.read(lambda tx: tx.scalars("PRAGMA integrity_check")) == ["ok"]

    assert found == (stored,)


@pytest.mark.usefixtures("stored")
async def test_f10_whose_an_account_is_cannot_be_made_anew(path: Path) -> None:
    """F-10: if the accounts' rows and their index disagree, nobody knows which is right."""
    spoil_index(path, "sqlite_autoindex_accounts_1", PLAYER)

    with pytest.raises(NotADatabase):
        async with open_database(path):
            pass


@pytest.mark.usefixtures("stored")
async def test_f58_a_row_that_breaks_its_rules_keeps_nobody_out(path: Path) -> None:
    """F-58: an invalid phase concerns only its table (`Tables.lost`)."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("UPDATE tables SET phase = 'lobbz'")

    async with open_database(path) as database:
        assert await database.read(lambda tx: tx.scalar("SELECT count(*) FROM tables")) == 1


@pytest.mark.usefixtures("stored")
async def test_f10_a_letter_that_is_wrong_in_the_schema_is_found(path: Path) -> None:
    """F-10: SQLite reads a column by any name; the program would miss it later."""
    whole = path.read_bytes()
    assert whole.count(b"shown_revision INTEGER NOT NULL") >= 1
    path.write_bytes(whole.replace(b"shown_revision INTEGER", b"shoxn_revision INTEGER"))

    with pytest.raises(NotADatabase):
        async with open_database(path):
            pass
