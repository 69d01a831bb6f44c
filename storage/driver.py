"""What `Database` asks of what keeps the books: a SQLite file (`sqlite_driver.py`), or PostgreSQL."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from storage.write_batches import Function, Outcome

T = TypeVar("T")


class Fence(NamedTuple):
    """The number of a lease (`leases.py`), without which nothing may be written, and what it is for."""

    lease: int
    what: str
    is_heard: bool = False
    """Whether other processes are told of what is written."""


class Driver(ABC):
    """Open books, with one thread that writes them and one that reads them at length."""

    fence: Fence | None = None
    """A file has one process, which needs none."""

    @abstractmethod
    def run(self, function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Run a function in the writing thread."""

    @abstractmethod
    def run_apart(self, function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Run a function in the reading thread."""

    @abstractmethod
    def write(self, functions: Sequence[Function]) -> list[Outcome]:
        """Run functions in one transaction and commit it, in the writing thread.

        `Broken` if nobody can know any more what is in the books.
        """

    @abstractmethod
    def read(self, function: Function) -> Outcome:
        """Run a function on one consistent state, in the writing thread; anything it writes is undone."""

    @abstractmethod
    def read_long(self, function: Function) -> Outcome:
        """The same, in the reading thread."""

    @abstractmethod
    def tend(self) -> None:
        """Do what is due now and then, in the writing thread while nobody waits."""

    async def listen(self, hear: Callable[[str], None], begin: Callable[[], None]) -> None:  # noqa: B027
        """Hear what other processes write; `begin` is called when something may have been missed before.

        Nobody else writes in a file.
        """

    @abstractmethod
    async def close(self) -> None:
        """Finish what the threads are at, and close the books."""
