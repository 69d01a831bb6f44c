"""Helpers that several tests about database share."""

from __future__ import annotations

import asyncio
import resource
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from storage.db.database import Database
from storage.db.transaction import Transaction

held: list[asyncio.Future[None]] = []


"""Tasks that keep a thread busy: without a reference they might be collected."""


ADD = "INSERT INTO interactions (id, at) VALUES (?, 0)"


COUNT = "SELECT count(*) FROM interactions"


def add(number: int) -> Callable[[Transaction], int]:
    """Return a function that adds a row, and returns its number."""

    def function(tx: Transaction) -> int:
        tx.execute(ADD, (number,))
        return number

    return function


def count(tx: Transaction) -> int:
    """Return the number of rows."""
    number: int = tx.scalar(COUNT)
    return number


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """Limit the size of this process's files; SQLite reports that as an I/O error."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def hold_thread(database: Database) -> threading.Event:
    """Keep the writing thread busy until the event is set, so that writes queue up behind it."""
    loop = asyncio.get_running_loop()
    begun, release = asyncio.Event(), threading.Event()

    def wait(tx: Transaction) -> None:
        del tx
        loop.call_soon_threadsafe(begun.set)
        release.wait(5)

    held.append(asyncio.ensure_future(database.read(wait)))
    await begun.wait()
    return release
