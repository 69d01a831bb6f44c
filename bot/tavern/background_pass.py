"""What is gone through in the background, a few side by side or one after the other, while play goes on."""

from __future__ import annotations

import asyncio
import logging
import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import ClassVar, Generic, TypeVar

from bot.tavern.deadlines import until_done
from storage.errors import NotAccepted, StorageError

T = TypeVar("T")


class BackgroundPass(ABC, Generic[T]):
    """Goes through what is due, one pass at a time; what fails for a while is due again in the next."""

    at_once: ClassVar = 1
    """How many are gone through side by side, for what may have to wait for others."""

    def __init__(self) -> None:
        self._passing: set[asyncio.Task[None]] = set()

    @abstractmethod
    async def due(self) -> Iterable[T]:
        """What is to be gone through now."""

    @abstractmethod
    async def keep(self, each: T) -> None:
        """Do what is due for one."""

    @abstractmethod
    def number(self, each: T) -> int:
        """What the log calls it: the number of its tournament or series."""

    def begin(self) -> None:
        """Begin a pass, unless one is under way."""
        if not self._passing:
            task = asyncio.create_task(self._pass())
            self._passing.add(task)
            task.add_done_callback(self._passing.discard)

    async def quiet(self) -> None:
        """Wait until the pass under way is done."""
        await until_done(lambda: self._passing)

    async def _pass(self) -> None:
        log = logging.getLogger(type(self).__module__)
        try:
            due = iter(await self.due())
            ends = await asyncio.gather(
                *(self._go_through(due) for _ in range(self.at_once)), return_exceptions=True
            )
            for failure in filter(None, ends):
                raise failure
        except NotAccepted:
            log.warning("what is due has to wait: the database takes nothing")
        except StorageError as closed:
            log.info("what is due is left as it is: %s", closed)

    async def _go_through(self, due: Iterator[T]) -> None:
        for each in due:
            await self._guarded(each)

    async def _guarded(self, each: T) -> None:
        """Do one; a fault of ours leaves the others alone."""
        log = logging.getLogger(type(self).__module__)
        try:
            await self.keep(each)
        except StorageError:
            raise
        except Exception:
            log.exception("number %d is left as it is, error %s", self.number(each), secrets.token_hex(3))
