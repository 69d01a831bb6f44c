"""`/destiny`: Destiny at a table, and its discard pile, which is public (DE-13)."""

from __future__ import annotations

from dataclasses import replace

from bot.cogs.games.common import (
    BUY_IN,
    INVITED,
    PACE,
    PACE_CHOICES,
    PRACTICE,
    Bet,
    BuyIn,
    GameCommands,
    Opening,
)
from bot.custom_ids import TablePress
from bot.front.decorators import command, group, on_button
from bot.front.protocols import Context
from bot.front.render import scene
from bot.screens.core.presenter import hand_of
from bot.screens.core.screen import say
from bot.screens.destiny.cards import discards
from bot.screens.destiny.screen import DestinyScreen
from bot.screens.learn.rules import page_screen
from games.destiny.game import DESTINY
from games.engine.core.errors import N_, NotOffered


@group(DestinyScreen.command, N_("Destiny: a field of hidden cards, secret looks, wagers"))
class DestinyCommands(GameCommands):
    """Destiny at a table."""

    game = DESTINY

    @command(
        is_public=True,
        buy_in=BUY_IN,
        blinds="The small blind; usually 1, and the big one is twice that",
        practice=PRACTICE,
        invited=INVITED,
        pace=PACE,
        choices=PACE_CHOICES,
    )
    async def open(
        self,
        ctx: Context,
        buy_in: BuyIn = DESTINY.buy_in,
        blinds: Bet = 1,
        practice: bool = False,
        invited: bool = False,
        pace: str = "live",
    ) -> None:
        """Open a Destiny table in this channel."""
        rules = replace(await self._usual_rules(ctx), small_blind=blinds, big_blind=2 * blinds)
        await self._open_table(ctx, rules, buy_in, Opening(practice, invited, pace))

    @command()
    async def rules(self, ctx: Context) -> None:
        """How to play Destiny."""
        await ctx.send_ephemeral(page_screen(DESTINY.key, 0))

    @on_button("discards")
    async def _show_discards(self, ctx: Context, press: TablePress) -> None:
        # The discard pile is public, so a user without a seat may look, too (DE-13).
        state = await self._table(ctx, press)
        view = scene(state, None).view
        if state.game is not DESTINY or view.hand is None:
            raise NotOffered
        await ctx.send_ephemeral(say(discards(hand_of(view))))
