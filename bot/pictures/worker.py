"""The thread that paints pictures one after the other, apart from the event loop.

Pictures are cached by their value. Under load, pictures are the first thing to be dropped: if too many are
waiting, no further picture is painted.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from bot.pictures.painter import paint
from bot.screens.core.picture import Picture

log = logging.getLogger(__name__)

WAITING_MAX = 4
"""The maximum number of pictures in the queue, including the one being painted."""
KEPT_BYTES_MAX = 1_000_000
"""The size of the cache; it is small, since all viewers of a picture need it at about the same time."""


class Studio:
    """A painter of pictures with a cache of the latest ones."""

    def __init__(self, paint: Callable[[Picture], bytes] = paint) -> None:
        self._paint = paint
        self.observer: Callable[[float], None] | None = None
        """Called, in the painting thread, with the seconds that a picture took."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="painter")
        self._cache: OrderedDict[Picture, bytes] = OrderedDict()
        self._cached_bytes = 0
        self._in_progress: dict[Picture, asyncio.Task[bytes | None]] = {}
        self._has_stopped = False

    async def painted(self, picture: Picture, within: float | None = None) -> bytes | None:
        """Return the picture as a PNG; None if it takes longer than `within` seconds, or if too many wait."""
        if picture in self._cache:
            self._cache.move_to_end(picture)
            return self._cache[picture]
        if picture not in self._in_progress:
            if self._has_stopped or len(self._in_progress) >= WAITING_MAX:
                return None
            self._in_progress[picture] = asyncio.create_task(self._work(picture))
        done, _ = await asyncio.wait([self._in_progress[picture]], timeout=within)
        return done.pop().result() if done else None

    def stop(self) -> None:
        """Stop painting."""
        self._has_stopped = True
        self._thread.shutdown(wait=False, cancel_futures=True)
        for task in self._in_progress.values():
            task.cancel()

    async def _work(self, picture: Picture) -> bytes | None:
        try:
            content = await asyncio.get_running_loop().run_in_executor(self._thread, self._timed, picture)
        except Exception:
            # The message is sent with text instead, which has the same content.
            log.exception("a picture could not be painted")
            return None
        finally:
            del self._in_progress[picture]
        self._cache[picture] = content
        self._cached_bytes += len(content)
        while self._cached_bytes > KEPT_BYTES_MAX:
            _, oldest = self._cache.popitem(last=False)
            self._cached_bytes -= len(oldest)
        return content

    def _timed(self, picture: Picture) -> bytes:
        started = time.perf_counter()
        content = self._paint(picture)
        if self.observer is not None:
            self.observer(time.perf_counter() - started)
        return content
