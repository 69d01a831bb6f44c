"""Announces what a series has due, and keeps Discord's scheduled events in step with tournaments.

A series is looked after once a minute rather than by timers: the hours are those of a wall clock, which may
be set, and a bot that was away finds what it missed in the same way. If its organiser may not run
tournaments any more, they are told why nothing is announced (TN-37).

What Discord should show of an event follows from the tournament; what it was told last is stored. A pass
compares the two and tells Discord the difference, so it does not matter what was missed. That one is about
to be made is stored first: after a kill it is looked for among the server's before another is made (F-2).
Play goes on whatever comes of it.
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
"""Discord's numbers for an event outside its channels, and for one that only the server sees."""
STATUS = {"scheduled": 1, "active": 2, "completed": 3, "cancelled": 4}
STEPS: dict[tuple[KeptStatus, EventStatus], tuple[EventStatus, ...]] = {
    # One that has begun is not cancelled, and one that has not cannot be completed.
    ("active", "cancelled"): ("completed",),
    ("scheduled", "completed"): ("active", "completed"),
}
"""The intermediate statuses to send, where Discord does not accept the new status directly."""
TOO_MANY = 30038
"""Discord's error code for more than a hundred events."""
SOON_SECONDS = 60
"""One that begins sooner is not made any more: Discord wants a start that lies ahead."""


class ScheduledEvents(BackgroundPass[KeptEvent]):
    """Keeps Discord's events in step with tournaments, in the background."""

    def __init__(self, client: discord.Client, tavern: TableService, tournaments: TournamentService) -> None:
        super().__init__()
        self._client = client
        self._tavern = tavern
        self._tournaments = tournaments

    async def due(self) -> Iterable[KeptEvent]:
        """All events that are not over."""
        return await self._tavern.database.read(outbox.kept_events)

    def number(self, each: KeptEvent) -> int:
        """Its tournament."""
        return each.tournament

    async def keep(self, kept: KeptEvent) -> None:
        """Bring one event up to date; what fails for a while is tried again with the next pass."""
        try:
            state = await self._tournaments.look(kept.tournament)
        except TournamentOver:  # this version cannot read it
            await self._note(replace(kept, status="done"))
            return
        if not self._tavern.serving.has(state.stored.server):
            return
        guild = self._client.get_guild(state.stored.server)
        if guild is None or guild.unavailable:
            if state.is_over:
                await self._note(replace(kept, status="done"))
            return
        with speaking(state.settings.language):
            card = event_card(state.view)
        try:
            if kept.event is None:
                await self._make(kept, state, card)
            elif card.print != kept.print:
                await self._change(kept, guild.id, kept.event, card)
        except UNSENT as unsent:
            if not is_refused(unsent):
                log.info("the event of tournament %d has to wait: %s", kept.tournament, unsent)
                return
            await self._give_up(kept, state, unsent)

    async def _make(self, kept: KeptEvent, state: TournamentState, card: EventCard) -> None:
        """Create an event, or find the one that was created just before a kill."""
        server = state.stored.server
        there = await self._find(server, kept.tournament) if kept.status == "creating" else None
        if there is not None:
            found = replace(kept, event=there, status="scheduled")
            await self._note(found)
            await self._change(found, server, there, card)
        elif card.status != "scheduled":
            await self._note(replace(kept, status="done"))
        elif card.starts_at is not None and card.starts_at > self._tavern.now() + SOON_SECONDS:
            await self._note(replace(kept, status="creating"))
            made = await self._client.http.create_guild_scheduled_event(server, **_scheduled(card))
            await self._note(KeptEvent(kept.tournament, int(made["id"]), "scheduled", card.print))

    async def _find(self, server: int, tournament: int) -> int | None:
        """Our event for a tournament, if the server has one that is not over."""
        ourselves = None if self._client.user is None else str(self._client.user.id)
        for each in await self._client.http.get_scheduled_events(server, with_user_count=False):
            if str(each.get("creator_id")) == ourselves and (each.get("description") or "").splitlines()[
                -1:
            ] == [event_mark(tournament)]:
                return int(each["id"])
        return None

    async def _change(self, kept: KeptEvent, server: int, event: int, card: EventCard) -> None:
        if card.status == "scheduled" and (card.starts_at or 0) <= self._tavern.now():
            return  # it waits for its organiser, and Discord takes no start that is past
        for status in STEPS.get((kept.status, card.status), (card.status,)):
            told = _scheduled(card) if status == "scheduled" else {"status": STATUS[status]}
            if status == kept.status == "active":
                told = {"entity_metadata": {"location": card.location}}
            await self._client.http.edit_scheduled_event(server, event, **told)
        status_now: KeptStatus = "done"
        if card.status in ("scheduled", "active"):
            status_now = card.status
        await self._note(KeptEvent(kept.tournament, event, status_now, card.print))

    async def _give_up(self, kept: KeptEvent, state: TournamentState, refused: Exception) -> None:
        """Leave an event that Discord refuses to change; without a permission, the organiser is told."""
        words = ""
        with speaking(state.settings.language):
            if isinstance(refused, discord.Forbidden):
                words = series_texts.no_events()
            elif isinstance(refused, discord.HTTPException) and refused.code == TOO_MANY:
                words = series_texts.too_many_events()
            elif not isinstance(refused, discord.NotFound):
                log.error(
                    "the event of tournament %d is left alone, error %s: %s",
                    kept.tournament,
                    secrets.token_hex(3),
                    refused,
                )

        def note(tx: Transaction) -> None:
            outbox.note_event(tx, replace(kept, status="done"))
            series = stored_series.of_tournament(tx, kept.tournament)
            if words and series is not None:
                told = replace(series, has_events=False, trouble=words, is_told=False)
                stored_series.save(tx, told)

        await self._tavern.database.write(note)

    async def _note(self, kept: KeptEvent) -> None:
        await self._tavern.database.write(lambda tx: outbox.note_event(tx, kept))


def _scheduled(card: EventCard) -> dict[str, Any]:
    """An event that has not begun, as Discord takes it."""
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

    async def quiet(self) -> None:
        """Wait for what is under way in the background."""
        await self._scheduled_events.quiet()

    async def _turn(self, series: Series) -> None:
        settings = await self._tavern.settings(series.server)
        with speaking(settings.language):
            if self._rounds.is_too_late(series):
                missed = series_texts.missed(series, self._rounds.following(series))
                await self._rounds.pass_over(series, missed)
                return
            guild = self._client.get_guild(series.server)
            # Discord has not told us of the server yet, or has it out of order.
            if guild is None or guild.unavailable:
                return
            member = await _member(guild, series.organiser)
            if member is None:
                await self._rounds.pass_over(series, series_texts.gone(series), stops=True)
            elif not (
                member.guild_permissions.manage_guild
                or any(each.id == settings.organiser_role for each in member.roles)
            ):
                await self._rounds.pass_over(series, series_texts.no_longer(series), stops=True)
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
            except UserError as slip:
                why = sentence(slip, settings.currency) or ""
            else:
                if state is not None:
                    self._messages.refresh(state)
                return
        following = self._rounds.following(series)
        await self._rounds.pass_over(series, series_texts.passed_over(series, why, following))


async def _member(guild: discord.Guild, player: int) -> discord.Member | None:
    """Return a user as a member of a server, or None if they have left."""
    if player <= 0:
        return None
    try:
        return await guild.fetch_member(player)
    except discord.NotFound:
        return None


def _unseen(guild: discord.Guild, channel: int) -> str:
    """Return why nobody would see a notice in this channel; empty if they would."""
    there = guild.get_channel_or_thread(channel)
    if there is None:
        return _("The channel is gone.")
    in_thread = isinstance(there, discord.Thread)
    lacking = missing_permissions(there.permissions_for(guild.me), in_thread=in_thread)
    if not lacking:
        return ""
    words = _("In <#{channel}> I lack: {permissions}.")
    return words.format(channel=channel, permissions=", ".join(lacking))
