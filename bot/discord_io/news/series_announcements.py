"""Announces what a series has due, if its organiser may still run tournaments, or tells them why not (TN-37).

It is looked after once a minute rather than by timers: the hours are those of a wall clock, which may be
set, and a bot that was away finds what it missed in the same way.
"""

from __future__ import annotations

import logging
import secrets

import discord

from bot.discord_io.answering import permissions
from bot.discord_io.answering.refusals import sentence
from bot.discord_io.answering.reply import UNSENT
from bot.discord_io.messages.live_messages import LiveMessages
from bot.discord_io.news.direct_messages import DirectMessages
from bot.discord_io.news.host_messages import tell_series
from bot.discord_io.news.scheduled_events import ScheduledEvents
from bot.screens.tournament import series_words
from bot.tavern.tavern import Tavern
from bot.tavern.tournament.series_rounds import SeriesRounds
from bot.tavern.tournament.time_zones import UnknownZone
from bot.tavern.tournament.tournaments import TournamentKeeper, TournamentState
from bot.text.translate import _, speaking
from bot.webhooks.deliveries import WebhookDeliveries
from bot.webhooks.sender import WebhookSender
from games.engine.core.errors import Slip
from storage.errors import StorageError
from storage.people.server_settings import ServerSettings
from storage.tournaments.series import Series

log = logging.getLogger(__name__)


class SeriesAnnouncements:
    """Announces the tournaments of all series when they are due."""

    def __init__(
        self,
        client: discord.Client,
        tavern: Tavern,
        tournaments: TournamentKeeper,
        messages: LiveMessages[TournamentState],
        *,
        may_send: bool,
    ) -> None:
        self._client = client
        self._tavern = tavern
        self._direct = DirectMessages(client, tavern)
        self._rounds = SeriesRounds(tournaments)
        self._messages = messages
        self._scheduled_events = ScheduledEvents(client, tavern, tournaments)
        self.webhooks = WebhookDeliveries(tavern, WebhookSender(), is_allowed=may_send)

    async def look(self) -> None:
        """Announce what is due, and tell organisers what they are yet to hear of."""
        for series in await self._rounds.due():
            try:
                await self._turn(series)
            except UNSENT as unsent:
                log.info("series %d has to wait: %s", series.id, unsent)
            except UnknownZone as unknown:
                # Its time zone has gone: no next hour can be reckoned.
                with speaking((await self._tavern.settings(series.server)).language):
                    words = sentence(unknown, "") or ""
                await self._rounds.pass_over(series, words, stops=True)
            except StorageError:
                raise
            except Exception:
                # Nothing has changed; the others go on.
                log.exception("series %d announces nothing, error %s", series.id, secrets.token_hex(3))
        for series in await self._rounds.untold():
            if await tell_series(self._direct, self._client.get_guild(series.server), series):
                await self._rounds.told(series)

        self._scheduled_events.begin()
        self.webhooks.begin()

    async def quiet(self) -> None:
        """Wait for what is under way in the background."""
        await self._scheduled_events.quiet()
        await self.webhooks.quiet()

    async def _turn(self, series: Series) -> None:
        settings = await self._tavern.settings(series.server)
        with speaking(settings.language):
            if self._rounds.is_too_late(series):
                missed = series_words.missed(series, self._rounds.following(series))
                await self._rounds.pass_over(series, missed)
                return
            guild = self._client.get_guild(series.server)
            # Discord has not told us of the server yet, or has it out of order.
            if guild is None or guild.unavailable:
                return
            member = await _member(guild, series.organiser)
            if member is None:
                await self._rounds.pass_over(series, series_words.gone(series), stops=True)
            elif not _may_organise(member, settings):
                await self._rounds.pass_over(series, series_words.no_longer(series), stops=True)
            else:
                await self._announce(series, settings, guild, member)

    async def _announce(
        self, series: Series, settings: ServerSettings, guild: discord.Guild, member: discord.Member
    ) -> None:
        why = _unseen(guild, series.channel or 0)
        if not why:
            try:
                by_manager = member.guild_permissions.manage_guild
                state = await self._rounds.announce(series, by_manager=by_manager)
            except Slip as slip:
                why = sentence(slip, settings.currency) or ""
            else:
                if state is not None:
                    self._messages.refresh(state)
                return
        following = self._rounds.following(series)
        await self._rounds.pass_over(series, series_words.passed_over(series, why, following))


async def _member(guild: discord.Guild, player: int) -> discord.Member | None:
    """Somebody as a member of a server, or None if they are not there any more."""
    if player <= 0:
        return None
    try:
        return await guild.fetch_member(player)
    except discord.NotFound:
        return None


def _may_organise(member: discord.Member, settings: ServerSettings) -> bool:
    has_role = any(each.id == settings.organiser_role for each in member.roles)
    return has_role or member.guild_permissions.manage_guild


def _unseen(guild: discord.Guild, channel: int) -> str:
    """Why nobody would see a notice in this channel; empty if they would."""
    there = guild.get_channel_or_thread(channel)
    if there is None:
        return _("The channel is gone.")
    in_thread = isinstance(there, discord.Thread)
    lacking = permissions.missing(there.permissions_for(guild.me), in_thread=in_thread)
    if not lacking:
        return ""
    words = _("In <#{channel}> I lack: {permissions}.")
    return words.format(channel=channel, permissions=", ".join(lacking))
