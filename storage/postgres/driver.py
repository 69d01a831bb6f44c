"""The books in PostgreSQL: connections that write and one that reads at length, each in a thread of its own.

A process may have the database to itself (`alone`): the one connection by which it writes claims it, and none
writes that could not. Where others may write at the same time, connections of one process are no different
from those of another: there are several, and each function that waits has the next that is free.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Self, TypeVar

from storage.db.batches import Function, Outcome
from storage.db.driver import Driver
from storage.postgres import listening
from storage.postgres.connection import PostgresConnection, left
from storage.postgres.reading import read_again
from storage.postgres.writer import PostgresWriter

T = TypeVar("T")

WRITERS = 8
"""By how many connections a process writes that is not alone."""


class PostgresDriver(Driver):
    """An open database; made by `open`."""

    writers: tuple[PostgresWriter, ...]

    def __init__(self, address: str, patience_seconds: float, *, alone: bool) -> None:
        self.writers = tuple(
            PostgresWriter(address, patience_seconds, alone=alone) for _ in range(1 if alone else WRITERS)
        )
        self._address = address
        self._reading = ThreadPoolExecutor(1, "books-read")
        self._reader: PostgresConnection | None = None

    @classmethod
    async def open(cls, address: str, patience_seconds: float, *, alone: bool) -> Self:
        """Connect, and create or migrate the tables.

        `NotAccepted` where the server cannot be reached, `AlreadyOpen` where another process is alone there.
        """
        driver = cls(address, patience_seconds, alone=alone)
        first = driver.writers[0]
        try:
            await first.run(first.begin)
        except BaseException:
            await driver.close()
            raise
        return driver

    def run_apart(self, function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Run a function in the reading thread."""
        return asyncio.get_running_loop().run_in_executor(self._reading, function, *arguments)

    def read_long(self, function: Function) -> Outcome:
        """Run a function on one consistent state."""

        def connection() -> PostgresConnection:
            self._reader = left(self._reader) or PostgresConnection(self._address)
            return self._reader

        return read_again(connection, function, may_keep=False)

    async def listen(self, hear: Callable[[str], None], begin: Callable[[], None]) -> None:
        """Hear what other processes write, on a connection of its own."""
        await listening.listen(self._address, hear, begin)

    async def close(self) -> None:
        """Finish what the threads are at, and let the server go."""
        for each in self.writers:
            await each.close()
        await self.run_apart(self._close_reader)
        self._reading.shutdown(wait=False)

    def _close_reader(self) -> None:
        if self._reader is not None:
            self._reader.close()
