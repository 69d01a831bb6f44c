"""Announces the tournaments of series, and synchronises Discord's scheduled events with tournaments.

Series are checked once a minute rather than by timers: start times are wall-clock times, and the wall clock
may be set. A bot that was down finds missed announcements by the same check. If the organiser may no longer
run tournaments, the bot tells them why it announces nothing (TN-37).

A scheduled event is derived from its tournament, and the state last sent to Discord is stored. Each pass
sends the difference, so missed changes do no harm. The intent to create an event is stored first; after a
crash the bot searches the server's events before it creates another (F-2). A failure never stops the play.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import discord

from bot.discord_io.interactions.context import UNSENT, is_refused
from bot.discord_io.interactions.dispatch import sentence
from bot.discord_io.interactions.requests import missing_permissions
from bot.discord_io.messages.live_messages import LiveMessages
from bot.discord_io.notifications.direct_messages import DirectMessages, tell_series
from bot.screens.tournament import series_texts
from bot.screens.tournament.announcements import EventCard, EventStatus, event_card, event_mark
from bot.tavern.deadlines import BackgroundPass
from bot.tavern.table_service import TableService
from bot.tavern.tournament.parse_times import UnknownZone
from bot.tavern.tournament.series_rounds import SeriesRounds
from bot.tavern.tournament.tournament_service import TournamentOver, TournamentService, TournamentState
from bot.text.translate import _, speaking
from games.engine.core.errors import UserError
from storage.db.transaction import Transaction
from storage.errors import StorageError
from storage.people.server_settings import ServerSettings
from storage.tournaments import outbox
from storage.tournaments import series as stored_series
from storage.tournaments.outbox import KeptEvent, KeptStatus
from storage.tournaments.series import Series

log = logging.getLogger(__name__)

EXTERNAL, MEMBERS_ONLY = 3, 2
"""Discord's entity type of an event outside its channels, and privacy level of an event for members only."""
STATUS_NUMBERS = {"scheduled": 1, "active": 2, "completed": 3, "cancelled": 4}
STEPS: dict[tuple[KeptStatus, EventStatus], tuple[EventStatus, ...]] = {
    # Discord cancels no event that has begun, and completes none that has not.
    ("active", "cancelled"): ("completed",),
    ("scheduled", "completed"): ("active", "completed"),
}
"""The intermediate statuses to send, where Discord does not accept the new status directly."""
TOO_MANY = 30038
"""Discord's error code for more than a hundred scheduled events in a server."""
SOON_SECONDS = 60
"""No event is created that begins within these seconds: Discord requires a start in the future."""


class ScheduledEvents(BackgroundPass[KeptEvent]):
    """Synchronises Discord's scheduled events with tournaments, in the background."""

    def __init__(self, client: discord.Client, tavern: TableService, tournaments: TournamentService) -> None:
        super().__init__()
        self._client = client
        self._tavern = tavern
        self._tournaments = tournaments

    async def due(self) -> Iterable[KeptEvent]:
        """Return the stored events that are not over."""
        return await self._tavern.database.read(outbox.kept_events)

    def number(self, each: KeptEvent) -> int:
        """Return the event's tournament."""
        return each.tournament

    async def process(self, stored: KeptEvent) -> None:
        """Create or update one event; a temporary failure is retried in the next pass."""
        try:
            state = await self._tournaments.look(stored.tournament)
        except TournamentOver:  # this version cannot read the tournament
            await self._store(replace(stored, status="done"))
            return
        if not self._tavern.serving.has(state.stored.server):
            return
        guild = self._client.get_guild(state.stored.server)
        if guild is None or guild.unavailable:
            if state.is_over:
                await self._store(replace(stored, status="done"))
            return
        with speaking(state.settings.language):
            card = event_card(state.view)
        try:
            if stored.event is None:
                await self._create(stored, state, card)
            elif card.fingerprint != stored.print:
                await self._update(stored, guild.id, stored.event, card)
        except UNSENT as error:
            if not is_refused(error):
                log.info("the event of tournament %d has to wait: %s", stored.tournament, error)
                return
            await self._give_up(stored, state, error)

    async def _create(self, stored: KeptEvent, state: TournamentState, card: EventCard) -> None:
        """Create an event, or adopt the one that was created just before a crash."""
        server = state.stored.server
        event = await self._find(server, stored.tournament) if stored.status == "creating" else None
        if event is not None:
            adopted = replace(stored, event=event, status="scheduled")
            await self._store(adopted)
            await self._update(adopted, server, event, card)
        elif card.status != "scheduled":
            await self._store(replace(stored, status="done"))
        elif card.starts_at is not None and card.starts_at > self._tavern.now() + SOON_SECONDS:
            await self._store(replace(stored, status="creating"))
            created = await self._client.http.create_guild_scheduled_event(server, **_payload(card))
            await self._store(KeptEvent(stored.tournament, int(created["id"]), "scheduled", card.fingerprint))

    async def _find(self, server: int, tournament: int) -> int | None:
        """Return the id of the bot's event for a tournament, if the server has one that is not over."""
        ourselves = None if self._client.user is None else str(self._client.user.id)
        for each in await self._client.http.get_scheduled_events(server, with_user_count=False):
            if str(each.get("creator_id")) == ourselves and (each.get("description") or "").splitlines()[
                -1:
            ] == [event_mark(tournament)]:
                return int(each["id"])
        return None

    async def _update(self, stored: KeptEvent, server: int, event: int, card: EventCard) -> None:
        if card.status == "scheduled" and (card.starts_at or 0) <= self._tavern.now():
            return  # the tournament waits for its organiser, and Discord accepts no start in the past
        for status in STEPS.get((stored.status, card.status), (card.status,)):
            payload = _payload(card) if status == "scheduled" else {"status": STATUS_NUMBERS[status]}
            if status == stored.status == "active":
                payload = {"entity_metadata": {"location": card.location}}
            await self._client.http.edit_scheduled_event(server, event, **payload)
        new_status: KeptStatus = "done"
        if card.status in ("scheduled", "active"):
            new_status = card.status
        await self._store(KeptEvent(stored.tournament, event, new_status, card.fingerprint))

    async def _give_up(self, stored: KeptEvent, state: TournamentState, error: Exception) -> None:
        """Abandon an event that Discord refuses; tell the organiser if they can remove the cause."""
        reason = ""
        with speaking(state.settings.language):
            if isinstance(error, discord.Forbidden):
                reason = series_texts.no_events_note()
            elif isinstance(error, discord.HTTPException) and error.code == TOO_MANY:
                reason = series_texts.too_many_events_note()
            elif not isinstance(error, discord.NotFound):
                log.error(
                    "the event of tournament %d is left alone, error %s: %s",
                    stored.tournament,
                    secrets.token_hex(3),
                    error,
                )

        def abandon(tx: Transaction) -> None:
            outbox.note_event(tx, replace(stored, status="done"))
            series = stored_series.of_tournament(tx, stored.tournament)
            if reason and series is not None:
                stored_series.save(tx, replace(series, has_events=False, trouble=reason, is_told=False))

        await self._tavern.database.write(abandon)

    async def _store(self, stored: KeptEvent) -> None:
        await self._tavern.database.write(lambda tx: outbox.note_event(tx, stored))


def _payload(card: EventCard) -> dict[str, Any]:
    """Return Discord's payload of an event that has not begun."""
    return {
        "name": card.name,
        "description": card.description,
        "privacy_level": MEMBERS_ONLY,
        "entity_type": EXTERNAL,
        "entity_metadata": {"location": card.location},
        "channel_id": None,
        "scheduled_start_time": _iso(card.starts_at or 0),
        "scheduled_end_time": _iso(card.ends_at),
    }


def _iso(moment: int) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat()


class SeriesAnnouncements:
    """Announces the tournaments of all series when they are due."""

    def __init__(
        self,
        client: discord.Client,
        tavern: TableService,
        tournaments: TournamentService,
        messages: LiveMessages[TournamentState],
    ) -> None:
        self._client = client
        self._tavern = tavern
        self._direct = DirectMessages(client, tavern)
        self._rounds = SeriesRounds(tournaments)
        self._messages = messages
        self._scheduled_events = ScheduledEvents(client, tavern, tournaments)

    async def announce_due(self) -> None:
        """Announce the due tournaments, and send organisers their pending notices."""
        for series in await self._rounds.due():
            try:
                await self._process(series)
            except UNSENT as error:
                log.info("series %d has to wait: %s", series.id, error)
            except UnknownZone as error:
                # The time zone no longer exists, so the next start can't be calculated.
                with speaking((await self._tavern.settings(series.server)).language):
                    reason = sentence(error, "") or ""
                await self._rounds.skip(series, reason, stops=True)
            except StorageError:
                raise
            except Exception:
                # The transaction was rolled back; the other series go on.
                log.exception("series %d announces nothing, error %s", series.id, secrets.token_hex(3))
        for series in await self._rounds.unnotified():
            if await tell_series(self._direct, self._client.get_guild(series.server), series):
                await self._rounds.mark_notified(series)

        self._scheduled_events.begin()

    async def quiet(self) -> None:
        """Wait for the pass that runs in the background."""
        await self._scheduled_events.quiet()

    async def _process(self, series: Series) -> None:
        """Announce a series' due tournament, or skip it and tell the organiser why."""
        settings = await self._tavern.settings(series.server)
        with speaking(settings.language):
            if self._rounds.is_too_late(series):
                missed = series_texts.missed_note(series, self._rounds.following_start(series))
                await self._rounds.skip(series, missed)
                return
            guild = self._client.get_guild(series.server)
            # Discord has not sent the server yet, or reports an outage of it.
            if guild is None or guild.unavailable:
                return
            member = await _member(guild, series.organiser)
            if member is None:
                await self._rounds.skip(series, series_texts.organiser_gone_note(series), stops=True)
            elif not (
                member.guild_permissions.manage_guild
                or any(each.id == settings.organiser_role for each in member.roles)
            ):
                await self._rounds.skip(series, series_texts.not_organiser_note(series), stops=True)
            else:
                await self._announce(series, settings, guild, member)

    async def _announce(
        self, series: Series, settings: ServerSettings, guild: discord.Guild, member: discord.Member
    ) -> None:
        reason = _visibility_problem(guild, series.channel or 0)
        if not reason:
            try:
                by_manager = member.guild_permissions.manage_guild
                state = await self._rounds.announce(series, by_manager=by_manager)
            except UserError as error:
                reason = sentence(error, settings.currency) or ""
            else:
                if state is not None:
                    self._messages.refresh(state)
                return
        following = self._rounds.following_start(series)
        await self._rounds.skip(series, series_texts.failed_note(series, reason, following))


async def _member(guild: discord.Guild, player: int) -> discord.Member | None:
    """Return a user as a member of a server, or None if they have left."""
    if player <= 0:
        return None
    try:
        return await guild.fetch_member(player)
    except discord.NotFound:
        return None


def _visibility_problem(guild: discord.Guild, channel_id: int) -> str:
    """Return the reason why the bot can't post a visible notice in a channel; empty if it can."""
    channel = guild.get_channel_or_thread(channel_id)
    if channel is None:
        return _("The channel is gone.")
    in_thread = isinstance(channel, discord.Thread)
    missing = missing_permissions(channel.permissions_for(guild.me), in_thread=in_thread)
    if not missing:
        return ""
    template = _("I’m missing permissions in <#{channel}>: {permissions}.")
    return template.format(channel=channel_id, permissions=", ".join(missing))
