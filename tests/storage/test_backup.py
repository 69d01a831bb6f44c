"""A copy is put in the place of the database."""

from __future__ import annotations

import shutil
import stat
from pathlib import Path

import pytest

from storage.db import schema
from storage.db.database import Database, open_database
from storage.db.transaction import Transaction
from storage.errors import AlreadyOpen, NotAccepted, NotADatabase
from storage.files import backup
from storage.play import postings
from tests.storage.database import add, largest_file


async def note(database: Database, number: int) -> None:
    """Store a number by which a state is recognised."""
    await database.write(lambda tx: postings.remember_press(tx, number, 1.0))


async def noted(path: Path) -> list[int]:
    """Return the numbers in a file."""

    def numbers(tx: Transaction) -> list[int]:
        return [number for (number,) in tx.all("SELECT id FROM interactions ORDER BY id")]

    async with open_database(path) as database:
        return await database.read(numbers)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Return the path of a killed bot's database."""
    folder = tmp_path / "killed"
    folder.mkdir()
    return folder / "tavern.db"


@pytest.fixture
async def copied(tmp_path: Path, new_books: Path, place: Path) -> Path:
    """Return a copy with 1 in it; the 2 that followed is in the log beside the file."""
    copy = tmp_path / "copy.db"
    async with open_database(new_books) as database:
        await note(database, 1)
        schema.copy(new_books, copy)
        await note(database, 2)
        for each in tmp_path.glob("tavern.db*"):
            shutil.copy(each, place.parent)
    return copy


async def test_f11_a_log_is_not_played_into_another_file(copied: Path, place: Path) -> None:
    """F-11: the restore command handles a stale -wal or -shm beside the restored file."""
    assert place.with_name("tavern.db-wal").stat().st_size

    aside = backup.restore(copied, place)

    assert aside == place.with_name("tavern.db.replaced")
    assert await noted(place) == [1]
    assert await noted(aside) == [1, 2]


async def test_f11_a_journal_goes_aside_with_its_file(copied: Path, place: Path) -> None:
    """F-11: so is the journal of a file that was killed before it wrote to a log."""
    journal = place.with_name("tavern.db-journal")
    journal.write_bytes(b"of the file that is there")

    backup.restore(copied, place)

    assert not journal.exists()
    assert place.with_name("tavern.db.replaced-journal").exists()


async def test_a_copy_is_put_where_nothing_was(copied: Path, tmp_path: Path) -> None:
    """On a new machine there is nothing to keep."""
    assert backup.restore(copied, tmp_path / "new.db") is None
    assert await noted(tmp_path / "new.db") == [1]


async def test_f12_a_database_in_use_is_not_replaced(copied: Path, place: Path) -> None:
    """F-12: a file has one process at a time, and a restore is one."""
    async with open_database(place):
        with pytest.raises(AlreadyOpen):
            backup.restore(copied, place)

    assert await noted(place) == [1, 2]


async def test_f10_a_damaged_copy_is_not_put_back(copied: Path, place: Path) -> None:
    """F-10: a copy is read before anything is moved for it."""
    whole = copied.read_bytes()
    copied.write_bytes(whole[:8192] + bytes(4096) + whole[12288:])

    with pytest.raises(NotADatabase):
        backup.restore(copied, place)

    assert {each.name for each in place.parent.iterdir()} == {
        "tavern.db",
        "tavern.db-wal",
        "tavern.db-shm",
        "tavern.db.lock",
        "tavern.db.mark",
    }
    assert await noted(place) == [1, 2]


async def test_an_empty_file_is_not_put_back(copied: Path, place: Path) -> None:
    """An empty file is no copy and is refused."""
    copied.write_bytes(b"")

    with pytest.raises(NotADatabase):
        backup.restore(copied, place)

    assert await noted(place) == [1, 2]


async def test_a_file_that_may_not_be_read_is_not_called_damaged(
    copied: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database without read permission is not reported as damaged."""
    monkeypatch.setattr("os.access", lambda *_: False)

    with pytest.raises(PermissionError):
        backup.copy(place, copied.with_name("another.db"))


async def test_f6_a_copy_that_fails_leaves_nothing_behind(copied: Path) -> None:
    """F-6: on a full disk, half a copy does not take up the little room left."""
    with largest_file(20_000), pytest.raises(NotAccepted):
        backup.copy(copied, copied.with_name("another.db"))

    assert list(copied.parent.glob("another*")) == []


async def test_what_was_put_aside_is_not_overwritten(copied: Path, place: Path) -> None:
    """Two restores in a row lose nothing."""
    backup.restore(copied, place)

    with pytest.raises(FileExistsError):
        backup.restore(copied, place)


async def test_f11_a_restore_that_was_broken_off(
    copied: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-11: after an interrupted restore no empty tavern is opened; the next restore goes on with it."""
    move = Path.rename

    def but_not_into_place(one: Path, target: Path) -> Path:
        if target == place:
            raise PermissionError(target)
        return move(one, target)

    with monkeypatch.context() as broken:
        broken.setattr(Path, "rename", but_not_into_place)
        with pytest.raises(PermissionError):
            backup.restore(copied, place)
    with pytest.raises(NotAccepted):
        async with open_database(place):
            pass

    aside = backup.restore(copied, place)

    assert aside is not None
    assert await noted(place) == [1]
    assert await noted(aside) == [1, 2]


async def test_a_backup_is_whole_and_its_owners_alone(database: Database, path: Path, tmp_path: Path) -> None:
    """A backup is taken during operation, and can be opened like any database."""
    await database.write(add(1))
    target = tmp_path / "copy.db"
    target.write_text("an older copy")
    schema.copy(path, target)
    await database.write(add(2))

    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    async with open_database(target) as copied:
        assert await copied.read(lambda tx: tx.scalars("SELECT id FROM interactions")) == [1]


@pytest.mark.parametrize("tail", ["", "-wal", "-shm", "-journal", ".lock", ".mark"])
async def test_a_backup_never_overwrites_the_database(database: Database, path: Path, tail: str) -> None:
    """Neither the live file nor those beside it are overwritten, whether they exist or not."""
    with pytest.raises(FileExistsError):
        schema.copy(path, Path(f"{path}{tail}"))
