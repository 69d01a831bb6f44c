"""The thread in which pictures are painted while the bot plays on, one after the other.

They are kept by what they show. Under load they are the first to go: where too many are waiting, the next are
left out.
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
"""Pictures that wait to be painted, the one in work included."""
KEPT_BYTES_MAX = 1_000_000
"""Who is shown the same at all is shown it soon; what comes back later is joined of bands that are known."""


class Studio:
    """Paints pictures and keeps the latest."""

    def __init__(self, paint: Callable[[Picture], bytes] = paint) -> None:
        self._paint = paint
        self.observer: Callable[[float], None] | None = None
        """Told, in the painting thread, how many seconds a picture took."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="painter")
        self._kept: OrderedDict[Picture, bytes] = OrderedDict()
        self._kept_bytes = 0
        self._coming: dict[Picture, asyncio.Task[bytes | None]] = {}
        self._has_stopped = False

    async def painted(self, picture: Picture, within: float | None = None) -> bytes | None:
        """The picture as a PNG; None if it takes more seconds than `within`, or if too many are waiting."""
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
        """Paint nothing more."""
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
