"""The files are readable by their owner alone, and used by one process at a time."""

from __future__ import annotations

import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from storage.db import schema
from storage.db.database import Database, open_database
from storage.errors import AlreadyOpen, NotAccepted, NotADatabase, NotEmpty, SchemaTooNew
from storage.files import backup, database_files, migrate_backend
from tests.storage.database import add

HOLD = """
import asyncio, sys
from storage.db.database import Database, open_database

async def hold():
    async with open_database(sys.argv[1]):
        print("open", flush=True)
        await asyncio.sleep(60)

asyncio.run(hold())
"""


def modes(path: Path) -> set[int]:
    """Return the modes of everything in the database's folder."""
    return {stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()}


async def test_tb11_a_file_that_others_may_read_is_tightened_and_said(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """TB-11: the database, its logs and its copies contain seeds: all become 600, and the log says so."""
    async with open_database(path) as database:
        await database.write(add(1))
        schema.copy(path, path.with_name("tavern.db.v1.bak"))
        log = path.with_name("tavern.db-wal").read_bytes()
    path.with_name("tavern.db-wal").write_bytes(log)
    for each in path.parent.iterdir():
        each.chmod(0o644)

    async with open_database(path) as database:
        await database.write(add(2))

        assert modes(path) == {0o600}
    said = [record.message for record in caplog.records if record.levelname == "WARNING"]
    assert f"{path} holds secrets, and others could read it (mode 644): now only you can" in said
    # There are five, and the log's index, which SQLite makes when the file is read.
    assert len(said) == 6


def test_tb11_a_file_of_somebody_elses_is_only_named(
    path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TB-11: if the mode may not be changed, the log names the file."""

    def refuse(*_: object) -> None:
        raise PermissionError

    path.touch(0o640)
    path.chmod(0o640)  # whatever the umask is
    monkeypatch.setattr(Path, "chmod", refuse)

    database_files.tighten(path)

    [said] = [record.message for record in caplog.records]
    assert said == f"{path} holds secrets, and others may read it (mode 640): chmod 600 it"


def letter(path: Path) -> None:
    """Write a file that is no database."""
    path.write_text("a letter, not a database" * 100)


def theirs(path: Path) -> None:
    """Make another program's database, which keeps a log while it is open."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE theirs (id INTEGER)")


def newer(path: Path) -> None:
    """Make a tavern of a later version."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        connection.execute("PRAGMA user_version = 9999")


@pytest.mark.parametrize("make", [letter, theirs, newer])
async def test_f12_what_is_refused_is_left_as_it_was(path: Path, make: Callable[[Path], None]) -> None:
    """F-12, F-14: a wrong file keeps its mode, and nothing is put beside it."""
    make(path)
    path.chmod(0o644)
    before = path.read_bytes()

    with pytest.raises((NotADatabase, SchemaTooNew)):
        async with open_database(path):
            pass
    with pytest.raises(NotEmpty), migrate_backend.arriving_file(path):
        pass

    assert (list(path.parent.iterdir()), modes(path), path.read_bytes()) == ([path], {0o644}, before)


def test_f12_a_lock_that_was_taken_away_meanwhile_is_none(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-12: a refused process deletes its new lock; one that had opened that lock locks the next instead."""
    real_take, taken = database_files._take, []

    def take(descriptor: int) -> None:
        real_take(descriptor)
        taken.append(descriptor)
        if len(taken) == 1:
            database_files.sibling(path, database_files.LOCK).unlink()

    monkeypatch.setattr(database_files, "_take", take)

    with database_files.locked(path):
        assert len(taken) == 2
        with pytest.raises(AlreadyOpen), database_files.locked(path):
            pass


async def test_f12_a_second_process_is_refused_until_the_first_is_gone(path: Path) -> None:
    """F-12: the second exits with a clear line; kill -9 of the first frees it."""
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as first:  # noqa: ASYNC220, S603
        try:
            assert first.stdout is not None
            assert first.stdout.readline() == "open\n"
            with pytest.raises(AlreadyOpen) as refused:
                async with open_database(path):
                    pass
        finally:
            first.kill()

    assert str(refused.value) == f"{path} is in use by another process (process {first.pid})"
    async with open_database(path):
        pass


async def test_f12_a_second_time_in_one_process_is_refused_too(path: Path) -> None:
    """F-12: the same process cannot open it twice either."""
    async with open_database(path):
        with pytest.raises(AlreadyOpen):
            async with open_database(path):
                pass
    async with open_database(path):
        pass


async def test_f12_a_hard_link_lets_nobody_in(path: Path) -> None:
    """F-12: under another name the same file has another lock and another log, so it is refused."""
    link = path.with_name("link.db")
    async with open_database(path):
        link.hardlink_to(path)
        for refused in (link, path):
            with pytest.raises((NotAccepted, AlreadyOpen)):
                async with open_database(refused):
                    pass
        with pytest.raises(NotAccepted, match="hard link"):
            backup.restore(path, link)

    with pytest.raises(NotAccepted, match="hard link"):
        async with open_database(path):
            pass
    link.unlink()
    async with open_database(path):
        pass


async def test_only_the_owner_can_read_the_files(database: Database, path: Path) -> None:
    """Files with secrets are readable by their owner alone."""
    await database.write(add(1))
    modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()}

    assert modes == dict.fromkeys(
        ("tavern.db", "tavern.db-wal", "tavern.db-shm", "tavern.db.lock", "tavern.db.mark"), 0o600
    )
