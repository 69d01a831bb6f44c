"""Grades the deals of the day (TB-20), from when one is first shown, so that who answers seldom waits.

It is done once for everybody, one deal at a time, in the thread that house players think in, and then kept.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeAlias

from bot.tavern.tavern import Tavern
from games.daily import DAILY
from games.engine.core.daily import Worths
from storage.play import daily

Step: TypeAlias = Callable[[], Worths | None]

log = logging.getLogger(__name__)


class DailyGrades:
    """The grading that is under way."""

    def __init__(self, tavern: Tavern) -> None:
        self._tavern = tavern
        self.think: Callable[[Step], Awaitable[Worths | None]] = tavern.think
        """Has a piece of work done in a thread."""
        self._under_way: dict[tuple[int, str], asyncio.Task[None]] = {}
        self._is_stopped = False

    def begin(self, day: int, game: str, deal: Any) -> asyncio.Task[None] | None:
        """Grade a deal in the background, if that is not done already; None: the bot is leaving."""
        if self._is_stopped:
            return None
        where = day, game
        if where not in self._under_way:
            # A dict keeps its order, so the last one is done after all others.
            before = next(reversed(self._under_way.values()), None)
            task = self._under_way[where] = asyncio.create_task(self._grade(day, game, deal, before))
            task.add_done_callback(lambda done: self._note(where, done))
        return self._under_way[where]

    async def wait(self, day: int, game: str, deal: Any) -> None:
        """Wait until a deal is graded, or the bot leaves."""
        task = self.begin(day, game, deal)
        if task is not None:
            await asyncio.wait([task])

    def stop(self) -> None:
        """Stop, even in the middle; the next start begins again."""
        self._is_stopped = True
        for task in self._under_way.values():
            task.cancel()

    async def _grade(self, day: int, game: str, deal: Any, before: asyncio.Task[None] | None) -> None:
        """In pieces, between which others can think."""
        if before is not None:
            await asyncio.wait([before])
        database = self._tavern.database
        worths: Worths | None = await database.read(lambda tx: daily.worths(tx, day, game))
        if worths is not None:
            return
        step = partial(next, DAILY[game].grading(deal))
        while worths is None:
            worths = await self.think(step)
        found = worths
        await database.write(lambda tx: daily.keep_worths(tx, day, game, found))

    def _note(self, where: tuple[int, str], done: asyncio.Task[None]) -> None:
        del self._under_way[where]
        fault = None if done.cancelled() else done.exception()
        if fault is not None:
            # The answers are kept; whoever asks next has it tried again.
            log.error("a deal of the day could not be graded", exc_info=fault)
