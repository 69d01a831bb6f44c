"""The titles that users have earned in a server."""

from __future__ import annotations

from bot.cogs.records import require_shown
from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.front.decorators import on_button
from bot.front.protocols import Context
from bot.screens.core.screen import Screen
from bot.screens.server import record
from storage.db.transaction import Transaction
from storage.standing import titles


class Titles(TaproomCog):
    """Handlers that show a user's titles."""

    @on_button("titles")
    async def _show(self, ctx: Context, press: TablePress) -> None:
        await ctx.send_ephemeral(await self._page(ctx, press.number, record.EARNED))

    @on_button("titles_page")
    async def _turn(self, ctx: Context, press: TablePress) -> None:
        await ctx.update(await self._page(ctx, press.number, ctx.request.chosen_among(record.PAGES)))

    async def _page(self, ctx: Context, player: int, page: str) -> Screen:
        def read(tx: Transaction) -> tuple[titles.Earned, ...]:
            require_shown(tx, ctx.player, player)
            return titles.of_player(tx, ctx.server, player)

        earned = await self.app.database.read(read)
        return await self._drawn(ctx, lambda: record.titles_screen(player, page, earned, ctx.player))
