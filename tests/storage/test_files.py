"""The files are their owner's alone, and one process's at a time."""

from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from storage import backup, files, schema
from storage.database import Database, open_database
from storage.errors import AlreadyOpen, NotAccepted
from tests.storage.test_database import add

HOLD = """
import asyncio, sys
from storage.database import Database, open_database

async def hold():
    async with open_database(sys.argv[1]):
        print("open", flush=True)
        await asyncio.sleep(60)

asyncio.run(hold())
"""


def modes(path: Path) -> set[int]:
    """The modes of everything in the database's folder."""
    return {stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()}


async def test_tb11_a_file_that_others_may_read_is_tightened_and_said(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """TB-11: seeds are in the database, its logs and its copies: all become 600, and the log says so."""
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
    assert len(said) == 5


def test_tb11_a_file_of_somebody_elses_is_only_named(
    path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TB-11: where we may not change the mode, the log says who has to."""

    def refuse(*_: object) -> None:
        raise PermissionError

    path.touch(0o640)
    path.chmod(0o640)  # whatever the umask is
    monkeypatch.setattr(Path, "chmod", refuse)

    files.tighten(path)

    [said] = [record.message for record in caplog.records]
    assert said == f"{path} holds secrets, and others may read it (mode 640): chmod 600 it"


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
    """F-12: nor twice in the same process."""
    async with open_database(path):
        with pytest.raises(AlreadyOpen):
            async with open_database(path):
                pass
    async with open_database(path):
        pass


async def test_f12_a_hard_link_lets_nobody_in(path: Path) -> None:
    """F-12: under another name the same file has another lock and another log, so it is refused in words."""
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
    """Secrets at rest are in files that are readable by their owner alone."""
    await database.write(add(1))
    modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()}

    assert modes == dict.fromkeys(
        ("tavern.db", "tavern.db-wal", "tavern.db-shm", "tavern.db.lock", "tavern.db.mark"), 0o600
    )
