"""One timer, set to the nearest of many deadlines."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

from bot.waiting import until_done

K = TypeVar("K", bound=Hashable)

LATE_SECONDS = 0.01
"""Rather ring a little late than wake before the time and have to wait again."""
SLEEP_SECONDS_MAX = 3600.0
"""The wall clock may be set while we sleep, so look at it once in a while."""


class Clock(Generic[K]):
    """Calls `ring(key)` once the time set for a key has come.

    `now` gives unix seconds. A key has one deadline; setting it again replaces it.
    """

    def __init__(self, now: Callable[[], float], ring: Callable[[K], Awaitable[None]]) -> None:
        self._now = now
        self._ring = ring
        self._deadlines: dict[K, float] = {}
        self._heap: list[tuple[float, int, K]] = []
        self._entries = 0
        self._timer: asyncio.TimerHandle | None = None
        self._rung: set[asyncio.Future[None]] = set()
        self._is_stopped = False

    def set(self, key: K, at: float | None) -> None:
        """Ring for a key at that time; None: not at all."""
        if self._is_stopped or self._deadlines.get(key) == at:
            return
        if at is None:
            self._deadlines.pop(key, None)
            return
        self._deadlines[key] = at
        self._entries += 1
        heapq.heappush(self._heap, (at, self._entries, key))
        if self._heap[0][1] == self._entries:
            self._wind()

    def stop(self) -> None:
        """Ring no more, whatever is set; what has been rung for goes on."""
        self._is_stopped = True
        self._deadlines.clear()
        self._heap.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def quiet(self) -> None:
        """Wait until all that has been rung for is done."""
        await until_done(lambda: self._rung)

    def _wind(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        while self._heap and self._deadlines.get(self._heap[0][2]) != self._heap[0][0]:
            # Set anew or called off since: nothing to wake for.
            heapq.heappop(self._heap)
        if self._heap:
            wait = min(max(self._heap[0][0] - self._now(), 0.0) + LATE_SECONDS, SLEEP_SECONDS_MAX)
            self._timer = asyncio.get_running_loop().call_later(wait, self._wake)

    def _wake(self) -> None:
        self._timer = None
        now = self._now()
        while self._heap and self._heap[0][0] <= now:
            at, _, key = heapq.heappop(self._heap)
            if self._deadlines.get(key) == at:
                del self._deadlines[key]
                task = asyncio.ensure_future(self._ring(key))
                self._rung.add(task)
                task.add_done_callback(self._rung.discard)
        self._wind()
