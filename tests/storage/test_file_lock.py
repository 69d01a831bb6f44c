"""One process a file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from storage import backup
from storage.database import open_database
from storage.errors import AlreadyOpen, NotAccepted

HOLD = """
import asyncio, sys
from storage.database import open_database

async def hold():
    async with open_database(sys.argv[1]):
        print("open", flush=True)
        await asyncio.sleep(60)

asyncio.run(hold())
"""


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
