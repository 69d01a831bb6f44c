"""The servers that the bot is in: what becomes of games where it is taken out, and invited again (F-37)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.play.postings import TABLES, TOURNAMENTS
from storage.play.server_or_elsewhere import is_server

if TYPE_CHECKING:  # the house has servers, and shows there what it comes back to
    from bot.house import House


class OwnServers:
    """Ends games in servers that removed the bot, and shows their end once it is back."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def removed(self, server: int) -> None:
        """Refund all stakes in a server; wallets are kept."""
        await self._house.tavern.withdraw(server)

    async def removed_meanwhile(self) -> None:
        """The same in servers that removed the bot while it was down."""
        shards = self._house.serving.lease.shards
        for server in await self._house.database.read(
            lambda tx: TABLES.servers(tx, shards) | TOURNAMENTS.servers(tx, shards)
        ):
            # Discord names unavailable servers at the start too, so this one is gone.
            if not self._is_in(server):
                await self.removed(server)

    async def show_behind(self, only: int | None = None) -> None:
        """Redraw messages that show an older state, in all servers where the bot is, or in one.

        Elsewhere they stay behind, so that they are redrawn when it comes back.
        """
        front, house = self._house.front, self._house
        for table in await house.tavern.behind():
            if self._is_in(table.stored.server, only):
                front.table_messages.refresh(table)
        for tournament in await house.tournaments.behind():
            if self._is_in(tournament.stored.server, only):
                front.tournament_messages.refresh(tournament)

    def _is_in(self, server: int, only: int | None = None) -> bool:
        if only is not None and server != only:
            return False
        return not is_server(server) or self._house.front.is_in(server)
