"""The thread that paints pictures one after the other while the bot plays on.

Pictures are cached by their value. Under load they are dropped first: if too many are waiting, the next ones
are left out.
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
"""The number of pictures that wait to be painted, the one in work included."""
KEPT_BYTES_MAX = 1_000_000
"""The size of the cache: viewers of a picture ask at about the same time, later ones use cached bands."""


class Studio:
    """A painter of pictures that keeps the latest ones."""

    def __init__(self, paint: Callable[[Picture], bytes] = paint) -> None:
        self._paint = paint
        self.observer: Callable[[float], None] | None = None
        """Called, in the painting thread, with the seconds that a picture took."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="painter")
        self._kept: OrderedDict[Picture, bytes] = OrderedDict()
        self._kept_bytes = 0
        self._coming: dict[Picture, asyncio.Task[bytes | None]] = {}
        self._has_stopped = False

    async def painted(self, picture: Picture, within: float | None = None) -> bytes | None:
        """Return the picture as a PNG; None if it takes more seconds than `within`, or too many wait."""
        if picture in self._kept:
            self._kept.move_to_end(picture)
            return self._kept[picture]
        if picture not in self._coming:
            if self._has_stopped or len(self._coming) >= WAITING_MAX:
                return None
            self._coming[picture] = asyncio.create_task(self._work(picture))
        done, _ = await asyncio.wait([self._coming[picture]], timeout=within)
        return done.pop().result() if done else None

    def stop(self) -> None:
        """Stop painting."""
        self._has_stopped = True
        self._thread.shutdown(wait=False, cancel_futures=True)
        for task in self._coming.values():
            task.cancel()

    async def _work(self, picture: Picture) -> bytes | None:
        try:
            content = await asyncio.get_running_loop().run_in_executor(self._thread, self._timed, picture)
        except Exception:
            # The message says the same in words.
            log.exception("a picture could not be painted")
            return None
        finally:
            del self._coming[picture]
        self._kept[picture] = content
        self._kept_bytes += len(content)
        while self._kept_bytes > KEPT_BYTES_MAX:
            _, oldest = self._kept.popitem(last=False)
            self._kept_bytes -= len(oldest)
        return content

    def _timed(self, picture: Picture) -> bytes:
        began = time.perf_counter()
        content = self._paint(picture)
        if self.observer is not None:
            self.observer(time.perf_counter() - began)
        return content
