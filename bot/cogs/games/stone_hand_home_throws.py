"""`/homethrow`: three personal numbers that beat every other reading of the dice (SH-3)."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.discord_io.command_input import press_of, require_manager, require_person, three_numbers
from bot.discord_io.interactions import answering
from bot.discord_io.reply import Interaction, Reply
from bot.discord_io.verbs import pressed
from bot.screens.core.screen import Screen, say
from bot.screens.games.stone_hand_home_throws import PAGE_LINES, home_screen, house_screen, list_screen
from bot.text.escape import plain_text
from bot.text.translate import _
from games.engine.core.sentences import phrase
from games.stone_hand.game import STONE_HAND
from games.stone_hand.hands import SIDES
from games.stone_hand.model import HomeThrow
from storage import player_options
from storage.transaction import Transaction

WHY_LENGTH = 120
ID_MAX = 2**63 - 1


@app_commands.guild_only()
class HomeThrows(
    TaproomCog,
    commands.GroupCog,
    group_name="homethrow",
    group_description=phrase("Three numbers of your own that beat everything"),
):
    """Players' home throws, and the server's own."""

    @app_commands.command(name="set", description="Choose your home throw")
    @app_commands.describe(
        numbers="Three numbers from 1 to 8, such as 1-3-5", why="A home town, a teacher … as you like"
    )
    async def set(self, interaction: Interaction, numbers: str, why: str = "") -> None:
        """Set one's numbers and the reason for them."""
        async with answering(interaction) as reply:
            home = _home(numbers, why)
            await self._keep(interaction, interaction.user.id, home)
            await reply.whisper(home_screen(interaction.user.id, home))

    @app_commands.command(name="show", description="Your home throw, or somebody else's")
    @app_commands.describe(member="Whose (yours unless you say)")
    async def show(self, interaction: Interaction, member: discord.Member | None = None) -> None:
        """Show somebody's numbers and their reason."""
        async with answering(interaction) as reply:
            shown = member or interaction.user
            require_person(shown)
            server = interaction.guild_id or 0
            home = await self.bot.database.read(
                lambda tx: player_options.get(tx, server, shown.id, STONE_HAND)
            )
            await reply.whisper(home_screen(shown.id, home))

    @app_commands.command(name="clear", description="Have no home throw any more")
    async def clear(self, interaction: Interaction) -> None:
        """Remove one's numbers."""
        async with answering(interaction) as reply:
            await self._keep(interaction, interaction.user.id, None)
            await reply.whisper(say(_("You have no home throw now.")))

    @app_commands.command(name="list", description="Everybody's home throws")
    async def list(self, interaction: Interaction) -> None:
        """List all home throws of the server."""
        async with answering(interaction) as reply:
            await reply.whisper(await self._page(interaction, player_options.SERVER))

    @app_commands.command(name="house", description="Managers: the home throw of tables that play with one")
    @app_commands.describe(
        numbers="Three numbers from 1 to 8; leave them out to let the dice decide", why="Why these"
    )
    async def house(self, interaction: Interaction, numbers: str | None = None, why: str = "") -> None:
        """Set the server's numbers, for tables with one home throw for all."""
        async with answering(interaction) as reply:
            require_manager(interaction)
            home = None if numbers is None else _home(numbers, why)
            await self._keep(interaction, player_options.SERVER, home)
            await reply.whisper(house_screen(home))

    async def _keep(self, interaction: Interaction, player: int, home: HomeThrow | None) -> None:
        server = interaction.guild_id or 0

        def keep(tx: Transaction) -> None:
            if home is None:
                player_options.clear(tx, server, player, STONE_HAND)
            else:
                player_options.put(tx, server, player, STONE_HAND, home)

        await self.bot.tavern.once(press_of(interaction), keep)

    @pressed("homes")
    async def _turn_page(self, reply: Reply, meaning: TablePress) -> None:
        after = min(int(meaning.argument), ID_MAX) if meaning.argument.isdecimal() else player_options.SERVER
        await reply.update(await self._page(reply.interaction, after))

    async def _page(self, interaction: Interaction, after: int) -> Screen:
        server = interaction.guild_id or 0
        found = await self.bot.database.read_long(
            lambda tx: player_options.everybody(tx, server, STONE_HAND, PAGE_LINES + 1, after)
        )
        return list_screen(found)


def _home(numbers: str, why: str) -> HomeThrow:
    return HomeThrow(three_numbers(numbers, SIDES), plain_text(why, WHY_LENGTH))
