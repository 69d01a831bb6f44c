"""The servers that the bot is in: what becomes of games where it is taken out, and invited again (F-37)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.places import is_server
from storage.postings import TABLES, TOURNAMENTS

if TYPE_CHECKING:  # the bot has servers, and shows there what it comes back to
    from bot.app import Taproom


class OwnServers:
    """Ends games in servers that removed the bot, and shows their end once it is back."""

    def __init__(self, bot: Taproom) -> None:
        self._bot = bot

    async def removed(self, server: int) -> None:
        """Refund all stakes in a server; wallets are kept."""
        await self._bot.tavern.withdraw(server)

    async def removed_meanwhile(self) -> None:
        """The same in servers that removed the bot while it was down."""
        shards = self._bot.serving.lease.shards
        for server in await self._bot.database.read(
            lambda tx: TABLES.servers(tx, shards) | TOURNAMENTS.servers(tx, shards)
        ):
            # Discord names unavailable servers at the start too, so this one is gone.
            if not self._is_in(server):
                await self.removed(server)

    async def show_behind(self, only: int | None = None) -> None:
        """Redraw messages that show an older state, in all servers where the bot is, or in one.

        Elsewhere they stay behind, so that they are redrawn when it comes back.
        """
        bot = self._bot
        for table in await bot.tavern.behind():
            if self._is_in(table.stored.server, only):
                bot.table_messages.refresh(table)
        for tournament in await bot.tournaments.behind():
            if self._is_in(tournament.stored.server, only):
                bot.tournament_messages.refresh(tournament)

    def _is_in(self, server: int, only: int | None = None) -> bool:
        if only is not None and server != only:
            return False
        return not is_server(server) or self._bot.get_guild(server) is not None
