"""Delivering calls and invitations to a table: each once, to people who can see it.

What is due was written down with the press that asked for it (`bot/tavern/people/calls.py`) and is taken
before it is sent, so that a kill in between loses a call rather than repeating it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable

import discord
from discord.abc import GuildChannel

from bot.discord_io.answering.reply import NOBODY, UNSENT
from bot.discord_io.messages.picture_uploads import WITHOUT
from bot.discord_io.messages.rendering import mentions, posted
from bot.discord_io.news.direct_messages import DirectMessages
from bot.screens.core.notes import link
from bot.screens.core.screen import Screen
from bot.screens.server import calls as screens
from bot.tavern.table.state import TableState
from bot.tavern.tavern import Tavern
from bot.text.escape import shown
from bot.text.translate import _, speaking
from storage.people import calls

log = logging.getLogger(__name__)


class TableCalls:
    """Sends what a table's host has called for."""

    def __init__(self, client: discord.Client, tavern: Tavern) -> None:
        self._client = client
        self._tavern = tavern
        self._direct = DirectMessages(client, tavern)

    async def deliver(self, state: TableState) -> int:
        """Send all that is due for a table; how many people it reached."""
        due = await self._tavern.database.write(lambda tx: calls.take(tx, state.id))
        invited = [player for player, kind in due.items() if kind == "invited"]
        members = {
            player: member
            for player, kind in due.items()
            if kind != "invited" and (member := await self._member(state, player)) is not None
        }
        called = [player for player in members if due[player] == "ping"]
        reached = 0
        with speaking(state.settings.language):
            if invited:
                reached += await self._post(state, screens.invitation_screen(*_of(state), invited))
            if called:
                reached += await self._post(state, screens.call_screen(*_of(state), called, _stop(state)))
            for player, member in members.items():
                if due[player] == "dm":
                    reached += await self._write(state, member)
        return reached

    async def blind(self, state: TableState, people: Iterable[int]) -> tuple[int, ...]:
        """Those of these people who cannot see a table's channel, or are not in its server any more."""
        asked = tuple(people)
        seeing = await asyncio.gather(*(self._sees(state, each) for each in asked))
        return tuple(player for player, sees in zip(asked, seeing, strict=True) if not sees)

    async def _sees(self, state: TableState, player: int) -> bool:
        """Whether somebody can see a table; as long as nobody can tell, they can."""
        guild = self._client.get_guild(state.stored.server)
        channel = None if guild is None else guild.get_channel_or_thread(state.stored.channel)
        if guild is None or channel is None:
            return True
        try:
            member = await guild.fetch_member(player)
        except discord.NotFound:
            return False
        except UNSENT as unsent:
            log.info("a member could not be looked up: %s", unsent)
            return True
        # A mention brings somebody into a private thread, if they can see where it hangs.
        return channel.permissions_for(member).view_channel

    async def call_role(self, state: TableState, role: int) -> bool:
        """Mention a role instead; whether that could be sent."""
        with speaking(state.settings.language):
            screen = screens.role_call(*_of(state), role)
        only = discord.AllowedMentions(everyone=False, users=False, roles=[discord.Object(role)])
        return await self._send(state, screen, only)

    async def _post(self, state: TableState, screen: Screen) -> int:
        """Call in the channel; how many people that reached."""
        if await self._send(state, screen, mentions(screen)):
            return len(screen.pings)
        for player in screen.pings:
            await self._miss(state, player)
        return 0

    async def _send(self, state: TableState, screen: Screen, only: discord.AllowedMentions) -> bool:
        channel = self._client.get_partial_messageable(state.stored.channel, guild_id=state.stored.server)
        try:
            await channel.send(**posted(screen, WITHOUT), allowed_mentions=only)
        except UNSENT as unsent:
            log.info("a table's players could not be called: %s", unsent)
            return False
        return True

    async def _write(self, state: TableState, member: discord.Member) -> int:
        preferred = await self._tavern.preferences(member.id)
        with speaking(preferred.language_in(state.settings.language)):
            screen = screens.call_message(*_of(state), _stop(state))
        try:
            message = await self._direct.write(member.id, **posted(screen, WITHOUT), allowed_mentions=NOBODY)
        except UNSENT as unsent:
            log.info("a player could not be called: %s", unsent)
            message = None
        if message is None:
            await self._miss(state, member.id)
        return int(message is not None)

    async def _miss(self, state: TableState, player: int) -> None:
        await self._tavern.database.write(lambda tx: calls.miss(tx, state.id, player))

    async def _member(self, state: TableState, player: int) -> discord.Member | None:
        """Somebody who is still in the server, can see the table and may play there (TB-23).

        Whoever has left asked for nothing more.
        """
        server = state.stored.server
        guild = self._client.get_guild(server)
        channel = None if guild is None else guild.get_channel_or_thread(state.stored.channel)
        if guild is None or channel is None:
            return None
        try:
            member = await guild.fetch_member(player)
        except discord.NotFound:
            await self._tavern.database.write(lambda tx: calls.unwish(tx, server, player))
            return None
        except UNSENT as unsent:
            log.info("a member could not be looked up: %s", unsent)
            return None
        role = state.settings.player_role
        is_admitted = not role or any(each.id == role for each in member.roles)
        return member if is_admitted and _can_see(channel, member) else None


def _can_see(channel: GuildChannel | discord.Thread, member: discord.Member) -> bool:
    """Whether somebody can see a channel; of a private thread nobody can say who is in it."""
    if isinstance(channel, discord.Thread) and channel.is_private():
        return False
    return channel.permissions_for(member).view_channel


def _of(state: TableState) -> tuple[str, str, str | None]:
    """Who hosts a table, what is played there, and where it is."""
    host = next((each.name for each in state.table.seats if each.player == state.table.terms.host), "")
    return shown(host), _(state.game.title), link(state.stored)


def _stop(state: TableState) -> str:
    """What the button means that ends calls to this game in this server."""
    return f"{state.stored.server}_{state.game.key}"
