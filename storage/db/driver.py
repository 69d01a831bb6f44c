"""What `Database` asks of what keeps the books: a SQLite file (`storage/db/sqlite.py`), or PostgreSQL."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeAlias, TypeVar

from games.engine.core.errors import Slip
from storage.db.transaction import Transaction

T = TypeVar("T")

Function: TypeAlias = Callable[[Transaction], Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a function returned, or what it raised."""

    value: Any = None
    error: BaseException | None = None


def failed(error: Exception) -> Outcome:
    """What comes of a function that raised.

    Of a person's slip nobody asks where it was raised, and the frames that it went through would keep all
    that they saw, and themselves, until the garbage collector looks at everything.
    """
    return Outcome(error=error.with_traceback(None) if isinstance(error, Slip) else error)


class Fence(NamedTuple):
    """The number of a lease, without which nothing may be written, and what it is for."""

    lease: int
    what: str
    is_heard: bool = False
    """Whether other processes are told of what is written."""


class Writer(ABC):
    """A connection that writes, in a thread of its own."""

    batch_max: ClassVar[int]
    """How many functions share a commit at most."""
    fence: Fence | None = None
    """A file has one process, which needs none."""

    @abstractmethod
    def run(self, function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Run a function in the thread; all else here is called there."""

    @abstractmethod
    def write(self, functions: Sequence[Function]) -> list[Outcome]:
        """Run functions and commit what they wrote; each succeeds or fails on its own.

        `Broken` if nobody can know any more what is in the books.
        """

    @abstractmethod
    def read(self, function: Function) -> Outcome:
        """Run a function on one consistent state; anything it writes is undone."""

    @abstractmethod
    def tend(self) -> None:
        """Do what is due now and then, while nobody waits."""


class Driver(ABC):
    """Open books, with threads that write them and one that reads them at length."""

    writers: Sequence[Writer]

    @abstractmethod
    def run_apart(self, function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Run a function in the reading thread."""

    @abstractmethod
    def read_long(self, function: Function) -> Outcome:
        """Run a function on one consistent state, in the reading thread."""

    async def listen(self, hear: Callable[[str], None], begin: Callable[[], None]) -> None:  # noqa: B027
        """Hear what other processes write; `begin` is called when something may have been missed before.

        Nobody else writes in a file.
        """

    @abstractmethod
    async def close(self) -> None:
        """Finish what the threads are at, and close the books."""
