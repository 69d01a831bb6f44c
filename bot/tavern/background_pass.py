"""What is gone through in the background, one after the other, while play goes on."""

from __future__ import annotations

import asyncio
import logging
import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Generic, TypeVar

from bot.tavern.deadlines import until_done
from storage.errors import NotAccepted, StorageError

T = TypeVar("T")


class BackgroundPass(ABC, Generic[T]):
    """Goes through what is due, one pass at a time; what fails for a while is due again in the next."""

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
            for each in await self.due():
                await self._guarded(each)
        except NotAccepted:
            log.warning("what is due has to wait: the database takes nothing")
        except StorageError as closed:
            log.info("what is due is left as it is: %s", closed)

    async def _guarded(self, each: T) -> None:
        """Do one; a fault of ours leaves the others alone."""
        log = logging.getLogger(type(self).__module__)
        try:
            await self.keep(each)
        except StorageError:
            raise
        except Exception:
            log.exception("number %d is left as it is, error %s", self.number(each), secrets.token_hex(3))
