"""Changes made by other processes, received by NOTIFY and shown by this process.

Any process may change any table: direct messages, for instance, arrive at the process of shard 0. The process
that received the press commits the change and responds. The process that serves the server is notified here:
it updates the table's message, clock and pings, and makes its tournament's announcements. Each process
refreshes the panels that it has open.

The process that serves a server also notices when the server removes the bot or invites it again (F-37).
"""

from __future__ import annotations

import asyncio
import logging

from bot.process.protocols import RunningApplication
from games.engine.core.errors import UserError, must_find
from storage.errors import Broken, DatabaseClosed, StorageError
from storage.play.postings import TABLES, TOURNAMENTS, is_server

log = logging.getLogger(__name__)

RETRY_SECONDS = 5.0
"""The pause before a retry while the database accepts no requests."""


class PeerListener:
    """Listens for other processes' changes, and shows them."""

    def __init__(self, app: RunningApplication) -> None:
        self._app = app
        self._due: dict[tuple[str, int], None] = {}
        """Changed tables and tournaments not shown yet, oldest first: the kind of row and the id."""
        self._is_behind = False
        """True if notifications may have been missed."""
        self._listening: asyncio.Task[None] | None = None
        self._showing: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Listen, unless this process serves all shards."""
        if not self._app.serving.lease.shards.is_all:
            self._listening = asyncio.create_task(self._app.database.listen(self.hear, self._fall_behind))

    def stop(self) -> None:
        """Stop listening."""
        for task in (self._listening, self._showing):
            if task is not None:
                task.cancel()

    def hear(self, payload: str) -> None:
        """Receive a notification: the sender, the kind of row, its id, and its server."""
        sender, rows, number, server = payload.split(" ")
        serving = self._app.serving
        if int(sender) == serving.lease.number:
            return
        front = self._app.front
        is_shown = front.is_watched(int(server)) or (rows == TABLES.name and front.panels.shows(int(number)))
        if is_shown or serving.has(int(server)):
            self._due[rows, int(number)] = None
            self._wake()

    def _fall_behind(self) -> None:
        # Before the bot is ready there is nothing to do: it catches up once it is.
        if self._app.front.is_ready():
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
                    await self._app.catch_up()
                else:
                    due = must_find(self._due)
                    # Deleted before the state is read, so that a later change is shown again.
                    del self._due[due]
                    await self._show(*due)
            except UserError:
                # The table or tournament is over and was deleted.
                continue
            except (Broken, DatabaseClosed):
                return
            except StorageError:
                log.warning("what other processes did cannot be read")
                self._is_behind = True
                await asyncio.sleep(RETRY_SECONDS)
            except Exception:
                log.exception("what another process did cannot be shown")

    async def _show(self, rows: str, number: int) -> None:
        app = self._app
        if rows == TABLES.name:
            state = await app.tavern.look(number)
            app.tavern.wake_for(state.stored)
            await app.refresh(state)
            return
        tournament = await app.tournaments.look(number)
        app.tournaments.wake_for(tournament.stored)
        app.front.tournament_messages.refresh(tournament)
        await app.front.tournament_news.resume()


class RemovedServers:
    """Calls off the games of servers that removed the bot, and shows the result if they invite it again."""

    def __init__(self, app: RunningApplication) -> None:
        self._app = app

    async def withdraw_removed(self) -> None:
        """Refund all stakes in servers that removed the bot while it was down; keep the wallets."""
        shards = self._app.serving.lease.shards
        for server in await self._app.database.read(
            lambda tx: TABLES.servers(tx, shards) | TOURNAMENTS.servers(tx, shards)
        ):
            # At start Discord lists unavailable servers, too, so a missing server has removed the bot.
            if not self._is_in(server):
                await self._app.tavern.withdraw(server)

    async def refresh_outdated(self, only: int | None = None) -> None:
        """Redraw messages that show an older state, in all servers of the bot, or in one.

        Messages in servers without the bot stay recorded as outdated, and are redrawn if the bot returns.
        """
        front, app = self._app.front, self._app
        for table in await app.tavern.outdated():
            if self._is_in(table.stored.server, only):
                front.table_messages.refresh(table)
        for tournament in await app.tournaments.outdated():
            if self._is_in(tournament.stored.server, only):
                front.tournament_messages.refresh(tournament)

    def _is_in(self, server: int, only: int | None = None) -> bool:
        if only is not None and server != only:
            return False
        return not is_server(server) or self._app.front.is_in(server)
