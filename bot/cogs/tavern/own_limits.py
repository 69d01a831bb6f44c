"""`/me keep-me-out`: what people keep themselves from (TB-24, TB-25)."""

from __future__ import annotations

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import KeepOut, TablePress
from bot.front.forms import AMOUNT_MAX, reading, whole
from bot.front.marks import command, filled_in, pressed
from bot.front.protocols import Reply
from bot.screens.core.screen import Screen
from bot.screens.server.own_limits import (
    OwnLimits,
    kept_out_note,
    limit_form,
    own_limits_screen,
    question,
    seconds_of,
)
from storage.db.transaction import Transaction
from storage.people import keep_outs, loss_limits, server_settings
from storage.people.forgotten import EVERYWHERE
from storage.play.postings import is_server


class OwnLimitCommands(TaproomCog):
    """Keeping oneself out of the games, and a limit of what one loses."""

    @command()
    async def keep_me_out(self, reply: Reply) -> None:
        """Take a break from the games, or limit your losses."""
        await reply.whisper(await self._own_limits_page(reply))

    @pressed("keep_out")
    async def _open_own_limits(self, reply: Reply, _meaning: TablePress) -> None:
        await reply.whisper(await self._own_limits_page(reply))

    @pressed("keep_out_ask")
    async def _ask_keep_out(self, reply: Reply, meaning: TablePress) -> None:
        wish = KeepOut.of(meaning.argument)
        await reply.update(question(wish, self.house.tavern.now() + seconds_of(wish)))

    @pressed("keep_out_now")
    async def _keep_out_now(self, reply: Reply, meaning: TablePress) -> None:
        wish, press = KeepOut.of(meaning.argument), reply.visit.request()
        server = EVERYWHERE if wish.is_everywhere else press.in_server()
        left = await self.house.tavern.keep_out(press, server, seconds_of(wish))
        own = await self._own_limits(reply)
        await reply.update(
            kept_out_note(
                own, len(left.tables), len(left.withdrawn), left.playing, is_everywhere=wish.is_everywhere
            )
        )
        for state in left.tables:
            await self.house.refresh(state)

    @pressed("loss_limit")
    async def _ask_loss_limit(self, reply: Reply, _meaning: TablePress) -> None:
        await reply.ask(limit_form((await self._own_limits(reply)).limit))

    @filled_in("loss_typed")
    async def _type_loss_limit(self, reply: Reply, _meaning: TablePress) -> None:
        with reading("text"):
            amount = whole(reply.visit.typed, 0, AMOUNT_MAX)
        await self._limit_losses(reply, amount)

    @pressed("loss_lift")
    async def _lift_loss_limit(self, reply: Reply, _meaning: TablePress) -> None:
        await self._limit_losses(reply, None)

    async def _limit_losses(self, reply: Reply, amount: int | None) -> None:
        press, at = reply.visit.request(), self.house.tavern.now()
        server = press.in_server()
        await self._once(reply, lambda tx: loss_limits.choose(tx, server, press.player, amount, at))
        await reply.update(await self._own_limits_page(reply))

    async def _own_limits_page(self, reply: Reply) -> Screen:
        return own_limits_screen(await self._own_limits(reply))

    async def _own_limits(self, reply: Reply) -> OwnLimits:
        server, player, at = reply.server, reply.player, self.house.tavern.now()

        def read(tx: Transaction) -> OwnLimits:
            everywhere = keep_outs.ends(tx, EVERYWHERE, player, at)
            if not is_server(server):
                return OwnLimits(at, everywhere)
            return OwnLimits(
                at,
                everywhere,
                is_here=True,
                here=keep_outs.ends(tx, server, player, at),
                limit=loss_limits.of(tx, server, player, at),
                left=loss_limits.left(tx, server, player, at),
                currency=server_settings.load(tx, server).currency,
            )

        return await self.house.database.write(read)
