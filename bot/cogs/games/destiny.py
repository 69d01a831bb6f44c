"""`/destiny`: Destiny at a table, and its discard pile for anybody who asks."""

from __future__ import annotations

from dataclasses import replace

from bot.cogs.games.opening import BUY_IN, INVITED, PRACTICE, Bet, BuyIn, GameCommands
from bot.front.drawing import scene
from bot.front.marks import command, group
from bot.front.protocols import Reply
from bot.screens.core.game_screen import refusal
from bot.screens.destiny.cards import all_discards
from bot.screens.destiny.screen import DestinyScreen
from bot.screens.learn.rules import page_screen
from bot.text.translate import _
from games.destiny.game import DESTINY
from games.engine.core.errors import phrase


@group(DestinyScreen.command, phrase("Destiny: a field of hidden cards, secret looks, wagers"))
class DestinyCommands(GameCommands):
    """Destiny at a table."""

    game = DESTINY

    @command(
        is_public=True,
        buy_in=BUY_IN,
        blinds="The small blind; usually 1, and the big one is twice that",
        practice=PRACTICE,
        invited=INVITED,
    )
    async def open(
        self,
        reply: Reply,
        buy_in: BuyIn = DESTINY.buy_in,
        blinds: Bet = 1,
        practice: bool = False,
        invited: bool = False,
    ) -> None:
        """Open a Destiny table in this channel."""
        rules = replace(await self._usual_rules(reply), small_blind=blinds, big_blind=2 * blinds)
        await self._open_table(reply, rules, buy_in, 2 * blinds, practice=practice, invited=invited)

    @command()
    async def rules(self, reply: Reply) -> None:
        """How Destiny is played."""
        await reply.whisper(page_screen(DESTINY.key, 0))

    @command()
    async def discards(self, reply: Reply) -> None:
        """The discard pile and deck at this channel’s table."""
        # Anybody may look, also without a seat (DE-13).
        here = await self.house.tavern.in_channel(reply.server, reply.channel)
        views = [scene(each, None).view for each in here if each.game is DESTINY]
        dealt = [view for view in views if view.hand is not None]
        if dealt:
            await reply.whisper(all_discards(dealt))
        else:
            await reply.whisper(refusal(_("No hand of Destiny is under way in this channel.")))
