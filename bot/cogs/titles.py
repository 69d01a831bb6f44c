"""`/titles`: what people are called for what they once did here."""

from __future__ import annotations

import re

import discord
from discord import app_commands

from bot.cogs.record import require_shown
from bot.cogs.taproom_cog import TaproomCog, command
from bot.custom_ids import TablePress
from bot.discord_io.command_input import chosen, require_person
from bot.discord_io.reply import Reply
from bot.discord_io.verbs import pressed
from bot.screens.core.screen import Screen
from bot.screens.server.titles import EARNED, PAGES, titles_screen
from games.engine.core.errors import NotOffered
from storage import titles
from storage.transaction import Transaction

PERSON = re.compile(r"[0-9]{1,20}")


class Titles(TaproomCog):
    """People's titles in a server."""

    @app_commands.guild_only()
    @command(member="Whose titles; yours if left out")
    async def titles(self, reply: Reply, member: discord.Member | None = None) -> None:
        """Titles for deeds, and what else there is to earn."""
        meant = member or reply.interaction.user
        require_person(meant)
        await reply.whisper(await self._page(reply, meant.id, EARNED))

    @pressed("titles")
    async def _show(self, reply: Reply, meaning: TablePress) -> None:
        await reply.whisper(await self._page(reply, _person(meaning), EARNED))

    @pressed("titles_page")
    async def _turn(self, reply: Reply, meaning: TablePress) -> None:
        index = chosen(reply.interaction)
        if index >= len(PAGES):
            raise NotOffered
        await reply.update(await self._page(reply, _person(meaning), tuple(PAGES)[index]))

    async def _page(self, reply: Reply, player: int, page: str) -> Screen:
        def read(tx: Transaction) -> tuple[titles.Earned, ...]:
            require_shown(tx, reply.player, player)
            return titles.of_player(tx, reply.server, player)

        earned = await self.bot.database.read(read)
        return await self._drawn(reply, lambda: titles_screen(player, page, earned))


def _person(meaning: TablePress) -> int:
    """Whose titles a press is about."""
    if not PERSON.fullmatch(meaning.argument):
        raise NotOffered
    return int(meaning.argument)
