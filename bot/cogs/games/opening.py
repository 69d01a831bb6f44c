"""Opening a table: the same for every game."""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias

from discord import app_commands

from bot.cogs.taproom_cog import TaproomCog
from bot.discord_io.command_input import Amount, press_of, require_channel
from bot.discord_io.reply import Reply
from games.engine.core.errors import OutOfRange
from games.engine.core.game import AnyGame
from games.engine.table.table import Terms
from storage.settings import rules_of

BUY_IN_MAX = 1_000_000
BET_MAX = 10_000
"""The largest ante or small blind."""
BuyIn: TypeAlias = app_commands.Transform[int, Amount(1, BUY_IN_MAX)]
Bet: TypeAlias = app_commands.Transform[int, Amount(1, BET_MAX)]
BUY_IN = "What each player puts up (100 unless you say)"
PRACTICE = "Play with chips, not coins"


class GameCommands(TaproomCog):
    """The commands of a game."""

    game: ClassVar[AnyGame]

    async def _usual_rules(self, reply: Reply) -> Any:
        return rules_of(await self._settings(reply), self.game)

    async def _open_table(
        self, reply: Reply, rules: object, buy_in: int, least: int = 0, *, practice: bool
    ) -> None:
        """Open a table in this channel and seat whoever asked for it; a buy-in must be the `least`."""
        if buy_in < least:
            raise OutOfRange(least, BUY_IN_MAX)
        settings = await self._settings(reply)
        require_channel(reply.interaction, settings.channels)
        terms = Terms(
            host=reply.player,
            buy_in=buy_in,
            turn_seconds=settings.turn_seconds,
            money="practice" if practice else "coins",
            house_points=settings.house_points,
        )
        press = press_of(reply.interaction)
        state = await self.bot.tavern.open_table(press, reply.channel, self.game, rules, terms)
        await self.bot.table_messages.post(reply, state)
