"""A log that is damaged, cut or gone never opens silently as an older tavern (F-57)."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from storage.db import schema, sqlite
from storage.db.database import open_database
from storage.errors import Behind
from storage.files import backup, database_files
from storage.files.database_files import MARK, sibling
from tests.storage.database import add, count

COMMITS = 6
HEADER, FRAME_HEADER = 32, 24


@pytest.fixture
async def killed(tmp_path: Path) -> Path:
    """Return the files of a killed process: nearly all of its writes are in the log."""
    folder = tmp_path / "killed"
    folder.mkdir()
    async with open_database(tmp_path / "tavern.db") as opened:
        for number in range(COMMITS):
            await opened.write(add(number))
        for tail in ("", "-wal", ".mark"):
            shutil.copy(tmp_path / f"tavern.db{tail}", folder)
    return folder / "tavern.db"


def log_of(path: Path) -> Path:
    """Return the log beside a database."""
    return path.with_name(f"{path.name}-wal")


def flipped(path: Path, place: int) -> None:
    """Change one byte of the log."""
    log = bytearray(log_of(path).read_bytes())
    log[place] ^= 0xFF
    log_of(path).write_bytes(log)


async def rows(path: Path) -> int:
    """Return the number of rows of a database that can be opened."""
    async with open_database(path) as opened:
        return await opened.read(count)


def cut(path: Path, length: int) -> None:
    """Cut the log to a length."""
    log_of(path).write_bytes(log_of(path).read_bytes()[:length])


def gone(*paths: Path) -> None:
    """Delete files."""
    for each in paths:
        each.unlink()


DAMAGE: dict[str, Callable[[Path], None]] = {
    "the header of the log": lambda path: flipped(path, 16),
    "its first frame": lambda path: flipped(path, HEADER + FRAME_HEADER + 100),
    "its last frame": lambda path: flipped(path, log_of(path).stat().st_size - 10),
    "half of it": lambda path: cut(path, log_of(path).stat().st_size // 2),
    "all of it": lambda path: cut(path, 0),
    "the log is gone": lambda path: gone(log_of(path)),
    "both are gone": lambda path: gone(log_of(path), path),
}


@pytest.mark.parametrize("what", DAMAGE)
async def test_f57_a_log_that_has_lost_commits_is_refused(killed: Path, what: str) -> None:
    """F-57: it is refused with a message, without any write, and not opened as an empty or older tavern."""
    DAMAGE[what](killed)
    left = {each.name: each.read_bytes() for each in killed.parent.iterdir()}
    with pytest.raises(Behind, match="lacks the last") as refused:
        await rows(killed)

    assert 1 <= refused.value.missing <= COMMITS
    assert {name: killed.with_name(name).read_bytes() for name in left} == left
    assert "taproom restore" in str(refused.value)
    assert killed.exists() == (what != "both are gone")


async def test_f57_an_older_file_that_was_put_there_by_hand_is_refused(path: Path, tmp_path: Path) -> None:
    """F-57, F-59: a copy put over the file by hand lacks commits; `taproom restore` is the way."""
    copied = tmp_path / "copy.db"
    async with open_database(path) as opened:
        await opened.write(add(1))
        schema.copy(path, copied)
        await opened.write(add(2))
    shutil.copy(copied, path)
    with pytest.raises(Behind) as refused:
        await rows(path)
    assert refused.value.missing == 1

    backup.restore(copied, path)
    assert await rows(path) == 1


async def test_f57_whoever_deletes_the_mark_goes_on_with_what_is_left(killed: Path) -> None:
    """F-57: the advice in the refusal works."""
    log_of(killed).unlink()
    with pytest.raises(Behind):
        await rows(killed)
    sibling(killed, MARK).unlink()

    assert await rows(killed) == 0


async def test_f4_a_killed_process_has_lost_nothing(killed: Path) -> None:
    """F-4: a file with its whole log opens, though nobody closed it."""
    assert await rows(killed) == COMMITS


async def test_f4_what_was_not_acknowledged_may_be_missing(killed: Path) -> None:
    """F-4: after a power failure the mark may be older than the log, and the log end in half a commit."""
    sibling(killed, MARK).write_bytes(b"%020d\n" % (COMMITS - 2))
    log = log_of(killed).read_bytes()
    log_of(killed).write_bytes(log[:-10])

    assert await rows(killed) == COMMITS - 1


@pytest.mark.parametrize("written", [b"", b"no number", b"\xff\xfe"])
async def test_f57_a_mark_that_is_none_keeps_nobody_out(killed: Path, written: bytes) -> None:
    """F-4: after a power failure the mark may be empty."""
    sibling(killed, MARK).write_bytes(written)

    assert await rows(killed) == COMMITS
    assert database_files.acknowledged_commits(killed) == COMMITS


async def test_f57_what_only_looks_makes_no_commit(path: Path) -> None:
    """F-57: only changes are counted, not reads."""
    async with open_database(path) as opened:
        await opened.write(add(1))
        await opened.write(count)
        assert database_files.acknowledged_commits(path) == 1


async def test_f57_the_log_is_folded_in_now_and_then(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """F-57: the writing connection checkpoints the log, in which data could be damaged."""
    async with open_database(path) as opened:
        await opened.write(add(1))
        before = path.read_bytes()
        monkeypatch.setattr(sqlite, "FOLD_SECONDS", 0.0)
        await opened.write(add(2))
        async with asyncio.timeout(30):
            while path.read_bytes() == before:  # noqa: ASYNC110  (the thread tells nobody)
                await asyncio.sleep(0.01)
        # The thread may still be folding: it answers once it has done so, and then folds no more.
        monkeypatch.undo()
        await opened.read(lambda _tx: None)
        log_of(path).write_bytes(b"")
        copied = path.with_name("copy.db")
        shutil.copy(path, copied)
    assert await rows(copied) == 2
