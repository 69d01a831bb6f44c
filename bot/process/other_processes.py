"""What other processes do to what this one shows, as they tell over the database.

Any process may act on any table: direct messages come to the one that has shard 0. It commits, answers the
press and refreshes the panels that it has open. The table's message, its clock, its pings and what its
tournament announces are left to the process that serves the server, which hears of it here. Each refreshes
its own panels.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from games.engine.core.errors import Slip
from storage.errors import Broken, DatabaseClosed, StorageError
from storage.play.postings import TABLES

if TYPE_CHECKING:  # the house has neighbours, and they make it show what they did
    from bot.house import House

log = logging.getLogger(__name__)

AGAIN_SECONDS = 5.0
"""How long everything is left alone while the database takes nothing."""


class Neighbours:
    """Hears of other processes' changes, and shows them."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._due: dict[tuple[str, int], None] = {}
        """What changed and is not shown yet, oldest first."""
        self._is_behind = False
        """Whether something may have been missed."""
        self._listening: asyncio.Task[None] | None = None
        self._showing: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Listen, if there may be others."""
        if not self._house.serving.lease.shards.is_all:
            self._listening = asyncio.create_task(self._house.database.listen(self.hear, self._fall_behind))

    def stop(self) -> None:
        """Hear of nothing any more."""
        for task in (self._listening, self._showing):
            if task is not None:
                task.cancel()

    def hear(self, told: str) -> None:
        """Hear who changed which table or tournament of which server."""
        sender, rows, number, server = told.split(" ")
        serving = self._house.serving
        if int(sender) == serving.lease.number:
            return
        is_panel = rows == TABLES.name and self._house.front.panels.shows(int(number))
        if is_panel or serving.has(int(server)):
            self._due[rows, int(number)] = None
            self._wake()

    def _fall_behind(self) -> None:
        # A bot that is not ready yet catches up when it is.
        if self._house.front.is_ready():
            self._is_behind = True
            self._wake()

    def _wake(self) -> None:
        if self._showing is None or self._showing.done():
            self._showing = asyncio.create_task(self._show_all())

    async def _show_all(self) -> None:
        while self._is_behind or self._due:
            try:
                if self._is_behind:
                    self._is_behind = False
                    await self._house.catch_up()
                else:
                    await self._show(*self._next())
            except Slip:
                # It is over, and was cleared away.
                continue
            except (Broken, DatabaseClosed):
                return
            except StorageError:
                log.warning("what other processes did cannot be read")
                self._is_behind = True
                await asyncio.sleep(AGAIN_SECONDS)
            except Exception:
                log.exception("what another process did cannot be shown")

    def _next(self) -> tuple[str, int]:
        first = next(iter(self._due))
        # Before it is read: whatever changes from now on is another change.
        del self._due[first]
        return first

    async def _show(self, rows: str, number: int) -> None:
        house = self._house
        if rows == TABLES.name:
            state = await house.tavern.look(number)
            house.tavern.wake_for(state.stored)
            await house.refresh(state)
            return
        tournament = await house.tournaments.look(number)
        house.tournaments.wake_for(tournament.stored)
        house.front.tournament_messages.refresh(tournament)
        await house.front.tournament_news.resume()
