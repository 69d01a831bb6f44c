"""A file is recognised, copied, and migrated wholly or not at all."""

from __future__ import annotations

import os
import shutil
import sqlite3
import struct
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from storage import leases
from storage.books import ledger
from storage.books.ledger import TransferInfo
from storage.db import schema
from storage.db.database import open_database
from storage.errors import NotADatabase, SchemaTooNew
from storage.files import backup

FIRST = "CREATE TABLE one (id INTEGER) STRICT;\nINSERT INTO one VALUES (1);\n"
SECOND = """
-- A table, what is in it, and a trigger with a semicolon inside.
CREATE TABLE two (id INTEGER) STRICT;
INSERT INTO two SELECT id FROM one;
CREATE TRIGGER stays BEFORE DELETE ON two
BEGIN
    SELECT RAISE(ABORT, 'stays');
END;
DROP TABLE one;
"""
KILLED_AT = """
import os, signal, sqlite3, sys
from pathlib import Path
from storage.db import schema

left = int(sys.argv[2])

def count(statement):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)

connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.set_trace_callback(count)
schema.migrate(connection, Path(sys.argv[1]), (sys.argv[3], sys.argv[4]))
"""


def connect(path: Path) -> sqlite3.Connection:
    """Return a plain connection."""
    return sqlite3.connect(path, isolation_level=None)


def contents(path: Path) -> bytes:
    """Return the bytes of the file."""
    return path.read_bytes()


def damage(path: Path) -> None:
    """Write a file that is no database."""
    path.write_bytes(b"no database at all" * 1000)


def tables_in(path: Path) -> tuple[int, set[str]]:
    """Return the schema's number, and the tables."""
    with closing(connect(path)) as connection:
        names = {
            name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        }
        return connection.execute("PRAGMA user_version").fetchone()[0], names


async def test_every_table_is_strict(path: Path) -> None:
    """Integers beyond 64 bits silently become floats unless the table is STRICT."""
    async with open_database(path) as database:
        lax = await database.read(
            lambda tx: tx.all(
                "SELECT name FROM pragma_table_list WHERE strict = 0 AND name NOT LIKE 'sqlite_%'"
            )
        )

    assert lax == []


async def test_f14_a_newer_schema_is_refused_and_nothing_written(path: Path) -> None:
    """F-14: a newer schema is refused, and nothing is written."""
    async with open_database(path):
        pass
    with closing(connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = contents(path)
    known = len(schema.migrations())
    with pytest.raises(SchemaTooNew, match=f"has schema 99; this program knows up to {known}$"):
        async with open_database(path):
            pass

    assert contents(path) == before


def test_f15_an_older_file_is_copied_and_migrated(path: Path) -> None:
    """F-15: an older file is copied, then migrated."""
    with closing(connect(path)) as connection:
        schema.migrate(connection, path, (FIRST,))
        schema.migrate(connection, path, (FIRST, SECOND))

    assert tables_in(path) == (2, {"two"})
    assert tables_in(path.with_name("tavern.db.v1.bak")) == (1, {"one"})


def test_f15_a_migration_that_fails_changes_nothing(path: Path) -> None:
    """F-15: a migration runs in one transaction."""
    with closing(connect(path)) as connection:
        schema.migrate(connection, path, (FIRST,))
        with pytest.raises(sqlite3.OperationalError):
            schema.migrate(connection, path, (FIRST, SECOND + "DROP TABLE one;"))

    assert tables_in(path) == (1, {"one"})


@pytest.mark.parametrize("apart", [5, pytest.param(1, marks=pytest.mark.soak)])
def test_f15_killed_at_any_statement_it_is_old_or_new(path: Path, apart: int) -> None:
    """F-15: killed at any statement it is old or new, and the next start finishes it."""
    ends: dict[int, tuple[int, tuple[int, set[str]]]] = {}
    for statement in range(0, 12, apart):
        path.unlink(missing_ok=True)
        with closing(connect(path)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            schema.migrate(connection, path, (FIRST,))
        command = [sys.executable, "-c", KILLED_AT, str(path), str(statement), FIRST, SECOND]
        code = subprocess.run(command, check=False).returncode  # noqa: S603  (our own words only)
        ends[statement] = code, tables_in(path)
        with closing(connect(path)) as connection:
            schema.migrate(connection, path, (FIRST, SECOND))

        assert tables_in(path) == (2, {"two"})

    old, new = (1, {"one"}), (2, {"two"})
    # The statements are: read the version, BEGIN, four statements, two pragmas, COMMIT; afterwards there is
    # nothing left to kill.
    assert all(end == (-9, old) for statement, end in ends.items() if statement < 8)
    assert all(end == (0, new) for statement, end in ends.items() if statement > 9)
    assert all(end in [(-9, old), (-9, new), (0, new)] for end in ends.values())


def kill_in_a_transaction(path: Path, killed: Path) -> None:
    """Kill a process that has written changed pages to the file, with the old ones in a journal."""
    with closing(connect(path)) as connection:
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("CREATE TABLE half_done (id INTEGER, page BLOB)")
        connection.executemany("INSERT INTO half_done VALUES (?, zeroblob(4000))", [(1,), (2,), (3,)])
        for tail in ("", "-journal"):
            shutil.copy(f"{path}{tail}", f"{killed}{tail}")


async def test_f3_killed_before_it_writes_to_a_log(path: Path, tmp_path: Path) -> None:
    """F-3: a new or restored file whose preparation was killed is prepared by the next start."""
    copied, restored, new = (tmp_path / name for name in ("copy.db", "restored.db", "new.db"))
    async with open_database(path):
        schema.copy(path, copied)
    kill_in_a_transaction(copied, restored)
    kill_in_a_transaction(tmp_path / "empty.db", new)
    schema.copy(restored, tmp_path / "again.db")

    assert tables_in(tmp_path / "again.db") == tables_in(path)
    for each in (restored, new):
        async with open_database(each):
            pass
        assert tables_in(each) == tables_in(path)


async def refusal(path: Path) -> Path | None:
    """Return the copy that is named when this file is refused."""
    with pytest.raises(NotADatabase) as refused:
        async with open_database(path):
            pass
    return refused.value.backup


async def test_f10_a_damaged_file_is_refused_with_its_newest_good_copy(path: Path) -> None:
    """F-10: it is refused at the start with the path of the newest good backup."""
    oldest, good, damaged = (path.with_name(f"tavern.db.v{number}.bak") for number in (1, 2, 3))
    async with open_database(path):
        for number, copied in enumerate((oldest, good)):
            schema.copy(path, copied)
            os.utime(copied, (number, number))
    damage(path)
    damage(damaged)

    assert await refusal(path) == good
    assert contents(path) == b"no database at all" * 1000


async def test_f10_copies_are_found_wherever_they_were_put(path: Path, tmp_path: Path) -> None:
    """F-10: copies are found by any name, in any folder; the one with the most commits is the newest."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    older, newer, beside = elsewhere / "one", elsewhere / "two.backup", path.with_name("saturday")
    for number, target in enumerate((older, newer, beside)):
        async with open_database(path) as database:
            await database.write(partial(leases.note_alive, at=float(number)))
        backup.copy(path, target)
    os.utime(older)
    damage(path)

    assert await refusal(path) == beside
    damage(beside)
    assert await refusal(path) == newer
    newer.unlink()
    assert await refusal(path) == older


async def test_f10_another_tavern_beside_it_is_no_copy(path: Path) -> None:
    """F-10: neither another bot's database, nor a copy of it, is named."""
    other = path.with_name("other.db")
    async with open_database(other):
        pass
    backup.copy(other, path.with_name("other-copy.db"))
    damage(path)

    assert await refusal(path) is None


async def test_f10_a_copy_of_another_programs_is_none(path: Path) -> None:
    """F-10: only a copy that can be used is named."""
    damage(path)
    with closing(connect(path.with_name("tavern.db.v1.bak"))) as connection:
        connection.execute("CREATE TABLE theirs (id INTEGER)")

    assert await refusal(path) is None


async def test_f10_bytes_written_over_in_the_ledger_are_found(path: Path) -> None:
    """F-10: SQLite's own check still passes, but the hashes do not match any more."""
    why, then, later = TransferInfo("grant", 1234.5), struct.pack(">d", 1234.5), struct.pack(">d", 5432.25)
    async with open_database(path) as database:
        await database.write(
            lambda tx: ledger.transfer(tx, ledger.bank_account(7), ledger.wallet(7, 11), 400, why),
        )
    whole = contents(path)
    path.write_bytes(whole.replace(then, later))
    with closing(connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)

    assert await refusal(path) is None


async def test_f10_pages_that_are_none_are_found(path: Path) -> None:
    """F-10: a failed check of SQLite's own is enough to refuse a file."""
    async with open_database(path):
        pass
    whole = contents(path)
    path.write_bytes(whole[:8192] + bytes(4096) + whole[12288:])

    assert await refusal(path) is None


async def test_another_programs_database_is_left_alone(path: Path) -> None:
    """A file that is not ours is not written to."""
    with closing(connect(path)) as connection:
        connection.execute("CREATE TABLE theirs (id INTEGER)")
    before = contents(path)
    with pytest.raises(NotADatabase):
        async with open_database(path):
            pass

    assert contents(path) == before
