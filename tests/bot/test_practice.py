"""The practice room from outside: how it opens, what it keeps, and how it closes."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot import practice
from storage import ledger
from storage.database import Database
from storage.transaction import Transaction

PROGRAM = (
    "import sys; from pathlib import Path; from bot import practice; "
    "sys.exit(practice.main(port=int(sys.argv[1]), database=Path(sys.argv[2]) if sys.argv[2] else None))"
)
BUSY = (
    "import simcord; slash = simcord.MemberActor.slash\n"
    "async def late(*args, **options):\n"
    "    await slash(*args, **options)\n"
    "    raise TimeoutError('bot did not settle')\n"
    "simcord.MemberActor.slash = late\n" + PROGRAM
)
OPEN = "The practice room is open: http://127.0.0.1:"


@contextmanager
def opened(
    file: Path | str, temp: Path, port: int = 0, program: str = PROGRAM
) -> Iterator[subprocess.Popen[str]]:
    """A practice room in a process of its own, whose temporary files go where we can see them."""
    with subprocess.Popen(  # noqa: S603 -- our own words only
        [sys.executable, "-c", program, str(port), str(file)],
        cwd=Path(practice.__file__).parents[1],
        env=os.environ | {"TMPDIR": str(temp)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def address(process: subprocess.Popen[str]) -> str:
    """The one line that it says once it is open."""
    assert process.stdout is not None
    return process.stdout.readline()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_leaves_nothing_behind(tmp_path: Path, how: signal.Signals) -> None:
    """Ctrl-C or SIGTERM: exit status 0, not a word, and the temporary database is gone."""
    with opened("", tmp_path) as room:
        assert address(room).startswith(OPEN)
        assert [] != list(tmp_path.iterdir())
        room.send_signal(how)
        said = room.communicate(timeout=10)

    assert (0, ("", "")) == (room.returncode, said)
    assert [] == list(tmp_path.iterdir())


async def test_a_kept_file_fits_the_next_time(tmp_path: Path) -> None:
    """Server and people are the same again, nobody gets a second purse, and the table is still there."""
    file = tmp_path / "kept.db"
    seen = []
    for _ in range(2):
        with opened(file, tmp_path) as room:
            assert address(room).startswith(OPEN)
            room.send_signal(signal.SIGINT)
            assert ("", "") == room.communicate(timeout=10)
        seen.append(await kept(file))

    assert seen[0] == seen[1]
    assert [200, 200, 200, 200, 2000] == seen[0][1]
    assert 1 == seen[0][2]


async def test_a_busy_machine_has_its_table_too(tmp_path: Path) -> None:
    """The first table may take longer than a press is waited for: the room opens nevertheless."""
    file = tmp_path / "kept.db"
    with opened(file, tmp_path, program=BUSY) as room:
        assert address(room).startswith(OPEN)
        room.send_signal(signal.SIGINT)
        assert ("", "") == room.communicate(timeout=10)

    assert 1 == (await kept(file))[2]


async def kept(file: Path) -> tuple[tuple[int, ...], list[int], int]:
    """The servers, what wallets and house hold, and how many tables are open."""

    def transaction(tx: Transaction) -> tuple[tuple[int, ...], list[int], int]:
        held = tx.all("SELECT balance FROM accounts WHERE kind IN ('wallet', 'house') ORDER BY balance")
        return ledger.servers(tx), [each for (each,) in held], tx.value("SELECT count(*) FROM tables")

    database = await Database.open(file)
    try:
        return await database.read(transaction)
    finally:
        await database.close()


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    """Exit status 1 and one line."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with opened("", tmp_path, port) as room:
            said, complaint = room.communicate(timeout=20)

    assert (1, "") == (room.returncode, said)
    assert complaint.startswith("taproom: ")
    assert str(port) in complaint
    assert 1 == complaint.count("\n")


async def test_a_file_in_use_is_named(tmp_path: Path) -> None:
    """Exit status 1 and one line; the other process goes on."""
    database = await Database.open(tmp_path / "used.db")

    with opened(tmp_path / "used.db", tmp_path) as room:
        said, complaint = room.communicate(timeout=20)

    await database.close()
    assert (1, "") == (room.returncode, said)
    assert complaint.startswith("taproom: ")
    assert "in use" in complaint
    assert 1 == complaint.count("\n")


def test_a_disk_that_fails_is_named(tmp_path: Path) -> None:
    """What SQLite cannot do ends in one line, as it does for the bot itself."""
    (tmp_path / "tavern.db-journal").mkdir()

    with opened(tmp_path / "tavern.db", tmp_path) as room:
        said, complaint = room.communicate(timeout=20)

    assert (1, "") == (room.returncode, said)
    assert 1 == complaint.count("\n")
