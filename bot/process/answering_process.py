"""Which of two processes answers an interaction, while both are told of it.

Shards are handed over without a gap: the heir is connected before the other one leaves, so for a moment
Discord tells both of everything. The heir lets interactions wait until the shards are its own; the other one
lets none in once it leaves; and each that is let in is noted in the database, so that it is let in once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from math import inf
from time import monotonic

from storage.db.database import Database
from storage.errors import StorageError
from storage.play import interactions

WAIT_SECONDS = 2.5
"""How long an interaction waits for the shards to be ours: Discord gives three seconds for an answer."""
SHARED_SECONDS = 15.0
"""How long after a hand-over who left may still be told of something: it is gone after some ten."""


class Door:
    """Lets interactions in; `is_sure` says whether nobody else can have our shards."""

    def __init__(self, database: Database, now: Callable[[], float], is_sure: Callable[[], bool]) -> None:
        self._database = database
        self._now = now
        self._is_sure = is_sure
        self._opened = asyncio.Event()
        self._opened.set()
        self._is_shut = False
        self._shared_until = 0.0
        """Until when, by the machine's clock, another process may be told of the same interactions."""

    def wait(self) -> None:
        """Let nothing in until it is opened."""
        self.share()
        self._opened.clear()

    def share(self) -> None:
        """Note what is let in, since another process will be told of it too."""
        self._shared_until = inf

    def open(self) -> None:
        """Let in what waits, and what comes."""
        if not self._opened.is_set():
            self._shared_until = monotonic() + SHARED_SECONDS
        self._opened.set()

    def shut(self) -> None:
        """Let nothing in any more: we leave, and another process does, or the next."""
        self._is_shut = True

    async def admits(self, interaction: int) -> bool:
        """Whether it is answered here."""
        if not self._opened.is_set():
            try:
                await asyncio.wait_for(self._opened.wait(), WAIT_SECONDS)
            except TimeoutError:
                return False
        if self._is_shut or not self._is_sure():
            return False
        return monotonic() >= self._shared_until or await self._accept(interaction)

    async def _accept(self, interaction: int) -> bool:
        at = self._now()
        try:
            return await self._database.write(lambda tx: interactions.accept(tx, interaction, at))
        except StorageError:
            return False
