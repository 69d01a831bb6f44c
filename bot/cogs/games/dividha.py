"""`/dividha`: a table for staking coins on the high hand or the low hand, and the ranking of hands."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, TypeAlias

from bot.cogs.games.common import (
    BET_MAX,
    BUY_IN,
    INVITED,
    PACE,
    PACE_CHOICES,
    PRACTICE,
    GameCommands,
    Opening,
)
from bot.front.decorators import IntRange, command, group
from bot.front.protocols import Context
from bot.screens.core.screen import say
from bot.screens.dividha.cards import ranking
from bot.screens.dividha.screen import DividhaScreen
from bot.screens.learn.rules import page_screen
from games.dividha.game import DIVIDHA
from games.engine.core.errors import N_, Odd
from games.engine.table.seating import STAKE_MAX

BuyIn: TypeAlias = Annotated[int, IntRange(2, STAKE_MAX)]
Ante: TypeAlias = Annotated[int, IntRange(2, BET_MAX)]


@group(DividhaScreen.command, N_("Dividha: six cards, and every coin on the highest hand or on the lowest"))
class DividhaCommands(GameCommands):
    """Dividha at a table."""

    game = DIVIDHA

    @command(
        is_public=True,
        buy_in=BUY_IN,
        ante="The first ante, an even number; usually 2",
        practice=PRACTICE,
        invited=INVITED,
        pace=PACE,
        choices=PACE_CHOICES,
    )
    async def open(
        self,
        ctx: Context,
        buy_in: BuyIn = DIVIDHA.buy_in,
        ante: Ante = 2,
        practice: bool = False,
        invited: bool = False,
        pace: str = "live",
    ) -> None:
        """Open a Dividha table in this channel."""
        if ante % 2:
            raise Odd(2, BET_MAX)
        rules = replace(await self._usual_rules(ctx), ante=ante)
        await self._open_table(ctx, rules, buy_in, Opening(practice, invited, pace))

    @command()
    async def rules(self, ctx: Context) -> None:
        """How to play Dividha."""
        await ctx.send_ephemeral(page_screen(DIVIDHA.key, 0))

    @command()
    async def hands(self, ctx: Context) -> None:
        """All hands, the highest first, with examples."""
        await ctx.send_ephemeral(await self._drawn(ctx, lambda: say(ranking())))
