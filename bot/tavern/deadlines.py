"""Timers for many deadlines, passes through what is due, and waiting for what is under way."""

from __future__ import annotations

import asyncio
import logging
import secrets
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Coroutine, Hashable, Iterable
from typing import ClassVar, Generic, TypeVar

from storage.errors import NotAccepted, StorageError

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

LATE_SECONDS = 0.01
"""Rather ring a little late than early, and have to wait again."""
WAIT_SECONDS_MAX = 30 * 24 * 3600.0
"""The event loop's longest timer; later deadlines ring early and are set again."""


class Deadlines(Generic[K]):
    """Calls `ring(key)` once the time set for a key has come.

    `now` gives unix seconds. A key has one deadline; setting it again replaces it. What is left until
    then runs by the loop's own time, so that nothing rings early or late when `now` is set (F-16).
    """

    def __init__(self, now: Callable[[], float], ring: Callable[[K], Awaitable[None]]) -> None:
        self._now = now
        self._ring = ring
        self._deadlines: dict[K, tuple[float, asyncio.TimerHandle]] = {}
        self._rung: set[asyncio.Future[None]] = set()
        self._is_stopped = False

    def set(self, key: K, at: float | None) -> None:
        """Ring for a key at that time; None: not at all."""
        was, timer = self._deadlines.get(key, (None, None))
        if self._is_stopped or was == at:
            return
        if timer is not None:
            timer.cancel()
            del self._deadlines[key]
        if at is not None:
            wait = min(max(at - self._now(), 0.0) + LATE_SECONDS, WAIT_SECONDS_MAX)
            self._deadlines[key] = at, asyncio.get_running_loop().call_later(wait, self._wake, key)

    def stop(self) -> None:
        """Stop ringing, whatever is set; what was rung for goes on."""
        self._is_stopped = True
        for _, timer in self._deadlines.values():
            timer.cancel()
        self._deadlines.clear()

    async def quiet(self) -> None:
        """Wait until everything rung for is done."""
        await until_done(lambda: self._rung)

    def _wake(self, key: K) -> None:
        del self._deadlines[key]
        task = asyncio.ensure_future(self._ring(key))
        self._rung.add(task)
        task.add_done_callback(self._rung.discard)


async def until_done(under_way: Callable[[], Collection[asyncio.Future[None]]]) -> None:
    """Wait until all tasks are done; cancelling the wait cancels them."""
    try:
        while tasks := under_way():
            await asyncio.wait(tasks)
    except asyncio.CancelledError:
        for task in under_way():
            task.cancel()
        raise


async def at_most(seconds: float, *waits: Coroutine[None, None, None]) -> None:
    """Wait for all of these, and cancel those that take longer."""
    tasks = [asyncio.create_task(each) for each in waits]
    _, late = await asyncio.wait(tasks, timeout=seconds)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)


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
        """Process one item."""

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

            async def go_through() -> None:
                for each in due:
                    await self._guarded(each)

            ends = await asyncio.gather(*(go_through() for _ in range(self.at_once)), return_exceptions=True)
            for failure in filter(None, ends):
                raise failure
        except NotAccepted:
            log.warning("what is due has to wait: the database takes no writes")
        except StorageError as closed:
            log.info("work that is due cannot be done: %s", closed)

    async def _guarded(self, each: T) -> None:
        """Do one; a fault of ours leaves the others alone."""
        log = logging.getLogger(type(self).__module__)
        try:
            await self.keep(each)
        except StorageError:
            raise
        except Exception:
            log.exception("number %d is left as it is, error %s", self.number(each), secrets.token_hex(3))
