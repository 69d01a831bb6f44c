"""The files are their owner's alone."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from storage import file_modes, schema
from storage.database import open_database
from tests.storage.test_database import add


def modes(path: Path) -> set[int]:
    """The modes of everything in the database's folder."""
    return {stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()}


async def test_tb11_a_file_that_others_may_read_is_tightened_and_said(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """TB-11: seeds are in the database, its logs and its copies: all become 600, and the log says so."""
    async with open_database(path) as database:
        await database.write(add(1))
        schema.copy(database.path, path.with_name("tavern.db.v1.bak"))
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

    file_modes.tighten(path, ["-nothing"])

    [said] = [record.message for record in caplog.records]
    assert said == f"{path} holds secrets, and others may read it (mode 640): chmod 600 it"
